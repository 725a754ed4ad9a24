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

// File is an open book. Its methods may be used from many goroutines at once.
type File struct {
	place
	lock    *Lock     // nil in one opened by Look
	pool    *sql.DB   // readers
	spare   *sql.Conn // one of them, or of aside, see Rescue; nil in one opened by Look
	aside   *sql.DB   // of the book itself, where a copy of it is read
	db      *sql.DB   // of the writer
	writer  *Writer
	often   map[string]*sql.Stmt
	altered []Alteration
	index   *os.File  // of the log; SQLite holds locks on it, so it is closed after SQLite's
	copied  *upgraded // the copy that is read in place of an older book; nil for any other
	salts   string    // of the log, as the lock file has them
}

// Options say how to open a book.
type Options struct {
	Log *slog.Logger

	// Throwaway is a book that may be lost with the machine: a commit doesn't wait for the disk.
	Throwaway bool

	// Existing makes no book: where there is none, Open gives fs.ErrNotExist.
	Existing bool

	// Often are the statements that are read with all the time. They are prepared once; database/sql compiles
	// them on each connection that runs them. Any other text is compiled each time.
	Often []string
}

// readers is how many read at the same moment, besides the spare one.
const readers = 8

// Open opens the book in a file, making it if there is none, and migrates an older one. An older one that
// isn't made as a book is stays as it is: what is read is a copy that is migrated, and nothing may be
// written. One process at a time holds a book. Cause tells what an error is.
func Open(ctx context.Context, path string, o Options) (f *File, err error) {
	f = new(File)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
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
	version, altered, err := prepareFile(ctx, f.path, f.lock, o.Log)
	if f.altered = altered; err != nil {
		return f, err
	}
	if err := f.lock.holdBook(f.path); err != nil {
		return f, err
	}
	if err := f.settle(""); err != nil {
		return f, err
	}
	clearCopies(f.path, o.Log)
	clearTemp(o.Log)
	if version < migrations.Newest() {
		return f, f.openCopy(ctx, version, o)
	}
	if f.db, err = f.openDB(dsn(fileURI(f.path, "rw"), writerHas(o.Throwaway)...), 1); err != nil {
		return f, err
	}
	conn, err := f.db.Conn(ctx)
	if err != nil {
		return f, err
	}
	f.writer = newWriter(conn)
	if err := f.openPool(ctx, dsn(fileURI(f.path, "rw"), readerHas...), readers+1, o.Often); err != nil {
		return f, err
	}
	if f.spare, err = f.pool.Conn(ctx); err != nil {
		return f, err
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
	return f, f.lock.keep(&f.place)
}

// openCopy reads a copy of the book, as Look does. The spare connection is to the book itself.
func (f *File) openCopy(ctx context.Context, version int64, o Options) (err error) {
	o.Log.Warn("the book is of an older version, and not brought up to date since it isn't made as a book is; "+
		"what is read is a copy", "book", f.path, "version", version)
	if f.aside, err = f.openDB(dsn(fileURI(f.path, "rw"), readerHas...), 1); err != nil {
		return err
	}
	if f.spare, err = f.aside.Conn(ctx); err != nil {
		return err
	}
	if f.copied, err = f.migratedCopy(ctx, version); err != nil {
		return err
	}
	if f.db, err = openDB(dsn(f.copied.uri, writerHas(true)...), 1); err != nil {
		return err
	}
	conn, err := f.db.Conn(ctx)
	if err != nil {
		return err
	}
	f.writer = newWriter(conn)
	if err := f.openPool(ctx, dsn(f.copied.uri, readerHas...), readers, o.Often); err != nil {
		return err
	}
	return f.lock.keep(&f.place)
}

func (f *File) openPool(ctx context.Context, dsn string, most int, often []string) (err error) {
	if f.pool, err = f.openDB(dsn, most); err != nil {
		return err
	}
	f.often = make(map[string]*sql.Stmt, len(often))
	for _, text := range often {
		if f.often[text], err = f.pool.PrepareContext(ctx, text); err != nil {
			return fmt.Errorf("%w in %s", err, text)
		}
	}
	return nil
}

// openDB gives a pool of at most so many connections; 0 is as many as are asked for.
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

// connector opens connections to a File.
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
// connections as are asked for, so nobody waits for one. A book of an older version is read from a copy that
// is migrated; Path and CopyTo are of the book itself.
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
	if err := f.openPool(ctx, dsn(lookURI(f.path), lookerHas...), 0, nil); err != nil {
		return f, err
	}
	version := int64(0)
	err = f.Read(ctx, func(tx *Tx) (err error) {
		if version, err = appliedVersion(tx); err == nil && version < migrations.Newest() {
			f.altered, err = alteredSince(tx, version)
		}
		return err
	})
	switch newest := migrations.Newest(); {
	case err != nil:
		return f, fmt.Errorf("%w: %w", ErrDamaged, err)
	case version > newest:
		return f, fmt.Errorf("%w: it has %d, we know %d", ErrNewer, version, newest)
	case version < newest:
		return f, f.lookAtCopy(ctx, version)
	}
	return f, nil
}

// lookURI names the file. A book in a place where nothing can be written, such as a copy on a read-only disk,
// is taken as it lies there, and so is one beside which the log of another lies.
func lookURI(path string) string {
	uri := fileURI(path, "rw")
	if strayLog(path, wasOpen(path)) {
		return uri + "&immutable=1"
	}
	if !writable(filepath.Dir(path)) {
		if _, err := os.Stat(path + "-wal"); err != nil {
			uri += "&immutable=1"
		}
	}
	return uri
}

// writable tells whether files can be made in a folder.
func writable(dir string) bool {
	f, err := os.CreateTemp(dir, ".ouverte-*")
	if err != nil {
		return false
	}
	_ = f.Close()
	return os.Remove(f.Name()) == nil
}

// Path is the file's name without links.
func (f *File) Path() string { return f.path }

// Altered says how the file differed from a book as it is made when Open opened it.
func (f *File) Altered() []Alteration { return f.altered }

// Copied tells whether what is read is a copy of the book, which is of an older version.
func (f *File) Copied() bool { return f.copied != nil }

// AlteredNow says how the file differs now; the book of which a copy is read, how it differed when it was
// opened.
func (f *File) AlteredNow(tx *Tx) ([]Alteration, error) {
	if f.copied != nil {
		return f.altered, nil
	}
	return Altered(tx)
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
	for _, s := range f.often {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	// The readers first: the last connection to go writes the log back into the book.
	if f.spare != nil {
		errs = append(errs, f.spare.Close())
	}
	if f.aside != nil {
		errs = append(errs, f.aside.Close())
	}
	if f.pool != nil {
		errs = append(errs, f.pool.Close())
	}
	if f.writer != nil {
		if f.others("-wal") || f.others("-shm") {
			errs = append(errs, f.writer.leaveLog())
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
	if f.copied != nil {
		errs = append(errs, f.copied.remove())
	}
	return errors.Join(errs...)
}
