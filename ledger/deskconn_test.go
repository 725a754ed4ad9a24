package ledger

import (
	"database/sql"
	"errors"
	"testing"
)

// The desk's connection refuses what would otherwise be written wrongly without a word.
func TestDeskConnection(t *testing.T) {
	b := newBook(t)
	err := b.write(t.Context(), func(d *desk) error {
		if err := d.exec(`CREATE TEMP TABLE tried (n INTEGER, word TEXT, some BLOB)`); err != nil {
			return err
		}
		const put = `INSERT INTO tried VALUES (?, ?, ?)`
		if err := d.put(1, put, 1, "one", []byte{1}); err != nil {
			return err
		}
		for _, args := range [][]any{{2}, {2, "two"}, {2, "two", []byte{2}, 2}, {DealID(2), "two", nil}} {
			if err := d.exec(put, args...); err == nil {
				t.Errorf("%v was taken", args)
			}
		}
		if err := d.put(1, put, int64(3), nil, []byte(nil)); err != nil {
			return err
		}
		if err := d.put(1, `UPDATE tried SET n = n`); !errors.Is(err, errNotKept) {
			t.Errorf("two rows for one: %v", err)
		}
		var n, nulls int
		if err := d.row(`SELECT count(*), sum(word IS NULL AND some IS NULL) FROM tried`).Scan(&n, &nulls); err != nil || n != 2 || nulls != 1 {
			t.Errorf("%d rows, of which %d say nothing (%v)", n, nulls, err)
		}

		s, err := d.stmt(`SELECT n, word, some, 1.5 FROM tried ORDER BY n`)
		if err != nil {
			return err
		}
		rows, err := s.QueryContext(d.ctx)
		if err != nil {
			return err
		}
		defer rows.Close()
		for i := 0; rows.Next(); i++ {
			if again, err := s.QueryContext(d.ctx); err == nil {
				again.Close()
				t.Error("its rows are being gone through, and it can be asked again")
			}
			var (
				number int64
				word   sql.NullString
				some   []byte
				half   float64
			)
			if err := rows.Scan(&number, &word, &some, &half); err != nil {
				return err
			}
			if number != int64(1+2*i) || word.Valid != (i == 0) || (some == nil) != (i == 1) || half != 1.5 {
				t.Errorf("row %d: %d %v %v %v", i, number, word, some, half)
			}
		}
		if err := rows.Err(); err != nil {
			return err
		}
		if _, err := d.stmt(`SELECT 1; SELECT 2`); err == nil {
			t.Error("two statements are one")
		}
		return d.exec(`DROP TABLE tried`)
	})
	if err != nil {
		t.Error(err)
	}
}
