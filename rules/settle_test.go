package rules

import (
	"errors"
	"math"
	"testing"
)

// Amounts near the end of 64 bits are either exact or refused, never wrapped.
func TestAmountsPastCounting(t *testing.T) {
	const third = math.MaxInt64 / 3
	for _, c := range []struct {
		deal              string
		stake, over, want int64 // want is what Ann makes; 0 for a refusal
	}{
		{"solo ann 5", third, 0, third * 3},
		{"solo ann 5", third + 1, 0, 0},
		{"solo ann 4", third + 1, 0, 0},
		{"solo ann 5 rev bob", third - 3, 1, third * 3},
		{"solo ann 5 rev bob", third - 2, 1, 0},
		{"solo ann 7", 1, math.MaxInt64 / 2, 0},
		{"solo ann 6", 1, math.MaxInt64, 0},
		{"prop ann bob 8", math.MaxInt64, 0, math.MaxInt64},
		{"prop ann bob 8 rev cat", math.MaxInt64, 0, 0},
		{"prop ann bob 9", math.MaxInt64, 1, 0},
		{"irish ann 13C 13", third / 13, 0, third / 13 * 13 * 3},
		{"irish ann 13C 13", math.MaxInt64 / 13, 0, 0},
		{"irish ann 3C 3", math.MaxInt64 / 2, 0, 0},
		{"general-misere loser bob", third, 0, third},
		{"general-misere loser bob", third + 1, 0, 0},
	} {
		h := &House{AllPass: LastTrick, OffenderPays: true, RevokeTricks: 0}
		for _, call := range []Call{Prop, Solo, Irish} {
			h.Calls = append(h.Calls, Rank{Call: call, Target: call.UsualTarget(), Stake: c.stake})
		}
		h.Calls[0].Over, h.Calls[1].Over = c.over, c.over
		d := readDeal(t, four, c.deal)
		if d.Revokes[2] > 0 {
			h.RevokeTricks = 3 // three over
		}
		r, err := Settle(h, &d)
		var p *Problem
		switch {
		case c.want == 0 && !errors.As(err, &p):
			t.Errorf("%s at %d and %d over is %+v, %v and should be refused", c.deal, c.stake, c.over, r, err)
		case c.want == 0 && r != Result{}:
			t.Errorf("%s at %d: a refusal came with %+v", c.deal, c.stake, r)
		case c.want != 0 && (err != nil || r.Net[1] != c.want):
			t.Errorf("%s at %d and %d over: Ann makes %d, %v, want %d", c.deal, c.stake, c.over, r.Net[1], err, c.want)
		}
	}
}

// settlings are deals of every kind for measurements.
var settlings = []string{
	"solo ann 7", "solo ann 4", "prop ann bob 13", "prop ann bob 7 rev dan", "misere ann 0",
	"misere ann forfeit cat",
	"abundance ann 10 rev bob rev cat", "solo ann 6 rev ann", "solo ann 4 rev ann rev cat",
	"declared ann wrong bob",
	"general-misere took 0 0 4 9", "passed", "void",
}

func TestSettleAllocatesNothing(t *testing.T) {
	h := with("hoyle", func(h *House) { h.AllPass = Fewest })
	for _, line := range settlings {
		d := readDeal(t, four, line)
		if n := testing.AllocsPerRun(100, func() {
			if r, err := Settle(h, &d); err != nil || len(r.Pays()) > 4 {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", line, n)
		}
	}
}
