//go:build linux

package ledger

// The log that a killed program leaves beside its book: whose it is, and whether it has what the book lacks.

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/ledger/testenv"
)

// threeNights begins as many in a new book, for a program to record in, and closes it.
func threeNights(t *testing.T, b *Book) {
	t.Helper()
	tb := sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
	for range 2 {
		again, _ := b.Now().LastLineUp()
		must1(b.StartNight(t.Context(), tb.slip(), lineUp(again)))
	}
	testenv.Fine(t, b.Close())
}

// killedAfter makes a book with three nights, and has a program record in it until its log has this many
// bytes. before are the bytes of the book when that program began.
func killedAfter(t *testing.T, path string, size int64) (before []byte) {
	t.Helper()
	threeNights(t, must1(Open(t.Context(), path, Options{Clock: clockAt(evening)})))
	before = must1(os.ReadFile(path))
	cmd, out := child(t, "load", path, "0")
	for log := int64(0); log < size; log = must1(os.Stat(path + "-wal")).Size() {
		if !out.Scan() {
			t.Fatal("the child is gone")
		}
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	return before
}

// TestLogOfItsOwn: a book is put in the place of another together with its log, and the log has the number
// that the other's had. It is the book's own, and stays so.
func TestLogOfItsOwn(t *testing.T) {
	dir := t.TempDir()
	here, there := filepath.Join(dir, "here"), filepath.Join(dir, "there")
	killedAfter(t, here, 60000)
	killedAfter(t, there, 60000)
	log, number := must1(os.ReadFile(there+"-wal")), must1(os.Stat(here+"-wal"))
	copied := filepath.Join(dir, "copied")
	copyFile(t, there, copied)
	copyFile(t, there+"-wal", copied+"-wal")
	had := must1(audit.Check(t.Context(), copied, nil, nil)).Entries
	testenv.Fine(t, errors.Join(os.Rename(there, here), os.WriteFile(here+"-wal", log, 0o600),
		os.Remove(here+"-shm"), os.Remove(here+"-note")))
	if !os.SameFile(number, must1(os.Stat(here+"-wal"))) {
		t.Fatal("the log has another number")
	}
	b := must1(Open(t.Context(), here, Options{Clock: clockAt(evening)}))
	defer b.Close()
	testenv.Same(t, b.Now().Entries(), had, "%d entries")
	if _, err := os.Stat(here + "-kept-1-wal"); err == nil {
		t.Error("its own log was set aside")
	}
}

// TestCutOffBesideItsLog: a book that was cut off is refused and left as it is, though a log lies beside it;
// one that was shorter because the log wasn't written back whole is not.
func TestCutOffBesideItsLog(t *testing.T) {
	testenv.Thorough(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "book")
	before := killedAfter(t, path, 3000000)
	log := must1(os.ReadFile(path + "-wal"))
	put := func(name string, text []byte) string {
		t.Helper()
		to := filepath.Join(t.TempDir(), name)
		testenv.Fine(t, errors.Join(os.WriteFile(to, text, 0o600), os.WriteFile(to+"-wal", log, 0o600)))
		return to
	}
	whole := put("whole", before)
	b := must1(Open(t.Context(), whole, Options{Clock: clockAt(evening)}))
	entries := b.Now().Entries()
	testenv.Fine(t, b.Close())
	after := must1(os.ReadFile(whole))
	if len(after) < len(before)+4096 {
		t.Fatalf("the log adds only %d bytes to the book", len(after)-len(before))
	}
	for pages := 1; pages*4096 < len(after); pages += 7 { // written back so far when it was killed
		text := bytes.Clone(before)
		if short := pages*4096 - len(text); short > 0 {
			text = append(text, make([]byte, short)...)
		}
		copy(text, after[:pages*4096])
		b := must1(Open(t.Context(), put("halfway", text), Options{Clock: clockAt(evening)}))
		if n := b.Now().Entries(); n != entries {
			t.Errorf("killed after %d pages: %d entries of %d", pages, n, entries)
		}
		testenv.Fine(t, b.Close())
	}
	for _, size := range []int{len(before) - 1, len(before) / 2, 2 * 4096, 4096} {
		cut := put("cut", before[:size])
		if b, err := Open(t.Context(), cut, Options{Clock: clockAt(evening)}); err == nil && size == len(before)-1 {
			// The last page is in the log, so nothing is missing.
			testenv.Fine(t, b.Close())
			testenv.Same(t, well(t, cut).Entries, entries, "%d entries")
			continue
		}
		wantCannotOpen(t, cut, "cut is cut off: a part of it is missing. It was left as it is; restore it from a "+
			"backup.")
		if !bytes.Equal(log, must1(os.ReadFile(cut+"-wal"))) {
			t.Errorf("of %d bytes: the log was changed", size)
		}
		if _, err := audit.Check(t.Context(), cut, nil, nil); err == nil {
			t.Errorf("of %d bytes: it was audited", size)
		}
		if _, err := archive.Backup(t.Context(), cut, cut+"-copy", nil); err == nil {
			t.Errorf("of %d bytes: it was copied", size)
		}
	}
}
