package ledger

// Counting closed evenings once nobody waits for the desk.

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"ouverte/ledger/store"
	"ouverte/ledger/testenv"
)

// idling opens the book again; its desk counts when nothing was asked of it for so long.
func (l *life) idling(o Options) {
	l.t.Helper()
	path := l.Path()
	l.must(l.Close())
	l.open(path, o)
}

func (l *life) open(path string, o Options) {
	l.t.Helper()
	o.Clock = clockAt(evening)
	book, err := Open(l.ctx, path, o)
	l.must(err)
	l.t.Cleanup(func() { _ = book.Close() })
	l.Book = book
}

// notCounted is how many closed evenings the file says aren't counted.
func (b *Book) notCounted(t testing.TB) (n int) {
	t.Helper()
	if err := b.read(t.Context(), func(tx *store.Tx) error {
		return tx.Row(`SELECT count(*) FROM year_loose l JOIN night n ON n.id = l.night
			WHERE n.closed IS NOT NULL`).Scan(&n)
	}); err != nil {
		t.Fatal(err)
	}
	return n
}

// counted waits until none waits.
func (b *Book) counted(t testing.TB) {
	t.Helper()
	for b.notCounted(t) > 0 {
	}
}

// TestClosedEveningsWaitToBeCounted: where the desk is never idle, so many evenings wait and no more; pages
// say the same meanwhile, and after a kill; evenings that wait are put right, opened again and closed like
// others; and all are counted when the book is closed, or when the desk is idle.
func TestClosedEveningsWaitToBeCounted(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	l := newLife(t, 21, 6)
	l.idling(Options{idle: time.Hour})
	closed := 0
	for closed < 34 {
		l.evening(2)
		if !l.night(l.nights[len(l.nights)-1]).Open {
			closed++
		}
	}
	if got := l.notCounted(l.t); got != 32 {
		t.Errorf("%d evenings wait, of 34 that were closed", got)
	}
	l.compare(21)
	l.audited()
	for range 6 {
		l.mishap()
	}
	l.compare(21)
	l.audited()

	killed := filepath.Join(t.TempDir(), "killed") // as a kill leaves it: the file and its log
	copyFile(t, l.Path(), killed)
	copyFile(t, l.Path()+"-wal", killed+"-wal")
	l.must(l.Close())
	l.open(l.Path(), Options{idle: time.Hour})
	if got := l.notCounted(l.t); got != 0 {
		t.Errorf("after the book was closed %d evenings wait", got)
	}
	l.compare(21)
	l.audited()
	l.must(l.Close())

	l.open(killed, Options{idle: time.Hour})
	if got := l.notCounted(l.t); got == 0 {
		t.Error("the kill left none that waits")
	}
	l.compare(21)
	l.idling(Options{idle: time.Nanosecond})
	l.evening(2)
	l.evening(2)
	l.counted(l.t)
	l.compare(21)
	l.audited()
}

// TestCountingFails: what the file doesn't take goes on waiting, and the desk serves others.
func TestCountingFails(t *testing.T) {
	l := newLife(t, 22, 5)
	said := make(failing, 1)
	l.idling(Options{idle: time.Nanosecond, Log: slog.New(said)})
	l.must(l.write(l.ctx, func(d *desk) error {
		return d.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON main.year_night
			BEGIN SELECT RAISE(ABORT, 'full'); END`)
	}))
	for range 5 {
		l.evening(2)
	}
	if text := <-said; text != "closed evenings wait to be counted" {
		t.Errorf("the log says: %s", text)
	}
	l.evening(2)
	if l.notCounted(l.t) == 0 {
		t.Error("none waits")
	}
	l.compare(22)
	l.must(l.write(l.ctx, func(d *desk) error { return d.exec(`DROP TRIGGER full`) }))
	l.counted(l.t)
	l.compare(22)
	l.audited()
}

// failing takes the first error from a log.
type failing chan string

func (f failing) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelError }
func (f failing) WithAttrs([]slog.Attr) slog.Handler               { return f }
func (f failing) WithGroup(string) slog.Handler                    { return f }
func (f failing) Handle(_ context.Context, r slog.Record) error {
	select {
	case f <- r.Message:
	default:
	}
	return nil
}
