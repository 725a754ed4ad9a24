package ledger

// Opening and closing a book, and what it holds in memory meanwhile.

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"ouverte/ledger/people"
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

	idle time.Duration // instead of aMoment, in tests
}

// Book is an open book. Its methods may be used from many goroutines at once.
type Book struct {
	clock func() time.Time
	rand  io.Reader
	log   *slog.Logger

	file    *store.File
	roster  atomic.Pointer[people.Roster]
	kitties atomic.Int64 // counts the commits that moved something in or out of a kitty
	shelf   shelf
	slates  slates
	door    door
	followers
	noter   noter
	found   []Warning    // when it was opened
	refuses *CannotWrite // what is to be written, if it is open for reading only

	noDevices string // why none can be let in then

	queue   chan *request
	closing sync.RWMutex
	failed  atomic.Bool // the last write failed
	closed  bool
	done    chan struct{} // closed when the desk has stopped

	years     *years.Cache
	throwaway bool
	idle      time.Duration // without a request, after which the desk does what nobody waits for
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
	if o.idle == 0 {
		o.idle = aMoment
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	b := &Book{
		clock: o.Clock, rand: o.Rand, log: o.Log, throwaway: o.Throwaway, idle: o.idle,
		queue: make(chan *request, group), done: make(chan struct{}),
	}
	b.door.loading, b.years = store.NewMutex(), years.NewCache()
	b.shelf.nights = map[NightID]*kept{}
	b.followers.of = map[NightID]map[chan struct{}]bool{}
	b.followers.heads = map[NightID]EntryID{}
	if err := b.open(ctx, path, o); err != nil {
		if b.file != nil {
			err = b.file.Why(err)
		}
		_ = b.letGo()
		return nil, store.Explain(path, err)
	}
	return b, nil
}

func (b *Book) open(ctx context.Context, path string, o Options) (err error) {
	if b.file, err = store.Open(ctx, path,
		store.Options{Log: b.log, Throwaway: b.throwaway, Existing: o.Existing, Often: often}); err != nil {
		return err
	}
	d := &desk{
		b: b, Writer: b.file.Writer(), rowTexts: map[rowsKey]string{},
		nights: map[NightID]*fold{}, tallies: map[account]*tally{},
		touched: map[NightID]*fold{}, changed: map[account]bool{}, wrote: map[NightID][]posted{},
		hubs: map[NightID]bool{},
	}
	d.poster.project = d.project
	if err := d.load(); err != nil {
		return err
	}
	if err := d.checkEnd(); err != nil {
		return err
	}
	if err := b.examine(ctx, o.AcceptOlder); err != nil {
		return err
	}
	if b.refuses == nil || b.file.Copied() {
		if err := d.years.SumAll(); err != nil {
			return err
		}
	}
	if err := b.loadDoor(ctx); err != nil {
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

// often are the statements that pages run all the time, see store.Options.
var often = append([]string{
	entriesOfNight, transfersOfNight, inTheKitty, everyBalance, openOnSlate, moneysOnSlate, slateAfter,
	paidOnSlate,
	nightColumns + openNights, nightColumns + newestNights, nightStandings, namesOfTables, everyHouse,
	lastNight, nightsPlaying, nightsOver, watchBySecret,
}, years.Often...)

// checkEnd checks that the last entry has the hash of its content.
func (d *desk) checkEnd() error {
	if d.seq == 0 {
		return nil
	}
	e, err := readEntry(d, d.seq)
	if err != nil {
		return err
	}
	if e.Digest() != e.Hash {
		return fmt.Errorf("%w: entry %d isn't what it was when it was written", store.ErrDamaged, e.Seq)
	}
	return nil
}

// readEntry reads one entry with its transfers.
func readEntry(q store.Querier, seq EntryID) (*Entry, error) {
	rows, err := q.Query(`SELECT coalesce(night, 0), kind, key, part, device, at, ask, body,
		coalesce(reverses, 0), prev, hash FROM entry WHERE seq = ?`, int64(seq))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	if !rows.Next() {
		return nil, errors.Join(rows.Err(), &NotFound{"entry"})
	}
	e := &Entry{Seq: seq}
	var ask, prev, hash sql.RawBytes
	if err := rows.Scan(&e.Night, &e.Kind, &e.Key, &e.Part, &e.Device, &e.At, &ask, &e.Body, &e.Reverses,
		&prev, &hash); err != nil {
		return nil, err
	}
	copy(e.Ask[:], ask)
	copy(e.Prev[:], prev)
	copy(e.Hash[:], hash)
	if err := rows.Close(); err != nil {
		return nil, err
	}
	moved, err := q.Query(`SELECT coalesce(night, 0), money, src, dst, amount FROM transfer
		WHERE entry = ? ORDER BY n`, int64(seq))
	if err != nil {
		return nil, err
	}
	defer moved.Close()
	for moved.Next() {
		var t Transfer
		if err := moved.Scan(&t.Night, &t.Money, &t.From, &t.To, &t.Amount); err != nil {
			return nil, err
		}
		e.Transfers = append(e.Transfers, t)
	}
	return e, moved.Err()
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

// letGo closes the file.
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
		return store.TempFolder()
	}
	folder, err = store.CopyFolder(b.Path())
	return folder, func() error { return os.RemoveAll(folder) }, err
}

// Path is the book's file.
func (b *Book) Path() string { return b.file.Path() }

// Mark tells the book in a file from any other on this machine, and nothing else of it.
func Mark(path string) (string, error) { return store.Mark(path) }

// Ready tells whether the book answers and can be written to, for health checks. It writes only after a write
// has failed: a row that it deletes again.
func (b *Book) Ready(ctx context.Context) error {
	failed := b.failed.Load()
	err := b.write(ctx, func(d *desk) error {
		if !failed {
			return nil
		}
		if err := d.exec(`INSERT INTO code (hash, may, made) VALUES (zeroblob(32), 1, 0)`); err != nil {
			return err
		}
		return d.exec(`DELETE FROM code WHERE hash = zeroblob(32)`)
	})
	if err == nil && failed {
		b.failed.Store(false)
	}
	return err
}

// Entries counts the book's entries.
func (b *Book) Entries(ctx context.Context) (n int64, err error) {
	err = b.read(ctx, func(
		tx *store.Tx) error {
		return tx.Row(`SELECT coalesce(max(seq), 0) FROM entry`).Scan(&n)
	})
	return n, err
}

// read calls do with a read transaction on one connection. What do calls must read through tx: a second read
// would wait for a second connection while holding the first.
func (b *Book) read(ctx context.Context, do func(*store.Tx) error) error {
	return b.trouble(b.file.Read(ctx, do))
}
