package stats

import (
	"fmt"
	"testing"

	"ouverte/ledger"
	"ouverte/rules"
)

// TestBalanceTrend draws few evenings one by one, and the months where there are more; up is solid and down
// is hollow.
func TestBalanceTrend(t *testing.T) {
	b := &ledger.PlayerBook{Player: ledger.Player{Name: "Ann"}, Money: rules.LSD, Nights: 3, Score: 4}
	if _, ok := newBalanceTrend(b); ok {
		t.Error("a line was drawn of nothing")
	}
	for i, score := range []int64{6, -12, 0, 10} {
		b.Evenings = append(b.Evenings, ledger.EveningPoint{Night: ledger.NightID(i + 1),
			Date: fmt.Sprintf("2026-01-%02d", i+1), Score: score, After: []int64{6, -6, -6, 4}[i]})
	}
	got, ok := newBalanceTrend(b)
	if !ok || len(got.Dots) != 4 || len(got.Bars) != 3 {
		t.Fatalf("%d dots and %d bars, want 4 and 3", len(got.Dots), len(got.Bars))
	}
	if got.Bars[0].Lost || !got.Bars[1].Lost || got.Bars[1].Text != "2 Jan 2026: −1s" {
		t.Errorf("the bars are %+v", got.Bars)
	}
	if got.Says != "Ann over 3 evenings: in the end +4d." {
		t.Errorf("it says %q", got.Says)
	}
	b.Months = []ledger.MonthPoint{{Month: "2025-12", Nights: 40, Score: 8, After: 8},
		{Month: "2026-01", Nights: 4, Score: -4, After: 4}}
	if got, ok = newBalanceTrend(b); !ok || len(got.Dots) != 2 || len(got.Bars) != 2 ||
		got.Bars[1].Text != "Jan 2026: −4d" {
		t.Errorf("by months it is %+v", got)
	}
}
