package store

import (
	"context"
	"errors"
	"fmt"

	"ouverte/migrations"
)

// besideHas leaves checkpoints to the process that has the book open.
var besideHas = []string{"synchronous(FULL)", "fullfsync(ON)", "wal_autocheckpoint(0)"}

// Beside has do write to a book in one transaction, without taking it from the process that has it open. It
// is for rows that process doesn't cache. The book must be of this program's version.
func Beside(ctx context.Context, path string, do func(*Writer) error) error {
	path, err := WholePath(path)
	if err != nil {
		return err
	}
	if err := inspect(path); err != nil {
		return err
	}
	// Under another name, or where another file lies by now, the rows would go past the log that is in use.
	if err := oneName(path); err != nil {
		return err
	}
	if strayLog(path, wasOpen(path)) {
		return fmt.Errorf("%w: the log beside %s is of another file", ErrTaken, path)
	}
	version, altered, err := versionOf(ctx, path, nil)
	switch {
	case err != nil:
		return err
	case len(altered) > 0:
		return &alteredError{altered}
	case version < migrations.Newest():
		return errOlder
	}
	db, err := openDB(dsn(fileURI(path, "rw"), besideHas...), 1)
	if err != nil {
		return err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	w := newWriter(conn)
	return errors.Join(once(w, do), w.close(), db.Close())
}

func once(w *Writer, do func(*Writer) error) error {
	if err := w.Begin(); err != nil {
		return err
	}
	if err := do(w); err != nil {
		return errors.Join(err, w.Rollback())
	}
	return w.Commit()
}
