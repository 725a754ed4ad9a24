package ledger

import (
	"fmt"
	"math"
	"testing"

	"ouverte/ledger/testenv"
	"ouverte/ledger/years"
	"ouverte/rules"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9*math.Max(1, math.Abs(b)) }

// TestLadder plays evenings into a book in an order that isn't that of their dates, corrects and reopens
// some, and compares the ladder with one worked out anew from the nights as they stand.
func TestLadder(t *testing.T) {
	testenv.Thorough(t)
	l := newLife(t, 11, 6)
	for i := range 25 {
		l.evening(3)
		if i%3 == 0 {
			l.mishap()
		}
		l.compareLadder()
	}
}

// TestLadderMovesOn: an evening that is open again, and is given a later date, is rated there and not where
// it was, and those in between once.
func TestLadderMovesOn(t *testing.T) {
	l := newLife(t, 3, 4)
	house, _ := rules.Set("hoyle")
	date := func(day int) string { return fmt.Sprintf("2026-03-%02d", day) }
	for day := range 6 {
		r, err := l.StartNight(l.ctx, l.slip(),
			NewNight{Date: date(day + 1), House: house, Seats: l.people, Dealer: l.people[0]})
		l.must(err)
		l.nights = append(l.nights, r.Night)
		for range 3 {
			l.deal(r.Night)
		}
		_, err = l.CloseNight(l.ctx, l.slip(), r.Night, 0)
		l.must(err)
	}
	l.compareLadder()
	moved := l.nights[1]
	_, err := l.ReopenNight(l.ctx, l.slip(), moved, "another day")
	l.must(err)
	l.compareLadder()
	for _, day := range []int{4, 20, 3, 1, 5} {
		later := date(day)
		_, err := l.EditNight(l.ctx, l.slip(), moved, NightEdit{Date: &later})
		l.must(err)
		l.compareLadder()
	}
	_, err = l.CloseNight(l.ctx, l.slip(), moved, 0)
	l.must(err)
	l.compareLadder()
}

// compareLadder compares the ladder, and each player's line, with one worked out anew from the nights as they
// stand.
func (l *life) compareLadder() {
	l.t.Helper()
	want := years.Ladder{}
	for _, n := range l.inOrder() {
		var who []PlayerID
		var won []int64
		for _, p := range n.People {
			var played int64
			sat := false
			for _, d := range n.Deals {
				if s := d.seat(p.ID); s != 0 {
					sat = true
					played += d.Result.Net[s]
				}
			}
			if sat {
				who, won = append(who, p.ID), append(won, played)
			}
		}
		want.Play(years.NewMatch(n.ID, n.Date, who, won))
	}
	rungs, err := l.Ladder(l.ctx)
	l.must(err)
	if len(rungs) != len(want) {
		l.t.Fatalf("%d on the ladder, want %d", len(rungs), len(want))
	}
	// by the lower end of what is printed; 1.96 is looked up in any table of the normal distribution
	for i := range rungs[1:] {
		over, under := rungs[i], rungs[i+1]
		if over.Mean-1.959964*over.Sigma < under.Mean-1.959964*under.Sigma {
			l.t.Fatalf("%s (%v) stands above %s (%v)", over.Name, over.Rating, under.Name, under.Rating)
		}
	}
	for _, r := range rungs {
		points := want.Line(r.Player)
		last := points[len(points)-1]
		if !near(r.Mean, last.Mean) || !near(r.Sigma, last.Sigma) || r.Nights != len(points) {
			l.t.Fatalf("%s: %v after %d evenings, want %v after %d",
				r.Name, r.Rating, r.Nights, last.Rating, len(points))
		}
		line, err := l.RatingLine(l.ctx, r.Player)
		l.must(err)
		for i := range points {
			got, want := line[i], points[i]
			if got.Night != want.Night || got.Date != want.Date || !near(got.Mean, want.Mean) {
				l.t.Fatalf("%s, evening %d: %v, want %v", r.Name, i, got, want)
			}
		}
	}
}
