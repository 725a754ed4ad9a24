package ledger

// Opening and closing a book, and what it holds in memory meanwhile.

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
	"ouverte/ledger/store"
	"ouverte/ledger/years"
)

// Options are what a book needs from outside. The zero value uses the system's clock and randomness, and logs
// nothing.
type Options struct {
	Clock func() time.Time // called by several goroutines
	Rand  io.Reader
	Log   *slog.Logger

	// Throwaway is a book that may be lost with the machine: nothing waits for the disk. For demos.
	Throwaway bool

	// Existing opens a book that is there, and makes none.
	Existing bool

	// AcceptOlder goes on with a book that has less than was noted beside it.
	AcceptOlder bool

	// Wrote gets a value after each commit, if there is room for one.
	Wrote chan struct{}

	// Progress is called now and then while the book is read. It may be nil.
	Progress audit.Progress
}

type Book struct {
	clock func() time.Time
	rand  io.Reader
	log   *slog.Logger

	file   *store.File
	newest atomic.Pointer[state.State] // what is committed
	memo   show.Memo
	season atomic.Pointer[string] // the day on which seasons begin; nil: that of the calendar
	*door.Door
	followers
	noter   noter
	audited *audit.Found // when it was read; nil for a new one
	found   []Warning    // then
	doubt   *Doubt       // of an unsound one
	refuses *CannotWrite // what is to be written, if it is open for reading only

	noDevices string // why none can be let in then

	queue   chan *request
	closing sync.RWMutex
	failed  atomic.Bool // the last write failed
	broken  atomic.Bool // a fault of ours beside the desk: nothing more is written
	closed  bool
	done    chan struct{} // closed when the desk has stopped

	wrote     chan struct{}
	throwaway bool
}

// Now is the book as it is committed: what a page is drawn from.
func (b *Book) Now() *show.Snapshot {
	begins := years.Calendar
	if day := b.season.Load(); day != nil {
		begins = *day
	}
	return show.Of(b.newest.Load(), b.clock(), begins, &b.memo)
}

// CommittedState is the book as it is committed, for a copy to be held against; nil where its file isn't
// sound.
func (b *Book) CommittedState() *state.State {
	if b.audited != nil && !b.audited.Sound() {
		return nil
	}
	return b.newest.Load()
}

var errClosed = errors.New("ledger: the book is closed")

// Open opens the book in the file, making it if there is none. One process at a time holds a book. Errors are
// *CannotOpen where a person can do something about it.
func Open(ctx context.Context, path string, o Options) (*Book, error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	b := &Book{
		clock: o.Clock, rand: o.Rand, log: o.Log, throwaway: o.Throwaway, wrote: o.Wrote,
		queue: make(chan *request, group), done: make(chan struct{}),
	}
	b.followers.of = map[chain.NightID]map[chan struct{}]bool{}
	if err := b.open(ctx, path, o); err != nil {
		if b.file != nil {
			err = b.file.Why(err)
			// What fails for no reason of the file's or the system's met rows that no program of ours has written.
			if store.Cause(err) == nil && ctx.Err() == nil && !errors.As(err, new(*CannotOpen)) &&
				!errors.As(err, new(syscall.Errno)) {
				err = fmt.Errorf("%w: %w", store.ErrDamaged, err)
			}
		}
		_ = b.letGo()
		return nil, store.Explain(path, err)
	}
	return b, nil
}

func (b *Book) open(ctx context.Context, path string, o Options) (err error) {
	b.newest.Store(state.New())
	if b.file, err = store.Open(ctx, path, store.Options{
		Log: b.log, Throwaway: b.throwaway, Existing: o.Existing,
		Before: func(tx *store.Tx) (bool, error) { return b.readAll(tx, o.Progress) },
	}); err != nil {
		return err
	}
	if err := b.beside(ctx); err != nil {
		return err
	}
	if err := b.examine(ctx, o.AcceptOlder); err != nil {
		return err
	}
	err = b.read(ctx, func(tx *store.Tx) error {
		begins, err := audit.Season(tx)
		begins = years.SeasonBegins(begins)
		b.season.Store(&begins)
		return err
	})
	if err != nil {
		return err
	}
	d := &desk{b: b, Writer: b.file.Writer()}
	if err := b.openDoor(d); err != nil {
		return err
	}
	if b.refuses == nil && !b.throwaway {
		b.noter.begin(b)
	}
	go func() {
		defer close(b.done)
		d.work()
	}()
	return nil
}

func (b *Book) readAll(tx *store.Tx, progress audit.Progress) (sound bool, err error) {
	defer func() {
		if p := recover(); p != nil { // this book isn't opened, and others stay open
			b.log.Error("panic while the book was read", "panic", p, "stack", string(debug.Stack()))
			err = &CannotOpen{Cause: fmt.Errorf("panic: %v", p), Sentence: "Ouverte failed while it read the book; " +
				"the log says how. The book was left as it is."}
		}
	}()
	s, found, err := audit.Read(tx, progress, nil)
	if err != nil {
		return false, err
	}
	b.newest.Store(s)
	b.audited = found
	return found.Sound(), nil
}

// beside sets right what follows from the entries in the rows beside them, and finds the book unsound where
// these are wrong otherwise.
func (b *Book) beside(ctx context.Context) error {
	if b.audited == nil || !b.audited.Sound() || b.file.Older() || len(b.file.Altered()) > 0 {
		return nil
	}
	many, err := b.file.Writer().Mend(b.newest.Load().Names().Len())
	if err != nil {
		return err
	}
	if many > 0 {
		b.log.Warn("rows that didn't agree with the entries were set right", "book", b.Path(), "rows", many)
	}
	return b.read(ctx, func(tx *store.Tx) error { return b.audited.Beside(tx, b.newest.Load()) })
}

// Close finishes the requests that are queued and closes the file.
func (b *Book) Close() error {
	b.closing.Lock()
	if b.closed {
		b.closing.Unlock()
		return nil
	}
	b.closed = true
	close(b.queue)
	b.closing.Unlock()
	<-b.done
	b.noter.end()
	return b.letGo()
}

func (b *Book) letGo() error {
	if b.file == nil {
		return nil
	}
	return b.file.Close()
}

// CopyFolder makes a folder beside the book for a temporary copy, which remove takes away. Open removes those
// that a killed program left. Where the book isn't in its place any more it lies with the system's temporary
// files: there may be no folder beside it either.
func (b *Book) CopyFolder() (folder string, remove func() error, err error) {
	if errors.Is(b.file.Here(), store.ErrTaken) {
		folder, err = os.MkdirTemp("", "ouverte-copy-*")
	} else {
		folder, err = store.CopyFolder(b.Path())
	}
	return folder, func() error { return os.RemoveAll(folder) }, err
}

func (b *Book) Path() string { return b.file.Path() }

// Mark tells the book in a file from any other on this machine, and nothing else of it.
func Mark(path string) (string, error) { return store.Mark(path) }

// Mark tells the book from any other that lay in its place, an older state of itself included, also where its
// file has the number of that one.
func (b *Book) Mark() string {
	file, _ := store.Mark(b.Path())
	sum := sha256.Sum256([]byte(file + b.noter.name))
	return hex.EncodeToString(sum[:8])
}

// Ready tells whether the book answers and can be written to, for health checks. It writes only after a write
// has failed: a row that it deletes again.
func (b *Book) Ready(ctx context.Context) error {
	if !b.failed.Load() {
		_, err := b.ask(ctx, func(*desk) error { return nil })
		return err
	}
	err := b.write(ctx, func(d *desk) error {
		if err := d.exec(`INSERT INTO code (hash, may, made) VALUES (zeroblob(32), 1, 0)`); err != nil {
			return err
		}
		return d.exec(`DELETE FROM code WHERE hash = zeroblob(32)`)
	})
	if err == nil {
		b.failed.Store(false)
	}
	return err
}

// LastClose is the entry that closed an evening last.
func (b *Book) LastClose() (last chain.EntryID) {
	for n := range b.newest.Load().Nights() {
		last = max(last, n.Closed)
	}
	return last
}

// read calls do with a read transaction on one connection. What do calls must read through tx: a second read
// would wait for a second connection while holding the first.
func (b *Book) read(ctx context.Context, do func(*store.Tx) error) error {
	return b.trouble(b.file.Read(ctx, do))
}
