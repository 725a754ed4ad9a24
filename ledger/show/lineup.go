package show

// The line-up an evening is offered with, which is that of a former one.

import (
	"slices"
	"strconv"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// CanMean tells whether an evening of a date can be meant.
func (now *Snapshot) CanMean(date string) bool {
	year, err := strconv.Atoi(date[:4])
	return err == nil && year >= 1900 && year <= now.at.Year()+1
}

// OddlyDated are the evenings, newest first, whose year nobody can mean.
func (now *Snapshot) OddlyDated() (out []NightLine) {
	s := now.state
	for n := range s.Backward() {
		if n.Meeting == 0 && !now.CanMean(n.Date) {
			out = append(out, nightLine(s, n))
		}
	}
	return out
}

// LastLineUp is what the latest night was started with, with its seats as they were at its end and its house
// rules in their newest version. ok is false in an empty book.
func (now *Snapshot) LastLineUp() (l LineUp, ok bool) {
	s := now.state
	for n := range s.Backward() {
		if n.Meeting == 0 && n.Several == nil {
			return lineUp(s, n.ID), true
		}
	}
	return LineUp{}, false
}

// LineUp is what an evening could be started with again, with everybody who played at it. Of one at several
// tables Tables are those of its last round, the larger first, Rest is everybody else, and Seats is empty.
type LineUp struct {
	Name           string
	House          *rules.House // in its newest version
	Scale          int
	Seats          []chain.PlayerID // clockwise
	Dealer         chain.PlayerID   // who would have dealt next
	Auction, Agree bool
	Goes           bool // it was paid as it went
	Words          rules.Words

	Tables []SeatTable
	Rest   []chain.PlayerID
	Rested bool // some of Rest were there for the last round, and sat it out
	Length Length
	Rounds int
	Moves  chain.Movement
}

// FreeLineUp is the line-up of the latest evening that is over and of whose people nobody is playing now: for
// "the same again", also while another table plays. Evenings longer ago than the last dozen aren't looked
// through, and who sits at one left open, before a dozen others, isn't taken to play.
func (now *Snapshot) FreeLineUp() (l LineUp, ok bool) {
	more := aDozen
	for n := range now.state.Backward() {
		if n.Meeting != 0 || n.Closed == 0 {
			continue
		}
		if l, ok = now.LineUpOf(n.ID); ok {
			return l, true
		}
		if more--; more == 0 {
			break
		}
	}
	return LineUp{}, false
}

// AnyOver tells whether an evening is over.
func (now *Snapshot) AnyOver() bool {
	for n := range now.state.Backward() {
		if n.Closed != 0 {
			return true
		}
	}
	return false
}

// LineUpOf is the line-up of an evening that is over: who was there at its end, and then who left before and
// plays nowhere now. ok is false while one of the former plays.
func (now *Snapshot) LineUpOf(id chain.NightID) (l LineUp, ok bool) {
	s := now.state
	v := s.Resolve(id)
	if v == nil || v.Meeting != 0 || v.Closed == 0 {
		return l, false
	}
	l = lineUp(s, id)
	all, left := slices.Clone(l.Seats), v.People()
	if v.Several != nil {
		l.Length, l.Rounds, l.Moves = lengthOf(v.Several), v.Several.Rounds, v.Several.Moves
		sittings := v.Sittings()
		for _, at := range sittings[len(sittings)-1].Tables {
			t := lineUp(s, at.Night)
			l.Tables = append(l.Tables, SeatTable{Name: t.Name, Seats: t.Seats, Dealer: t.Dealer})
			all = append(all, t.Seats...)
		}
		left = v.Came()
	}
	ok = !slices.ContainsFunc(all, func(p chain.PlayerID) bool { return sitsNow(s, p) })
	for _, p := range left {
		own, lent := sat(s, id, p)
		rests := v.Several != nil && v.Here(p)
		if slices.Contains(all, p) || !own && (lent || !rests) {
			continue
		}
		if plays := sitsNow(s, p); plays {
			ok = ok && !rests
		} else if v.Several != nil {
			l.Rest, l.Rested = append(l.Rest, p), l.Rested || rests
		} else {
			l.Seats = append(l.Seats, p)
		}
	}
	return l, ok
}

// sat tells whether somebody played at an evening on their own account, and whether as a substitute.
func sat(s *state.State, id chain.NightID, p chain.PlayerID) (own, lent bool) {
	for v := range s.WithTables(id) {
		look := func(chairs []chain.Chair) {
			for _, c := range chairs {
				own, lent = own || c.Pays() == p, lent || c.Player == p && c.Pays() != p
			}
		}
		look(v.Chairs())
		for _, t := range v.Standing() {
			look(v.ChairsOf(t))
		}
	}
	return own, lent
}

const aDozen = 12

// sitsNow tells whether somebody sits at a night in progress that is one of the latest dozen they had a part
// in.
func sitsNow(s *state.State, p chain.PlayerID) bool {
	open, more := s.OpenNights(), aDozen
	for n := range s.Backward() {
		if more == 0 || len(open) == 0 || n.ID < open[0] {
			break
		}
		v := s.Resolve(n.ID)
		if !slices.Contains(v.People(), p) {
			continue
		}
		if v.Closed == 0 && chain.SeatOf(v.Chairs(), p) != 0 {
			return true
		}
		more--
	}
	return false
}

func lineUp(s *state.State, id chain.NightID) LineUp {
	v := s.Resolve(id)
	l := LineUp{
		Name: v.Name, House: newestHouse(s, v.House), Scale: v.Scale, Auction: v.Auction, Agree: v.Agree,
		Goes: v.Settles().Kind().Go, Words: v.Words(),
	}
	if v.Several != nil {
		return l
	}
	for _, c := range v.Chairs() { // who was sat for, not who sat for them
		l.Seats = append(l.Seats, c.Pays())
		if c.Player == v.Due() {
			l.Dealer = c.Pays()
		}
	}
	return l
}
