package audit

// Closed nights in which something is still owed. No page settles that: a closed night isn't paid, and
// nothing of it is on the slate. Parting two people left such nights before it carried what they leave open.

import (
	"fmt"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/rules/english"
)

// stuck is such a night, and who owes or is owed in it.
type stuck struct {
	night *reckonedNight
	owed  []reckonedPerson
}

// even tells whether nobody owes anything in a night.
func (r *reckoning) even(n *reckonedNight) bool {
	return !slices.ContainsFunc(r.peopleOf(n), owes)
}

func owes(p reckonedPerson) bool { return p.sum.total() != 0 }

// noteStuck notes a closed night that isn't even, by who is whom at the end.
func (t *comparison) noteStuck(n *reckonedNight, people []reckonedPerson) {
	if n.closed == 0 || !slices.ContainsFunc(people, owes) {
		return
	}
	s := stuck{night: n}
	for _, p := range people {
		if owes(p) {
			s.owed = append(s.owed, p)
		}
	}
	t.stuck = append(t.stuck, s)
}

// say names the night, what is owed in it, and what helps.
func (s stuck) say(r *reckoning) *Wrong {
	owed := make([]string, len(s.owed))
	for i, p := range s.owed {
		name := "the kitty"
		if at := r.players[p.id]; at != nil {
			name = at.name
		}
		owed[i] = chain.Printable(name) + " " + s.night.house.money.Signed(p.sum.total())
	}
	return &Wrong{Stuck: true,
		Sentence: english.Stop(fmt.Sprintf("Night %d (%s) is closed, and no page can settle "+
			"what is left of it: %s", s.night.id, chain.Printable(s.night.date), english.List(owed))) +
			" Open it again, settle it and close it."}
}
