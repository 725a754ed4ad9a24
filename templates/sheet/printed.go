package sheet

// The score sheet as a card club files it: black on white, A4, the deals one under another with running totals, the sums at
// the foot, and every correction marked.

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ouverte/ledger"
	"ouverte/templates"
)

// ScoreSheet is that sheet.
type Printed struct {
	Night, Back       string
	Name, Date, Rules string
	Ladder            string // what the calls pay
	Players           []string
	Rows              []PrintedRow
	Totals            []string
	Foot              []PrintedFoot // how the totals come about, where there is more than deals
	Notes             []string      // corrections
	Settled           []string
	Seal              string
	Printed           string
}

// ScoreSheetRow is a deal, or a penalty between two.
type PrintedRow struct {
	No, Dealer, What string
	Mark             string // the number of its note
	Won, After       []string
	Aside            bool
}

// ScoreSheetFoot is a line of sums above the total.
type PrintedFoot struct {
	Name  string
	Cells []string
}

// NewScoreSheet draws up the sheet of a night. versions are the tellings of the deals that were corrected.
func NewPrinted(n *ledger.Night, versions map[ledger.DealID][]ledger.Version, now time.Time) Printed {
	s := Printed{Back: templates.NightPath(n.ID), Name: n.Name, Date: templates.LongDay(n.Date), Rules: templates.RulesLine(n), Ladder: ladder(n), Seal: n.Seal,
		Printed: now.Format("2 January 2006")}
	if s.Name == "" {
		s.Name, s.Date = s.Date, ""
	}
	people := n.People
	for _, p := range people {
		s.Players = append(s.Players, p.Name)
	}
	now0 := make([]int64, len(people))
	for i := range n.Rows {
		row := &n.Rows[len(n.Rows)-1-i]
		if row.Kind != ledger.KindDeal && (row.Kind != ledger.KindPenalty || row.Undone != 0) {
			continue
		}
		out := PrintedRow{Aside: row.Kind == ledger.KindPenalty, What: row.Text}
		if d := row.Deal; d != nil {
			out.No, out.Dealer = fmt.Sprint(d.Nth), d.Names[d.Deal.Dealer-1]
			out.What = n.Telling(d).Line()
			if notes := correctionNote(n, d, versions[d.ID]); notes != "" {
				s.Notes = append(s.Notes, fmt.Sprintf("Deal %d: %s", d.Nth, notes))
				out.Mark = fmt.Sprint(len(s.Notes))
			}
		}
		for i, p := range people {
			won, after := "", ""
			if j := slices.IndexFunc(row.Nets, func(x ledger.Net) bool { return x.Player == p.ID }); j >= 0 {
				now0[i] += row.Nets[j].Amount
				won, after = n.Money.Signed(row.Nets[j].Amount), n.Money.Words(now0[i])
				if row.Deal != nil && satOut(row.Deal, p.ID) {
					won = "sat out"
				}
			}
			out.Won, out.After = append(out.Won, won), append(out.After, after) // who wasn't there has no number
		}
		s.Rows = append(s.Rows, out)
	}
	for _, p := range people {
		s.Totals = append(s.Totals, n.Money.Signed(p.Sum.Score()))
	}
	for _, part := range []struct {
		name string
		sum  func(ledger.Sums) int64
	}{
		{"Deals", func(s ledger.Sums) int64 { return s.Deals }},
		{"Penalties", func(s ledger.Sums) int64 { return s.Penalties }},
	} {
		if !slices.ContainsFunc(people, func(p ledger.Person) bool { return p.Sum.Penalties != 0 }) {
			continue
		}
		f := PrintedFoot{Name: part.name}
		for _, p := range people {
			f.Cells = append(f.Cells, n.Money.Signed(part.sum(p.Sum)))
		}
		s.Foot = append(s.Foot, f)
	}
	s.Settled = Settlement(n)
	return s
}

// satOut tells whether somebody rested in a deal, on their own account.
func satOut(d *ledger.Dealt, who ledger.PlayerID) bool {
	sitter := d.Deal.Sitter()
	return sitter != 0 && d.Chairs[sitter-1].Pays() == who
}

// ladder says what the calls pay, as at the head of a sheet.
func ladder(n *ledger.Night) string {
	var parts []string
	for _, r := range n.Stakes.Calls {
		text := n.Words.Name(r.Call) + " " + n.Money.Words(r.Stake)
		if tricks := templates.TricksText(n.Money, r); tricks != "" {
			text += " (" + tricks + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " · ")
}

// correctionNote says what a deal was before; empty if it was never anything else.
func correctionNote(n *ledger.Night, d *ledger.Dealt, versions []ledger.Version) string {
	var notes []string
	for i, v := range versions {
		next := slices.IndexFunc(versions[i+1:], func(w ledger.Version) bool { return !w.Removed })
		if v.Removed || next < 0 || sameDeal(v, versions[i+1+next]) { // taken back and put back, it is what it was
			continue
		}
		was := &ledger.Dealt{Deal: v.Deal, Result: v.Result, Names: v.Names}
		note := "first written as " + n.Telling(was).Line()
		if next := versions[i+1]; next.Reason != "" {
			note += ", put right: " + next.Reason
		}
		notes = append(notes, note)
	}
	if d.Inserted {
		notes = append(notes, "put in afterwards")
	}
	return strings.Join(notes, "; ")
}

// sameDeal says that two tellings of a deal are of the same.
func sameDeal(a, b ledger.Version) bool { return a.Deal == b.Deal && slices.Equal(a.Chairs, b.Chairs) }

// Settlement tells how a night was settled, a line each: payments, costs, what came from the kitty and what was carried on.
func Settlement(n *ledger.Night) []string {
	var out []string
	for i := range n.Rows {
		row := &n.Rows[len(n.Rows)-1-i]
		switch row.Kind {
		case ledger.KindCost, ledger.KindShare, ledger.KindRounding, ledger.KindPayment, ledger.KindCarry, ledger.KindBring:
			if row.Undone == 0 {
				out = append(out, row.Text)
			}
		}
	}
	return out
}
