package ledger

// The sentences for a book that can't be read or written.

import (
	"errors"
	"io/fs"

	"ouverte/ledger/store"
)

type CannotOpen = store.CannotOpen

func InUse(err error) bool { return store.Cause(err) == store.ErrInUse }

type CannotWrite = store.CannotWrite

// trouble turns an error of the disk into a CannotWrite, and returns others as they are.
func (b *Book) trouble(err error) error {
	say := func(sentence string) error {
		b.log.Error("the book can't be written", "err", err)
		b.failed.Store(true)
		return &CannotWrite{Sentence: sentence, Cause: err}
	}
	if errors.Is(err, store.ErrNotKept) {
		return say("Something in the file of the book works against it: nothing was recorded. " +
			"See what ouverte audit finds.")
	}
	cause := store.Cause(err)
	if cause != nil && cause != store.ErrTaken && cause != store.ErrTruncated {
		if here := b.file.Here(); here != nil { // which says more than what came of it
			err, cause = errors.Join(here, err), store.Cause(here)
		}
	}
	switch cause {
	case store.ErrTaken:
		if errors.Is(err, fs.ErrPermission) {
			return say("Ouverte may not look into the folder of the book any more: nothing was recorded. " +
				"Whoever runs Ouverte starts it again; then send it again.")
		}
		return say("The file of the book isn't in its place any more: nothing was recorded. " +
			"Put it back where it was, then send it again. Else take a backup on the keeper's page before Ouverte " +
			"is stopped, and restore that.")
	case store.ErrTruncated:
		return say("The file of the book was cut off or written over: nothing was recorded. " +
			"Whoever runs Ouverte stops it, and restores the book from a backup.")
	case store.ErrFull:
		return say("The disk is full: nothing was recorded. Make room, then send it again.")
	case store.ErrReadOnly:
		return say("The book may only be read at the moment: nothing was recorded.")
	case store.ErrBusy:
		return say("Another program holds the book: nothing was recorded. Send it again when that one is done.")
	case store.ErrDisk, store.ErrCannotOpen:
		return say("The disk doesn't take what is to be written: nothing was recorded. Send it again when it does.")
	}
	return err
}
