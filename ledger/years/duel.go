package years

// What two took from each other, evening by evening.

import (
	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// Duel is seen from A: After is what A was ahead of B by what they took from each other.
type Duel struct {
	A, B     people.Player
	Money    rules.Money
	Took     [2]int64       // by A from B, and by B from A
	Evenings []EveningPoint // both played at, oldest first
	Open     int64          // of these, those that aren't closed
	// Turns are the evenings at which the lead changed hands, as places in Evenings.
	Turns []int
}

// Leader is who is ahead at the end; nil where nobody is.
func (r *Duel) Leader() *people.Player {
	switch {
	case r.Took[0] > r.Took[1]:
		return &r.A
	case r.Took[0] < r.Took[1]:
		return &r.B
	}
	return nil
}

// DuelOf goes through the evenings of a span at which both played.
func DuelOf(s *state.State, a, b people.Player, money rules.Money, span Span) *Duel {
	out, r := &Duel{A: a, B: b, Money: money}, read(s)
	two := [2]chain.PlayerID{a.ID, b.ID}
	var ahead, led int64
	for _, n := range r.nights(money, span) {
		at, both := EveningPoint{Night: n.ID, Date: n.Date}, false
		for _, v := range r.deals(n) {
			var seats [2]rules.Seat
			for i := range v.Seats {
				for who, p := range two {
					if r.player(v, rules.Seat(i)) == p {
						seats[who] = rules.Seat(i) + 1
					}
				}
			}
			if seats[0] == 0 || seats[1] == 0 {
				continue
			}
			both = true
			paid := payments(v)
			for _, pay := range paid.List() {
				switch {
				case pay.From == seats[1] && pay.To == seats[0]:
					out.Took[0] += counted(pay.Amount)
					at.Score += counted(pay.Amount)
				case pay.From == seats[0] && pay.To == seats[1]:
					out.Took[1] += counted(pay.Amount)
					at.Score -= counted(pay.Amount)
				}
			}
		}
		if !both {
			continue
		}
		out.Open += one(n.Closed == 0)
		ahead += at.Score
		at.After = ahead
		if led*ahead < 0 {
			out.Turns = append(out.Turns, len(out.Evenings))
		}
		if ahead != 0 {
			led = ahead / max(ahead, -ahead)
		}
		out.Evenings = append(out.Evenings, at)
	}
	return out
}
