package sheet

import (
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/show"
	"ouverte/rules"
)

// The head of a printed sheet says all that a set pays, and calls no trick taken in a misère short.
func TestLadderOnPaper(t *testing.T) {
	set, _ := rules.Set("units")
	h := *set
	h.AllPass, h.Misery, h.Calls = rules.LastTrick, 9, slices.Clone(set.Calls)
	for i := range h.Calls {
		switch r := &h.Calls[i]; r.Call {
		case rules.Solo:
			r.Over, r.Under, r.Lost, r.FreeUnder, r.Bonus = 1, 1, 4, 1, 5
		case rules.Misere:
			r.Under, r.FreeUnder = 1, 2
		}
	}
	got := strings.Split(Pays(&show.Night{Stakes: &h, Money: h.Money}), " · ")
	for _, want := range []string{
		"Solo 1 (1 a trick, 4 when lost, the first trick short free, 5 for all thirteen)",
		"Misère 2 (1 for each trick taken, the first two tricks free)",
		"when all have passed, played for 9",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("the sheet says %q, and not %q", got, want)
		}
	}
}
