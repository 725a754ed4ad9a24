package ledger

// The open book: what it needs from outside, what it holds in memory while it is open, and how it is opened and closed. What
// happens in it is in the files beside this one.

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"zombiezen.com/go/sqlite"
)

// Options are what a book needs from outside. The zero value uses the system's clock and randomness and logs nothing.
type Options struct {
	Clock func() time.Time
	Rand  io.Reader
	Log   *slog.Logger

	// Throwaway is a book that may be lost with the machine: nothing waits for the disk. For demos.
	Throwaway bool
}

// Book is an open book. Its methods may be used from many goroutines at once.
type Book struct {
	path  string
	clock func() time.Time
	rand  io.Reader
	log   *slog.Logger
	held  *lock

	writer  *sql.DB // one connection: the desk's
	pool    *sql.DB // readers, who can't write
	roster  atomic.Pointer[roster]
	kitties atomic.Int64 // counts the commits that moved something in or out of a kitty
	shelf   shelf
	slates  slates
	door    door
	followers

	stmtsMu sync.Mutex
	stmts   map[string]*sql.Stmt // the readers'

	queue   chan *request
	closing sync.RWMutex
	failed  atomic.Bool // the disk didn't take something, and wasn't seen to take anything since
	closed  bool
	done    chan struct{} // the desk is left

	yearbook
	throwaway bool
}

// readers is how many pages are read at the same moment.
const readers = 8

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
		clock: o.Clock, rand: o.Rand, log: o.Log, throwaway: o.Throwaway,
		stmts: map[string]*sql.Stmt{}, queue: make(chan *request, group), done: make(chan struct{}),
	}
	b.shelf.nights = map[NightID]*kept{}
	b.followers.of = map[NightID]map[chan struct{}]bool{}
	b.followers.heads = map[NightID]EntryID{}
	if err := b.open(ctx, path); err != nil {
		b.letGo((*lock).undo)
		return nil, explainOpening(path, err)
	}
	return b, nil
}

func (b *Book) open(ctx context.Context, path string) (err error) {
	if b.path, err = wholePath(path); err != nil {
		return err
	}
	if b.held, err = takeLock(b.path); err != nil {
		return err
	}
	if err := prepareFile(ctx, b.path, b.log); err != nil {
		return err
	}
	clearCopies(b.path, b.log)
	bare, err := openBare(fileURI(b.path, "rw"), slices.Concat(eachHas, writerHas(b.throwaway)))
	if err != nil {
		return err
	}
	b.writer = sql.OpenDB(&deskConnector{bare})
	b.writer.SetMaxOpenConns(1)
	conn, err := b.writer.Conn(ctx) // which from now on closes it
	if err != nil {
		return errors.Join(err, bare.Close())
	}
	defer func() {
		if err != nil {
			_ = conn.Close()
		}
	}()
	if b.pool, err = sql.Open("sqlite", readerDSN(b.path)); err != nil {
		return err
	}
	b.pool.SetMaxOpenConns(readers)
	b.pool.SetMaxIdleConns(readers)
	d := &desk{
		b: b, conn: conn, ctx: context.Background(), stmts: map[string]*sql.Stmt{}, bare: bare, writes: map[string]*sqlite.Stmt{}, rowTexts: map[rowsKey]string{},
		nights: map[NightID]*fold{}, tallies: map[account]*tally{},
		touched: map[NightID]*fold{}, changed: map[account]bool{}, wrote: map[NightID]EntryID{},
	}
	d.poster.project = d.project
	if err := d.load(); err != nil {
		return err
	}
	if err := d.checkEnd(); err != nil {
		return err
	}
	if err := d.fillRecords(); err != nil {
		return err
	}
	if err := b.loadDoor(ctx); err != nil {
		return err
	}
	// That the book can be written to is better known now than after the first deal.
	if err := d.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	if err := d.exec("ROLLBACK"); err != nil {
		return err
	}
	go func() {
		defer close(b.done)
		d.work()
		for _, s := range d.stmts {
			_ = s.Close()
		}
		_ = conn.Close()
	}()
	return nil
}

// checkEnd looks whether the last entry is whole.
func (d *desk) checkEnd() error {
	if d.seq == 0 {
		return nil
	}
	e, err := readEntry(d.ctx, d.conn, d.seq)
	if err != nil {
		return err
	}
	if e.Digest() != e.Hash {
		return fmt.Errorf("%w: entry %d isn't what it was when it was written", errDamaged, e.Seq)
	}
	return nil
}

// readEntry reads one entry with its transfers.
func readEntry(ctx context.Context, q queryer, seq EntryID) (*Entry, error) {
	rows, err := q.QueryContext(ctx, `SELECT coalesce(night, 0), kind, key, part, device, at, ask, body, coalesce(reverses, 0), prev, hash FROM entry WHERE seq = ?`, int64(seq))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	if !rows.Next() {
		return nil, errors.Join(rows.Err(), &NotFound{"entry"})
	}
	e := &Entry{Seq: seq}
	var ask, prev, hash sql.RawBytes
	if err := rows.Scan(&e.Night, &e.Kind, &e.Key, &e.Part, &e.Device, &e.At, &ask, &e.Body, &e.Reverses, &prev, &hash); err != nil {
		return nil, err
	}
	copy(e.Ask[:], ask)
	copy(e.Prev[:], prev)
	copy(e.Hash[:], hash)
	if err := rows.Close(); err != nil {
		return nil, err
	}
	moved, err := q.QueryContext(ctx, `SELECT coalesce(night, 0), money, src, dst, amount FROM transfer WHERE entry = ? ORDER BY n`, int64(seq))
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

// Close finishes what was begun and lets go of the file.
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
	return b.letGo((*lock).free)
}

// letGo closes what is open, and in the end the lock.
func (b *Book) letGo(free func(*lock) error) error {
	var errs []error
	b.stmtsMu.Lock()
	for _, s := range b.stmts {
		_ = s.Close()
	}
	clear(b.stmts)
	b.stmtsMu.Unlock()
	// The readers first: the last connection to go writes the log back into the book.
	for _, db := range [...]*sql.DB{b.pool, b.writer} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	if b.held != nil {
		errs = append(errs, free(b.held))
	}
	return errors.Join(errs...)
}

// Path is the file the book lies in.
func (b *Book) Path() string { return b.path }

// Ready tells whether the book answers and can be written to; for health checks. Nothing is written for it as long as writing
// goes well: only after a failure it is tried in earnest, with a row that is taken out again at once.
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

// Entries is how many entries the book has.
func (b *Book) Entries(ctx context.Context) (n int64, err error) {
	rows, err := b.query(ctx, `SELECT coalesce(max(seq), 0) FROM entry`)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	if rows.Next() {
		err = rows.Scan(&n)
	}
	return n, errors.Join(err, rows.Err())
}

// reader gives a statement of the readers' pool.
func (b *Book) reader(text string) (*sql.Stmt, error) {
	b.stmtsMu.Lock()
	defer b.stmtsMu.Unlock()
	if s, ok := b.stmts[text]; ok {
		return s, nil
	}
	s, err := b.pool.Prepare(text)
	if err != nil {
		return nil, err
	}
	b.stmts[text] = s
	return s, nil
}

// query runs one of the readers' statements.
func (b *Book) query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	s, err := b.reader(text)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}
