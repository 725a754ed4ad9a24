package show

// The rounds of an evening at several tables: how far this one is, and what came of each.

import (
	"ouverte/ledger/chain"
	"slices"
)

// Stage is where an evening stands with its rounds.
type Stage uint8

const (
	Playing   Stage = iota // no deal of the round is recorded yet
	Waiting                // the next round waits for tables that still play
	Due                    // the tables are done, and another round is to begin
	Reseating              // the round is seated otherwise: a page that asks for it
	Over                   // … with the last round that was agreed, or all of them have closed
)

func (e *Meeting) Stage() Stage {
	switch playing := len(e.Unfinished()) > 0; {
	case playing && !e.Begun():
		return Playing
	case playing:
		return Waiting
	case e.LastRound() || len(e.InPlay()) == 0:
		return Over
	}
	return Due
}

// LastRound tells whether no other round was agreed after this one.
func (e *Meeting) LastRound() bool { return e.Rounds > 0 && e.Round >= e.Rounds }

// Begun tells whether a deal of this round is recorded.
func (e *Meeting) Begun() bool {
	return slices.ContainsFunc(e.Tables, func(t MeetingTable) bool { return t.Dealt > 0 })
}

// InRound is what somebody won in the deals of this round, at a table of an evening.
func (n *Night) InRound(p chain.PlayerID) (won int64) {
	for _, d := range n.Deals {
		for _, net := range d.Nets {
			if d.Round == n.Round && net.Player == p {
				won += net.Amount
			}
		}
	}
	return won
}

// Young tells whether a round is so young at a table that its people still look for their seats: fewer than
// two of its deals are recorded.
func (e *Meeting) Young(t *MeetingTable) bool { return t.Dealt < 2 && !e.Done(t) }

// Done tells whether a table has played this round: all its deals, or the last its clock allowed.
func (e *Meeting) Done(t *MeetingTable) bool { return !t.Open || e.Over(t) >= 0 }

// Over is how many deals a table has played beyond the round; below zero it plays it still.
func (e *Meeting) Over(t *MeetingTable) int {
	over := t.Past - 1
	if e.Deals > 0 {
		over = max(over, t.Dealt-e.Deals)
	}
	return over
}

// Unfinished are the tables from which another round would take deals.
func (e *Meeting) Unfinished() []*MeetingTable { return slices.DeleteFunc(e.InPlay(), e.Done) }

// ToGo is how many deals these have still to play; zero where the clock alone knows.
func (e *Meeting) ToGo() (deals int) {
	for _, t := range e.Unfinished() {
		deals += max(0, e.Deals-t.Dealt)
	}
	return deals
}

// Finished are those in play that are done.
func (e *Meeting) Finished() []*MeetingTable {
	return slices.DeleteFunc(e.InPlay(), func(t *MeetingTable) bool { return !e.Done(t) })
}

// SoFar counts the deals of this round that its tables have played, of so many; of zero by the clock alone.
func (e *Meeting) SoFar() (dealt, of int) {
	for i := range e.Tables {
		if t := &e.Tables[i]; t.InRound {
			dealt, of = dealt+t.Dealt-max(0, e.Over(t)), of+e.Deals
		}
	}
	return dealt, of
}

// Dealt counts the deals of all tables.
func (e *Meeting) Dealt() (deals int) {
	for _, t := range e.Tables {
		deals += len(t.Deals)
	}
	return deals
}

// DealtAt is the table at which a deal of the evening stands, and which of its deals it is.
func (e *Meeting) DealtAt(id chain.DealID) (*MeetingTable, int) {
	for i := range e.Tables {
		if d, ok := e.Tables[i].Deal(id); ok {
			return &e.Tables[i], d.Nth
		}
	}
	return nil, 0
}

// Heads counts who came to the evening, who went home since among them.
func (e *Meeting) Heads() (n int) {
	for _, p := range e.People {
		if p.Here || p.Table != 0 || p.Gone {
			n++
		}
	}
	return n
}

// Leaving are those at a table who go home once the round is over.
func (e *Meeting) Leaving() []MeetingPerson {
	stays := func(p MeetingPerson) bool { return !p.Gone || p.Table == 0 }
	return slices.DeleteFunc(slices.Clone(e.People), stays)
}

// Now is this round as it is seated.
func (e *Meeting) Now() Seating {
	now := Seating{Round: e.Round}
	var seated []chain.PlayerID
	for _, t := range e.InPlay() {
		var seats []chain.PlayerID
		for _, chair := range t.Table {
			seats = append(seats, chair.Player)
		}
		now.Tables = append(now.Tables, SeatTable{Night: t.ID, Seats: seats})
		seated = append(seated, seats...)
	}
	for _, p := range e.Here() {
		if !slices.Contains(seated, p) {
			now.Rest = append(now.Rest, p)
		}
	}
	return now
}

// RoundPlayed is a round as it went.
type RoundPlayed struct {
	Round  int
	Tables []TablePlayed
	Rest   []chain.PlayerID
}

// TablePlayed is a table in it. Its people are listed by what they won there in that round, their Score.
type TablePlayed struct {
	*Night
	Best []MeetingPerson
}

// Played are the rounds so far.
func (e *Meeting) Played() (out []RoundPlayed) {
	for _, s := range e.Sittings {
		r := RoundPlayed{Round: s.Round, Rest: s.Rest}
		for _, at := range s.Tables {
			t := TablePlayed{Night: e.Table(at.Night).Night}
			won := map[chain.PlayerID]int64{}
			for _, p := range at.Seats {
				won[p] = 0
			}
			for _, d := range t.Deals {
				for i, chair := range d.Chairs {
					if d.Round == s.Round {
						won[chair.Player] += d.Nets[i].Amount
					}
				}
			}
			for _, p := range e.People {
				if score, sat := won[p.ID]; sat {
					t.Best = append(t.Best, MeetingPerson{ID: p.ID, Name: p.Name, Score: score})
				}
			}
			t.Best = ranked(t.Best)
			r.Tables = append(r.Tables, t)
		}
		out = append(out, r)
	}
	return out
}

// Met lists who played, best first, and in how many rounds each two of them sat at one table.
func (e *Meeting) Met() (people []MeetingPerson, rounds [][]int) {
	met := map[[2]chain.PlayerID]int{}
	for _, r := range e.Played() {
		for _, t := range r.Tables {
			for _, p := range t.Best {
				for _, q := range t.Best {
					met[[2]chain.PlayerID{p.ID, q.ID}]++
				}
			}
		}
	}
	for _, p := range e.Best() {
		if met[[2]chain.PlayerID{p.ID, p.ID}] > 0 {
			people = append(people, p)
		}
	}
	for _, p := range people {
		row := make([]int, len(people))
		for i, q := range people {
			row[i] = met[[2]chain.PlayerID{p.ID, q.ID}]
		}
		rounds = append(rounds, row)
	}
	return people, rounds
}
