package store

// A copy that becomes the book while the program runs: the book is closed, and its place is never empty.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Exchange puts a whole file in the place of a book that is closed, in one step, after copying the book to
// kept. Stopped at any moment, one of the two lies there. It refuses while another program reads the book:
// its log would be taken for the new file's.
func (l *Lock) Exchange(book, from, kept string) error {
	for _, log := range []string{"-wal", "-journal"} {
		info, err := os.Lstat(book + log)
		if err == nil && info.Size() > 0 {
			return fmt.Errorf("%w: %s%s isn't empty", ErrBusy, filepath.Base(book), log)
		}
	}
	if err := duplicate(book, kept); err != nil {
		return err
	}
	// Without a note the old book is as good as with it; with it the new one would be taken for an older one.
	for _, part := range []string{"-wal", "-shm", "-journal", "-note"} {
		if err := os.Remove(book + part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := l.letBookGo(); err != nil { // some systems replace no file that is open
		return err
	}
	if err := os.Rename(from, book); err != nil {
		return err
	}
	return ToDisk(filepath.Dir(book))
}

// duplicate copies a file byte by byte, to a name that it has when it is whole. A file of that name stays.
func duplicate(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	part, err := os.CreateTemp(filepath.Dir(to), "."+filepath.Base(to)+"-*.part")
	if err != nil {
		return err
	}
	_, err = io.Copy(part, in)
	if err = errors.Join(err, part.Sync(), part.Close()); err == nil {
		err = Place(part.Name(), to)
	}
	if err != nil {
		_ = os.Remove(part.Name())
	}
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// mostFile is how large a copy may be that is handed in: a book of some million deals.
const mostFile = 2 << 30

// Plausible looks at the head of a file that may be anybody's before SQLite reads it: whether that is one of
// a whole book, no longer than its pages. Cause tells what is wrong.
func Plausible(path string) error {
	if err := inspect(path); err != nil {
		return err
	}
	f, end, err := openToLook(path)
	if err != nil {
		return err
	}
	defer end()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var head [101]byte
	if _, err := f.ReadAt(head[:], 0); err != nil {
		return fmt.Errorf("%w: %v", ErrTruncated, err)
	}
	page, err := plausible(&head)
	switch pages := int64(binary.BigEndian.Uint32(head[28:])); {
	case err != nil:
		return err
	case info.Size() != pages*page:
		return fmt.Errorf("%w: it isn't as long as its pages", ErrDamaged)
	case info.Size() > mostFile:
		return fmt.Errorf("%w: it is larger than any book", ErrDamaged)
	}
	return nil
}
