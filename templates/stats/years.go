package stats

// What the pages of the book of years have in common: the choice of a season and a money, and figures in
// words with how sure one can be of them.

import (
	"fmt"
	"math"
	"strconv"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
)

// Choice is one of several links, perhaps the one that is on.
type Choice struct {
	Name, Href string
	On         bool
}

// SpanPick is the choice of a stretch of time and a money, above a page of figures.
type SpanPick struct {
	Path        string
	Of          string    // what the page is of, where it is printed
	Face        face.Face // of the person it is of
	Seasons     []Choice
	Moneys      []Choice // none where there is only one
	From, Until string
	Money       rules.Money
	Says        templates.Says
	Counts      string // what the figures below count
}

// empty tells of a book without an evening.
func (p SpanPick) empty() bool { return len(p.Seasons) < 2 }

// MoneyWord is what a money is called in a line of figures.
func MoneyWord(m rules.Money) string {
	if m == rules.LSD {
		return "old money"
	}
	return string(m)
}

// SpanWords names a stretch of time.
func SpanWords(s ledger.Span) string {
	switch {
	case s.From == "" && s.Until == "":
		return "all years"
	case s.From == "":
		return "until " + templates.Day(s.Until)
	case s.Until == "":
		return "from " + templates.Day(s.From)
	}
	return templates.Day(s.From) + " to " + templates.Day(s.Until)
}

// thousands writes a whole number with thin gaps.
func thousands[N int | int64](n N) string { return english.Grouped(int64(n), "\u202f") }

// times is a number with its noun: 1 evening, 12 evenings.
func times[N int | int64](n N, noun string) string {
	return thousands(n) + " " + english.Plural(int64(n), noun)
}

// percent is a share in whole percents.
func percent(share float64) string { return strconv.Itoa(int(math.Round(share*100))) + "%" }

// decimal is a number with one place, the minus as we write it.
func decimal(f float64) string {
	s := strconv.FormatFloat(math.Abs(f), 'f', 1, 64)
	if f < 0 && s != "0.0" {
		return "−" + s
	}
	return s
}

// surely is how sure one can be of a rate: the ends of the interval in words.
func surely(r ledger.Rate) string {
	low, high := r.Between()
	return fmt.Sprintf("%s to %s", percent(low), percent(high))
}

// few tells whether a figure is one of few times.
func few(n int64) bool { return n < ledger.Few }

// giveOrTake is a mean of money with by how much it may differ.
func giveOrTake(m rules.Money, mean ledger.Mean) string {
	give, ok := mean.Give()
	if !ok {
		return ""
	}
	return "± " + m.Words(int64(math.Round(give)))
}

// marginWords is by how much a target was passed or missed.
func marginWords(f ledger.CallFigures) string {
	margin, ok := f.Margin()
	if !ok {
		return ""
	}
	if margin >= 0 {
		return "+" + decimal(margin)
	}
	return decimal(margin)
}

// placeName is a place from the dealer's left as the table says it.
func placeName(f ledger.SeatFigures) string {
	switch {
	case f.Place == f.Active:
		return "Dealer"
	case f.Place == 1:
		return "Eldest hand"
	case f.Place == 2:
		return "Second hand"
	}
	return "Third hand"
}

// moneyOf is the money of a page, and the circle's names for the calls.
type moneyOf struct {
	rules.Money
	Names rules.Words
}

// mostEach is what the dearest of some calls brings or costs: the length of the longest bar.
func mostEach(calls []ledger.CallFigures) float64 {
	var most float64
	for _, f := range calls {
		most = max(most, math.Abs(f.Money.Each()))
	}
	return most
}

func callBar(f ledger.CallFigures, most float64) moneyBarView {
	return newMoneyBar(f.Money.Each(), most, few(f.N))
}
