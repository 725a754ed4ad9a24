package stats

import (
	"fmt"
	"math"

	"ouverte/ledger"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
)

// AdviceView is what card players have always told each other, beside what the circle's book says of it.
type AdviceView struct {
	Pick  SpanPick
	Money rules.Money
	Words rules.Words
	Seats []ledger.SeatFigures
	Calls []ledger.CallFigures
	Led   []ledger.MisereLed
}

func (v AdviceView) money() moneyOf { return moneyOf{v.Money, v.Words} }

// fourSeats are the places at a table of four: of three nobody says which is dangerous.
func (v AdviceView) fourSeats() []ledger.SeatFigures {
	var out []ledger.SeatFigures
	for _, f := range v.Seats {
		if f.Active == 4 {
			out = append(out, f)
		}
	}
	return out
}

// aloneCalls are the calls of which one may choose with the same hand: solo, and abundance in any trumps.
func (v AdviceView) aloneCalls() []ledger.CallFigures {
	var out []ledger.CallFigures
	for _, f := range v.Calls {
		switch f.Call {
		case rules.Solo, rules.Abundance, rules.Royal:
			out = append(out, f)
		}
	}
	return out
}

// ofSecondHand says whether calls from second hand cost more than those of the other places.
func (v AdviceView) ofSecondHand() string {
	var second, others ledger.Mean
	for _, f := range v.fourSeats() {
		if f.Place == 2 {
			second = f.Money
		} else {
			others = others.Plus(f.Money)
		}
	}
	return verdict(v.Money, second, others, "a call from second hand", "one from elsewhere", false)
}

// ofAbundance says whether abundances have paid better than solos.
func (v AdviceView) ofAbundance() string {
	var abundance, solo ledger.Mean
	for _, f := range v.aloneCalls() {
		if f.Call == rules.Solo {
			solo = solo.Plus(f.Money)
		} else {
			abundance = abundance.Plus(f.Money)
		}
	}
	return verdict(v.Money, abundance, solo, v.Words.One(rules.Abundance), v.Words.One(rules.Solo), true)
}

// verdict compares what two kinds of calls brought each time, and holds it against a saying: that the first
// bring more, or less. Means of money differ by more than chance where their difference is more than it may
// be off by, nineteen times in twenty.
func verdict(m rules.Money, first, second ledger.Mean, one, other string, more bool) string {
	if few(first.N) || few(second.N) {
		return tooFew
	}
	a, _ := first.Give()
	b, _ := second.Give()
	off, by := math.Hypot(a, b), first.Each()-second.Each()
	how := "as much as"
	amount := m.Words(int64(math.Round(math.Abs(by))))
	switch {
	case math.Round(by) > 0:
		how = amount + " more than"
	case math.Round(by) < 0:
		how = amount + " less than"
	}
	says := english.Stop(fmt.Sprintf("%s brought %s %s, give or take %s", english.Capital(one), how, other,
		m.Words(int64(math.Round(off)))))
	switch {
	case math.Abs(by) <= off:
		return says + " That may be chance: the book can’t tell."
	case by > 0 == more:
		return says + " In your book it holds."
	}
	return says + " In your book it is the other way round."
}

const tooFew = "There are too few of them yet to say."

// ofLeads says by whose lead misères were made most often.
func (v AdviceView) ofLeads() string {
	var best, worst ledger.MisereLed
	for _, f := range v.Led {
		if few(f.Made.Of) {
			continue
		}
		if best.Made.Of == 0 || f.Made.Share() > best.Made.Share() {
			best = f
		}
		if worst.Made.Of == 0 || f.Made.Share() < worst.Made.Share() {
			worst = f
		}
	}
	if best.Made.Of == 0 || best.Leader == worst.Leader {
		return tooFew
	}
	_, high := worst.Made.Between()
	low, _ := best.Made.Between()
	says := fmt.Sprintf("Made most often when %s led, %s, and least when %s did, %s.", leaderName(best.Leader),
		percent(best.Made.Share()), leaderName(worst.Leader), percent(worst.Made.Share()))
	if low > high {
		return says + " That is more than chance."
	}
	return says + " That may be chance: the book can’t tell."
}

// leaderName is who led to the first trick, seen from the caller.
func leaderName(l years.Leader) string {
	switch l {
	case years.LedHimself:
		return "the caller himself"
	case years.LedOnRight:
		return "the player on his right"
	case years.LedOpposite:
		return "the player opposite"
	}
	return "the player on his left"
}
