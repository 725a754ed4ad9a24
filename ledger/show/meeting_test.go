package show

import (
	"testing"

	"ouverte/ledger/people"
	"ouverte/ledger/settle"
	"ouverte/ledger/state"
	"ouverte/ledger/testenv"
)

// TestAheadSince plays rounds in which people win so much, and asks since which the winner was ahead of all.
func TestAheadSince(t *testing.T) {
	for _, c := range []struct {
		what  string
		won   [][2]int64 // by Ann and by Bob, round by round
		since int
	}{
		{"ahead from the first round", [][2]int64{{3, -3}, {-1, 1}, {2, -2}}, 1},
		{"caught up once", [][2]int64{{3, -3}, {-3, 3}, {2, -2}}, 3},
		{"behind at first", [][2]int64{{-1, 1}, {4, -4}, {0, 0}}, 2},
		{"nobody won", [][2]int64{{1, -1}, {-1, 1}}, 0},
	} {
		e := &Meeting{Night: &Night{names: people.New()}, Round: len(c.won)}
		e.People = []MeetingPerson{{ID: 1}, {ID: 2}}
		table := &Night{}
		for i, won := range c.won {
			table.Deals = append(table.Deals, &Dealt{
				Round: i + 1, Played: state.Played{
					Nets: []settle.Net{{Player: 1, Amount: won[0]}, {Player: 2, Amount: won[1]}},
				},
			})
			e.People[0].Score += won[0]
			e.People[1].Score += won[1]
		}
		e.Tables = []MeetingTable{{Night: table}}
		testenv.Same(t, e.AheadSince(), c.since, c.what+": ahead since round %d")
	}
	e := &Meeting{Round: 1, People: []MeetingPerson{{ID: 1, Score: 2}, {ID: 2, Score: 2}, {ID: 3, Score: -4}}}
	testenv.Same(t, len(e.Winners()), 2, "%d won as much")
	testenv.Same(t, e.AheadSince(), 0, "two won, ahead since round %d")
}
