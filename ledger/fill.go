package ledger

// Making a book of imported entries.

import (
	"context"
	"errors"
	"strings"

	"ouverte/ledger/store"
)

// Fill makes a book of the entries that next returns, some at a time, none at the end. On an error, at is the
// index of the entry that was refused; −1 is the season, −2 a failure to open or to write.
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

// replay writes imported entries; on an error, at is the index of the refused one.
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
