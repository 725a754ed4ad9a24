package show

// How long a round is, and who isn't at their table yet once it has begun.

import (
	"slices"

	"ouverte/ledger/state"
)

// Length is how long a round is: at most so many deals, in so many minutes; zero is no such end.
type Length struct{ Deals, Minutes int }

func lengthOf(s *state.Several) Length { return Length{s.DealsARound, s.Minutes} }

// Absent are those for whom their tables wait: a table without a deal of the round, where somebody said to be
// there, and these didn't.
func (e *Meeting) Absent() (out []MeetingPerson) {
	for _, t := range e.InPlay() {
		var away []MeetingPerson
		at := e.At(t)
		for _, p := range at {
			if !p.Seen.Back() {
				away = append(away, p)
			}
		}
		if t.Dealt == 0 && len(away) < len(at) {
			out = append(out, away...)
		}
	}
	return out
}

// At are those who sit at a table of this round, in the order of its chairs.
func (e *Meeting) At(t *MeetingTable) (out []MeetingPerson) {
	for _, chair := range t.Table {
		i := slices.IndexFunc(e.People, func(p MeetingPerson) bool { return p.ID == chair.Player })
		if i >= 0 {
			out = append(out, e.People[i])
		}
	}
	return out
}

// Expects tells whether somebody who sits at a table in this round may still say to be there.
func (e *Meeting) Expects(p MeetingPerson) bool {
	t := e.Table(p.Table)
	return t != nil && t.Open && t.Dealt == 0 && !p.Seen.Back()
}
