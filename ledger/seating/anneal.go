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
	one, other := &s.shapes[r].slots[i], &s.shapes[r].slots[j]
	ofA, ofB := s.pairs[a*n:a*n+n], s.pairs[b*n:b*n+n]
	s.moved = 0
	var by int64
	add := func(x int, d pair) {
		if x == i || x == j || d == (pair{}) {
			return
		}
		who := seats[x]
		by += differ(ofA[who], ofB[who], d)
		s.moves[s.moved] = move{who, d}
		s.moved++
	}
	if one.first == other.first {
		for k := range one.size {
			add(one.first+k, other.with[k].less(one.with[k]))
		}
		return by
	}
	for k := range one.size {
		add(one.first+k, pair{}.less(one.with[k]))
	}
	for k := range other.size {
		add(other.first+k, other.with[k])
	}
	if one.size != other.size {
		by += s.oddChange(a, one.size, other.size) + s.oddChange(b, other.size, one.size)
	}
	return by
}

// differ is by how much the worth of two pairs grows if d is added to the first and taken from the second.
func differ(first, second, d pair) int64 {
	p, t := int64(d.partners), int64(d.together)
	apart := first.less(second)
	partners, together := int64(apart.partners)+p, int64(apart.together)+t
	return 2 * (weighPartners*partners*p + weighOpponents*(together-partners)*(t-p) + weighTogether*together*t)
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

func (s *search) swap(r, i, j int) {
	seats := s.seats[r]
	one, other := s.shapes[r].slots[i].size, s.shapes[r].slots[j].size
	if one != other {
		s.oddly(seats[i], one, -1)
		s.oddly(seats[i], other, 1)
		s.oddly(seats[j], other, -1)
		s.oddly(seats[j], one, 1)
	}
	for _, m := range s.moves[:s.moved] {
		s.meet(seats[i], m.who, m.more)
		s.meet(seats[j], m.who, pair{}.less(m.more))
	}
	seats[i], seats[j] = seats[j], seats[i]
}
