package archive

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/ledger/testenv"
)

func unpacked(t testing.TB, name string) []byte {
	t.Helper()
	return testenv.Unpacked(t, filepath.Join("../testdata", name))
}

// kept puts a copy of the kept book where the test may change it.
func kept(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "book.db")
	testenv.Fine(t, os.WriteFile(path, unpacked(t, "kept/book"), 0o600))
	return path
}

func exported(t testing.TB, path string, form Format) string {
	t.Helper()
	var out bytes.Buffer
	testenv.Fine(t, Export(t.Context(), path, form, time.UTC, &out, nil))
	return out.String()
}

// TestDaysOfTheTable: an evening has its own day, and what is of none the day it was written on where the
// pages are read.
func TestDaysOfTheTable(t *testing.T) {
	var out bytes.Buffer
	west := time.FixedZone("", -14*60*60)
	testenv.Fine(t, Export(t.Context(), kept(t), CSV, west, &out, nil))
	outside := 0
	for _, row := range testenv.Must(csv.NewReader(&out).ReadAll())(t)[1:] {
		written := testenv.Must(time.Parse(time.DateTime, row[1]))(t)
		if row[3] != "" {
			continue
		}
		outside++
		testenv.Same(t, row[4], written.In(west).Format(time.DateOnly), "entry "+row[0]+" is of %s")
	}
	if outside < 5 {
		t.Errorf("%d entries are of no evening", outside)
	}
}

// An export makes the same book again, which exports the same; one of the first version is a book for ever.
func TestOutAndIn(t *testing.T) {
	for _, text := range []string{
		firstExport(t), string(unpacked(t, "kept/export.json")), exported(t, kept(t), JSON),
		`{"ouverte":"book","format":1,"entries":0,"head":"` + strings.Repeat("0", 64) +
			`","season":"09-01"}` + "\n",
	} {
		folder := t.TempDir()
		path := filepath.Join(folder, "new.db")
		told := int64(0)
		found, was, err := Import(t.Context(), strings.NewReader(text), path, func(done, _ int64) { told = done })
		if err != nil || was != "" || !found.Well() || told != found.Entries {
			t.Fatalf("%v, kept %q, told of %d entries, %v", found, was, told, err)
		}
		if exported(t, path, JSON) != text {
			t.Error("it exports something else")
		}
		if checked, err := audit.Check(t.Context(), path, nil, nil); err != nil || checked.Line() != found.Line() {
			t.Errorf("imported %s, checked %s, %v", found.Line(), checked.Line(), err)
		}
		if files, err := os.ReadDir(folder); err != nil || len(files) > 3 { // with its lock and its note
			t.Errorf("beside it lie %v, %v", files, err)
		}
	}
}

func entriesOf(t testing.TB, text string) (entries []*chain.Entry) {
	t.Helper()
	in, err := newReader(strings.NewReader(text))
	for err == nil {
		var e *chain.Entry
		if e, err = in.Next(); err == nil {
			entries = append(entries, e)
		}
	}
	if err != io.EOF {
		t.Fatal(err)
	}
	return entries
}

// chained is an export of entries, with numbers and hashes that fit.
func chained(entries []*chain.Entry) string {
	var lines strings.Builder
	var prev chain.Hash
	for i, e := range entries {
		e.Seq, e.Prev = chain.EntryID(i+1), prev
		e.Hash = e.Digest()
		prev = e.Hash
		text := e.AppendCanonical(nil)
		fmt.Fprintf(&lines, "%s,\"hash\":\"%x\"}\n", text[:len(text)-1], e.Hash[:])
	}
	return fmt.Sprintf(`{"ouverte":"book","format":1,"entries":%d,"head":"%x"}`+"\n", len(entries), prev[:]) +
		lines.String()
}

// The export of an unsound book makes a book of what comes before the wrong entry.
func TestExportOfAnUnsoundBook(t *testing.T) {
	path := kept(t)
	b := testenv.Must(audit.Open(t.Context(), path))(t)
	known, _, err := b.Read(nil)
	testenv.Fine(t, errors.Join(err, b.Close()))
	const wrong = 400
	testenv.Alter(t, path, `PRAGMA journal_mode = DELETE`, `DROP TRIGGER entry_stands`,
		fmt.Sprintf(`UPDATE entry SET at = at + 1 WHERE seq = %d`, wrong))
	for _, form := range Forms {
		var out strings.Builder
		err := Export(t.Context(), path, form.Format, time.UTC, &out, nil)
		var unsound *Unsound
		if !errors.As(err, &unsound) || unsound.Wrong.Entry != wrong || unsound.Entries >= wrong {
			t.Fatalf("%s: %v", form.Title, err)
		}
		if err := ExportOf(t.Context(), known, path, form.Format, time.UTC, io.Discard); !IsChanged(err) {
			t.Errorf("%s of what it was: %v", form.Title, err)
		}
		if form.Format != JSON {
			continue
		}
		again := filepath.Join(t.TempDir(), "again.db")
		found, _, err := Import(t.Context(), strings.NewReader(out.String()), again, nil)
		if err != nil || found.Entries != int64(unsound.Entries) {
			t.Errorf("of %d entries there are %v, %v", unsound.Entries, found, err)
		}
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	if _, err := Backup(t.Context(), path, copied, nil); err == nil ||
		!strings.Contains(err.Error(), "The book is not well, so you couldn’t rely on a copy. Entry 400,") {
		t.Errorf("copied: %v", err)
	}
	if _, err := os.Lstat(copied); err == nil {
		t.Error("the copy is there")
	}
}

// A copy is held against the state that is known; it may have more, and may not have less or something else.
func TestBackupOf(t *testing.T) {
	path := kept(t)
	upTo := func(last chain.EntryID) *state.State {
		d, in := state.New().Draft(), chain.Reader{}
		for _, e := range entriesOf(t, string(unpacked(t, "kept/export.json")))[:last] {
			testenv.Fine(t, d.ApplyRead(e, &in))
		}
		return d.Done()
	}
	whole, early := upTo(663), upTo(300)
	for _, s := range []*state.State{whole, early, nil} {
		if _, err := BackupOf(t.Context(), s, path, filepath.Join(t.TempDir(), "copy"), nil); err != nil {
			t.Error(err)
		}
	}
	short := filepath.Join(t.TempDir(), "short.db")
	entries := entriesOf(t, string(unpacked(t, "kept/export.json")))[:300]
	if _, _, err := Import(t.Context(), strings.NewReader(chained(entries)), short, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := BackupOf(t.Context(), whole, short, filepath.Join(t.TempDir(), "copy"), nil); err == nil {
		t.Error("a copy that lacks half was taken")
	}
	entries[200].At++
	other := filepath.Join(t.TempDir(), "other.db")
	if _, _, err := Import(t.Context(), strings.NewReader(chained(entries)), other, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := BackupOf(t.Context(), early, other, filepath.Join(t.TempDir(), "copy"), nil); err == nil {
		t.Error("a copy of another book was taken")
	}
}
