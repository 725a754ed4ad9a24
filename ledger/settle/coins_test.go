package settle_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/settle"
	"ouverte/rules"
)

// bowl picks coins of a money by name; none named is all of them.
func bowl(t *testing.T, m rules.Money, names string) []settle.Coin {
	t.Helper()
	all := settle.CoinsOf(m)
	if names == "" {
		return all
	}
	var some []settle.Coin
	for _, name := range strings.Split(names, ", ") {
		i := slices.IndexFunc(all, func(c settle.Coin) bool { return c.Name == name })
		if i < 0 {
			t.Fatalf("%s has no %s", m, name)
		}
		some = append(some, all[i])
	}
	return some
}

func TestCountOut(t *testing.T) {
	for _, c := range []struct {
		money  rules.Money
		bowl   string
		amount int64
		want   string
		left   int64
	}{
		{rules.LSD, "", 0, "", 0},
		{rules.LSD, "", 33, "half-crown, threepence", 0},
		{rules.LSD, "", 1, "penny", 0},
		{rules.LSD, "penny, shilling", 25, "two shillings and a penny", 0},
		{rules.LSD, "", 48, "two florins", 0}, // the dearest first would be half-crown, shilling, sixpence
		{rules.LSD, "penny, sixpence, half-crown, florin", 79, "a half-crown, two florins and a penny", 0},
		{rules.LSD, "florin, half-crown", 50, "two florins", 2},
		{rules.LSD, "sixpence", 5, "", 5},
		{rules.LSD, "", 240*13 + 120, "13 sovereigns and a half-sovereign", 0},
		{rules.LSD, "threepence", 9, "three threepenny bits", 0},
		{"GBP", "", 12345, "two £50 notes, a £20 note, a £2 coin, a £1 coin, two 20p coins and a 5p coin", 0},
		{"GBP", "", 2750, "£20 note, £5 note, £2 coin, 50p coin", 0},
		{"GBP", "20p coin, 50p coin", 80, "four 20p coins", 0},
		{"EUR", "", 150, "€1 coin, 50c coin", 0},
		{"AUD", "", 163, "$1 coin, 50c coin, 10c coin", 3},
		{"NZD", "", 85, "50c coin, 20c coin, 10c coin", 5},
		{"USD", "", 41, "quarter, dime, nickel, penny", 0},
		{rules.Units, "", 7, "", 7},
	} {
		t.Run(fmt.Sprint(c.money, " ", c.amount, " ", c.bowl), func(t *testing.T) {
			counted, left := settle.CountOut(c.amount, bowl(t, c.money, c.bowl))
			if got := settle.InWords(counted); got != c.want || left != c.left {
				t.Errorf("got %q and %d left, want %q and %d", got, left, c.want, c.left)
			}
		})
	}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// TestCountOutTakesTheFewest holds what is counted out against the fewest coins there can be for as much as can
// be made at all, whatever is in the bowl: all choices of old coins, some of today's thousands. From four times
// the dearest coin on, one of them more takes one coin more: if that holds for as many amounts on end as it is
// worth it holds for all above, and CountOut relies on it from five times on.
func TestCountOutTakesTheFewest(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 5))
	for _, m := range []rules.Money{rules.LSD, "GBP", "EUR", "AUD", "NZD", "CAD", "USD", "CHF", "SEK", "NOK",
		"DKK", "ZAR"} {
		all := settle.CoinsOf(m)
		if len(all) < 8 {
			t.Fatalf("%s has only %d coins", m, len(all))
		}
		every := 1
		if m != rules.LSD {
			every = 400
		}
		for choice := 1; choice < 1<<len(all); choice += 1 + r.IntN(every) {
			var bowl []settle.Coin
			unit := int64(0)
			for i, c := range all {
				if choice&(1<<i) != 0 {
					bowl, unit = append(bowl, c), gcd(unit, c.Value)
				}
			}
			dearest := bowl[len(bowl)-1].Value
			fewest := fewestCoins(bowl, unit, 6*dearest)
			for n := 4 * dearest / unit; n < int64(len(fewest)); n++ {
				if fewest[n] >= 0 && fewest[n] != fewest[n-dearest/unit]+1 {
					t.Fatalf("%s, coins of %v: %d takes %d coins", m, bowl, n*unit, fewest[n])
				}
			}
			for range 3 {
				amount := 4*dearest + r.Int64N(2*dearest)
				n := amount / unit
				for fewest[n] < 0 {
					n--
				}
				counted, left := settle.CountOut(amount, bowl)
				more, still := settle.CountOut(amount+100*dearest, bowl)
				if number(counted) != fewest[n] || left != amount-n*unit || number(more) != fewest[n]+100 || still != left {
					t.Fatalf("%s, %d of %v: %v, %d left; %d coins would do, %d left; 100 dearest more: %v, %d left", m,
						amount, bowl, counted, left, fewest[n], amount-n*unit, more, still)
				}
			}
		}
	}
}

// fewestCoins is how few coins each number of units up to most takes, or −1 where they can't make it.
func fewestCoins(bowl []settle.Coin, unit, most int64) []int64 {
	best := make([]int64, most/unit+1)
	for n := range best[1:] {
		n++
		best[n] = -1
		for _, c := range bowl {
			if before := n - int(c.Value/unit); before >= 0 && best[before] >= 0 &&
				(best[n] < 0 || best[before]+1 < best[n]) {
				best[n] = best[before] + 1
			}
		}
	}
	return best
}

func number(counted []settle.Coins) (n int64) {
	for _, c := range counted {
		n += c.Count
	}
	return n
}
