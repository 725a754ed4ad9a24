package store

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
	"ouverte/migrations"
)

// Version 1.0.0 reads by goose which steps a book has had.
func TestStepsAreNotedAsGooseDoes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	testenv.Fine(t, makeBook(t.Context(), path))
	db := testenv.Must(openDB(dsn(fileURI(path, "rw")), 1))(t)
	defer db.Close()
	const made = `CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	)`
	due := []string{"1 0 1"}
	for i, step := range migrations.Steps() {
		due = append(due, fmt.Sprint(i+2, step.Number, 1))
	}
	for text, want := range map[string]string{
		`SELECT sql FROM sqlite_schema WHERE rowid = 1`: made,
		`SELECT group_concat(id || ' ' || version_id || ' ' || is_applied, ', ' ORDER BY id) FROM goose_db_version
			WHERE tstamp BETWEEN datetime('now', '-1 hour') AND datetime('now')`: strings.Join(due, ", "),
		`SELECT name || ' ' || seq FROM sqlite_sequence`: fmt.Sprint("goose_db_version ", len(due)),
	} {
		var has string
		if err := db.QueryRow(text).Scan(&has); err != nil || has != want {
			t.Errorf("%s\nhas  %s (%v)\nwant %s", text, has, err, want)
		}
	}
}

// A book stays as it was, rows and all, where the last of the steps fails, or where a row then refers to
// none.
func TestAllStepsOrNone(t *testing.T) {
	for name, c := range map[string]struct{ sql, says string }{
		"a step that fails": {`CREATE TABLE phone (x)`, "step 17"},
		"a row that refers to none": {`INSERT INTO phone VALUES (1, 7, zeroblob(32), -1, 0)`,
			"the table phone has a row that refers to none of watch"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "book")
			uri := fileURI(path, "rwc")
			db := testenv.Must(openDB(uri, 1))(t)
			defer db.Close()
			had := int64(13)
			if strings.Contains(c.sql, "INSERT") {
				had = 17
			}
			testenv.Must(db.Exec(makeMigrated + ";" + migrations.UpTo(had) + c.sql + fmt.Sprintf(
				`; INSERT INTO goose_db_version (version_id, is_applied) VALUES (%d, 1)`, had)))(t)
			const all = `SELECT group_concat(sql, ';') || (SELECT count(*) FROM goose_db_version) FROM sqlite_schema`
			var was, is string
			testenv.Fine(t, db.QueryRow(all).Scan(&was))
			err := migrateFile(t.Context(), dsn(uri), noneDangles)
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("it says %v, want %s", err, c.says)
			}
			if err := db.QueryRow(all).Scan(&is); err != nil || is != was {
				t.Errorf("it was changed: %v\n%s", err, is)
			}
		})
	}
}

// Every table of ours with a foreign key is looked at, and none of somebody else's.
func TestWhatMayDangle(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	testenv.Fine(t, makeBook(t.Context(), path))
	alter(t, path, `PRAGMA foreign_keys = OFF; CREATE TABLE mine (x PRIMARY KEY, y REFERENCES mine);
		INSERT INTO mine VALUES (1, 2)`)
	db := testenv.Must(openDB(fileURI(path, "rw"), 1))(t)
	defer db.Close()
	conn := testenv.Must(db.Conn(t.Context()))(t)
	defer conn.Close()
	if err := noneDangles(t.Context(), conn); err != nil {
		t.Errorf("it says %v", err)
	}
	var tables string
	err := conn.QueryRowContext(t.Context(), `SELECT group_concat(DISTINCT s.name ORDER BY s.name)
		FROM sqlite_schema s CROSS JOIN pragma_foreign_key_list(s.name) f WHERE s.name <> 'mine'`).Scan(&tables)
	if err != nil || tables != "entry,phone,phone_entry,transfer" {
		t.Errorf("foreign keys are in %s, %v", tables, err)
	}
}

// Where there is no room for the copy of an older book, nothing is written, and how much it takes is said.
func TestNoRoomForTheCopy(t *testing.T) {
	defer func() { room = roomIn }()
	folder := t.TempDir()
	path := filepath.Join(folder, "book")
	was := released(t)
	testenv.Fine(t, os.WriteFile(path, was, 0o600))
	for free, says := range map[int64]string{
		50_000:    "The copy takes 1.5 MB, and 0.0 MB are free. ",
		1_250_000: "The copy takes 1.5 MB, and 1.2 MB are free. ",
	} {
		room = func(string) (int64, bool) { return free, true }
		says = "book was written by an older Ouverte. Ouverte keeps a copy beside it, then brings it " +
			"up to date. " + says + "Make room, then start again; nothing was changed."
		_, err := Open(t.Context(), path, Options{})
		if err = Explain(path, err); err == nil || Cause(err) != ErrFull || err.Error() != says {
			t.Errorf("with %d bytes free it says %v", free, err)
		}
		if is, err := os.ReadFile(path); err != nil || !bytes.Equal(is, was) {
			t.Errorf("the book was changed: %v", err)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
			t.Errorf("%v lie there, %v", left, err)
		}
	}
	for _, known := range []bool{true, false} { // room enough, and nobody knows
		path := filepath.Join(t.TempDir(), "book")
		testenv.Fine(t, os.WriteFile(path, was, 0o600))
		room = func(string) (int64, bool) { return 2_000_000, known }
		f := testenv.Must(Open(t.Context(), path, Options{}))(t)
		testenv.Fine(t, f.Close())
	}
	if free, known := roomIn(folder); known && free <= 0 {
		t.Errorf("%d bytes are free", free)
	}
}
