//go:build linux

package ledger

// The file of a book: what can't be opened and is left as it was, one process at a time, and who may read it.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/ledger/testenv"
)

// childHold opens a book and keeps it until it is killed, or the test is gone.
func childHold(path string) {
	b, err := Open(context.Background(), path, Options{})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	fmt.Println("held")
	_, _ = io.Copy(io.Discard, os.Stdin) // a bare select counts as a deadlock where there is no cgo
	_ = b.Close()
}

func wantCannotOpen(t *testing.T, path, sentence string) {
	t.Helper()
	before, _ := os.ReadFile(path)
	b, err := Open(t.Context(), path, Options{})
	if err == nil {
		_ = b.Close()
		t.Fatalf("%s was opened", path)
	}
	var cannot *CannotOpen
	if !errors.As(err, &cannot) || cannot.Sentence != sentence {
		t.Errorf("got %q (%v), want %q", err, errors.Unwrap(err), sentence)
	}
	if after, _ := os.ReadFile(path); string(after) != string(before) {
		t.Error("the file was changed")
	}
}

func TestOneProcessAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.ouverte")
	cmd, out := child(t, "hold", path, "")
	if !out.Scan() || out.Text() != "held" {
		t.Fatalf("the child says %q", out.Text())
	}
	sentence := fmt.Sprintf(
		"book.ouverte is open in another ouverte (process %d). Use that one, or stop it first.",
		cmd.Process.Pid,
	)
	wantCannotOpen(t, path, sentence)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err == nil {
		wantCannotOpen(t, link, strings.Replace(sentence, "book.ouverte", "link", 1))
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	b := openBook(t, path)
	wantCannotOpen(t, path,
		fmt.Sprintf("book.ouverte is open in another ouverte (process %d). Use that one, or stop it first.",
			os.Getpid()))
	testenv.Fine(t, b.Close())
	openBook(t, path)
}

func TestFilesThatAreNoBook(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	b := openBook(t, whole)
	tb := sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
	for range 50 {
		tb.deal("solo ann 5")
	}
	testenv.Fine(t, b.Close())
	bytes := must1(os.ReadFile(whole))
	write := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		testenv.Fine(t, os.WriteFile(path, content, 0o600))
		return path
	}
	wantCannotOpen(t, write("letter.txt", []byte("Dear Ann, about last Friday's misère …")),
		"letter.txt isn't a book of Ouverte. It was left as it is; name another file.")
	wantCannotOpen(t, dir,
		filepath.Base(dir)+" isn't a book of Ouverte. It was left as it is; name another file.")
	for _, n := range []int{0, 10, 60, 5000, len(bytes) / 2, len(bytes) - 1} {
		name := fmt.Sprintf("cut%d", n)
		wantCannotOpen(t, write(name, bytes[:n]),
			name+" is cut off: a part of it is missing. It was left as it is; restore it from a backup.")
	}
	other := append([]byte(nil), bytes...)
	binary.BigEndian.PutUint32(other[68:], 0)
	wantCannotOpen(t, write("other.db", other),
		"other.db isn't a book of Ouverte. It was left as it is; name another file.")

	newer := write("newer", bytes)
	db := pastTheBook(t, newer)
	must1(db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1);
		PRAGMA journal_mode = DELETE`))
	testenv.Fine(t, db.Close())
	wantCannotOpen(
		t,
		newer,
		"newer was written by a newer Ouverte than this one. Use the newer program; the book was left as it is.",
	)

	held := write("held", bytes)
	db = pastTheBook(t, held)
	must1(db.Exec(`PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE mine (x)`))
	wantCannotOpen(t, held, "held is held by another program. Close that one first.")
	testenv.Fine(t, db.Close())
	openBook(t, held)
	wantCannotOpen(t, filepath.Join(dir, "nowhere", "book"), "The folder "+filepath.Join(dir,
		"nowhere")+" for the book doesn’t exist.")
	for _, name := range []string{"letter.txt", "cut10", "other.db", "newer"} {
		wantNothing(t, filepath.Join(dir, name+"-lock"))
	}
	wantNothing(t, dir+"-lock")
}

// TestReadOnlyFile: of a folder that may be written to, with a book that may not.
func TestReadOnlyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	testenv.Fine(t, openBook(t, path).Close())
	var writable func()
	sentence := "This user may not write to book, or to its folder."
	if os.Geteuid() == 0 { // Permissions don't stop root: mount the file over itself, read-only.
		sentence = "book may only be read here, and its folder perhaps too. Ouverte must be able to write to both."
		if out, err := exec.Command("mount", "--bind", path, path).CombinedOutput(); err != nil {
			testenv.Refused(t, "the right to mount", string(out))
		}
		writable = func() { _ = exec.Command("umount", "-l", path).Run() }
		t.Cleanup(writable)
		if out, err := exec.Command("mount", "-o", "remount,ro,bind", path).CombinedOutput(); err != nil {
			testenv.Refused(t, "the right to mount", string(out))
		}
	} else {
		testenv.Fine(t, os.Chmod(path, 0o400))
		writable = func() { _ = os.Chmod(path, 0o600) }
	}
	wantCannotOpen(t, path, sentence)
	writable()
	if _, err := openBook(t, path).AddPlayer(t.Context(), Slip{Key: "after"}, "Ann"); err != nil {
		t.Errorf("when it may be written to again: %v", err)
	}
}

// TestABookThatMayNotBeRead: the refusals for a user without the right, to write in it and to look.
func TestABookThatMayNotBeRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "book")
	testenv.Fine(t, openBook(t, path).Close())
	testenv.Fine(t, errors.Join(os.Chmod(filepath.Dir(dir), 0o755), os.Chmod(dir, 0o777),
		os.Remove(path+"-lock")))
	if os.Geteuid() == 0 { // Permissions don't stop root: open files as nobody does.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := syscall.Setfsuid(65534); err != nil {
			testenv.Refused(t, "the right to read as another user", err)
		}
		defer func() { _ = syscall.Setfsuid(0) }()
	} else {
		testenv.Fine(t, os.Chmod(path, 0o200))
		defer func() { _ = os.Chmod(path, 0o600) }() // for the audit that ends the test
	}
	looks := func(sentence string) {
		t.Helper()
		if _, err := audit.Check(t.Context(), path, nil, nil); err == nil || err.Error() != sentence {
			t.Errorf("an audit says %v, want %s", err, sentence)
		}
	}
	const unread, shut = "This user may not read book.",
		"This user may not look into the folder of book."
	wantCannotOpen(t, path, unread)
	looks(unread)
	if os.Geteuid() == 0 {
		_ = syscall.Setfsuid(0)
	}
	testenv.Fine(t, os.Chmod(dir, 0o600))
	defer func() { _ = os.Chmod(dir, 0o700) }()
	if os.Geteuid() == 0 {
		_ = syscall.Setfsuid(65534)
	}
	wantCannotOpen(t, path, shut)
	looks(shut)
}

// TestAFolderThatIsMovedAway: systemd, say, gives the folder of a running program to somebody else. A start
// helps, and that is said, on the table and on the keeper's page.
func TestAFolderThatIsMovedAway(t *testing.T) {
	dir := t.TempDir()
	b := openBook(t, filepath.Join(dir, "book"))
	testenv.Fine(t, errors.Join(os.Chmod(filepath.Dir(dir), 0o755), os.Chmod(dir, 0)))
	defer func() { _ = os.Chmod(dir, 0o700) }()
	if os.Geteuid() == 0 { // whom permissions don't stop
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := syscall.Setfsuid(65534); err != nil {
			testenv.Refused(t, "the right to read as another user", err)
		}
		defer func() { _ = syscall.Setfsuid(0) }()
	}
	if err := b.trouble(b.file.Here()); !strings.Contains(err.Error(), "The host starts Ouverte again") {
		t.Errorf("the table says %v", err)
	}
	if w := b.Warnings(); len(w) != 1 || !strings.HasPrefix(w[0].Do, "Start Ouverte again") {
		t.Errorf("the keeper's page says %v", w)
	}
}

func TestReadOnlyFolder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "book")
	testenv.Fine(t, openBook(t, path).Close())
	if os.Geteuid() == 0 { // Permissions don't stop root: mount the folder over itself, read-only.
		if out, err := exec.Command("mount", "--bind", dir, dir).CombinedOutput(); err != nil {
			testenv.Refused(t, "the right to mount", string(out))
		}
		t.Cleanup(func() { _ = exec.Command("umount", "-l", dir).Run() })
		if out, err := exec.Command("mount", "-o", "remount,ro,bind", dir).CombinedOutput(); err != nil {
			testenv.Refused(t, "the right to mount", string(out))
		}
	} else {
		testenv.Fine(t, os.Chmod(dir, 0o500))
		t.Cleanup(func() { _ = os.Chmod(dir, 0o700) }) // so that the folder can be removed
	}
	wantCannotOpen(t, path,
		"book may only be read here, and its folder perhaps too. Ouverte must be able to write to both.")
}

func TestUnfinishedFirstStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	// A first start that was cut short leaves the book it was making beside its place.
	testenv.Fine(t, os.WriteFile(path+"-new", []byte("half a bo"), 0o600))
	openBook(t, path)
	if _, err := os.Stat(path + "-new"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the unfinished one is still there: %v", err)
	}
}

// A book, its log and a copy of it can be read by its owner only, whatever folder they lie in.
func TestTheBookIsItsOwners(t *testing.T) {
	folder := t.TempDir()
	testenv.Fine(t, os.Chmod(folder, 0o755))
	path, saved := filepath.Join(folder, "book.db"), filepath.Join(folder, "copy.db")
	b := openBook(t, path)
	must1(b.AddPlayer(t.Context(), new(keys).slip(), "Ann"))
	must1(archive.Backup(t.Context(), path, saved, nil))
	for _, file := range []string{path, path + "-wal", path + "-shm", saved} {
		info := must1(os.Stat(file))
		if rights := info.Mode().Perm(); rights != 0o600 {
			t.Errorf("%s: %v", filepath.Base(file), rights)
		}
	}
}

// A book that others could read is its owner's alone once it was opened, which is said, and so are its note
// and its log, the one it had and the one it gets then.
func TestAnOldBookBecomesItsOwners(t *testing.T) {
	was := openBook(t, filepath.Join(t.TempDir(), "book.db"))
	must1(was.AddPlayer(t.Context(), new(keys).slip(), "Ann"))
	path := filepath.Join(t.TempDir(), "old.db")
	open := []string{"", "-wal", "-note"} // as a stop in the middle leaves it
	testenv.Fine(t, os.WriteFile(was.Path()+"-note", []byte("{}"), 0o600))
	for _, part := range open {
		text := must1(os.ReadFile(was.Path() + part))
		testenv.Fine(t, os.WriteFile(path+part, text, 0o600))
		testenv.Fine(t, os.Chmod(path+part, 0o644))
	}
	var said strings.Builder
	b := must1(Open(t.Context(), path, Options{Log: slog.New(slog.NewTextHandler(&said, nil))}))
	defer b.Close()
	for _, part := range open {
		want := `msg="others could read a file of the book until now" file=` + path + part + " mode=-rw-r--r--\n"
		if strings.Count(said.String(), want) != 1 {
			t.Errorf("of %s it says: %s", part, said.String())
		}
	}
	testenv.Same(t, len(b.Now().Players()), 1, "%d people in it")
	for _, part := range append(open, "-shm", "-lock") {
		info := must1(os.Stat(path + part))
		if rights := info.Mode().Perm(); rights != 0o600 {
			t.Errorf("%s: %v", filepath.Base(path+part), rights)
		}
	}
}

// A book whose rights aren't ours to change is opened all the same.
func TestABookOfSomebodyElseAsRoot(t *testing.T) {
	testenv.AsRoot(t)
	path := filepath.Join(t.TempDir(), "book.db")
	testenv.Fine(t, openBook(t, path).Close())
	testenv.Fine(t, errors.Join(os.Chmod(path, 0o664), os.Chown(path, 65534, 65534)))
	openBook(t, path)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o664 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// A program killed while it hands on a copy leaves that behind; it goes when the book is opened again, and
// nothing else does.
func TestCopiesNobodyGot(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "book.db")
	b := openBook(t, path)
	left, _, err := b.CopyFolder()
	testenv.Fine(t, err)
	testenv.Fine(t, os.WriteFile(filepath.Join(left, "copy.db"), []byte("half of it"), 0o600))
	testenv.Fine(t, b.Close())
	other := openBook(t, path+"-2") // whose copy is being made
	atWork, _, err := other.CopyFolder()
	testenv.Fine(t, err)
	stay := []string{atWork, filepath.Join(dir, ".ouverte-copy-book.db-mine"),
		filepath.Join(dir, ".ouverte-copy-book.db-"), filepath.Join(dir, ".ouverte-copy-7")}
	for _, name := range stay[1:] {
		testenv.Fine(t, os.Mkdir(name, 0o700))
	}
	file := filepath.Join(dir, ".ouverte-copy-book.db-8")
	testenv.Fine(t, os.WriteFile(file, nil, 0o600))
	openBook(t, path)
	if _, err := os.Lstat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is still there: %v", filepath.Base(left), err)
	}
	for _, name := range append(stay, file) {
		if _, err := os.Lstat(name); err != nil {
			t.Error(err)
		}
	}
}
