package seating

import "ouverte/ledger/chain"

// A measure is counted here from rounds as they were played; the search counts it step by step.
type measure struct{ partners, opponents, together, odd int64 }

func (m measure) weighed() int64 {
	return weighPartners*m.partners + weighOpponents*m.opponents + weighTogether*m.together + weighOdd*m.odd
}

func measured(people []chain.PlayerID, rounds []Round) measure {
	var m measure
	for _, met := range Met(people, rounds) {
		m.partners += met.Partners * met.Partners
		m.opponents += met.Opponents * met.Opponents
		m.together += (met.Partners + met.Opponents) * (met.Partners + met.Opponents)
	}
	for _, who := range people {
		threes, fives := oddTables(who, rounds)
		m.odd += 25 * (threes*threes + fives*fives)
	}
	return m
}

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
