package seating

import (
	"errors"
	"slices"

	"ouverte/ledger/chain"
)

// What a Plan may have. The longest tournament there is to compare with has 23 rounds.
const (
	MostPeople = 24
	MostRounds = 23
	MostTables = MostPeople / 3
)

// Round is one seating: the people of each table clockwise, and who rests. A table nobody sits at is empty.
type Round struct {
	Tables [][]chain.PlayerID
	Rests  []chain.PlayerID
}

// Plan is what the rounds to come are planned from.
type Plan struct {
	Here   []chain.PlayerID // who is there now, in any order
	Played []Round          // by the people there; some may have left since

	Tables int  // how many tables there are; 0 for as many as Tables offers
	Rest   bool // tables of four only: who is over rests for the round, where else there are fives and threes
	Rounds int  // to come

	// Moves is how people move. Unless everybody meets everybody one round is planned, from what they won in
	// the last and have won over the evening.
	Moves      chain.Movement
	Won, Score map[chain.PlayerID]int64

	// Like is an earlier plan for these rounds. It is kept where it suits and nothing found is more even, so
	// that what has been shown changes only for a reason.
	Like []Round

	Seed  uint64
	steps int // of the search, where not the usual; for tests
}

// Tables offers tables for n people: as many fours as can be, then fives rather than threes, which play
// without proposals. The larger come first.
func Tables(n int) []int {
	var best []int
	fewest := 0
	for t := 1; t <= MostTables; t++ {
		if n < 3*t || n > 5*t {
			continue
		}
		sizes := spread(n, t)
		odd := 0
		for _, size := range sizes {
			odd += [...]int{3: 2, 4: 0, 5: 1}[size]
		}
		if best == nil || odd < fewest {
			best, fewest = sizes, odd
		}
	}
	return best
}

func spread(n, t int) []int {
	sizes := make([]int, t)
	for i := range sizes {
		sizes[i] = (n + t - 1 - i) / t
	}
	return sizes
}

// Sizes are the tables for n people of whom as few rest as can be, at no more than t tables: of four only if
// the others are to rest.
func Sizes(n, t int, rest bool) []int {
	if rest {
		if fours := min(t, n/4); fours > 0 {
			return spread(4*fours, fours)
		}
	}
	t = min(t, n/3)
	return spread(min(n, 5*t), t)
}

var errPlan = errors.New("seating: nobody can be seated so")

// propose plans the rounds to come. Everybody here sits at one table or rests, in each of them. Those who
// rest are always among those who rested least; somebody who came late counts as having rested as often as
// the one who rested least of all. Within that, the rounds are those with the smallest measure the search
// finds, in an order in which people meet early. Where there is a choice, people stay at their table.
func (p Plan) propose() ([]Round, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if p.Moves.Kind().By != chain.MeetAll {
		return []Round{p.onward()}, nil
	}
	s := newSearch(&p)
	s.run()
	rounds := s.rounds()
	p.settle(rounds)
	return rounds, nil
}

func (p *Plan) check() error {
	seen := map[chain.PlayerID]bool{}
	for _, who := range p.Here {
		if seen[who] {
			return errPlan
		}
		seen[who] = true
	}
	if len(p.Here) < 3 || len(p.Here) > MostPeople || p.Rounds < 1 || p.Rounds > MostRounds {
		return errPlan
	}
	if p.Tables == 0 {
		if p.Tables = len(Tables(len(p.Here))); p.Rest {
			p.Tables = len(p.Here) / 4
		}
	}
	if p.Tables < 1 || p.Tables > MostTables {
		return errPlan
	}
	return nil
}

// settle gives each group of each round one of the tables, and its people their seats, so that as many as can
// be stay where they are. What neither changes is who sits opposite whom.
func (p *Plan) settle(rounds []Round) {
	before := make([][]chain.PlayerID, p.Tables)
	if last := len(p.Played) - 1; last >= 0 {
		copy(before, p.Played[last].Tables)
	}
	for r := range rounds {
		free := make([]int, 0, p.Tables)
		for at := range p.Tables {
			free = append(free, at)
		}
		groups := rounds[r].Tables
		for len(groups) < len(free) {
			groups = append(groups, nil)
		}
		placed := make([][]chain.PlayerID, p.Tables)
		for g, at := range assign(groups, before, free) {
			placed[at] = turn(groups[g], before[at])
		}
		rounds[r].Tables = placed
		before = placed
	}
}

// assign says which of the free tables each group takes: the way in which most people stay.
func assign(groups, before [][]chain.PlayerID, free []int) []int {
	stay := make([][]int, len(groups))
	for g, group := range groups {
		stay[g] = make([]int, len(free))
		for f, at := range free {
			for _, who := range group {
				if slices.Contains(before[at], who) {
					stay[g][f]++
				}
			}
			// Among equals the earlier tables stay in use.
			stay[g][f] = stay[g][f]*64 + min(len(group), 1)*(len(free)-f)
		}
	}
	// best[m] is the most that stay with the first so many groups at the tables of the set m.
	best := make([]int, 1<<len(free))
	took := make([]int, len(best))
	for m := 1; m < len(best); m++ {
		g := -1
		for f := range free {
			g += m >> f & 1
		}
		best[m] = -1
		for f := range free {
			if m>>f&1 == 1 && best[m&^(1<<f)]+stay[g][f] > best[m] {
				best[m], took[m] = best[m&^(1<<f)]+stay[g][f], f
			}
		}
	}
	at := make([]int, len(groups))
	for m, g := len(best)-1, len(groups)-1; g >= 0; g-- {
		at[g] = free[took[m]]
		m &^= 1 << took[m]
	}
	return at
}

// turn turns the table round, or its order about, so that most of those who sat at it keep their seat.
func turn(table, before []chain.PlayerID) []chain.PlayerID {
	best, most := slices.Clone(table), -1
	for about := range 2 {
		for by := range table {
			turned := slices.Concat(table[by:], table[:by])
			if about == 1 {
				slices.Reverse(turned)
			}
			keep := 0
			for i, who := range turned {
				if i < len(before) && before[i] == who {
					keep++
				}
			}
			if keep > most {
				best, most = turned, keep
			}
		}
	}
	return best
}
