package store

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/testenv"
)

func open(t *testing.T) *File {
	t.Helper()
	f := testenv.Must(Open(t.Context(), filepath.Join(t.TempDir(), "book"), Options{}))(t)
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// OnCommit calls after the commit and in order, and never for a rollback.
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
		testenv.Fine(t, w.Begin())
	}
	begin()
	testenv.Fine(t, errors.Join(part("lost", nil), w.Rollback()))
	begin()
	if err := part("a", nil); err != nil {
		t.Error(err)
	}
	err := w.Part(func() error { return errors.Join(part("dropped", nil), failed) })
	if !errors.Is(err, failed) || !errors.Is(part("failed", failed), failed) || part("b", nil) != nil {
		t.Errorf("the parts: %v", err)
	}
	testenv.Same(t, called, "", "called before the commit: %s")
	if err := w.Commit(); err != nil || called != "ab" {
		t.Errorf("called %q, %v", called, err)
	}
	begin()
	if err := w.Commit(); err != nil || called != "ab" {
		t.Errorf("called again: %q, %v", called, err)
	}
}

// A book that is closed has everything in its one file, also while another program has it open, or reads an
// older state of it for a moment. Where that one goes on reading, it is said that the log had to stay.
func TestTheEndLeavesOneFile(t *testing.T) {
	defer func(was time.Duration) { moment = was }(moment)
	moment = time.Minute
	for _, c := range []struct {
		name        string
		read, holds bool
	}{{"open", false, false}, {"reading for a moment", true, false}, {"reading on", true, true}} {
		t.Run(c.name, func(t *testing.T) {
			path, log := filepath.Join(t.TempDir(), "book"), new(strings.Builder)
			said := slog.New(slog.NewTextHandler(log, nil))
			f := testenv.Must(Open(t.Context(), path, Options{Log: said}))(t)
			other := testenv.Beside(t, path)
			testenv.Fine(t, other.Ping())
			if c.read {
				testenv.Must(other.Exec(`BEGIN`))(t) // on its one connection
				testenv.Fine(t, other.QueryRow(`SELECT count(*) FROM code`).Scan(new(int)))
				if moment = 10 * time.Millisecond; !c.holds {
					moment = time.Minute
					time.AfterFunc(50*time.Millisecond, func() { _, _ = other.Exec(`ROLLBACK`) })
				}
			}
			testenv.Must(f.Writer().Exec(`INSERT INTO code (hash, may, made) VALUES (zeroblob(32), 1, 0)`))(t)
			testenv.Fine(t, f.Close())
			alone := copyOf(t, testenv.Must(os.ReadFile(path))(t))
			db := testenv.Must(openDB("file:"+alone, 1))(t)
			defer db.Close()
			var codes int
			testenv.Fine(t, db.QueryRow(`SELECT count(*) FROM code`).Scan(&codes))
			if codes == 1 == c.holds || strings.Contains(log.String(), "stay in the log") != c.holds ||
				strings.Contains(log.String(), "nil") {
				t.Errorf("the file alone has %d codes of 1, and the log says %q", codes, log)
			}
		})
	}
}
