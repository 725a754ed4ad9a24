package ledger

// Evenings kept in another book: which there are, who was there, and which of them are here already.

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
	"ouverte/ledger/store"
	"ouverte/rules"
	"ouverte/rules/english"
)

type Elsewhere struct {
	People   []Stranger // who was at its evenings, by name
	Evenings []ElsewhereEvening
}

type Stranger struct {
	ID   chain.PlayerID // there
	Name string
	Same chain.PlayerID // who that is here; zero is somebody new
}

type ElsewhereEvening struct {
	show.NightLine                  // as it is there
	People         []chain.PlayerID // there
	Leaves         string           // what it left unpaid, in words, by the names there
	Earlier        bool             // debts of evenings before it were settled at it
	Here           chain.NightID    // as which it is in this book; zero if it isn't
	Stays          string           // why it can't come; empty if it can
}

// Who says who the people of another book are here. Somebody who isn't in it is found by name, now or
// formerly; zero is somebody new.
type Who map[chain.PlayerID]chain.PlayerID

func (b *Book) LookElsewhere(ctx context.Context, other *Book, who Who) (*Elsewhere, error) {
	theirs, here := other.Now(), b.newest.Load()
	there := theirs.State()
	lines, err := theirs.Nights(show.NightFilter{Limit: 1 << 30})
	if err != nil {
		return nil, err
	}
	out, strangers := new(Elsewhere), map[chain.PlayerID]*Stranger{}
	written := make([][]*chain.Entry, len(lines))
	for i := range lines {
		n := there.Resolve(lines[i].ID)
		e := ElsewhereEvening{NightLine: lines[i], Leaves: leaves(n), Earlier: settledEarlier(n)}
		if written[i], err = other.entriesOf(ctx, there, e.ID); err != nil {
			return nil, err
		}
		if e.People, err = playersIn(written[i], there.Names()); err != nil {
			return nil, err
		}
		for _, p := range e.People {
			if strangers[p] == nil {
				name := there.Names().Name(p)
				strangers[p] = &Stranger{ID: p, Name: name, Same: who.meant(here.Names(), p, name)}
			}
		}
		out.Evenings = append(out.Evenings, e)
	}
	c := comparison{b: b, here: here, there: there, same: func(p chain.PlayerID) chain.PlayerID {
		if s := strangers[p]; s != nil && s.Same != 0 {
			return s.Same
		}
		return p + otherBook
	}}
	for i := range out.Evenings {
		if err := c.compare(ctx, &out.Evenings[i], written[i]); err != nil {
			return nil, err
		}
	}
	for _, s := range strangers {
		out.People = append(out.People, *s)
	}
	slices.SortFunc(out.People, func(a, b Stranger) int {
		return cmp.Or(strings.Compare(chain.Fold(a.Name), chain.Fold(b.Name)), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// otherBook sets ids of the other book's people apart from those of this one.
const otherBook chain.PlayerID = 1 << 40

func (w Who) meant(names *people.Roster, there chain.PlayerID, name string) chain.PlayerID {
	here, said := w[there]
	switch {
	case !said:
		here = names.Known(name)
	case names.Find(here) == nil:
		return 0
	}
	return names.Who(here)
}

func playersIn(entries []*chain.Entry, names *people.Roster) (all []chain.PlayerID, err error) {
	seen := func(p chain.PlayerID) chain.PlayerID {
		if at := names.Who(p); !slices.Contains(all, at) {
			all = append(all, at)
		}
		return p
	}
	ids := chain.Ids{Night: itself[chain.NightID], Entry: itself[chain.EntryID], Player: seen}
	for _, e := range entries {
		said, err := chain.Decode(e.Kind, e.Body)
		if err != nil {
			return nil, err
		}
		ids.Translate(said)
	}
	return all, nil
}

func settledEarlier(n *state.ResolvedNight) bool {
	return slices.ContainsFunc(n.Others, func(o *state.Other) bool {
		return o.Kind == chain.KindBring && o.Undone == 0
	})
}

// leaves says what an evening carried, which comes with it; empty where that is nothing.
func leaves(n *state.ResolvedNight) string {
	var all []chain.Debt
	for _, o := range n.Others {
		if o.Kind == chain.KindCarry && o.Undone == 0 {
			all = append(all, o.Body.(*chain.Debts).Debts...)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return chain.Owed(all, n.Money(), n.Names.Name)
}

type comparison struct {
	b           *Book
	here, there *state.State
	same        func(chain.PlayerID) chain.PlayerID // who somebody there is here
}

// compare looks whether an evening is in this book, by the entry that began it, and whether it is the same.
func (c *comparison) compare(ctx context.Context, e *ElsewhereEvening, entries []*chain.Entry) error {
	err := c.b.file.Read(ctx, func(tx *store.Tx) (err error) {
		e.Here, err = brought(tx, entries[0])
		return err
	})
	if err != nil {
		return c.b.trouble(err)
	}
	if e.Here != 0 {
		e.Stays = "It is in this book already."
		if differ := c.differ(e.ID, e.Here); len(differ) > 0 {
			e.Stays = "It is in this book already, with other " + english.List(differ) +
				". This book’s stays as it is."
		}
		return nil
	}
	same := func(p chain.PlayerID) (chain.PlayerID, error) { return c.same(p), nil }
	err = comes(entries, c.there.Names(), same)
	if refused := (*rules.Problem)(nil); errors.As(err, &refused) {
		e.Stays, err = refused.Sentence, nil
	}
	return err
}

// differ says how an evening here differs from the same one there, by each person's result at its tables.
func (c *comparison) differ(there, here chain.NightID) (differ []string) {
	deals, was := sumsOf(c.there, there, c.same)
	again, is := sumsOf(c.here, here, c.here.Names().Who)
	people := slices.Concat(slices.Collect(maps.Keys(was)), slices.Collect(maps.Keys(is)))
	for _, of := range []struct {
		called string
		part   func(show.Sums) int64
	}{
		{"penalties", func(s show.Sums) int64 { return s.Penalties }},
		{"costs", func(s show.Sums) int64 { return s.Costs }},
		{"payments", func(s show.Sums) int64 { return s.Payments }},
		{"shares of the kitty", func(s show.Sums) int64 { return s.Kitty }},
		{"roundings", func(s show.Sums) int64 { return s.Rounding }},
		{"deals or other people", func(s show.Sums) int64 { return s.Deals }},
	} {
		other := func(p chain.PlayerID) bool { return of.part(was[p]) != of.part(is[p]) }
		if slices.ContainsFunc(people, other) {
			differ = append(differ, of.called)
		}
	}
	if len(differ) == 0 && (deals != again || len(was) != len(is)) {
		differ = []string{"deals or other people"}
	}
	return differ
}

// sumsOf counts the deals of an evening, and what each who played came to.
func sumsOf(
	s *state.State, id chain.NightID, same func(chain.PlayerID) chain.PlayerID,
) (deals int, sums map[chain.PlayerID]show.Sums) {
	sums = map[chain.PlayerID]show.Sums{}
	for n := range s.WithTables(id) {
		deals += n.Count
		for _, p := range n.People() {
			one := n.Sum(p)
			sum := sums[same(p)]
			sum.Add(&one)
			sums[same(p)] = sum
		}
	}
	return deals, sums
}

func brought(q store.Querier, begins *chain.Entry) (id chain.NightID, err error) {
	ids, err := store.Column[chain.NightID](q, `SELECT night FROM entry
		WHERE key IN (?, ?) AND part = ? AND ask = ? AND kind IN ('night', 'evening')`,
		begins.Key, otherKey(begins), begins.Part, begins.Ask[:])
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	return ids[0], nil
}

func (b *Book) entriesOf(
	ctx context.Context, s *state.State, id chain.NightID,
) (all []*chain.Entry, err error) {
	err = b.file.Read(ctx, func(tx *store.Tx) error {
		for n := range s.WithTables(id) {
			some, err := tx.EntriesOf(n.ID, n.Version)
			if err != nil {
				return err
			}
			all = append(all, some...)
		}
		return nil
	})
	slices.SortFunc(all, func(a, b *chain.Entry) int { return cmp.Compare(a.Seq, b.Seq) })
	return all, b.trouble(err)
}
