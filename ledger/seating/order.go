package seating

import (
	"slices"

	"ouverte/ledger/chain"
)

// rounds are the best seats found as rounds, in an order in which people meet early: each next round is the
// one after which the cost is smallest, among those whose rests are fair by then. A first round in which
// tables play on stays first.
func (s *search) rounds() []Round {
	for from := range s.seats {
		best, least := from, int64(-1)
		for r := from; r < len(s.seats); r++ {
			s.exchange(from, r)
			if s.fair(s.seats) {
				s.sit(from, 1)
				if cost := s.cost(); least < 0 || cost < least {
					best, least = r, cost
				}
				s.sit(from, -1)
			}
			s.exchange(from, r)
		}
		s.exchange(from, best)
		s.sit(from, 1)
	}
	rounds := make([]Round, len(s.seats))
	for r, seats := range s.seats {
		at := 0
		for _, size := range s.shapes[r].sizes {
			rounds[r].Tables = append(rounds[r].Tables, s.names(seats[at:at+size]))
			at += size
		}
		rounds[r].Rests = s.names(seats[at:])
		slices.Sort(rounds[r].Rests)
	}
	return rounds
}

func (s *search) exchange(a, b int) { s.seats[a], s.seats[b] = s.seats[b], s.seats[a] }

func (s *search) names(who []int) []chain.PlayerID {
	names := make([]chain.PlayerID, len(who))
	for i, a := range who {
		names[i] = s.here[a]
	}
	return names
}
