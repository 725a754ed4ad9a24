package settle

// Counting out: which coins and notes make up an amount.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ouverte/rules"
	"ouverte/rules/english"
)

// Coin is a coin or note, worth so many of the smallest unit of its money.
type Coin struct {
	Name   string // "half-crown"
	Plural string // "half-crowns"
	Value  int64
}

type Coins struct {
	Coin
	Count int64
}

// Look says what it is made of, for a picture: "copper", "brass", "silver", "gold" or "note".
func (c Coin) Look(m rules.Money) string {
	switch {
	case strings.HasSuffix(c.Name, " note"):
		return "note"
	case m == rules.LSD && c.Value == 3:
		return "brass"
	case m == rules.LSD && c.Value < 3, m != rules.LSD && c.Value < 5, m == "EUR" && c.Value == 5:
		return "copper"
	case m == rules.LSD && c.Value >= 120, m != rules.LSD && c.Value >= 100:
		return "gold"
	case m == "EUR":
		return "brass"
	}
	return "silver"
}

// widths are how wide the coins of a money are, in millimetres, from the least.
var widths = map[rules.Money][]int{
	rules.LSD: {31, 22, 20, 24, 28, 32, 38, 19, 22}, "GBP": {20, 26, 18, 24, 21, 27, 23, 28},
	"EUR": {16, 19, 21, 20, 22, 24, 23, 26}, "AUD": {19, 24, 28, 32, 25, 20}, "NZD": {20, 22, 25, 23, 26},
	"CAD": {21, 18, 24, 26, 28}, "USD": {19, 21, 18, 24}, "CHF": {17, 19, 21, 18, 23, 27, 31},
	"SEK": {20, 22, 24, 20}, "NOK": {21, 26, 24, 28}, "DKK": {22, 20, 24, 28, 23, 27},
	"ZAR": {16, 19, 22, 20, 23, 26},
}

// Width is how wide the coin is, in millimetres; 0 for a note.
func (c Coin) Width(m rules.Money) int {
	at := slices.IndexFunc(bowls[m], func(o Coin) bool { return o == c })
	if at < 0 || at >= len(widths[m]) {
		return 0
	}
	return widths[m][at]
}

// Sides is how many sides the coin has; 0 where it is round.
func (c Coin) Sides(m rules.Money) int {
	switch {
	case m == rules.LSD && c.Value == 3, m == "GBP" && c.Value == 100 && !strings.HasSuffix(c.Name, "note"),
		m == "AUD" && c.Value == 50:
		return 12
	case m == "GBP" && (c.Value == 20 || c.Value == 50):
		return 7
	}
	return 0
}

// CoinsOf lists the coins and notes of a money, the smallest first. It is empty for moneys that have none,
// such as units, and for currencies whose coins we don't know.
func CoinsOf(m rules.Money) []Coin { return slices.Clone(bowls[m]) }

// CoinsToRound are those totals may be rounded to.
func CoinsToRound(m rules.Money) (out []int64) {
	switch m {
	case rules.LSD:
		return []int64{3, 6, 12, 24}
	case rules.Units:
		return []int64{5, 10, 50}
	}
	for _, c := range CoinsOf(m) {
		if c.Value >= 5 && c.Value <= 100 {
			out = append(out, c.Value)
		}
	}
	if out == nil {
		out = []int64{5, 10, 100}
	}
	return out
}

// CountOut makes up an amount from as few coins as can be, the dearest first. bowl is which coins there are,
// of each as many as needed. left is what can't be made up from them; it is as little as can be.
func CountOut(amount int64, bowl []Coin) (counted []Coins, left int64) {
	bowl = slices.DeleteFunc(slices.Clone(bowl), func(c Coin) bool { return c.Value <= 0 })
	if amount <= 0 || len(bowl) == 0 {
		return nil, max(amount, 0)
	}
	slices.SortFunc(bowl, func(a, b Coin) int { return int(min(max(b.Value-a.Value, -1), 1)) })
	dearest := bowl[0].Value

	// A large amount begins with the dearest coin: beyond certainlyDearest times its value the best way has
	// one in it, whatever is in the bowl. What remains is small enough to try every amount below it.
	var begun int64
	if amount > certainlyDearest*dearest {
		begun = (amount - certainlyDearest*dearest + dearest - 1) / dearest
	}
	rest := amount - begun*dearest
	unit := bowl[0].Value
	for _, c := range bowl {
		unit = gcd(unit, c.Value)
	}
	fewest := make([]int32, rest/unit+1) // coins for so many units, none for what can't be made up
	last := make([]int16, rest/unit+1)   // the dearest coin among them
	for n := 1; n < len(fewest); n++ {
		for i, c := range bowl {
			before := n - int(c.Value/unit)
			if before < 0 || before > 0 && fewest[before] == 0 {
				continue
			}
			if fewest[n] == 0 || fewest[before]+1 < fewest[n] {
				fewest[n], last[n] = fewest[before]+1, int16(i)
			}
		}
	}
	n := len(fewest) - 1
	for n > 0 && fewest[n] == 0 {
		n--
	}
	left = rest - int64(n)*unit
	count := make([]int64, len(bowl))
	count[0] = begun
	for ; n > 0; n -= int(bowl[last[n]].Value / unit) {
		count[last[n]]++
	}
	for i, c := range bowl {
		if count[i] > 0 {
			counted = append(counted, Coins{c, count[i]})
		}
	}
	return counted, left
}

// certainlyDearest is how many times the dearest coin an amount must be worth for the best way to have one in
// it. A test proves it for every choice of old coins, and tries it on choices of today's.
const certainlyDearest = 5

// InWords says what to count out: "half-crown, threepence" where there is one of each, else "two shillings
// and a penny".
func InWords(counted []Coins) string {
	single := !slices.ContainsFunc(counted, func(c Coins) bool { return c.Count > 1 })
	names := make([]string, len(counted))
	for i, c := range counted {
		switch {
		case single:
			names[i] = c.Name
		case c.Count == 1:
			names[i] = "a " + c.Name
		default:
			names[i] = countWord(c.Count) + " " + c.Plural
		}
	}
	if single {
		return strings.Join(names, ", ")
	}
	return english.List(names)
}

func countWord(n int64) string {
	if n > 12 {
		return strconv.FormatInt(n, 10)
	}
	return english.Number(n)
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// bowls are the coins of the realm, and those and the notes of today.
var bowls = map[rules.Money][]Coin{
	rules.LSD: {
		{"penny", "pennies", 1},
		{"threepence", "threepenny bits", 3},
		{"sixpence", "sixpences", 6},
		{"shilling", "shillings", 12},
		{"florin", "florins", 24},
		{"half-crown", "half-crowns", 30},
		{"crown", "crowns", 60},
		{"half-sovereign", "half-sovereigns", 120},
		{"sovereign", "sovereigns", 240},
	},
	"GBP": slices.Concat(coins("p", 1, 2, 5, 10, 20, 50),
		pieces("£", "coin", 1, 2), pieces("£", "note", 5, 10, 20, 50)),
	"EUR": slices.Concat(coins("c", 1, 2, 5, 10, 20, 50),
		pieces("€", "coin", 1, 2), pieces("€", "note", 5, 10, 20, 50, 100, 200)),
	"AUD": slices.Concat(coins("c", 5, 10, 20, 50),
		pieces("$", "coin", 1, 2), pieces("$", "note", 5, 10, 20, 50, 100)),
	"NZD": slices.Concat(coins("c", 10, 20, 50),
		pieces("$", "coin", 1, 2), pieces("$", "note", 5, 10, 20, 50, 100)),
	"CAD": slices.Concat(coins("c", 5, 10, 25),
		pieces("$", "coin", 1, 2), pieces("$", "note", 5, 10, 20, 50, 100)),
	"USD": slices.Concat([]Coin{
		{"penny", "pennies", 1},
		{"nickel", "nickels", 5},
		{"dime", "dimes", 10},
		{"quarter", "quarters", 25},
	}, pieces("$", "note", 1, 5, 10, 20, 50, 100)),
	"CHF": slices.Concat(coins(" rappen", 5, 10, 20, 50), pieces("Fr. ", "coin", 1, 2, 5),
		pieces("Fr. ", "note", 10, 20, 50, 100, 200, 1000)),
	"SEK": slices.Concat(pieces("kr ", "coin", 1, 2, 5, 10),
		pieces("kr ", "note", 20, 50, 100, 200, 500, 1000)),
	"NOK": slices.Concat(pieces("kr ", "coin", 1, 5, 10, 20), pieces("kr ", "note", 50, 100, 200, 500, 1000)),
	"DKK": slices.Concat(coins(" øre", 50), pieces("kr ", "coin", 1, 2, 5, 10, 20),
		pieces("kr ", "note", 50, 100, 200, 500)),
	"ZAR": slices.Concat(coins("c", 10, 20, 50),
		pieces("R", "coin", 1, 2, 5), pieces("R", "note", 10, 20, 50, 100, 200)),
}

// coins names those below a hundred of the smallest unit: "20p coin".
func coins(unit string, values ...int64) []Coin {
	all := make([]Coin, len(values))
	for i, v := range values {
		name := fmt.Sprint(v, unit, " coin")
		all[i] = Coin{name, name + "s", v}
	}
	return all
}

// pieces names those of whole pounds or dollars: "£2 coin", "£10 note".
func pieces(sign, piece string, values ...int64) []Coin {
	all := make([]Coin, len(values))
	for i, v := range values {
		name := fmt.Sprint(sign, v, " ", piece)
		all[i] = Coin{name, name + "s", v * 100}
	}
	return all
}
