package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"ouverte/ledger/audit"
	"ouverte/ledger/store"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// pastTheBook opens the file itself, with one connection that has the pragmas of a book's and these.
func pastTheBook(t testing.TB, path string, pragmas ...string) *sql.DB {
	t.Helper()
	return testenv.Beside(t, path, append([]string{"foreign_keys(ON)", "recursive_triggers(ON)"}, pragmas...)...)
}

func askFile(t testing.TB, path, query string, args ...any) int {
	t.Helper()
	db := pastTheBook(t, path)
	defer db.Close()
	var n int
	testenv.Fine(t, db.QueryRow(query, args...).Scan(&n))
	return n
}

func inRead[T any](t testing.TB, b *Book, one func(*store.Tx) (T, error)) (out T) {
	t.Helper()
	testenv.Fine(t, b.read(t.Context(), func(tx *store.Tx) (err error) {
		out, err = one(tx)
		return err
	}))
	return out
}

// together runs n goroutines that begin at the same moment.
func together(n int, do func(i int)) {
	var ready, done sync.WaitGroup
	gate := make(chan struct{})
	for i := range n {
		ready.Add(1)
		done.Go(func() {
			ready.Done()
			<-gate
			do(i)
		})
	}
	ready.Wait()
	close(gate)
	done.Wait()
}

func TestSameFormManyTimesAtOnce(t *testing.T) {
	const forms, senders = 20, 16
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	form := func(i int) (Slip, DealSaid) {
		return Slip{Key: fmt.Sprintf("form-%d", i),
			Device: "tablet"}, DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: rules.Seat(i%4 + 1), Tricks: 5}}
	}
	var mu sync.Mutex
	first := map[int]Receipt{}
	fresh := map[int]int{}
	send := func(i int) {
		s, said := form(i)
		s.Device = fmt.Sprintf("tablet %d", i) // the device is no part of the content
		r, err := tb.Record(tb.ctx, s, tb.night, said)
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			t.Errorf("form %d: %v", i, err)
		}
		if !r.Repeated {
			fresh[i]++
		}
		r.Repeated = false
		if was, ok := first[i]; ok && was != r {
			t.Errorf("form %d was answered %+v and %+v", i, was, r)
		}
		first[i] = r
	}
	together(forms*senders, func(i int) { send(i % forms) })
	for i := range forms {
		if fresh[i] != 1 {
			t.Errorf("form %d was recorded %d times", i, fresh[i])
		}
	}
	testenv.Same(t, len(tb.now().Deals), forms, "%d deals stand")
	tb.want(map[string]int64{"Ann": 0, "Bob": 0, "Cat": 0, "Dan": 0})

	path := tb.Path()
	testenv.Fine(t, tb.Close())
	tb.Book = openBook(t, path)
	together(forms, send)
	testenv.Same(t, askFile(t, path, `SELECT count(*) FROM entry WHERE kind = 'deal'`), forms,
		"after a restart the book has %d deals")
	s, said := form(0)
	said.Deal.Tricks = 6
	_, err := tb.Record(tb.ctx, s, tb.night, said)
	wantRefusal(t, err, "key")
}

func TestConflictingFormsAtOnce(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	const senders = 32
	var mu sync.Mutex
	won := map[int]int{}
	together(senders, func(i int) {
		tricks := 5 + i%4
		r, err := tb.Record(tb.ctx, Slip{Key: "one", Device: "tablet"}, tb.night,
			DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: tricks}})
		mu.Lock()
		defer mu.Unlock()
		var refusal *rules.Problem
		switch {
		case err == nil:
			won[tricks]++
			if r.Deal == 0 {
				t.Error("a receipt without a deal")
			}
		case !errors.As(err, &refusal) || refusal.Field != "key":
			t.Errorf("%v", err)
		}
	})
	if len(won) != 1 {
		t.Errorf("several contents were accepted under one key: %v", won)
	}
	for _, n := range won {
		testenv.Same(t, n, senders/4, "of the content that won %d were accepted")
	}
	testenv.Same(t, len(tb.now().Deals), 1, "%d deals stand")
}

func TestFollowing(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	changed, stop := tb.Follow(tb.night)
	tb.deal("solo ann 5")
	<-changed
	must1(tb.AddPlayer(tb.ctx, tb.slip(), "Eve"))
	select {
	case <-changed:
		t.Error("a new player isn't about this night")
	default:
	}
	stop()
	tb.deal("solo bob 5")
	select {
	case <-changed:
		t.Error("told after stopping")
	default:
	}
}

// TestPanicAtTheDesk: a mistake of ours that makes one posting panic spoils that one. Those beside it are
// written, the book stays open, and the log has the whole story.
func TestPanicAtTheDesk(t *testing.T) {
	var log strings.Builder
	b := must1(Open(t.Context(), filepath.Join(t.TempDir(), "book.db"),
		Options{Log: slog.New(slog.NewTextHandler(&log, nil))}))
	defer b.Close()
	ctx := context.Background()
	var wait sync.WaitGroup
	for i := range 60 {
		wait.Go(func() {
			if i%10 == 3 {
				// it has begun to write, too
				err := b.write(ctx, func(d *desk) error {
					if err := d.exec(`INSERT INTO pin (id, hash) VALUES (1, 'half')`); err != nil {
						return err
					}
					panic("the desk gave way")
				})
				if err == nil || !strings.Contains(err.Error(), "the desk gave way") {
					t.Errorf("the one that panicked: %v", err)
				}
				return
			}
			if _, err := b.AddPlayer(ctx, Slip{Key: fmt.Sprintf("p-%d", i)},
				fmt.Sprintf("Player %d", i)); err != nil {
				t.Errorf("beside it: %v", err)
			}
		})
	}
	wait.Wait()
	if _, err := b.AddPlayer(ctx, Slip{Key: "after"}, "Afterwards"); err != nil {
		t.Errorf("afterwards: %v", err)
	}
	if n := askFile(t, b.Path(), `SELECT count(*) FROM pin`); n != 0 || b.HasPIN() {
		t.Errorf("half of it was written: %d rows", n)
	}
	found, err := audit.Check(ctx, b.Path(), nil, nil)
	if err != nil || !found.Well() || found.Players != 55 {
		t.Errorf("%+v, %v", found, err)
	}
	if !strings.Contains(log.String(), "panic at the desk") ||
		!strings.Contains(log.String(), "once_test.go") {
		t.Errorf("the log says only: %s", log.String())
	}
}
