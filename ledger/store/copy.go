package store

// Copies of books: made while the book is written to, and put in their place whole or not at all.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// CopyTo writes the book into a file, which must be empty or not be there. It has reached the disk when
// CopyTo returns.
func (f *File) CopyTo(ctx context.Context, path string) error {
	uri, _ := lookURI(f.path)
	return copyTo(ctx, uri, path)
}

func copyTo(ctx context.Context, uri, path string) error {
	made, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err == nil {
		err = made.Close()
	}
	if err != nil {
		return err
	}
	// VACUUM INTO counts as writing: not one of the readers. The copy is synced after it, bit by bit.
	db, err := openDB(dsn(uri, "synchronous(OFF)"), 1)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, path)
	if err = errors.Join(err, db.Close()); err != nil {
		return ended(ctx, err)
	}
	if err := bitByBit(ctx, path); err != nil {
		return err
	}
	return ToDisk(path)
}

// Rescue writes the book into a file through a connection that is open, kept spare for this: the way that is
// left when the book was taken away from its place, where no other is opened any more. Its callers come one
// after another.
func (f *File) Rescue(ctx context.Context, path string) (err error) {
	if _, err := f.spare.ExecContext(ctx, `PRAGMA query_only = OFF`); err != nil {
		return err
	}
	_, err = f.spare.ExecContext(ctx, `VACUUM INTO ?`, path)
	_, again := f.spare.ExecContext(context.WithoutCancel(ctx), `PRAGMA query_only = ON`)
	if err = errors.Join(err, again); err != nil {
		return ended(ctx, err)
	}
	return ToDisk(path)
}

// copies is how the names of folders for passing copies of a book begin. Others may keep their books beside
// it.
func copies(book string) string {
	return filepath.Join(filepath.Dir(book), ".ouverte-copy-"+filepath.Base(book)+"-")
}

// CopyFolder makes a folder beside the book for a copy that is handed on and then thrown away, or that
// becomes the book when it is whole. Only the holder of the book's lock may ask for one: Open removes those
// that a process left behind when it was killed.
func CopyFolder(book string) (string, error) {
	to := copies(book)
	return os.MkdirTemp(filepath.Dir(to), filepath.Base(to)+"*")
}

// clearCopies removes what is left of such folders. Its caller holds the book's lock, so nobody uses them.
// Folders of another book, and what somebody else named so, stay. A folder that can't be removed is no reason
// not to open.
func clearCopies(book string, log *slog.Logger) {
	begin := copies(book)
	beside, err := os.ReadDir(filepath.Dir(begin))
	if err != nil {
		log.Debug("nobody can tell what lies beside the book", "error", err)
		return
	}
	for _, f := range beside {
		number, named := strings.CutPrefix(f.Name(), filepath.Base(begin))
		if _, err := strconv.ParseUint(number, 10, 64); !named || err != nil || !f.IsDir() {
			continue
		}
		if err := os.RemoveAll(filepath.Join(filepath.Dir(begin), f.Name())); err != nil {
			log.Warn("a copy that was never handed over can't be cleared away", "folder", f.Name(), "error", err)
			continue
		}
		log.Info("cleared away a copy that was never handed over", "folder", f.Name())
	}
}

func Same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// Place gives a file its name, and has the disk know it. A file that is there is never replaced: fs.ErrExist.
func Place(from, to string) error {
	err := os.Link(from, to) // unlike a renaming this never replaces anything
	switch {
	case err == nil:
		if err := os.Remove(from); err != nil {
			return err
		}
	case errors.Is(err, fs.ErrExist):
		return err
	default: // memory cards and the like know no links
		if _, err := os.Lstat(to); err == nil {
			return fs.ErrExist
		}
		if err := os.Rename(from, to); err != nil {
			return err
		}
	}
	return ToDisk(filepath.Dir(to))
}

// ErrNoFile is that something else than a file has the book's name.
var ErrNoFile = errors.New("store: not a file")

// PutAside renames the locked book with all that belongs to it, and gives its new name; none where there was
// no book.
func (l *Lock) PutAside(book string) (kept string, err error) {
	if err := l.letBookGo(); err != nil { // some systems rename no file that is open
		return "", err
	}
	switch info, err := os.Lstat(book); {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", ErrNoFile
	}
	if kept, err = freeName(book); err != nil {
		return "", err
	}
	// The log belongs to the book. The book goes first: if the program is stopped in between, a log without
	// its book is noticed; a book without its log would be an older book, and nobody would see.
	if err := os.Rename(book, kept); err != nil {
		return "", err
	}
	if err := renameParts(book, kept, "-wal", "-shm", "-note"); err != nil {
		return "", err
	}
	return kept, nil
}

func renameParts(from, to string, parts ...string) error {
	for _, part := range parts {
		if err := os.Rename(from+part, to+part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func freeName(book string) (string, error) {
	for n := 1; ; n++ {
		kept := fmt.Sprintf("%s-kept-%d", book, n)
		for i, part := range []string{"", "-wal", "-shm", "-note"} {
			if _, err := os.Lstat(kept + part); err == nil {
				break
			} else if !errors.Is(err, fs.ErrNotExist) {
				return "", err
			}
			if i == 3 {
				return kept, nil
			}
		}
	}
}

// ToDisk waits until a file or folder has reached the disk. Windows flushes only files opened for writing,
// and no folders: it keeps their entries in its own log.
func ToDisk(path string) error {
	how := os.O_RDONLY
	if runtime.GOOS == "windows" {
		how = os.O_RDWR
		if is, err := os.Stat(path); err != nil || is.IsDir() {
			return err
		}
	}
	f, err := os.OpenFile(path, how, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
