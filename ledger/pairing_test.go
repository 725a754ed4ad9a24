package ledger

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
)

// paired lets a device in with a code.
func paired(t *testing.T, b *Book, right Right, name string) (token string, d Device) {
	t.Helper()
	code, _, err := b.MakeCode(context.Background(), right)
	if err == nil {
		token, d, err = b.Pair(context.Background(), code, name, "")
	}
	if err != nil {
		t.Fatal(err)
	}
	return token, d
}

// thirty runs do in thirty goroutines and counts those without an error.
func thirty(do func(i int) error) (went int64) {
	var wait sync.WaitGroup
	var n atomic.Int64
	for i := range 30 {
		wait.Go(func() {
			if do(i) == nil {
				n.Add(1)
			}
		})
	}
	wait.Wait()
	return n.Load()
}

// TestFirstKeeper: of thirty browsers at once one becomes the keeper of a book without one, whatever other
// devices it has, and no other does afterwards, also after a restart.
func TestFirstKeeper(t *testing.T) {
	b, _ := aDoor(t)
	ctx := context.Background()
	was, tablet := paired(t, b, Scorer, "Tablet")
	paired(t, b, Watcher, "Phone")
	if b.HasKeeper() {
		t.Error("a keeper before there is one")
	}
	went := thirty(func(i int) error {
		token, d, err := b.FirstKeeper(ctx, fmt.Sprintf("Browser %d", i), "")
		if got, ok := b.DeviceWith(token); err == nil && (!ok || got != d || d.Right != Keeper) {
			t.Errorf("let in as %+v", d)
		}
		return err
	})
	if went != 1 || !b.HasKeeper() || len(b.Devices()) != 3 {
		t.Errorf("%d became the keeper, %d devices", went, len(b.Devices()))
	}
	path := b.Path()
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	again := openBook(t, path)
	for _, token := range []string{"", was} {
		if _, _, err := again.FirstKeeper(ctx, "Another", token); !errors.As(err, new(*Refusal)) {
			t.Errorf("a second keeper: %v", err)
		}
	}
	if d, ok := again.DeviceWith(was); !ok || d.ID != tablet.ID || d.Right != Scorer {
		t.Errorf("the tablet became %+v", d)
	}
}

// TestFirstKeeperWasADevice: a browser that scored becomes the keeper under its name, and its old token is
// worthless.
func TestFirstKeeperWasADevice(t *testing.T) {
	b, _ := aDoor(t)
	was, d := paired(t, b, Scorer, "Tablet")
	token, now, err := b.FirstKeeper(context.Background(), d.Name, was)
	if err != nil || now.Name != "Tablet" || now.Right != Keeper || len(b.Devices()) != 1 {
		t.Fatalf("%+v, %v", now, err)
	}
	if _, ok := b.DeviceWith(was); ok || token == was {
		t.Error("the old token still opens")
	}
}

// TestLastKeeperStays: nobody takes the keeper's right from the last device that has it, also not two keepers
// who turn each other out at the same moment.
func TestLastKeeperStays(t *testing.T) {
	b, _ := aDoor(t)
	ctx := context.Background()
	token, only := paired(t, b, Keeper, "Laptop")
	wantRefusal(t, b.TurnOut(ctx, only.ID), "name")
	lower, _, err := b.MakeCode(ctx, Scorer)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = b.Pair(ctx, lower, "Laptop", token)
	wantRefusal(t, err, "code")
	if d, ok := b.DeviceWith(token); !ok || d != only {
		t.Fatalf("the keeper is %+v", d)
	}
	if _, _, err := b.Pair(ctx, lower, "Tablet", ""); err != nil {
		t.Errorf("the code was used up: %v", err)
	}
	for range 20 {
		_, other := paired(t, b, Keeper, b.UnusedName("Phone"))
		ids := []DeviceID{only.ID, other.ID}
		if went := thirty(func(i int) error { return b.TurnOut(ctx, ids[i%2]) }); went != 1 || !b.HasKeeper() {
			t.Fatalf("%d were turned out, a keeper is left: %v", went, b.HasKeeper())
		}
		for _, d := range b.Devices() {
			if d.Right == Keeper {
				only = d
			}
		}
	}
}

// TestLink: the secret of a link makes one browser the keeper's, once, however many ask at once. Looking uses
// nothing up, a refused name neither, and nothing of it is in the file.
func TestLink(t *testing.T) {
	b, now := aDoor(t)
	ctx := context.Background()
	link, err := b.MakeLink(0)
	if err != nil || len(link) != 14 || strings.Trim(link, chain.Alphabet+"-") != "" || !IsLink(link) {
		t.Fatalf("the link is %q, %v", link, err)
	}
	now.set(now.read().Add(365 * 24 * time.Hour))
	for range 3 {
		if r, _, err := b.CodeRight(ctx, " "+strings.ToLower(link)); r != Keeper || err != nil {
			t.Errorf("it lets in a %v, %v", r, err)
		}
	}
	_, _, err = b.Pair(ctx, link, "a\u202eb", "")
	wantRefusal(t, err, "name")
	went := thirty(func(i int) error {
		_, d, err := b.Pair(ctx, link, fmt.Sprintf("Browser %d", i), "")
		if err == nil && d.Right != Keeper {
			t.Errorf("let in as %v", d.Right)
		}
		return err
	})
	if went != 1 || len(b.Devices()) != 1 {
		t.Errorf("%d were let in, %d devices", went, len(b.Devices()))
	}
	if _, _, err := b.CodeRight(ctx, link); !errors.Is(err, errCode) {
		t.Errorf("afterwards: %v", err)
	}
	if n := askFile(t, b.Path(), `SELECT count(*) FROM code`); n != 0 {
		t.Errorf("%d codes are in the file", n)
	}
	for _, other := range []string{"", "AAAA", "AAAA-AAAA", "AAAA-AAAA-AAAA"} {
		if b.UseLink(other) {
			t.Errorf("%q is a link", other)
		}
	}
	unused, err := b.MakeLink(0)
	if err != nil || !b.UseLink(unused) || b.UseLink(unused) {
		t.Errorf("used without letting anybody in: %v", err)
	}
}

// TestLinkEnds: a link with a life ends with it, and when the clock is put back.
func TestLinkEnds(t *testing.T) {
	for shift, good := range map[time.Duration]bool{
		0: true, time.Minute - time.Second: true, time.Minute: false, -time.Hour: false,
	} {
		b, now := aDoor(t)
		link, err := b.MakeLink(time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		now.set(now.read().Add(shift))
		if _, _, err := b.Pair(context.Background(), link, "Browser", ""); (err == nil) != good {
			t.Errorf("after %v: %v", shift, err)
		}
	}
}

// TestCodeBeside: a code made by another process lets a device into a book that is open, and into one that is
// not. A file that is no book stays as it is.
func TestCodeBeside(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "book.db")
	open := func() *Book {
		b, err := Open(ctx, path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { b.Close() })
		return b
	}
	b := open()
	code, ends, err := CodeBeside(ctx, path, Scorer)
	if err != nil || time.Until(ends) > 10*time.Minute || time.Until(ends) < 9*time.Minute {
		t.Fatalf("%v, ends %v", err, ends)
	}
	if _, d, err := b.Pair(ctx, code, "Tablet", ""); err != nil || d.Right != Scorer {
		t.Errorf("let in as %v, %v", d.Right, err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if code, _, err = CodeBeside(ctx, path, Keeper); err != nil {
		t.Fatal(err)
	}
	again := open()
	if r, _, err := again.CodeRight(ctx, code); r != Keeper || err != nil {
		t.Errorf("after a start: %v, %v", r, err)
	}
	if _, _, err := again.MakeCode(ctx, Watcher); err != nil { // something is in the log
		t.Fatal(err)
	}

	second := path + "-second"
	if err := os.Link(path, second); err != nil {
		testenv.Refused(t, "hard links", err)
	}
	for _, name := range []string{path, second} {
		if _, _, err := CodeBeside(ctx, name, Keeper); !errors.As(err, new(*CannotOpen)) {
			t.Errorf("under one of two names: %v", err)
		}
	}
	if err := os.Remove(second); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(second, whole, 0o600)
	}
	if err == nil {
		err = os.Rename(second, path)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := CodeBeside(ctx, path, Keeper); !errors.As(err, new(*CannotOpen)) {
		t.Errorf("in a copy moved over the open book: %v", err)
	}

	letter := filepath.Join(t.TempDir(), "letter.txt")
	if err := os.WriteFile(letter, []byte(strings.Repeat("Dear Ann, ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := CodeBeside(ctx, letter, Keeper); !errors.As(err, new(*CannotOpen)) {
		t.Errorf("in a letter: %v", err)
	}
	missing := filepath.Join(t.TempDir(), "none.db")
	if _, _, err := CodeBeside(ctx, missing, Keeper); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in no file: %v", err)
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("it made a book")
	}
}
