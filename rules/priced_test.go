package rules_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ouverte/rules"
)

// TestPriced holds every shipped set at every stake up to 300 and some large ones: it is sound, its solo
// costs the stake asked for, no amount is more than half a coin off its proportion, at the set's own stake
// and its multiples it is the set scaled, and its calls keep their order.
func TestPriced(t *testing.T) {
	stakes := []int64{1_000, 4_321, 1_000_000}
	for n := range int64(300) {
		stakes = append(stakes, n+1)
	}
	for _, set := range rules.Sets() {
		for _, stake := range stakes {
			for _, money := range []rules.Money{rules.Units, rules.LSD, "GBP", "EUR", "JPY"} {
				got, err := set.Priced(money, stake)
				if err != nil {
					t.Fatalf("%s at %d: %v", set.ID, stake, err)
				}
				if err := got.Check(); err != nil {
					t.Fatalf("%s at %d: %v", set.ID, stake, err)
				}
				if got.UsualStake() != stake || got.Money != money {
					t.Fatalf("%s at %d %s has a solo at %d %s", set.ID, stake, money, got.UsualStake(), got.Money)
				}
				by := float64(stake) / float64(set.UsualStake())
				for i, r := range got.Calls {
					was := set.Calls[i]
					for _, pair := range [][2]int64{{was.Stake, r.Stake}, {was.Over, r.Over}, {was.Under, r.Under}} {
						if off := math.Abs(float64(pair[0])*by - float64(pair[1])); off > .5 && pair[1] != 1 {
							t.Fatalf("%s at %d: %v became %v", set.ID, stake, was, r)
						}
					}
				}
				if n := stake / set.UsualStake(); stake%set.UsualStake() == 0 && n <= 1000 && money == set.Money {
					scaled, err := set.Scaled(int(n))
					if err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(scaled, got); diff != "" {
						t.Fatalf("%s at %d:\n%s", set.ID, stake, diff)
					}
				}
			}
		}
	}
}

func TestPricedRefused(t *testing.T) {
	hoyle, _ := rules.Set("hoyle")
	for _, c := range []struct {
		money rules.Money
		stake int64
		says  string
	}{
		{"GBP", 0, "The stake must be above zero."},
		{"GBP", -5, "The stake must be above zero."},
		{"shells", 5, "“shells” is no money we know: use units, points, lsd or the code of a currency in use, " +
			"such as GBP or EUR."},
		{rules.Units, math.MaxInt64 / 2, "At a stake of 4611686018427387903 other calls would cost more than can " +
			"be counted."},
	} {
		if _, err := hoyle.Priced(c.money, c.stake); err == nil || err.Error() != c.says {
			t.Errorf("%s %d: %v", c.money, c.stake, err)
		}
	}
}
