package ledger

// Books of every released version, kept as test data: the present program takes each wherever it takes a
// book, and opens it to be played on in.

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ouverte/ledger/archive"
	"ouverte/ledger/store"
	"ouverte/ledger/testenv"
	"ouverte/migrations"
)

// released unpacks the books of the released versions, by version. What is tried makes temporary files in a
// folder of its own, which must be empty in the end.
func released(t *testing.T) map[string][]byte {
	t.Helper()
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Cleanup(func() { wantOnly(t, temporary) })
	files := must1(filepath.Glob("testdata/released/*.gz"))
	books := map[string][]byte{}
	for _, file := range files {
		packed := must1(os.Open(file))
		books[strings.TrimSuffix(filepath.Base(file), ".gz")] = must1(io.ReadAll(must1(gzip.NewReader(packed))))
		_ = packed.Close()
	}
	return books
}

// Each release keeps a book of its version.
func TestEachReleaseHasItsBook(t *testing.T) {
	books := released(t)
	news := string(must1(os.ReadFile("../CHANGELOG.md")))
	heads := regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+), `).FindAllStringSubmatch(news, -1)
	if len(heads) == 0 {
		t.Fatal("nothing was released")
	}
	for _, head := range heads {
		if books[head[1]] == nil {
			t.Errorf("testdata/released has no book of %s: docs/releasing.md says how to keep one", head[1])
		}
	}
}

// An older book is audited, exported, copied and restored without being changed, also where nothing can be
// written; opened, it is kept as it was, once, and reads alike.
func TestReleasedBooks(t *testing.T) {
	testenv.Thorough(t)
	for version, content := range released(t) {
		t.Run(version, func(t *testing.T) {
			folder := t.TempDir()
			path, copied := filepath.Join(folder, "book"), filepath.Join(folder, "copy")
			again := filepath.Join(folder, "again")
			testenv.Fine(t, os.WriteFile(path, content, 0o600))
			line := well(t, path).Line()
			told := map[archive.Format]string{}
			for _, form := range archive.Forms {
				told[form.Format] = exported(t, path, form.Format)
			}
			must1(archive.Backup(ctx, path, copied, nil))
			if !bytes.Equal(must1(os.ReadFile(path)), content) {
				t.Error("what only looks at the book changed it")
			}
			wantOnly(t, folder, "book", "copy")
			was := must1(os.ReadFile(copied))
			_, _, err := archive.Restore(ctx, copied, again, nil)
			if err != nil || !bytes.Equal(must1(os.ReadFile(copied)), was) {
				t.Errorf("restored: %v; the backup itself must stay as it is", err)
			}
			if newest := migrations.Newest(); versionOf(t, path) < newest {
				for _, kept := range []string{copied, again} {
					if v := versionOf(t, kept); v >= newest {
						t.Errorf("%s is of version %d: the program that kept it takes it no more", kept, v)
					}
				}
			}

			for range 2 { // the second time nothing is to be done
				b := must1(Open(ctx, again, Options{Clock: clockAt(evening)}))
				if w := b.Warnings(); len(w) > 0 {
					t.Errorf("the keeper is told %v", w)
				}
				testenv.Fine(t, b.Close())
			}
			if now := well(t, again).Line(); now != line {
				t.Errorf("the audit said %s, and says %s", line, now)
			}
			kept := must1(filepath.Glob(again + "-version-*"))
			if older := versionOf(t, path) < migrations.Newest(); older != (len(kept) == 1) {
				t.Fatalf("kept as it was: %q", kept)
			}
			for _, form := range archive.Forms {
				for _, file := range append(kept, again) {
					if exported(t, file, form.Format) != told[form.Format] {
						t.Errorf("%s tells another story as %s", file, form.Title)
					}
				}
			}
		})
	}
}

// What somebody else keeps under the name of the copy stays, and a copy that is there already is not made
// twice.
func TestTheCopyIsMadeOnce(t *testing.T) {
	older := released(t)["1.0.0"]
	folder := t.TempDir()
	path := filepath.Join(folder, "book")
	for name, content := range map[string][]byte{"book": older, "book-version-13": []byte("a letter")} {
		testenv.Fine(t, os.WriteFile(filepath.Join(folder, name), content, 0o600))
	}
	testenv.Fine(t, os.Chtimes(filepath.Join(folder, "book-version-13"), evening, evening))
	for range 3 {
		b := must1(Open(ctx, path, Options{}))
		const two = "Upgrades left 2 copies there (0.4 MB). Delete the oldest, book-version-13 of 21 November 2026"
		if said := b.Copies(); !strings.HasPrefix(said, two) {
			t.Errorf("the keeper reads %s", said)
		}
		testenv.Fine(t, b.Close())
		wantOnly(t, folder, "book", "book-lock", "book-note", "book-version-13", "book-version-13-2")
		// Somebody goes back, and on again.
		_, put, err := archive.Restore(ctx, path+"-version-13-2", path, nil)
		testenv.Fine(t, err)
		for _, part := range []string{"", "-note"} {
			testenv.Fine(t, os.Remove(put+part))
		}
	}
	// A device or a PIN more is no entry, and is kept all the same.
	testenv.Alter(t, path, `INSERT OR REPLACE INTO pin (id, hash) VALUES (1, 'another')`)
	testenv.Fine(t, must1(Open(ctx, path, Options{})).Close())
	wantOnly(t, folder, "book", "book-lock", "book-note", "book-version-13", "book-version-13-2",
		"book-version-13-3")
	if text := must1(os.ReadFile(filepath.Join(folder, "book-version-13"))); string(text) != "a letter" {
		t.Error("another file was written over")
	}
	well(t, filepath.Join(folder, "book-version-13-2"))
	info := must1(os.Stat(filepath.Join(folder, "book-version-13-2")))
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the copy may be read by others: %v", info.Mode())
	}
}

func versionOf(t *testing.T, path string) int64 {
	t.Helper()
	f := must1(store.Look(t.Context(), path))
	defer f.Close()
	return f.Version()
}

// An older book is checked, exported and copied where no temporary files can be made.
func TestNoRoomForTemporaryFiles(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "book")
	testenv.Fine(t, os.WriteFile(path, released(t)["1.0.0"], 0o600))
	t.Setenv("TMPDIR", filepath.Join(folder, "none"))
	well(t, path)
	exported(t, path, archive.CSV)
	must1(archive.Backup(ctx, path, filepath.Join(folder, "copy"), nil))
}

// bookAfter makes an empty book that has had the migrations up to a step.
func bookAfter(t *testing.T, step int64) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "book")
	db := must1(sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(WAL)"))
	must1(db.Exec(`CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);` +
		migrations.UpTo(step)))
	for _, one := range migrations.Steps() {
		if one.Number <= step {
			must1(db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (?, 1)`, one.Number))
		}
	}
	testenv.Fine(t, db.Close())
	return path
}

// A book may come from any step there ever was.
func TestABookOfAnyStep(t *testing.T) {
	testenv.Thorough(t)
	released(t)
	for _, one := range migrations.Steps() {
		step := one.Number
		if step == migrations.Newest() {
			break
		}
		path := bookAfter(t, step)
		if line := well(t, path).Line(); line != "All is well: the book is empty." {
			t.Errorf("after step %d: %s", step, line)
		}
		exported(t, path, archive.JSON)
		b := must1(Open(ctx, path, Options{}))
		sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
		testenv.Fine(t, b.Close())
		well(t, path)
		if v := versionOf(t, fmt.Sprintf("%s-version-%d", path, step)); v != step {
			t.Errorf("after step %d what was kept is of %d", step, v)
		}
	}
}
