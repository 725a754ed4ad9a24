package years

import (
	"math/rand/v2"
	"testing"
	"time"
)

// TestSplit checks that the parts of a span are the span, each day once, and that no year is at an edge whose
// sums there are.
func TestSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	day := func() time.Time { return time.Date(2021, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, r.IntN(2400)) }
	var days []string
	first, last := time.Date(2021, 5, 5, 0, 0, 0, 0, time.UTC), time.Date(2027, 2, 2, 0, 0, 0, 0, time.UTC)
	for d := first; !d.After(last); d = d.AddDate(0, 0, 1) {
		days = append(days, d.Format(time.DateOnly))
	}
	seasons := map[string][]Season{} // of each day
	for _, begins := range []string{"01-01", "09-01", "03-01", "12-31"} {
		for _, day := range days {
			seasons[begins] = append(seasons[begins], SeasonOf(day, begins))
		}
	}
	rounds := 2000
	if testing.Short() {
		rounds = 200
	}
	for range rounds {
		begins := []string{"01-01", "09-01", "03-01", "12-31"}[r.IntN(4)]
		until := []string{forever, "", yearSpan(2023, begins).Until}[r.IntN(3)]
		at := Reading{begins: begins, until: until, days: Span{days[0], days[len(days)-1]}}
		a, b := day(), day()
		if b.Before(a) {
			a, b = b, a
		}
		span := Span{a.Format(time.DateOnly), b.Format(time.DateOnly)}
		years, edges := at.split(span)
		if len(edges) > 2 {
			t.Fatalf("%v: %d edges", span, len(edges))
		}
		var whole []Span
		for _, y := range years {
			whole = append(whole, yearSpan(y, begins))
		}
		for i, day := range days {
			n := 0
			for _, y := range whole {
				n += one(y.Holds(day))
			}
			for _, e := range edges {
				if !e.Holds(day) {
					continue
				}
				n++
				y := seasons[begins][i]
				if y.From >= span.From && y.Until <= span.Until && y.Until <= until {
					t.Fatalf("%v: %v is at the edge %v", span, y, e)
				}
			}
			if want := one(span.Holds(day)); n != want {
				t.Fatalf("%v from %s: %s is counted %d times, want %d", span, begins, day, n, want)
			}
		}
	}
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// TestDates goes to the number of each date and back.
func TestDates(t *testing.T) {
	for _, first := range []string{"0001-01-01", "0999-12-25", "2024-02-01"} {
		for n := range 800 {
			if date := dayAfter(first, n); dateOf(dayNumber(date)) != date {
				t.Errorf("%s is number %d, and that is %s", date, dayNumber(date), dateOf(dayNumber(date)))
			}
		}
	}
}
