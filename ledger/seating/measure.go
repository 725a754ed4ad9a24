package seating

import "ouverte/ledger/chain"

// The measure is how unevenly people have met: for every two people the squares of how often they were
// partners-to-be, how often opponents, and how often at one table at all, and for everybody those of how
// often they were at a table of five, and of three, where not all are. Each is added up and weighed; 25 is
// one pair once. There is half as much partnering as opposing, so it weighs double.
//
// What is added up doesn't depend on who sits where, so the sum of squares is smallest where all counts are
// equal, and it is the squared distance from the even value plus a constant. Meeting at all is a term of its
// own, for otherwise a pair once partners and once opponents, and another that never met, would be as good as
// two pairs that met once.
const (
	weighPartners  = 2
	weighOpponents = 1
	weighTogether  = 1
	weighOdd       = 1
)

// pairCount is how much a round adds to a pair, in fifths.
type pairCount struct{ partners, opponents int64 }

// opposite has, by the size of a table and by how many seats two people are apart, what that adds.
var opposite = [6][5]pairCount{
	3: {1: {0, 5}, 2: {0, 5}},
	4: {1: {0, 5}, 2: {5, 0}, 3: {0, 5}},
	5: {1: {0, 3}, 2: {2, 1}, 3: {2, 1}, 4: {0, 3}},
}

// Meetings is how often two people were together, in fifths of a round (see the package's guide).
type Meetings struct{ Partners, Opponents int64 }

// Met counts the meetings of every two of the people in these rounds.
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
