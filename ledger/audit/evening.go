package audit

// Reckoning an evening at several tables: who is there, which nights are its tables, and what they hand over.

import (
	"errors"
	"fmt"
	"slices"

	"ouverte/ledger/chain"
)

// reckonedEvening is kept for as long as the reckoning lasts, since the nights of it are freed one by one.
type reckonedEvening struct {
	night  *reckonedNight // its own; only what never changes is read of it once that is freed
	tables map[chain.NightID]*reckonedTable
	order  []chain.NightID // those that were seated, in the order they were
	round  int
	gone   map[chain.PlayerID]bool // of everybody who came
	closed bool
}

type reckonedTable struct {
	chairs []chain.Chair
	closed bool
}

var errPaidAtTable = errors.New("it settles something at a table of an evening, which is settled together")

// gather begins an evening at several tables.
func (r *reckoning) gather(f *Entry, b *chain.Evening) error {
	n, err := r.opens(f, b.Night, b.House, b.Scale, b.Date)
	if err != nil {
		return err
	}
	n.name = b.Name
	n.several = &reckonedEvening{night: n, tables: map[chain.NightID]*reckonedTable{},
		gone: map[chain.PlayerID]bool{}}
	r.evenings[n.id] = n.several
	return r.come(n, b.People)
}

// come enters people who are at an evening.
func (r *reckoning) come(n *reckonedNight, players []chain.PlayerID) error {
	for _, p := range players {
		if r.players[p] == nil {
			return fmt.Errorf("player %d is at the evening, whom nobody entered", p)
		}
		n.person(p)
		n.several.gone[p] = false
	}
	return nil
}

// beginTable enters a table of an evening.
func (r *reckoning) beginTable(n *reckonedNight, chairs []chain.Chair) error {
	e := r.evenings[n.evening]
	switch {
	case e == nil:
		return fmt.Errorf("it is a table of night %d, which is no evening at several", n.evening)
	case e.closed:
		return fmt.Errorf("it is a table of evening %d, which is closed", n.evening)
	case e.night.house != n.house && e.night.house.text != n.house.text || e.night.scale != n.scale:
		return fmt.Errorf("it is played by other house rules than evening %d", n.evening)
	}
	e.tables[n.id] = &reckonedTable{chairs: chairs}
	return nil
}

// sayOfEvening checks and follows what has to do with several tables.
func (r *reckoning) sayOfEvening(f *Entry, n *reckonedNight) error {
	switch f.Kind {
	case chain.KindDeal, chain.KindOrder, chain.KindAgree, chain.KindNote, chain.KindTable, chain.KindLast:
		if n.several != nil {
			return errors.New("it says of an evening what only one of its tables can have")
		}
	case chain.KindCost, chain.KindShare, chain.KindRounding, chain.KindBring:
		if n.evening != 0 {
			return errPaidAtTable
		}
	case chain.KindCarry:
		if n.evening != 0 && n.closed == 0 {
			return errPaidAtTable
		}
	case chain.KindRound, chain.KindPresent:
		if n.several == nil {
			return errors.New("it says of a night what only an evening at several tables can have")
		}
	}
	switch b := f.Said.(type) {
	case *chain.Round:
		return r.round(n, b)
	case *chain.Present:
		if gone, came := n.several.gone[b.Player]; b.Gone && (!came || gone) {
			return fmt.Errorf("player %d goes home, who wasn't there", b.Player)
		}
		if err := r.come(n, []chain.PlayerID{b.Player}); err != nil {
			return err
		}
		n.several.gone[b.Player] = b.Gone
	case *chain.Handed:
		return r.hand(f, n, b)
	}
	return nil
}

// round follows a seating: its tables are open ones of the evening at which just these sit.
func (r *reckoning) round(n *reckonedNight, b *chain.Round) error {
	e := n.several
	if b.Round != e.round && b.Round != e.round+1 {
		return fmt.Errorf("it seats round %d after round %d", b.Round, e.round)
	}
	e.round = b.Round
	for _, placed := range b.Tables {
		t := e.tables[placed.Night]
		if t == nil || t.closed {
			return fmt.Errorf("it seats night %d, which is no open table of the evening", placed.Night)
		}
		if !slices.EqualFunc(t.chairs, placed.Seats, func(c chain.Chair, p chain.PlayerID) bool {
			return r.who(c.Player) == r.who(p)
		}) {
			return fmt.Errorf("it seats others at night %d than sit there", placed.Night)
		}
		if !slices.Contains(e.order, placed.Night) {
			e.order = append(e.order, placed.Night)
		}
		if err := r.come(n, placed.Seats); err != nil {
			return err
		}
	}
	if len(e.order) != len(e.tables) {
		return errors.New("it leaves a table of the evening out that has just begun")
	}
	return r.come(n, b.Rest)
}

// halfDone is what the last entry leaves undone that can't stand so.
func (r *reckoning) halfDone() *Wrong {
	half := r.next != nil
	for _, e := range r.evenings {
		half = half || e.round == 0 || len(e.order) != len(e.tables)
	}
	if !half {
		return nil
	}
	return &Wrong{Entry: r.last + 1, Sentence: fmt.Sprintf("Entry %d is missing at the end of the chain: what "+
		"is there of an evening at several tables goes on after it.", r.last+1)}
}

// hand follows what a table leaves to its evening: the table hands it over, the evening takes it, the table
// closes, in entries that follow each other.
func (r *reckoning) hand(f *Entry, n *reckonedNight, b *chain.Handed) error {
	if f.Kind == chain.KindTake {
		if r.due != f.Seq {
			return errors.New("it takes over what no table has handed over")
		}
		r.next = func(g *Entry) error {
			if g.Kind != chain.KindClose || g.Night != b.Night {
				return fmt.Errorf("night %d has handed over what it had, and doesn't close", b.Night)
			}
			return nil
		}
		return nil
	}
	if n.evening == 0 || n.evening != b.Night {
		return errors.New("it hands something over to an evening it is no table of")
	}
	r.next = func(g *Entry) error {
		took, ok := g.Said.(*chain.Handed)
		if !ok || g.Kind != chain.KindTake || g.Night != b.Night || took.Night != n.id ||
			!slices.Equal(took.Debts, b.Debts) {
			return fmt.Errorf("it isn't what evening %d takes over from night %d", b.Night, n.id)
		}
		return nil
	}
	return nil
}

// unhand follows taking that back: of what the evening took first, of what the table handed over next.
func (r *reckoning) unhand(f *Entry, old *chain.Entry) error {
	if old.Kind == chain.KindHand {
		if r.due != f.Seq {
			return errors.New("it takes back what its evening has still taken over")
		}
		return nil // the table is closed, and the next entry of it must open it
	}
	r.next = func(g *Entry) error {
		if g.Kind != chain.KindReversal || g.Reverses != old.Seq-1 {
			return fmt.Errorf("it doesn't take back entry %d, which was taken over", old.Seq-1)
		}
		return nil
	}
	return nil
}

// closes notes that a night of an evening has closed.
func (r *reckoning) closes(n *reckonedNight) error {
	if e := r.evenings[n.evening]; e != nil {
		e.tables[n.id].closed = true
	}
	if e := n.several; e != nil {
		for _, id := range e.order {
			if !e.tables[id].closed {
				return fmt.Errorf("it closes an evening of which night %d is still open", id)
			}
		}
		e.closed = true
	}
	return nil
}

// reopens notes that a night of an evening is open again.
func (r *reckoning) reopens(n *reckonedNight) error {
	if e := r.evenings[n.evening]; e != nil {
		if e.closed {
			return errors.New("it opens a table of an evening that is closed")
		}
		e.tables[n.id].closed = false
	}
	if n.several != nil {
		n.several.closed = false
	}
	return nil
}
