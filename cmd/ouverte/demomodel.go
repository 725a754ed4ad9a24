package main

// How a demo is played: not with cards, but with how good each hand is, who is bold, and who forgets to follow suit. The
// figures are chosen so that a season looks like one: some two deals in five proposals, a solo in five, a misère now and then, and
// a declared to talk about.

import (
	"math"
	"math/rand/v2"

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

// members are as many players of a club as wanted.
func members(n int, r *rand.Rand) []character {
	out := append([]character(nil), theCircle[:min(n, len(theCircle))]...)
	first := []string{"Arthur", "Beryl", "Cecil", "Doris", "Edgar", "Freda", "Gwen", "Harold", "Iris", "Jack", "Kitty", "Leonard", "Mabel", "Norman", "Olive", "Percy", "Queenie", "Reg", "Stella", "Tom"}
	last := []string{"Archer", "Baker", "Cooper", "Dyer", "Elliott", "Fletcher", "Glover", "Hooper", "Ironside", "Joiner", "Keeler", "Lambert", "Mercer", "Naylor", "Osborne", "Potter", "Quick", "Reeve", "Sawyer", "Tanner", "Underhill", "Vickers", "Weaver", "Yeoman"}
	for i := len(out); i < n; i++ {
		name := first[i%len(first)] + " " + last[i/len(first)%len(last)]
		if round := i / (len(first) * len(last)); round > 0 {
			name += " " + string(rune('A'+round%26)) + string(rune('a'+round/26%26))
		}
		out = append(out, character{name, r.NormFloat64() * .3, r.NormFloat64() * .4, r.NormFloat64() * .4, r.Float64() * .005, .3 + .6*r.Float64()})
	}
	return out
}

// dealt plays one deal at a table: seats are the characters clockwise from seat 1.
func dealt(house *rules.House, seats []*character, dealer rules.Seat, r *rand.Rand) rules.Deal {
	d := rules.Deal{Seats: len(seats), Dealer: dealer, Tricks: rules.NotSaid}
	var order []rules.Seat
	for s := d.Eldest(); ; s = d.Left(s) {
		if d.Active(s) {
			order = append(order, s)
		}
		if s == dealer {
			break
		}
	}
	var high, low [rules.MaxSeats + 1]float64
	for _, s := range order {
		high[s], low[s] = r.NormFloat64(), r.NormFloat64()
	}
	call(house, &d, order, seats, high, low, r)
	if d.Call != rules.Passed {
		take(&d, order, seats, high, low, r)
		spoil(&d, order, seats, r)
	}
	return d
}

// call lets the players speak in their order; the highest call stands.
func call(house *rules.House, d *rules.Deal, order []rules.Seat, seats []*character, high, low [rules.MaxSeats + 1]float64, r *rand.Rand) {
	best, proposer, acceptor := rules.NoCall, rules.Seat(0), rules.Seat(0)
	rank := func(c rules.Call) int {
		for i, k := range house.Calls {
			if k.Call == c {
				return i + 1
			}
		}
		return 0
	}
	over := func(c rules.Call, s rules.Seat) {
		if rank(c) > rank(best) {
			best, d.Caller = c, s
		}
	}
	for i, s := range order {
		p := seats[s-1]
		h := high[s] + .35*p.boldness
		if i == 1 {
			h -= .1 // second hand knows least
		}
		switch {
		case h > 3.2:
			over(rules.Declared, s)
		case h > 2.35 && r.IntN(3) == 0:
			over(rules.Royal, s)
		case h > 2.25:
			over(rules.Abundance, s)
		case low[s]+.3*p.misery > 2.75:
			over(rules.MisereOuverte, s)
		case low[s]+.3*p.misery > 1.85:
			over(rules.Misere, s)
		case h > 1.25:
			over(rules.Solo, s)
		case best == rules.NoCall && h > .05 && rank(rules.Prop) > 0 && len(order) == 4:
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
		if eldest := order[0]; eldest != proposer && high[eldest] > -.6 {
			acceptor = eldest
		}
	}
	switch {
	case best != rules.NoCall:
		d.Call = best
	case acceptor != 0:
		d.Call, d.Caller, d.Partner = rules.Prop, proposer, acceptor
	case proposer != 0 && high[proposer] > .7:
		d.Call, d.Caller = rules.Solo, proposer
	default:
		d.Call, d.Caller = rules.Passed, 0
	}
}

// take plays it out.
func take(d *rules.Deal, order []rules.Seat, seats []*character, high, low [rules.MaxSeats + 1]float64, r *rand.Rand) {
	mine, theirs, others := 0.0, 0.0, 0
	for _, s := range order {
		if s == d.Caller || s == d.Partner {
			mine += seats[s-1].skill
		} else {
			theirs += seats[s-1].skill
			others++
		}
	}
	edge := mine - theirs/float64(others)
	tricks := func(mean, spread float64) int {
		return int(max(0, min(13, math.Round(mean+edge+spread*r.NormFloat64()))))
	}
	h := high[d.Caller]
	second := 0.0
	if d.Caller == order[1] {
		second = .35
	}
	switch d.Call {
	case rules.Prop:
		d.Tricks = tricks(8.0+.8*(h+high[d.Partner]-.75), 1.5)
	case rules.Solo:
		d.Tricks = tricks(4.95+.9*(h-1.35)-second, 1.15)
		if len(order) == 3 {
			d.Tricks = min(13, d.Tricks+r.IntN(2))
		}
	case rules.Abundance, rules.Royal:
		d.Tricks = tricks(8.75+1.1*(h-2.4)-second, 1.0)
		d.Trumps = rules.Suit(1 + r.IntN(4))
	case rules.Declared:
		d.Tricks = 13 - int(max(0, math.Floor(r.ExpFloat64()*.85)))
	case rules.Misere, rules.MisereOuverte:
		d.Tricks = 0
		if r.Float64() > .58+.1*edge+.15*(low[d.Caller]-1.9) {
			d.Tricks = 1 + r.IntN(3)/2
		}
	}
}

// spoil lets something go wrong now and then.
func spoil(d *rules.Deal, order []rules.Seat, seats []*character, r *rand.Rand) {
	misere := d.Call.Losing()
	for _, s := range order {
		if r.Float64() >= seats[s-1].careless*1.5 {
			continue
		}
		if misere && s != d.Caller && r.IntN(2) == 0 {
			d.Forfeit = s
			return
		}
		d.Revokes[s] = 1
		return
	}
	if r.IntN(900) == 0 {
		d.WrongCards[order[r.IntN(len(order))]] = true
		d.Tricks = rules.NotSaid
	}
}
