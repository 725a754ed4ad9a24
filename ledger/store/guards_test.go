package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ouverte/ledger/testenv"
)

const withoutEnd = `WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
	SELECT x AS seq, x AS version_id, 1 AS is_applied FROM c`

func alter(t *testing.T, path string, statements ...string) {
	t.Helper()
	db := testenv.Must(openDB("file:"+path, 1))(t)
	defer db.Close()
	for _, text := range statements {
		if _, err := db.Exec(text); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
	}
}

// opened are the ways there are to open a book. Each has some seconds.
func opened(t *testing.T, path string) map[string]error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	out := map[string]error{}
	for how, open := range map[string]func() error{
		"open": func() error {
			f, err := Open(ctx, path, Options{})
			if err == nil {
				err = f.Close()
			}
			return Explain(path, err)
		},
		"look": func() error {
			f, err := Look(ctx, path)
			if err == nil {
				err = f.Close()
			}
			return ExplainLook(path, err)
		},
		"beside": func() error { return ExplainLook(path, Beside(ctx, path, func(*Writer) error { return nil })) },
	} {
		if out[how] = open(); ctx.Err() != nil {
			t.Fatalf("%s doesn't come to an end", how)
		}
	}
	return out
}

func copyOf(t *testing.T, content []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "book")
	testenv.Fine(t, os.WriteFile(path, content, 0o600))
	return path
}

func released(t *testing.T) []byte { return testenv.Unpacked(t, "../testdata/released/1.0.0") }

func migratedBook(t *testing.T, content []byte) (path string) {
	t.Helper()
	path = copyOf(t, content)
	testenv.Fine(t, migrateFile(t.Context(), dsn(fileURI(path, "rw")), noneDangles))
	return path
}

// What goes by the name of a table, or how a table's columns come about, may take for ever to read. It is
// named before anything is asked of it, in a book of any version.
func TestTablesThatAreNone(t *testing.T) {
	older := released(t)
	newest := testenv.Must(os.ReadFile(migratedBook(t, older)))(t)
	was := func(table string) string {
		return `PRAGMA legacy_alter_table = ON; ALTER TABLE ` + table + ` RENAME TO of_mine; `
	}
	type forged struct{ says, sql string }
	var all []forged
	for _, table := range []string{"entry", "transfer", "goose_db_version", "season", "player", "device"} {
		says := "the view " + table + ", which isn't ours, has the name of something of ours"
		all = append(all, forged{says, was(table) + `CREATE VIEW ` + table + ` AS ` + withoutEnd},
			forged{says, was(table) + `CREATE VIEW ` + strings.ToUpper(table) + ` AS ` + withoutEnd})
	}
	all = append(all,
		forged{"the table entry is missing", was("entry")},
		forged{"the table goose_db_version is missing", was("goose_db_version")},
		forged{"the table goose_db_version was altered", `ALTER TABLE goose_db_version
			ADD COLUMN more GENERATED ALWAYS AS (length(hex(zeroblob(100000000))))`},
		forged{"the table entry was altered", `PRAGMA writable_schema = ON;
			UPDATE sqlite_schema SET sql = replace(sql, 'device   TEXT    NOT NULL',
				'device TEXT AS (hex(zeroblob(100000000)))') WHERE name = 'entry';
			PRAGMA writable_schema = RESET`},
		forged{"the table season was altered", was("season") +
			`CREATE VIRTUAL TABLE season USING fts5(one, begins)`},
	)
	for name, content := range map[string][]byte{"13": older, "newest": newest} {
		for i, f := range append(all, forged{"the view word, which isn't ours", was("word") +
			`CREATE VIEW word AS ` + withoutEnd}) {
			if name == "newest" && i == len(all) {
				continue // there is none any more
			}
			t.Run(fmt.Sprint(name, " ", i), func(t *testing.T) {
				path := copyOf(t, content)
				alter(t, path, f.sql)
				for how, err := range opened(t, path) {
					if err == nil || !strings.HasPrefix(err.Error(), "book has been altered: "+f.says) ||
						!strings.Contains(err.Error(), "It was left as it is. Put back a copy from before.") {
						t.Errorf("%s says %v, not %s", how, err, f.says)
					}
				}
			})
		}
	}
}

// Views of somebody else's that unfold to a billion tables hold nothing up.
func TestViewsThatUnfold(t *testing.T) {
	var views []string
	views = append(views, `CREATE VIEW mine0 AS SELECT 1 AS x`)
	for i := range 30 {
		views = append(views, fmt.Sprintf(`CREATE VIEW mine%d AS SELECT a.x FROM mine%d a, mine%[2]d b`, i+1, i))
	}
	for _, content := range [][]byte{released(t), nil} {
		path := filepath.Join(t.TempDir(), "book")
		if content == nil {
			testenv.Fine(t, makeBook(t.Context(), path))
		} else if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		alter(t, path, views...)
		for how, err := range opened(t, path) {
			if err != nil && Cause(err) != errOlder {
				t.Errorf("%s: %v", how, err)
			}
		}
	}
}

// A name that only a step in between has is none for a table of somebody else's.
func TestNamesOfStepsInBetween(t *testing.T) {
	path := copyOf(t, released(t))
	alter(t, path, `CREATE TABLE year_kept (x)`)
	f := testenv.Must(Open(t.Context(), path, Options{}))(t)
	defer f.Close()
	const says = "the table year_kept, which isn't ours"
	if a := f.Altered(); len(a) != 1 || !strings.Contains(a[0].What, says) {
		t.Errorf("it says %v", a)
	}
	if v := f.Version(); v != 13 || !f.Older() {
		t.Errorf("it was migrated to %d", v)
	}
}
