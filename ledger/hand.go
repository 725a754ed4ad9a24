package ledger

// Reading rows by the hundred thousand. Whoever goes through a whole book reads with a hand.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"zombiezen.com/go/sqlite"
)

// hand is a connection that only reads. It is for one goroutine at a time.
type hand struct {
	conn *sqlite.Conn
	ctx  context.Context // what it reads for: when that is over, it stops
}

// newHand gives another one for this book; it is to be closed.
func (l *look) newHand(ctx context.Context) (*hand, error) {
	conn, err := openBare(l.uri, slices.Concat(eachHas, readerHas, lookHas))
	if err != nil {
		return nil, err
	}
	conn.SetInterrupt(ctx.Done())
	return &hand{conn, ctx}, nil
}

func (h *hand) close() error { return h.conn.Close() }

// snapshot has the hand see the book as it is now, whatever is written meanwhile.
func (h *hand) snapshot() (last EntryID, err error) {
	if err := h.do(`BEGIN`); err != nil {
		return 0, err
	}
	n, err := h.number(`SELECT coalesce(max(seq), 0) FROM entry`)
	return EntryID(n), err
}

// do asks for something of which no row is wanted.
func (h *hand) do(text string) error {
	r, err := h.ask(text)
	if err != nil {
		return err
	}
	defer r.end()
	_, err = r.next()
	return err
}

// perhaps asks for one whole number; there is false where there is none.
func (h *hand) perhaps(text string, args ...any) (n int64, there bool, err error) {
	r, err := h.ask(text, args...)
	if err != nil {
		return 0, false, err
	}
	defer r.end()
	if _, err := r.next(); err != nil {
		return 0, false, err
	}
	switch r.stmt.ColumnType(0) {
	case sqlite.TypeNull:
		return 0, false, nil
	case sqlite.TypeInteger:
		return r.stmt.ColumnInt64(0), true, nil
	}
	return 0, false, fmt.Errorf("%w: it has something else where a number belongs", errDamaged)
}

// number asks for one that is 0 where there is none.
func (h *hand) number(text string, args ...any) (int64, error) {
	n, _, err := h.perhaps(text, args...)
	return n, err
}

// ask begins a question; args are whole numbers and texts. The same text must not be asked again before its rows have ended.
func (h *hand) ask(text string, args ...any) (*rows, error) {
	stmt, err := h.conn.Prepare(text)
	if err != nil {
		return nil, h.over(err)
	}
	if err := bind(stmt, args); err != nil {
		return nil, err
	}
	return &rows{stmt: stmt, hand: h}, nil
}

// over is what an error comes from: reading was stopped from outside, or SQLite says it.
func (h *hand) over(err error) error {
	if err == nil {
		return nil
	}
	if ended := h.ctx.Err(); ended != nil {
		return ended
	}
	return &bareError{err}
}

// rows are the answer to a question, a row at a time. Of what is in them nothing is believed: whoever changes a book may change what
// its columns hold.
type rows struct {
	stmt *sqlite.Stmt
	hand *hand
	bad  error    // what was not as it should be in this row
	text [64]byte // for looking at a short text …
	long []byte   // … and at any bytes
}

// next goes on to the next row, if there is one.
func (r *rows) next() (bool, error) {
	r.bad = nil
	more, err := r.stmt.Step()
	return more, r.hand.over(err)
}

// end lets go of the rows that are left.
func (r *rows) end() { _ = r.stmt.Reset() } // what it says was said by next

// number is a column with a whole number.
func (r *rows) number(i int) int64 {
	if r.stmt.ColumnType(i) != sqlite.TypeInteger {
		r.bad = errors.New("it has something else where a number belongs")
		return 0
	}
	return r.stmt.ColumnInt64(i)
}

// isNumber tells whether a column has this one. It takes a text that says the same, and a NULL for 0: it is for columns of STRICT tables
// that are NOT NULL, where such a thing is for SQLite's own check to find, and a table that is no longer so, for guards.go.
func (r *rows) isNumber(i int, n int64) bool { return r.stmt.ColumnInt64(i) == n }

// string is a column with a text.
func (r *rows) string(i int) string {
	if r.stmt.ColumnType(i) != sqlite.TypeText {
		r.bad = errors.New("it has something else where a text belongs")
		return ""
	}
	return r.stmt.ColumnText(i)
}

// short is a text that can be looked at until the next; ok is false where it is a long one.
func (r *rows) short(i int) (text []byte, ok bool) {
	if r.stmt.ColumnType(i) != sqlite.TypeText {
		return nil, false
	}
	n := r.stmt.ColumnLen(i)
	if n > len(r.text) {
		return nil, false
	}
	return r.text[:r.stmt.ColumnBytes(i, r.text[:n])], true
}

// isString tells whether a column has this text.
func (r *rows) isString(i int, s string) bool {
	if text, ok := r.short(i); ok {
		return string(text) == s
	}
	return r.stmt.ColumnType(i) == sqlite.TypeText && r.stmt.ColumnText(i) == s
}

// word is a column with one of a few texts, of which each is made but once.
func (r *rows) word(i int, among map[string]string) string {
	if text, ok := r.short(i); ok {
		if word, ok := among[string(text)]; ok {
			return word
		}
	}
	word := r.string(i)
	if len(among) < 1000 {
		among[word] = word
	}
	return word
}

// hash fills to with a column that has just so many bytes.
func (r *rows) hash(i int, to []byte) {
	if r.stmt.ColumnType(i) != sqlite.TypeBlob || r.stmt.ColumnLen(i) != len(to) {
		r.bad = errors.New("it has something else where a hash belongs")
		return
	}
	r.stmt.ColumnBytes(i, to)
}

// appendText adds a column with a text to some bytes.
func (r *rows) appendText(to []byte, i int) []byte {
	if r.stmt.ColumnType(i) != sqlite.TypeText {
		r.bad = errors.New("it has something else where a text belongs")
		return to
	}
	return r.appendBytes(to, i)
}

// appendBytes adds those of a text or a blob.
func (r *rows) appendBytes(to []byte, i int) []byte {
	from, n := len(to), r.stmt.ColumnLen(i)
	to = slices.Grow(to, n)[:from+n]
	r.stmt.ColumnBytes(i, to[from:])
	return to
}

// isBlob tells whether a column has these bytes.
func (r *rows) isBlob(i int, b []byte) bool {
	if r.stmt.ColumnType(i) != sqlite.TypeBlob || r.stmt.ColumnLen(i) != len(b) {
		return false
	}
	r.long = r.appendBytes(r.long[:0], i)
	return bytes.Equal(r.long, b)
}

// values puts a row into values as they can be compared and shown: bytes as a blob.
func (r *rows) values(to []any) {
	for i := range to {
		to[i] = column(r.stmt, i)
		if b, ok := to[i].([]byte); ok {
			to[i] = blob(b)
		}
	}
}

// onlyZeros tells whether a row has nothing but zeros from a column on.
func (r *rows) onlyZeros(from int) bool {
	for i := from; i < r.stmt.ColumnCount(); i++ {
		if !r.isNumber(i, 0) {
			return false
		}
	}
	return true
}
