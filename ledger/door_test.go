package ledger

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/testenv"
)

// TestTableCode lets in a scorer's device that is bound to the table the code is for; a code is made for open
// tables of an evening only, and one made for a table that has closed since still binds.
func TestTableCode(t *testing.T) {
	b := newBook(t)
	c := gatherClub(t, b, 8)
	one, two := c.now().Tables[0].ID, c.now().Tables[1].ID
	_, _, err := b.MakeTableCode(c.ctx, c.id)
	wantPart(t, err, "isn’t one of several tables")
	if _, _, err = b.MakeTableCode(c.ctx, 99); !errors.As(err, new(*chain.NotFound)) {
		t.Errorf("a code for a night there isn't: %v", err)
	}
	for _, table := range []chain.NightID{one, two} {
		code, _, err := b.MakeTableCode(c.ctx, table)
		testenv.Fine(t, err)
		if right, only, err := b.CodeRight(c.ctx, code); right != door.Scorer || only != table || err != nil {
			t.Errorf("the code gives %v at %d, %v", right, only, err)
		}
		if table == two {
			c.ok(c.CloseTable(c.ctx, c.slip(), two, 0))
		}
		token, in, err := b.Pair(c.ctx, code, fmt.Sprint("Tablet ", table), "")
		got, ok := b.DeviceWith(token)
		if err != nil || !ok || got != in || in.Only != table || in.Right != door.Scorer {
			t.Errorf("let in: %+v %v", in, err)
		}
	}
	_, _, err = b.MakeTableCode(c.ctx, two)
	wantPart(t, err, "closed")
	code, _, err := b.MakeCode(c.ctx, door.Scorer)
	testenv.Fine(t, err)
	if _, in, err := b.Pair(c.ctx, code, "Everywhere", ""); err != nil || in.Only != 0 {
		t.Errorf("let in by an ordinary code: %+v %v", in, err)
	}
}

// TestCodeBeside: a code made by another process lets a device into a book that is open, and into one that is
// not. A file that is no book stays as it is.
func TestCodeBeside(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "book.db")
	open := func() *Book {
		b := must1(Open(ctx, path, Options{}))
		t.Cleanup(func() { b.Close() })
		return b
	}
	b := open()
	code, ends, err := CodeBeside(ctx, path, door.Scorer)
	if err != nil || time.Until(ends) > 10*time.Minute || time.Until(ends) < 9*time.Minute {
		t.Fatalf("%v, ends %v", err, ends)
	}
	if _, d, err := b.Pair(ctx, code, "Tablet", ""); err != nil || d.Right != door.Scorer {
		t.Errorf("let in as %v, %v", d.Right, err)
	}
	testenv.Fine(t, b.Close())
	if code, _, err = CodeBeside(ctx, path, door.Keeper); err != nil {
		t.Fatal(err)
	}
	again := open()
	if r, _, err := again.CodeRight(ctx, code); r != door.Keeper || err != nil {
		t.Errorf("after a start: %v, %v", r, err)
	}
	if _, _, err := again.MakeCode(ctx, door.Watcher); err != nil { // something is in the log
		t.Fatal(err)
	}

	second := path + "-second"
	if err := os.Link(path, second); err != nil {
		testenv.Refused(t, "hard links", err)
	}
	for _, name := range []string{path, second} {
		if _, _, err := CodeBeside(ctx, name, door.Keeper); !errors.As(err, new(*CannotOpen)) {
			t.Errorf("under one of two names: %v", err)
		}
	}
	testenv.Fine(t, os.Remove(second))
	copyFile(t, path, second)
	testenv.Fine(t, os.Rename(second, path))
	if _, _, err := CodeBeside(ctx, path, door.Keeper); !errors.As(err, new(*CannotOpen)) {
		t.Errorf("in a copy moved over the open book: %v", err)
	}

	letter := filepath.Join(t.TempDir(), "letter.txt")
	testenv.Fine(t, os.WriteFile(letter, []byte(strings.Repeat("Dear Ann, ", 100)), 0o600))
	if _, _, err := CodeBeside(ctx, letter, door.Keeper); !errors.As(err, new(*CannotOpen)) {
		t.Errorf("in a letter: %v", err)
	}
	missing := filepath.Join(t.TempDir(), "none.db")
	if _, _, err := CodeBeside(ctx, missing, door.Keeper); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in no file: %v", err)
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("it made a book")
	}
}
