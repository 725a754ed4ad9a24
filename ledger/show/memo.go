package show

// Counts of a state, and what is shown of a night, are kept for the next page that asks. A state is a value,
// so nothing kept can be stale; the answers kept are few, so few old states are held.

import (
	"sync"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// Memo is a book's.
type Memo struct {
	circles memo[circleKey, *CircleBook]
	ladders memo[*state.State, *years.Ladder]
	answers memo[answerKey, answered]
	counts  memo[countKey, []int64]
	seasons memo[seasonsKey, [][]SeasonWon]
}

type circleKey struct {
	state *state.State
	money rules.Money
	span  Span
	from  int
}

type answerKey struct {
	state  *state.State
	money  rules.Money
	span   Span
	houses string // their ids
}

type answered struct {
	is  *years.Answer
	err error
}

type countKey struct {
	state   *state.State
	filters string
}

type seasonsKey struct {
	state  *state.State
	begins string
}

// keptAtMost is how many answers of a kind a memo keeps; the oldest goes.
const keptAtMost = 4

type memo[K comparable, V any] struct {
	mu   sync.Mutex
	kept []*kept[K, V]
}

type kept[K comparable, V any] struct {
	key K
	is  func() V
}

// of returns the cached count for a key, and counts it once for concurrent callers.
func (m *memo[K, V]) of(key K, count func() V) V {
	return m.find(key, count).is()
}

func (m *memo[K, V]) find(key K, count func() V) *kept[K, V] {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range m.kept {
		if k.key == key {
			return k
		}
	}
	newest := &kept[K, V]{key, sync.OnceValue(count)}
	m.kept = append(m.kept[max(0, len(m.kept)+1-keptAtMost):len(m.kept):len(m.kept)], newest)
	return newest
}

type shownNight struct {
	*Night
	holds int64
	way   chain.Way
}

// shownAtMost is how many of the latest nights keep their snapshots once they are closed.
const shownAtMost = 32

// show makes the snapshot of a night, or returns the one that was made last if it would come out the same. An
// open night and the latest ones keep it.
func show(s *state.State, n *state.ResolvedNight) *Night {
	holds, way := s.KittyHolds(n.Money()), n.Settles()
	if n.Meeting != 0 {
		way = s.Resolve(n.Meeting).Settles()
	}
	if memo := n.Memo.Load(); memo != nil {
		if was := (*memo).(*shownNight); was.names == n.Names && was.holds == holds && was.way == way {
			return was.Night
		}
	}
	out := &shownNight{snapshot(n, holds), holds, way}
	out.Way = way
	if n.Closed == 0 || n.ID+shownAtMost > s.LastNight() {
		var memo any = out
		n.Memo.Store(&memo)
		if old := s.Night(n.ID - shownAtMost); old != nil && old.Closed != 0 {
			old.Memo.Store(nil)
		}
	}
	return out.Night
}
