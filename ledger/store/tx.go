package store

import (
	"context"
	"database/sql"
	"errors"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// longest is how many bytes a value in a book has at most. What is longer would be read into memory whole.
const longest = 4 << 20

// Querier reads: a Tx, or the Writer amid what it writes.
type Querier interface {
	Query(text string, args ...any) (*sql.Rows, error)
	Row(text string, args ...any) *sql.Row
}

// Tx is a connection in a read transaction: the book as it was at its first query. It is for one goroutine.
type Tx struct {
	ctx  context.Context
	tx   *sql.Tx
	conn *sql.Conn
}

// Read has do read with one connection, in one transaction. It waits for the connection until ctx ends; a
// query is interrupted when ctx ends. do must not call Read again: it would hold a connection while it waits
// for another.
func (f *File) Read(ctx context.Context, do func(*Tx) error) error {
	t, err := f.Begin(ctx)
	if err != nil {
		return err
	}
	defer t.End()
	return ended(ctx, do(t))
}

// Begin gives a Tx to be ended with End. It is for work on a book opened by Look that needs several at a
// time.
func (f *File) Begin(ctx context.Context) (*Tx, error) {
	conn, err := f.pool.Conn(ctx)
	if err != nil {
		return nil, ended(ctx, err)
	}
	t := &Tx{ctx: ctx, conn: conn}
	if f.strange {
		_, err = sqlite.Limit(conn, sqlite3.SQLITE_LIMIT_LENGTH, 2*longest)
	}
	if err == nil {
		t.tx, err = conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	}
	if err != nil {
		return nil, errors.Join(ended(ctx, err), conn.Close())
	}
	return t, nil
}

func (t *Tx) End() {
	_ = t.tx.Rollback() // nothing was written
	_ = t.conn.Close()
}

func (t *Tx) Context() context.Context { return t.ctx }

func (t *Tx) Query(text string, args ...any) (*sql.Rows, error) {
	return t.tx.QueryContext(t.ctx, text, args...)
}

func (t *Tx) Row(text string, args ...any) *sql.Row {
	return t.tx.QueryRowContext(t.ctx, text, args...)
}

// Each hands the rows of a query to do, one after another.
func Each(q Querier, do func(*sql.Rows) error, text string, args ...any) error {
	rows, err := q.Query(text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func Column[T any](q Querier, text string, args ...any) (out []T, err error) {
	err = Each(q, func(rows *sql.Rows) error {
		var t T
		err := rows.Scan(&t)
		out = append(out, t)
		return err
	}, text, args...)
	return out, err
}
