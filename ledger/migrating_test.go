//go:build linux

package ledger

import (
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ouverte/ledger/audit"
)

// A program that is killed while it brings an older book up to date leaves it as it was or a step further:
// the next one goes on from there, and all is in it.
func TestKilledWhileMigrating(t *testing.T) {
	rounds := 12
	if testing.Short() {
		rounds = 4
	}
	packed := must1(os.Open("testdata/kept/book.gz"))
	defer packed.Close()
	older := must1(io.ReadAll(must1(gzip.NewReader(packed))))
	for round := range rounds {
		path := filepath.Join(t.TempDir(), fmt.Sprint("book-", round))
		if err := os.WriteFile(path, older, 0o600); err != nil {
			t.Fatal(err)
		}
		cmd, out := child(t, "hold", path, "")
		time.AfterFunc(time.Duration(rand.IntN(60))*time.Millisecond, func() { _ = cmd.Process.Kill() })
		for out.Scan() {
			if out.Text() != "held" {
				t.Errorf("the child says %q", out.Text())
			}
		}
		_ = cmd.Wait()
		b := must1(Open(t.Context(), path, Options{Clock: clockAt(evening)}))
		if w := b.Warnings(); len(w) > 0 {
			t.Errorf("the keeper is told %v", w)
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		if found := well(t, path); found.Entries != 663 {
			t.Errorf("%d entries of 663", found.Entries)
		}
	}
}

// An audit of a book that is written to says what it sees, in one snapshot.
func TestAuditWhileServed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	b := openBook(t, path)
	tb := sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
	for range 2 {
		again, _, err := b.LastLineUp(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		must1(b.StartNight(t.Context(), tb.slip(), again))
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	cmd, out := child(t, "load", path, "0")
	last := int64(0)
	for range 8 {
		for range 30 {
			out.Scan() // it goes on meanwhile
		}
		found := must1(audit.Check(t.Context(), path, nil, nil))
		if !found.Well() || found.Entries <= last {
			t.Errorf("after %d entries: %d, %s", last, found.Entries, found.Line())
		}
		last = found.Entries
	}
	_ = cmd.Process.Kill()
	for out.Scan() {
		continue // what it had said
	}
	_ = cmd.Wait()
}
