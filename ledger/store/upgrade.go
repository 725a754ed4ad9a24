package store

// Books of older versions. One that is opened to be written to is kept as it was, and then migrated in one
// transaction.

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

type noRoom struct{ need, free int64 }

func (n *noRoom) Error() string {
	return fmt.Sprintf("store: a copy of the book takes %d bytes, and %d are free", n.need, n.free)
}
func (n *noRoom) Is(target error) bool { return target == ErrFull }

// Room is how many bytes this user may yet write on the disk of a folder; known is false where nobody says.
func Room(folder string) (free int64, known bool) { return room(folder) }

// A test sets room, to have a full disk.
var room = roomIn

// copyRoom is a noRoom where the disk has none for a copy of a book. What the steps write besides is some
// hundred kilobytes: they drop tables, and make none that grow with the book.
func copyRoom(ctx context.Context, path string) error {
	const besides = 1 << 20
	free, known := room(filepath.Dir(path))
	if !known {
		return nil
	}
	db, err := openDB(dsn(fileURI(path, "rw"), readerHas...), 1)
	if err != nil {
		return err
	}
	need := int64(0) // with what is in the log, and without the pages that are free
	err = db.QueryRowContext(ctx, `SELECT (page_count - freelist_count) * page_size
		FROM pragma_page_count, pragma_freelist_count, pragma_page_size`).Scan(&need)
	if err = errors.Join(err, db.Close()); err == nil && free < need+besides {
		err = &noRoom{need + besides, free}
	}
	return err
}

const ofVersion = "-version-"

// keepOlder copies a book beside it, under a name that says its version, and gives that name. The same copy
// is there already when an earlier try was cut short, or somebody went back by it, and is left as it is.
func keepOlder(ctx context.Context, path string, version int64) (kept string, err error) {
	if err := copyRoom(ctx, path); err != nil {
		return "", err
	}
	folder, err := CopyFolder(path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	copied := filepath.Join(folder, "book.db")
	if err := copyTo(ctx, fileURI(path, "rw"), copied); err != nil {
		return "", err
	}
	content, err := digest(copied)
	if err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		kept = fmt.Sprintf("%s%s%d", path, ofVersion, version)
		if n > 1 {
			kept += fmt.Sprintf("-%d", n)
		}
		err := Place(copied, kept)
		if !errors.Is(err, fs.ErrExist) {
			return kept, err
		}
		if there, err := digest(kept); err == nil && there == content { // one that can't be read is another
			return kept, nil
		}
	}
}

// counters are what SQLite counts in the head of each file it writes, and which release of it wrote that.
var counters = [][2]int{{24, 28}, {40, 44}, {92, 100}}

// digest tells copies apart that differ in more than SQLite's counters.
func digest(path string) (sum [sha256.Size]byte, err error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNoFile
	}
	if err != nil {
		return sum, err
	}
	f, err := os.Open(path)
	if err != nil {
		return sum, err
	}
	defer f.Close()
	var head [100]byte
	if _, err = io.ReadFull(f, head[:]); err != nil {
		return sum, err
	}
	for _, c := range counters {
		clear(head[c[0]:c[1]])
	}
	h := sha256.New()
	h.Write(head[:])
	_, err = io.Copy(h, f)
	return [sha256.Size]byte(h.Sum(nil)), err
}

// Kept are the copies that upgrades left beside the book, the oldest first.
func (f *File) Kept() []fs.FileInfo {
	beside, _ := os.ReadDir(filepath.Dir(f.path)) // in a folder that can't be read nobody finds them
	var kept []fs.FileInfo
	for _, b := range beside {
		number, ok := strings.CutPrefix(b.Name(), filepath.Base(f.path)+ofVersion)
		info, err := b.Info()
		if ok && err == nil && info.Mode().IsRegular() && strings.Trim(number, "0123456789-") == "" {
			kept = append(kept, info)
		}
	}
	slices.SortFunc(kept, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	return kept
}
