package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"ouverte/migrations"
)

type File struct {
	bookFiles
	lock    *Lock     // nil in one opened by Look
	pool    *sql.DB   // readers
	spare   *sql.Conn // one of them, see Rescue; nil in one opened by Look
	db      *sql.DB   // of the writer
	writer  *Writer
	version int64
	altered []Alteration
	strange bool // opened by Look: nobody knows what it has in it
	log     *slog.Logger
	index   *os.File // of the log; SQLite holds locks on it, so it is closed after SQLite's
	salts   string   // of the log, as the lock file has them
}

type Options struct {
	Log *slog.Logger

	// Throwaway is a book that may be lost with the machine: a commit doesn't wait for the disk.
	Throwaway bool

	// Existing makes no book: where there is none, Open gives fs.ErrNotExist.
	Existing bool

	// Before reads a book that is there, of any version, before it is brought up to date or changed otherwise.
	// An older one that it doesn't find sound stays as it is.
	Before func(*Tx) (sound bool, err error)
}

// readers is how many read at the same moment, besides the spare one: the note of how far the book has come,
// and an import of evenings.
const readers = 3

// Open opens the book in a file, making it if there is none, and migrates an older one. An older one that
// isn't made as a book is, or isn't sound, stays as it is, and its Writer only reads. One process at a time
// holds a book. Cause tells what an error is.
func Open(ctx context.Context, path string, o Options) (f *File, err error) {
	f = new(File)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	f.log = o.Log
	defer func() {
		if err != nil {
			err = errors.Join(f.Why(err), f.close((*Lock).undo))
			f = nil
		}
	}()
	if f.path, err = WholePath(path); err != nil {
		return f, err
	}
	if f.lock, err = TakeLock(f.path); err != nil {
		return f, err
	}
	if o.Existing {
		if _, err := os.Stat(f.path); err != nil {
			return f, err
		}
	}
	if f.version, f.altered, err = prepareFile(ctx, f.path, f.lock, o); err != nil {
		return f, err
	}
	if unread(f.altered) {
		return f, &alteredError{f.altered}
	}
	if err := f.lock.holdBook(f.path); err != nil {
		return f, err
	}
	if err := f.settle(""); err != nil {
		return f, err
	}
	clearCopies(f.path, o.Log)
	has := writerHas(o.Throwaway)
	if f.Older() {
		has = readerHas
	}
	if f.db, err = f.openDB(dsn(fileURI(f.path, "rw"), has...), 1); err != nil {
		return f, err
	}
	conn, err := f.db.Conn(ctx)
	if err != nil {
		return f, err
	}
	f.writer = newWriter(conn)
	if f.pool, err = f.openDB(dsn(fileURI(f.path, "rw"), readerHas...), readers+1); err != nil {
		return f, err
	}
	if f.spare, err = f.pool.Conn(ctx); err != nil {
		return f, err
	}
	if f.Older() {
		o.Log.Warn("the book is of an older version, and not brought up to date since it isn't as it was made",
			"book", f.path, "version", f.version)
		return f, f.lock.keep(&f.bookFiles)
	}
	// That the book can be written to is better known now than after the first deal.
	if err := f.writer.Begin(); err != nil {
		return f, err
	}
	if err := f.writer.Rollback(); err != nil {
		return f, err
	}
	if err := f.settle("", "-wal", "-shm"); err != nil {
		return f, err
	}
	if f.index, err = os.Open(f.path + "-shm"); err != nil {
		return f, err
	}
	f.noteLog()
	f.writer.committed = f.noteLog
	return f, f.lock.keep(&f.bookFiles)
}

func openDB(dsn string, most int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dsn)
	if err == nil {
		limit(db, most)
	}
	return db, err
}

func limit(db *sql.DB, most int) {
	db.SetMaxOpenConns(most)
	db.SetMaxIdleConns(max(most, 2))
}

// openDB gives a pool of connections to this file, and to none that was put in its place.
func (f *File) openDB(dsn string, most int) (*sql.DB, error) {
	known, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(&connector{f, dsn, known.Driver()})
	limit(db, most)
	return db, known.Close()
}

type connector struct {
	f      *File
	dsn    string
	driver driver.Driver
}

func (c *connector) Driver() driver.Driver { return c.driver }

func (c *connector) Connect(context.Context) (driver.Conn, error) {
	if err := c.f.Here(); err != nil {
		return nil, err
	}
	conn, err := c.driver.Open(c.dsn)
	if err != nil {
		return nil, err
	}
	if err := c.f.Here(); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// Look opens a book for reading, without taking it from the process that has it open. It gives as many
// connections as are asked for, so nobody waits for one. A book of an older version is read as it is: entry
// and transfer are the same in all.
func Look(ctx context.Context, path string) (f *File, err error) {
	f = new(File)
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
			f = nil
		}
	}()
	if f.path, err = WholePath(path); err != nil {
		return f, err
	}
	if err := takenHere(f.path); err != nil {
		return f, err
	}
	if err := inspect(f.path); err != nil {
		return f, err
	}
	if err := f.settle(""); err != nil {
		return f, err
	}
	uri, immutable := lookURI(f.path)
	if !immutable {
		if err := roomBeside(f.path); err != nil {
			return f, err
		}
	}
	if f.pool, err = f.openDB(dsn(uri, lookerHas...), 0); err != nil {
		return f, err
	}
	f.strange = true
	err = f.Read(ctx, func(tx *Tx) (err error) {
		f.version, f.altered, err = examine(tx)
		return err
	})
	if err == nil && unread(f.altered) {
		return f, &alteredError{f.altered}
	}
	if cause := Cause(err); err != nil && ctx.Err() == nil && (cause == nil || cause == ErrSQLite) {
		err = fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return f, err
}

// lookURI names the file. A book in a place where nothing can be written, such as a copy on a read-only disk,
// is taken as it lies there, and so is one beside which the log of another lies.
func lookURI(path string) (uri string, immutable bool) {
	uri, immutable = fileURI(path, "rw"), strayLog(path, wasOpen(path))
	if !immutable && !writable(filepath.Dir(path)) {
		_, err := os.Stat(path + "-wal")
		immutable = err != nil
	}
	if immutable {
		uri += "&immutable=1"
	}
	return uri, immutable
}

func writable(dir string) bool {
	f, err := os.CreateTemp(dir, ".ouverte-*")
	if err != nil {
		return false
	}
	_ = f.Close()
	return os.Remove(f.Name()) == nil
}

func (f *File) Path() string { return f.path }

// Altered says how the file differed from a book as it is made when it was opened. What keeps it from being
// read is an error then.
func (f *File) Altered() []Alteration { return f.altered }

func (f *File) Version() int64 { return f.version }

func (f *File) Older() bool { return f.version < migrations.Newest() }

// AlteredNow says how a file opened by Look differs now from a book of its version.
func (f *File) AlteredNow(tx *Tx) (altered []Alteration, err error) {
	_, altered, err = examine(tx)
	return altered, err
}

// Why adds to an error of opening the book that the file was altered, if it was: it follows from that.
func (f *File) Why(err error) error {
	if len(f.altered) == 0 {
		return err
	}
	return errors.Join(&alteredError{f.altered}, err)
}

// Writer is the one connection that writes. It is for one goroutine at a time.
func (f *File) Writer() *Writer { return f.writer }

// Close closes the connections, and then lets go of the lock. Nobody may read or write any more.
func (f *File) Close() error { return f.close((*Lock).Free) }

func (f *File) close(free func(*Lock) error) error {
	var errs []error
	// The readers first: the last connection to go writes the log back into the book.
	if f.spare != nil {
		errs = append(errs, f.spare.Close())
	}
	if f.pool != nil {
		errs = append(errs, f.pool.Close())
	}
	if f.writer != nil {
		if f.others("-wal") || f.others("-shm") {
			errs = append(errs, f.writer.leaveLog())
		} else if f.index != nil && f.Here() == nil {
			if left, err := f.writer.intoFile(); err != nil || left > 0 {
				about := []any{"book", f.path, "pages", left}
				if err != nil {
					about = append(about, "error", err)
				}
				f.log.Warn("another program reads the book, so the last entries stay in the log beside it; "+
					"copy both, or use ouverte backup", about...)
			}
		}
		errs = append(errs, f.writer.close())
	}
	if f.db != nil {
		errs = append(errs, f.db.Close())
	}
	if f.index != nil {
		errs = append(errs, f.index.Close())
	}
	if f.lock != nil {
		errs = append(errs, free(f.lock))
	}
	return errors.Join(errs...)
}
