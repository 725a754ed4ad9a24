package store

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
)

// open makes a book in a folder of the test's.
func open(t *testing.T) *File {
	t.Helper()
	f := must1(Open(t.Context(), filepath.Join(t.TempDir(), "book"), Options{}))
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// The writer refuses what would otherwise be written wrongly without a word, and tells how much it wrote.
func TestWriter(t *testing.T) {
	w := open(t).Writer()
	exec := func(rows int64, text string, args ...any) {
		t.Helper()
		if n, err := w.Exec(text, args...); err != nil || n != rows {
			t.Fatalf("%s: %d rows, %v", text, n, err)
		}
	}
	must1(w.Exec(`CREATE TEMP TABLE tried (n INTEGER, word TEXT, some BLOB)`))
	const put = `INSERT INTO tried VALUES (?, ?, ?)`
	exec(1, put, 1, "one", []byte{1})
	for _, args := range [][]any{{2}, {2, "two"}, {2, "two", struct{}{}}} {
		if _, err := w.Exec(put, args...); err == nil {
			t.Errorf("%v was taken", args)
		}
	}
	type named int64
	exec(1, put, named(3), nil, []byte(nil))
	exec(2, `UPDATE tried SET n = n`)
	if _, err := w.Exec(`UPDATE tried SET n = ?1 WHERE n = ?1 OR n = ?2`, 7); err == nil {
		t.Error("a numbered parameter without a value was taken")
	}
	exec(1, `UPDATE tried SET n = ?2 WHERE n = ?1 OR n = ?2`, 1, 5)
	exec(1, `UPDATE tried SET n = ?2 WHERE n = ?1 OR n = ?2`, 5, 1)
	var n, nulls int
	err := w.Row(`SELECT count(*), sum(word IS NULL AND some IS NULL) FROM tried`).Scan(&n, &nulls)
	if err != nil || n != 2 || nulls != 1 {
		t.Errorf("%d rows, of which %d say nothing (%v)", n, nulls, err)
	}
	if err := w.Row(`SELECT nothing FROM tried`).Scan(&n); err == nil {
		t.Error("a row of a statement that can't be prepared")
	}
}

// The same text can be asked again while its rows are gone through.
func TestWriterAsksWithinAQuestion(t *testing.T) {
	w := open(t).Writer()
	must1(w.Exec(`CREATE TEMP TABLE tried (n INTEGER, word TEXT, some BLOB)`))
	must1(w.Exec(`INSERT INTO tried VALUES (1, 'one', x'01'), (3, NULL, NULL)`))
	const all = `SELECT n, word, some, 1.5 FROM tried ORDER BY n`
	i := 0
	err := Each(w, func(rows *sql.Rows) error {
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
		again := 0
		err := Each(w, func(*sql.Rows) error { again++; return nil }, all)
		if again != 2 {
			t.Errorf("asked again, there are %d rows", again)
		}
		i++
		return err
	}, all)
	if err != nil || i != 2 {
		t.Errorf("%d rows, %v", i, err)
	}
}

// OnCommit calls after the commit and in order, and nothing of what was rolled back.
func TestOnCommit(t *testing.T) {
	w := open(t).Writer()
	called, failed := "", errors.New("failed")
	part := func(name string, fails error) error {
		return w.Part(func() error {
			w.OnCommit(func() { called += name })
			return fails
		})
	}
	begin := func() {
		t.Helper()
		fine(t, w.Begin())
	}
	begin()
	fine(t, errors.Join(part("lost", nil), w.Rollback()))
	begin()
	if err := part("a", nil); err != nil {
		t.Error(err)
	}
	err := w.Part(func() error { return errors.Join(part("dropped", nil), failed) })
	if !errors.Is(err, failed) || !errors.Is(part("failed", failed), failed) || part("b", nil) != nil {
		t.Errorf("the parts: %v", err)
	}
	if called != "" {
		t.Errorf("called before the commit: %s", called)
	}
	if err := w.Commit(); err != nil || called != "ab" {
		t.Errorf("called %q, %v", called, err)
	}
	begin()
	if err := w.Commit(); err != nil || called != "ab" {
		t.Errorf("called again: %q, %v", called, err)
	}
}
