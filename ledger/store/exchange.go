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

// Plausible looks at the head of a file before SQLite reads it: whether that is one of a whole book, as
// SQLite writes it. Cause tells what is wrong.
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
	number := func(at int) int64 { return int64(binary.BigEndian.Uint32(head[at:])) }
	page := int64(binary.BigEndian.Uint16(head[16:]))
	if page == 1 {
		page = 65536
	}
	for what, fits := range map[string]bool{
		"its pages have a size that there isn't": page >= 512 && page&(page-1) == 0,
		"its form is of no version there is": head[18] >= 1 && head[18] <= 2 && head[19] >= 1 && head[19] <= 2 &&
			number(44) >= 1 && number(44) <= 4 && number(56) == 1,
		"its pages aren't divided as they are":      head[20] == 0 && [3]byte(head[21:24]) == [3]byte{64, 32, 32},
		"it isn't as long as its pages":             number(28)*page == info.Size(),
		"it is larger than any book":                info.Size() <= mostFile,
		"more of its pages are free than there are": number(36) < number(28),
		"its first page is no table":                head[100] == 5 || head[100] == 13,
	} {
		if !fits {
			return fmt.Errorf("%w: %s", ErrDamaged, what)
		}
	}
	return nil
}
