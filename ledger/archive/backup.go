package ledger

// Copies of the book: made while it is being written in, checked before they are called copies, and put in
// their place whole or not at all.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"ouverte/ledger/store"
)

// Backup writes a copy of a book to a new file, beside whoever has the book open. The copy is audited before
// it gets its name; what the audit found is returned. A file that is there is never written over.
func Backup(ctx context.Context, book, to string, progress Progress) (*Found, error) {
	l, err := lookInto(ctx, book)
	if err != nil {
		return nil, err
	}
	defer l.close()
	if to, err = store.WholePath(to); err != nil {
		return nil, placeError(to, err)
	}
	if _, err := os.Lstat(to); err == nil {
		return nil, taken(to)
	}
	copied, err := l.copyTo(ctx, filepath.Dir(to), to, progress)
	if err != nil {
		return nil, err
	}
	if err := store.Place(copied.path, to); err != nil {
		_ = os.Remove(copied.path)
		return nil, placeError(to, err)
	}
	return copied.found, nil
}

// Restore makes a copy the book again. The copy is audited first, and only a sound one is taken. A book that
// was in the place is kept beside it; kept is its new name, empty if there was none. Nobody may have the book
// open.
func Restore(ctx context.Context, from, book string, progress Progress) (found *Found, kept string, err error) {
	if book, err = store.WholePath(book); err != nil {
		return nil, "", placeError(book, err)
	}
	held, err := store.TakeLock(book)
	if err != nil {
		return nil, "", store.Explain(book, err)
	}
	defer func() { err = held.End(err) }()
	l, err := lookInto(ctx, from)
	if err != nil {
		return nil, "", err
	}
	defer l.close()
	if store.Same(from, book) {
		return nil, "", &Refusal{Field: "file", Sentence: fmt.Sprintf("%s is the book itself. Name the copy to restore from.", from)}
	}
	folder, err := store.CopyFolder(book)
	if err != nil {
		return nil, "", placeError(book, err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	copied, err := l.copyTo(ctx, folder, book, progress)
	if err != nil {
		return nil, "", err
	}
	if kept, err = store.PutAside(book); err == nil {
		err = store.Place(copied.path, book)
	}
	if err != nil {
		return nil, kept, placeError(book, err)
	}
	return copied.found, kept, nil
}

// CopyFolder makes a folder beside the book for a copy that is handed on and then thrown away. What a program
// that was killed meanwhile left in one is cleared away when the book is opened again.
func (b *Book) CopyFolder() (string, error) { return store.CopyFolder(b.Path()) }

// copied is a copy that has no name yet.
type copied struct {
	path  string
	found *Found
}

// copyTo writes a sound copy that is to be called to into a folder on the same disk. It has reached the disk
// when copyTo returns.
func (l *look) copyTo(ctx context.Context, folder, to string, progress Progress) (c copied, err error) {
	f, err := os.CreateTemp(folder, "."+filepath.Base(to)+"-*.part")
	if err != nil {
		return c, placeError(to, err)
	}
	c.path = f.Name()
	defer func() {
		if err != nil {
			_ = os.Remove(c.path)
			_ = os.Remove(c.path + "-journal")
		}
	}()
	if err := f.Close(); err != nil {
		return c, placeError(to, err)
	}
	if err := l.file.CopyTo(ctx, c.path); err != nil {
		return c, store.Explain(to, err)
	}
	if c.found, err = Audit(ctx, c.path, nil, progress); err != nil {
		return c, err
	}
	if !c.found.Well() {
		return c, &Refusal{Field: "file", Sentence: "The book is not well, so this would be no copy to rely on. " + c.found.Line() + " See ouverte audit."}
	}
	if c.found.Entries < int64(l.last) {
		return c, fmt.Errorf("ledger: the copy has %d entries of %d", c.found.Entries, l.last)
	}
	return c, nil
}

func taken(path string) error {
	return &Refusal{Field: "file", Sentence: fmt.Sprintf("%s is there already and is left as it is. Choose another name.", path)}
}

// placeError finds the sentence for what is wrong with a place to write to.
func placeError(path string, err error) error {
	say := func(format string) error {
		return &CannotOpen{Path: path, Sentence: fmt.Sprintf(format, path), Cause: err}
	}
	switch {
	case errors.Is(err, store.ErrNoFile):
		return &Refusal{Field: "file", Sentence: fmt.Sprintf("%s is no file, and so no place for a book.", path)}
	case errors.Is(err, fs.ErrExist):
		return taken(path)
	case errors.Is(err, fs.ErrNotExist):
		return say("There is no folder for %s. Make it first, or choose another place.")
	case errors.Is(err, fs.ErrPermission):
		return say("%s may not be written by this user.")
	case errors.Is(err, syscall.EROFS):
		return say("%s lies where nothing can be written. Choose another place.")
	}
	return err
}
