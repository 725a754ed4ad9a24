//go:build linux

package ledger

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ouverte/ledger/archive"
	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// The test binary started with this in its environment is not a test but a program that works on a book until
// it is stopped: see TestMain.
const childEnv = "OUVERTE_TEST_CHILD"

func TestMain(m *testing.M) {
	switch os.Getenv(childEnv) {
	case "load":
		childLoad(os.Getenv("OUVERTE_TEST_BOOK"), os.Getenv("OUVERTE_TEST_ROUND"))
	case "limit":
		childLimit(os.Getenv("OUVERTE_TEST_BOOK"))
	case "exchange":
		childExchange(os.Getenv("OUVERTE_TEST_BOOK"))
	case "hold":
		childHold(os.Getenv("OUVERTE_TEST_BOOK"))
	default:
		os.Exit(testenv.Tests{M: m}.Run())
	}
}

func child(t *testing.T, what, book, round string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+what, "OUVERTE_TEST_BOOK="+book, "OUVERTE_TEST_ROUND="+round)
	cmd.Stderr = os.Stderr
	out := must1(cmd.StdoutPipe())
	if _, err := cmd.StdinPipe(); err != nil { // open as long as the test wants the child
		t.Fatal(err)
	}
	testenv.Fine(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return cmd, bufio.NewScanner(out)
}

// childLoad records and corrects deals on several nights at once, and closes and opens these nights, for as
// long as it lives, and says of each posting that it was acknowledged.
func childLoad(path, round string) {
	ctx := context.Background()
	b, err := Open(ctx, path, Options{})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	lines := make(chan string)
	slipOf := func(w, i int) Slip { return Slip{Key: fmt.Sprintf("r%s-w%d-%d", round, w, i), Device: "child"} }
	go func() {
		for i := 0; ; i++ {
			slip, night := slipOf(6, i), chain.NightID(i/2%3+1)
			said, r, err := "shut", Receipt{}, error(nil)
			if i%2 == 0 {
				r, err = b.CloseNight(ctx, slip, night, 0)
			} else {
				said = "open"
				r, err = b.ReopenNight(ctx, slip, night, "one more")
			}
			if err == nil {
				lines <- fmt.Sprintf("%s %s %d", said, slip.Key, r.Entry)
			}
		}
	}()
	for w := range 6 {
		go func() {
			slip := func(i int) Slip { return slipOf(w, i) }
			for i := 0; ; i++ {
				night := chain.NightID(w%3 + 1)
				var r Receipt
				var err error
				if i%4 == 3 { // every fourth is a correction of the deal before
					n, nerr := b.Now().Night(night)
					if nerr != nil || len(n.Deals) == 0 {
						continue
					}
					d := n.Deals[len(n.Deals)/2]
					said := DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: rules.Seat(i/4%4 + 1), Tricks: 4 + i%7}}
					r, err = b.Mend(ctx, slip(i), night, Mend{Do: Correct, Deal: d.ID, Saw: d.Version, Said: said})
				} else {
					r, err = b.Record(ctx, slip(i), night,
						DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: rules.Seat(i%4 + 1), Tricks: 3 + i%8}})
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
	t.Parallel()
	rounds := testenv.Share(16)
	path := filepath.Join(t.TempDir(), "book.ouverte")
	threeNights(t, must1(Open(t.Context(), path, Options{Clock: clockAt(evening)})))
	acked, times := map[string]chain.EntryID{}, map[string]int{}
	for round := range rounds {
		cmd, out := child(t, "load", path, fmt.Sprint(round))
		heard, enough, killed := 0, 1+rand.IntN(200), false
		for out.Scan() {
			var what, key string
			var entry chain.EntryID
			if n, _ := fmt.Sscanf(out.Text(), "%s %s %d", &what, &key, &entry); n != 3 {
				t.Fatalf("the child says %q", out.Text())
			}
			acked[key] = entry
			times[what]++
			// What it says after the kill was acknowledged before it.
			all := times["ack"] >= rounds && times["shut"] > 0 && times["open"] > 0
			if heard++; !killed && heard >= enough && (all || round > 0) {
				testenv.Fine(t, cmd.Process.Kill())
				killed = true
			}
		}
		_ = cmd.Wait()
		well(t, path)
		db := pastTheBook(t, path)
		for key, entry := range acked {
			var n int
			var last chain.EntryID
			testenv.Fine(t, db.QueryRow(`SELECT count(DISTINCT ask), max(seq) FROM entry WHERE key = ?`, key).Scan(&n,
				&last))
			if n != 1 || last != entry {
				t.Errorf("round %d: %s was acknowledged as entry %d; there are %d of it, the last as entry %d", round,
					key, entry, n, last)
			}
		}
		testenv.Fine(t, db.Close())
	}
	t.Logf("acknowledged in %d lives: %v", rounds, times)
	if times["ack"] < rounds || times["shut"] == 0 || times["open"] == 0 {
		t.Errorf("in %d lives only %v were acknowledged: not all was tried", rounds, times)
	}
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
		_, err := b.Record(ctx, Slip{Key: key, Device: "child"}, 1,
			DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 5}})
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
	if n, err := b.Now().Night(1); err != nil || len(n.Deals) != recorded {
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
	testenv.Fine(t, b.Close())
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
	well(t, path)
	tb := &table{Book: openBook(t, path), t: t, ctx: t.Context(), night: 1}
	testenv.Same(t, len(tb.now().Deals), recorded+1, "%d deals stand")
}

func TestDiskFullAsRoot(t *testing.T) {
	testenv.AsRoot(t)
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=1500k", "tmpfs",
		dir).CombinedOutput(); err != nil {
		testenv.Refused(t, "the right to mount", string(out))
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "-l", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %s", out)
		}
	})
	path := filepath.Join(dir, "book.ouverte")
	b := must1(Open(t.Context(), path, Options{Clock: clockAt(evening)}))
	tb := sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
	ballast := filepath.Join(dir, "ballast")
	testenv.Fine(t, os.WriteFile(ballast, make([]byte, 300_000), 0o600))
	recorded := 0
	for i := 0; ; i++ {
		_, err := tb.Record(tb.ctx, Slip{Key: fmt.Sprint("deal-", i), Device: "tablet"}, tb.night,
			DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 5}})
		if err == nil {
			recorded++
			continue
		}
		var cannot *CannotWrite
		if !errors.As(err, &cannot) ||
			cannot.Sentence != "The disk is full: nothing was recorded. Make room, then send it again." {
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
	testenv.Fine(t, os.Remove(ballast))
	tb.Book = must1(Open(t.Context(), path, Options{Clock: clockAt(evening)}))
	defer tb.Close()
	tb.deal("solo ann 5")
	testenv.Same(t, len(tb.now().Deals), recorded+1, "%d deals stand after room was made")
	well(t, path)

	// An import that there is no room for isn't the file's fault.
	large := newBook(t)
	fill(t, large, 1, 80, 120)
	var cannot *CannotWrite
	_, _, err := archive.Import(t.Context(), strings.NewReader(exported(t, large.Path(), archive.JSON)),
		filepath.Join(dir, "imported.ouverte"), nil)
	if !errors.As(err, &cannot) ||
		err.Error() != "The disk is full: nothing was imported. Mend that, and begin anew." {
		t.Errorf("an import onto a disk that is too small: %v", err)
	}
}

// TestPanics: a fault of ours while a book is read keeps that book from opening, and nothing else; one after
// a commit doesn't take back what is on the disk, and one while the note is written ends the writing.
func TestPanics(t *testing.T) {
	tb := lively(t)
	b := tb.Book
	_, err := b.ask(tb.ctx, func(d *desk) error {
		d.anything = true
		d.OnCommit(func() { panic("after the commit") })
		return nil
	})
	testenv.Fine(t, err)
	must1(b.AddPlayer(tb.ctx, tb.slip(), "Eve"))
	testenv.Fine(t, tb.Close())
	quiet := must1(Open(tb.ctx, tb.Path(), Options{Throwaway: true})) // which notes nothing by itself
	quiet.clock = func() time.Time { panic("while the note is written") }
	quiet.noter.write(quiet, true)
	if _, err := quiet.AddPlayer(tb.ctx, tb.slip(), "Fay"); err != errBroken || len(quiet.Warnings()) != 1 {
		t.Errorf("a panic while the note is written: %v, %v", err, quiet.Warnings())
	}
	testenv.Fine(t, quiet.Close())
	_, err = Open(tb.ctx, tb.Path(), Options{Progress: func(int64, int64) { panic("while it is read") }})
	if cannot := (*CannotOpen)(nil); !errors.As(err, &cannot) {
		t.Errorf("a panic while it is read: %v", err)
	}
	testenv.Fine(t, must1(Open(tb.ctx, tb.Path(), Options{})).Close())
}
