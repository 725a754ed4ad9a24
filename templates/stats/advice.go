package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
)

// AdviceView is what card players have always told each other, beside what the circle's book says of it.
type AdviceView struct {
	Pick  SpanPick
	Money rules.Money
	Words rules.Words
	Seats []show.SeatFigures
	Calls []show.CallFigures
	Led   []show.MisereLed
}

func (v AdviceView) money() moneyOf { return moneyOf{v.Money, v.Words} }

// fourSeats are the places at a table of four: of three nobody says which is dangerous.
func (v AdviceView) fourSeats() []show.SeatFigures {
	var out []show.SeatFigures
	for _, f := range v.Seats {
		if f.Active == 4 {
			out = append(out, f)
		}
	}
	return out
}

// aloneCalls are the calls of which one may choose with the same hand: solo, and abundance in any trumps.
func (v AdviceView) aloneCalls() []show.CallFigures {
	var out []show.CallFigures
	for _, f := range v.Calls {
		switch f.Call {
		case rules.Solo, rules.Abundance, rules.Royal:
			out = append(out, f)
		}
	}
	return out
}

// ofPlaces holds the places against the saying: second hand against all others, and the first and the last
// against those between.
func (v AdviceView) ofPlaces() string {
	var place [5]show.Mean
	for _, f := range v.fourSeats() {
		place[f.Place] = place[f.Place].Plus(f.Money)
	}
	outer, inner := place[1].Plus(place[4]), place[2].Plus(place[3])
	second := compare(v.Money, place[2], outer.Plus(place[3]), "a call from second hand", "one from elsewhere")
	ends := compare(v.Money, outer, inner, "a call from first or last place", "one from between")
	says := second.says + " " + second.held(-1)
	if ends.says == tooFew {
		return says
	}
	return says + " " + ends.says + " " + ends.held(1)
}

// ofAbundance says whether abundances have paid better than solos; royal ones are counted apart.
func (v AdviceView) ofAbundance() string {
	var abundance, solo show.Mean
	for _, f := range v.aloneCalls() {
		switch f.Call {
		case rules.Solo:
			solo = solo.Plus(f.Money)
		case rules.Abundance:
			abundance = abundance.Plus(f.Money)
		}
	}
	c := compare(v.Money, abundance, solo, v.Words.One(rules.Abundance), v.Words.One(rules.Solo))
	switch {
	case c.says == tooFew:
		return tooFew
	case c.way == 0:
		return c.says + " " + c.chance()
	}
	return c.says + " That is more than chance. But they were called on different hands, whatever the rules " +
		"of the evening paid for tricks: what the same hand would have brought the book can’t tell."
}

// comparison is what two kinds of calls brought each time, in a sentence, and which of them brought more: 1
// the first, -1 the second, 0 where it may be chance.
type comparison struct {
	says string
	way  int
	same bool // to the coin
}

// chance says that there is no verdict.
func (c comparison) chance() string {
	if c.same {
		return "No difference shows."
	}
	return mayBeChance
}

// compare holds two means of money against each other. They differ by more than chance where their difference
// is more than it may be off by, nineteen times in twenty.
func compare(m rules.Money, first, second show.Mean, one, other string) comparison {
	if few(first.N) || few(second.N) {
		return comparison{says: tooFew}
	}
	a, _ := first.Give()
	b, _ := second.Give()
	off, by := math.Hypot(a, b), first.Each()-second.Each()
	amount := m.Words(int64(math.Round(math.Abs(by))))
	c, how := comparison{same: math.Round(by) == 0}, "as much as"
	switch {
	case math.Round(by) > 0:
		c.way, how = 1, amount+" more than"
	case math.Round(by) < 0:
		c.way, how = -1, amount+" less than"
	}
	if math.Abs(by) <= off {
		c.way = 0
	}
	c.says = english.Stop(fmt.Sprintf("%s brought %s %s, give or take %s", english.Capital(one), how, other,
		m.Words(int64(math.Ceil(off)))))
	return c
}

// held says whether it came out the way a saying has it.
func (c comparison) held(way int) string {
	switch {
	case c.says == tooFew:
		return ""
	case c.way == 0:
		return c.chance()
	case c.way == way:
		return "That is more than chance, and as the saying has it."
	}
	return "That is more than chance, and the other way round."
}

const (
	tooFew      = "There are too few of them yet to say."
	mayBeChance = "That may be chance: the book can’t tell."
)

// ofLeads says by whose lead misères were made most often, and least.
func (v AdviceView) ofLeads() string {
	var led []show.MisereLed
	for _, f := range v.Led {
		if !few(f.Made.Of) {
			led = append(led, f)
		}
	}
	if len(led) < 2 {
		return tooFew
	}
	share := func(a, b show.MisereLed) int { return cmp.Compare(a.Made.Share(), b.Made.Share()) }
	best, worst := slices.MaxFunc(led, share), slices.MinFunc(led, share)
	if best.Made.Share() == worst.Made.Share() {
		return "They were made as often whoever led."
	}
	says := fmt.Sprintf("They were made most often when %s led, %s, and least when %s did, %s.",
		leaderName(best.Leader), ofSo(best.Made), leaderName(worst.Leader), ofSo(worst.Made))
	if differ(led) {
		return says + " That it mattered who led is more than chance."
	}
	return says + " " + mayBeChance
}

// ofMiseres says how many were made.
func (v AdviceView) ofMiseres() string {
	var all show.Rate
	for _, f := range v.Led {
		all.Won, all.Of = all.Won+f.Made.Won, all.Of+f.Made.Of
	}
	if all.Of == 0 {
		return ""
	}
	return thousands(all.Won) + " of " + thousands(all.Of) + " were made. "
}

// differ tells whether the shares of all differ by more than chance, nineteen times in twenty: Pearson's
// test, one for all of them, since the best and the worst are chosen by how they came out.
func differ(led []show.MisereLed) bool {
	var all show.Rate
	for _, f := range led {
		all.Won, all.Of = all.Won+f.Made.Won, all.Of+f.Made.Of
	}
	p, sum := all.Share(), 0.0
	for _, f := range led {
		expected := float64(f.Made.Of) * p
		sum += (float64(f.Made.Won) - expected) * (float64(f.Made.Won) - expected) / (expected * (1 - p))
	}
	return sum > [...]float64{2: 3.841, 3: 5.991, 4: 7.815}[len(led)] // chi-squared, of one to three degrees
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
