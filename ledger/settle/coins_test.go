package settle_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ouverte/ledger/settle"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

var golden = flag.Bool("golden", false, "write the answers in testdata anew")

// TestCountOut reads what amounts are counted out in, and what the coins are.
func TestCountOut(t *testing.T) {
	testenv.Golden(t, "testdata/coins.txt", *golden, func(head, line string) string {
		money, names, some := strings.Cut(head, ": ")
		m := rules.Money(money)
		bowl := settle.CoinsOf(m)
		if line == "coins" {
			says := fmt.Sprint("rounded to ", settle.CoinsToRound(m))
			for _, c := range bowl {
				says += fmt.Sprintf("\n%s, %s: %s, %d mm, %d sides", c.Name, c.Plural, c.Look(m), c.Width(m), c.Sides(m))
			}
			return says
		}
		bowl = slices.DeleteFunc(bowl, func(c settle.Coin) bool {
			return some && !slices.Contains(strings.Split(names, ", "), c.Name)
		})
		counted, left := settle.CountOut(testenv.Must(strconv.ParseInt(line, 10, 64))(t), bowl)
		return fmt.Sprintf("%s, and %d left", settle.InWords(counted), left)
	})
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// TestCountOutTakesTheFewest holds what is counted out against the fewest coins there can be for as much as
// can be made at all, whatever is in the bowl: all choices of old coins, some of today's thousands. From four
// times the dearest coin on, one of them more takes one coin more: if that holds for as many amounts on end
// as it is worth it holds for all above, and CountOut relies on it from five times on.
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
				if number(counted) != fewest[n] || left != amount-n*unit ||
					number(more) != fewest[n]+100 || still != left {
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
