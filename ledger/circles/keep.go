package circles

// Making, closing, opening and moving a circle, while the folder is served or not.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/ledger/note"
	"ouverte/ledger/store"
	"ouverte/rules"
)

func (f Folder) New(ctx context.Context, name string) error {
	if !Good(name) {
		return badName(name)
	}
	if err := f.Check(); err != nil {
		return err
	}
	switch s, _ := f.State(name); s {
	case Unknown:
	case Moved:
		return fmt.Errorf("%w; to use its name for another one, remove %s", f.movedAway(name), f.sign(name))
	default:
		return rules.Problemf("name", "The circle %s exists already.", name)
	}
	b, err := ledger.Open(ctx, f.Book(name), ledger.Options{})
	if err != nil {
		return err
	}
	err = b.Close()
	f.give(f.Book(name))
	return err
}

func (f Folder) give(book string) {
	f.toOwner(book, book+"-lock", book+"-note")
}

// Find gives the state of a circle that is in the folder.
func (f Folder) Find(name string) (State, error) {
	if !Good(name) {
		return Unknown, badName(name)
	}
	if err := f.Check(); err != nil {
		return Unknown, err
	}
	switch s, _ := f.State(name); s {
	case Unknown:
		return s, rules.Problemf("name", "No circle is called %s in %s. ouverte circle list names them all.",
			name, f)
	case Moved:
		return s, f.movedAway(name)
	case Moving:
		return s, rules.Problemf("name", "%s is being moved. If that was interrupted, remove %s, and it is served "+
			"as before.", name, f.sign(name))
	default:
		return s, nil
	}
}

// movedAway says where a circle went, and how that is taken back.
func (f Folder) movedAway(name string) error {
	to := f.to(name)
	if _, err := os.Stat(to); err == nil {
		called := strings.TrimSuffix(filepath.Base(to), ofBook)
		return rules.Problemf("name", "%s was moved to %s. To take that back: ouverte circle move %s %s --books %s",
			name, to, called, f.Book(name), filepath.Dir(to))
	}
	return rules.Problemf("name", "%s was moved to %s, and can't be seen there from here. To have a copy of it "+
		"played in here: ouverte restore --book %s COPY, then ouverte circle open %s --books %s", name, to,
		f.Book(name), name, f)
}

// Close has a circle no longer served. Its book stays. It waits until nobody has the book open.
func (f Folder) Close(ctx context.Context, name string, patience time.Duration) error {
	s, err := f.Find(name)
	if err != nil || s == Closed {
		return err
	}
	if err := f.setSign(name, Closed, ""); err != nil {
		return err
	}
	held, err := f.claim(ctx, name, patience)
	if err != nil {
		return errors.Join(err, f.takeSign(name))
	}
	return held.Free()
}

func (f Folder) Open(name string) error {
	s, err := f.Find(name)
	_, none := os.Stat(f.Book(name))
	_, elsewhere := os.Stat(f.to(name))
	switch {
	case s == Moved && none == nil && elsewhere != nil: // a copy was put in its place
	case err != nil || s == Served:
		return err
	case none != nil:
		return store.ExplainLook(f.Book(name), none)
	}
	return f.takeSign(name)
}

const looks = 50 * time.Millisecond

// claim waits until who serves the book has let go of its lock.
func (f Folder) claim(ctx context.Context, name string, patience time.Duration) (*store.Lock, error) {
	late := time.NewTimer(patience)
	defer late.Stop()
	again := time.NewTicker(looks)
	defer again.Stop()
	book, err := store.WholePath(f.Book(name))
	if err != nil {
		return nil, err
	}
	for {
		held, err := store.TakeLock(book)
		if err == nil || store.Cause(err) != store.ErrInUse {
			return held, store.Explain(book, err)
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-late.C:
			return nil, inUse(name, err)
		}
	}
}

func inUse(name string, err error) error {
	who := "Another program"
	var used *store.InUse
	if errors.As(err, &used) && used.By != "" {
		who = "The program with the number " + used.By
	}
	return rules.Problemf("name", "%s has %s open and doesn't let go of it. Nothing was changed. If it serves "+
		"that book alone, stop it first.", who, name)
}

// Target is where a circle moves to: a file, or the file of its name in a folder.
func (f Folder) Target(name, to string) string {
	info, err := os.Stat(to)
	if err == nil && info.IsDir() || strings.HasSuffix(to, string(filepath.Separator)) {
		return Folder(to).Book(name)
	}
	return to
}

// Move takes a circle to another file. The book is copied, the copy audited and put in its place whole; then
// the one that was here is kept under another name, and its name says that it moved. The note of how far the
// book had come goes with it. A book that is in the place is left alone.
func (f Folder) Move(
	ctx context.Context, name, to string, patience time.Duration, tell audit.Progress,
) (found *audit.Found, kept string, err error) {
	was, err := f.Find(name)
	if err != nil {
		return nil, "", err
	}
	to, book := f.Target(name, to), f.Book(name)
	there, called := Folder(filepath.Dir(to)), strings.TrimSuffix(filepath.Base(to), ofBook)
	if to != there.Book(called) || !Good(called) {
		return nil, "", rules.Problemf("to", "%s is no name for the file of a circle. Name a folder that is "+
			"there, or a file as %s.", to, there.Book(name))
	}
	if store.Same(to, book) {
		return nil, "", rules.Problemf("to", "%s is the book itself. Name another place for it.", to)
	}
	if err := f.setSign(name, Moving, to); err != nil {
		return nil, "", err
	}
	stays := func(err error) error { // as it was
		if was == Closed {
			return errors.Join(err, f.setSign(name, Closed, ""))
		}
		return errors.Join(err, f.takeSign(name))
	}
	held, err := f.claim(ctx, name, patience)
	if err != nil {
		return nil, "", stays(err)
	}
	defer func() { err = errors.Join(err, held.Free()) }()
	if found, err = archive.Backup(ctx, book, to, tell); err != nil {
		return nil, "", stays(err)
	}
	_ = note.Anew(ctx, to, nil) // without one the book is as good as with it
	there.give(to)
	// From here on the book is there, and must not be played in here.
	if err := f.setSign(name, Moved, to); err != nil {
		return found, "", fmt.Errorf("%s is a whole copy by now, but %s is still in its old place: %w",
			to, book, err)
	}
	if whole, err := store.WholePath(book); err == nil {
		book = whole
	}
	if kept, err = held.PutAside(book); err != nil {
		return found, "", fmt.Errorf("%s is a whole copy by now, but %s is still in its old place: %w",
			to, book, err)
	}
	// It is there what it was here: a sign that it once moved away goes.
	if was == Closed {
		return found, kept, there.setSign(called, Closed, "")
	}
	if s, _ := there.signed(called); s == Moved {
		return found, kept, there.takeSign(called)
	}
	return found, kept, nil
}
