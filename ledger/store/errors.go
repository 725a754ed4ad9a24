package store

import (
	"context"
	"errors"
	"fmt"
	"os"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// What can be wrong with a file, or keep it from being read or written. Cause tells which of these an error
// is; the sentences for people are the callers'.
var (
	ErrNotABook  = errors.New("store: not a book")
	ErrNewer     = errors.New("store: book of a newer version")
	errOlder     = errors.New("store: book of an older version")
	ErrTruncated = errors.New("store: book is cut off")
	ErrDamaged   = errors.New("store: book is damaged")
	ErrInUse     = errors.New("store: book is in use") // of the kind *InUse where the process is known
	errLinked    = errors.New("store: book has several names")
	ErrAltered   = errors.New("store: book isn't made as one") // of the kind *alteredError
	ErrTaken     = errors.New("store: book was taken away")

	ErrFull       = errors.New("store: the disk is full") // of the kind *noRoom before it is
	ErrReadOnly   = errors.New("store: the file may only be read")
	ErrCannotOpen = errors.New("store: the file can't be opened")
	ErrBusy       = errors.New("store: another program holds the file")
	ErrDisk       = errors.New("store: the disk fails")
	ErrConstraint = errors.New("store: a constraint refuses the row")
	ErrSQLite     = errors.New("store: another error of SQLite's")

	// ErrNotKept is that fewer or more rows were written than should have been: a trigger of somebody else's
	// interferes, put in since the book was opened.
	ErrNotKept = errors.New("store: the file didn't keep what was written")
)

// notAFile is that something else than a file has the name of one that belongs to a book.
type notAFile struct {
	name string
	is   os.FileMode
}

func (n *notAFile) Error() string { return fmt.Sprintf("store: %s is %v", n.name, n.is) }

type InUse struct{ By string }

func (e *InUse) Error() string        { return ErrInUse.Error() }
func (e *InUse) Is(target error) bool { return target == ErrInUse }

type alteredError struct{ found []Alteration }

func (e *alteredError) Error() string        { return ErrAltered.Error() + ": " + e.found[0].What }
func (e *alteredError) Is(target error) bool { return target == ErrAltered }

// Cause classifies an error: one of those above, or nil for an error that isn't of the file.
func Cause(err error) error {
	for _, of := range []error{ErrInUse, ErrNotABook, ErrNewer, errOlder, ErrTruncated, ErrDamaged,
		errLinked, ErrAltered, ErrTaken, ErrFull, ErrBusy} {
		if errors.Is(err, of) {
			return of
		}
	}
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return nil
	}
	if cause := causes[e.Code()&0xff]; cause != nil { // by the primary code
		return cause
	}
	return ErrSQLite
}

var causes = map[int]error{
	sqlite3.SQLITE_NOTADB: ErrNotABook, sqlite3.SQLITE_CORRUPT: ErrDamaged, sqlite3.SQLITE_TOOBIG: ErrDamaged,
	sqlite3.SQLITE_FULL:     ErrFull,
	sqlite3.SQLITE_READONLY: ErrReadOnly, sqlite3.SQLITE_CANTOPEN: ErrCannotOpen,
	sqlite3.SQLITE_PERM: ErrCannotOpen, sqlite3.SQLITE_BUSY: ErrBusy, sqlite3.SQLITE_LOCKED: ErrBusy,
	sqlite3.SQLITE_IOERR: ErrDisk, sqlite3.SQLITE_CONSTRAINT: ErrConstraint,
}

// ended replaces the error of a query that was interrupted by the reason for it: its context has ended.
func ended(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
