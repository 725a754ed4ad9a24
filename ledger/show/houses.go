package show

// The sets of house rules to choose from, and when they were played.

import (
	"cmp"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/rules"
)

type HouseLine struct {
	House   *rules.House
	Own     bool   // made by this circle; the others come with the product
	Hidden  bool   // not offered when a night is started
	Version int    // of an own set, counted from 1
	Last    string // the date of the latest night played by it; empty if none
	Nights  int
}

// Houses lists the sets that come with the product and the circle's own in their newest versions: last used
// or changed first, then the rest in their order; hidden ones at the end.
func (now *Snapshot) Houses() []HouseLine { return houses(now.state) }

// HouseIsNew tells whether a set of the circle's own was made or changed since the latest night was started.
func (now *Snapshot) HouseIsNew(id string) bool {
	s := now.state
	var started chain.EntryID
	for n := range s.Backward() {
		started = max(started, n.Opened)
	}
	set := s.Houses()[id]
	return set.Own != nil && set.Recent > started
}

func houses(s *state.State) []HouseLine {
	var out []HouseLine
	list := func(set *rules.House, own bool) {
		h := s.Houses()[set.ID]
		line := HouseLine{House: set, Own: own, Hidden: h.Hidden, Last: h.Last, Nights: h.Nights}
		if own {
			line.Version = h.Version
		}
		out = append(out, line)
	}
	for _, set := range shippedSets(s) {
		list(set, false)
	}
	for _, h := range s.Houses() {
		if h.Own != nil {
			list(h.Own, true)
		}
	}
	slices.SortStableFunc(out, func(a, b HouseLine) int {
		recent := func(l HouseLine) chain.EntryID { return s.Houses()[l.House.ID].Recent }
		return cmp.Or(cmp.Compare(truth(a.Hidden), truth(b.Hidden)), cmp.Compare(recent(b), recent(a)))
	})
	return out
}

// shippedSets are the sets that come with the product. Where the circle kept a set of its own under the id of
// one before it was shipped, that one stands here under another id, so that both can be played by.
func shippedSets(s *state.State) []*rules.House {
	sets := slices.Clone(rules.Sets())
	for i, set := range sets {
		if s.Houses()[set.ID].Own != nil {
			other := *set
			other.ID += "-shipped"
			sets[i] = &other
		}
	}
	return sets
}

func newestHouse(s *state.State, set *rules.House) *rules.House {
	for _, h := range houses(s) {
		if h.House.ID == set.ID {
			return h.House
		}
	}
	return set
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
