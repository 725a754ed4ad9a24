package ledger

// Reading rows by the hundred thousand. Whoever goes through a whole book reads with a hand.

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"ouverte/ledger/store"
)

// hand is a transaction that reads whole tables. It is for one goroutine at a time.
type hand struct{ *store.Tx }

// newHand gives another one for this book; it is to be closed.
func (l *look) newHand(ctx context.Context) (*hand, error) {
	tx, err := l.file.Begin(ctx)
	if err != nil {
		return nil, err
	}
	return &hand{tx}, nil
}

func (h *hand) close() { h.End() }

// snapshot tells the latest entry. The hand sees the book as it is now, whatever is written meanwhile.
func (h *hand) snapshot() (last EntryID, err error) {
	n, err := h.number(`SELECT coalesce(max(seq), 0) FROM entry`)
	return EntryID(n), err
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
	switch n := r.has[0].(type) {
	case nil:
		return 0, false, nil
	case int64:
		return n, true, nil
	}
	return 0, false, fmt.Errorf("%w: it has something else where a number belongs", store.ErrDamaged)
}

// number asks for one that is 0 where there is none.
func (h *hand) number(text string, args ...any) (int64, error) {
	n, _, err := h.perhaps(text, args...)
	return n, err
}

// ask begins a question.
func (h *hand) ask(text string, args ...any) (*rows, error) {
	from, err := h.Query(text, args...)
	if err != nil {
		return nil, h.over(err)
	}
	r := &rows{rows: from, hand: h}
	if r.names, err = from.Columns(); err != nil {
		from.Close()
		return nil, h.over(err)
	}
	r.has, r.into = make([]any, len(r.names)), make([]any, len(r.names))
	for i := range r.has {
		r.into[i] = &r.has[i]
	}
	return r, nil
}

// over is what an error comes from: reading was stopped from outside, or SQLite says it.
func (h *hand) over(err error) error {
	if ended := h.Context().Err(); err != nil && ended != nil {
		return ended
	}
	return err
}

// rows are the answer to a question, a row at a time. Of what is in them nothing is believed: an edited file may have
// anything in any column.
type rows struct {
	rows  *sql.Rows
	hand  *hand
	names []string
	has   []any // the row: int64, float64, string, []byte or nil
	into  []any
	bad   error // what was not as it should be in this row
}

// next goes on to the next row, if there is one.
func (r *rows) next() (bool, error) {
	r.bad = nil
	if !r.rows.Next() {
		return false, r.hand.over(r.rows.Err())
	}
	return true, r.rows.Scan(r.into...)
}

// end lets go of the rows that are left.
func (r *rows) end() { _ = r.rows.Close() } // what it says was said by next

// number is a column with a whole number.
func (r *rows) number(i int) int64 {
	n, ok := r.has[i].(int64)
	if !ok {
		r.bad = errors.New("it has something else where a number belongs")
	}
	return n
}

// isNumber tells whether a column has this one.
func (r *rows) isNumber(i int, n int64) bool {
	has, ok := r.has[i].(int64)
	return ok && has == n
}

// string is a column with a text.
func (r *rows) string(i int) string {
	s, ok := r.has[i].(string)
	if !ok {
		r.bad = errors.New("it has something else where a text belongs")
	}
	return s
}

// isString tells whether a column has this text.
func (r *rows) isString(i int, s string) bool {
	has, ok := r.has[i].(string)
	return ok && has == s
}

// word is a column with one of a few texts, of which each is kept but once.
func (r *rows) word(i int, among map[string]string) string {
	s := r.string(i)
	if word, ok := among[s]; ok {
		return word
	}
	if len(among) < 1000 {
		among[s] = s
	}
	return s
}

// hash fills to with a column that has just so many bytes.
func (r *rows) hash(i int, to []byte) {
	b, ok := r.has[i].([]byte)
	if !ok || len(b) != len(to) {
		r.bad = errors.New("it has something else where a hash belongs")
		return
	}
	copy(to, b)
}

// isBlob tells whether a column has these bytes.
func (r *rows) isBlob(i int, b []byte) bool {
	has, ok := r.has[i].([]byte)
	return ok && bytes.Equal(has, b)
}

// values puts a row into values as they can be compared and shown: bytes as a blob.
func (r *rows) values(to []any) {
	copy(to, r.has)
	for i := range to {
		if b, ok := to[i].([]byte); ok {
			to[i] = blob(b)
		}
	}
}

// onlyZeros tells whether a row has nothing but zeros from a column on.
func (r *rows) onlyZeros(from int) bool {
	for i := from; i < len(r.has); i++ {
		if !r.isNumber(i, 0) {
			return false
		}
	}
	return true
}
