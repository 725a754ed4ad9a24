package archive

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/testenv"
)

// A book that is handed in gives its entries alone. What else was put into the file stays there, and costs
// nothing: neither rows of megabytes nor what SQLite would have to work out, nor what it can't.
func TestAGuestIsItsEntries(t *testing.T) {
	unknown := func(table string) string { // SQLite has no such function
		return `UPDATE sqlite_schema SET sql = replace(sql, 'length(', 'nosuch(') WHERE tbl_name = '` + table + `'`
	}
	const schema = "PRAGMA writable_schema = ON"
	for name, put := range map[string][]string{
		"as it is":           nil,
		"a row of megabytes": {"CREATE TABLE junk (a)", "INSERT INTO junk VALUES (zeroblob(20000000))"},
		"an endless view": {"CREATE VIEW junk AS WITH RECURSIVE n(i) AS " +
			"(SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n"},
		"an unknown check": {"CREATE TABLE junk (a CHECK (length(a)))", schema, unknown("junk")},
		"an unknown index": {"CREATE TABLE junk (a)", "CREATE INDEX j ON junk (length(a))", schema,
			unknown("junk")},
		"an unknown column":   {"CREATE TABLE junk (a, b AS (length(a)))", schema, unknown("junk")},
		"an index on entries": {"CREATE INDEX j ON entry (length(body))", schema, unknown("entry")},
		"a costly index": {"CREATE TABLE junk (a)", "INSERT INTO junk VALUES (zeroblob(4000000))",
			"CREATE INDEX j ON junk (hex(a)" + strings.Repeat(", length(hex(a))", 50) + ")"},
	} {
		t.Run(name, func(t *testing.T) {
			book, folder := kept(t), t.TempDir()
			testenv.Alter(t, book, put...)
			made, err := Guest(t.Context(), book, folder, nil)
			if err != nil {
				t.Fatal(err)
			}
			if exported(t, made, JSON) != string(unpacked(t, "kept/export.json")) {
				t.Error("it has other entries")
			}
			if all, err := os.ReadDir(folder); err != nil || len(all) > 3 { // with its lock and its note
				t.Errorf("%v, %v lie in the folder", all, err)
			}
			info, err := os.Stat(made)
			if err != nil || info.Size() > 3e6 {
				t.Errorf("the copy has %d bytes, %v", info.Size(), err)
			}
		})
	}
}

// A guest that takes too long ends in the middle, and leaves nothing.
func TestAGuestEnds(t *testing.T) {
	for _, from := range []string{kept(t), filepath.Join("../testdata", "first.json")} {
		folder := t.TempDir()
		ctx, stop := context.WithTimeout(t.Context(), time.Nanosecond)
		defer stop()
		if _, err := Guest(ctx, from, folder, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", from, err)
		}
		if all, err := os.ReadDir(folder); err != nil || len(all) > 0 {
			t.Errorf("%v, %v lie in the folder", all, err)
		}
	}
}
