package rules

import (
	"errors"
	"math"
	"testing"
)

// Cases beyond the examples of §10 where RULES.md is easily misread.
func TestFinePoints(t *testing.T) {
	for _, row := range []struct{ set, deal, result string }{
		// §4: the pairs settle in seat order from the dealer's left, whoever proposed.
		{"hoyle", "prop dan ann 8", "won +6 −6 −6 +6"},
		// §4, slam: the thirteen must really be taken, and not by a side that revoked.
		{"hoyle", "prop ann bob 13 rev cat", "won +16 +16 −32 0, 5 over"},
		{"hoyle", "prop ann bob 10 rev cat", "won +11 +11 −22 0, 5 over"},
		{"hoyle", "prop ann bob 13 rev ann", "lost −6 −6 +6 +6"},
		{"sixpence", "prop ann bob 13", "won +11 +11 −11 −11, 5 over"},
		// §5, wrong cards go before everything: before revokes on both sides, a forfeit, the tricks.
		{"hoyle", "solo ann 0 wrong cat rev ann rev cat", "won +18 −6 −6 −6"},
		{"hoyle", "solo ann 13 wrong ann wrong cat", "lost −18 +6 +6 +6"},
		{"hoyle", "misere ann 0 wrong ann forfeit cat", "lost −36 +12 +12 +12"},
		{"hoyle", "misere ann wrong bob forfeit cat rev dan", "won +36 −12 −12 −12"},
		{"irish", "irish ann 6S wrong bob", "won +18 −6 −6 −6"},
		// §5, the tricks of an opponent's revoke: no more than the opponents have.
		{"hoyle", "solo ann 12 rev cat rev cat", "won +42 0 −42 0, 8 over"},
		// §5, over-tricks only where positive; the stake is won all the same.
		{"hoyle", "abundance ann 2 rev cat", "won +54 0 −54 0"},
		// §5, offenders share: fourteen pence from each opponent would be 42d, a shilling and ninepence
		// each.
		{"hoyle", "solo ann 4 rev bob rev cat rev cat", "won +42 −21 −21 0, 8 over"},
		// §5, stake only for the calls without over-tricks.
		{"hoyle", "declared ann 3 rev bob", "won +108 −108 0 0"},
		{"hoyle", "declared ann 13 rev ann", "lost −108 +36 +36 +36"},
		{"irish", "irish ann 7H 2 rev bob rev cat", "won +21 −11 −10 0"},
		{"irish", "misere ann 0", "won +36 −12 −12 −12"},
		// §2: a petit slam has a target, and so an over-trick, whatever it is worth.
		{"grand-slam", "petit-slam ann 13", "won +21 −7 −7 −7, 1 over"},
		{"grand-slam", "petit-slam ann 10", "lost −21 +7 +7 +7, 2 under"},
		{"grand-slam", "grand-slam ann 12", "lost −36 +12 +12 +12"},
		{"units", "passed", "passed 0 0 0 0"},
		{"units", "void", "void 0 0 0 0"},
	} {
		checkDeal(t, set(t, row.set), four, row.deal, row.result)
	}
	// §1: three at the table, two opponents; §5: odd coins from the dealer's left.
	checkDeal(t, set(t, "hoyle"), four[:3], "solo ann 5", "won +12 −6 −6")
	checkDeal(t, set(t, "hoyle"), five, "prop ann eve 7 rev bob", "won +8 −16 0 0 +8, 2 over")
	checkDeal(t, set(t, "irish"), five, "irish eve 7H 2 rev ann rev cat", "won −11 0 −10 0 +21")
}

// §6, general misère in its three forms.
func TestGeneralMisere(t *testing.T) {
	for _, c := range []struct {
		form   AllPass
		names  []string
		deal   string
		result string
	}{
		{LastTrick, four, "general-misere loser cat", "played +1 +1 −3 +1"},
		{LastTrick, five, "general-misere loser eve", "played +1 +1 +1 0 −3"},
		{FiveOrFour, four[:3], "general-misere loser ann", "played −2 +1 +1"},
		{LastTrick, four, "general-misere loser cat rev bob", "played +1 −3 +1 +1"},
		{FiveOrFour, four, "general-misere rev bob rev bob", "played +1 −3 +1 +1"},
		{FiveOrFour, four, "general-misere loser bob rev bob rev cat", "void 0 0 0 0"},
		{Fewest, four, "general-misere took 1 2 4 6", "played +3 −1 −1 −1"},
		{Fewest, four, "general-misere took 0 0 4 9", "played +2 +2 −2 −2"},
		{Fewest, four, "general-misere took 3 3 3 4", "played +1 +1 +1 −3"},
		{Fewest, four[:3], "general-misere took 2 2 9", "played +1 +1 −2"},
		{Fewest, five, "general-misere took 1 2 4 0 6", "played +3 −1 −1 0 −1"},
		{Fewest, four, "general-misere took 0 0 4 9 rev ann", "played −3 +1 +1 +1"},
		{Fewest, four, "general-misere rev ann rev dan", "void 0 0 0 0"},
	} {
		h := with("units", func(h *House) { h.AllPass = c.form })
		d := readDeal(t, c.names, c.deal)
		r, err := Settle(h, &d)
		if err != nil {
			t.Errorf("%s, %s: %v", c.form, c.deal, err)
			continue
		}
		if got := short(&d, &r); got != c.result {
			t.Errorf("%s, %s:\n got %s\nwant %s", c.form, c.deal, got, c.result)
		}
	}
}

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

func TestOutcomeWords(t *testing.T) {
	for outcome, want := range map[Outcome]string{
		Won: "won", Lost: "lost", VoidDeal: "void", PassedOut: "passed", Played: "played",
		NoOutcome: "none", 99: "none",
	} {
		if got := outcome.String(); got != want {
			t.Errorf("outcome %d is %q, want %q", outcome, got, want)
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
			if r, err := Settle(h, &d); err != nil || len(r.Pays()) > 6 {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", line, n)
		}
	}
}

func BenchmarkSettle(b *testing.B) {
	h := with("hoyle", func(h *House) { h.AllPass = Fewest })
	var deals []Deal
	for _, line := range settlings {
		deals = append(deals, readDeal(b, four, line))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := Settle(h, &deals[i%len(deals)]); err != nil {
			b.Fatal(err)
		}
	}
}
