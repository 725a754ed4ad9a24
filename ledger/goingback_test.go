package ledger

// A book that has less than it had: an older copy, a lost log, another chain. It is said, and nothing is
// written before the keeper said yes.

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/ledger/door"
	"ouverte/ledger/note"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	testenv.Fine(t, os.WriteFile(to, must1(os.ReadFile(from)), 0o600))
}

func TestGoingBackIsNoticed(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "book")
	open := func(o Options) *Book {
		t.Helper()
		if o.Clock == nil {
			o.Clock = clockAt(evening)
		}
		return must1(Open(t.Context(), path, o))
	}
	play := func(b *Book, from, to int) {
		t.Helper()
		for i := from; i < to; i++ {
			testenv.Fine(t, oneMore(b, fmt.Sprint("deal-", i)))
		}
	}
	close := func(b *Book) {
		t.Helper()
		testenv.Fine(t, b.Close())
	}
	empty, early, late := filepath.Join(dir, "empty"), filepath.Join(dir, "early"), filepath.Join(dir, "late")
	b := open(Options{})
	must1(archive.Backup(t.Context(), path, empty, nil))
	sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
	play(b, 0, 20)
	must1(archive.Backup(t.Context(), path, early, nil))
	play(b, 20, 27)
	close(b)
	b = open(Options{Clock: clockAt(evening.Add(24 * time.Hour))})
	play(b, 27, 30)
	close(b)
	copyFile(t, path, late)
	noted := must1(os.ReadFile(path + "-note"))
	b = open(Options{})
	if w := b.Warnings(); len(w) > 0 {
		t.Errorf("a book that has all is warned of: %v", w)
	}
	close(b)

	other := filepath.Join(dir, "other")
	a := must1(Open(t.Context(), other, Options{Clock: clockAt(evening)}))
	sit(t, a, "hoyle", "Eve", "Fay", "Gus", "Hal")
	close(a)
	onward := filepath.Join(dir, "onward") // from the early copy, other deals, and more of them
	copyFile(t, early, onward)
	a = must1(Open(t.Context(), onward, Options{Clock: clockAt(evening.Add(48 * time.Hour))}))
	for i := range 40 {
		testenv.Fine(t, oneMore(a, fmt.Sprint("onward-", i)))
	}
	close(a)

	when := func(after time.Duration) string {
		return evening.Add(after).Local().Format("Monday 2 January 2006 at 15:04")
	}
	of := " The note beside it is of " + when(24*time.Hour) + "."
	for _, c := range []struct{ name, from, says string }{
		{"an older copy", early,
			"The book ends on " + when(0) + ", and 10 entries are missing that came after." + of},
		{"an empty one", empty, "The book is empty, and 35 entries are missing." + of},
		{"another one", other, "This is another book than the one that lay here, which had 35 entries." + of},
		{"one that was played on with", onward, "The book differs from the one noted here: since " + when(0) +
			" it goes on differently, " + "and up to 16 entries are missing." + of},
	} {
		t.Run(c.name, func(t *testing.T) {
			copyFile(t, c.from, path)
			testenv.Fine(t, os.WriteFile(path+"-note", noted, 0o600))
			found, err := audit.Check(t.Context(), path, nil, nil)
			if err != nil || len(found.Wrong) != 1 || !strings.HasPrefix(found.Line(), c.says) ||
				!strings.Contains(found.Line(), "--accept-older") {
				t.Errorf("the audit says: %v, %v", found, err)
			}
			b := open(Options{})
			if w := b.Warnings(); len(w) != 1 || !strings.HasPrefix(w[0].What, c.says) ||
				!strings.Contains(w[0].Do, "--accept-older") {
				t.Errorf("the keeper is told %v", w)
			}
			wantReadOnly(t, b, found.Entries)
			wantNoCode(t, path, c.says, "--accept-older")
			close(b)
			wantNoCode(t, path, c.says, "--accept-older")
			if string(must1(os.ReadFile(path+"-note"))) != string(noted) {
				t.Error("the note was forgotten before anybody said yes")
			}

			b = open(Options{AcceptOlder: true})
			if w := b.Warnings(); len(w) > 0 {
				t.Errorf("after a yes: %v", w)
			}
			if _, err := b.AddPlayer(t.Context(), Slip{Key: "yes"}, "Zoe"); err != nil {
				t.Error(err)
			}
			close(b)
			well(t, path)
			b = open(Options{}) // from now on this is the book
			_, err = b.AddPlayer(t.Context(), Slip{Key: "goes-on"}, "Yan")
			if w := b.Warnings(); len(w) > 0 || err != nil {
				t.Errorf("later: %v, %v", w, err)
			}
			close(b)
		})
	}

	// On purpose, or with nothing to go by, nobody is asked.
	for name, put := range map[string]func(){
		"restored": func() { must2(archive.Restore(t.Context(), early, path, nil)) },
		"carried to another machine": func() {
			copyFile(t, early, path)
			testenv.Fine(t, os.Remove(path+"-note"))
		},
		"a note that is ruined": func() {
			copyFile(t, early, path)
			testenv.Fine(t, os.WriteFile(path+"-note", noted[:len(noted)/2], 0o600))
		},
		"an empty note": func() {
			copyFile(t, early, path)
			testenv.Fine(t, os.WriteFile(path+"-note", nil, 0o600))
		},
		"a note of a later program": func() {
			copyFile(t, early, path)
			later := strings.Replace(string(noted), `"format":1`, `"format":2`, 1)
			testenv.Fine(t, os.WriteFile(path+"-note", []byte(later), 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			copyFile(t, late, path)
			testenv.Fine(t, errors.Join(os.RemoveAll(path+"-note"), os.WriteFile(path+"-note", noted, 0o600)))
			put()
			b := open(Options{})
			if w := b.Warnings(); len(w) > 0 {
				t.Errorf("the keeper is told %v", w)
			}
			play(b, 50, 51)
			close(b)
			well(t, path)
		})
	}
}

// A yes that was left in a service's unit is no answer to a loss that comes later. It is one again after a
// start without it.
func TestAYesCountsOnce(t *testing.T) {
	dir := t.TempDir()
	path, early := filepath.Join(dir, "book"), filepath.Join(dir, "early")
	var said strings.Builder
	start := func(yes bool) *Book {
		t.Helper()
		said.Reset()
		return must1(Open(t.Context(), path, Options{Clock: clockAt(evening), AcceptOlder: yes,
			Log: slog.New(slog.NewTextHandler(&said, nil))}))
	}
	stop := func(b *Book) {
		t.Helper()
		testenv.Fine(t, b.Close())
	}
	b := start(false)
	sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
	must1(archive.Backup(t.Context(), path, early, nil))
	for loss := range 4 {
		// The first two are of a yes for this loss and of one given before it, when nothing was missing.
		testenv.Fine(t, oneMore(b, fmt.Sprint("deal-", loss)))
		stop(b)
		if loss == 1 {
			stop(start(true))
			if !strings.Contains(said.String(), "nothing is missing: take it out again") {
				t.Errorf("of a yes for nothing the log has %q", &said)
			}
		}
		copyFile(t, early, path)
		if loss == 0 {
			b = start(true)
			if w := b.Warnings(); len(w) > 0 {
				t.Errorf("a yes for the first loss: %v", w)
			}
			continue
		}
		for range 2 { // left in the unit, however often it is started
			b = start(true)
			if w := b.Warnings(); len(w) != 1 || !strings.Contains(w[0].Do, "once without --accept-older") {
				t.Errorf("loss %d, a yes that was left: %v", loss, w)
			}
			wantReadOnly(t, b, b.Now().Entries())
			stop(b)
		}
		b = start(false)
		if w := b.Warnings(); len(w) != 1 ||
			!strings.HasSuffix(w[0].Do, "start Ouverte once with --accept-older.") {
			t.Errorf("loss %d, without it: %v", loss, w)
		}
		stop(b)
		b = start(true)
		if w := b.Warnings(); len(w) > 0 {
			t.Errorf("loss %d, a yes for it: %v", loss, w)
		}
	}
	stop(b)
}

// wantNoCode has a code asked for beside the program that has the book open: none is made, and it says why.
func wantNoCode(t *testing.T, path string, says ...string) {
	t.Helper()
	codes := func() (n int) {
		db := pastTheBook(t, path)
		defer db.Close()
		testenv.Fine(t, db.QueryRow(`SELECT count(*) FROM code`).Scan(&n))
		return n
	}
	before := codes()
	code, _, err := CodeBeside(t.Context(), path, door.Keeper)
	if code != "" || codes() != before {
		t.Error("a code was made")
	}
	for _, one := range says {
		wantSentence(t, err, one)
	}
}

func must2[A, B any](a A, _ B, err error) A { return must1(a, err) }

// What is noted is what the book has, at every orderly end, and it never is more than the book has.
func TestTheNoteIsOfTheBook(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	path := tb.Path()
	for range 30 {
		tb.deal("solo ann 5")
		if n := must1(note.Read(path)); n != nil && len(n.Marks) > 0 {
			if last := tb.Now().Entries(); int64(n.Marks[0].Entry) > last {
				t.Errorf("entry %d is noted, and the book has %d", n.Marks[0].Entry, last)
			}
		}
	}
	if at := tb.LastCopy(); !at.IsZero() {
		t.Errorf("a copy was taken at %v, though none was", at)
	}
	tb.CopyTaken()
	taken := tb.LastCopy()
	testenv.Fine(t, tb.Close())
	again := openBook(t, path)
	if at := again.LastCopy(); !at.Equal(taken) || taken.IsZero() {
		t.Errorf("the last copy was taken at %v, and after a start at %v", taken, at)
	}
	testenv.Fine(t, again.Close())
	found, n := well(t, path), must1(note.Read(path))
	first, last := n.Marks[len(n.Marks)-1], n.Marks[0]
	if int64(last.Entry) != found.Entries || first.Entry != 1 {
		t.Errorf("%+v is noted of %+v", n.Marks, found)
	}
	for i, m := range n.Marks[:len(n.Marks)-1] {
		if m.Entry <= n.Marks[i+1].Entry {
			t.Errorf("after entry %d comes %d", m.Entry, n.Marks[i+1].Entry)
		}
	}
}

func oneMore(b *Book, key string) error {
	said := DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 5}}
	_, err := b.Record(context.Background(), Slip{Key: key, Device: "tablet"}, 1, said)
	return err
}

// TestAnothersNoteStays moves another book with its note to where one is open: the end of that one leaves
// both as they are.
func TestAnothersNoteStays(t *testing.T) {
	dir := t.TempDir()
	friday, monday := filepath.Join(dir, "friday.db"), filepath.Join(dir, "monday.db")
	other := must1(Open(t.Context(), monday, Options{Clock: clockAt(evening)}))
	sit(t, other, "hoyle", "Ann", "Bob", "Cat", "Dan").deal("solo ann 5")
	testenv.Fine(t, other.Close())
	b := openBook(t, friday)
	sit(t, b, "hoyle", "Eve", "Fay", "Gus", "Hal").deal("solo eve 5")
	for _, suffix := range []string{"", "-note"} {
		testenv.Fine(t, os.Rename(monday+suffix, friday+suffix))
	}
	was := must1(os.ReadFile(friday + "-note"))
	_ = b.Close() // it may say that its file is gone
	if is, err := os.ReadFile(friday + "-note"); err != nil || string(is) != string(was) {
		t.Errorf("the other book's note is %q, %v; it was %q", is, err, was)
	}
}

// TestMark: open pages know a book by its mark. It stays over a start, and is another's once an older state
// lies there, though that is the same file: put back as copies are, by hand, or gone on with.
func TestMark(t *testing.T) {
	t.Parallel()
	b := newBook(t)
	path := b.Path()
	sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
	testenv.Fine(t, b.Close())
	early := must1(os.ReadFile(path))
	open := func(o Options) string {
		b := must1(Open(t.Context(), path, o))
		defer b.Close()
		if o.Clock != nil {
			testenv.Fine(t, oneMore(b, fmt.Sprint("deal-", b.Now().Entries())))
		}
		return b.Mark()
	}
	playing := Options{Clock: clockAt(evening)}
	seen := map[string]string{open(playing): "the first"}
	for range 2 {
		if seen[open(playing)] == "" {
			t.Error("a start makes another book of it")
		}
	}
	for _, c := range []struct {
		name string
		lies func() error
		o    Options
	}{
		{"as copies are", func() error { return note.Anew(t.Context(), path, nil) }, playing},
		{"gone on with", func() error { return nil }, Options{Clock: clockAt(evening), AcceptOlder: true}},
		{"for reading", func() error { return nil }, Options{}},
		{"by hand", func() error { return os.Remove(path + "-note") }, playing},
	} {
		testenv.Fine(t, os.WriteFile(path, early, 0o600))
		testenv.Fine(t, c.lies())
		mark := open(c.o)
		if was := seen[mark]; was != "" {
			t.Errorf("put back %s it has the mark of %s", c.name, was)
		}
		seen[mark] = c.name
	}
}
