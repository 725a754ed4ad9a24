package ledger

import (
	"database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/audit"
	"ouverte/rules"
)

// A trigger of somebody else's can keep what is written out of the book, without an error. The audit finds it
// however it is named, and the desk acknowledges nothing that isn't there.
func TestTriggersOfSomebodyElse(t *testing.T) {
	tb := lively(t)
	if err := tb.Close(); err != nil {
		t.Fatal(err)
	}
	disguised := func(as string) []string {
		return []string{
			`CREATE TRIGGER evil BEFORE INSERT ON transfer BEGIN SELECT RAISE(IGNORE); END`,
			`PRAGMA writable_schema = ON`,
			as,
			`PRAGMA writable_schema = RESET`,
		}
	}
	for _, c := range []struct {
		name   string
		sql    []string
		player bool // nobody can be added any more
		deal   bool // nothing that moves money can be written any more
	}{
		{"nothing", nil, false, false},
		{"on transfers", []string{`CREATE TRIGGER evil BEFORE INSERT ON transfer BEGIN SELECT RAISE(IGNORE); END`},
			false, true},
		{"on transfers, in capitals",
			[]string{`CREATE TRIGGER evil BEFORE INSERT ON TRANSFER BEGIN SELECT RAISE(IGNORE); END`}, false, true},
		{"on entries, in capitals",
			[]string{`CREATE TRIGGER evil BEFORE INSERT ON ENTRY BEGIN SELECT RAISE(IGNORE); END`}, true, true},
		{"on balances, in capitals",
			[]string{`CREATE TRIGGER evil BEFORE UPDATE ON Balance BEGIN SELECT RAISE(IGNORE); END`}, false, true},
		{"by a name of SQLite's own",
			disguised(`UPDATE sqlite_schema SET name = 'sqlite_evil', sql = replace(sql, 'evil', 'sqlite_evil') ` +
				`WHERE name = 'evil'`), false, true},
		{"that says it is a Trigger", disguised(`UPDATE sqlite_schema SET type = 'Trigger' WHERE name = 'evil'`),
			false, true},
		{"on what the migrations keep",
			[]string{`CREATE TRIGGER evil BEFORE INSERT ON goose_db_version BEGIN SELECT RAISE(IGNORE); END`}, false,
			false},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := closedCopy(t, tb.Path())
			db, err := sql.Open("sqlite", "file:"+path)
			if err != nil {
				t.Fatal(err)
			}
			db.SetMaxOpenConns(1)
			for _, s := range c.sql {
				if _, err := db.Exec(s); err != nil {
					t.Fatalf("%s: %v", s, err)
				}
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			found, err := audit.Check(t.Context(), path, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if found.Well() != (c.sql == nil) || !found.Well() && !strings.Contains(found.Line(), "none of ours") {
				t.Errorf("the audit says: %s", found.Line())
			}
			before := found.Entries
			book, err := Open(t.Context(), path, Options{Clock: clockAt(evening.Add(24 * time.Hour))})
			if err != nil {
				t.Fatal(err)
			}
			_, err = book.AddPlayer(t.Context(), Slip{Key: "onemore", Device: "tablet"}, "One More")
			acknowledged(t, "a player", err, c.player)
			_, err = book.OpenBalance(
				t.Context(),
				Slip{Key: "before", Device: "tablet"},
				rules.LSD,
				Debt{From: 1, To: 2, Amount: 7},
				"from before",
			)
			acknowledged(t, "a balance", err, c.deal)
			due := before
			for _, refused := range []bool{c.player, c.deal} {
				if !refused {
					due++
				}
			}
			if n, err := book.Entries(t.Context()); err != nil || n != due {
				t.Errorf("%d entries, not %d (%v)", n, due, err)
			}
			if err := book.Close(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func acknowledged(t *testing.T, what string, err error, refused bool) {
	t.Helper()
	var cannot *CannotWrite
	if refused && !errors.As(err, &cannot) || !refused && err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// The columns of numbers that the audit compares may be no NULL and nothing but numbers.
func TestComparedColumnsAreNumbers(t *testing.T) {
	db := pastTheBook(t, newBook(t).Path())
	defer db.Close()
	tables := []string{"night_sum", "dealt"}
	for _, table := range tables {
		var strict bool
		if err := db.QueryRow(`SELECT strict FROM pragma_table_list WHERE name = ?`, table).Scan(
			&strict); err != nil ||
			!strict {
			t.Errorf("%s isn't STRICT (%v)", table, err)
		}
		rows, err := db.Query(
			`SELECT name, "notnull" OR pk > 0 AND type = 'INTEGER' FROM pragma_table_info(?)`,
			table,
		)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		columns := 0
		for rows.Next() {
			var name string
			var certain bool
			if err := rows.Scan(&name, &certain); err != nil {
				t.Fatal(err)
			}
			if columns++; !certain {
				t.Errorf("%s of %s may be NULL", name, table)
			}
		}
		if err := rows.Err(); err != nil || columns < 4 {
			t.Fatalf("%s has %d columns (%v)", table, columns, err)
		}
	}
}
