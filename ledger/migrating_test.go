//go:build linux

package ledger

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/ledger/testenv"
	"ouverte/migrations"
)

// A program that is killed while it brings an older book up to date, through all steps there are, leaves the
// old book or the new one, and where it is the new one, the old one beside it. The next one goes on from
// there. Half of the kills come at any moment, half once the old one is kept.
func TestKilledWhileMigrating(t *testing.T) {
	testenv.Slow(t)
	rounds := testenv.Share(16)
	older, first := released(t)["1.0.0"], must1(os.ReadFile(bookAfter(t, 1)))
	inside := 0
	for round := 0; round < rounds || inside == 0 && round < 10*rounds; round++ {
		folder, content, was, entries := t.TempDir(), first, int64(1), int64(0)
		if round%2 == 1 {
			content, was, entries = older, 13, 345
		}
		path := filepath.Join(folder, "book")
		testenv.Fine(t, os.WriteFile(path, content, 0o600))
		cmd, out := child(t, "hold", path, "")
		kept := fmt.Sprintf("%s-version-%d", path, was)
		if round%4 < 2 {
			time.AfterFunc(time.Duration(rand.IntN(80))*time.Millisecond, func() { _ = cmd.Process.Kill() })
		} else {
			killOnce(cmd, kept)
		}
		for out.Scan() {
			testenv.Same(t, out.Text(), "held", "the child says %q")
		}
		_ = cmd.Wait()
		switch now := versionOf(t, path); now {
		case was:
			if _, err := os.Stat(kept); err == nil {
				inside++
			}
		case migrations.Newest():
			well(t, kept)
		default:
			t.Errorf("the book is of version %d, between the old and the new", now)
		}
		b := must1(Open(t.Context(), path, Options{Clock: clockAt(evening)}))
		if w := b.Warnings(); len(w) > 0 {
			t.Errorf("the keeper is told %v", w)
		}
		testenv.Fine(t, b.Close())
		found := well(t, path)
		if found.Entries != entries || well(t, kept).Entries != entries {
			t.Errorf("%d entries of %d", found.Entries, entries)
		}
		names := []string{"book", "book-lock", "book-note", filepath.Base(kept)}
		if entries == 0 { // nothing is noted of an empty book
			names = slices.Delete(names, 2, 3)
		}
		wantOnly(t, folder, names...)
	}
	if inside == 0 {
		t.Error("it was never killed between the old book's copy and the end of the steps")
	}
}

// killOnce kills a program when a file is there, or some moments later.
func killOnce(cmd *exec.Cmd, file string) {
	for late := time.Now().Add(time.Minute); time.Now().Before(late); {
		if _, err := os.Stat(file); err == nil {
			break
		}
	}
	time.AfterFunc(time.Duration(rand.IntN(10))*time.Millisecond, func() { _ = cmd.Process.Kill() })
}

// A program that is killed while a copy takes the place of the book leaves one of the two, whole and without
// a warning. It refuses while a log lies there that another program reads.
func TestKilledWhileACopyIsPutBack(t *testing.T) {
	testenv.Slow(t)
	old := lively(t)
	path := filepath.Join(t.TempDir(), "book")
	must1(archive.Backup(ctx, old.Path(), path+"-0", nil))
	must1(old.AddPlayer(ctx, Slip{Key: "one-more"}, "Quentin"))
	must1(archive.Backup(ctx, old.Path(), path+"-1", nil))
	entries := []int64{well(t, path+"-0").Entries, well(t, path+"-1").Entries}
	seen := map[int64]int{}
	testenv.Fine(t, os.WriteFile(path, must1(os.ReadFile(path+"-0")), 0o600))
	for range testenv.Share(24) {
		cmd, out := child(t, "exchange", path, "")
		out.Scan()
		time.Sleep(time.Duration(rand.IntN(40)) * time.Millisecond)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		b := must1(Open(t.Context(), path, Options{Clock: clockAt(evening), Existing: true}))
		if w := b.Warnings(); len(w) > 0 {
			t.Errorf("the keeper is told %v", w)
		}
		testenv.Fine(t, b.Close())
		seen[well(t, path).Entries]++
	}
	if seen[entries[0]]+seen[entries[1]] != testenv.Share(24) {
		t.Errorf("books of so many entries are left: %v, not %v", seen, entries)
	}
	testenv.Fine(t, os.WriteFile(path+"-wal", []byte("of another"), 0o600))
	before := must1(os.ReadFile(path))
	wantSentence(t, archive.Exchange(ctx, path+"-1", path, path+"-kept"), "Another program reads the book")
	if !bytes.Equal(before, must1(os.ReadFile(path))) {
		t.Error("it was changed")
	}
}

// childExchange puts two copies of a book in its place in turn.
func childExchange(path string) {
	for n := 1; ; n++ {
		content, err := os.ReadFile(fmt.Sprintf("%s-%d", path, n%2))
		if err == nil {
			err = os.WriteFile(path+"-next", content, 0o600)
		}
		if err == nil {
			err = archive.Exchange(ctx, path+"-next", path, path+"-kept")
		}
		if err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		fmt.Println("put")
		_ = os.Remove(path + "-kept")
	}
}

// An audit of a book that is written to says what it sees, in one snapshot.
func TestAuditWhileServed(t *testing.T) {
	testenv.Slow(t)
	path := filepath.Join(t.TempDir(), "book")
	threeNights(t, openBook(t, path))
	cmd, out := child(t, "load", path, "0")
	last := int64(0)
	for range 8 {
		for entry := int64(0); entry < last+20 && out.Scan(); { // it goes on meanwhile
			_, _ = fmt.Sscanf(out.Text(), "%s %s %d", new(string), new(string), &entry)
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
