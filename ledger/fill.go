package ledger

// A book made of entries that were made elsewhere, as an import does.

import (
	"context"
	"errors"
	"strings"

	"ouverte/ledger/store"
)

// Fill makes a book in a file. next gives its entries in their order, some at a time, and none at the end; each is
// checked, and must come to what it says. at is the place of the one that err refuses, from 0; −1 is the season, and less
// is a failure to open or to write.
func Fill(ctx context.Context, path, season string, next func() ([]*Entry, error)) (at int, err error) {
	const failed = -2
	b, err := Open(ctx, path, Options{})
	if err != nil {
		return failed, err
	}
	defer func() {
		if closing := b.Close(); err == nil && closing != nil {
			at, err = failed, closing
		}
	}()
	if season != "" {
		if err := b.SetSeason(ctx, season); err != nil {
			return -1, err
		}
	}
	for done := 0; ; {
		entries, err := next()
		if err != nil || len(entries) == 0 {
			return failed, err
		}
		at, err := b.replay(ctx, entries)
		if disk := (*CannotWrite)(nil); errors.As(err, &disk) {
			why, _, _ := strings.Cut(disk.Sentence, ":")
			sentence := why + ": nothing was imported. Mend that, and begin anew."
			return failed, &CannotWrite{Sentence: sentence, Cause: disk.Cause}
		}
		if err != nil {
			return done + at, err
		}
		done += len(entries)
	}
}

// replay writes entries that were made elsewhere. at is which of them was refused.
func (b *Book) replay(ctx context.Context, entries []*Entry) (at int, err error) {
	r := &request{ctx: ctx, done: make(chan answer, 1), plan: func(d *desk) (Receipt, error) {
		at, err = d.replayAll(entries)
		return Receipt{}, err
	}}
	if err := b.send(ctx, r); err != nil {
		return 0, err
	}
	err = (<-r.done).err
	if store.Cause(err) == store.ErrConstraint {
		err = errors.New("what it says can't stand beside the entries before it")
	}
	return at, err
}
