package ledger_test

// A book that was kept by the program of November 2026, before its packages were parted, with every kind of
// entry there is. It is opened by the present one, which must read it alike, find it sound, and export it to
// the byte.

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
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
)

const keptFolder = "testdata/kept"

// readKept reads a file of the folder, unpacked.
func readKept(t testing.TB, name string) []byte {
	t.Helper()
	f, err := os.Open(filepath.Join(keptFolder, name+".gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// copyKept puts a copy of the book where the test may change it.
func copyKept(t testing.TB) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "book.ouverte")
	if err := os.WriteFile(path, readKept(t, "book"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// keptClock stands at the evening on which the last two nights of the book are played.
func keptClock() time.Time { return time.Date(2026, 11, 20, 22, 30, 0, 0, time.UTC) }

func openKept(t testing.TB, path string) *ledger.Book {
	t.Helper()
	b, err := ledger.Open(t.Context(), path, ledger.Options{Clock: keptClock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// What the old program exported is what the present one exports, and what is imported from it has the same
// seals and reads alike.
func TestAKeptBookIsExportedAndImportedAlike(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	path := copyKept(t)
	openKept(t, path)
	export := readKept(t, "export.json")
	wantExport(t, path, export)
	wantSealsOf(t, path)
	again := filepath.Join(t.TempDir(), "again.ouverte")
	if _, _, err := archive.Import(t.Context(), bytes.NewReader(export), again, ledger.Fill, nil); err != nil {
		t.Fatal(err)
	}
	wantExport(t, again, export)
	wantSealsOf(t, again)
	b := openKept(t, again)
	wantReading(t, newReading(t, b).everything(false))
}

// A form that was sent before the upgrade is known after it.
func TestAKeptBookKnowsItsForms(t *testing.T) {
	t.Parallel()
	b := openKept(t, copyKept(t))
	entries := must(b.Entries(t.Context()))
	slip := ledger.Slip{Key: "s1", Device: "shadow"}
	if r, err := b.AddPlayer(t.Context(), slip, "P1"); err != nil || !r.Again || r.ID != 1 {
		t.Errorf("the first player again: %+v, %v", r, err)
	}
	var refusal *ledger.Refusal
	if _, err := b.AddPlayer(t.Context(), slip, "P2"); !errors.As(err, &refusal) || refusal.Field != "key" {
		t.Errorf("another form with its key: %v", err)
	}
	if now := must(b.Entries(t.Context())); now != entries {
		t.Errorf("%d entries were written", now-entries)
	}
}

func wantExport(t *testing.T, path string, want []byte) {
	t.Helper()
	var got bytes.Buffer
	if err := archive.Export(t.Context(), path, archive.JSON, &got, nil); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the export of %s isn't what it was", path)
	}
}

// wantSealsOf finds all seals of the golden file in the chain of a book, and the book sound.
func wantSealsOf(t *testing.T, path string) {
	t.Helper()
	var seals []string
	for line := range strings.Lines(string(readKept(t, "reading"))) {
		if seal, ok := strings.CutPrefix(line, "seal "); ok {
			seals = append(seals, strings.TrimSpace(seal))
		}
	}
	if len(seals) < 15 {
		t.Fatalf("there are but %d seals", len(seals))
	}
	found, err := audit.Check(t.Context(), path, seals, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !found.Well() {
		t.Errorf("the audit: %s", found.Line())
	}
	if line, _, _ := strings.Cut(string(readKept(t, "reading")), "\n"); line != found.Line() {
		t.Errorf("the audit says %s, and said %s", found.Line(), line)
	}
}

var goldenKept = flag.String("kept", "", "folder for what a kept book reads like, written with the program "+
	"that kept it")

// Every method of the book that reads gives what it gave.
func TestAKeptBookReadsAlike(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	path := copyKept(t)
	b := openKept(t, path)
	r := newReading(t, b)
	got := r.everything(true)
	if *goldenKept == "" {
		wantReading(t, got)
		return
	}
	found, err := audit.Check(t.Context(), path, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(w, found.Line())
	fmt.Fprint(w, got)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*goldenKept, "reading.gz"), packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// wantReading compares with the golden file, but for the lines that only the book itself gives and not an
// import of it.
func wantReading(t *testing.T, got string) {
	t.Helper()
	_, golden, _ := strings.Cut(string(readKept(t, "reading")), "\n")
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
