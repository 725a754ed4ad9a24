package store

import (
	"context"
	"database/sql"
)

// Querier reads: a Tx, or the Writer amid what it writes.
type Querier interface {
	Query(text string, args ...any) (*sql.Rows, error)
	Row(text string, args ...any) *sql.Row
}

// Tx is a connection in a read transaction: the book as it was at its first query. It is for one goroutine.
type Tx struct {
	ctx context.Context
	tx  *sql.Tx
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
	tx, err := f.pool.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, ended(ctx, err)
	}
	return &Tx{ctx, tx}, nil
}

func (t *Tx) End() { _ = t.tx.Rollback() } // nothing was written

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
