package years

import (
	"fmt"
	"slices"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
)

// TestStories: in random books no two players get the same sentence, and the evenings a story speaks of are
// the person's own, with what they had after each.
func TestStories(t *testing.T) {
	t.Parallel()
	seen := map[Tale]int{}
	for seed := range testenv.Share(60) {
		s := randomBook(t, uint64(seed), 0)
		for _, money := range PlayedFor(s) {
			for _, season := range append(Seasons(s, Calendar), Season{}) {
				told := map[string]string{}
				o := OfCircle(s, money.Money, season.Span, 0)
				for _, story := range o.Stories() {
					seen[story.Tale]++
					key := fmt.Sprint(story.Tale)
					if story.Tale == Ends { // told with its figures
						key = fmt.Sprint(story.Tale, story.Marked[0].Score, story.Marked[1].Score)
					}
					figures := fmt.Sprint(story.Score, story.Amount, story.N, story.Marked)
					if other, twice := told[key]; twice && other != figures {
						t.Errorf("seed %d: tale %s twice: %s and %s", seed, key, figures, other)
					}
					told[key] = figures
					p := OfPlayer(s, s.Names().At(story.Player).Player, money.Money, season.Span, 1e6)
					if p.Score != story.Score {
						t.Errorf("seed %d: %s has %d, told is %d", seed, story.Name, p.Score, story.Score)
					}
					for _, e := range story.Marked {
						if !slices.Contains(p.Evenings, e) {
							t.Errorf("seed %d: %s wasn't at %v", seed, story.Name, e)
						}
					}
				}
			}
		}
	}
	for tale := range tales {
		if seen[tale] == 0 && testenv.Whole() {
			t.Errorf("tale %d was never told", tale)
		}
	}
}

// TestDuels: what two took from each other is what the pages of both say, evening by evening.
func TestDuels(t *testing.T) {
	t.Parallel()
	turns := 0
	for seed := range testenv.Share(20) {
		s := randomBook(t, uint64(seed), 0)
		money := PlayedFor(s)[0].Money
		p := OfPlayer(s, s.Names().At(2).Player, money, Span{}, 0)
		for _, f := range p.Pairs {
			d := DuelOf(s, p.Player, s.Names().At(f.B).Player, money, Span{})
			turns += len(d.Turns)
			if d.Took != [2]int64{f.Got, f.Paid} {
				t.Errorf("seed %d: %v, the page says %d and %d", seed, d.Took, f.Got, f.Paid)
			}
			if n := len(d.Evenings); n > 0 && d.Evenings[n-1].After != f.Net() {
				t.Errorf("seed %d: the line ends at %d, not %d", seed, d.Evenings[n-1].After, f.Net())
			}
			for i, at := range d.Turns {
				before := d.Evenings[at-1].After
				if after := d.Evenings[at].After; before*after > 0 || after == 0 {
					t.Errorf("seed %d: turn %d from %d to %d", seed, i, before, after)
				}
			}
		}
	}
	if turns == 0 {
		t.Error("no lead changed hands")
	}
}

// TestLanes: a tie shares a place half-way, and who comes late begins late.
func TestLanes(t *testing.T) {
	t.Parallel()
	line := func(p chain.PlayerID, from int, points ...int64) Line {
		here := make([]bool, len(points)-1)
		for i := range here {
			here[i] = i >= from
		}
		return Line{Player: p, Points: points, Here: here}
	}
	lanes := Lanes([]Line{line(1, 0, 0, 3, 3), line(2, 0, 0, -3, 0), line(3, 1, 0, 0, 3)}, []int{1, 2})
	got := ""
	for _, l := range lanes {
		got += fmt.Sprint(l.Player, l.From, l.Places, l.End, ";")
	}
	if want := "1 0 [1 1.5] 3;2 0 [2 3] 0;3 1 [1.5] 3;"; got != want {
		t.Errorf("%s\n not %s", got, want)
	}
	if got := fmt.Sprint(Spread([]int{1, 2, 3, 4, 5, 6, 7}, 3)); got != "[1 4 7]" {
		t.Error(got)
	}
}
