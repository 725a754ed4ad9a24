package years

import (
	"math"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9*math.Max(1, math.Abs(b)) }

// The worked figures. For two newcomers of whom one wins, by hand: σ² = 69.4444, β² = 17.3611, c =
// √(2·69.4444 + 2·17.3611) = √173.6111 = 13.176157, p = 1/2; so the winner gains σ²/c·½ = 2.635231 and the
// loser loses as much, and with γ = σ/c = 0.632456 the variance shrinks by γ·σ²/c²·¼ = 0.0632456, to σ =
// 8.065506. These are also the figures other implementations of the paper print. The others go in the same
// steps.
func TestRateEvening(t *testing.T) {
	newcomer := Rating{25, 25.0 / 3}
	for _, c := range []struct {
		name   string
		before []Rating
		won    []int64
		after  []Rating
	}{
		{"two newcomers", []Rating{newcomer, newcomer}, []int64{5, -5},
			[]Rating{{27.63523138347365, 8.065506316323548}, {22.36476861652635, 8.065506316323548}}},
		{"how much is no matter", []Rating{newcomer, newcomer}, []int64{5000, 4999},
			[]Rating{{27.63523138347365, 8.065506316323548}, {22.36476861652635, 8.065506316323548}}},
		{"two alike", []Rating{newcomer, newcomer}, []int64{0, 0},
			[]Rating{{25, 8.065506316323548}, {25, 8.065506316323548}}},
		// Each of three meets two: the first wins twice, 2·2.635231, the middle one wins and loses, and each
		// variance shrinks twice.
		{"three newcomers", []Rating{newcomer, newcomer, newcomer}, []int64{9, 0, -9},
			[]Rating{
				{30.27046276694730, 7.788474807872566},
				{25, 7.788474807872566},
				{19.72953723305270, 7.788474807872566},
			}},
		// c = √(36 + 9 + 34.7222) = 8.92873, p(first) = 1/(1 + e^(−8/8.92873)) = 0.710123; the first loses 36/c·p =
		// 2.863167, the second gains 9/c·p = 0.715792; the first's variance shrinks by 6/c·36/c²·p·(1−p) =
		// 0.0624645, the second's by 3/c·9/c²·p·(1−p) = 0.0078081.
		{"the stronger loses", []Rating{{30, 6}, {22, 3}}, []int64{-1, 1},
			[]Rating{{27.13683282946781, 5.809585787750755}, {22.71579179263305, 2.9882650015583643}}},
	} {
		got := rateEvening(c.before, c.won)
		for i := range got {
			if !near(got[i].Mean, c.after[i].Mean) || !near(got[i].Sigma, c.after[i].Sigma) {
				t.Errorf("%s: %d is %v, want %v", c.name, i+1, got[i], c.after[i])
			}
		}
	}
}

// TestSecondEvening works the next evening of the two newcomers out by hand, who come to it less surely known
// than they left the first: σ² = 8.065506² + (25/300)² = 65.059337, c = √(2·65.059337 + 2·17.361111) =
// 12.839038. The one who lost wins, for which his chance was 1/(1 + e^(5.270463/12.839038)) = 0.398792: he
// gains 65.059337/c·0.601208 = 3.046507, the other loses as much, and each variance shrinks by
// 8.065937/c·65.059337/c²·0.398792·0.601208 = 0.0594481. A newcomer is never known less than at all.
func TestSecondEvening(t *testing.T) {
	both := []chain.PlayerID{1, 2}
	for p, want := range map[chain.PlayerID][]Rating{
		1: {{27.63523138347365, 8.065506316323548}, {24.588723990195334, 7.822511253427253}},
		2: {{22.36476861652635, 8.065506316323548}, {25.411276009804666, 7.822511253427253}},
	} {
		l := newLadder(nil, 4)
		var first, second state.Night
		first.ID, first.Date, second.ID, second.Date = 1, "2026-01-02", 2, "2026-01-09"
		l.play(&first, both, []int64{5, -5})
		l.play(&second, both, []int64{-6, 6})
		if len(l.Line(p)) != len(want) {
			t.Fatalf("player %d has a line of %d", p, len(l.Line(p)))
		}
		for i, got := range l.Line(p) {
			if !near(got.Mean, want[i].Mean) || !near(got.Sigma, want[i].Sigma) {
				t.Errorf("player %d after evening %d: %v, want %v", p, i+1, got.Rating, want[i])
			}
		}
	}
	// As it is shown: forty points a unit, and 1.96 standard deviations of 333 and a third to either side.
	newcomer := newLadder(nil, 4).now[3]
	if low, high := newcomer.Within(); newcomer.Strength() != 1000 || low != 347 || high != 1653 {
		t.Errorf("a newcomer is shown as %d, %d to %d", newcomer.Strength(), low, high)
	}
}
