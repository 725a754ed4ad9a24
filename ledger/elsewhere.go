package ledger

// Evenings kept in another book: which there are, who was there, and which of them are here already.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// Elsewhere is what another book has for this one.
type Elsewhere struct {
	People   []Stranger // who was at its evenings, by name
	Evenings []ElsewhereEvening
}

// Stranger is a person of another book.
type Stranger struct {
	ID   PlayerID // there
	Name string
	Same PlayerID // who that is here; zero is somebody new
}

// ElsewhereEvening is one of another book's evenings.
type ElsewhereEvening struct {
	NightLine            // as it is there
	People    []PlayerID // there
	Earlier   bool       // debts of evenings before it were settled at it
	Here      NightID    // as which it is in this book; zero if it isn't
	Stays     string     // why it can't come; empty if it can
}

// Who says who the people of another book are here. Somebody who isn't in it is found by name, now or
// formerly; zero is somebody new.
type Who map[PlayerID]PlayerID

// LookElsewhere compares another book's evenings with this one's, the newest first.
func (b *Book) LookElsewhere(ctx context.Context, other *Book, who Who) (*Elsewhere, error) {
	lines, err := other.Nights(ctx, NightFilter{Limit: 1 << 30})
	if err != nil {
		return nil, err
	}
	out, strangers := new(Elsewhere), map[PlayerID]*Stranger{}
	there := other.roster.Load()
	written := make([][]*Entry, len(lines))
	for i := range lines {
		e := ElsewhereEvening{NightLine: lines[i]}
		if written[i], err = other.entriesOf(ctx, e.ID); err != nil {
			return nil, err
		}
		if e.People, err = named(written[i], there); err != nil {
			return nil, err
		}
		e.Earlier = settledEarlier(written[i])
		for _, p := range e.People {
			if strangers[p] == nil {
				strangers[p] = &Stranger{ID: p, Name: there.Name(p), Same: b.meant(who, p, there.Name(p))}
			}
		}
		out.Evenings = append(out.Evenings, e)
	}
	same := func(p PlayerID) PlayerID {
		if s := strangers[p]; s != nil && s.Same != 0 {
			return s.Same
		}
		return p + otherBook
	}
	for i := range out.Evenings {
		if err := b.compare(ctx, other, &out.Evenings[i], written[i], same); err != nil {
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
const otherBook PlayerID = 1 << 40

// meant is who a person of another book is here.
func (b *Book) meant(who Who, there PlayerID, name string) PlayerID {
	names := b.roster.Load()
	here, said := who[there]
	switch {
	case !said:
		here = names.Known(name)
	case names.Find(here) == nil:
		return 0
	}
	return names.Who(here)
}

// named are the people whom entries name, in the order they come.
func named(entries []*Entry, names *people.Roster) (all []PlayerID, err error) {
	ids := chain.Ids{Night: itself[NightID], Entry: itself[EntryID], Player: func(p PlayerID) PlayerID {
		if at := names.Who(p); !slices.Contains(all, at) {
			all = append(all, at)
		}
		return p
	}}
	for _, e := range entries {
		said, err := chain.Decode(e.Kind, e.Body)
		if err != nil {
			return nil, err
		}
		ids.Translate(said)
	}
	return all, nil
}

// settledEarlier tells whether what was owed from before was settled at an evening.
func settledEarlier(entries []*Entry) bool {
	brought := map[EntryID]bool{}
	for _, e := range entries {
		if e.Kind == chain.KindBring {
			brought[e.Seq] = true
		}
		delete(brought, e.Reverses)
	}
	return len(brought) > 0
}

// compare looks whether an evening is in this book: the same one, by what began it, or the same deals.
func (b *Book) compare(
	ctx context.Context, other *Book, e *ElsewhereEvening, entries []*Entry, same func(PlayerID) PlayerID,
) error {
	there, err := other.played(ctx, e.ID, same)
	if err != nil {
		return err
	}
	var alike []NightID
	err = b.read(ctx, func(tx *store.Tx) (err error) {
		if e.Here, err = brought(tx, entries[0]); err != nil || e.Here != 0 || len(there) == 0 {
			return err
		}
		around := 0
		if len(there) >= neverByChance {
			around = 14
		}
		alike, err = store.Column[NightID](tx, sameDeals, e.Date, len(there), fmt.Sprintf("-%d days", around),
			fmt.Sprintf("+%d days", around))
		return err
	})
	if err != nil {
		return err
	}
	began := e.Here
	if began != 0 {
		alike = []NightID{began}
	}
	for _, id := range alike {
		here, err := b.played(ctx, id, func(p PlayerID) PlayerID { return p })
		if err != nil {
			return err
		}
		if slices.Equal(here, there) {
			e.Here, e.Stays = id, "It is in this book already."
			return nil
		}
	}
	switch began {
	case 0:
		err = comes(entries, other.roster.Load(), func(p PlayerID) (PlayerID, error) { return same(p), nil })
		if refused := (*Refusal)(nil); errors.As(err, &refused) {
			e.Stays, err = refused.Sentence, nil
		}
	default:
		e.Stays = "It is in this book already, with other deals or other people. What is here stays as it is."
	}
	return err
}

// sameDeals finds evenings that may be one with ?2 deals, written down anew. One at several tables has none
// of its own.
const sameDeals = `SELECT id FROM night WHERE date BETWEEN date(?1, ?3) AND date(?1, ?4) AND evening IS NULL
	AND deals IN (0, ?2) ORDER BY id`

// neverByChance is how many deals can't be the same by chance: an evening of so many is found under another
// day, too.
const neverByChance = 5

// played tells the standing deals of an evening, at all its tables: what was called and what it came to, by
// person. Two books may have counted the seats from different ones.
func (b *Book) played(
	ctx context.Context, id NightID, same func(PlayerID) PlayerID,
) (deals []string, err error) {
	n, err := b.Night(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, table := range n.Tables {
		at, err := b.played(ctx, table, same)
		if err != nil {
			return nil, err
		}
		deals = append(deals, at...)
	}
	for _, d := range slices.Backward(n.Deals) {
		at := func(s rules.Seat) PlayerID {
			if s == 0 {
				return 0
			}
			return same(d.Chairs[s-1].Pays())
		}
		var nets []Net
		for seat := range d.Chairs {
			nets = append(nets, Net{Player: at(rules.Seat(seat + 1)), Amount: d.Result.Net[seat+1]})
		}
		slices.SortFunc(nets, func(a, b Net) int { return cmp.Compare(a.Player, b.Player) })
		deals = append(deals, fmt.Sprint(n.Money, d.Deal.Call, d.Deal.Bid, d.Deal.Trumps, d.Deal.Tricks,
			at(d.Deal.Dealer), at(d.Deal.Caller), at(d.Deal.Partner), nets))
	}
	return deals, nil
}

// brought finds the night that an entry began, here or in the book it was brought from.
func brought(q store.Querier, begins *Entry) (id NightID, err error) {
	ids, err := store.Column[NightID](q, `SELECT night FROM entry WHERE key IN (?, ?) AND part = ? AND ask = ?
		AND kind IN ('night', 'evening')`, begins.Key, otherKey(begins), begins.Part, begins.Ask[:])
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	return ids[0], nil
}

// entriesOf reads an evening's entries, whole, with those of all its tables.
func (b *Book) entriesOf(ctx context.Context, id NightID) (all []*Entry, err error) {
	err = b.read(ctx, func(tx *store.Tx) error {
		seqs, err := store.Column[EntryID](tx, `SELECT seq FROM entry WHERE night = ?1
			OR night IN (SELECT id FROM night WHERE evening = ?1) ORDER BY seq`, int64(id))
		for _, seq := range seqs {
			if err != nil {
				return err
			}
			var e *Entry
			e, err = readEntry(tx, seq)
			all = append(all, e)
		}
		if err == nil && len(all) == 0 {
			err = &NotFound{"night"}
		}
		return err
	})
	return all, err
}
