package seating

import (
	"ouverte/ledger/chain"
)

// Measure is how unevenly people have met: for every two people the squares of how often they were
// partners-to-be, how often opponents, and how often at one table at all, each added up over all pairs; 25 is
// one pair once.
//
// What is added up doesn't depend on who sits where, so the sum of squares is smallest where all counts are
// equal, and it is the squared distance from the even value plus a constant. Meeting at all is a term of its
// own, for otherwise a pair once partners and once opponents, and another that never met, would be as good as
// two pairs that met once.
type Measure struct {
	Partners, Opponents, Together int64

	// Odd is the same over people: how often each was at a table of five, and of three, where not all are.
	Odd int64
}

// The weights of the four. There is half as much partnering as opposing, so it weighs double.
const (
	weighPartners  = 2
	weighOpponents = 1
	weighTogether  = 1
	weighOdd       = 1
)

// Weighed is the one number the search makes small.
func (m Measure) Weighed() int64 {
	return weighPartners*m.Partners + weighOpponents*m.Opponents + weighTogether*m.Together + weighOdd*m.Odd
}

// part is what a round adds to a pair, in fifths.
type part struct{ partners, opponents int64 }

// opposite has, by the size of a table and by how many seats two people are apart, what that adds.
var opposite = [6][5]part{
	3: {1: {0, 5}, 2: {0, 5}},
	4: {1: {0, 5}, 2: {5, 0}, 3: {0, 5}},
	5: {1: {0, 3}, 2: {2, 1}, 3: {2, 1}, 4: {0, 3}},
}

// Meetings is how often two people were together, in fifths of a round (see the package's guide).
type Meetings struct{ Partners, Opponents int64 }

// Met counts how often every two of these people met in these rounds.
func Met(people []chain.PlayerID, rounds []Round) map[[2]chain.PlayerID]Meetings {
	met := map[[2]chain.PlayerID]Meetings{}
	for i, a := range people {
		for _, b := range people[:i] {
			met[[2]chain.PlayerID{min(a, b), max(a, b)}] = Meetings{}
		}
	}
	for _, round := range rounds {
		for _, table := range round.Tables {
			if len(table) > 5 {
				continue
			}
			for i, a := range table {
				for j, b := range table[:i] {
					pair := [2]chain.PlayerID{min(a, b), max(a, b)}
					if m, ok := met[pair]; ok {
						add := opposite[len(table)][i-j]
						met[pair] = Meetings{m.Partners + add.partners, m.Opponents + add.opponents}
					}
				}
			}
		}
	}
	return met
}

// Measured measures rounds among these people.
func Measured(people []chain.PlayerID, rounds []Round) Measure {
	var m Measure
	for _, met := range Met(people, rounds) {
		m.Partners += met.Partners * met.Partners
		m.Opponents += met.Opponents * met.Opponents
		m.Together += (met.Partners + met.Opponents) * (met.Partners + met.Opponents)
	}
	for _, who := range people {
		threes, fives := oddTables(who, rounds)
		m.Odd += 25 * (threes*threes + fives*fives)
	}
	return m
}

// oddTables counts how often somebody was at a table of three and of five.
func oddTables(who chain.PlayerID, rounds []Round) (threes, fives int64) {
	for _, round := range rounds {
		for _, table := range round.Tables {
			for _, one := range table {
				if one == who && len(table) == 3 {
					threes++
				}
				if one == who && len(table) == 5 {
					fives++
				}
			}
		}
	}
	return threes, fives
}
