package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"
)

// Writer is the connection that writes. Its statements are prepared on it, and stay so until it is closed.
type Writer struct {
	conn  *sql.Conn
	stmts map[string]*sql.Stmt

	committed func()   // called after each commit, if any
	onCommit  []func() // see OnCommit
	args      []any    // of Append
}

func newWriter(conn *sql.Conn) *Writer { return &Writer{conn: conn, stmts: map[string]*sql.Stmt{}} }

func (w *Writer) close() error {
	var errs []error
	for _, s := range w.stmts {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, w.conn.Close())...)
}

// moment is for how long a book that is closed waits for who reads an older state of it.
var moment = 2 * time.Second

// intoFile writes the log back into the book. SQLite does that at the end only where no other program has the
// book open. left is how many pages stay in the log, since somebody still reads the book without them.
func (w *Writer) intoFile() (left int, err error) {
	for late := time.Now().Add(moment); ; time.Sleep(20 * time.Millisecond) {
		var busy, pages, done int
		err := w.conn.QueryRowContext(context.Background(), `PRAGMA wal_checkpoint`).Scan(&busy, &pages, &done)
		if left = pages - done; err != nil || left == 0 || time.Now().After(late) {
			return left, err
		}
	}
}

// leaveLog has SQLite empty the log when it closes the book, and not remove what lies under its name.
func (w *Writer) leaveLog() error {
	return w.conn.Raw(func(conn any) error {
		_, err := conn.(sqlite.FileControl).FileControlPersistWAL("main", 1)
		return err
	})
}

func (w *Writer) Begin() error {
	w.onCommit = nil
	return w.do("BEGIN IMMEDIATE")
}

// Commit has it kept: when it returns, it has reached the disk.
func (w *Writer) Commit() error {
	if committing != nil {
		committing()
	}
	if err := w.do("COMMIT"); err != nil {
		return err
	}
	for _, do := range w.onCommit {
		do()
	}
	w.onCommit = nil
	if w.committed != nil {
		w.committed()
	}
	return nil
}

// OnCommit has do called once the transaction is committed, in the order of the calls; never, if it is rolled
// back, or the Part that asks for it is.
func (w *Writer) OnCommit(do func()) { w.onCommit = append(w.onCommit, do) }

// A test sets committing, to have a slow disk.
var committing func()

func (w *Writer) Rollback() error { return w.do("ROLLBACK") }

func (w *Writer) do(text string) error {
	_, err := w.Exec(text)
	return err
}

// Part has do write a part of the transaction: all of it, or nothing where it fails.
func (w *Writer) Part(do func() error) (err error) {
	before := len(w.onCommit)
	defer func() {
		if err != nil {
			w.onCommit = w.onCommit[:before]
		}
	}()
	if err := w.do("SAVEPOINT part"); err != nil {
		return err
	}
	if err := do(); err != nil {
		return errors.Join(err, w.do("ROLLBACK TO part"), w.do("RELEASE part"))
	}
	return w.do("RELEASE part")
}

// changed is how many rows an INSERT, UPDATE or DELETE wrote.
func (w *Writer) Exec(text string, args ...any) (changed int64, err error) {
	s, err := w.prepare(text)
	if err != nil {
		return 0, err
	}
	done, err := s.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, fmt.Errorf("%w in %s", err, text)
	}
	return done.RowsAffected()
}

// Row asks for one row. It must be scanned before the same text is asked again.
func (w *Writer) Row(text string, args ...any) *sql.Row {
	s, err := w.prepare(text)
	if err != nil {
		return w.conn.QueryRowContext(context.Background(), text, args...) // which has the same error
	}
	return s.QueryRowContext(context.Background(), args...)
}

// Query asks for rows. Its statement is its own, so that the same text can be asked while they are gone
// through.
func (w *Writer) Query(text string, args ...any) (*sql.Rows, error) {
	return w.conn.QueryContext(context.Background(), text, args...)
}

func (w *Writer) prepare(text string) (*sql.Stmt, error) {
	if s, ok := w.stmts[text]; ok {
		return s, nil
	}
	s, err := w.conn.PrepareContext(context.Background(), text)
	if err != nil {
		return nil, fmt.Errorf("%w in %s", err, text)
	}
	w.stmts[text] = s
	return s, nil
}
