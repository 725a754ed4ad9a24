package ledger

// Books of every released version, kept as test data: the present program takes each wherever it takes a
// book, and opens it to be played on in.

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
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

// Whoever releases a version keeps a book of it.
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
			folder, forms := t.TempDir(), archive.Formats()
			path, copied := filepath.Join(folder, "book"), filepath.Join(folder, "copy")
			again := filepath.Join(folder, "again")
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			line := well(t, path).Line()
			told := map[archive.Format]string{}
			for _, form := range forms {
				told[form] = exported(t, path, form)
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
			if newest := migrations.Newest(); must1(store.Version(ctx, path)) < newest {
				for _, kept := range []string{copied, again} {
					if v := must1(store.Version(ctx, kept)); v >= newest {
						t.Errorf("%s is of version %d: the program that kept it takes it no more", kept, v)
					}
				}
			}

			for range 2 { // the second time nothing is to be done
				b := must1(Open(ctx, again, Options{Clock: clockAt(evening)}))
				if w := b.Warnings(); len(w) > 0 {
					t.Errorf("the keeper is told %v", w)
				}
				if err := b.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if now := well(t, again).Line(); now != line {
				t.Errorf("the audit said %s, and says %s", line, now)
			}
			kept := must1(filepath.Glob(again + "-version-*"))
			if older := must1(store.Version(ctx, path)) < migrations.Newest(); older != (len(kept) == 1) {
				t.Fatalf("kept as it was: %q", kept)
			}
			for _, form := range forms {
				for _, file := range append(kept, again) {
					if exported(t, file, form) != told[form] {
						t.Errorf("%s tells another story as %s", file, form)
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
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if err := must1(Open(ctx, path, Options{})).Close(); err != nil {
			t.Fatal(err)
		}
		wantOnly(t, folder, "book", "book-lock", "book-note", "book-version-13", "book-version-13-2")
		if err := os.WriteFile(path, older, 0o600); err != nil { // somebody goes back, and on again
			t.Fatal(err)
		}
	}
	// A device or a PIN more is no entry, and is kept all the same.
	testenv.Alter(t, path, `INSERT OR REPLACE INTO pin (id, hash) VALUES (1, 'another')`)
	if err := must1(Open(ctx, path, Options{})).Close(); err != nil {
		t.Fatal(err)
	}
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

// Where no temporary files can be made, an older book isn't looked at, and that is said.
func TestNoRoomToLookAtAnOlderBook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	if err := os.WriteFile(path, released(t)["1.0.0"], 0o600); err != nil {
		t.Fatal(err)
	}
	none := filepath.Join(t.TempDir(), "none")
	t.Setenv("TMPDIR", none)
	_, err := audit.Check(ctx, path, nil, nil)
	wantSentence(t, err,
		"book was written by an older Ouverte, and there is no room for a copy to look at in "+none)
}

// bookAfter makes an empty book that has had the migrations up to a step.
func bookAfter(t *testing.T, step int64) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "book")
	db := must1(sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(WAL)"))
	up := must1(goose.NewProvider(goose.DialectSQLite3, db, migrations.Files))
	must1(up.UpTo(ctx, step))
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// A book may come from any step there ever was.
func TestABookOfAnyStep(t *testing.T) {
	testenv.Thorough(t)
	released(t)
	for step := int64(1); step < migrations.Newest(); step++ {
		if len(must1(fs.Glob(migrations.Files, fmt.Sprintf("%05d_*.sql", step)))) == 0 {
			continue // there never was that one
		}
		path := bookAfter(t, step)
		if line := well(t, path).Line(); line != "All is well: the book is empty." {
			t.Errorf("after step %d: %s", step, line)
		}
		exported(t, path, archive.JSON)
		b := must1(Open(ctx, path, Options{}))
		sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		well(t, path)
		if v := must1(store.Version(ctx, fmt.Sprintf("%s-version-%d", path, step))); v != step {
			t.Errorf("after step %d what was kept is of %d", step, v)
		}
	}
}
