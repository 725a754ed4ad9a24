package ledger

// Copies of the book: made while it is being written in, checked before they are called copies, and put in their place whole
// or not at all.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Backup writes a copy of a book to a new file, beside whoever has the book open. The copy is audited before it gets its name; what the
// audit found is returned. A file that is there is never written over.
func Backup(ctx context.Context, book, to string, progress Progress) (*Found, error) {
	l, err := lookInto(ctx, book)
	if err != nil {
		return nil, err
	}
	defer l.close()
	if to, err = wholePath(to); err != nil {
		return nil, placeError(to, err)
	}
	if _, err := os.Lstat(to); err == nil {
		return nil, taken(to)
	}
	copied, err := l.copyTo(ctx, filepath.Dir(to), to, progress)
	if err != nil {
		return nil, err
	}
	if err := place(copied.path, to); err != nil {
		_ = os.Remove(copied.path)
		return nil, placeError(to, err)
	}
	return copied.found, nil
}

// Restore makes a copy the book again. The copy is audited first, and only a sound one is taken. A book that was in the place is kept
// beside it; kept is its new name, empty if there was none. Nobody may have the book open.
func Restore(ctx context.Context, from, book string, progress Progress) (found *Found, kept string, err error) {
	if book, err = wholePath(book); err != nil {
		return nil, "", placeError(book, err)
	}
	held, err := takeLock(book)
	if err != nil {
		return nil, "", explainOpening(book, err)
	}
	defer func() { err = held.end(err) }()
	l, err := lookInto(ctx, from)
	if err != nil {
		return nil, "", err
	}
	defer l.close()
	if same(from, book) {
		return nil, "", &Refusal{Field: "file", Sentence: fmt.Sprintf("%s is the book itself. Name the copy to restore from.", from)}
	}
	folder, err := copyFolder(book)
	if err != nil {
		return nil, "", placeError(book, err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	copied, err := l.copyTo(ctx, folder, book, progress)
	if err != nil {
		return nil, "", err
	}
	if kept, err = putAside(book); err == nil {
		err = place(copied.path, book)
	}
	if err != nil {
		return nil, kept, placeError(book, err)
	}
	return copied.found, kept, nil
}

// end lets go of a place after what was to be put there was put there, or, with an error, wasn't.
func (l *lock) end(err error) error {
	if err != nil {
		return errors.Join(err, l.undo())
	}
	return l.free()
}

// copies is how the names of folders for passing copies of a book begin. Others may keep their books beside it.
func copies(book string) string {
	return filepath.Join(filepath.Dir(book), ".ouverte-copy-"+filepath.Base(book)+"-")
}

// CopyFolder makes a folder beside the book for a copy that is handed on and then thrown away. What a program that was killed
// meanwhile left in one is cleared away when the book is opened again.
func (b *Book) CopyFolder() (string, error) { return copyFolder(b.path) }

// copyFolder is that, also for what is being restored or imported and becomes the book only when it is whole. Only whoever holds
// the book's lock may ask for one.
func copyFolder(book string) (string, error) {
	to := copies(book)
	return os.MkdirTemp(filepath.Dir(to), filepath.Base(to)+"*")
}

// clearCopies clears them away. Whoever holds the book's lock is the only one who has such folders, so that nobody is at one now;
// those of another book, and what somebody else named so, are left. A folder that can't be cleared away is no reason not to open.
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

// same tells whether two names are of one file.
func same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// copied is a copy that has no name yet.
type copied struct {
	path  string
	found *Found
}

// copyTo writes a sound copy that is to be called to into a folder on the same disk. It has reached the disk when copyTo returns.
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
	// Not on the connection that looks: one that is in a transaction can't do this. The copy may so be a deal ahead.
	conn, err := l.db.Conn(ctx)
	if err != nil {
		return c, err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `PRAGMA query_only = OFF`); err != nil {
		return c, err
	}
	if _, err := conn.ExecContext(ctx, `VACUUM INTO ?`, c.path); err != nil {
		return c, explainOpening(to, err)
	}
	if err := toDisk(c.path); err != nil {
		return c, placeError(to, err)
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

// place gives a file its name, unless there is one of that name, and has the disk know it.
func place(from, to string) error {
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
	return toDisk(filepath.Dir(to))
}

// putAside renames a book with all that belongs to it, and gives its new name.
func putAside(book string) (kept string, err error) {
	switch info, err := os.Lstat(book); {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", &Refusal{Field: "file", Sentence: fmt.Sprintf("%s is no file, and so no place for a book.", book)}
	}
	for n := 1; ; n++ {
		kept = fmt.Sprintf("%s-kept-%d", book, n)
		if _, err := os.Lstat(kept); errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	// What the book's log holds belongs to it. The book goes first: should we be stopped in between, a log is left without its book, which
	// is noticed; a book without its log would be an older book, and nobody would see.
	for _, part := range []string{"", "-wal", "-shm"} {
		if err := os.Rename(book+part, kept+part); err != nil && (part == "" || !errors.Is(err, fs.ErrNotExist)) {
			return "", err
		}
	}
	return kept, nil
}

// toDisk waits until a file or folder has reached the disk.
func toDisk(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
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
