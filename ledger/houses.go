package ledger

// Sets of house rules: those we ship, and the circle's own, which keep their versions. A night takes its
// rules along whole, so nothing here changes a night that has begun.

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
	"ouverte/rules"
)

func isShipped(now *show.Snapshot, id string) bool {
	return slices.ContainsFunc(now.Houses(), func(l show.HouseLine) bool { return !l.Own && l.House.ID == id })
}

// A set with the same id becomes its new version. The ids of shipped sets are refused, and a new name that
// another set has. An empty id is made from the name.
func (b *Book) SaveHouse(ctx context.Context, s Slip, h *rules.House) (Receipt, error) {
	return b.post(ctx, s, "save house", h, func(d *desk) error {
		if isShipped(d.shown(), h.ID) {
			return refuse("id", "“%s” comes with Ouverte and stays as it is. Give your rules a "+
				"name of their own.", h.ID)
		}
		own := *h
		name, err := chain.CleanText("name", h.Name, true)
		if err != nil {
			return err
		}
		own.Name = name
		if err := nameOfItsOwn(d.shown(), &own); err != nil {
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
func nameOfItsOwn(now *show.Snapshot, set *rules.House) error {
	folded := chain.Fold(set.Name)
	if before := now.State().Houses()[set.ID].Own; before != nil && chain.Fold(before.Name) == folded {
		return nil
	}
	for _, l := range now.Houses() {
		if l.House.ID == set.ID || chain.Fold(l.House.Name) != folded {
			continue
		}
		away := ""
		if l.Hidden {
			away = ", put away"
		}
		return refuse("name", "Another set is called “%s”%s. Give this one a name of its own.", l.House.Name,
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
		if !isShipped(d.shown(), id) && d.draft.Houses()[id].Own == nil {
			return &chain.NotFound{What: "house"}
		}
		return d.post(0, chain.KindHide, &chain.Hide{House: id, Hidden: hidden})
	})
}
