package ledger

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// TestSplit checks that the parts of a span are the span: each day once.
func TestSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	day := func() time.Time { return time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, r.IntN(1200)) }
	for range 2000 {
		a, b := day(), day()
		if b.Before(a) {
			a, b = b, a
		}
		span := Span{a.Format(time.DateOnly), b.Format(time.DateOnly)}
		in := span.split()
		nights := 0
		for at := a.AddDate(0, 0, -40); at.Before(b.AddDate(0, 0, 40)); at = at.AddDate(0, 0, 1) {
			d, n := at.Format(time.DateOnly), 0
			for _, p := range periods(d) {
				if slices.Contains(in.whole, p) {
					n++
				}
				if slices.Contains(in.less, p) {
					n--
				}
			}
			for _, e := range in.edges {
				if !e.Holds(d) {
					continue
				}
				nights++
				if n++; e.away {
					n -= 2
				}
			}
			if want := flag(span.Holds(d)); int64(n) != want {
				t.Fatalf("%v: %s is counted %d times, want %d", span, d, n, want)
			}
		}
		if nights > 11 {
			t.Fatalf("%v: %d days are looked at one by one", span, nights)
		}
		if n := len(in.whole) + len(in.less); n > 3+2*9 {
			t.Fatalf("%v: %d periods are added up", span, n)
		}
	}
}
