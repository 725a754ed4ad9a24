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

var errBroken = &CannotWrite{Cause: errors.New("ledger: a panic beside the desk"),
	Sentence: "Ouverte made a mistake beside the book: nothing was recorded. The host starts Ouverte again; " +
		"then send it again."}

// trouble turns an error of the disk into a CannotWrite, and returns others as they are.
func (b *Book) trouble(err error) error {
	say := func(sentence string) error {
		b.log.Error("the book can't be written", "err", err)
		b.failed.Store(true)
		return &CannotWrite{Sentence: sentence, Cause: err}
	}
	if errors.Is(err, store.ErrNotKept) {
		return say("Something in the book’s file gets in the way: nothing was recorded. Ask ouverte audit.")
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
			return say("Ouverte can’t open the book’s folder any more: nothing was recorded. The host starts " +
				"Ouverte again; then send it again.")
		}
		return say("The book's file isn't in its place any more: nothing was recorded. Put it back where " +
			"it was, then send it again. Else take a copy on the keeper's page before you stop Ouverte, and " +
			"restore that.")
	case store.ErrTruncated:
		return say("The book's file was cut off or written over: nothing was recorded. The host stops " +
			"Ouverte, and restores a copy.")
	case store.ErrFull:
		return say("The disk is full: nothing was recorded. Make room, then send it again.")
	case store.ErrReadOnly:
		return say("You can only read the book at the moment: nothing was recorded.")
	case store.ErrBusy:
		return say("Another program holds the book: nothing was recorded. Send it again when that one is done.")
	case store.ErrDisk, store.ErrCannotOpen:
		return say("The disk refuses to write: nothing was recorded. Send it again when it writes.")
	}
	return err
}
