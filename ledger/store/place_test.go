package store

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ouverte/ledger/testenv"
)

// A log is known again when SQLite has begun it anew since its salts were noted, as it is between that commit
// and the note; one that was made since is another's, and so is one that is noted to be further.
func TestLogGoneOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book")
	salts := []string{}
	for range 3 {
		db := testenv.Beside(t, path, "journal_mode(WAL)")
		for _, s := range []string{`CREATE TABLE IF NOT EXISTS a (b)`, `INSERT INTO a VALUES (1)`,
			`PRAGMA wal_checkpoint(RESTART)`, `INSERT INTO a VALUES (2)`} {
			testenv.Must(db.Exec(s))(t)
			if now := saltsOf(path + "-wal"); now != "" && !slices.Contains(salts, now) {
				salts = append(salts, now)
			}
		}
		testenv.Fine(t, db.Close())
	}
	if len(salts) != 6 {
		t.Fatalf("three logs, each begun anew once, have the salts %v", salts)
	}
	for i, was := range salts {
		for j, now := range salts {
			if got, want := goneOn(was, now), i == j || i%2 == 0 && j == i+1; got != want {
				t.Errorf("from %s to %s: %v", was, now, got)
			}
		}
	}
	if goneOn("", salts[0]) || goneOn(salts[0], "") {
		t.Error("no salts at all are a log's")
	}

	// which tells the log of the book before beside the one that was put in its place
	db := testenv.Beside(t, path, "journal_mode(WAL)")
	testenv.Must(db.Exec(`INSERT INTO a VALUES (3)`))(t)
	book, err := spotOf(path)
	log, err2 := spotOf(path + "-wal")
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	before := noted{book: book.id.number, log: log.id.number, salts: saltsOf(path + "-wal")}
	for _, s := range []string{`PRAGMA wal_checkpoint(RESTART)`, `INSERT INTO a VALUES (4)`} {
		testenv.Must(db.Exec(s))(t)
	}
	if strayLog(path, before) {
		t.Error("the book's own log is a stranger's")
	}
	testenv.Fine(t, os.WriteFile(path+"-2", nil, 0o600))
	testenv.Fine(t, os.Rename(path+"-2", path))
	if !strayLog(path, before) {
		t.Error("the log of the book before would be written into this one")
	}
}
