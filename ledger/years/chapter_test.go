package years

import (
	"fmt"
	"slices"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// compareChapter holds what a chapter says against its figures, and who won in a part of the span against the
// circle of that part alone.
func compareChapter(t *testing.T, s *state.State, c *Circle) {
	t.Helper()
	sum, above := c.Kitty(), 0
	for _, p := range c.Standing {
		sum += p.Score
		above = 0
		for _, other := range c.Standing {
			above += int(one(other.Score > p.Score))
		}
		if c.Place(p.Player) != above+1 || c.Of(p.Player) != p {
			t.Fatalf("%s is number %d, %d stand above them", p.Name, c.Place(p.Player), above)
		}
	}
	if sum != 0 || c.Place(chain.PlayerID(9999)) != 0 {
		t.Fatalf("with the kitty the standing comes to %d", sum)
	}
	var led []chain.PlayerID
	reigns := c.Race.Reigns()
	for i, r := range reigns {
		if r.From != len(led) || i > 0 && reigns[i-1].Who == r.Who {
			t.Fatalf("reigns are %+v of %v", reigns, c.Race.Led)
		}
		led = append(led, slices.Repeat([]chain.PlayerID{r.Who}, r.Marks)...)
	}
	names, _ := c.Champions()
	since, ok := c.AheadSince()
	if !slices.Equal(led, c.Race.Led) || ok != (len(names) == 1) || ok && led[since] != c.Standing[0].Player {
		t.Fatalf("ahead since mark %d (%t) of %v, where %v won: reigns %+v", since, ok, c.Race.Led, names, reigns)
	}
	for p, n := range c.Race.Times() {
		if most, marks := c.Race.LedMost(); p != 0 && (n > marks || p == most && n != marks) {
			t.Fatalf("%d led %d times, %d most with %d", p, n, most, marks)
		}
	}
	for _, part := range []Span{c.Span, {dayOf(200), dayOf(400)}, {dayOf(310), dayOf(600)}} {
		if !c.Span.Holds(part.From) {
			continue
		}
		names, score := c.ChampionsOf(part)
		want, most := OfCircle(s, c.Money, part, 0).Champions()
		if !slices.Equal(names, want) || score != most {
			t.Fatalf("%v took %+v with %d, want %v with %d", names, part, score, want, most)
		}
	}
	for _, e := range c.Endings() {
		below, above := 0, 0
		for _, r := range e.Results {
			below, above = below+int(one(r.Score < e.Middle)), above+int(one(r.Score > e.Middle))
		}
		if n := len(e.Results); int64(n) != e.Nights || 2*below > n || 2*above > n ||
			c.Middle(e.Player) != e.Middle {
			t.Fatalf("the middle of %s's evenings is %d, of %+v", e.Name, e.Middle, e.Results)
		}
	}
	if x := c.Contrast(); x != nil && (x.LowHad.Money.Each() >= x.HighHad.Money.Each() ||
		x.Others.Of+x.LowHad.Rate().Of != CallIn(c.Calls, x.LowHad.Call).Rate().Of) {
		t.Fatalf("%+v", x)
	}
}

// TestUpsets: who stands better and has paid the other is an upset; equal ones have no better.
func TestUpsets(t *testing.T) {
	var c Circle
	for i, score := range []int64{9, 5, 5, -19} {
		c.Standing = append(c.Standing, PlayerStanding{Player: chain.PlayerID(i + 1), Tally: Tally{Score: score}})
	}
	c.Shown = c.Standing
	c.Pairs = []PairFigures{{A: 1, B: 2, Dealings: Dealings{Got: 1, Paid: 3}},
		{A: 1, B: 4, Dealings: Dealings{Got: 8}}, {A: 2, B: 3, Dealings: Dealings{Paid: 7}},
		{A: 3, B: 4, Dealings: Dealings{Got: 2, Paid: 2}}}
	if pairs, upset := c.Upsets(); pairs != 3 || len(upset) != 1 || upset[0].B != 2 {
		t.Errorf("of %d pairs these are upset: %+v", pairs, upset)
	}
}

// TestADealIsOnes: of a proposal the figures of a deal are what came to each of the two, in every table.
func TestADealIsOnes(t *testing.T) {
	mean := Mean{2, 24, 16*16 + 8*8}
	c := &Circle{Calls: []CallFigures{{Call: rules.Passed, N: 3}, {Call: rules.Prop, N: 2, Money: mean},
		{Call: rules.Solo, N: 2, Money: mean}}}
	all := c.PlayedCalls()
	if len(all) != 2 || all[0].Money.Rounded() != 6 || all[1].Money.Rounded() != 12 {
		t.Fatalf("a deal brought %+v", all)
	}
	half, _ := all[0].Money.Give()
	whole, _ := all[1].Money.Give()
	if 2*half != whole {
		t.Errorf("each of two is as sure of %v as both of %v", half, whole)
	}
}

// TestFirsts: who came first and who would, who gains and loses most places, and past whom.
func TestFirsts(t *testing.T) {
	for _, of := range []struct {
		was, would [3]int64
		want       string
	}{
		{[3]int64{5, 2, 1}, [3]int64{5, 2, 1}, "[Ann] [Ann]  0  0: "},
		{[3]int64{5, 2, 1}, [3]int64{2, 5, 1}, "[Ann] [Bob] Bob 1 Ann 1: Bob Ann"},
		{[3]int64{5, 5, 1}, [3]int64{5, 2, 1}, "[Ann Bob] [Ann]  0 Bob 1: Bob Ann"},
		{[3]int64{5, 2, 1}, [3]int64{5, 5, 7}, "[Ann] [Cat] Cat 2 Ann 1: Cat Ann Bob"},
		{[3]int64{5, 2, 1}, [3]int64{5, 5, 1}, "[Ann] [Ann Bob] Bob 1  0: Bob"},
	} {
		var o Otherwise
		for i, name := range []string{"Ann", "Bob", "Cat"} {
			o.Standing = append(o.Standing, OtherwiseLine{Name: name, Was: of.was[i], WouldBe: of.would[i]})
		}
		o.rank()
		did, would := o.Firsts()
		up, down, gained, lost := o.movers()
		got := fmt.Sprintf("%v %v %s %d %s %d: %s", did, would, up.Name, gained, down.Name, lost, o.Mover().Name)
		for _, l := range o.Passed(o.Mover()) {
			got += " " + l.Name
		}
		if got != of.want {
			t.Errorf("%v to %v is %s, not %s", of.was, of.would, got, of.want)
		}
		all := Answer{All: []Otherwise{o, {Left: 1}}}
		name, by, sets := all.Leader()
		if name != did[0] || by != int(one(slices.Contains(would, name))) || sets != 1 {
			t.Errorf("%s leads by %d of %d sets", name, by, sets)
		}
	}
}
