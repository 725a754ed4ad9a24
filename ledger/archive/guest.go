package archive

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/store"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// Guest makes a book in a folder of the entries of another one, so that its evenings can be looked at. from
// is a book's file, of any version, or an export as JSON; it is only read, and of a file nothing but its
// entries: whatever else was put there stays there.
func Guest(ctx context.Context, from, folder string, progress audit.Progress) (string, error) {
	made := filepath.Join(folder, "guest.db")
	f, err := os.Open(from)
	if err != nil {
		return "", placeError(from, err)
	}
	defer f.Close()
	first := make([]byte, 1)
	_, err = f.ReadAt(first, 0)
	switch {
	case errors.Is(err, io.EOF):
		return "", rules.Problemf("file", "The file is empty.")
	case err != nil:
		return "", placeError(from, err)
	case first[0] == '{':
		_, _, err = importOf(ctx, f, made, true, progress)
	default:
		err = guestOf(ctx, from, made, progress)
	}
	if cause := store.Cause(err); ctx.Err() == nil && (cause == store.ErrDamaged || cause == store.ErrSQLite) {
		err = rules.Problemf("file", "The other book can't be read to its end, so nothing is taken from it.")
	}
	return made, err
}

// What an entry, and an evening, of another book may have at most: more than any that was written by us has.
const (
	mostBody   = 1 << 16
	mostPeople = 240
	mostDeals  = chain.MostRounds * chain.MostDeals
)

// modest refuses an evening that would take longer than its length: some of what follows from an entry grows
// with everybody who was there.
func (w *appender) modest(e *chain.Entry) error {
	switch n := w.draft.Night(e.Night); {
	case n == nil:
	case len(n.Members) > mostPeople:
		return w.draft.Wrong(e, errors.New("there are more people than an evening can have"))
	case len(n.Deals) > mostDeals:
		return w.draft.Wrong(e, errors.New("there are more deals than an evening can have"))
	}
	return nil
}

func guestOf(ctx context.Context, from, made string, progress audit.Progress) (err error) {
	if err := store.Modest(from); err != nil {
		return store.Explain(from, err)
	}
	l, err := audit.Open(ctx, from)
	if store.Cause(err) == store.ErrNewer {
		return rules.Problemf("file", "It was written by a newer Ouverte than this one: bring this one up to "+
			"date first.")
	}
	if err != nil {
		return err
	}
	defer l.Close()
	season, err := audit.Season(l.Tx())
	if err != nil {
		return err
	}
	p, err := takePlace(made)
	if err != nil {
		return err
	}
	defer func() { err = p.end(err) }()
	p.guest = true
	_, _, err = p.make(ctx, years.SoundSeason(season), func(take func(*chain.Entry) error) error {
		return audit.Entries(l.Tx(), l.Last, take)
	}, progress)
	if wrong := (*state.Wrong)(nil); errors.As(err, &wrong) {
		return rules.Problemf("file", "The other book is not in order, so nothing is taken from it. %s Tell "+
			"whoever keeps it.", wrong.Sentence)
	}
	return err
}

// GuestName is what another book is called in this one: the name of its file without folders.
func GuestName(file string) string {
	name, err := chain.CleanText("origin", file[strings.LastIndexAny(file, `/\`)+1:], true)
	if err != nil {
		return "another book"
	}
	return name
}

func SameBook(a, b string) bool { return store.Same(a, b) }
