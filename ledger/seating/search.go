package seating

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"ouverte/ledger/chain"
)

// The steps of a search, at most a third of a second's work, and the temperatures it begins and ends at, in
// units of the measure. A start that is good already is only warmed up.
const (
	mostSteps    = 2_000_000
	stepsForEach = 4_000 // pair of people in each round to come

	hot, warm, cold = 260.0, 45.0, 9.0

	restSwaps uint64 = 4 // one step in so many swaps who rests, where anybody does
)

// search anneals the seats of all rounds to come at once. People are numbers here: places in here.
type search struct {
	plan *Plan
	here []chain.PlayerID
	at   map[chain.PlayerID]int

	pairs []pair // by a*len(here)+b and by b*len(here)+a
	odd   [][2]int32
	rests []int // before the rounds to come

	shapes []shape
	seats  [][]int // by round and slot, who

	chance rand.PCG
	luck   [1024]float64
	moves  [8]move // of them so many
	moved  int
}

// pair is how often two people meet, in fifths: as partners, and at all.
type pair struct{ partners, together int32 }

func (p pair) less(o pair) pair { return pair{p.partners - o.partners, p.together - o.together} }

// shape is where the slots of a round are. Slots of one table follow each other; those who rest come last.
type shape struct {
	sizes []int
	slots []slot
	rest  int // the first slot that rests
}

// slot is a seat: the first one of its table, how many that has, and what the seat adds to a pair with each.
type slot struct {
	first, size int
	with        [5]pair
}

// move is what a swap adds to the pair of somebody with the one, and takes from that with the other.
type move struct {
	who  int
	more pair
}

func newShape(tables []int, people int) shape {
	s := shape{sizes: tables}
	for _, size := range tables {
		first := len(s.slots)
		for i := range size {
			at := slot{first: first, size: size}
			for j := range size {
				at.with[j] = pairOf(opposite[size][max(i-j, j-i)])
			}
			s.slots = append(s.slots, at)
		}
	}
	s.rest = len(s.slots)
	for len(s.slots) < people {
		s.slots = append(s.slots, slot{first: len(s.slots), size: 1})
	}
	return s
}

func newSearch(p *Plan) *search {
	s := &search{plan: p, here: slices.Sorted(slices.Values(p.Here)), at: map[chain.PlayerID]int{}}
	n := len(s.here)
	for i, who := range s.here {
		s.at[who] = i
	}
	for i := range s.luck {
		s.luck[i] = -math.Log((float64(i) + 0.5) / float64(len(s.luck)))
	}
	s.pairs, s.odd, s.rests = make([]pair, n*n), make([][2]int32, n), make([]int, n)
	s.begin()
	for range p.Rounds {
		s.shapes = append(s.shapes, newShape(Sizes(n, p.Tables, p.Rest), n))
	}
	return s
}

// begin counts the rounds played: who met whom, and how often each rested. Somebody who missed a round counts
// as rested at least as often as the others' least, so that nobody is sent to rest for coming late.
func (s *search) begin() {
	away := make([]bool, len(s.here)) // missed a round
	for _, round := range s.plan.Played {
		there := make([]bool, len(s.here))
		for _, who := range round.Rests {
			if i, ok := s.at[who]; ok {
				s.rests[i]++
				there[i] = true
			}
		}
		for _, table := range round.Tables {
			s.sat(table)
			for _, who := range table {
				if i, ok := s.at[who]; ok {
					there[i] = true
				}
			}
		}
		for i := range away {
			away[i] = away[i] || !there[i]
		}
	}
	least := -1
	for i, late := range away {
		if !late && (least < 0 || s.rests[i] < least) {
			least = s.rests[i]
		}
	}
	for i, late := range away {
		if late {
			s.rests[i] = max(s.rests[i], least)
		}
	}
}

func (s *search) sat(table []chain.PlayerID) {
	if len(table) < 3 || len(table) > 5 {
		return
	}
	for i, who := range table {
		a, here := s.at[who]
		if !here {
			continue
		}
		s.oddly(a, len(table), 1)
		for j, other := range table[:i] {
			if b, here := s.at[other]; here {
				s.meet(a, b, pairOf(opposite[len(table)][i-j]))
			}
		}
	}
}

func (s *search) oddly(who, size int, by int32) {
	switch size {
	case 3:
		s.odd[who][0] += by
	case 5:
		s.odd[who][1] += by
	}
}

func pairOf(p pairCount) pair { return pair{int32(p.partners), int32(p.partners + p.opponents)} }

func (s *search) meet(a, b int, more pair) {
	for _, at := range [...]int{a*len(s.here) + b, b*len(s.here) + a} {
		s.pairs[at].partners += more.partners
		s.pairs[at].together += more.together
	}
}

// run leaves the best seats found in s.seats.
func (s *search) run() {
	s.chance = *rand.NewPCG(s.plan.Seed, 0x77686973)
	begin := slices.Clone(s.pairs)
	odd := slices.Clone(s.odd)
	var best [][]int
	least := int64(math.MaxInt64)
	try := func(seats [][]int, from float64, steps int) {
		if seats == nil {
			return
		}
		copy(s.pairs, begin)
		copy(s.odd, odd)
		s.seats = seats
		for r := range seats {
			s.sit(r, 1)
		}
		if cost := s.cost(); cost < least {
			least, best = cost, clone(seats)
		}
		if found, cost := s.anneal(from, steps, least); cost < least {
			least, best = cost, found
		}
	}
	pairs := len(s.here) * (len(s.here) - 1) / 2
	steps := cmp.Or(s.plan.steps, min(mostSteps, stepsForEach*pairs*len(s.shapes)))
	try(s.like(), warm, steps/3)
	try(s.cyclic(), warm, steps/3)
	try(s.lot(), hot, steps)
	copy(s.pairs, begin)
	copy(s.odd, odd)
	s.seats = best
}

func clone(seats [][]int) [][]int {
	c := make([][]int, len(seats))
	for r := range seats {
		c[r] = slices.Clone(seats[r])
	}
	return c
}

func (s *search) sit(r int, by int32) {
	shape := &s.shapes[r]
	for i, a := range s.seats[r][:shape.rest] {
		at := &shape.slots[i]
		s.oddly(a, at.size, by)
		for j := at.first; j < i; j++ {
			add := at.with[j-at.first]
			s.meet(a, s.seats[r][j], pair{by * add.partners, by * add.together})
		}
	}
}

func (s *search) cost() int64 {
	var sum int64
	n := len(s.here)
	for a := range n {
		for b := range a {
			sum += worth(s.pairs[a*n+b])
		}
		for _, times := range s.odd[a] {
			sum += 25 * weighOdd * int64(times) * int64(times)
		}
	}
	return sum
}

func worth(p pair) int64 {
	partners, together := int64(p.partners), int64(p.together)
	opponents := together - partners
	return weighPartners*partners*partners + weighOpponents*opponents*opponents + weighTogether*together*together
}

func (s *search) lot() [][]int {
	rested := slices.Clone(s.rests)
	seats := make([][]int, len(s.shapes))
	for r := range seats {
		who := make([]int, len(s.here))
		for i := range who {
			who[i] = i
		}
		s.shuffle(who)
		slices.SortStableFunc(who, func(a, b int) int { return rested[b] - rested[a] })
		playing := s.shapes[r].rest
		for _, a := range who[playing:] {
			rested[a]++
		}
		s.shuffle(who[:playing])
		seats[r] = who
	}
	return seats
}

func (s *search) shuffle(who []int) {
	for i := range who {
		j := i + s.draw(len(who)-i)
		who[i], who[j] = who[j], who[i]
	}
}

// like is the earlier plan, where it has the people and tables of this one and rests as fairly.
func (s *search) like() [][]int {
	if len(s.plan.Like) < len(s.shapes) {
		return nil
	}
	seats := make([][]int, len(s.shapes))
	for r, round := range s.plan.Like[:len(s.shapes)] {
		var tables [][]chain.PlayerID
		for _, table := range round.Tables {
			if len(table) > 0 {
				tables = append(tables, table)
			}
		}
		slices.SortStableFunc(tables, func(a, b []chain.PlayerID) int { return len(b) - len(a) })
		if !slices.EqualFunc(tables, s.shapes[r].sizes, func(table []chain.PlayerID, size int) bool {
			return len(table) == size
		}) {
			return nil
		}
		seen := map[int]bool{}
		for _, who := range append(slices.Concat(tables...), round.Rests...) {
			i, here := s.at[who]
			if !here || seen[i] {
				return nil
			}
			seen[i] = true
			seats[r] = append(seats[r], i)
		}
		if len(seats[r]) != len(s.shapes[r].slots) {
			return nil
		}
	}
	if !s.fair(seats) {
		return nil
	}
	return seats
}

// fair tells whether those who rest are always among those who rested least.
func (s *search) fair(seats [][]int) bool {
	var few [MostPeople]int
	rested := few[:copy(few[:], s.rests)]
	for r, who := range seats {
		from := s.shapes[r].rest
		if from == len(who) {
			continue
		}
		least, most := math.MaxInt, -1
		for _, a := range who[:from] {
			least = min(least, rested[a])
		}
		for _, a := range who[from:] {
			most = max(most, rested[a])
			rested[a]++
		}
		if most > least {
			return false
		}
	}
	return true
}

func (s *search) draw(n int) int { return int(s.chance.Uint64() >> 33 * uint64(n) >> 31) }
