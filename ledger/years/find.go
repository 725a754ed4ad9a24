package years

// Searches: finding deals.

import (
	"cmp"
	"errors"
	"iter"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// DealFilter says which deals to find. The zero value is all of them.
type DealFilter struct {
	Span
	Money   rules.Money
	Player  chain.PlayerID // sat there and played, whatever they did …
	As      As             // … or this …
	Place   int            // … from this place at a table of four, 1 is eldest
	Call    rules.Call
	Outcome rules.Outcome
	Tricks  int // of the caller's side; NotSaid is any. Remember to set it
	OverMin int // at least so many over-tricks (below zero: under-tricks)
	HasOver bool
	Trumps  rules.Suit
	Revoked bool  // somebody did; with a player: that player
	Changed bool  // corrected afterwards
	AtLeast int64 // somebody won or lost at least so much; with a player: that player …
	AtMost  int64 // … and nobody more than that; with a player: not that player
	HasMost bool
	Noted   bool   // somebody wrote a note on it …
	Note    string // … in which these words are, however written; empty is any
}

type As uint8

const (
	AsAnything As = iota
	AsCaller
	AsPartner
	AsOpponent
	AsSide // caller or partner
)

type DealFound struct {
	Night  chain.NightID // of an evening at several tables, the table's
	Date   string
	Money  rules.Money
	Stakes *rules.House
	Nth    int // among the deals of its night, from 1
	ID     chain.DealID
	state.Played
	Change bool // corrected afterwards
	Note   string
}

// Brought is what a deal brought somebody, or its caller where player is 0; ok is false where there is none.
func (d DealFound) Brought(player chain.PlayerID) (amount int64, ok bool) {
	for i, c := range d.Chairs {
		if seat := rules.Seat(i + 1); c.Player == player || player == 0 && seat == d.Deal.Caller {
			amount = d.Result.Net[seat]
		}
	}
	return amount, d.Deal.Caller != 0 || player != 0
}

// ErrNoNight says that the night to go on from doesn't exist.
var ErrNoNight = errors.New("years: no such night")

// FindDeals gives the deals that fit with the evening of each, from the newest night to the oldest: those
// before the night from, or all if that is zero.
func FindDeals(
	s *state.State, f DealFilter, from chain.NightID,
) (iter.Seq2[chain.NightID, DealFound], error) {
	r, before := read(s), s.Night(from)
	if from != 0 && before == nil {
		return nil, ErrNoNight
	}
	f.resolve(s)
	return func(yield func(chain.NightID, DealFound) bool) {
		for _, n := range slices.Backward(r.nights(f.Money, f.Span)) {
			if before != nil && byDate(n, before) >= 0 {
				continue
			}
			for _, v := range slices.Backward(r.deals(n)) {
				if !f.fits(r, v) {
					continue
				}
				if d, ok := f.found(r, n, v); ok && !yield(n.ID, d) {
					return
				}
			}
		}
	}, nil
}

func CountDeals(s *state.State, filters []DealFilter) []int64 {
	r, out := read(s), make([]int64, len(filters))
	filters = slices.Clone(filters) // the caller's stay as they were
	for i := range filters {
		filters[i].resolve(s)
	}
	for _, n := range r.nights(filters[0].Money, filters[0].Span) {
		for _, part := range r.parts(n) {
			for d := range part.Deals {
				v := part.Stands(&part.Deals[d])
				for i := range filters {
					if f := &filters[i]; v != nil && f.fits(r, v) {
						ok := true
						if f.Changed || f.Noted || f.Note != "" {
							_, _, ok = f.besides(r, part, v)
						}
						out[i] += one(ok)
					}
				}
			}
		}
	}
	return out
}

// Dearest lists the deals that fit and cost their player most, so many at most, the dearest first.
func Dearest(s *state.State, f DealFilter, most int) (out []DealFound) {
	r := read(s)
	f.resolve(s)
	type cost struct {
		night *state.Night
		deal  *state.Version
		net   int64
	}
	var all []cost
	for _, n := range r.nights(f.Money, f.Span) {
		for _, v := range r.deals(n) {
			for i, net := range v.Net[:v.Seats] {
				if net < 0 && r.player(v, rules.Seat(i)) == f.Player && f.fits(r, v) {
					all = append(all, cost{n, v, net})
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b cost) int { return cmp.Compare(a.net, b.net) })
	for _, c := range all {
		if d, ok := f.found(r, c.night, c.deal); ok && len(out) < most {
			out = append(out, d)
		}
	}
	return out
}

// resolve makes the player a person, and the words such as notes are compared in.
func (f *DealFilter) resolve(s *state.State) {
	f.Player, f.Note = s.Names().Who(f.Player), chain.Fold(strings.TrimSpace(f.Note))
}

// found returns ok false where the deal isn't one of those looked for after all.
func (f *DealFilter) found(r *reader, n *state.Night, v *state.Version) (_ DealFound, ok bool) {
	at := r.Resolve(r.tableOf(n, v).ID)
	note, changed, ok := f.besides(r, at.Night, v)
	if !ok {
		return DealFound{}, false
	}
	d := DealFound{
		Night: at.ID, Date: at.Date, Money: at.Money(), Stakes: at.Stakes, ID: v.Deal, Played: at.Played(v),
		Change: changed, Note: note,
	}
	for nth, other := range at.Standing() {
		if other == v {
			d.Nth = nth
		}
	}
	return d, true
}

// besides is what is noted on a deal of a table, and whether it was corrected; ok is false where that isn't
// what is looked for.
func (f *DealFilter) besides(r *reader, at *state.Night, v *state.Version) (note string, changed, ok bool) {
	if notes := at.Notes(v.Deal); len(notes) > 0 {
		note = notes[len(notes)-1].Text
	}
	if f.Note != "" && !strings.Contains(chain.Fold(note), f.Note) {
		note = ""
	}
	changed = r.Resolve(at.ID).Changed(at.Find(v.Deal)) > 0
	return note, changed, (note != "" || !f.Noted && f.Note == "") && (changed || !f.Changed)
}

func (r *reader) tableOf(n *state.Night, v *state.Version) *state.Night {
	for _, part := range r.parts(n) {
		if part.Find(v.Deal) != nil {
			return part
		}
	}
	return n
}

// fits tells whether a deal is one of those looked for, whatever is noted on it and whether it was corrected.
func (f *DealFilter) fits(r *reader, v *state.Version) bool {
	switch {
	case f.Call != rules.NoCall && v.Call != f.Call,
		f.Outcome != rules.NoOutcome && v.Outcome != f.Outcome,
		f.Tricks != rules.NotSaid && int(v.Tricks) != f.Tricks,
		f.Trumps != rules.NoSuit && v.Trumps != f.Trumps,
		f.Revoked && v.Revokes == [rules.MaxSeats]uint8{},
		f.HasOver && f.OverMin >= 0 && (v.Outcome != rules.Won || int(v.Over) < f.OverMin),
		f.HasOver && f.OverMin < 0 && int(v.Under) < -f.OverMin:
		return false
	}
	if f.Player == 0 {
		var most int64
		for _, n := range v.Net {
			most = max(most, n, -n)
		}
		return f.holds(most)
	}
	for i, net := range v.Net[:v.Seats] {
		seat := rules.Seat(i)
		place := placesIn(v)[i]
		if r.player(v, seat) != f.Player || place == resting {
			continue
		}
		did := roleOf(v.Call, v.Caller, v.Partner, seat+1)
		as := f.As == AsAnything || f.As == AsCaller && did == asCaller || f.As == AsPartner && did == asPartner ||
			f.As == AsOpponent && did == asOpponent || f.As == AsSide && (did == asCaller || did == asPartner)
		from := f.Place == 0 || active(v) == 4 && int(place) == f.Place-1
		return as && from && (!f.Revoked || v.Revokes[i] > 0) && f.holds(max(net, -net))
	}
	return false
}

func (f *DealFilter) holds(amount int64) bool {
	return amount >= f.AtLeast && (!f.HasMost || amount <= f.AtMost)
}
