package sheet

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/rules/english"
	"ouverte/templates/say"
)

// Printed is the score sheet as a card club files it: black on white, A4, the deals one under another with
// running totals, the sums at the foot, and every correction marked.
type Printed struct {
	back              string
	name, date, rules string
	ladder            string // what the calls pay
	players           []printedPlayer
	rows              []printedRow
	totals            []string
	foot              []printedFoot // how the totals come about, where there is more than deals
	notes             []string      // corrections
	words             []Noted       // about deals
	settled           []string
	Till              []string // of an evening: what came in, by whom, what went out, what lies there
	seal              string
	printed           string
}

// printedRow is a deal, or a penalty between two.
type printedRow struct {
	no, dealer, what string
	mark             string   // the number of its note
	won, after       []string // by player; who wasn't there has no number
	aside            bool
}

type printedPlayer struct {
	name string
	face face.Face
}

// printedFoot is a line of sums above the total.
type printedFoot struct {
	name  string
	cells []string
}

// NewPrinted draws up the sheet of a night. versions are those of the deals that were corrected.
func NewPrinted(n *show.Night, versions map[chain.DealID][]show.Version, now time.Time) Printed {
	s := Printed{
		back: say.NightPath(n.ID), name: n.Name, date: say.LongDay(n.Date),
		rules: say.RulesLine(n), ladder: Pays(n), seal: n.Seal, settled: settlement(n),
		printed: now.Format("2 January 2006"), words: Notes(n),
	}
	if s.name == "" {
		s.name, s.date = s.date, ""
	}
	people, parts := n.Columns(), n.Parts()
	for _, p := range people {
		s.players = append(s.players, printedPlayer{p.Name, p.Face})
		s.totals = append(s.totals, n.Money.Signed(p.Sum.Score()))
	}
	for _, r := range n.Standing(chain.KindDeal, chain.KindPenalty) {
		row := printedRow{aside: r.Deal == nil, what: r.Text}
		if d := r.Deal; d != nil {
			row.no, row.dealer, row.what = fmt.Sprint(d.Nth), d.Names[d.Deal.Dealer-1], n.Telling(d).Line()
			if lent := say.ForWhom(n, d.Chairs); lent != "" {
				row.what += " (" + lent + ")"
			}
			if note := correctionNote(n, d, versions[d.ID]); note != "" {
				s.notes = append(s.notes, fmt.Sprintf("Deal %d: %s", d.Nth, note))
				row.mark = fmt.Sprint(len(s.notes))
			}
		}
		for _, p := range people {
			won, after := "", ""
			if part := parts[r][p.ID]; part.Took || part.Rested {
				won, after = n.Money.Signed(part.Amount), n.Money.Words(part.After)
				if part.Rested {
					won = "sat out"
				}
			}
			row.won, row.after = append(row.won, won), append(row.after, after)
		}
		s.rows = append(s.rows, row)
	}
	if slices.ContainsFunc(people, func(p show.Person) bool { return p.Sum.Penalties != 0 }) {
		deals, penalties := printedFoot{name: "Deals"}, printedFoot{name: english.Capital(say.PenaltyKinds(n))}
		for _, p := range people {
			deals.cells = append(deals.cells, n.Money.Signed(p.Sum.Deals))
			penalties.cells = append(penalties.cells, n.Money.Signed(p.Sum.Penalties))
		}
		s.foot = []printedFoot{deals, penalties}
	}
	return s
}

// Pays says what the calls pay, as at the head of a sheet.
func Pays(n *show.Night) string {
	var parts []string
	for _, r := range n.Stakes.Calls {
		pays := say.PaidText(n.Money, r)
		text := n.Words.Name(r.Call) + " " + pays[0]
		if len(pays) > 1 {
			text += " (" + strings.Join(pays[1:], ", ") + ")"
		}
		parts = append(parts, text)
	}
	if misery := say.MiseryText(n.Stakes); misery != "" {
		parts = append(parts, "when all have passed, "+misery)
	}
	return strings.Join(parts, " · ")
}

// correctionNote says what a deal was before; empty if it was never anything else.
func correctionNote(n *show.Night, d *show.Dealt, versions []show.Version) string {
	var notes []string
	for _, v := range show.Corrected(versions) {
		was := &show.Dealt{Played: v.Played}
		note := "first written as " + n.Telling(was).Line()
		if v.Reason != "" {
			note += ", put right: " + v.Reason
		}
		notes = append(notes, note)
	}
	if d.Inserted {
		notes = append(notes, "put in afterwards")
	}
	return strings.Join(notes, "; ")
}

// settlement lists how a night was settled: payments, costs, shares of the kitty, debts carried on.
func settlement(n *show.Night) []string {
	var out []string
	if n.Went() {
		out = append(out, "Each deal was paid when it was recorded.")
	}
	ticked := n.Ticked()
	extras := n.Extras()
	for _, r := range n.Standing(chain.KindCost, chain.KindShare, chain.KindRounding,
		chain.KindPayment, chain.KindCarry, chain.KindBring) {
		if r.Kind == chain.KindCarry || slices.Contains(extras, r) || slices.Contains(ticked, r) {
			out = append(out, r.Text)
		}
	}
	return out
}
