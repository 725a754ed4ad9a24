package stats

import (
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// same is the mean of n amounts of which half lie as far above it as the others below.
func same(n, each, spread int64) ledger.Mean {
	return years.NewMean(n, n*each, n*(each*each+spread*spread))
}

// A piece of advice holds, or holds the other way round, only where the figures differ by more than chance.
func TestVerdict(t *testing.T) {
	for _, tc := range []struct {
		first, second ledger.Mean
		more          bool
		want          string
	}{
		{same(100, -30, 10), same(300, 10, 10), false,
			"A call brought 40 less than another, give or take 2. In your book it holds."},
		{same(100, -30, 10), same(300, 10, 10), true,
			"A call brought 40 less than another, give or take 2. In your book it is the other way round."},
		{same(100, 30, 10), same(300, 10, 10), true,
			"A call brought 20 more than another, give or take 2. In your book it holds."},
		{same(100, 30, 10), same(300, 10, 10), false,
			"A call brought 20 more than another, give or take 2. In your book it is the other way round."},
		{same(20, 11, 40), same(20, 10, 40), true,
			"A call brought 1 more than another, give or take 25. That may be chance: the book can’t tell."},
		{same(20, 10, 40), same(20, 10, 40), true,
			"A call brought as much as another, give or take 25. That may be chance: the book can’t tell."},
		{same(9, 100, 0), same(900, 10, 0), true, tooFew},
		{same(900, 100, 0), same(0, 0, 0), true, tooFew},
	} {
		if got := verdict(rules.Units, tc.first, tc.second, "a call", "another", tc.more); got != tc.want {
			t.Errorf("%+v and %+v, more %v:\n got %s\nwant %s", tc.first, tc.second, tc.more, got, tc.want)
		}
	}
}

func TestWhoLedToMiseres(t *testing.T) {
	for _, tc := range []struct {
		led  []ledger.MisereLed
		want string
	}{
		{nil, tooFew},
		{[]ledger.MisereLed{{Leader: years.LedHimself, Made: ledger.Rate{Won: 9, Of: 9}},
			{Leader: years.LedOnLeft, Made: ledger.Rate{Won: 1, Of: 40}}}, tooFew},
		{[]ledger.MisereLed{{Leader: years.LedHimself, Made: ledger.Rate{Won: 60, Of: 80}},
			{Leader: years.LedOpposite, Made: ledger.Rate{Won: 30, Of: 60}},
			{Leader: years.LedOnLeft, Made: ledger.Rate{Won: 10, Of: 40}}},
			"Made most often when the caller himself led, 75%, and least when the player on his left did, 25%. " +
				"That is more than chance."},
		{[]ledger.MisereLed{{Leader: years.LedOnRight, Made: ledger.Rate{Won: 6, Of: 12}},
			{Leader: years.LedOpposite, Made: ledger.Rate{Won: 7, Of: 12}}},
			"Made most often when the player opposite led, 58%, and least when the player on his right did, 50%. " +
				"That may be chance: the book can’t tell."},
	} {
		if got := (AdviceView{Led: tc.led}).ofLeads(); got != tc.want {
			t.Errorf("%v:\n got %s\nwant %s", tc.led, got, tc.want)
		}
	}
}

// The places are those of four at the table: at three there is nobody between second hand and the dealer.
func TestSecondHandIsOfFour(t *testing.T) {
	v := AdviceView{Money: rules.Units, Seats: []ledger.SeatFigures{
		{Active: 4, Place: 1, Money: same(50, 3, 1)}, {Active: 4, Place: 2, Money: same(50, -3, 1)},
		{Active: 4, Place: 4, Money: same(50, 3, 1)}, {Active: 3, Place: 2, Money: same(5000, 90, 1)},
	}}
	if got := v.ofSecondHand(); !strings.HasPrefix(got,
		"A call from second hand brought 6 less than one from elsewhere") ||
		!strings.HasSuffix(got, "In your book it holds.") {
		t.Error(got)
	}
}
