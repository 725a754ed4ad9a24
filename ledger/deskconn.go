package ledger

// The desk's connection to its file. What is written is written through it directly, for database/sql and its driver take a third of the
// time of a posting. What little the desk reads it reads by the ways of database/sql, as everybody does, and on the same connection: it must
// see what was written a moment ago.

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"

	"zombiezen.com/go/sqlite"
)

// deskConnector hands it to database/sql, once.
type deskConnector struct{ conn *sqlite.Conn }

func (c *deskConnector) Connect(context.Context) (driver.Conn, error) {
	if c.conn == nil {
		return nil, errOnlyTheDesk
	}
	conn := c.conn
	c.conn = nil
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
	if err != nil {
		return nil, &bareError{err}
	}
	if left > 0 {
		return nil, errors.Join(errOnlyTheDesk, s.Finalize())
	}
	return &deskStmt{Stmt: s}, nil
}

// Begin is not asked: the desk says BEGIN and COMMIT itself.
func (c *deskConn) Begin() (driver.Tx, error) { return nil, errOnlyTheDesk }

type deskStmt struct {
	*sqlite.Stmt
	asked bool // its rows are being gone through: it can't be asked again meanwhile
}

func (s *deskStmt) Close() error  { return s.Finalize() }
func (s *deskStmt) NumInput() int { return s.BindParamCount() }

func (s *deskStmt) bind(args []driver.Value) error {
	if s.asked {
		return errOnlyTheDesk
	}
	all := make([]any, len(args))
	for i, a := range args {
		all[i] = a
	}
	return bind(s.Stmt, all)
}

func (s *deskStmt) Exec(args []driver.Value) (driver.Result, error) {
	if err := s.bind(args); err != nil {
		return nil, err
	}
	return driver.ResultNoRows, toEnd(s.Stmt)
}

func (s *deskStmt) Query(args []driver.Value) (driver.Rows, error) {
	if err := s.bind(args); err != nil {
		return nil, err
	}
	s.asked = true
	return &deskRows{s}, nil
}

type deskRows struct{ *deskStmt }

func (r *deskRows) Close() error {
	r.asked = false
	return r.Reset()
}

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
