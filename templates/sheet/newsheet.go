package sheet

// How the sheet is made from the night.

import (
	"fmt"
	"slices"
	"strconv"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
)

// NewSheet draws up the sheet of a night. removed is the deal that was taken back last and could still be put back, if
// any; key makes a key for each of its small forms, which are for those who may score.
func New(n *ledger.Night, removed *ledger.Dealt, scores bool, key func() string) Sheet {
	path := templates.NightPath(n.ID)
	s := Sheet{Night: path, Version: int64(n.Version), Closed: !n.Open}
	who := People(n)
	var ups, downs int64
	for _, p := range who {
		c := Column{Name: p.Name, Here: p.Seat != 0, Sum: templates.AmountOf(n.Money, p.Sum.Score())}
		if p.ID == ledger.Kitty {
			c.Kitty, c.Here = true, true
		}
		if total := p.Sum.Score(); total > 0 {
			ups += total
		} else {
			downs += total
		}
		s.Columns = append(s.Columns, c)
	}
	s.Even = ups+downs == 0
	if ups != 0 {
		s.Ups, s.Downs = n.Money.Words(ups), n.Money.Words(-downs)
	}
	for i := range n.Rows {
		if row, ok := newRow(n, &n.Rows[i], who); ok {
			s.Rows = append(s.Rows, row)
		}
	}
	if len(n.Deals) > 0 {
		s.Rows[newest(s.Rows)].Newest = true
	}
	s.Laws = Laws(n)
	if !n.Open || !scores {
		return s
	}
	s.Agree = AgreeLast(n, scores, key)
	if len(n.Deals) > 0 {
		last := n.Deals[0]
		s.TakeBack = &LastDeal{Action: path + "/take-back", Label: "Take back deal " + strconv.Itoa(last.Nth),
			Saw: templates.EntryNo(last.Version), Deal: strconv.FormatInt(int64(last.ID), 10), Key: key()}
	}
	if removed != nil && removed.Nth == n.Nth {
		s.PutBack = &LastDeal{Action: path + "/put-back", Label: "Put deal " + strconv.Itoa(removed.Nth) + " back",
			Saw: templates.EntryNo(removed.Version), Deal: strconv.FormatInt(int64(removed.ID), 10), Key: key()}
	}
	return s
}

// sheetLaws are the words of the game in the rows of a night, in the order of the laws. A row itself leads to its deal.
func Laws(n *ledger.Night) []templates.LawTerm {
	var out []templates.LawTerm
	call := map[rules.Call]bool{}
	var revoked, forfeited, wrong bool
	for _, d := range n.Deals {
		call[d.Deal.Call] = true
		for s := range d.Deal.Revokes {
			revoked, wrong = revoked || d.Deal.Revokes[s] > 0, wrong || d.Deal.WrongCards[s]
		}
		forfeited = forfeited || d.Deal.Forfeit != 0
	}
	term := func(said bool, name string, w templates.Word) {
		if said {
			out = append(out, templates.LawTerm{Name: name, Href: templates.LawHref(w, int64(n.ID))})
		}
	}
	for _, c := range rules.Calls() {
		term(call[c], n.Words.Name(c), templates.CallWord(c))
	}
	term(revoked, "Revoke", "revoke")
	term(forfeited, "Showed or led wrongly", "forfeit")
	term(wrong, "Wrong cards", "wrong-cards")
	term(slices.ContainsFunc(n.Rows, func(r ledger.Row) bool { return r.Kind == ledger.KindPenalty }), "Kitty", "kitty")
	return out
}

// newest is the row of the newest deal: rows that are no deals may stand above it.
func newest(rows []Row) int {
	for i, r := range rows {
		if !r.NotDeal {
			return i
		}
	}
	return 0
}

// sheetPeople are those with a column: whoever sits on their own account, or ever won or lost on it; and the kitty, once
// something went in.
func People(n *ledger.Night) []ledger.Person {
	touched := map[ledger.PlayerID]bool{}
	for _, d := range n.Deals {
		for _, c := range d.Chairs {
			touched[c.Pays()] = true
		}
	}
	for i := range n.Rows {
		for _, net := range n.Rows[i].Nets {
			touched[net.Player] = true
		}
	}
	var out []ledger.Person
	for _, p := range n.People {
		if touched[p.ID] || p.Seat != 0 && (p.For == 0 || p.For == p.ID) {
			out = append(out, p)
		}
	}
	if k := n.Kitty.Sum; k.Score() != 0 {
		out = append(out, ledger.Person{ID: ledger.Kitty, Name: "Kitty", Sum: k})
	}
	return out
}

func newRow(n *ledger.Night, r *ledger.Row, who []ledger.Person) (Row, bool) {
	row := Row{ID: "row-" + templates.EntryNo(r.Entry)}
	got := map[ledger.PlayerID]int64{}
	there := map[ledger.PlayerID]bool{}
	without := map[ledger.PlayerID]templates.Amount{} // who was there and has no number all the same
	absent := "not there"
	switch {
	case r.Deal != nil:
		d := r.Deal
		row.ID = fmt.Sprintf("deal-%d", d.ID)
		row.No, row.Name, row.How = strconv.Itoa(d.Nth), n.Words.Name(d.Deal.Call), n.Telling(d).Course()
		row.Href = fmt.Sprintf("%s/deals/%d", templates.NightPath(n.ID), d.ID)
		switch {
		case d.Agreed.State == ledger.Disputed:
			row.Flag = "disputed"
		case d.Changed > 0:
			row.Flag = "put right"
		case d.Inserted:
			row.Flag = "added later"
		}
		for i, c := range d.Chairs {
			if c.Pays() != c.Player {
				without[c.Player] = templates.Amount{Sign: "-", Why: "played for " + n.PlayerName(c.Pays())}
			}
			if rules.Seat(i+1) == d.Deal.Sitter() {
				without[c.Pays()] = templates.Amount{Sign: "-", Rests: true, Why: "sat out"}
				continue
			}
			there[c.Pays()] = true
		}
		for _, net := range d.Nets {
			got[net.Player] += net.Amount
		}
	case r.Kind == ledger.KindPenalty:
		row.NotDeal, row.Name, row.How, absent = true, r.Text, r.Reason, "no part in it"
		row.Href = templates.NightPath(n.ID) + "/penalties"
		if r.Undone != 0 {
			row.Flag = "withdrawn"
			if r.Why != "" {
				row.How += " · " + r.Why
			}
		}
		for _, net := range r.Nets {
			there[net.Player], got[net.Player] = true, net.Amount
		}
	default:
		return row, false // what moves no points stands elsewhere
	}
	row.Cells = make([]templates.Amount, len(who))
	for i, p := range who {
		cell, some := without[p.ID]
		switch {
		case there[p.ID]:
			cell = templates.AmountOf(n.Money, got[p.ID])
		case p.ID == ledger.Kitty:
			cell = templates.Amount{Sign: "-", Why: "nothing for the kitty"}
		case !some:
			cell = templates.Amount{Sign: "-", Why: absent}
		}
		row.Cells[i] = cell
	}
	return row, true
}
