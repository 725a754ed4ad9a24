package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"sync"
	"testing"
	"time"

	"modernc.org/sqlite"
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

// One that has no end of rows stops with its context, too.
func TestCancelledRows(t *testing.T) {
	f := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	soon(t, func() {
		rows := 0
		err := f.Read(ctx, func(tx *Tx) error {
			return Each(tx, func(*sql.Rows) error {
				if rows++; rows == 1000 {
					cancel()
				}
				return nil
			}, `WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c`)
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("after %d rows: %v", rows, err)
		}
	})
}

// While all connections are held, a reader waits for one no longer than its context lasts; the same of a
// mutex.
func TestWaitingEnds(t *testing.T) {
	f := open(t)
	mu := NewMutex()
	var holding, done sync.WaitGroup
	enough := make(chan struct{})
	for i := range readers - 1 {
		holding.Add(1)
		done.Go(func() {
			err := f.Read(t.Context(), func(tx *Tx) error {
				if i == 0 {
					if err := tx.Lock(mu); err != nil {
						return err
					}
					defer mu.Unlock()
				}
				holding.Done()
				<-enough
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	holding.Wait()
	if mu.TryLock() {
		t.Error("a mutex that somebody holds was taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	soon(t, func() {
		err := f.Read(ctx, func(tx *Tx) error { // with the last connection
			cancel()
			if err := f.Read(ctx, func(*Tx) error { return nil }); !errors.Is(err, context.Canceled) {
				t.Errorf("waiting for a connection: %v", err)
			}
			return tx.Lock(mu)
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("waiting for a mutex: %v", err)
		}
	})
	close(enough)
	done.Wait()
	if !mu.TryLock() {
		t.Error("a mutex that was let go of can't be taken")
	}
}

// A read sees the book as it was at its first query, and what was committed before that.
func TestSnapshot(t *testing.T) {
	f := open(t)
	w := f.Writer()
	write := func() {
		t.Helper()
		if _, err := w.Exec(`INSERT INTO year_stakes (house, scale) VALUES (random(), 1)`); err != nil {
			t.Fatal(err)
		}
	}
	err := f.Read(t.Context(), func(tx *Tx) error {
		write()
		for range 2 {
			n, err := Column[int](tx, `SELECT count(*) FROM year_stakes`)
			if err != nil || n[0] != 1 {
				t.Errorf("%d, %v", n, err)
			}
			write()
		}
		if _, err := tx.Query(`DELETE FROM year_stakes`); err == nil {
			t.Error("a reader may write")
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// Statements that are asked often give the same, amid themselves too.
func TestOften(t *testing.T) {
	f, err := Open(t.Context(), t.TempDir()+"/book", Options{Often: []string{`SELECT 1 UNION ALL SELECT 2`}})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	err = f.Read(t.Context(), func(tx *Tx) error {
		for range 3 {
			n, err := Column[int](tx, `SELECT 1 UNION ALL SELECT 2`)
			if err != nil || len(n) != 2 {
				t.Errorf("%v, %v", n, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	_, err = Open(t.Context(), t.TempDir()+"/book", Options{Often: []string{`SELECT nothing FROM nowhere`}})
	if err == nil {
		t.Error("a statement that can't be prepared doesn't keep a book from being opened")
	}
}
