package testenv

import (
	"database/sql"
	"net/url"
	"testing"
)

// Beside opens a book's file as another program does that knows nothing of ours, with one connection. It
// waits for its turn: a book may write at any moment, since it counts when nothing is asked of it. Pragmas
// are as in "foreign_keys(ON)". The test's package has imported the driver.
func Beside(t testing.TB, path string, pragmas ...string) *sql.DB {
	t.Helper()
	q := url.Values{"_pragma": append([]string{"busy_timeout(20000)"}, pragmas...), "_txlock": {"immediate"}}
	db, err := sql.Open("sqlite", "file:"+path+"?"+q.Encode())
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}

// Tamper is Alter with all that guards the entries of a book taken away.
func Tamper(t testing.TB, path string, statements ...string) {
	t.Helper()
	all := []string{"PRAGMA journal_mode = DELETE", "PRAGMA synchronous = OFF"}
	for _, table := range []string{"entry", "transfer"} {
		for _, guard := range []string{"_grows", "_stands", "_stays"} {
			all = append(all, "DROP TRIGGER "+table+guard)
		}
	}
	Alter(t, path, append(all, statements...)...)
}

// Alter runs SQL on a book's file past the program.
func Alter(t testing.TB, path string, statements ...string) {
	t.Helper()
	db := Beside(t, path)
	defer db.Close()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}
