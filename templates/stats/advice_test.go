package stats

import (
	"strings"
	"testing"

	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// same is the mean of n amounts of which half lie as far above it as the others below.
func same(n, each, spread int64) show.Mean {
	return years.NewMean(n, n*each, n*(each*each+spread*spread))
}

// A saying holds, or the other way round, only where the figures differ by more than chance.
func TestComparing(t *testing.T) {
	for _, tc := range []struct {
		first, second show.Mean
		saying        int
		want          string
	}{
		{same(100, -30, 10), same(300, 10, 10), -1,
			"A call brought 40 less than another, give or take 3. That is more than chance, and as the saying has " +
				"it."},
		{same(100, -30, 10), same(300, 10, 10), 1,
			"A call brought 40 less than another, give or take 3. That is more than chance, and the other way round."},
		{same(100, 30, 10), same(300, 10, 10), 1,
			"A call brought 20 more than another, give or take 3. That is more than chance, and as the saying has " +
				"it."},
		{same(100, 30, 10), same(300, 10, 10), -1,
			"A call brought 20 more than another, give or take 3. That is more than chance, and the other way round."},
		{same(20, 11, 40), same(20, 10, 40), 1,
			"A call brought 1 more than another, give or take 26. That may be chance: the book can’t tell."},
		{same(20, 10, 40), same(20, 10, 40), 1,
			"A call brought as much as another, give or take 26. No difference shows."},
		{years.NewMean(1000, 10_400, 108_160), same(1000, 10, 0), 1, // less than the smallest coin
			"A call brought as much as another, give or take 0. No difference shows."},
		{same(9, 100, 0), same(900, 10, 0), 1, tooFew},
		{same(900, 100, 0), same(0, 0, 0), 1, tooFew},
	} {
		c := compare(rules.Units, tc.first, tc.second, "a call", "another")
		if got := strings.TrimSpace(c.says + " " + c.held(tc.saying)); got != tc.want {
			t.Errorf("%+v and %+v, the saying %d:\n got %s\nwant %s", tc.first, tc.second, tc.saying, got, tc.want)
		}
	}
}

// Abundances are called on other hands than solos, so what they brought is no verdict, whichever brought
// more; royal ones are counted apart.
func TestAbundanceIsNoVerdict(t *testing.T) {
	for _, tc := range []struct {
		abundance int64
		want      string
	}{{50, "An abundance brought 40 more than a solo"}, {-30, "An abundance brought 40 less than a solo"}} {
		v := AdviceView{Money: rules.Units, Calls: []show.CallFigures{{Call: rules.Solo, Money: same(100, 10, 1)},
			{Call: rules.Abundance, Money: same(50, tc.abundance, 1)}, {Call: rules.Royal, Money: same(50, 500, 1)},
			{Call: rules.Misere, Money: same(50, 900, 1)}}}
		got := v.ofAbundance()
		if !strings.HasPrefix(got, tc.want) || !strings.Contains(got, "different hands") ||
			strings.Contains(got, "saying has it") {
			t.Error(got)
		}
	}
}

func TestWhoLedToMiseres(t *testing.T) {
	for _, tc := range []struct {
		led  []show.MisereLed
		want string
	}{
		{nil, tooFew},
		{[]show.MisereLed{{Leader: years.LedHimself, Made: show.Rate{Won: 9, Of: 9}},
			{Leader: years.LedOnLeft, Made: show.Rate{Won: 1, Of: 40}}}, tooFew},
		{[]show.MisereLed{{Leader: years.LedHimself, Made: show.Rate{Won: 60, Of: 80}},
			{Leader: years.LedOpposite, Made: show.Rate{Won: 30, Of: 60}},
			{Leader: years.LedOnLeft, Made: show.Rate{Won: 10, Of: 40}}},
			"They were made most often when the caller himself led, 60 of 80, and least when the player " +
				"on his left did, 10 of 40. That it mattered who led is more than chance."},
		{[]show.MisereLed{{Leader: years.LedOnRight, Made: show.Rate{Won: 6, Of: 12}},
			{Leader: years.LedOpposite, Made: show.Rate{Won: 7, Of: 12}}},
			"They were made most often when the player opposite led, 7 of 12, and least when the player on " +
				"his right did, 6 of 12. That may be chance: the book can’t tell."},
		// The best of four and the worst of four differ by chance alone more often than two do.
		{[]show.MisereLed{{Leader: years.LedHimself, Made: show.Rate{Won: 29, Of: 50}},
			{Leader: years.LedOnRight, Made: show.Rate{Won: 25, Of: 50}}, {Leader: years.LedOpposite,
				Made: show.Rate{Won: 25, Of: 50}}, {Leader: years.LedOnLeft, Made: show.Rate{Won: 18, Of: 50}}},
			"They were made most often when the caller himself led, 29 of 50, and least when the player " +
				"on his left did, 18 of 50. That may be chance: the book can’t tell."},
		{[]show.MisereLed{{Leader: years.LedHimself, Made: show.Rate{Won: 20, Of: 20}},
			{Leader: years.LedOnRight, Made: show.Rate{Won: 30, Of: 30}}}, "They were made as often whoever led."},
	} {
		if got := (AdviceView{Led: tc.led}).ofLeads(); got != tc.want {
			t.Errorf("%v:\n got %s\nwant %s", tc.led, got, tc.want)
		}
	}
}

// The places are those of four at the table: at three there is nobody between second hand and the dealer.
// That second hand is the worst and that the first and the last are the best are two claims, each with its
// own figures.
func TestPlacesAreOfFour(t *testing.T) {
	for _, tc := range []struct {
		brought    [4]int64
		want, ends string
	}{
		{[4]int64{3, -3, 3, 3}, "A call from second hand brought 6 less than one from elsewhere, give or take 1. " +
			"That is more than chance, and as the saying has it. ", "A call from first or last place brought 3 more " +
			"than one from between, give or take 1. That is more than chance, and as the saying has it."},
		{[4]int64{0, 0, 9, 0}, "A call from second hand brought 3 less than one from elsewhere, give or take 1. " +
			"That is more than chance, and as the saying has it. ", "A call from first or last place brought 5 less " +
			"than one from between, give or take 1. That is more than chance, and the other way round."},
	} {
		v := AdviceView{Money: rules.Units, Seats: []show.SeatFigures{
			{Active: 3, Place: 2, Money: same(5000, 90, 1)}}}
		for i, each := range tc.brought {
			v.Seats = append(v.Seats, show.SeatFigures{Active: 4, Place: i + 1, Money: same(50, each, 1)})
		}
		if got := v.ofPlaces(); got != tc.want+tc.ends {
			t.Errorf("%v:\n got %s\nwant %s", tc.brought, got, tc.want+tc.ends)
		}
	}
}
