package seating

import "ouverte/ledger/chain"

// Whist tournaments that go round: every round is the first one, its points moved on by one in a group of as
// many points as rounds. Over all of them every two people are partners once and opponents twice. With 4n
// people there are 4n−1 rounds, and one point, still, stays where it is; with 4n+1 people there are as many
// rounds, and the point 0 of the first rests.
//
// That needs of the first round only that the differences of partners cover the group once up to their sign,
// and those of opponents twice; the tables below were found by trying. seating_test.go checks both.

// still is the point that doesn't move.
const still = -1

// tournament is the first round of one: tables in seat order.
type tournament struct {
	mod    int // the group: numbers up to mod, or for nine people pairs of numbers up to 3, as 3a+b
	threes bool
	first  [][4]int
}

// tournaments has one by the number of people.
var tournaments = map[int]tournament{
	8:  {mod: 7, first: [][4]int{{still, 2, 0, 3}, {1, 4, 5, 6}}},
	9:  {mod: 9, threes: true, first: [][4]int{{1, 4, 2, 8}, {3, 5, 6, 7}}},
	12: {mod: 11, first: [][4]int{{still, 3, 0, 2}, {1, 5, 8, 7}, {4, 6, 10, 9}}},
	13: {mod: 13, first: [][4]int{{1, 2, 4, 7}, {3, 6, 12, 8}, {5, 9, 11, 10}}},
	16: {mod: 15, first: [][4]int{{still, 4, 0, 2}, {1, 7, 8, 11}, {3, 10, 12, 13}, {5, 9, 6, 14}}},
	17: {mod: 17, first: [][4]int{{1, 9, 7, 14}, {2, 8, 12, 11}, {3, 6, 5, 10}, {4, 15, 13, 16}}},
	20: {mod: 19, first: [][4]int{
		{still, 5, 0, 11}, {1, 2, 8, 10}, {3, 7, 4, 16}, {6, 14, 9, 18}, {12, 13, 17, 15},
	}},
	21: {mod: 21, first: [][4]int{
		{1, 10, 8, 13}, {2, 6, 11, 12}, {3, 5, 16, 9}, {4, 17, 20, 19}, {7, 14, 18, 15},
	}},
	24: {mod: 23, first: [][4]int{
		{still, 10, 0, 9}, {1, 12, 19, 16}, {2, 4, 5, 11}, {3, 14, 20, 22}, {6, 7, 17, 21}, {8, 13, 18, 15},
	}},
}

// moved is a point in a later round. The point that stays is the last person.
func (t tournament) moved(point, round int) int {
	switch {
	case point == still:
		return t.mod
	case t.threes:
		return (point/3+round/3)%3*3 + (point%3+round%3)%3
	}
	return (point + round) % t.mod
}

// rounds are so many of its rounds, as places among the people; who rests comes last.
func (t tournament) rounds(people, count int) [][]int {
	rounds := make([][]int, count)
	for r := range rounds {
		for _, table := range t.first {
			for _, point := range table {
				rounds[r] = append(rounds[r], t.moved(point, r%t.mod))
			}
		}
		if len(rounds[r]) < people {
			rounds[r] = append(rounds[r], t.moved(0, r%t.mod))
		}
	}
	return rounds
}

// cyclic is the start from a tournament, for an evening of its size: from its first round on, or from its
// second where one round was played, which is then the first.
func (s *search) cyclic() [][]int {
	n := len(s.here)
	t, ok := tournaments[n]
	if !ok || len(s.plan.Played) > 1 || len(s.shapes[0].sizes) != len(t.first) ||
		s.shapes[0].rest != 4*len(t.first) {
		return nil
	}
	who, played := s.points(t), len(s.plan.Played)
	if who == nil {
		return nil
	}
	seats := t.rounds(n, played+len(s.shapes))[played:]
	for _, round := range seats {
		for i, point := range round {
			round[i] = who[point]
		}
	}
	if !s.fair(seats) {
		return nil
	}
	return seats
}

// points gives each point of a tournament somebody, so that its first round is the one that was played, or by
// lot where none was; nil where another was played.
func (s *search) points(t tournament) []int {
	who := make([]int, len(s.here))
	if len(s.plan.Played) == 0 {
		for i := range who {
			who[i] = i
		}
		s.shuffle(who)
		return who
	}
	first := t.rounds(len(who), 1)[0]
	at := 0
	seat := func(one chain.PlayerID) bool {
		i, here := s.at[one]
		if here && at < len(first) {
			who[first[at]] = i
			at++
		}
		return here
	}
	for _, table := range s.plan.Played[0].Tables {
		if len(table) != 0 && len(table) != 4 {
			return nil
		}
		for _, one := range table {
			if !seat(one) {
				return nil
			}
		}
	}
	for _, one := range s.plan.Played[0].Rests {
		if !seat(one) {
			return nil
		}
	}
	if at != len(who) {
		return nil
	}
	return who
}
