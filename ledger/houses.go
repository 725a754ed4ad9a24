package ledger

// Sets of house rules: those we ship, and the circle's own, which keep their versions. A night takes its
// rules along whole, so nothing here changes a night that has begun.

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

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
func (b *Book) Houses() []HouseLine { return houses(b.now()) }

// HouseIsNew tells whether a set of the circle's own was made or changed since the latest night was started.
func (b *Book) HouseIsNew(id string) bool {
	s := b.now()
	var started EntryID
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
		recent := func(l HouseLine) EntryID { return s.Houses()[l.House.ID].Recent }
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

func isShipped(s *state.State, id string) bool {
	return slices.ContainsFunc(shippedSets(s), func(set *rules.House) bool { return set.ID == id })
}

func newestHouse(s *state.State, set *rules.House) *rules.House {
	for _, h := range houses(s) {
		if h.House.ID == set.ID {
			return h.House
		}
	}
	return set
}

// A set with the same id becomes its new version. The ids of shipped sets are refused, and a new name that
// another set has. An empty id is made from the name.
func (b *Book) SaveHouse(ctx context.Context, s Slip, h *rules.House) (Receipt, error) {
	return b.post(ctx, s, "save house", h, func(d *desk) error {
		if isShipped(&d.draft.State, h.ID) {
			return refuse("id", "“%s” comes with Ouverte and stays as it is. Give your rules a "+
				"name of their own.", h.ID)
		}
		own := *h
		name, err := chain.CleanText("name", h.Name, true)
		if err != nil {
			return err
		}
		own.Name = name
		if err := nameOfItsOwn(&d.draft.State, &own); err != nil {
			return err
		}
		if own.ID == "" {
			own.ID = freeHouseID(&d.draft.State, name)
		}
		if err := own.Check(); err != nil {
			return err
		}
		if err := saneStakes(&own); err != nil {
			return err
		}
		return d.post(0, chain.KindHouse, &chain.House{House: &own})
	})
}

// nameOfItsOwn refuses a name that another set has. A set keeps the one it had: books may hold two of a name.
func nameOfItsOwn(s *state.State, set *rules.House) error {
	folded := chain.Fold(set.Name)
	if before := s.Houses()[set.ID].Own; before != nil && chain.Fold(before.Name) == folded {
		return nil
	}
	for _, l := range houses(s) {
		if l.House.ID == set.ID || chain.Fold(l.House.Name) != folded {
			continue
		}
		away := ""
		if l.Hidden {
			away = ", put away"
		}
		return refuse("name", "There is a set named “%s” already%s. Give this one a name of its own.", l.House.Name,
			away)
	}
	return nil
}

// freeHouseID makes an id from a name: its letters and digits, and a number if that is taken.
func freeHouseID(s *state.State, name string) string {
	var base strings.Builder
	for _, c := range strings.ToLower(norm.NFKD.String(name)) {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			base.WriteRune(c)
		case c == ' ' || c == '-':
			base.WriteByte('-')
		}
	}
	stem := strings.Trim(base.String(), "-")
	if stem == "" {
		stem = "house"
	}
	for n := 1; ; n++ {
		id := stem
		if n > 1 {
			id = stem + "-" + strconv.Itoa(n)
		}
		_, shipped := rules.Set(strings.TrimSuffix(id, "-shipped"))
		if _, known := s.Houses()[id]; !known && !shipped {
			return id
		}
	}
}

func (b *Book) HideHouse(ctx context.Context, s Slip, id string, hidden bool) (Receipt, error) {
	return b.post(ctx, s, "hide house", []any{id, hidden}, func(d *desk) error {
		if !isShipped(&d.draft.State, id) && d.draft.Houses()[id].Own == nil {
			return &NotFound{What: "house"}
		}
		return d.post(0, chain.KindHide, &chain.Hide{House: id, Hidden: hidden})
	})
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}
