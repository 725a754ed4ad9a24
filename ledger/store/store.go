package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"ouverte/migrations"
)

// File is an open book. Its methods may be used from many goroutines at once.
type File struct {
	path   string
	lock   *Lock   // nil in one opened by Look
	pool   *sql.DB // readers
	db     *sql.DB // of the writer
	writer *Writer
	often  map[string]*sql.Stmt
}

// Options say how to open a book.
type Options struct {
	Log *slog.Logger

	// Throwaway is a book that may be lost with the machine: a commit doesn't wait for the disk.
	Throwaway bool

	// Often are the statements that are read with all the time. They are prepared once; database/sql compiles
	// them on each connection that runs them. Any other text is compiled each time.
	Often []string
}

// readers is how many read at the same moment.
const readers = 8

// Open opens the book in a file, making it if there is none, and migrates an older one. One process at a time
// holds a book. Cause tells what an error is.
func Open(ctx context.Context, path string, o Options) (f *File, err error) {
	f = new(File)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.close((*Lock).undo))
			f = nil
		}
	}()
	if f.path, err = WholePath(path); err != nil {
		return f, err
	}
	if f.lock, err = TakeLock(f.path); err != nil {
		return f, err
	}
	if err := prepareFile(ctx, f.path, o.Log); err != nil {
		return f, err
	}
	clearCopies(f.path, o.Log)
	if f.db, err = openDB(dsn(fileURI(f.path, "rw"), writerHas(o.Throwaway)...), 1); err != nil {
		return f, err
	}
	conn, err := f.db.Conn(ctx)
	if err != nil {
		return f, err
	}
	f.writer = newWriter(conn)
	if err := f.openPool(ctx, dsn(fileURI(f.path, "rw"), readerHas...), readers, o.Often); err != nil {
		return f, err
	}
	// That the book can be written to is better known now than after the first deal.
	if err := f.writer.Begin(); err != nil {
		return f, err
	}
	return f, f.writer.Rollback()
}

func (f *File) openPool(ctx context.Context, dsn string, most int, often []string) (err error) {
	if f.pool, err = openDB(dsn, most); err != nil {
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
		db.SetMaxOpenConns(most)
		db.SetMaxIdleConns(max(most, 2))
	}
	return db, err
}

// Look opens a book for reading, without taking it from the process that has it open. It gives as many
// connections as are asked for, so nobody waits for one. The book must be of this program's version.
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
	if err := inspect(f.path); err != nil {
		return f, err
	}
	if err := f.openPool(ctx, dsn(lookURI(f.path), lookerHas...), 0, nil); err != nil {
		return f, err
	}
	return f, f.Read(ctx, func(tx *Tx) error {
		version, err := appliedVersion(tx)
		switch newest := migrations.Newest(); {
		case err != nil:
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		case version > newest:
			return fmt.Errorf("%w: it has %d, we know %d", ErrNewer, version, newest)
		case version < newest:
			return ErrOlder
		}
		return nil
	})
}

// lookURI names the file. A book in a place where nothing can be written, such as a copy on a read-only disk,
// is taken as it lies there.
func lookURI(path string) string {
	uri := fileURI(path, "rw")
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
	if f.pool != nil {
		errs = append(errs, f.pool.Close())
	}
	if f.writer != nil {
		errs = append(errs, f.writer.close())
	}
	if f.db != nil {
		errs = append(errs, f.db.Close())
	}
	if f.lock != nil {
		errs = append(errs, free(f.lock))
	}
	return errors.Join(errs...)
}
