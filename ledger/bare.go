package ledger

// SQLite without database/sql between, for what is done a hundred thousand times: the ways of database/sql and its driver make a value of
// every column and of every parameter, and look after the connection at each step, which costs more than SQLite itself takes. It is the same
// SQLite, reached by zombiezen's package.

import (
	"errors"
	"fmt"

	"zombiezen.com/go/sqlite"
)

// openBare opens a connection with its pragmas. It is for one goroutine at a time.
func openBare(uri string, pragmas []string) (*sqlite.Conn, error) {
	conn, err := sqlite.OpenConn(uri, sqlite.OpenReadWrite, sqlite.OpenURI)
	if err != nil {
		return nil, &bareError{err}
	}
	for _, p := range pragmas {
		s, err := conn.Prepare("PRAGMA " + p)
		if err != nil {
			return nil, errors.Join(&bareError{err}, conn.Close())
		}
		if err := toEnd(s); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	return conn, nil
}

// toEnd has a statement do all it does.
func toEnd(s *sqlite.Stmt) error {
	for {
		more, err := s.Step()
		if err == nil && !more {
			err = s.Reset()
		}
		if err != nil {
			return &bareError{err}
		}
		if !more {
			return nil
		}
	}
}

// bind gives a statement its parameters, all of them: what was bound before stays bound.
func bind(s *sqlite.Stmt, values []any) error {
	if due := s.BindParamCount(); len(values) != due {
		return fmt.Errorf("ledger: a statement with %d parameters is given %d", due, len(values))
	}
	for i, v := range values {
		if err := bindOne(s, i+1, v); err != nil {
			return err
		}
	}
	return nil
}

// bindOne gives it one of them, counted from 1.
func bindOne(s *sqlite.Stmt, i int, value any) error {
	switch v := value.(type) {
	case nil:
		s.BindNull(i)
	case int64:
		s.BindInt64(i, v)
	case int:
		s.BindInt64(i, int64(v))
	case float64:
		s.BindFloat(i, v)
	case bool:
		s.BindBool(i, v)
	case string:
		s.BindText(i, v)
	case []byte:
		if v == nil {
			s.BindNull(i)
		} else {
			s.BindBytes(i, v)
		}
	default:
		return fmt.Errorf("ledger: no statement takes a %T", value)
	}
	return nil
}

// columns are the names of what a statement gives.
func columns(s *sqlite.Stmt) []string {
	names := make([]string, s.ColumnCount())
	for i := range names {
		names[i] = s.ColumnName(i)
	}
	return names
}

// column is one of a row: a whole number as int64, a float64, a text, bytes, or nil for NULL.
func column(s *sqlite.Stmt, i int) any {
	switch s.ColumnType(i) {
	case sqlite.TypeInteger:
		return s.ColumnInt64(i)
	case sqlite.TypeFloat:
		return s.ColumnFloat(i)
	case sqlite.TypeText:
		return s.ColumnText(i)
	case sqlite.TypeBlob:
		b := make([]byte, s.ColumnLen(i))
		s.ColumnBytes(i, b)
		return b
	}
	return nil
}

// bareError is what SQLite said.
type bareError struct{ error }

func (e *bareError) Unwrap() error { return e.error }

// Error leaves out during which step it said so.
func (e *bareError) Error() string {
	said := e.error
	for inner := errors.Unwrap(said); inner != nil; inner = errors.Unwrap(said) {
		said = inner
	}
	return said.Error()
}

func (e *bareError) code() int { return int(sqlite.ErrCode(e.error).ToPrimary()) }
