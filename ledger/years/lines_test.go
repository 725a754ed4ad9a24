package years

import (
	"fmt"
	"testing"
)

// TestSpan: a line begins and ends with the deals somebody had a part in, or with a penalty around them.
func TestSpan(t *testing.T) {
	for _, of := range []struct {
		here   string // x for each deal they had a part in
		points []int64
		want   string
	}{
		{"xxxx", []int64{0, 3, 1, 1, 1}, "0 4"},
		{"··x·x·", []int64{0, 0, 0, 5, 5, 5, 5}, "2 5"},
		{"x···", []int64{0, 0, 0, 0, 0}, "0 1"},
		{"···x", []int64{0, 0, 0, 0, 0}, "3 4"},
		{"·x··", []int64{0, 0, 4, 4, 2}, "1 4"},
		{"··x·", []int64{-1, -1, -2, -1, -1}, "1 3"},
		{"···", []int64{0, 0, 0, 0}, "0 3"},
		{"", []int64{7}, "0 0"},
	} {
		l := Line{Points: of.points}
		for _, deal := range of.here {
			l.Here = append(l.Here, deal == 'x')
		}
		from, to := l.Span()
		if got := fmt.Sprint(from, " ", to); got != of.want {
			t.Errorf("%s with %d goes from %s, not %s", of.here, of.points, got, of.want)
		}
	}
}
