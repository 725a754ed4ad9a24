package stats

// What the pages of the book of years have in common: the choice of evenings and a money, and figures in
// words.

import (
	"math"
	"strconv"
	"strings"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

// Choice is one of several links, perhaps the one that is on.
type Choice struct {
	Name, Href string
	On         bool
}

// SpanPick is the choice of a stretch of time and a money, above a page of figures.
type SpanPick struct {
	Path          string
	Seasons       []Choice // all years first, then the newest
	Moneys        []Choice
	From, Until   string
	Money         rules.Money
	Says          ui.Says
	Nights, Deals int64 // which the figures below count
	Open          int64 // of the evenings: they count as they stand
	May           bool  // start a night
}

// seasonsInRow is how many seasons stand in the row of filters; older ones are with the other dates.
const seasonsInRow = 4

// empty tells of a book without an evening.
func (p SpanPick) empty() bool { return len(p.Seasons) < 2 }

// none says when somebody, or the book, played nothing for this money.
func (p SpanPick) none(who string) string {
	says := who + " has no deal"
	if len(p.Moneys) > 1 {
		says += " in " + MoneySaid(p.Money)
	}
	switch {
	case p.From != "" && p.Until != "":
		return says + " from " + say.Day(p.From) + " to " + say.Day(p.Until) + "."
	case p.From != "":
		return says + " since " + say.Day(p.From) + "."
	case p.Until != "":
		return says + " until " + say.Day(p.Until) + "."
	}
	return "These evenings have no deals."
}

// inRow are the seasons in the row, and those that found no place there.
func (p SpanPick) inRow() (row, rest []Choice) {
	n := min(len(p.Seasons), seasonsInRow)
	return p.Seasons[:n], p.Seasons[n:]
}

// openSays is how evenings that aren't closed are counted.
func openSays(n int64) string {
	return english.Capital(english.Spelled(n, "evening")) + " " + english.Verb(n,
		"is still open: its deals count, records of evenings leave it out.",
		"are still open: their deals count, records of evenings leave them out.")
}

// other tells whether none of the seasons is chosen.
func (p SpanPick) other() bool {
	for _, c := range p.Seasons {
		if c.On {
			return false
		}
	}
	return true
}

// Address is where a page is of the evenings being looked at, with more names and values in its address.
type Address func(path string, more ...string) string

// beside leads to the evenings two played together.
func (a Address) beside(one, other chain.PlayerID) string {
	return a("/nights", "player", say.PlayerNo(one), "with", say.PlayerNo(other))
}

// MoneyWord is what a money is called on a page of figures.
func MoneyWord(m rules.Money) string {
	if m == rules.LSD {
		return "old money"
	}
	return string(m)
}

// MoneySaid is a money in a sentence.
func MoneySaid(m rules.Money) string {
	if m == "GBP" {
		return "pounds"
	}
	return MoneyWord(m)
}

// thousands writes a whole number with thin gaps.
func thousands[N int | int64](n N) string { return english.Grouped(int64(n), "\u202f") }

// times is a number with its noun: 1 evening, 12 evenings.
func times[N int | int64](n N, noun string) string {
	return thousands(n) + " " + english.Plural(int64(n), noun)
}

// percent is a share in whole percents.
func percent(share float64) string { return strconv.Itoa(int(math.Round(share*100))) + "%" }

// surely is how sure one can be of a rate: the ends of the interval in words; nothing of few.
func surely(r show.Rate) string {
	if few(r.Of) {
		return ""
	}
	low, high := r.Between()
	return percent(low) + " to " + percent(high)
}

// giveOrTake is by how much a mean of money may differ; nothing of few.
func giveOrTake(m rules.Money, mean show.Mean) string {
	give, ok := mean.Give()
	if !ok || few(mean.N) {
		return ""
	}
	return "± " + m.Words(int64(math.Round(give)))
}

// few tells whether a figure is one of few times.
func few(n int64) bool { return n < show.Few }

// ofSo is "87 of 100".
func ofSo(r show.Rate) string { return thousands(r.Won) + " of " + thousands(r.Of) }

// whose is the possessive of a name.
func whose(name string) string { return name + "’s" }

// placeName is a place from the dealer's left as the table says it.
func placeName(active, place int) string {
	switch {
	case place == active:
		return "Dealer"
	case place == 1:
		return "Eldest hand"
	case place == 2:
		return "Second hand"
	}
	return "Third hand"
}

// monthName is a month as it stands in a line: Nov 2026.
func monthName(month string) string {
	at, err := time.Parse("2006-01", month[:min(7, len(month))])
	if err != nil {
		return month
	}
	return at.Format("Jan 2006")
}

// shortDay is a day whose year is said elsewhere.
func shortDay(date string) string {
	at, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return at.Format("2 Jan")
}

// moneyOf is the money of a page, and the circle's names for the calls.
type moneyOf struct {
	rules.Money
	Names rules.Words
}

// several are so many of a call. Of a circle's own name nobody knows the plural.
func (m moneyOf) several(c rules.Call, n int64) string {
	if m.Names[c] != "" {
		return "calls of " + m.Names.Noun(c)
	}
	return english.Plural(n, m.Names.Noun(c))
}

// meanOf writes what a deal brought.
func meanOf(m moneyOf, mean show.Mean) string {
	return apiece(m.Money, years.Figure{Amount: mean.Sum, Each: mean.N})
}

// tint is the class of a cell by its amount a time against the largest of its picture. Few have none.
func tint(mean show.Mean, most float64) string {
	switch amount := mean.Each(); {
	case few(mean.N):
		return "few"
	case most == 0 || mean.Rounded() == 0:
		return ""
	default:
		return step(amount, most)
	}
}

// step is one of five tints for a win or loss.
func step(amount, most float64) string {
	n := strconv.Itoa(int(math.Ceil(5 * min(1, math.Abs(amount)/most))))
	if amount < 0 {
		return "lost t" + n
	}
	return "won t" + n
}

// mostEach is the largest amount a time among figures that aren't of few.
func mostEach(all map[chain.PlayerID][]show.CallFigures) (most float64) {
	for _, row := range all {
		for _, f := range row {
			if !few(f.N) {
				most = max(most, math.Abs(f.Money.Each()))
			}
		}
	}
	return most
}

// seasonWords parts the century from a season's name, which phones leave out: 20, 26/27.
func seasonWords(name string) (century, rest string) {
	if strings.Contains(name, "/") {
		return name[:2], name[2:]
	}
	return "", name
}
