package rules

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/currency"
)

// Money says what amounts count: "lsd", "units", "points" or an ISO 4217 code (§9). Amounts are whole numbers
// of the smallest coin or unit. Nothing is rounded, and what doesn't fit in 64 bits is refused.
type Money string

const (
	LSD    Money = "lsd"
	Units  Money = "units"
	Points Money = "points"
)

const (
	minus = "\u2212"
	gap   = "\u00a0" // between pounds, shillings and pence: no line ends there, and £1 3s isn’t taken for £13s
	glue  = "\u2060" // between a sign and the symbol of a currency: without it a line may end there
)

// Handed tells whether what is won is handed over. Points are only counted.
func (m Money) Handed() bool { return m != Points }

// Check refuses a money that is neither ours nor a currency.
func (m Money) Check() error {
	switch m {
	case LSD, Units, Points:
		return nil
	}
	if _, ok := coinages()[m]; ok {
		return nil
	}
	return Problemf("money", "%s is no money we know: use units, points, lsd or the code of a currency in use, "+
		"such as GBP or EUR.", Quoted(string(m)))
}

// Decimals is how many digits an amount has after the point where programs read it. Only currencies have
// them: units, points and old pence are whole.
func (m Money) Decimals() int { return coinages()[m].digits }

// Words writes an amount as §9 has it: 21 of LSD is "1s 9d", −60 of GBP is "−60p". The minus is U+2212.
func (m Money) Words(n int64) string { return m.write(n, "", m.words) }

// Signed is Words with a plus before gains: "+1s 9d".
func (m Money) Signed(n int64) string { return m.write(n, "+", m.words) }

// write puts the sign before the words of the magnitude, a uint64 so that the lowest int64 has one.
func (m Money) write(n int64, plus string, words func(uint64) string) string {
	sign, size := plus, uint64(n)
	switch {
	case n == 0:
		return words(0)
	case n < 0:
		sign, size = minus, -size
	}
	s := words(size)
	if first, _ := utf8.DecodeRuneInString(s); sign != "" && unicode.Is(unicode.Sc, first) {
		sign += glue
	}
	return sign + s
}

// Plain leaves out what only pages need of amounts in a text that programs read.
func Plain(text string) string { return strings.ReplaceAll(text, glue, "") }

func (m Money) words(n uint64) string {
	switch m {
	case LSD:
		return oldWords(n)
	case Units, Points:
		return strconv.FormatUint(n, 10)
	case "GBP":
		if n < 100 {
			return strconv.FormatUint(n, 10) + "p"
		}
	}
	c, ok := coinages()[m]
	if !ok {
		return strconv.FormatUint(n, 10) + " " + string(m)
	}
	whole, part := n/c.unit, n%c.unit
	s := c.before + strconv.FormatUint(whole, 10)
	if c.digits > 0 {
		s += fmt.Sprintf(".%0*d", c.digits, part)
	}
	return s
}

// ---- old money ----

func oldWords(n uint64) string {
	if n == 0 {
		return "0"
	}
	pounds, shillings, pence := n/240, n/12%20, n%12
	words := make([]string, 0, 3)
	if pounds > 0 {
		words = append(words, "£"+strconv.FormatUint(pounds, 10))
	}
	if shillings > 0 {
		words = append(words, strconv.FormatUint(shillings, 10)+"s")
	}
	if pence > 0 {
		words = append(words, strconv.FormatUint(pence, 10)+"d")
	}
	return strings.Join(words, gap)
}

// ---- currencies of today ----

// coinage is how the amounts of a currency are written.
type coinage struct {
	before  string   // the symbol, or the code and a space
	written []string // what a person may write before the figures
	digits  int
	unit    uint64 // 10 to the digits
}

// minorDigits has the currencies of ISO 4217 whose minor unit is not a hundredth. The tables of x/text have
// the digits people write in shops, which for a dozen currencies are fewer.
var minorDigits = map[string]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0,
	"UGX": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
}

// otherCodes are those ISO 4217 has and the tables of x/text don't. A code that was withdrawn since (the
// kuna, the lev) stays in the tables, for books were kept in it.
var otherCodes = []string{"MRU", "SLE", "SVC", "VED", "VES", "XCG", "ZWG"}

// coinages has the currencies somebody can pay with, and not gold, tests or "no currency".
var coinages = sync.OnceValue(func() map[Money]coinage {
	all := map[Money]coinage{}
	add := func(code, symbol, narrow string) {
		c := coinage{before: symbol, digits: 2}
		if d, ok := minorDigits[code]; ok {
			c.digits = d
		}
		c.unit = uint64(math.Pow10(c.digits))
		if last := []rune(symbol); unicode.IsLetter(last[len(last)-1]) {
			c.before += " "
		}
		c.written = []string{symbol, code}
		if narrow != symbol && narrow != code {
			c.written = append(c.written, narrow)
		}
		all[Money(code)] = c
	}
	for it := currency.Query(); it.Next(); {
		u := it.Unit()
		add(u.String(), fmt.Sprint(currency.Symbol(u)), fmt.Sprint(currency.NarrowSymbol(u)))
	}
	for _, code := range otherCodes {
		add(code, code, code)
	}
	return all
})

// ---- from typed text ----

var spaces = strings.NewReplacer(gap, " ", "\u202f", " ", glue, "")

// Parse reads what a person may type (§9), and everything Words and Signed write. The error says what
// would be understood.
func (m Money) Parse(s string) (int64, error) {
	if err := m.Check(); err != nil {
		return 0, err
	}
	text, negative := cutSign(strings.TrimSpace(spaces.Replace(s)))
	var n uint64
	read := notUnderstood
	switch c := coinages()[m]; {
	case text == "0":
		return 0, nil
	case m == LSD:
		n, read = parseOld(text)
	case m == Units || m == Points:
		n, read = parseDigits(text)
	default:
		n, read = c.parse(text, m == "GBP")
	}
	if read == understood && (n > 1<<63 || n == 1<<63 && !negative) {
		read = tooLarge
	}
	switch read {
	case tooLarge:
		return 0, Problemf("", "%s is more than the book can count.", Quoted(s))
	case notUnderstood:
		return 0, Problemf("", "%s isn’t an amount we know. Write it like %s.", Quoted(s), m.understands())
	}
	if negative {
		return int64(-n), nil
	}
	return int64(n), nil
}

// reading is how far the reading of an amount came.
type reading int

const (
	understood reading = iota
	notUnderstood
	tooLarge
)

func (m Money) understands() string {
	switch m {
	case LSD:
		return "6d, 6d., 1s, 1/6, 1/-, 2/6, 1s 6d, 1s. 6d., £1 2s 6d or £1/2/6"
	case Units, Points:
		return "3 or -3"
	case "GBP":
		return "60p, £1 or £1.20"
	}
	c := coinages()[m]
	if c.digits == 0 {
		return "120 or " + m.Words(120)
	}
	sample := m.Words(int64(120 * c.unit / 100))
	return fmt.Sprintf("%s, %s 1 or %s", strings.TrimPrefix(sample, c.before), m, sample)
}

func cutSign(s string) (rest string, negative bool) {
	for _, sign := range []string{minus, "-"} {
		if rest, ok := strings.CutPrefix(s, sign); ok {
			return strings.TrimSpace(rest), true
		}
	}
	if rest, ok := strings.CutPrefix(s, "+"); ok {
		return strings.TrimSpace(rest), false
	}
	return s, false
}

// parseDigits reads plain figures.
func parseDigits(s string) (uint64, reading) {
	if s == "" {
		return 0, notUnderstood
	}
	var n uint64
	over := false
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, notUnderstood
		}
		d := uint64(c - '0')
		over = over || n > (math.MaxUint64-d)/10
		n = n*10 + d
	}
	if over {
		return 0, tooLarge
	}
	return n, understood
}

// weigh adds up pounds, shillings and pence, or another row of parts, without wrapping.
func weigh(parts, weights []uint64) (uint64, reading) {
	var sum uint64
	for i, p := range parts {
		if p > (math.MaxUint64-sum)/weights[i] {
			return 0, tooLarge
		}
		sum += p * weights[i]
	}
	return sum, understood
}

var oldWeights = []uint64{240, 12, 1}

// parseOld reads old money, sign and outer space already cut. After a larger coin shillings stay below twenty
// and pence below twelve: "1/14" is a slip of the finger, "30s" and "18d" are not.
func parseOld(s string) (uint64, reading) {
	if strings.Contains(s, "/") {
		return parseSlashes(s)
	}
	parts := make([]uint64, 3)
	next := 0 // the largest coin that may still come
	for rest := s; rest != ""; rest = strings.TrimLeft(rest, " ") {
		pound, isPound := strings.CutPrefix(rest, "£")
		if isPound {
			rest = strings.TrimLeft(pound, " ")
		}
		end := 0
		for end < len(rest) && rest[end] >= '0' && rest[end] <= '9' {
			end++
		}
		n, read := parseDigits(rest[:end])
		if read != understood {
			return 0, read
		}
		rest = rest[end:]
		coin := 0
		if !isPound {
			rest = strings.TrimLeft(rest, " ")
			switch {
			case rest == "":
				return 0, notUnderstood
			case rest[0] == 's' || rest[0] == 'S':
				coin = 1
			case rest[0] == 'd' || rest[0] == 'D':
				coin = 2
			default:
				return 0, notUnderstood
			}
			rest = strings.TrimPrefix(rest[1:], ".")
		}
		if coin < next || next > 0 && n >= [...]uint64{0, 20, 12}[coin] {
			return 0, notUnderstood
		}
		parts[coin], next = n, coin+1
	}
	if next == 0 {
		return 0, notUnderstood
	}
	return weigh(parts, oldWeights)
}

// parseSlashes reads 1/6, 1/- and £1/2/6.
func parseSlashes(s string) (uint64, reading) {
	rest, isPound := strings.CutPrefix(s, "£")
	fields := strings.Split(rest, "/")
	if isPound != (len(fields) == 3) || !isPound && len(fields) != 2 {
		return 0, notUnderstood
	}
	weights := oldWeights[3-len(fields):]
	parts := make([]uint64, len(fields))
	for i, f := range fields {
		f = strings.TrimSpace(f)
		if f == "-" && i == len(fields)-1 {
			continue
		}
		n, read := parseDigits(f)
		if read != understood {
			return 0, read
		}
		if i > 0 && n >= weights[i-1]/weights[i] {
			return 0, notUnderstood
		}
		parts[i] = n
	}
	return weigh(parts, weights)
}

// parse reads an amount of a currency of today. Where there are decimals it refuses a whole number without
// symbol or code, since "5" may mean five pounds or five pence.
func (c coinage) parse(s string, pence bool) (uint64, reading) {
	if pence {
		if figures, ok := strings.CutSuffix(strings.ToLower(s), "p"); ok {
			return parseDigits(strings.TrimSpace(figures))
		}
	}
	named := false
	for _, w := range c.written {
		if len(s) >= len(w) && strings.EqualFold(s[:len(w)], w) {
			s, named = strings.TrimLeft(s[len(w):], " \u00a0"), true
			break
		}
	}
	whole, part, pointed := strings.Cut(s, ".")
	if !pointed && c.digits == 2 {
		whole, part, pointed = strings.Cut(s, ",") // as much of Europe writes it
	}
	if pointed != (len(part) > 0) || pointed && (len(part) != c.digits) || !pointed && !named && c.digits > 0 {
		return 0, notUnderstood
	}
	n, read := parseDigits(whole)
	if read != understood || !pointed {
		part = "0"
	}
	cents, readCents := parseDigits(part)
	switch {
	case read == notUnderstood || readCents == notUnderstood:
		return 0, notUnderstood
	case read == tooLarge:
		return 0, tooLarge
	}
	return weigh([]uint64{n, cents}, []uint64{c.unit, 1})
}
