package seating

// One more round, where people move by what they won, or stay. Unlike Propose's search it looks no further
// ahead: what comes after follows from what is won.

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"ouverte/ledger/chain"
)

// onward seats the next round. Of those who rested least the last in the standing rest; people who sat out or
// come late play before them.
func (p *Plan) onward() Round {
	m := &mover{search: newSearch(p), sizes: Sizes(len(p.Here), p.Tables, p.Rest)}
	m.last = Round{}
	if n := len(p.Played); n > 0 {
		m.last = p.Played[n-1]
	}
	m.order = make([]int, len(m.here))
	for i := range m.order {
		m.order[i] = i
	}
	slices.SortStableFunc(m.order, func(a, b int) int { return cmp.Compare(m.score(b), m.score(a)) })
	rests := m.whoRests()
	var next Round
	switch p.Moves {
	case chain.WinnersUp:
		next.Tables = m.turned(m.ladder())
	case chain.ByStanding:
		next.Tables = m.turned(m.neighbours())
	default:
		next.Tables = m.stay()
	}
	next.Rests = m.names(rests)
	slices.Sort(next.Rests)
	return next
}

// mover seats one round. People are places in here, as in the search, which has counted who met whom.
type mover struct {
	*search
	sizes []int
	last  Round
	order []int // the standing: everybody, and once it is known who rests, who plays
}

func (m *mover) score(who int) int64 { return m.plan.Score[m.here[who]] }

// whoRests takes those who rest out of the order.
func (m *mover) whoRests() []int {
	seats := 0
	for _, size := range m.sizes {
		seats += size
	}
	sat := func(who int) int {
		if slices.ContainsFunc(m.last.Tables, func(t []chain.PlayerID) bool {
			return slices.Contains(t, m.here[who])
		}) {
			return 0
		}
		return 1
	}
	first := slices.Clone(m.order)
	slices.Reverse(first)
	slices.SortStableFunc(first, func(a, b int) int {
		return cmp.Or(cmp.Compare(m.search.rests[a], m.search.rests[b]), cmp.Compare(sat(a), sat(b)))
	})
	rest := first[:len(m.order)-seats]
	m.order = slices.DeleteFunc(m.order, func(who int) bool { return slices.Contains(rest, who) })
	return rest
}

func cut(who, sizes []int) [][]int {
	tables := make([][]int, len(sizes))
	for i, size := range sizes {
		tables[i], who = who[:size], who[size:]
	}
	return tables
}

// ladder is the progressive movement of a whist drive: the two who won most at a table move up one, at the
// first table they stay and the last two go to the last table, all others stay. Where a table has three it is
// one instead of two. Who comes in does so at the last table.
func (m *mover) ladder() [][]int {
	var up, sizes []int
	var tables [][]int
	move := math.MaxInt
	for _, seats := range m.last.Tables {
		if len(seats) == 0 {
			continue
		}
		move = min(move, len(seats)/2)
		best := slices.Clone(seats)
		slices.SortStableFunc(best, func(a, b chain.PlayerID) int {
			return cmp.Or(cmp.Compare(m.plan.Won[b], m.plan.Won[a]), cmp.Compare(m.plan.Score[b], m.plan.Score[a]))
		})
		table := make([]int, len(best))
		for i, who := range best {
			table[i] = -1 // went home
			if at, here := m.at[who]; here {
				table[i] = at
			}
		}
		tables, sizes = append(tables, table), append(sizes, len(table))
	}
	for i, t := range tables {
		stay, down := t[min(move, len(t)):], []int(nil)
		switch {
		case len(tables) == 1:
			stay = t
		case i == 0:
			stay, down = t[:len(t)-move], nil
		}
		if i+1 < len(tables) {
			down = tables[i+1][:move]
		} else if i > 0 {
			down = tables[0][len(tables[0])-move:]
		}
		up = append(append(up, stay...), down...)
	}
	up = slices.DeleteFunc(up, func(who int) bool { return !slices.Contains(m.order, who) })
	for _, who := range m.order {
		if !slices.Contains(up, who) {
			up = append(up, who)
		}
	}
	if !slices.Equal(slices.Sorted(slices.Values(sizes)), slices.Sorted(slices.Values(m.sizes))) {
		sizes = m.sizes
	}
	return cut(up, sizes)
}

// What a pair at one table costs by standing: a meeting again more than any distance there can be between
// them all, then the square of the distance.
const (
	meetAgain  = 20_000.0 // in fifths of a round: five for a whole one
	placeSteps = 120_000
)

// neighbours seats people together who are near each other in the standing, and avoids seating two together
// twice. It begins with the standing cut into tables and anneals: it swaps two seats, keeps the swap if it is
// cheaper, and if it is dearer with a chance that cools down.
func (m *mover) neighbours() [][]int {
	n := len(m.order)
	table := make([]int, 0, n) // by seat: the table it is at
	for i, size := range m.sizes {
		for range size {
			table = append(table, i)
		}
	}
	cost := make([]float64, n*n) // of two places in the standing at one table
	for i, a := range m.order {
		for j, b := range m.order {
			met := float64(m.pairs[a*len(m.here)+b].together)
			cost[i*n+j] = meetAgain*met + float64((i-j)*(i-j))
		}
	}
	who := make([]int, n) // by seat: a place in the standing
	for i := range who {
		who[i] = i
	}
	chance := rand.NewPCG(m.plan.Seed, 0x7374616e)
	draw := func(n int) int { return int(chance.Uint64() >> 33 * uint64(n) >> 31) }
	best, sum, least := slices.Clone(who), 0.0, 0.0 // sums are told from the seats it began with
	heat, cool := 10*meetAgain, math.Pow(0.5/(10*meetAgain), 256.0/placeSteps)
	for step := range placeSteps {
		if step%256 == 0 {
			heat *= cool
		}
		i, j := draw(n), draw(n)
		if table[i] == table[j] {
			continue
		}
		by := 0.0 // what the swap adds to the sum
		for x := range who {
			switch {
			case x == i || x == j:
			case table[x] == table[i]:
				by += cost[who[j]*n+who[x]] - cost[who[i]*n+who[x]]
			case table[x] == table[j]:
				by += cost[who[i]*n+who[x]] - cost[who[j]*n+who[x]]
			}
		}
		if by > heat*m.luck[chance.Uint64()>>54] {
			continue
		}
		who[i], who[j] = who[j], who[i]
		if sum += by; sum < least {
			least = sum
			copy(best, who)
		}
	}
	tables := cut(best, m.sizes)
	for _, t := range tables {
		slices.Sort(t)
	}
	// Tables of a size stand in the order of their people.
	slices.SortStableFunc(tables, func(a, b []int) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), slices.Compare(a, b))
	})
	for _, t := range tables {
		for i, place := range t {
			t[i] = m.order[place]
		}
	}
	return tables
}

// stay leaves everybody where they are. Who comes in takes the place of who goes out; where a table has too
// few then, who sat down last at one with too many moves.
func (m *mover) stay() [][]chain.PlayerID {
	var comes []int
	for _, who := range m.order {
		in := func(t []chain.PlayerID) bool { return slices.Contains(t, m.here[who]) }
		if !slices.ContainsFunc(m.last.Tables, in) {
			comes = append(comes, who)
		}
	}
	tables := make([][]int, max(len(m.last.Tables), len(m.sizes)))
	for i, seats := range m.last.Tables {
		for _, one := range seats {
			switch at, here := m.at[one]; {
			case here && slices.Contains(m.order, at):
				tables[i] = append(tables[i], at)
			case len(comes) > 0:
				tables[i], comes = append(tables[i], comes[0]), comes[1:]
			}
		}
	}
	bySize := make([]int, len(tables))
	for i := range bySize {
		bySize[i] = i
	}
	slices.SortStableFunc(bySize, func(a, b int) int { return len(tables[b]) - len(tables[a]) })
	sizes := append(slices.Clone(m.sizes), make([]int, len(tables)-len(m.sizes))...)
	for i, at := range bySize {
		if over := len(tables[at]) - sizes[i]; over > 0 {
			comes = append(comes, tables[at][sizes[i]:]...)
			tables[at] = tables[at][:sizes[i]]
		}
	}
	out := make([][]chain.PlayerID, len(tables))
	for i, at := range bySize {
		few := sizes[i] - len(tables[at])
		tables[at], comes = append(tables[at], comes[:max(few, 0)]...), comes[max(few, 0):]
		out[at] = m.names(tables[at])
	}
	return out
}

// turned seats each table so that nobody sits opposite the one they sat opposite in the last round, if it can
// be helped, then so that those sit opposite who have least; and as many as can be keep their seats.
func (m *mover) turned(tables [][]int) [][]chain.PlayerID {
	out := make([][]chain.PlayerID, len(tables))
	for i, t := range tables {
		if best := math.MaxInt; len(t) == 4 {
			for _, way := range [...][4]int{{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 1, 3, 2}} {
				as := []int{t[way[0]], t[way[1]], t[way[2]], t[way[3]]}
				if c := m.opposed(as[0], as[2]) + m.opposed(as[1], as[3]); c < best {
					best, tables[i] = c, as
				}
			}
		}
		var before []chain.PlayerID
		if i < len(m.last.Tables) {
			before = m.last.Tables[i]
		}
		out[i] = turn(m.names(tables[i]), before)
	}
	return out
}

// opposed is how much two people sat opposite each other, the last round before all others.
func (m *mover) opposed(a, b int) int {
	partners := int(m.pairs[a*len(m.here)+b].partners)
	for _, t := range m.last.Tables {
		i, j := slices.Index(t, m.here[a]), slices.Index(t, m.here[b])
		if len(t) == 4 && i >= 0 && j >= 0 && max(i-j, j-i) == 2 {
			partners += 1000
		}
	}
	return partners * partners
}
