package stats

import (
	"testing"

	"ouverte/ledger/show"
	"ouverte/ledger/years"
)

// Of two seats that are better than the rest by more than chance, the better one is told; of none, nothing.
func TestBestSeat(t *testing.T) {
	seats := func(each ...int64) *show.PlayerBook {
		b := &show.PlayerBook{Money: "units"}
		b.Player.Name = "Ann"
		for i, amount := range each {
			f := show.SeatFigures{Active: 4, Place: i + 1, Called: 100}
			f.Money = years.NewMean(100, 100*amount, 100*(amount*amount+9))
			b.Seats = append(b.Seats, f)
		}
		return b
	}
	for _, c := range []struct {
		each []int64
		says string
	}{
		{[]int64{10, 12, -5, -5}, "Second hand is where Ann’s calls bring most."},
		{[]int64{3, 3, 3, 3}, ""},
	} {
		if got := bestSeat(seats(c.each...)); got != c.says {
			t.Errorf("%v: it says %q", c.each, got)
		}
	}
}
