package store

// Where a book lies. SQLite goes by names: it opens the log beside the name it was given, and removes that of
// this name in the end. So the file of that name, and its log, must be those that were opened.

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

type fileID struct{ device, number uint64 }

type spot struct {
	id    fileID
	links uint64 // names it has
	size  int64
}

type bookFiles struct {
	path  string
	parts []placed
	size  atomic.Int64 // of the book, when it was last seen; it only grows
	cut   atomic.Bool  // its log was cut off, which nothing mends
}

// onlyFiles refuses what has the name of a file that belongs to a book and is none: to open a pipe takes for
// ever, and what is written through a link is written into another file.
func onlyFiles(path string) error {
	for _, part := range []string{"-lock", "-wal", "-shm", "-journal", "-note"} {
		info, err := os.Lstat(path + part)
		if err == nil && !info.Mode().IsRegular() {
			return &notAFile{filepath.Base(path) + part, info.Mode()}
		}
	}
	return nil
}

// Replace writes a file anew: at once or not at all, and through no link. Where kept, it waits for the disk.
func Replace(path string, text []byte, kept bool) (err error) {
	fresh := path + "-new"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil && kept {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(fresh, path)
	}
	if err != nil {
		_ = os.Remove(fresh)
	}
	return err
}

func Names(path string) int {
	s, _ := spotOf(path)
	return int(s.links)
}

// Mark tells the file of a book from any other on this machine, and nothing else of it.
func Mark(path string) (string, error) {
	s, err := spotOf(path)
	sum := sha256.Sum256(fmt.Appendf(nil, "the book %d %d", s.id.device, s.id.number))
	return hex.EncodeToString(sum[:8]), err
}

type placed struct {
	suffix string
	id     fileID
}

func (p *bookFiles) settle(suffixes ...string) error {
	p.parts = p.parts[:0]
	for _, suffix := range suffixes {
		s, err := spotOf(p.path + suffix)
		if err != nil {
			return err
		}
		p.parts = append(p.parts, placed{suffix, s.id})
	}
	return nil
}

// Here tells whether the files of these names are still those that are open: else it is ErrTaken, and
// ErrTruncated where the book has become shorter. What is then written goes into a file nobody finds again.
func (p *bookFiles) Here() error {
	if p.cut.Load() {
		return fmt.Errorf("%w: its log was", ErrTruncated)
	}
	for _, part := range p.parts {
		s, err := spotOf(p.path + part.suffix)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrTaken, err)
		}
		if s.id != part.id {
			return fmt.Errorf("%w: %s%s is another file", ErrTaken, p.path, part.suffix)
		}
		if part.suffix != "" {
			continue
		}
		if was := p.size.Swap(max(s.size, p.size.Load())); s.size < was {
			return fmt.Errorf("%w: %d bytes of %d are left", ErrTruncated, s.size, was)
		}
	}
	return nil
}

// Whole is Here, and that the log has all that its index says: a log that something else cut off would be
// written on beyond its end. The caller is in a transaction that writes, in which no other process begins the
// log anew.
func (f *File) Whole() error {
	if err := f.Here(); err != nil {
		return err
	}
	var head [20]byte // of the index: the page size at 14, the last frame that is committed at 16
	if _, err := f.index.ReadAt(head[:], 0); err != nil {
		return fmt.Errorf("%w: its log's index can't be read: %w", ErrTruncated, err)
	}
	log, err := spotOf(f.path + "-wal")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTaken, err)
	}
	page, frames := int64(binary.NativeEndian.Uint16(head[14:])), int64(binary.NativeEndian.Uint32(head[16:]))
	if page == 1 {
		page = 65536
	}
	if frames > 0 && log.size < logHead+frames*(frameHead+page) {
		f.cut.Store(true)
		return fmt.Errorf("%w: its log has %d bytes of %d frames", ErrTruncated, log.size, frames)
	}
	return nil
}

func (p *bookFiles) others(suffix string) bool {
	for _, part := range p.parts {
		if part.suffix == suffix {
			s, err := spotOf(p.path + suffix)
			return err == nil && s.id != part.id
		}
	}
	return false
}

// noted is what a process had open, as the lock file says it: the numbers of the book, of its log and of the
// lock file itself, and the log's salts, which SQLite draws whenever it begins a log anew.
type noted struct {
	book, log, lock uint64
	salts           string
}

func (n noted) String() string { return fmt.Sprintf("%x %x %x %s", n.book, n.log, n.lock, n.salts) }

// readNoted reads it from the second line of a lock file that has this number now. Where it had another one,
// on another disk or after a start of the machine, the other numbers mean nothing either.
func readNoted(text string, lock uint64) (n noted) {
	_, line, _ := strings.Cut(text, "\n")
	many, _ := fmt.Sscanf(line, "%x %x %x %s", &n.book, &n.log, &n.lock, &n.salts)
	if many < 4 || n.lock != lock {
		return noted{}
	}
	return n
}

// strayLog tells whether the log beside a book belongs to another file: to the one that was open with it, in
// whose place this one was put. SQLite would write that log into this file. A log of other salts is another
// one, whatever its number.
func strayLog(path string, was noted) bool {
	book, err := spotOf(path)
	log, err2 := spotOf(path + "-wal")
	return err == nil && err2 == nil && goneOn(was.salts, saltsOf(path+"-wal")) &&
		log.id.number == was.log && book.id.number != was.book
}

// goneOn tells whether a log is the one that had these salts, perhaps begun anew since: then SQLite counts
// the first salt on by one, and draws the second. A program notes them after the commit, so a look in
// between, or after a kill there, finds a log that is further than its note.
func goneOn(was, now string) bool {
	const often = 8
	var first, then uint32
	_, err := fmt.Sscanf(was, "%8x", &first)
	_, err2 := fmt.Sscanf(now, "%8x", &then)
	return err == nil && err2 == nil && then-first < often
}

// noteLog notes in the lock file which files are open, once after each time SQLite has begun the log anew. It
// needn't reach the disk: a line that is much older names other salts, and then the log is left in its place.
func (f *File) noteLog() {
	var salts [8]byte // in the index, where SQLite has them at hand
	if _, err := f.index.ReadAt(salts[:], 32); err != nil {
		return
	}
	if now := hex.EncodeToString(salts[:]); now != f.salts {
		f.salts = now
		f.lock.note(noted{book: f.parts[0].id.number, log: f.parts[1].id.number, salts: now})
	}
}

func wasOpen(path string) noted {
	text, err := os.ReadFile(path + "-lock")
	if err != nil {
		return noted{}
	}
	lock, err := spotOf(path + "-lock")
	if err != nil {
		return noted{}
	}
	return readNoted(string(text), lock.id.number)
}

// books are those this process has locked. A POSIX lock ends when its process closes any handle on the file:
// who would look into one of them reads with its holder's handle.
var books struct {
	sync.Mutex
	held []*Lock
}

// takenHere says how a book that this process has open isn't in its place any more.
func takenHere(path string) error {
	books.Lock()
	defer books.Unlock()
	for _, l := range books.held {
		if l.open != nil && l.open.path == path {
			return l.open.Here()
		}
	}
	return nil
}

func openToLook(path string) (f *os.File, end func(), err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%w: it is no file", ErrNotABook)
	}
	books.Lock()
	for _, l := range books.held {
		if os.SameFile(l.info, info) {
			return l.book, books.Unlock, nil
		}
	}
	if f, err = os.Open(path); err != nil {
		books.Unlock()
		return nil, nil, err
	}
	return f, func() { // nobody has opened it meanwhile
		_ = f.Close()
		books.Unlock()
	}, nil
}

// holdBook locks the book itself, if there is one, so that it is held under whatever name. Only one that may
// be written to is locked: nobody can open another.
func (l *Lock) holdBook(path string) error {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	books.Lock()
	defer books.Unlock()
	for _, other := range books.held {
		if other != l && os.SameFile(other.info, info) {
			return &InUse{By: fmt.Sprint(os.Getpid())}
		}
	}
	fresh := l.book == nil
	if fresh {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			return nil
		}
		if info, err = f.Stat(); err != nil {
			return errors.Join(err, f.Close())
		}
		l.book, l.info = f, info
		books.held = append(books.held, l)
	}
	if fresh || locksFade {
		return lockByte(l.book)
	}
	return nil
}

// keep locks the book for good, now that it is open.
func (l *Lock) keep(p *bookFiles) error {
	if err := l.holdBook(p.path); err != nil {
		return err
	}
	books.Lock()
	l.open = p
	books.Unlock()
	return nil
}

func (l *Lock) letBookGo() error {
	if l.book == nil {
		return nil
	}
	books.Lock()
	defer books.Unlock()
	books.held = slices.DeleteFunc(books.held, func(held *Lock) bool { return held == l })
	f := l.book
	l.book = nil
	freeByte(f)
	return f.Close()
}

// lockedAt is the byte of a book that is locked: far beyond its end, and those that SQLite locks.
const lockedAt = 1 << 62

func setLogAside(path string) (kept string, err error) {
	if kept, err = freeName(path); err == nil {
		err = renameParts(path, kept, "-wal", "-shm")
	}
	return kept + "-wal", err
}
