package state

// Deals in a draft: placed, put right, taken back; and what is counted of them.

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ouverte/ledger/chain"
)

// own is a map that may be changed.
func own[K comparable, V any](m *map[K]V, owned *bool) map[K]V {
	if !*owned {
		if *m, *owned = maps.Clone(*m), true; *m == nil {
			*m = map[K]V{}
		}
	}
	return *m
}

// deals are the night's deals to be changed in their places.
func (n *Night) deals() []Deal {
	if !n.own.deals {
		n.Deals, n.own.deals = slices.Clone(n.Deals), true
	}
	return n.Deals
}

// countAnew counts the evenings of who sat at a night, and those played by its set, after its date changed,
// or whether it was held.
func (d *Draft) countAnew(n *Night) {
	var sat []PlayerID
	for part := range d.WithTables(n.ID) {
		for _, m := range part.Members {
			if m.Sat {
				sat = append(sat, d.names.Who(m.ID))
			}
		}
	}
	d.recount(sat...)
	if n.Meeting != 0 {
		return
	}
	h := d.houses[n.House.ID]
	h.Nights, h.Last, h.Recent = 0, "", h.changed
	for o := range d.Nights() {
		if o.Meeting == 0 && o.House.ID == n.House.ID {
			h.Nights, h.Last, h.Recent = h.Nights+1, max(h.Last, o.Date), max(h.Recent, o.Opened)
		}
	}
	d.setHouse(n.House.ID, h)
}

// usual is how many deals a night has room for at first.
const usual = 32

// placeDeal adds a deal to its night, at the end, before another or at the end of an earlier round; or a
// version to a deal of which none stands.
func (d *Draft) placeDeal(m Made, n *Night, b *chain.Deal) error {
	e, result := m.Entry, m.Result
	deal, chairs := d.settled.Deal, d.settled.Chairs
	if result != &d.settled.Result {
		var err error
		if deal, chairs, err = b.Read(); err != nil {
			return fmt.Errorf("it is no deal: %w", chain.Clause(err))
		}
	}
	if b.Auction != "" && !deal.CalledBy(n.Stakes, strings.Fields(b.Auction)) {
		return errors.New("its auction doesn't come to what was called")
	}
	v := newVersion(&deal, chairs, result)
	v.Entry, v.At, v.Device, v.Deal, v.part = e.Seq, e.At, d.deviceAt(e.Device), b.Deal, int32(e.Part)
	v.As = As(max(0, slices.Index(asNames[:], b.As)))
	n.settled = settled{e.Seq, *result}
	if b.Reason != "" || b.Auction != "" {
		own(&n.texts, &n.own.texts)[e.Seq] = texts{b.Reason, b.Auction}
	}
	d.seat(n, chairs)
	if n.Versions == nil {
		n.Deals, n.Versions, n.own.deals = make([]Deal, 0, usual), make([]Version, 0, usual), true
	}
	at := int32(len(n.Versions)) // where v will stand
	if b.Deal != 0 {
		i := n.find(b.Deal)
		if i < 0 {
			return fmt.Errorf("it is a version of deal %d, which isn't of this night", b.Deal)
		}
		if n.Deals[i].Standing >= 0 {
			return fmt.Errorf("it is a version of deal %d, and another version stands", b.Deal)
		}
		it := &n.deals()[i]
		it.latest, it.Standing = at, at
	} else {
		v.Deal = DealID(e.Seq)
		it := Deal{ID: v.Deal, first: at, latest: at, Standing: at, Inserted: b.Before != 0 || b.Round != 0}
		switch {
		case b.Round != 0:
			if err := n.endRound(b.Round, it); err != nil {
				return err
			}
		case b.Before == 0:
			n.Deals = append(n.Deals, it)
		default:
			before := n.find(b.Before)
			if before < 0 {
				return fmt.Errorf("it goes before deal %d, which isn't of this night", b.Before)
			}
			n.Deals = slices.Insert(n.deals(), before, it)
			n.makeRoom(before)
		}
	}
	n.Versions = append(n.Versions, v)
	n.Count++
	d.State.deals++
	return nil
}

// reversed finds what a reversal takes back: its transfers turned round, and its kind.
func (s *State) reversed(n *Night, e EntryID) (back []Transfer, kind Kind, err error) {
	turned := func(transfers []Transfer) []Transfer {
		out := make([]Transfer, len(transfers))
		for i, t := range transfers {
			out[i] = t.Back()
		}
		return out
	}
	o := s.FindApart(e)
	if n != nil {
		o = n.Other(e)
		for i := range n.Deals {
			if t := n.Stands(&n.Deals[i]); t != nil && t.Entry == e {
				return turned(n.moves(t)), chain.KindDeal, nil
			}
		}
	}
	if o == nil || o.Undone != 0 {
		return nil, "", fmt.Errorf("it takes back entry %d, which doesn't stand", e)
	}
	return turned(o.Transfers), o.Kind, nil
}

// Reversible tells whether another entry can take one of this kind back.
func Reversible(k Kind) bool { return kinds[k].back }

func (d *Draft) reverse(e *Entry, n *Night, reason string, made bool) error {
	if e.Reverses <= 0 || e.Reverses >= e.Seq {
		return fmt.Errorf("it takes back entry %d, which isn't there yet", e.Reverses)
	}
	back, kind, err := d.reversed(n, e.Reverses)
	if err != nil {
		return err
	}
	switch {
	case !Reversible(kind):
		return fmt.Errorf("it takes back entry %d, a %s, which can't be taken back", e.Reverses, kind)
	case kind == chain.KindHand, kind == chain.KindTake:
		if err := d.unhand(e, kind); err != nil {
			return err
		}
	}
	if n != nil {
		n.Version, n.At = e.Seq, e.At
		if n.Closed != 0 && kind != chain.KindCarry && kind != chain.KindHand {
			return fmt.Errorf("it takes back entry %d of a night that is closed", e.Reverses)
		}
		if n.Closed != 0 && !n.opening {
			n.opening = true
			d.setHalf(n.ID, true)
		}
	}
	if !made && !slices.Equal(back, e.Transfers) {
		return fmt.Errorf("its transfers don't reverse those of entry %d", e.Reverses)
	}
	if err := d.post(n, kind, e.Transfers); err != nil {
		return err
	}
	d.onSlate(e, kind)
	if kind == chain.KindDeal {
		d.remove(e, n, reason)
		return nil
	}
	d.undo(e, n, reason)
	return nil
}

func (d *Draft) remove(e *Entry, n *Night, reason string) {
	deals := n.deals()
	for i := range deals {
		it := &deals[i]
		t := n.Stands(it)
		if t == nil || t.Entry != e.Reverses {
			continue
		}
		gone := *t
		gone.Entry, gone.At, gone.Device, gone.part = e.Seq, e.At, d.deviceAt(e.Device), int32(e.Part)
		gone.As, gone.Removal = AsRemoved, true
		n.settled = settled{e.Seq, n.Result(t)}
		if calls := n.Calls(t); reason != "" || calls != "" {
			own(&n.texts, &n.own.texts)[e.Seq] = texts{reason, calls}
		}
		it.latest, it.Standing = int32(len(n.Versions)), -1
		n.Versions = append(n.Versions, gone)
		n.Count--
		d.State.deals--
		return
	}
}

func (d *Draft) undo(e *Entry, n *Night, why string) {
	list := &d.apart
	if n != nil {
		list = &n.Others
	}
	i, _ := slices.BinarySearchFunc(*list, e.Reverses, func(o *Other, e EntryID) int { return int(o.Entry - e) })
	gone := *(*list)[i]
	gone.Undone, gone.Why = e.Seq, why
	*list = slices.Clone(*list)
	(*list)[i] = &gone
	if join, ok := gone.Body.(*chain.Join); ok {
		stays := d.names.Who(join.Stays)
		d.roster().Part(join.Gone)
		d.regard(join.Gone)
		d.recount(stays)
	}
}
