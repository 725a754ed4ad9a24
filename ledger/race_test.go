package ledger

import (
	"slices"
	"testing"

	"ouverte/ledger/years"
	"ouverte/rules"
)

// TestRace holds everybody's line against the nights as they stand, and what it ends at against the standing.
func TestRace(t *testing.T) {
	drawn := map[years.Stretch]int{}
	for seed := range few(6) {
		l := newLife(t, seed, 6)
		for range 8 {
			l.evening(4)
		}
		if seed%2 == 1 {
			l.join()
			l.must(l.SetSeason(l.ctx, "09-01"))
		}
		seasons, err := l.Seasons(l.ctx)
		l.must(err)
		spans := []Span{{}, {From: "2025-03-04", Until: "2025-11-05"}}
		for _, s := range seasons {
			spans = append(spans, s.Span)
		}
		for _, money := range []rules.Money{rules.LSD, "GBP", rules.Units, "JPY"} {
			for _, span := range spans {
				c, err := l.CircleBook(l.ctx, money, span, 0)
				l.must(err)
				race := c.Race
				if race == nil {
					if span == (Span{}) && len(c.Shown) > 0 {
						t.Errorf("seed %d: no race of %s in all years", seed, money)
					}
					continue
				}
				drawn[race.By]++
				l.checkRace(race, c)
			}
		}
		l.must(l.Close())
	}
	if drawn[years.ByEvening] < 5 || drawn[years.BySeason] < 2 {
		t.Errorf("hardly a race: %v", drawn)
	}
}

func (l *life) checkRace(race *Race, c *CircleBook) {
	l.t.Helper()
	nights := l.reckon(l.inOrder(), c.Money, c.Span).nights
	begins, err := l.SeasonBegins(l.ctx)
	l.must(err)
	for i, p := range c.Shown {
		line := race.Lines[i]
		if line.Player != p.Player || len(line.Points) != len(race.Marks)+1 || line.Points[0] != 0 ||
			line.Points[len(race.Marks)] != p.Score {
			l.t.Fatalf("the line of %s ends with %+v, the standing says %d", p.Name, line, p.Score)
		}
		for m, mark := range race.Marks {
			var want int64
			for _, n := range nights {
				at := slices.IndexFunc(race.Marks, func(o years.RaceMark) bool { return o.Night == n.ID })
				if race.By == years.BySeason {
					at = slices.IndexFunc(race.Marks, func(o years.RaceMark) bool {
						return o.Name == years.SeasonOf(n.Date, begins).Name
					})
				}
				for _, q := range n.People {
					if q.ID != p.Player || at > m {
						continue
					}
					if score := q.Sum.Deals + q.Sum.Penalties; at >= 0 {
						want += score
					} else if score != 0 {
						l.t.Fatalf("night %d isn't in the race, though %s came to %d there", n.ID, p.Name, score)
					}
				}
			}
			if line.Points[m+1] != want {
				l.t.Errorf("%s after %+v: %d, want %d", p.Name, mark, line.Points[m+1], want)
			}
		}
		since, ok := race.LedSince(p.Player)
		ahead := func(m int) bool {
			return !slices.ContainsFunc(race.Lines, func(o years.Line) bool {
				return o.Player != p.Player && o.Points[m] >= line.Points[m]
			})
		}
		if ok != ahead(len(race.Marks)) {
			l.t.Errorf("%s is ahead at the end: %t", p.Name, ok)
		}
		for m := since + 1; ok && m <= len(race.Marks); m++ {
			if !ahead(m) {
				l.t.Errorf("%s isn't ahead after mark %d, they say since %d", p.Name, m, since)
			}
		}
		if ok && since > 0 && ahead(since) {
			l.t.Errorf("%s was ahead before mark %d", p.Name, since)
		}
	}
}
