package stats

import (
	"fmt"
	"testing"

	"ouverte/ledger/show"
)

// TestCalendarIsOfOneSize: of more evenings than a page can bear the newest stand there, whole months of the
// newest season and older seasons as far as they fit, and the rest is counted.
func TestCalendarIsOfOneSize(t *testing.T) {
	season := func(year int) show.Season {
		return show.Season{Name: fmt.Sprint(year), Span: show.Span{From: fmt.Sprintf("%d-01-01", year),
			Until: fmt.Sprintf("%d-12-31", year)}}
	}
	seasons := []show.Season{season(2026), season(2025), season(2024)}
	for _, of := range []struct {
		each [3]int // evenings of each month of a season, newest first
		want string
	}{
		{[3]int{1, 1, 1}, "2026 12, 2025 12, 2024 12, left 0"},
		{[3]int{10, 10, 20}, "2026 120, 2025 120, left 240"},
		{[3]int{10, 20, 1}, "2026 120, left 252"},
		{[3]int{100, 0, 1}, "2026 300, left 912"},
		{[3]int{400, 1, 0}, "2026 400, left 4412"},
		{[3]int{0, 90, 1}, "2025 270, left 822"},
	} {
		b := &show.CircleBook{}
		for i, s := range seasons {
			for month := range 12 {
				for range of.each[i] {
					b.Evenings = append(b.Evenings, show.Taken{Date: fmt.Sprintf("%s-%02d-05", s.Name, month+1)})
				}
			}
		}
		out, left := calendar(moneyOf{}, b, seasons)
		got := ""
		for _, s := range out {
			n := 0
			for _, month := range s.months {
				n += len(month.all)
			}
			got += fmt.Sprintf("%s %d, ", s.Name, n)
		}
		if got += fmt.Sprintf("left %d", left); got != of.want {
			t.Errorf("of %d a month there are %s, not %s", of.each, got, of.want)
		}
	}
}
