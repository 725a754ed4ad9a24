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
		_, _, err = Import(ctx, f, made, progress)
	default:
		err = guestOf(ctx, from, made, progress)
	}
	return made, err
}

func guestOf(ctx context.Context, from, made string, progress audit.Progress) (err error) {
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
