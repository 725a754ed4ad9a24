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
		g, err := somebody(d.names(), gone)
		if err != nil {
			return err
		}
		st, err := somebody(d.names(), stays)
		if err != nil {
			return err
		}
		if err := notOne(&d.draft.State, g, st); err != nil {
			return err
		}
		err = d.post(0, chain.KindJoin, &chain.Join{Gone: g.ID, Stays: st.ID})
		if errors.Is(err, errTooMuch) {
			err = refuse("player", "Together %s and %s have more money than the book can count.", g.Name, st.Name)
		}
		d.receipt.ID = int64(st.ID)
		return err
	})
}

func notOne(s *state.State, a, b *people.Person) error {
	if a.ID == b.ID {
		return refuse("player", "That is one person already.")
	}
	has := func(all []PlayerID) bool { return slices.Contains(all, a.ID) && slices.Contains(all, b.ID) }
	for n := range s.Nights() {
		v := s.View(n.ID)
		switch {
		case !has(v.People()):
		case v.Several != nil && slices.ContainsFunc(v.Sittings(), func(r Sitting) bool { return has(r.People()) }):
			return refuse("player", "%s and %s both played on %s: they can't be one person.", a.Name, b.Name, v.Date)
		case v.Met(a.ID, b.ID):
			return refuse("player", "%s and %s sat at one table on %s: they can't be one person.", a.Name, b.Name,
				v.Date)
		}
	}
	return nil
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
