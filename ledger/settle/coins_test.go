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

// Whatever is in the bowl, an amount of four times the dearest coin or more is best begun with one of them:
// taking that away leaves a best way, and where there is no way, there was none before. If that holds for as
// many amounts on end as the dearest is worth it holds for all above, since the best way to any amount is one
// coin more than the best way to one at most the dearest coin below. CountOut relies on it from five times
// on: the amounts it tries for what is left over reach one dearest coin below that. All choices of old coins
// are tried; of today's thousands, some.
func TestTheDearestCoinFirst(t *testing.T) {
	const from = 4
	moneys := []rules.Money{rules.LSD, "GBP", "EUR", "AUD", "NZD", "CAD", "USD", "CHF", "SEK", "NOK", "DKK",
		"ZAR"}
	r := rand.New(rand.NewPCG(6, 5))
	for _, m := range moneys {
		all := settle.CoinsOf(m)
		if len(all) < 8 {
			t.Fatalf("%s has only %d coins", m, len(all))
		}
		every := 1
		if m != rules.LSD {
			every = 400
		}
		for choice := 1; choice < 1<<len(all); choice += 1 + r.IntN(every) {
			var values []int
			unit := 0
			for i, c := range all {
				if choice&(1<<i) != 0 {
					values = append(values, int(c.Value))
					unit = gcd(unit, int(c.Value))
				}
			}
			for i := range values {
				values[i] /= unit
			}
			dearest := values[len(values)-1]
			if len(values) == 1 {
				continue
			}
			const never = 1 << 30
			best := make([]int, (from+1)*dearest+1)
			for n := 1; n < len(best); n++ {
				best[n] = never
				for _, v := range values {
					if v <= n {
						best[n] = min(best[n], best[n-v]+1)
					}
				}
			}
			for n := from * dearest; n < len(best); n++ {
				if best[n] < never && best[n] != best[n-dearest]+1 {
					t.Fatalf("%s, coins of %v: %d takes %d coins, and %d takes %d", m, values, n, best[n],
						n-dearest, best[n-dearest])
				}
			}
		}
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func TestCountOutAddsUp(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 400 {
		all := settle.CoinsOf([]rules.Money{rules.LSD, "EUR", "USD"}[r.IntN(3)])
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		bowl := all[:1+r.IntN(len(all))]
		amount := r.Int64N([]int64{50, 1000, 100_000, 1 << 50}[r.IntN(4)])
		counted, left := settle.CountOut(amount, bowl)
		sum := left
		for _, c := range counted {
			if c.Count <= 0 || !slices.Contains(bowl, c.Coin) {
				t.Fatalf("%d of %v: %v", amount, bowl, counted)
			}
			sum += c.Count * c.Value
		}
		smallest := slices.MinFunc(bowl, func(a, b settle.Coin) int { return int(a.Value - b.Value) }).Value
		if sum != amount || left < 0 || left >= smallest {
			t.Fatalf("%d of %v: %v and %d left", amount, bowl, counted, left)
		}
	}
}
