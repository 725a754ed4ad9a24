package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"testing"
	"time"

	"modernc.org/sqlite"

	"ouverte/ledger/testenv"
)

// endless calls begun, and gives no row before it has counted to a number that it never reaches.
const endless = `WITH RECURSIVE c (n) AS (SELECT begun() UNION ALL SELECT n + 1 FROM c)
	SELECT count(*) FROM c WHERE n < 0`

var begun func()

func init() {
	sqlite.MustRegisterScalarFunction("begun", 0,
		func(*sqlite.FunctionContext, []driver.Value) (driver.Value, error) {
			begun()
			return int64(1), nil
		})
}

// soon ends the program if something takes too long.
func soon(t *testing.T, do func()) {
	late := time.AfterFunc(3*time.Minute, func() { panic(t.Name() + " hangs") })
	defer late.Stop()
	do()
}

// A cancelled read interrupts its query, and the next reader gets a connection that works.
func TestCancelledQuery(t *testing.T) {
	f := open(t)
	for range readers + 1 {
		ctx, cancel := context.WithCancel(t.Context())
		soon(t, func() {
			err := f.Read(ctx, func(tx *Tx) error {
				// An interrupt is lost that comes between the driver's last look at the context and SQLite's first
				// step, so the query itself says when it runs.
				begun = cancel
				var n int
				return tx.Row(endless).Scan(&n)
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("a cancelled query says %v", err)
			}
		})
	}
	var n int
	err := f.Read(t.Context(), func(tx *Tx) error { return tx.Row(`SELECT count(*) FROM entry`).Scan(&n) })
	if err != nil || n != 0 {
		t.Errorf("the next reader gets %d, %v", n, err)
	}
}

// A read sees the book as of its first query, with every commit before that.
func TestSnapshot(t *testing.T) {
	f := open(t)
	w := f.Writer()
	write := func() {
		t.Helper()
		testenv.Must(w.Exec(`INSERT INTO watch (hash, night, made) VALUES (randomblob(32), 1, 0)`))(t)
	}
	err := f.Read(t.Context(), func(tx *Tx) error {
		write()
		for range 2 {
			n, err := Column[int](tx, `SELECT count(*) FROM watch`)
			if err != nil || n[0] != 1 {
				t.Errorf("%d, %v", n, err)
			}
			write()
		}
		if _, err := tx.Query(`DELETE FROM watch`); err == nil {
			t.Error("a reader may write")
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
