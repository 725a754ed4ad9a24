package archive

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/rules"
)

// What the export of another book may have at most: more than a circle plays in a hundred years.
const (
	mostBytes   = 512 << 20
	mostEntries = 500_000
	mostTime    = 10 * time.Minute
)

// Guest makes a book in a folder of the entries of another one's export as JSON, so that its evenings can be
// looked at. It is read line by line; a file that SQLite would have to read isn't taken.
func Guest(ctx context.Context, from, folder string, progress audit.Progress) (string, error) {
	made := filepath.Join(folder, "guest.db")
	info, err := os.Stat(from)
	switch {
	case err != nil:
		return "", placeError(from, err)
	case !info.Mode().IsRegular():
		return "", rules.Problemf("file", "%s is no file.", from)
	case info.Size() == 0:
		return "", rules.Problemf("file", "The file is empty.")
	case info.Size() > mostBytes:
		return "", errTooLong
	}
	f, err := os.Open(from)
	if err != nil {
		return "", placeError(from, err)
	}
	defer f.Close()
	first := make([]byte, 1)
	if _, err = f.ReadAt(first, 0); err != nil {
		return "", placeError(from, err)
	}
	if first[0] != '{' {
		return "", rules.Problemf("file", "This file isn’t a book’s export. The other book’s keeper’s page "+
			"makes one: For other programs, JSON.")
	}
	within, stop := context.WithTimeout(ctx, mostTime)
	defer stop()
	_, _, err = importOf(within, f, made, true, progress)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = errTooLong
	}
	return made, err
}

var errTooLong = rules.Problemf("file", "The export is longer than any circle’s can be, so nothing is taken "+
	"from it.")

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

// GuestName is what another book is called in this one: the name of its file without folders.
func GuestName(file string) string {
	name, err := chain.CleanText("origin", file[strings.LastIndexAny(file, `/\`)+1:], true)
	if err != nil {
		return "another book"
	}
	return name
}
