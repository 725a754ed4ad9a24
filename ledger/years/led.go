package years

// What came of misères, by who led to the first trick.

import (
	"ouverte/ledger/state"
	"ouverte/rules"
)

type Leader uint8

const (
	LedHimself  Leader = iota // the caller led
	LedOnRight                // the caller played second
	LedOpposite               // the caller played third, of four
	LedOnLeft                 // the caller played last
	leaders
)

type MisereLed struct {
	Leader Leader
	Made   Rate // of those won or lost
}

func MisereLeads(s *state.State, money rules.Money, span Span) (out []MisereLed) {
	var sums [leaders]Rate
	r := read(s)
	for _, n := range r.nights(money, span) {
		for _, part := range r.parts(n) {
			for i := range part.Deals {
				v := part.Stands(&part.Deals[i])
				if v == nil || !v.Call.Losing() || v.Outcome != rules.Won && v.Outcome != rules.Lost {
					continue
				}
				rate := &sums[leaderOf(v)]
				rate.Of++
				if v.Outcome == rules.Won {
					rate.Won++
				}
			}
		}
	}
	for i, rate := range sums {
		if rate.Of > 0 {
			out = append(out, MisereLed{Leader(i), rate})
		}
	}
	return out
}

func leaderOf(v *state.Version) Leader {
	place := placesIn(v)[v.Caller-1]
	if int(place) == active(v)-1 { // the caller is the last to play
		return LedOnLeft
	}
	return Leader(place)
}
