package seating

import (
	"math"
	"slices"
)

// anneal searches on from s.seats, and returns the best it came by if that is below least.
func (s *search) anneal(from float64, steps int, least int64) ([][]int, int64) {
	var best [][]int
	cost, heat := s.cost(), from
	cool := math.Pow(cold/from, 1/float64(steps/256+1))
	for step := range steps {
		if step%256 == 0 {
			heat *= cool
		}
		cost += s.step(int64(heat * s.luck[s.chance.Uint64()>>54]))
		if cost < least {
			least, best = cost, clone(s.seats)
		}
	}
	return best, least
}

// step swaps two people in a round if that makes the cost no more than so much larger, and returns by how
// much it did.
func (s *search) step(allowed int64) int64 {
	r := s.draw(len(s.seats))
	shape := &s.shapes[r]
	if shape.rest == 0 {
		return 0
	}
	if shape.rest < len(shape.slots) && s.chance.Uint64()%restSwaps == 0 {
		return s.stepRest(r, allowed)
	}
	i, j := s.draw(shape.rest), s.draw(shape.rest)
	if i == j {
		return 0
	}
	by := s.change(r, i, j)
	if by > allowed {
		return 0
	}
	s.swap(r, i, j)
	return by
}

// stepRest lets one who plays in round r rest instead of another, who rests in the next round in which the
// first would have, if there is one.
func (s *search) stepRest(r int, allowed int64) int64 {
	shape := &s.shapes[r]
	i, j := s.draw(shape.rest), shape.rest+s.draw(len(shape.slots)-shape.rest)
	plays, rests := s.seats[r][i], s.seats[r][j]
	by := s.change(r, i, j)
	s.swap(r, i, j)
	later, k, l := s.instead(r, plays, rests)
	if later > 0 {
		by += s.change(later, k, l)
		s.swap(later, k, l)
	}
	if by <= allowed && s.fair(s.seats) {
		return by
	}
	if later > 0 {
		s.change(later, k, l)
		s.swap(later, k, l)
	}
	s.change(r, i, j)
	s.swap(r, i, j)
	return 0
}

// instead finds the next round after r in which a rests and b plays, and their slots.
func (s *search) instead(r, a, b int) (later, restsAt, playsAt int) {
	for later = r + 1; later < len(s.seats); later++ {
		from := s.shapes[later].rest
		restsAt = slices.Index(s.seats[later][from:], a)
		playsAt = slices.Index(s.seats[later][:from], b)
		if restsAt >= 0 && playsAt >= 0 {
			return later, from + restsAt, playsAt
		}
	}
	return 0, 0, 0
}

// change says by how much the cost grows if the people in two slots change places, and leaves what that
// changes in s.moves for swap.
func (s *search) change(r, i, j int) int64 {
	seats, n := s.seats[r], len(s.here)
	a, b := seats[i], seats[j]
	one, other := s.shapes[r].slots[i], s.shapes[r].slots[j]
	s.moves = s.moves[:0]
	leave := func(at slot, from, skip, who, by int) {
		for k := range at.size {
			x := at.first + k
			if x == from || x == skip {
				continue
			}
			apart := from - x
			if apart < 0 {
				apart = -apart
			}
			add := opposite[at.size][apart]
			s.moves = append(s.moves, move{
				who, seats[x], int32(by) * int32(add.partners), int32(by) * int32(add.partners+add.opponents),
			})
		}
	}
	leave(one, i, j, a, -1)
	leave(one, i, j, b, 1)
	leave(other, j, i, b, -1)
	leave(other, j, i, a, 1)
	if one == other {
		s.join()
	}
	var by int64
	for _, m := range s.moves {
		p := s.pairs[m.a*n+m.b]
		by += worth(pair{p.partners + m.partners, p.together + m.together}) - worth(p)
	}
	if one.size != other.size {
		by += s.oddChange(a, one.size, other.size) + s.oddChange(b, other.size, one.size)
	}
	return by
}

// join adds up moves of the same pair: within one table each pair is left and met.
func (s *search) join() {
	joined := s.moves[:0]
	for _, m := range s.moves {
		at := slices.IndexFunc(joined, func(o move) bool { return o.a == m.a && o.b == m.b })
		if at < 0 {
			joined = append(joined, m)
			continue
		}
		joined[at].partners += m.partners
		joined[at].together += m.together
	}
	s.moves = joined
}

func (s *search) oddChange(who, from, to int) int64 {
	var by int64
	for kind, size := range [...]int{3, 5} {
		times := int64(s.odd[who][kind])
		if from == size {
			by += 1 - 2*times
		}
		if to == size {
			by += 1 + 2*times
		}
	}
	return 25 * weighOdd * by
}

// swap does what change reckoned.
func (s *search) swap(r, i, j int) {
	seats := s.seats[r]
	one, other := s.shapes[r].slots[i].size, s.shapes[r].slots[j].size
	if one != other {
		s.oddly(seats[i], one, -1)
		s.oddly(seats[i], other, 1)
		s.oddly(seats[j], other, -1)
		s.oddly(seats[j], one, 1)
	}
	for _, m := range s.moves {
		s.meet(m)
	}
	seats[i], seats[j] = seats[j], seats[i]
}
