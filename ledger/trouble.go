package ledger

// What is said to people where the file of a book can't be opened, read or written.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"ouverte/ledger/store"
)

// CannotOpen says in a sentence for people why a book was not opened; Unwrap gives the cause for the log.
type CannotOpen struct {
	Path     string
	Sentence string
	Cause    error
}

func (c *CannotOpen) Error() string { return c.Sentence }
func (c *CannotOpen) Unwrap() error { return c.Cause }

// CannotWrite says in a sentence for people why something was not written that was in order. Nothing of it is in the book;
// the same form may be sent again when the cause is gone.
type CannotWrite struct {
	Sentence string
	Cause    error
}

func (c *CannotWrite) Error() string { return c.Sentence }
func (c *CannotWrite) Unwrap() error { return c.Cause }

// errNotKept is that the file didn't take a row as it was written.
var errNotKept = errors.New("ledger: book doesn't keep what is written")

// explainOpening finds the sentence for an error of opening.
func explainOpening(path string, err error) error {
	name := filepath.Base(path)
	say := func(format string, args ...any) error {
		return &CannotOpen{Path: path, Sentence: fmt.Sprintf(format, args...), Cause: err}
	}
	var used *store.InUse
	cause := store.Cause(err)
	switch {
	case errors.As(err, &used) && used.By != "":
		return say("%s is open in another ouverte (process %s). Use that one, or stop it first.", name, used.By)
	case errors.Is(err, fs.ErrNotExist):
		return say("There is no folder %s to keep the book in.", filepath.Dir(path))
	case errors.Is(err, syscall.EROFS), cause == store.ErrReadOnly, cause == store.ErrCannotOpen:
		return say("%s may only be read here, and its folder perhaps too. Ouverte must be able to write to both.", name)
	case errors.Is(err, fs.ErrPermission):
		return say(withoutRight(path), name)
	}
	switch cause {
	case store.ErrInUse:
		return say("%s is open in another ouverte. Use that one, or stop it first.", name)
	case store.ErrNotABook:
		return say("%s isn't a book of Ouverte. It was left as it is; name another file.", name)
	case store.ErrNewer:
		return say("%s was written by a newer Ouverte than this one. Use the newer program; "+
			"the book was left as it is.", name)
	case store.ErrTruncated:
		return say("%s is cut off: a part of it is missing. It was left as it is; restore it from a backup.", name)
	case store.ErrDamaged:
		return say("%s is damaged. It was left as it is; restore it from a backup, or see what ouverte audit finds.",
			name)
	case store.ErrBusy:
		return say("%s is held by another program. Close that one first.", name)
	case store.ErrFull:
		return say("The disk with %s is full. Make room, then start again; nothing in the book was lost.", name)
	case store.ErrDisk:
		return say("The disk with %s doesn't answer as it should. Nothing was changed; look after the disk.", name)
	}
	return err
}

// withoutRight says what this user may not do with a file.
func withoutRight(path string) string {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrPermission) {
		return "%s lies in a folder that this user may not look into."
	}
	f, err := os.Open(path)
	if err == nil {
		_ = f.Close()
	}
	if errors.Is(err, fs.ErrPermission) {
		return "%s may not be read by this user."
	}
	return "%s may not be written to by this user, or its folder may not."
}

// trouble finds the sentence for an error of reading or writing; what is for people already, and our own errors, it leaves.
func (b *Book) trouble(err error) error {
	say := func(sentence string) error {
		b.log.Error("the book can't be written", "err", err)
		b.failed.Store(true)
		return &CannotWrite{Sentence: sentence, Cause: err}
	}
	if errors.Is(err, errNotKept) {
		return say("Something in the file of the book works against it: nothing was recorded. " +
			"See what ouverte audit finds.")
	}
	switch store.Cause(err) {
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
