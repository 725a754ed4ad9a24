package archive

// Copies of a book, made while another process writes to it, audited, and put in their place as a whole.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"ouverte/ledger/audit"
	"ouverte/ledger/note"
	"ouverte/ledger/state"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// Backup writes a copy of a book, which another process may have open, to a new file. It reads the copy whole
// before the copy gets its name, and returns the findings. It never overwrites a file.
func Backup(ctx context.Context, book, to string, progress audit.Progress) (*audit.Found, error) {
	return BackupOf(ctx, nil, book, to, progress)
}

// BackupOf is Backup of a sound book that this process has open, in a state. The copy is held against that by
// its bytes, and makes no second one.
func BackupOf(
	ctx context.Context, s *state.State, book, to string, progress audit.Progress,
) (*audit.Found, error) {
	l, err := audit.Open(ctx, book)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	if to, err = store.WholePath(to); err != nil {
		return nil, placeError(to, err)
	}
	if _, err := os.Lstat(to); err == nil {
		return nil, taken(to)
	}
	copied, err := copyTo(ctx, l, s, filepath.Dir(to), to, progress)
	if err != nil {
		return nil, err
	}
	if err := store.Place(copied.path, to); err != nil {
		_ = os.Remove(copied.path)
		return nil, placeError(to, err)
	}
	return copied.found, nil
}

// Restore audits a copy and, if it is sound, makes it the book. A book in that place is kept beside it; kept
// is its new name, empty if there was none. No process may have the book open. Done by root, it belongs to
// whose book or folder it was.
func Restore(
	ctx context.Context, from, book string, progress audit.Progress,
) (found *audit.Found, kept string, err error) {
	p, err := takePlace(book)
	if err != nil {
		return nil, "", err
	}
	defer func() { err = p.end(err) }()
	return p.restore(ctx, from, progress)
}

// Exchange puts a copy in the place of a book that is closed and was copied to kept, in one step: the old
// book lies there, or the new one. The copy is sound, of this version, and lies beside the book.
func Exchange(ctx context.Context, from, book, kept string) error {
	held, err := store.TakeLock(book)
	if err != nil {
		return store.Explain(book, err)
	}
	before, _ := note.Read(book)
	if err := held.Exchange(book, from, kept); err != nil {
		if errors.Is(err, store.ErrBusy) {
			err = &store.CannotWrite{Cause: err, Sentence: "Another program reads the book, as Litestream does: " +
				"nothing was changed. Stop that program, put the copy back, and start it again."}
		}
		return held.End(placeError(book, err))
	}
	_ = note.Anew(ctx, book, before) // without one the book is as good as with it
	return held.End(nil)
}

// target is where a book will be. Its lock is held; the folder beside it is for what becomes the book.
type target struct {
	book, folder string
	held         *store.Lock
	guest        bool // what comes is another book's
}

func takePlace(book string) (p *target, err error) {
	p = new(target)
	if p.book, err = store.WholePath(book); err != nil {
		return nil, placeError(p.book, err)
	}
	if p.held, err = store.TakeLock(p.book); err != nil {
		return nil, store.Explain(p.book, err)
	}
	if p.folder, err = store.CopyFolder(p.book); err != nil {
		return nil, p.held.End(placeError(p.book, err))
	}
	return p, nil
}

func (p *target) end(err error) error { return p.held.End(errors.Join(err, os.RemoveAll(p.folder))) }

func (p *target) restore(
	ctx context.Context, from string, progress audit.Progress,
) (found *audit.Found, kept string, err error) {
	l, err := audit.Open(ctx, from)
	if err != nil {
		return nil, "", err
	}
	defer l.Close()
	if store.Same(from, p.book) {
		return nil, "", rules.Problemf("file", "%s is the book itself. Name the copy to restore from.", from)
	}
	copied, err := copyTo(ctx, l, nil, p.folder, p.book, progress)
	if err != nil {
		return nil, "", err
	}
	kept, err = p.put(ctx, copied.path)
	return copied.found, kept, err
}

// put makes a file the book. One in that place is kept beside it. Both, and what lies beside the book, belong
// to who had the book before, or whose folder it is.
func (p *target) put(ctx context.Context, from string) (kept string, err error) {
	before, _ := note.Read(p.book)
	owner := store.OwnerOf(p.book)
	if err := owner.Give(from, p.book+"-lock"); err != nil {
		return "", placeError(p.book, err)
	}
	if kept, err = p.held.PutAside(p.book); err == nil {
		err = store.Place(from, p.book)
	}
	if err != nil {
		return kept, placeError(p.book, err)
	}
	_ = note.Anew(ctx, p.book, before) // without one the book is as good as with it
	return kept, owner.Give(p.book, p.book+"-note", p.book+"-wal", p.book+"-shm")
}

type copied struct {
	path  string
	found *audit.Found
}

// copyTo writes a copy into a folder on the disk of to, its later name, and verifies it by the state of the
// book, if that is known. When it returns, the copy has reached the disk.
func copyTo(
	ctx context.Context, l *audit.Book, known *state.State, folder, to string, progress audit.Progress,
) (c copied, err error) {
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
	if err := l.CopyTo(ctx, c.path); err != nil {
		return c, store.Explain(to, err)
	}
	if c.found, err = audit.Verify(ctx, c.path, known, progress); err != nil {
		return c, err
	}
	if !c.found.Sound() {
		return c, rules.Problemf("file", "The book is not well, so you couldn’t rely on a copy. %s "+
			"See ouverte audit.", c.found.Line())
	}
	if c.found.Entries < int64(l.Last) {
		return c, fmt.Errorf("ledger: the copy has %d entries of %d", c.found.Entries, l.Last)
	}
	return c, nil
}

func taken(path string) error {
	return rules.Problemf("file", "%s is there already and is left as it is. Choose another name.", path)
}

func placeError(path string, err error) error {
	say := func(format string) error {
		return &store.CannotOpen{Path: path, Sentence: fmt.Sprintf(format, path), Cause: err}
	}
	switch {
	case errors.Is(err, store.ErrNoFile):
		return rules.Problemf("file", "%s isn’t a file, so it can’t hold a book.", path)
	case errors.Is(err, fs.ErrExist):
		return taken(path)
	case errors.Is(err, fs.ErrNotExist):
		return say("The folder for %s doesn’t exist. Make it first, or choose another place.")
	case errors.Is(err, fs.ErrPermission):
		return say("This user may not write to %s.")
	case errors.Is(err, syscall.EROFS):
		return say("Nobody can write where %s lies. Choose another place.")
	}
	return err
}
