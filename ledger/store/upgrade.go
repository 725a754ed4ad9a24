package store

// Books of older versions. The one that is opened to be written to is kept as it was and then migrated in one
// transaction; of one that is only looked at, a copy elsewhere is migrated.

import (
	"bufio"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
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

// keepOlder copies a book beside it, under a name that says its version, and gives that name. A copy that is
// the same to the letter is there already when an earlier try was cut short, and is left as it is.
func keepOlder(ctx context.Context, path string, version int64) (kept string, err error) {
	folder, err := CopyFolder(path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	copied := filepath.Join(folder, "book.db")
	if err := copyTo(ctx, fileURI(path, "rw"), copied); err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		kept = fmt.Sprintf("%s-version-%d", path, version)
		if n > 1 {
			kept += fmt.Sprintf("-%d", n)
		}
		err := Place(copied, kept)
		if !errors.Is(err, fs.ErrExist) {
			return kept, err
		}
		if same, err := alike(copied, kept); same && err == nil { // one that can't be read is another
			return kept, nil
		}
	}
}

// alike tells whether two files have the same content.
func alike(a, b string) (bool, error) {
	var of [2]*bufio.Reader
	var size [2]int64
	for i, path := range []string{a, b} {
		info, err := os.Stat(path)
		if err != nil {
			return false, err
		}
		if !info.Mode().IsRegular() {
			return false, nil
		}
		f, err := os.Open(path)
		if err != nil {
			return false, err
		}
		defer f.Close()
		of[i], size[i] = bufio.NewReaderSize(f, 1<<16), info.Size()
	}
	if size[0] != size[1] {
		return false, nil
	}
	for {
		x, err := of[0].ReadByte()
		y, err2 := of[1].ReadByte()
		if err == io.EOF && err2 == io.EOF {
			return true, nil
		}
		if err = errors.Join(err, err2); err != nil || x != y {
			return false, err
		}
	}
}

// upgraded is a copy of a book that was brought up to date, among the temporary files.
type upgraded struct {
	uri    string
	remove func() error
}

// lookAtCopy has a File opened by Look read from a copy of its book that is brought up to date.
func (f *File) lookAtCopy(ctx context.Context, version int64) (err error) {
	if err := f.intact(ctx); err != nil {
		return err
	}
	if f.copied, err = f.migratedCopy(ctx, version); err != nil {
		return err
	}
	if err := f.pool.Close(); err != nil {
		return err
	}
	f.pool, err = openDB(dsn(f.copied.uri, lookerHas...), 0)
	return err
}

// migratedCopy copies a book of an older version and brings the copy up to date. Where the book isn't made as
// one, the copy is first made so, as far as that can be: no trap goes off in it.
func (f *File) migratedCopy(ctx context.Context, version int64) (m *upgraded, err error) {
	folder, remove, err := tempFolder(temporary[1])
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNoCopy, err)
	}
	defer func() {
		if err != nil {
			m, err = nil, errors.Join(err, remove())
		}
	}()
	path := filepath.Join(folder, "book.db")
	m = &upgraded{fileURI(path, "rw"), remove}
	if err = f.CopyTo(ctx, path); err == nil {
		err = mend(ctx, m.uri, f.altered)
	}
	if err == nil {
		err = migrateFile(ctx, dsn(m.uri, "synchronous(OFF)"))
	}
	switch cause := Cause(err); {
	case cause == ErrFull, cause == ErrDisk:
		return m, fmt.Errorf("%w: %w", errNoCopy, err)
	case err != nil:
		return m, f.Why(err)
	}
	return m, nil
}

// mend makes a copy as a book is made, where that can be done by statements.
func mend(ctx context.Context, uri string, altered []Alteration) error {
	if len(altered) == 0 {
		return nil
	}
	db, err := openDB(dsn(uri, "synchronous(OFF)"), 1)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `PRAGMA foreign_keys = OFF`)
	for _, a := range altered {
		if err == nil && a.mend != "" {
			_, err = db.ExecContext(ctx, a.mend)
		}
	}
	return errors.Join(err, db.Close())
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
