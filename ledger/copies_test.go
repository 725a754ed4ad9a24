package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

var ctx = context.Background()

func exported(t testing.TB, path string, form archive.Format) string {
	t.Helper()
	var b bytes.Buffer
	if err := archive.Export(ctx, path, form, time.UTC, &b, nil); err != nil {
		t.Fatalf("export %s: %v", form, err)
	}
	return b.String()
}

func wantSentence(t *testing.T, err error, says string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), says) || !strings.HasSuffix(err.Error(), ".") {
		t.Errorf("got %v, want a sentence with %q", err, says)
	}
}

func wantOnly(t *testing.T, dir string, names ...string) {
	t.Helper()
	var got []string
	entries := must1(os.ReadDir(dir))
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, names) {
		t.Errorf("in the folder are %q, want %q", got, names)
	}
}

// A backup is made while deals are recorded, has every deal acknowledged before, and is a book like any
// other.
func TestBackupWhileServing(t *testing.T) {
	testenv.Slow(t)
	tb := lively(t)
	stop, stopped := make(chan struct{}), make(chan error)
	go func() {
		k := keys{n: 50_000}
		for {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
			}
			if _, err := tb.Record(tb.ctx, k.slip(), tb.night,
				DealSaid{Deal: rules.Deal{Call: rules.Passed, Tricks: rules.NotSaid}}); err != nil {
				stopped <- err
				return
			}
		}
	}()
	dir := t.TempDir()
	for i := range 3 {
		acknowledged := tb.now().Version
		to := filepath.Join(dir, fmt.Sprint("copy", i))
		f := must1(archive.Backup(tb.ctx, tb.Path(), to, nil))
		if got := well(t, to); got.Line() != f.Line() || chain.EntryID(got.Entries) < acknowledged {
			t.Errorf("copied %s, found %s, acknowledged %d", f.Line(), got.Line(), acknowledged)
		}
	}
	close(stop)
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	wantOnly(t, dir, "copy0", "copy1", "copy2")
	again := openBook(t, filepath.Join(dir, "copy2"))
	if _, err := again.Record(tb.ctx, Slip{Key: "new"}, tb.night,
		DealSaid{Deal: rules.Deal{Call: rules.Passed, Tricks: rules.NotSaid}}); err != nil {
		t.Errorf("a copy can't be gone on with: %v", err)
	}
}

func TestBackupRefuses(t *testing.T) {
	tb := lively(t)
	dir := t.TempDir()
	there := filepath.Join(dir, "there")
	testenv.Fine(t, os.WriteFile(there, []byte("mine"), 0o600))
	_, err := archive.Backup(ctx, tb.Path(), there, nil)
	wantSentence(t, err, "is there already")
	_, err = archive.Backup(ctx, tb.Path(), tb.Path(), nil)
	wantSentence(t, err, "is there already")
	_, err = archive.Backup(ctx, tb.Path(), filepath.Join(dir, "no", "folder"), nil)
	wantSentence(t, err, "doesn’t exist. Make it first")
	_, err = archive.Backup(ctx, filepath.Join(dir, "none"), filepath.Join(dir, "copy"), nil)
	wantSentence(t, err, "no book is there")
	if text, err := os.ReadFile(there); err != nil || string(text) != "mine" {
		t.Errorf("the file that was there: %q %v", text, err)
	}
	testenv.Fine(t, tb.Close())
	forged := closedCopy(t, tb.Path())
	testenv.Tamper(t, forged, `UPDATE transfer SET amount = amount + 1
		WHERE entry = (SELECT max(entry) FROM transfer)`)
	_, err = archive.Backup(ctx, forged, filepath.Join(dir, "copy"), nil)
	wantSentence(t, err, "somebody changed its content")
	wantOnly(t, dir, "there")
}

func wantNothing(t testing.TB, path string) {
	t.Helper()
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is there: %v", path, err)
	}
}

// What a restore or an import that was killed leaves beside the book goes when the book is opened again.
func TestKilledMidway(t *testing.T) {
	tb := lively(t)
	copied := filepath.Join(t.TempDir(), "copy")
	must1(archive.Backup(ctx, tb.Path(), copied, nil))
	whole := exported(t, copied, archive.JSON)
	for name, do := range map[string]func(book string, progress audit.Progress) error{
		"restore": func(book string, progress audit.Progress) error {
			_, _, err := archive.Restore(ctx, copied, book, progress)
			return err
		},
		"import": func(book string, progress audit.Progress) error {
			_, _, err := archive.Import(ctx, strings.NewReader(whole), book, progress)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			book := filepath.Join(dir, "book")
			left := ""
			err := do(book, func(int64, int64) {
				for _, e := range must1(os.ReadDir(dir)) {
					if left == "" &&
						e.Name() != "book-lock" { // what stands there in the middle, and what nobody came back to
						left = filepath.Join(dir, e.Name()+"7")
						if err := errors.Join(os.Mkdir(left, 0o700),
							os.WriteFile(filepath.Join(left, "book"), []byte("half of it"), 0o600)); err != nil {
							t.Error(err)
						}
					}
				}
			})
			if err != nil || left == "" {
				t.Fatalf("%v; in the middle there was %q", err, left)
			}
			wantOnly(t, dir, filepath.Base(left), "book", "book-lock", "book-note")
			testenv.Fine(t, openBook(t, book).Close())
			wantOnly(t, dir, "book", "book-lock", "book-note")
			well(t, book)
		})
	}
}

func TestRestore(t *testing.T) {
	tb := lively(t)
	dir := t.TempDir()
	copied, book := filepath.Join(dir, "copy"), filepath.Join(dir, "book")
	must1(archive.Backup(ctx, tb.Path(), copied, nil))
	before := exported(t, copied, archive.JSON)

	_, _, err := archive.Restore(ctx, copied, tb.Path(), nil)
	wantSentence(t, err, "is open in another ouverte")

	_, kept, err := archive.Restore(ctx, copied, book, nil) // where there is none
	if err != nil || kept != "" || exported(t, book, archive.JSON) != before {
		t.Fatalf("restored where there was none: %v, kept %q", err, kept)
	}
	b := must1(Open(ctx, book, Options{Clock: clockAt(evening)}))
	must1(b.AddPlayer(ctx, Slip{Key: "later"}, "Later"))
	testenv.Fine(t, b.Close())
	after := exported(t, book, archive.JSON)
	_, kept, err = archive.Restore(ctx, copied, book, nil) // over one that has moved on
	if err != nil || exported(t, book, archive.JSON) != before || exported(t, kept, archive.JSON) != after {
		t.Errorf("restored over another: %v, kept %q", err, kept)
	}
	well(t, book)

	for says, from := range map[string]string{
		"is the book itself": book,
		"no book is there":   filepath.Join(dir, "none"),
	} {
		_, _, err := archive.Restore(ctx, from, book, nil)
		wantSentence(t, err, says)
	}
	folder := t.TempDir()
	_, _, err = archive.Restore(ctx, copied, folder, nil)
	wantSentence(t, err, "isn’t a file")
	wantOnly(t, folder)
	wantNothing(t, folder+"-lock")
	_, _, err = archive.Restore(ctx, filepath.Join(dir, "none"), filepath.Join(dir, "new"),
		nil) // leaves no lock behind, see the end
	wantSentence(t, err, "no book is there")
	testenv.Tamper(t, kept, `DELETE FROM transfer WHERE entry = (SELECT max(entry) FROM transfer)`)
	_, _, err = archive.Restore(ctx, kept, book, nil)
	wantSentence(t, err, "The book is not well")
	if exported(t, book, archive.JSON) != before {
		t.Error("a refused restore changed the book")
	}
	wantOnly(t, dir, "book", "book-kept-1", "book-kept-1-note", "book-lock", "book-note", "copy")
}
