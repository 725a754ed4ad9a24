//go:build linux

package ledger

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ouverte/rules"
)

// The test binary started with this in its environment is not a test but a program that works on a book until it is
// stopped: see TestMain.
const childEnv = "OUVERTE_TEST_CHILD"

func TestMain(m *testing.M) {
	switch os.Getenv(childEnv) {
	case "load":
		childLoad(os.Getenv("OUVERTE_TEST_BOOK"), os.Getenv("OUVERTE_TEST_ROUND"))
	case "limit":
		childLimit(os.Getenv("OUVERTE_TEST_BOOK"))
	case "hold":
		childHold(os.Getenv("OUVERTE_TEST_BOOK"))
	default:
		os.Exit(m.Run())
	}
}

// child starts this binary as one of the programs.
func child(t *testing.T, what, book, round string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+what, "OUVERTE_TEST_BOOK="+book, "OUVERTE_TEST_ROUND="+round)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return cmd, bufio.NewScanner(out)
}

// childLoad records and corrects deals on several nights at once for as long as it lives, and says of each posting that it
// is going to send it and that it was acknowledged.
func childLoad(path, round string) {
	ctx := context.Background()
	b, err := Open(ctx, path, Options{})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	lines := make(chan string)
	for w := range 6 {
		go func() {
			slip := func(i int) Slip { return Slip{Key: fmt.Sprintf("r%s-w%d-%d", round, w, i), Device: "child"} }
			for i := 0; ; i++ {
				night := NightID(w%3 + 1)
				var r Receipt
				var err error
				if i%4 == 3 { // every fourth is a correction of the deal before
					n, nerr := b.Night(ctx, night)
					if nerr != nil || len(n.Deals) == 0 {
						continue
					}
					d := n.Deals[len(n.Deals)/2]
					said := DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: rules.Seat(i/4%4 + 1), Tricks: 4 + i%7}}
					r, err = b.Mend(ctx, slip(i), night, Mend{Do: Correct, Deal: d.ID, Saw: d.Version, Said: said})
				} else {
					r, err = b.Record(ctx, slip(i), night, DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: rules.Seat(i%4 + 1), Tricks: 3 + i%8}})
				}
				if err == nil {
					lines <- fmt.Sprintf("ack %s %d", slip(i).Key, r.Entry)
				}
			}
		}()
	}
	for line := range lines {
		fmt.Println(line)
	}
}

func TestKilledAtAnyMoment(t *testing.T) {
	rounds := 12
	if testing.Short() {
		rounds = 4
	}
	path := filepath.Join(t.TempDir(), "book.ouverte")
	b, err := Open(context.Background(), path, Options{Clock: clockAt(evening)})
	if err != nil {
		t.Fatal(err)
	}
	sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
	for range 2 {
		again, _, err := b.LastLineUp(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		must1(b.StartNight(t.Context(), Slip{Key: fmt.Sprint("night", again.Seats, rand.Int()), Device: "t"}.plain(), again))
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	acked := map[string]EntryID{}
	for round := range rounds {
		cmd, out := child(t, "load", path, fmt.Sprint(round))
		deadline := time.Now().Add(time.Duration(rand.IntN(250)) * time.Millisecond)
		killed := false
		for out.Scan() {
			var key string
			var entry EntryID
			if n, _ := fmt.Sscanf(out.Text(), "ack %s %d", &key, &entry); n != 2 {
				t.Fatalf("the child says %q", out.Text())
			}
			acked[key] = entry
			// What it says after the kill was acknowledged before it.
			if !killed && time.Now().After(deadline) {
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
				killed = true
			}
		}
		_ = cmd.Wait()
		wantSound(t, path)
		db, err := sql.Open("sqlite", readerDSN(path))
		if err != nil {
			t.Fatal(err)
		}
		for key, entry := range acked {
			var n int
			var last EntryID
			if err := db.QueryRow(`SELECT count(DISTINCT ask), max(seq) FROM entry WHERE key = ?`, key).Scan(&n, &last); err != nil {
				t.Fatal(err)
			}
			if n != 1 || last != entry {
				t.Errorf("round %d: %s was acknowledged as entry %d; there are %d of it, the last as entry %d", round, key, entry, n, last)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d postings acknowledged in %d lives", len(acked), rounds)
	if len(acked) < rounds {
		t.Errorf("only %d postings were acknowledged in %d lives: nothing was tried", len(acked), rounds)
	}
}

// plain makes a key of any text.
func (s Slip) plain() Slip {
	s.Key = strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' {
			return c
		}
		return '-'
	}, s.Key)
	return s
}

// childLimit records deals until the file may not grow, says so, lifts the limit when told and goes on.
func childLimit(path string) {
	ctx := context.Background()
	b, err := Open(ctx, path, Options{})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	record := func(key string) error {
		_, err := b.Record(ctx, Slip{Key: key, Device: "child"}, 1, DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 5}})
		return err
	}
	info, err := os.Stat(path + "-wal")
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	var usual syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &usual); err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	tight := usual
	tight.Cur = uint64(info.Size() + 100_000)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &tight); err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	recorded := 0
	var full error
	for i := 0; full == nil && i < 10_000; i++ {
		if full = record(fmt.Sprint("full-", i)); full == nil {
			recorded++
		}
	}
	var cannot *CannotWrite
	fmt.Println("full", recorded, errors.As(full, &cannot), full)
	again := record(fmt.Sprint("full-", recorded))
	fmt.Println("still", errors.As(again, &cannot))
	if n, err := b.Night(ctx, 1); err != nil || len(n.Deals) != recorded {
		fmt.Println("error reading while the disk is full", err)
		os.Exit(1)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &usual); err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	fmt.Println("after", record(fmt.Sprint("full-", recorded)))
	fmt.Println("closed", b.Close())
}

func TestFileSizeLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.ouverte")
	b := openBook(t, path)
	sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	_, out := child(t, "limit", path, "")
	var lines []string
	for out.Scan() {
		lines = append(lines, out.Text())
	}
	var recorded int
	var told bool
	if len(lines) != 4 {
		t.Fatalf("the child says %q", lines)
	}
	if _, err := fmt.Sscanf(lines[0], "full %d %t", &recorded, &told); err != nil || !told || recorded == 0 {
		t.Errorf("when the file may not grow: %q", lines[0])
	}
	if !strings.Contains(lines[0], "nothing was recorded") {
		t.Errorf("the sentence: %q", lines[0])
	}
	if lines[1] != "still true" || lines[2] != "after <nil>" || lines[3] != "closed <nil>" {
		t.Errorf("the child says %q", lines)
	}
	wantSound(t, path)
	tb := &table{Book: openBook(t, path), t: t, ctx: t.Context(), night: 1}
	if n := len(tb.now().Deals); n != recorded+1 {
		t.Errorf("%d deals stand, want %d", n, recorded+1)
	}
}

func TestDiskFull(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs to mount a small disk")
	}
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=1500k", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("can't mount a small disk: %s", out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "-l", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %s", out)
		}
	})
	path := filepath.Join(dir, "book.ouverte")
	b, err := Open(t.Context(), path, Options{Clock: clockAt(evening)})
	if err != nil {
		t.Fatal(err)
	}
	tb := sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 300_000), 0o600); err != nil {
		t.Fatal(err)
	}
	recorded := 0
	for i := 0; ; i++ {
		_, err := tb.Record(tb.ctx, Slip{Key: fmt.Sprint("deal-", i), Device: "tablet"}, tb.night, DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 5}})
		if err == nil {
			recorded++
			continue
		}
		var cannot *CannotWrite
		if !errors.As(err, &cannot) || cannot.Sentence != "The disk is full: nothing was recorded. Make room, then send it again." {
			t.Fatalf("a full disk after %d deals: %v", i, err)
		}
		break
	}
	if n := len(tb.now().Deals); n != recorded || recorded == 0 {
		t.Errorf("%d deals stand on the full disk, want %d", n, recorded)
	}
	// Opened on a full disk, it says so or works; it doesn't spoil anything.
	if err := tb.Close(); err != nil {
		t.Logf("closing on a full disk: %v", err)
	}
	if full, err := Open(t.Context(), path, Options{}); err == nil {
		if err := full.Close(); err != nil {
			t.Logf("closing on a full disk: %v", err)
		}
	} else {
		var cannot *CannotOpen
		if !errors.As(err, &cannot) {
			t.Errorf("opening on a full disk: %v", err)
		}
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if tb.Book, err = Open(t.Context(), path, Options{Clock: clockAt(evening)}); err != nil {
		t.Fatal(err)
	}
	defer tb.Close()
	tb.deal("solo ann 5")
	if n := len(tb.now().Deals); n != recorded+1 {
		t.Errorf("%d deals stand after room was made, want %d", n, recorded+1)
	}
	wantSound(t, path)
}

// childHold opens a book and keeps it until it is killed.
func childHold(path string) {
	if _, err := Open(context.Background(), path, Options{}); err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	fmt.Println("held")
	select {}
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
	sentence := fmt.Sprintf("book.ouverte is open in another ouverte (process %d). Use that one, or stop it first.", cmd.Process.Pid)
	wantCannotOpen(t, path, sentence)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err == nil {
		wantCannotOpen(t, link, strings.Replace(sentence, "book.ouverte", "link", 1))
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	b := openBook(t, path)
	wantCannotOpen(t, path, fmt.Sprintf("book.ouverte is open in another ouverte (process %d). Use that one, or stop it first.", os.Getpid()))
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	openBook(t, path)
}

func TestFilesThatAreNoBook(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	b := openBook(t, whole)
	tb := sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
	for range 50 {
		tb.deal("solo ann 5")
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	bytes, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	wantCannotOpen(t, write("letter.txt", []byte("Dear Ann, about last Friday's misère …")), "letter.txt isn't a book of Ouverte. It was left as it is; name another file.")
	wantCannotOpen(t, dir, filepath.Base(dir)+" isn't a book of Ouverte. It was left as it is; name another file.")
	for _, n := range []int{0, 10, 60, 5000, len(bytes) / 2, len(bytes) - 1} {
		name := fmt.Sprintf("cut%d", n)
		wantCannotOpen(t, write(name, bytes[:n]), name+" is cut off: a part of it is missing. It was left as it is; restore it from a backup.")
	}
	other := append([]byte(nil), bytes...)
	binary.BigEndian.PutUint32(other[68:], 0)
	wantCannotOpen(t, write("other.db", other), "other.db isn't a book of Ouverte. It was left as it is; name another file.")

	newer := write("newer", bytes)
	db, err := sql.Open("sqlite", makerDSN(newer))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1); PRAGMA journal_mode = DELETE`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	wantCannotOpen(t, newer, "newer was written by a newer Ouverte than this one. Use the newer program; the book was left as it is.")

	held := write("held", bytes)
	if db, err = sql.Open("sqlite", dsn(held, "rw")); err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE mine (x)`); err != nil {
		t.Fatal(err)
	}
	wantCannotOpen(t, held, "held is held by another program. Close that one first.")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	openBook(t, held)
	wantCannotOpen(t, filepath.Join(dir, "nowhere", "book"), "There is no folder "+filepath.Join(dir, "nowhere")+" to keep the book in.")
	for _, name := range []string{"letter.txt", "cut10", "other.db", "newer"} {
		wantNothing(t, filepath.Join(dir, name+"-lock"))
	}
	wantNothing(t, dir+"-lock")
}

// A lock file that was made for nothing is taken away without ever letting two have the lock.
func TestLockMadeForNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	var holding, held atomic.Int64
	together(8, func(int) {
		for range 200 {
			l, err := takeLock(path)
			var used *inUse
			if errors.As(err, &used) {
				continue
			}
			if err != nil {
				t.Error(err)
				return
			}
			if holding.Add(1) != 1 {
				t.Error("two have the lock")
			}
			held.Add(1)
			holding.Add(-1)
			if err := l.undo(); err != nil {
				t.Error(err)
			}
		}
	})
	if held.Load() == 0 {
		t.Error("nobody ever had the lock")
	}
	wantNothing(t, path+"-lock")
}

// TestReadOnlyFile: of a folder that may be written to, with a book that may not.
func TestReadOnlyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	if err := openBook(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	var writable func()
	sentence := "book may not be written to by this user, or its folder may not."
	if os.Geteuid() == 0 { // Permissions don't stop root: mount the file over itself, read-only.
		sentence = "book may only be read here, and its folder perhaps too. Ouverte must be able to write to both."
		if out, err := exec.Command("mount", "--bind", path, path).CombinedOutput(); err != nil {
			t.Skipf("can't mount: %s", out)
		}
		writable = func() { _ = exec.Command("umount", "-l", path).Run() }
		t.Cleanup(writable)
		if out, err := exec.Command("mount", "-o", "remount,ro,bind", path).CombinedOutput(); err != nil {
			t.Skipf("can't mount read-only: %s", out)
		}
	} else {
		if err := os.Chmod(path, 0o400); err != nil {
			t.Fatal(err)
		}
		writable = func() { _ = os.Chmod(path, 0o600) }
	}
	wantCannotOpen(t, path, sentence)
	writable()
	if _, err := openBook(t, path).AddPlayer(t.Context(), Slip{Key: "after"}, "Ann"); err != nil {
		t.Errorf("when it may be written to again: %v", err)
	}
}

func TestReadOnlyFolder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "book")
	if err := openBook(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	sentence := "book may not be written to by this user, or its folder may not."
	if os.Geteuid() == 0 {
		// Permissions don't stop root: mount the folder over itself, read-only.
		if out, err := exec.Command("mount", "--bind", dir, dir).CombinedOutput(); err != nil {
			t.Skipf("can't mount: %s", out)
		}
		t.Cleanup(func() { _ = exec.Command("umount", "-l", dir).Run() })
		if out, err := exec.Command("mount", "-o", "remount,ro,bind", dir).CombinedOutput(); err != nil {
			t.Skipf("can't mount read-only: %s", out)
		}
		sentence = "book may only be read here, and its folder perhaps too. Ouverte must be able to write to both."
	} else if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	wantCannotOpen(t, path, sentence)
}

func TestUnfinishedFirstStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	// A first start that was cut short leaves the book it was making beside its place.
	if err := os.WriteFile(path+"-new", []byte("half a bo"), 0o600); err != nil {
		t.Fatal(err)
	}
	openBook(t, path)
	if _, err := os.Stat(path + "-new"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the unfinished one is still there: %v", err)
	}
}

// A book, its log and a copy of it can be read by its owner only, whatever folder they lie in.
func TestTheBookIsItsOwners(t *testing.T) {
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	path, saved := filepath.Join(folder, "book.db"), filepath.Join(folder, "copy.db")
	b := openBook(t, path)
	if _, err := b.AddPlayer(t.Context(), new(keys).slip(), "Ann"); err != nil {
		t.Fatal(err)
	}
	if _, err := Backup(t.Context(), path, saved, nil); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{path, path + "-wal", path + "-shm", saved} {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if rights := info.Mode().Perm(); rights != 0o600 {
			t.Errorf("%s: %v", filepath.Base(file), rights)
		}
	}
}
