package sheet

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/templates/say"
)

// Printed is the score sheet as a card club files it: black on white, A4, the deals one under another with
// running totals, the sums at the foot, and every correction marked.
type Printed struct {
	*show.Night
	Versions map[chain.DealID][]show.Version // of the deals that were corrected
	Till     []string                        // of an evening: what came in, what went out, what lies there
	Day      time.Time
}

// corrected are the deals with a note that says what they were before.
func (s Printed) corrected() (notes []string, at map[*show.Dealt]int) {
	at = map[*show.Dealt]int{}
	for _, r := range s.Standing(chain.KindDeal) {
		if note := correctionNote(s.Night, r.Deal, s.Versions[r.Deal.ID]); note != "" {
			notes = append(notes, fmt.Sprintf("Deal %d: %s", r.Deal.Nth, note))
			at[r.Deal] = len(notes)
		}
	}
	return notes, at
}

// course is a deal in a line, and who played it for whom.
func (s Printed) course(d *show.Dealt) string {
	course := s.Telling(d).Line()
	if lent := say.ForWhom(s.Night, d.Chairs); lent != "" {
		course += " (" + lent + ")"
	}
	return course
}

// hasPenalties tells whether the totals are more than the deals.
func (s Printed) hasPenalties() bool {
	return slices.ContainsFunc(s.Columns(), func(p show.Person) bool { return p.Sum.Penalties != 0 })
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
