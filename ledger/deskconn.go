package ledger

// The desk's connection to its file. What is written is written through it directly, for database/sql and its driver take a third of the
// time of a posting. What little the desk reads it reads by the ways of database/sql, as everybody does, and on the same connection: it must
// see what was written a moment ago.

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"

	"zombiezen.com/go/sqlite"
)

// deskConnector opens it.
type deskConnector struct {
	uri     string
	pragmas []string
}

func (c *deskConnector) Connect(context.Context) (driver.Conn, error) {
	conn, err := openBare(c.uri, c.pragmas)
	if err != nil {
		return nil, err
	}
	return &deskConn{conn}, nil
}

func (c *deskConnector) Driver() driver.Driver { return deskDriver{} }

// deskDriver is one that opens nothing by name.
type deskDriver struct{}

func (deskDriver) Open(string) (driver.Conn, error) { return nil, errOnlyTheDesk }

var errOnlyTheDesk = errors.New("ledger: the desk's connection can't do that")

// deskConn is the connection as database/sql sees it.
type deskConn struct{ *sqlite.Conn }

func (c *deskConn) Prepare(text string) (driver.Stmt, error) {
	s, left, err := c.PrepareTransient(text)
	if err == nil && left > 0 {
		err = errors.Join(errOnlyTheDesk, s.Finalize())
	}
	if err != nil {
		return nil, &bareError{err}
	}
	return &deskStmt{s}, nil
}

// Begin is not asked: the desk says BEGIN and COMMIT itself.
func (c *deskConn) Begin() (driver.Tx, error) { return nil, errOnlyTheDesk }

type deskStmt struct{ *sqlite.Stmt }

func (s *deskStmt) Close() error  { return s.Finalize() }
func (s *deskStmt) NumInput() int { return s.BindParamCount() }

func (s *deskStmt) bindAll(args []driver.Value) {
	for i, a := range args {
		bind(s.Stmt, i+1, a)
	}
}

func (s *deskStmt) Exec(args []driver.Value) (driver.Result, error) {
	s.bindAll(args)
	return driver.ResultNoRows, toEnd(s.Stmt)
}

func (s *deskStmt) Query(args []driver.Value) (driver.Rows, error) {
	s.bindAll(args)
	return &deskRows{s.Stmt}, nil
}

type deskRows struct{ *sqlite.Stmt }

func (r *deskRows) Close() error { return r.Reset() }

func (r *deskRows) Columns() []string { return columns(r.Stmt) }

func (r *deskRows) Next(row []driver.Value) error {
	more, err := r.Step()
	if err != nil {
		return &bareError{err}
	}
	if !more {
		return io.EOF
	}
	for i := range row {
		row[i] = column(r.Stmt, i)
	}
	return nil
}

// bare is the connection beneath one of database/sql's.
func bare(conn *sql.Conn) (c *sqlite.Conn, err error) {
	err = conn.Raw(func(inner any) error {
		c = inner.(*deskConn).Conn
		return nil
	})
	return c, err
}
