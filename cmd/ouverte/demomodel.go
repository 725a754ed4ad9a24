package main

// How a demo is played: not with cards, but with how good each hand is, who is bold, and who forgets to
// follow suit. The figures are chosen so that a season looks like one: some two deals in five proposals, a
// solo in five, a misère now and then, and a declared to talk about.

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"ouverte/rules"
)

// character is how somebody plays.
type character struct {
	name     string
	skill    float64 // tricks above the ordinary
	boldness float64 // how much sooner they call; 0 is ordinary
	misery   float64 // liking for misères
	careless float64 // revokes in a deal
	presence float64 // how often they come
}

// theCircle are the nine of the demo.
var theCircle = []character{
	{"Ann", .32, .05, .2, .001, .90},
	{"Bob", -.15, .55, .1, .004, .85},
	{"Cat", .22, -.10, .8, .002, .80},
	{"Dan", .05, .00, .0, .003, .80},
	{"Eve", .20, .30, .3, .002, .60},
	{"Flo", -.28, -.35, .0, .008, .55},
	{"Gus", -.10, .80, .6, .006, .45},
	{"Hal", .10, -.60, -.3, .001, .40},
	{"Ivy", .28, .15, .4, .002, .30},
}

var (
	firstNames = strings.Fields(`Arthur Beryl Cecil Doris Edgar Freda Gwen Harold Iris Jack Kitty Leonard Mabel
		Norman Olive Percy Queenie Reg Stella Tom`)
	lastNames = strings.Fields(`Archer Baker Cooper Dyer Elliott Fletcher Glover Hooper Ironside Joiner Keeler
		Lambert Mercer Naylor Osborne Potter Quick Reeve Sawyer Tanner Underhill Vickers Weaver Yeoman`)
)

// members are n players: the circle, then members of a club.
func members(n int, r *rand.Rand) []character {
	out := append([]character(nil), theCircle[:min(n, len(theCircle))]...)
	for i := len(out); i < n; i++ {
		firsts, lasts := len(firstNames), len(lastNames)
		name := firstNames[i%firsts] + " " + lastNames[i/firsts%lasts]
		if round := i / (firsts * lasts); round > 0 {
			name += " " + string(rune('A'+round%26)) + string(rune('a'+round/26%26))
		}
		out = append(out, character{
			name, r.NormFloat64() * .3, r.NormFloat64() * .4, r.NormFloat64() * .4, r.Float64() * .005,
			.3 + .6*r.Float64(),
		})
	}
	return out
}

// demoDeal is a deal being played, without cards: each active player's hand is a number for strength (high)
// and one for a misère (low). The figures make a season look like one: two deals in five are proposals, one
// in five a solo, a misère now and then, and a declared to talk about.
type demoDeal struct {
	rules.Deal
	house     *rules.House
	seats     []*character // clockwise from seat 1
	order     []rules.Seat // the active players, eldest first
	high, low [rules.MaxSeats + 1]float64
	rand      *rand.Rand
}

// dealt plays one deal at a table.
func dealt(house *rules.House, seats []*character, dealer rules.Seat, r *rand.Rand) rules.Deal {
	d := demoDeal{house: house, seats: seats, rand: r}
	d.Deal = rules.Deal{Seats: len(seats), Dealer: dealer, Tricks: rules.NotSaid}
	for s := d.Eldest(); ; s = d.LeftOf(s) {
		if d.Active(s) {
			d.order = append(d.order, s)
		}
		if s == dealer {
			break
		}
	}
	for _, s := range d.order {
		d.high[s], d.low[s] = r.NormFloat64(), r.NormFloat64()
	}
	d.call()
	if d.Call != rules.Passed {
		d.take()
		d.spoil()
	}
	return d.Deal
}

// rank is a call's place in the house's order, 0 if it isn't played.
func (d *demoDeal) rank(c rules.Call) int {
	return 1 + slices.IndexFunc(d.house.Calls, func(k rules.Rank) bool { return k.Call == c })
}

// call lets the players speak in their order; the highest call stands. h is how far a hand is good for
// tricks, low how far it is for none, both with the player's temper; the thresholds make calls about as rare
// as in life.
func (d *demoDeal) call() {
	best, proposer, acceptor := rules.NoCall, rules.Seat(0), rules.Seat(0)
	over := func(c rules.Call, s rules.Seat) {
		if d.rank(c) > d.rank(best) {
			best, d.Caller = c, s
		}
	}
	for i, s := range d.order {
		p := d.seats[s-1]
		h := d.high[s] + .35*p.boldness
		if i == 1 {
			h -= .1 // second hand knows least
		}
		low := d.low[s] + .3*p.misery
		switch {
		case h > 3.2:
			over(rules.Declared, s)
		case h > 2.35 && d.rand.IntN(3) == 0:
			over(rules.Royal, s)
		case h > 2.25:
			over(rules.Abundance, s)
		case low > 2.75:
			over(rules.MisereOuverte, s)
		case low > 1.85:
			over(rules.Misere, s)
		case h > d.soloFrom():
			over(rules.Solo, s)
		case best == rules.NoCall && h > .05 && d.rank(rules.Prop) > 0 && len(d.order) == 4:
			if proposer == 0 {
				proposer = s
			} else if acceptor == 0 {
				acceptor = s
			}
		case proposer != 0 && acceptor == 0 && h > -.3 && best == rules.NoCall:
			acceptor = s
		}
	}
	if best == rules.NoCall && proposer != 0 && acceptor == 0 {
		if eldest := d.order[0]; eldest != proposer && d.high[eldest] > -.6 {
			acceptor = eldest
		}
	}
	switch {
	case best != rules.NoCall:
		d.Call = best
	case acceptor != 0:
		d.Call, d.Caller, d.Partner = rules.Prop, proposer, acceptor
	case proposer != 0 && d.high[proposer] > .7:
		d.Call, d.Caller = rules.Solo, proposer
	default:
		d.Call, d.Caller = rules.Passed, 0
	}
}

// soloFrom is the strength from which a solo is called. At three there is no proposal and a third of the
// tricks to begin with, so that much less is dared for.
func (d *demoDeal) soloFrom() float64 {
	if len(d.order) == 3 {
		return .3
	}
	return 1.25
}

// take plays the tricks: how many follows from the caller's hand and how well both sides play.
func (d *demoDeal) take() {
	mine, theirs, others := 0.0, 0.0, 0
	for _, s := range d.order {
		if s == d.Caller || s == d.Partner {
			mine += d.seats[s-1].skill
		} else {
			theirs += d.seats[s-1].skill
			others++
		}
	}
	edge := mine - theirs/float64(others)
	tricks := func(mean, spread float64) int {
		return int(max(0, min(13, math.Round(mean+edge+spread*d.rand.NormFloat64()))))
	}
	h := d.high[d.Caller]
	second := 0.0
	if d.Caller == d.order[1] {
		second = .35
	}
	if d.Call.Losing() {
		d.Tricks = 0
		if d.rand.Float64() > .58+.1*edge+.15*(d.low[d.Caller]-1.9) {
			d.Tricks = 1 + d.rand.IntN(3)/2
		}
		return
	}
	switch d.Call {
	case rules.Prop:
		d.Tricks = tricks(8.0+.8*(h+d.high[d.Partner]-.75), 1.5)
	case rules.Solo:
		d.Tricks = tricks(4.86+.9*(h-d.soloFrom())-second, 1.15)
		if len(d.order) == 3 {
			d.Tricks = min(13, d.Tricks+d.rand.IntN(2))
		}
	case rules.Abundance, rules.Royal:
		d.Tricks = tricks(8.75+1.1*(h-2.4)-second, 1.0)
		d.Trumps = rules.Suit(1 + d.rand.IntN(4))
	case rules.Declared:
		d.Tricks = 13 - int(max(0, math.Floor(d.rand.ExpFloat64()*.85)))
	}
}

// spoil lets something go wrong now and then.
func (d *demoDeal) spoil() {
	for _, s := range d.order {
		if d.rand.Float64() >= d.seats[s-1].careless*1.5 {
			continue
		}
		if d.Call.Losing() && s != d.Caller && d.rand.IntN(2) == 0 {
			d.Forfeit = s
			return
		}
		d.Revokes[s] = 1
		return
	}
	if d.rand.IntN(900) == 0 {
		d.WrongCards[d.order[d.rand.IntN(len(d.order))]] = true
		d.Tricks = rules.NotSaid
	}
}
