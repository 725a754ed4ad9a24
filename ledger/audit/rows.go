package audit

// Reading rows of any type, since an edited file may hold anything in any column.

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"ouverte/ledger/store"
)

// hand is a read transaction for full scans, used by one goroutine.
type hand struct{ *store.Tx }

// newHand begins another; the caller ends it.
func (l *Book) newHand(ctx context.Context) (*hand, error) {
	tx, err := l.file.Begin(ctx)
	return &hand{tx}, err
}

// each calls do with each row of a query. A column of another type than do asks for is store.ErrDamaged.
func (h *hand) each(do func(*rows), text string, args ...any) error {
	r, err := h.ask(text, args...)
	if err != nil {
		return err
	}
	defer r.end()
	for {
		more, err := r.next()
		if err != nil || !more {
			return err
		}
		if do(r); r.bad != nil {
			return fmt.Errorf("%w: %w", store.ErrDamaged, r.bad)
		}
	}
}

// number queries one whole number; NULL, or no row, is 0.
func (h *hand) number(text string, args ...any) (n int64, err error) {
	err = h.each(func(r *rows) {
		if r.has[0] != nil {
			n = r.number(0)
		}
	}, text, args...)
	return n, err
}

// ask begins a query.
func (h *hand) ask(text string, args ...any) (*rows, error) {
	from, err := h.Query(text, args...)
	if err != nil {
		return nil, h.over(err)
	}
	r := &rows{rows: from, hand: h}
	if r.names, err = from.Columns(); err != nil {
		return nil, errors.Join(h.over(err), from.Close())
	}
	r.has, r.into = make([]any, len(r.names)), make([]any, len(r.names))
	for i := range r.has {
		r.into[i] = &r.has[i]
	}
	return r, nil
}

// over is why a query failed: its context's error, or SQLite's.
func (h *hand) over(err error) error {
	if ended := h.Context().Err(); err != nil && ended != nil {
		return ended
	}
	return err
}

// rows is the result of a query, a row at a time.
type rows struct {
	rows  *sql.Rows
	hand  *hand
	names []string
	has   []any // the row: int64, float64, string, []byte or nil
	into  []any // pointers to has
	bad   error // a column of this row has another type than was asked for
}

// next goes on to the next row, if there is one.
func (r *rows) next() (bool, error) {
	r.bad = nil
	if !r.rows.Next() {
		return false, r.hand.over(r.rows.Err())
	}
	return true, r.rows.Scan(r.into...)
}

// end closes the query. next has returned its error.
func (r *rows) end() { _ = r.rows.Close() }

// number is a column with a whole number.
func (r *rows) number(i int) int64 { return valueOf[int64](r, i, "a number") }

// string is a column with a text.
func (r *rows) string(i int) string { return valueOf[string](r, i, "a text") }

// hash fills to with a column of exactly that many bytes.
func (r *rows) hash(i int, to []byte) {
	if b := valueOf[[]byte](r, i, "a hash"); r.bad == nil && copy(to, b) != max(len(to), len(b)) {
		r.bad = errors.New("it has something else where a hash belongs")
	}
}

func valueOf[T any](r *rows, i int, what string) T {
	v, ok := r.has[i].(T)
	if !ok {
		r.bad = fmt.Errorf("it has something else where %s belongs", what)
	}
	return v
}

// values copies the row, with bytes as blobs, so that values can be compared with ==.
func (r *rows) values(to []any) {
	copy(to, r.has)
	for i := range to {
		if b, ok := to[i].([]byte); ok {
			to[i] = blob(b)
		}
	}
}
