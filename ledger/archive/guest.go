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
	"ouverte/ledger/store"
	"ouverte/rules"
)

// Guest makes an audited copy of another book, of any version, in a folder, so that its evenings can be
// looked at. from is a book's file or an export as JSON; it is only read.
func Guest(ctx context.Context, from, folder string, progress audit.Progress) (string, error) {
	f, err := os.Open(from)
	if err != nil {
		return "", placeError(from, err)
	}
	defer f.Close()
	first := make([]byte, 1)
	_, err = io.ReadFull(f, first)
	switch {
	case errors.Is(err, io.EOF):
		return "", rules.Problemf("file", "The file is empty.")
	case err != nil:
		return "", placeError(from, err)
	case first[0] != '{':
		l, err := audit.Open(ctx, from)
		if store.Cause(err) == store.ErrNewer {
			return "", rules.Problemf("file", "It was written by a newer Ouverte than this one: bring this one up to "+
				"date first.")
		}
		if err != nil {
			return "", err
		}
		defer l.Close()
		copied, err := copyTo(ctx, l, nil, folder, filepath.Join(folder, "guest.db"), progress)
		if found := copied.found; found != nil && !found.Sound() {
			return "", rules.Problemf("file", "The other book is not in order, so nothing is taken from it. %s Tell "+
				"whoever keeps it.", found.Line())
		}
		return copied.path, err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	made := filepath.Join(folder, "guest.db")
	_, _, err = Import(ctx, f, made, progress)
	return made, err
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
