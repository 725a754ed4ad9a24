package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// doctored changes the schema past SQLite's own checks.
func doctored(statements ...string) []string {
	return append(append([]string{`PRAGMA writable_schema = ON`}, statements...),
		`PRAGMA writable_schema = RESET`)
}

// A trigger of somebody else's, put in while the book is open, can keep what is written out of the book
// without an error. The audit finds it however it is named, and the desk acknowledges nothing that isn't
// there.
func TestTriggersOfSomebodyElse(t *testing.T) {
	testenv.Thorough(t)
	tb := lively(t)
	testenv.Fine(t, tb.Close())
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
		{"on devices, in capitals",
			[]string{`CREATE TRIGGER evil BEFORE UPDATE ON Device BEGIN SELECT RAISE(IGNORE); END`}, false, false},
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
			book := must1(Open(t.Context(), path, Options{Clock: clockAt(evening.Add(24 * time.Hour))}))
			testenv.Alter(t, path, c.sql...)
			found := must1(audit.Check(t.Context(), path, nil, nil))
			if found.Well() != (c.sql == nil) || !found.Well() && !strings.Contains(found.Line(), "isn't ours") {
				t.Errorf("the audit says: %s", found.Line())
			}
			before := found.Entries
			_, err := book.AddPlayer(t.Context(), Slip{Key: "onemore", Device: "tablet"}, "One More")
			acknowledged(t, "a player", err, c.player)
			_, err = book.OpenBalance(t.Context(), Slip{Key: "before", Device: "tablet"}, rules.LSD,
				chain.Debt{From: 1, To: 2, Amount: 7}, "from before")
			acknowledged(t, "a balance", err, c.deal)
			due := before
			for _, refused := range []bool{c.player, c.deal} {
				if !refused {
					due++
				}
			}
			testenv.Same(t, book.Now().Entries(), due, "%d entries")
			testenv.Fine(t, book.Close())
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

// A book with a trap in it is opened for reading only: the audit names the trap, the keeper reads of it, and
// nothing is written. The audit's own table has all the traps.
func TestTrapsInABook(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	tb := lively(t)
	testenv.Fine(t, tb.Close())
	const (
		damaged = "is damaged" // SQLite itself won't have it
		mine    = `CREATE TABLE mine (x INTEGER, y INTEGER)`
		trigger = `CREATE TRIGGER trap AFTER UPDATE ON mine BEGIN SELECT 1; END`
	)
	for _, c := range []struct {
		name string
		says string // empty: all is well
		sql  []string
	}{
		{"a view of one's own", "", []string{mine, `CREATE VIEW its AS SELECT x FROM mine`}},
		{"a trigger on another table", "the trigger trap, on mine, isn't ours", []string{mine, trigger}},
		{"a trigger that says it is a table", damaged, append([]string{mine, trigger},
			doctored(`UPDATE sqlite_schema SET type = 'table' WHERE name = 'trap'`)...)},
		{"a guard that guards nothing", "the trigger entry_stands was altered",
			[]string{`DROP TRIGGER entry_stands`,
				`CREATE TRIGGER entry_stands BEFORE UPDATE ON entry BEGIN SELECT 1; END`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := closedCopy(t, tb.Path())
			testenv.Alter(t, path, c.sql...)
			found, err := audit.Check(t.Context(), path, nil, nil)
			if c.says == damaged {
				_, opened := Open(t.Context(), path, Options{})
				wantSentence(t, err, damaged)
				wantSentence(t, opened, damaged)
				return
			}
			testenv.Fine(t, err)
			if found.Well() != (c.says == "") || !found.Well() && !strings.Contains(found.Line(), c.says) {
				t.Errorf("the audit says: %s", found.Line())
			}
			var said strings.Builder
			b := must1(Open(t.Context(), path, Options{Clock: clockAt(evening.Add(24 * time.Hour)),
				Log: slog.New(slog.NewTextHandler(&said, nil))}))
			defer b.Close()
			warned := b.Warnings()
			if c.says == "" {
				_, err := b.AddPlayer(t.Context(), Slip{Key: "onemore"}, "One More")
				if err != nil || len(warned) > 0 || b.Ready(t.Context()) != nil {
					t.Errorf("%v, warned of %v", err, warned)
				}
				return
			}
			if len(warned) != 1 || !strings.Contains(warned[0].What, c.says) {
				t.Errorf("the keeper is told %v", warned)
			}
			if advice := "Put back a copy from before."; !strings.Contains(warned[0].Do, advice) ||
				!strings.Contains(found.Line(), advice) {
				t.Errorf("the keeper is advised %q, and by the audit %q", warned[0].Do, found.Line())
			}
			wantNoCode(t, path, c.says)
			if !strings.Contains(said.String(), "level=ERROR") {
				t.Errorf("the log has %q", &said)
			}
			wantReadOnly(t, b, found.Entries)
		})
	}
}

// wantReadOnly tries to write in every way there is; the book stays as it is, and can be read.
func wantReadOnly(t *testing.T, b *Book, entries int64) {
	t.Helper()
	ctx := t.Context()
	_, player := b.AddPlayer(ctx, Slip{Key: "onemore", Device: "tablet"}, "One More")
	_, deal := b.Record(ctx, Slip{Key: "deal", Device: "tablet"}, 1, DealSaid{})
	_, _, code := b.MakeCode(ctx, door.Keeper)
	for what, err := range map[string]error{
		"a player": player, "a deal": deal, "a code": code, "a PIN": b.SetPIN(ctx, "1234"), "health": b.Ready(ctx),
	} {
		if !errors.As(err, new(*CannotWrite)) || !strings.Contains(err.Error(), "nothing was recorded") {
			t.Errorf("%s: %v", what, err)
		}
	}
	testenv.Same(t, b.Now().Entries(), entries, "%d entries")
}

// A book whose table of migrations doesn't fit is refused in words, or is for reading only. It is left as it
// is.
func TestMigrationsThatDoNotFit(t *testing.T) {
	tb := lively(t)
	testenv.Fine(t, tb.Close())
	for from, says := range map[int]string{
		14: "the table phone is there, and the table goose_db_version doesn't say that it was made",
		21: "the view people is there, and the table goose_db_version doesn't say that it was made",
	} {
		path := closedCopy(t, tb.Path())
		testenv.Alter(t, path, `PRAGMA journal_mode = DELETE`,
			fmt.Sprintf(`DELETE FROM goose_db_version WHERE version_id >= %d`, from))
		before := must1(os.ReadFile(path))
		b := must1(Open(t.Context(), path, Options{}))
		if w := b.Warnings(); len(w) != 1 || !strings.Contains(w[0].What, "of an older Ouverte and was left so") {
			t.Errorf("the keeper is told %v", w)
		}
		testenv.Fine(t, b.Close())
		found := must1(audit.Check(t.Context(), path, nil, nil))
		if !slices.ContainsFunc(found.Wrong, func(w *audit.Wrong) bool {
			return strings.Contains(w.Sentence, says)
		}) {
			t.Errorf("the audit says %v", found.Wrong)
		}
		if !bytes.Equal(before, must1(os.ReadFile(path))) {
			t.Error("the file was changed")
		}
	}
	for name, c := range map[string]struct{ sql, says string }{
		"all rows gone": {`DELETE FROM goose_db_version`, "the table goose_db_version doesn't say"},
		"table gone":    {`DROP TABLE goose_db_version`, "the table goose_db_version is missing"},
		"other columns": {`ALTER TABLE goose_db_version RENAME COLUMN version_id TO x`,
			"the table goose_db_version was altered"},
	} {
		t.Run(name, func(t *testing.T) {
			path := closedCopy(t, tb.Path())
			testenv.Alter(t, path, `PRAGMA journal_mode = DELETE`, c.sql)
			before := must1(os.ReadFile(path))
			b, err := Open(t.Context(), path, Options{})
			if err == nil {
				_ = b.Close()
			}
			var cannot *CannotOpen
			if !errors.As(err, &cannot) || !strings.Contains(cannot.Sentence, c.says) ||
				!strings.Contains(cannot.Sentence, "Put back a copy from before.") {
				t.Errorf("opened: %v", err)
			}
			if _, err := audit.Check(t.Context(), path, nil, nil); !errors.As(err, &cannot) {
				t.Errorf("audited: %v", err)
			}
			if !bytes.Equal(before, must1(os.ReadFile(path))) {
				t.Error("the file was changed")
			}
		})
	}
}
