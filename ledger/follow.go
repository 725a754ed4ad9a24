package ledger

import (
	"slices"
	"sync"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
)

type followers struct {
	mu sync.Mutex
	of map[chain.NightID]map[chan struct{}]bool
}

// Follow returns a channel that gets a value after one or more commits to a night: of an evening at several
// tables to it or a table of it, of such a table to it or the evening; of a closed night whenever Latest may
// be another. It never blocks the book. stop releases it.
func (b *Book) Follow(n chain.NightID) (changed <-chan struct{}, stop func()) {
	f := &b.followers
	c := make(chan struct{}, 1)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.of[n] == nil {
		f.of[n] = map[chan struct{}]bool{}
	}
	f.of[n][c] = true
	return c, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.of[n], c)
		if len(f.of[n]) == 0 {
			delete(f.of, n)
		}
	}
}

// announce wakes the followers of the nights that were written to, of the evenings of which those are tables,
// and of the tables of which those are evenings, or which sit next by what is won there: they show who sits
// where next. The last pages of closed
// nights hear of old debts that were paid, and that another night began or ended.
func (b *Book) announce(before, now *state.State) {
	f := &b.followers
	f.mu.Lock()
	defer f.mu.Unlock()
	moved := func(id chain.NightID) bool { return now.Night(id) != before.Night(id) }
	for id, all := range f.of {
		n := now.Night(id)
		if n == nil {
			continue
		}
		beside := n.Closed != 0 && (now.Turned() != before.Turned() ||
			len(now.SlateMoves(n.Money())) != len(before.SlateMoves(n.Money())))
		evening := n.Meeting != 0 && (moved(n.Meeting) ||
			now.Night(n.Meeting).Several.Moves.Kind().Won && slices.ContainsFunc(now.Tables(n.Meeting), moved))
		if !moved(id) && !evening && !slices.ContainsFunc(now.Tables(id), moved) && !beside {
			continue
		}
		for c := range all {
			nudge(c)
		}
	}
}

func (b *Book) rouse(n chain.NightID) {
	f := &b.followers
	f.mu.Lock()
	defer f.mu.Unlock()
	for c := range f.of[n] {
		nudge(c)
	}
}

func nudge(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // it has one waiting
	}
}
