package ledger_test

// Books that earlier programs kept. The present one opens each: it must read it alike, find it sound, and
// export it to the byte.

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// keptBook is a book that an earlier program kept: its file, what that program exported of it, and what it
// answered when it was asked for everything. All of it lies in a folder.
type keptBook struct {
	folder string
	slip   ledger.Slip // a form that was sent before the upgrade, …
	player string      // … which entered this player …
	id     int64       // … as this one
}

var (
	// keptEarly was kept in November 2026, before the packages were parted.
	keptEarly = keptBook{"testdata/kept", ledger.Slip{Key: "s1", Device: "shadow"}, "P1", 1}
	// keptWhole was kept by the last program that derived tables from the entries. It began as a book of 1.0.0,
	// and has everything a book can have (keptwhole_test.go).
	keptWhole = keptBook{"testdata/keptwhole", ledger.Slip{Key: "form-1", Device: "the tablet"}, "Jo", 10}
)

func eachKept(t *testing.T, test func(*testing.T, keptBook)) {
	t.Parallel()
	for _, k := range []keptBook{keptEarly, keptWhole} {
		t.Run(filepath.Base(k.folder), func(t *testing.T) {
			t.Parallel()
			test(t, k)
		})
	}
}

func (k keptBook) read(t testing.TB, name string) []byte {
	t.Helper()
	return testenv.Unpacked(t, filepath.Join(k.folder, name))
}

func (k keptBook) copy(t testing.TB) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "book.ouverte")
	testenv.Fine(t, os.WriteFile(path, k.read(t, "book"), 0o600))
	return path
}

// keptClock stands at the evening on which the last nights of the books are played.
func keptClock() time.Time { return time.Date(2026, 11, 20, 22, 30, 0, 0, time.UTC) }

func openKept(t testing.TB, path string) *ledger.Book {
	t.Helper()
	b := must(ledger.Open(t.Context(), path, ledger.Options{Clock: keptClock}))
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// What the old program exported is what the present one exports, in each form, and what is imported from it
// has the same seals and reads alike.
func TestAKeptBookIsExportedAndImportedAlike(t *testing.T) {
	testenv.Thorough(t)
	eachKept(t, func(t *testing.T, k keptBook) {
		path := k.copy(t)
		openKept(t, path)
		k.wantExports(t, path)
		k.wantSeals(t, path)
		again := filepath.Join(t.TempDir(), "again.ouverte")
		export := bytes.NewReader(k.read(t, "export.json"))
		if _, _, err := archive.Import(t.Context(), export, again, nil); err != nil {
			t.Fatal(err)
		}
		k.wantExports(t, again)
		k.wantSeals(t, again)
		b := openKept(t, again)
		k.wantReading(t, newReading(t, k, b).everything(false))
	})
}

// A form that was sent before the upgrade is known after it.
func TestAKeptBookKnowsItsForms(t *testing.T) {
	eachKept(t, func(t *testing.T, k keptBook) {
		b := openKept(t, k.copy(t))
		entries := b.Now().Entries()
		if r, err := b.AddPlayer(t.Context(), k.slip, k.player); err != nil || !r.Repeated || r.ID != k.id {
			t.Errorf("the player again: %+v, %v", r, err)
		}
		var refusal *rules.Problem
		if _, err := b.AddPlayer(t.Context(), k.slip, "P2"); !errors.As(err, &refusal) || refusal.Field != "key" {
			t.Errorf("another form with its key: %v", err)
		}
		if now := b.Now().Entries(); now != entries {
			t.Errorf("%d entries were written", now-entries)
		}
	})
}

func (k keptBook) wantExports(t *testing.T, path string) {
	t.Helper()
	for _, form := range archive.Forms {
		var got bytes.Buffer
		testenv.Fine(t, archive.Export(t.Context(), path, form.Format, time.UTC, &got, nil))
		if !bytes.Equal(got.Bytes(), k.read(t, "export."+string(form.Format))) {
			t.Errorf("the export of %s as %s isn't what it was", path, form.Format)
		}
	}
}

// wantSeals finds all seals of the golden file in the chain of a book, and the book sound.
func (k keptBook) wantSeals(t *testing.T, path string) {
	t.Helper()
	var seals []string
	for line := range strings.Lines(string(k.read(t, "reading"))) {
		if seal, ok := strings.CutPrefix(line, "seal "); ok {
			seals = append(seals, strings.TrimSpace(seal))
		}
	}
	if len(seals) < 15 {
		t.Fatalf("there are but %d seals", len(seals))
	}
	found := must(audit.Check(t.Context(), path, seals, nil))
	if !found.Well() {
		t.Errorf("the audit: %s", found.Line())
	}
	if line, _, _ := strings.Cut(string(k.read(t, "reading")), "\n"); line != found.Line() {
		t.Errorf("the audit says %s, and said %s", found.Line(), line)
	}
}

var goldenKept = flag.String("kept", "", "folder above those for what kept books read like, written with a "+
	"program that reads them alike")

// Every method of the book that reads gives what it gave.
func TestAKeptBookReadsAlike(t *testing.T) {
	testenv.Thorough(t)
	eachKept(t, func(t *testing.T, k keptBook) {
		path := k.copy(t)
		got := newReading(t, k, openKept(t, path)).everything(true)
		if *goldenKept == "" {
			k.wantReading(t, got)
			return
		}
		found := must(audit.Check(t.Context(), path, nil, nil))
		var packed bytes.Buffer
		w := must(gzip.NewWriterLevel(&packed, gzip.BestCompression))
		fmt.Fprintln(w, found.Line())
		fmt.Fprint(w, got)
		testenv.Fine(t, w.Close())
		to := filepath.Join(*goldenKept, filepath.Base(k.folder), "reading.gz")
		testenv.Fine(t, os.WriteFile(to, packed.Bytes(), 0o644))
	})
}

// wantReading compares with the golden file, but for the lines that only the book itself gives and not an
// import of it.
func (k keptBook) wantReading(t *testing.T, got string) {
	t.Helper()
	_, golden, _ := strings.Cut(string(k.read(t, "reading")), "\n")
	want := strings.Split(golden, "\n")
	is := strings.Split(got, "\n")
	if !strings.Contains(got, "\ndevice ") { // of an import
		want = slices.DeleteFunc(want, func(line string) bool { return strings.HasPrefix(line, "device ") })
	}
	wrong := 0
	for i := range min(len(want), len(is)) {
		if want[i] == is[i] {
			continue
		}
		at := 0
		for at < min(len(want[i]), len(is[i])) && want[i][at] == is[i][at] {
			at++
		}
		around := func(s string) string { return s[max(0, min(at, len(s))-60):min(len(s), at+120)] }
		t.Errorf("line %d, %.40s …\n was …%s…\n  is …%s…", i+2, want[i], around(want[i]), around(is[i]))
		if wrong++; wrong == 10 {
			return
		}
	}
	if len(want) != len(is) {
		t.Errorf("%d lines, there were %d", len(is), len(want))
	}
}
