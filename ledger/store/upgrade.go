package store

// Books of older versions. The one that is opened to be written to is kept as it was and then migrated in one
// transaction; of one that is only looked at, a copy elsewhere is migrated.

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/pressly/goose/v3"

	"ouverte/migrations"
)

// migrateFile applies all steps that the file hasn't had, in one transaction: whatever ends the process, the
// file has had all of them or none.
func migrateFile(ctx context.Context, dsn string) error {
	known, err := sql.Open("sqlite", dsn)
	if err != nil {
		return err
	}
	whole := &inOne{dsn: dsn, driver: known.Driver()}
	db := sql.OpenDB(whole)
	limit(db, 1)
	err = migrate(ctx, db)
	if err == nil {
		err = whole.commit(ctx)
	}
	return errors.Join(err, db.Close(), known.Close())
}

func migrate(ctx context.Context, db *sql.DB) error {
	up, err := goose.NewProvider(goose.DialectSQLite3, db, migrations.Files)
	if err != nil {
		return err
	}
	_, err = up.Up(ctx)
	return err
}

// inOne gives one connection, in a transaction which the transactions begun on it are part of. Closed without
// a commit, it leaves the file as it was.
type inOne struct {
	dsn    string
	driver driver.Driver
	conn   sqliteConn
}

// sqliteConn is what the driver's connections can do.
type sqliteConn interface {
	driver.Conn
	driver.ExecerContext
	driver.QueryerContext
	driver.ConnPrepareContext
}

func (w *inOne) Driver() driver.Driver { return w.driver }

func (w *inOne) Connect(ctx context.Context) (driver.Conn, error) {
	if w.conn != nil {
		return nil, errors.New("store: the migration's connection was lost")
	}
	conn, err := w.driver.Open(w.dsn)
	if err != nil {
		return nil, err
	}
	var ok bool
	if w.conn, ok = conn.(sqliteConn); !ok {
		return nil, errors.Join(errors.New("store: the driver lacks what a migration needs"), conn.Close())
	}
	if _, err := w.conn.ExecContext(ctx, "BEGIN IMMEDIATE", nil); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return partOf{w.conn}, nil
}

func (w *inOne) commit(ctx context.Context) error {
	_, err := w.conn.ExecContext(ctx, "COMMIT", nil)
	return err
}

// partOf is that connection. The end of a transaction begun on it ends nothing: after a rollback goose goes
// no further, and nobody commits.
type partOf struct{ sqliteConn }

func (c partOf) BeginTx(context.Context, driver.TxOptions) (driver.Tx, error) { return c, nil }
func (partOf) Commit() error                                                  { return nil }
func (partOf) Rollback() error                                                { return nil }

// keepOlder copies a book beside it, under a name that says its version, and gives that name. A copy that has
// all its entries is there already when an earlier try was cut short, and is left as it is.
func keepOlder(ctx context.Context, path string, version int64) (kept string, err error) {
	last, err := lastOf(ctx, path)
	if err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		kept = fmt.Sprintf("%s-version-%d", path, version)
		if n > 1 {
			kept += fmt.Sprintf("-%d", n)
		}
		if _, err := os.Lstat(kept); errors.Is(err, fs.ErrNotExist) {
			return kept, copyBeside(ctx, path, kept)
		} else if err != nil {
			return "", err
		}
		if there, err := lastOf(ctx, kept); err == nil && there == last {
			return kept, nil
		}
	}
}

// copyBeside writes a copy of the book to a name beside it, whole or not at all.
func copyBeside(ctx context.Context, path, to string) (err error) {
	folder, err := CopyFolder(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	copied := filepath.Join(folder, "book.db")
	if err := copyTo(ctx, fileURI(path, "rw"), copied); err != nil {
		return err
	}
	return Place(copied, to)
}

// lastOf is the hash of a book's last entry.
func lastOf(ctx context.Context, path string) (hash string, err error) {
	db, err := openDB(dsn(lookURI(path), readerHas...), 1)
	if err != nil {
		return "", err
	}
	err = (&File{pool: db}).Read(ctx, func(tx *Tx) error {
		return tx.Row(`SELECT coalesce((SELECT hex(hash) FROM entry ORDER BY seq DESC LIMIT 1), '')`).Scan(&hash)
	})
	return hash, errors.Join(err, db.Close())
}

// lookAtCopy has a File opened by Look read from a copy of its book, brought up to date, in a folder of
// temporary files which goes when the File is closed.
func (f *File) lookAtCopy(ctx context.Context, version int64) (err error) {
	err = f.Read(ctx, func(tx *Tx) error {
		altered, err := alteredSince(tx, version)
		if err == nil && len(altered) > 0 {
			err = &alteredError{altered}
		}
		return err
	})
	if err == nil {
		err = f.intact(ctx)
	}
	if err != nil {
		return err
	}
	if f.folder, err = os.MkdirTemp("", "ouverte-older-*"); err != nil {
		return fmt.Errorf("%w: %w", errNoCopy, err)
	}
	copied := filepath.Join(f.folder, "book.db")
	uri := fileURI(copied, "rw")
	if err = f.CopyTo(ctx, copied); err == nil {
		err = migrateFile(ctx, dsn(uri, "synchronous(OFF)"))
	}
	if cause := Cause(err); cause == ErrFull || cause == ErrDisk {
		return fmt.Errorf("%w: %w", errNoCopy, err)
	}
	if err != nil {
		return err
	}
	if err := f.pool.Close(); err != nil {
		return err
	}
	f.pool, err = openDB(dsn(uri, lookerHas...), 0)
	return err
}

// Version tells which of the migrations a book has had, without changing it.
func Version(ctx context.Context, path string) (version int64, err error) {
	if err := inspect(path); err != nil {
		return 0, err
	}
	version, _, err = versionOf(ctx, path)
	return version, err
}

// errNoCopy is that a copy to look at can't be made among the temporary files.
var errNoCopy = errors.New("store: no place for a copy that is brought up to date")

// intact has SQLite check the file: a copy made by it would lack what is wrong with an index.
func (f *File) intact(ctx context.Context) error {
	return f.Read(ctx, func(tx *Tx) error {
		var found string
		err := tx.Row(`PRAGMA integrity_check(1)`).Scan(&found)
		if err == nil && found != "ok" {
			err = fmt.Errorf("%w: %s", ErrDamaged, found)
		}
		return err
	})
}
