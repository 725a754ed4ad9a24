//go:build linux

package ledger

// The file of an open book is removed, moved, replaced, cut off or named twice: nothing is acknowledged that
// nobody finds again, and what lies in its place is left alone.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	_ "unsafe" // for committing

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/ledger/note"
	"ouverte/ledger/store"
	"ouverte/ledger/testenv"
)

// strangers are the files of a folder but for some, with what is in them.
func strangers(t *testing.T, dir string, but []fs.FileInfo) map[string]string {
	t.Helper()
	found := map[string]string{}
	testenv.Fine(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info := must1(d.Info())
		if !slices.ContainsFunc(but, func(b fs.FileInfo) bool { return os.SameFile(b, info) }) {
			found[path] = string(must1(os.ReadFile(path)))
		}
		return nil
	}))
	return found
}

func TestTakenAway(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		take func(path, elsewhere string) error
		back func(path, elsewhere string) error // nil: it can't be put back
		says string
	}{
		{"moved",
			func(path, other string) error { return os.Rename(path, other+"-moved") },
			func(path, other string) error { return os.Rename(other+"-moved", path) }, "isn't in its place"},
		{"folder moved",
			func(path, other string) error { return os.Rename(filepath.Dir(path), filepath.Dir(path)+"-2") },
			func(path, other string) error { return os.Rename(filepath.Dir(path)+"-2", filepath.Dir(path)) },
			"isn't in its place"},
		{"removed", func(path, _ string) error { return os.Remove(path) }, nil, "isn't in its place"},
		{"replaced",
			func(path, other string) error { return os.Rename(other, path) }, nil, "isn't in its place"},
		{"replaced with its log",
			func(path, other string) error {
				return errors.Join(os.Rename(other, path), os.WriteFile(other+"-wal", []byte("another"), 0o600),
					os.Rename(other+"-wal", path+"-wal"))
			}, nil, "isn't in its place"},
		{"replaced by a link",
			func(path, other string) error { return errors.Join(os.Remove(path), os.Symlink(other, path)) }, nil,
			"isn't in its place"},
		{"log removed", func(path, _ string) error { return os.Remove(path + "-wal") }, nil, "isn't in its place"},
		{"log moved",
			func(path, other string) error { return os.Rename(path+"-wal", other+"-log") },
			func(path, other string) error { return os.Rename(other+"-log", path+"-wal") }, "isn't in its place"},
		{"index of the log removed",
			func(path, _ string) error { return os.Remove(path + "-shm") }, nil, "isn't in its place"},
		{"emptied", func(path, _ string) error { return os.Truncate(path, 0) }, nil, "was cut off or written over"},
		{"log emptied", func(path, _ string) error { return os.Truncate(path+"-wal", 0) }, nil,
			"was cut off or written over"},
		{"log cut off", func(path, _ string) error { return os.Truncate(path+"-wal", 20000) }, nil,
			"was cut off or written over"},
		{"cut off", func(path, _ string) error { return os.Truncate(path, 3*4096) }, nil,
			"was cut off or written over"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			testenv.Fine(t, os.Mkdir(filepath.Join(dir, "books"), 0o700))
			path, other := filepath.Join(dir, "books", "book"), filepath.Join(dir, "copy")
			b := must1(Open(t.Context(), path, Options{Clock: clockAt(evening)}))
			defer b.Close()
			sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
			must1(archive.Backup(t.Context(), path, other, nil))
			testenv.Fine(t, oneMore(b, "before"))
			var open []fs.FileInfo
			for _, part := range []string{"", "-wal", "-shm", "-lock"} {
				open = append(open, must1(os.Stat(path+part)))
			}
			testenv.Fine(t, c.take(path, other))
			lies := strangers(t, dir, open)
			for i := range 3 {
				err := oneMore(b, fmt.Sprint("meanwhile-", i))
				if !errors.As(err, new(*CannotWrite)) || !strings.Contains(err.Error(), c.says) {
					t.Errorf("acknowledged, or no sentence: %v", err)
				}
			}
			if err := b.Ready(t.Context()); !errors.As(err, new(*CannotWrite)) {
				t.Errorf("it says that it is well: %v", err)
			}
			if w := b.Warnings(); len(w) != 1 {
				t.Errorf("the keeper is told %v", w)
			}
			if c.back == nil {
				if err := b.Close(); err != nil && c.says == "isn't in its place" {
					t.Error(err)
				}
			}
			for file, was := range lies {
				if now, err := os.ReadFile(file); err != nil || string(now) != was {
					t.Errorf("%s was written to, or removed: %v", file, err)
				}
			}
			if c.back == nil {
				return
			}
			testenv.Fine(t, c.back(path, other))
			if err := errors.Join(b.Ready(t.Context()), oneMore(b, "after")); err != nil {
				t.Error(err)
			}
			if w := b.Warnings(); len(w) != 0 {
				t.Errorf("the keeper is told %v", w)
			}
			testenv.Fine(t, b.Close())
			testenv.Same(t, well(t, path).Deals, 2, "%d deals")
		})
	}
}

//go:linkname committing ouverte/ledger/store.committing
var committing func()

// A book that is taken away at the very moment of a commit acknowledges nothing. Once it is back, what is
// sent again is there once.
func TestTakenWhileItCommits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	b := openBook(t, path)
	sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
	before := b.Now().Entries()
	committing = func() {
		committing = nil
		if err := os.Rename(path, path+"-away"); err != nil {
			t.Error(err)
		}
	}
	if err := oneMore(b, "first"); err == nil || !strings.Contains(err.Error(), "isn't in its place any more") {
		t.Errorf("recorded: %v", err)
	}
	testenv.Fine(t, os.Rename(path+"-away", path))
	for _, key := range []string{"first", "first", "second"} {
		if err := oneMore(b, key); err != nil {
			t.Error(err)
		}
	}
	if n := b.Now().Entries(); n != before+2 {
		t.Errorf("%d entries were written", n-before)
	}
	testenv.Same(t, len(must1(b.Now().Night(1)).Deals), 2, "%d deals are shown")
	well(t, path)
}

// A book that is cut off right after a checkpoint has made it grow takes nothing any more, however little was
// cut off.
func TestCutOffAfterItGrew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	b := must1(Open(t.Context(), path, Options{Clock: clockAt(evening), Throwaway: true})) // nothing is noted
	defer b.Close()
	sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
	size := func() int64 { return must1(os.Stat(path)).Size() }
	was, n := size(), 0
	for ; size() == was && n < 5000; n++ {
		testenv.Fine(t, oneMore(b, fmt.Sprint("deal-", n)))
	}
	if err := os.Truncate(path, size()-4096); err != nil || size() <= was {
		t.Fatalf("%v, of %d bytes %d are left after %d deals", err, was, size(), n)
	}
	err := oneMore(b, "one-more")
	if err == nil || !strings.Contains(err.Error(), "was cut off or written over") {
		t.Errorf("recorded: %v", err)
	}
}

// The open book's content can be copied out as long as the program runs.
func TestACopyOfWhatWasTakenAway(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	b := must1(Open(t.Context(), path, Options{Clock: clockAt(evening)}))
	defer b.Close()
	sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
	testenv.Fine(t, errors.Join(oneMore(b, "a"), oneMore(b, "b")))
	saved := filepath.Join(t.TempDir(), "saved")
	if taken, err := b.CopyOut(t.Context(), saved); taken || err != nil {
		t.Errorf("while it is in its place: %v %v", taken, err)
	}
	testenv.Fine(t, os.Remove(path))
	if _, err := audit.Check(t.Context(), path, nil, nil); err == nil {
		t.Error("something else was audited")
	}
	if taken, err := b.CopyOut(t.Context(), saved); !taken || err != nil {
		t.Fatal(taken, err)
	}
	testenv.Same(t, well(t, saved).Deals, 2, "%d deals of 2 in the copy")
}

// The way out is open also while everybody reads, and when the folder went with the book; of a book that was
// cut off there is no copy.
func TestACopyWhileEverybodyReads(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "books")
	testenv.Fine(t, os.Mkdir(dir, 0o700))
	b := must1(Open(t.Context(), filepath.Join(dir, "book"), Options{Clock: clockAt(evening)}))
	defer b.Close()
	sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
	testenv.Fine(t, oneMore(b, "a"))
	var reading, done sync.WaitGroup
	let := make(chan struct{})
	reading.Add(2) // fewer than may: a further one would be opened, and can't be
	for range 2 {
		done.Go(func() {
			err := b.file.Read(t.Context(), func(tx *store.Tx) error {
				err := tx.Row(`SELECT count(*) FROM entry`).Scan(new(int))
				reading.Done()
				<-let
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	reading.Wait()
	testenv.Fine(t, os.Rename(dir, dir+"-moved"))
	folder, remove, err := b.CopyFolder()
	testenv.Fine(t, err)
	defer remove()
	saved := filepath.Join(folder, "saved")
	if taken, err := b.CopyOut(t.Context(), saved); !taken || err != nil {
		t.Fatal(taken, err)
	}
	testenv.Same(t, well(t, saved).Deals, 1, "%d deals in the copy")
	close(let)
	done.Wait()
	testenv.Fine(t, errors.Join(os.Rename(dir+"-moved", dir), os.Truncate(b.Path(), 4096)))
	taken, err := b.CopyOut(t.Context(), saved+"-2")
	if !taken {
		t.Error("it is still copied as if nothing had happened")
	}
	wantSentence(t, err, "is cut off")
	if _, err := os.Stat(saved + "-2"); err == nil {
		t.Error("a copy of what was cut off")
	}
}

// A sound copy is put in the place of a book while a program records, and that one is killed: the log beside
// it is of the book before. Neither an audit nor the next start writes it into the copy.
func TestKilledWhileAnotherLiesThere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, other := filepath.Join(dir, "book"), filepath.Join(dir, "copy")
	threeNights(t, openBook(t, path))
	must1(archive.Backup(t.Context(), path, other, nil))
	before := must1(os.ReadFile(other))
	cmd, out := child(t, "load", path, "0")
	had := must1(note.Read(path)).Marks[0].Entry
	for must1(note.Read(path)).Marks[0].Entry == had {
		if !out.Scan() {
			t.Fatal("the child is gone")
		}
	}
	testenv.Fine(t, os.Rename(other, path))
	lacking := func(what string) {
		t.Helper()
		found, err := audit.Check(t.Context(), path, nil, nil)
		if err != nil || len(found.Wrong) != 1 || !strings.Contains(found.Line(), "missing") {
			t.Errorf("%s: %v, %+v", what, err, found)
		}
		if string(must1(os.ReadFile(path))) != string(before) {
			t.Errorf("%s: it was written to", what)
		}
	}
	lacking("while the program runs")
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	lacking("when it is gone")
	older := must1(Open(t.Context(), path, Options{Clock: clockAt(evening)}))
	wantReadOnly(t, older, 7)
	testenv.Fine(t, older.Close())
	older = must1(Open(t.Context(), path, Options{Clock: clockAt(evening), AcceptOlder: true}))
	testenv.Fine(t, errors.Join(oneMore(older, "after"), older.Close()))
	well(t, path)
	if _, err := os.Stat(path + "-kept-1-wal"); err != nil {
		t.Errorf("the log of the book before: %v", err)
	}
}

// An audit in the process that has the book open looks into its file, and leaves the lock that SQLite has on
// it: without that, the next program to close the book would remove the log.
func TestAnAuditLeavesTheLock(t *testing.T) {
	b := newBook(t)
	var file syscall.Stat_t
	testenv.Fine(t, syscall.Stat(b.Path(), &file))
	locked := func() bool {
		locks, err := os.ReadFile("/proc/locks")
		if err != nil {
			testenv.Refused(t, "/proc/locks", err)
		}
		return strings.Contains(string(locks), fmt.Sprintf(":%d 1073741826", file.Ino))
	}
	if !locked() {
		t.Fatal("it isn't locked to begin with")
	}
	well(t, b.Path())
	if !locked() {
		t.Error("the lock is gone")
	}
}

// A book is held under whatever name.
func TestOneBookTwoNames(t *testing.T) {
	dir := t.TempDir()
	path, second := filepath.Join(dir, "book"), filepath.Join(dir, "second")
	testenv.Fine(t, openBook(t, path).Close())
	if err := os.Link(path, second); err != nil {
		testenv.Refused(t, "hard links", err)
	}
	const linked = " has another name on this disk, a hard link, and what one name has is lost to the other. " +
		"Remove that name, or copy the book with ouverte backup and use the copy."
	wantCannotOpen(t, path, "book"+linked)
	wantCannotOpen(t, second, "second"+linked)
	found, err := audit.Check(t.Context(), path, nil, nil)
	if err != nil || !strings.Contains(found.Line(), "two names") {
		t.Errorf("the audit says %v, %v", found, err)
	}
	testenv.Fine(t, os.Remove(second))

	_, out := child(t, "hold", path, "")
	if !out.Scan() || out.Text() != "held" {
		t.Fatalf("the child says %q", out.Text())
	}
	const used = "second is open in another ouverte. Use that one, or stop it first."
	testenv.Fine(t, os.Link(path, second))
	wantCannotOpen(t, second, used)
	testenv.Fine(t, os.Remove(path))
	wantCannotOpen(t, second, used) // which is its only name now
	testenv.Fine(t, os.Rename(second, path))
}

// A book is held under the name of another place at which its file is mounted.
func TestOneBookMountedTwiceAsRoot(t *testing.T) {
	testenv.AsRoot(t)
	dir := t.TempDir()
	path, second := filepath.Join(dir, "book"), filepath.Join(dir, "second")
	testenv.Fine(t, openBook(t, path).Close())
	_, out := child(t, "hold", path, "")
	if !out.Scan() || out.Text() != "held" {
		t.Fatalf("the child says %q", out.Text())
	}
	testenv.Fine(t, os.WriteFile(second, nil, 0o600))
	if said, err := exec.Command("mount", "--bind", path, second).CombinedOutput(); err != nil {
		testenv.Refused(t, "the right to mount", string(said))
	}
	defer func() { _ = exec.Command("umount", "-l", second).Run() }()
	wantCannotOpen(t, second, "second is open in another ouverte. Use that one, or stop it first.")
	if _, _, err := archive.Restore(t.Context(), path, second, nil); err == nil {
		t.Error("restored over a book that is open")
	}
}
