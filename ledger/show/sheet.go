package show

// The sheet of a night: who has a column, and what each row brought them.

import (
	"cmp"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/rules"
)

// Columns are those with a column: who sits on their own account, or ever won or lost on it; and last the
// kitty, once something went in.
func (n *Night) Columns() []Person {
	out := make([]Person, 0, len(n.People)+1)
	for _, p := range n.People {
		if p.Seat != 0 && (p.For == 0 || p.For == p.ID) || slices.ContainsFunc(n.Rows, p.paidIn) {
			out = append(out, p)
		}
	}
	if k := n.Kitty.Sum; k.Score() != 0 {
		out = append(out, Person{ID: chain.Kitty, Name: "Kitty", Sum: k})
	}
	return out
}

// paidIn tells whether a row was on somebody's account, be it for nothing.
func (p Person) paidIn(r *Row) bool {
	played := func(c chain.Chair) bool { return c.Pays() == p.ID }
	return r.Deal != nil && slices.ContainsFunc(r.Deal.Chairs, played) ||
		slices.ContainsFunc(r.Nets, func(net settle.Net) bool { return net.Player == p.ID })
}

// Standings are the columns by what they won, best first, and last the kitty.
func (n *Night) Standings() []Person {
	out := n.Columns()
	slices.SortStableFunc(out, func(p, q Person) int {
		if p.ID == chain.Kitty || q.ID == chain.Kitty {
			return cmp.Compare(q.ID, p.ID)
		}
		return cmp.Compare(q.Sum.Score(), p.Sum.Score())
	})
	return out
}

// Holder is somebody with the account whose sum is theirs to watch: their own, or whose they play on.
type Holder struct {
	Person
	Account chain.PlayerID
	Own     bool // what they won themselves, who now play for another
}

// Holders are who sits at the table, clockwise; then, of those who left or play for another, who won or lost
// something themselves, unless somebody plays on that account now.
func (n *Night) Holders() []Holder {
	lent := map[chain.PlayerID]bool{}
	for _, c := range Lent(n.Table) {
		lent[c.Account] = true
	}
	var sit, rest []Holder
	for _, p := range n.People {
		account := cmp.Or(p.For, p.ID)
		if p.Seat != 0 {
			sit = append(sit, Holder{Person: p, Account: account})
		}
		if (p.Seat == 0 || account != p.ID) && p.Sum.Score() != 0 && !lent[p.ID] {
			rest = append(rest, Holder{Person: p, Account: p.ID, Own: true})
		}
	}
	slices.SortFunc(sit, func(a, b Holder) int { return cmp.Compare(a.Seat, b.Seat) })
	return append(sit, rest...)
}

// Part is what somebody with a column had of a row.
type Part struct {
	Took   bool // they won or lost by it, be it nothing
	Amount int64
	After  int64          // what they had with all before it that stands
	Rested bool           // they were there and sat out
	For    chain.PlayerID // they played on that account
}

// Parts are those of everybody, by row.
func (n *Night) Parts() map[*Row]map[chain.PlayerID]Part {
	out, sums := map[*Row]map[chain.PlayerID]Part{}, map[chain.PlayerID]int64{}
	for _, r := range slices.Backward(n.Rows) {
		if r.Kind == chain.KindDeal || r.Kind == chain.KindPenalty {
			out[r] = r.Parts(sums)
		}
	}
	return out
}

// Parts are those of everybody in one row; sums are what they had before it, and then with it.
func (r *Row) Parts(sums map[chain.PlayerID]int64) map[chain.PlayerID]Part {
	parts := map[chain.PlayerID]Part{}
	took := func(nets ...settle.Net) {
		for _, net := range nets {
			sums[net.Player] += net.Amount
			parts[net.Player] = Part{Took: true, Amount: parts[net.Player].Amount + net.Amount,
				After: sums[net.Player]}
		}
	}
	if r.Deal == nil {
		took(r.Nets...)
		return parts
	}
	sits := r.Deal.Deal.Sitter()
	for i, c := range r.Deal.Chairs {
		if c.Pays() != c.Player {
			parts[c.Player] = Part{For: c.Pays()}
		}
		if rules.Seat(i+1) == sits {
			parts[c.Pays()] = Part{Rested: true, After: sums[c.Pays()]}
		}
	}
	for i, net := range r.Deal.Nets {
		if rules.Seat(i+1) != sits {
			took(net)
		}
	}
	return parts
}

// UpsAndDowns are what all who are up won together, and what the others lost.
func (n *Night) UpsAndDowns() (ups, downs int64) {
	for _, p := range n.Columns() {
		ups, downs = ups+max(p.Sum.Score(), 0), downs+min(p.Sum.Score(), 0)
	}
	return ups, downs
}

// Score is what somebody won and lost.
func (n *Night) Score(p chain.PlayerID) int64 {
	for i := range n.People {
		if n.People[i].ID == p {
			return n.People[i].Sum.Score()
		}
	}
	return 0
}

// NamesOf are the names by chair.
func (n *Night) NamesOf(chairs []chain.Chair) []string { return n.names.Names(chairs) }

// DealtTwice is a dealer of two deals running; Nth is the later, zero the coming deal.
type DealtTwice struct {
	Dealer chain.PlayerID
	Nth    int
}

// DealtTwice finds who dealt two deals running, the newest first, or would with the next.
func (n *Night) DealtTwice() (out []DealtTwice) {
	var later DealtTwice
	if n.Doubt == nil && n.Dealer != 0 {
		later.Dealer = n.Table[n.Dealer-1].Player
	}
	for _, d := range n.Deals {
		dealer := d.Chairs[d.Deal.Dealer-1].Player
		if dealer == later.Dealer {
			out = append(out, later)
		}
		later = DealtTwice{dealer, d.Nth}
	}
	return out
}

// LastPlayed tells whether the agreed last deal of an open night is played.
func (n *Night) LastPlayed() bool { return n.Open && n.Last != nil && n.Last.ToGo <= 0 }

// Remarked are the deals with a word about them, the oldest first.
func (n *Night) Remarked() (out []*Dealt) {
	for _, d := range slices.Backward(n.Deals) {
		if d.Note.Text != "" {
			out = append(out, d)
		}
	}
	return out
}

// Corrected are the versions of a deal that another took the place of, which said otherwise; each with the
// reason that was given for the next. A row taken back and put back is as before.
func Corrected(versions []Version) (out []Version) {
	for i, v := range versions {
		next := slices.IndexFunc(versions[i+1:], func(w Version) bool { return !w.Removed })
		if v.Removed || next < 0 {
			continue
		}
		if w := versions[i+1+next]; v.Deal != w.Deal || !slices.Equal(v.Chairs, w.Chairs) {
			v.Reason = versions[i+1].Reason
			out = append(out, v)
		}
	}
	return out
}
