package ledger

// Two players who turn out to be one person. One entry says so, and from then on everything of the one is
// read as the other's.

import (
	"context"
	"errors"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/state"
)

// JoinPlayers says that gone is the same person as stays: everything of gone counts as of stays, and the name
// of gone is free. It refuses two who ever sat in the same deal. PartPlayers undoes it.
func (b *Book) JoinPlayers(ctx context.Context, s Slip, gone, stays PlayerID) (Receipt, error) {
	return b.post(ctx, s, "join players", []any{gone, stays}, func(d *desk) error {
		g, st, err := canBeOne(&d.draft.State, gone, stays)
		if err != nil {
			return err
		}
		err = d.post(0, chain.KindJoin, &chain.Join{Gone: g.ID, Stays: st.ID})
		if errors.Is(err, errTooMuch) {
			err = refuse("as", "Together %s and %s have more money than the book can count.", g.Name, st.Name)
		}
		d.receipt.ID = int64(st.ID)
		return err
	})
}

// MayJoin tells whether JoinPlayers would refuse the two for where they sat, and why.
func (b *Book) MayJoin(gone, stays PlayerID) error {
	_, _, err := canBeOne(b.now(), gone, stays)
	return err
}

// canBeOne finds two players, and refuses two who are one already or ever sat in the same deal.
func canBeOne(s *state.State, gone, stays PlayerID) (a, b *people.Person, err error) {
	if a, err = somebody(s.Names(), gone); err != nil {
		return nil, nil, err
	}
	if b, err = somebody(s.Names(), stays); err != nil {
		return nil, nil, err
	}
	if a.ID == b.ID {
		return nil, nil, refuse("as", "That is one person already.")
	}
	has := func(all []PlayerID) bool { return slices.Contains(all, a.ID) && slices.Contains(all, b.ID) }
	for n := range s.Nights() {
		v, how := s.View(n.ID), ""
		switch {
		case !has(v.People()):
			continue
		case v.Several != nil && slices.ContainsFunc(v.Sittings(), func(r Sitting) bool { return has(r.People()) }):
			how = "both played"
		case v.Met(a.ID, b.ID):
			how = "sat at one table"
		default:
			continue
		}
		day, err := time.Parse(time.DateOnly, v.Date)
		if err != nil {
			return nil, nil, err
		}
		return nil, nil, refuse("as", "%s and %s %s on %s: they can't be one person.", a.Name, b.Name, how,
			day.Format("2 January 2006"))
	}
	return a, b, nil
}

type Joined struct {
	Player PlayerID
	Name   string
	Entry  EntryID
	At     time.Time
}

func (b *Book) JoinedTo(p PlayerID) (out []Joined) {
	s := b.now()
	names := s.Names()
	for _, o := range s.Apart() {
		join, ok := o.Body.(*chain.Join)
		if !ok || o.Undone != 0 || names.Who(join.Gone) != names.Who(p) {
			continue
		}
		out = append(out, Joined{join.Gone, names.At(join.Gone).Name, o.Entry, time.UnixMilli(o.At)})
	}
	return out
}
