package ledger

// A set of tampered books: everything that can be done to the file of a book or beside it, one thing at a
// time, and who finds it. What a change of the guards no longer finds shows in the golden file.

import (
	"bytes"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/audit"
	"ouverte/ledger/testenv"
)

var golden = flag.Bool("golden", false, "write testdata/tampered.txt anew")

// tampering is one thing done to a book: its words, and what does it to the file of that path.
type tampering struct {
	what string
	do   func(t *testing.T, path string)
	due  *int64 // so many entries it should have, set by do; nil where nobody counts them
	// Which pages of two books come together is chance, and so is whether opening refuses it or reads it only.
	either bool
}

// TestTampered does each to a book of its own, and holds against a golden file what comes of it: "audit",
// "refused", "reads only" and "mended" say who found it. What nobody finds is of the door, which no chain
// vouches for, or a table of somebody else's. What changes nothing that a program for SQLite reads isn't
// there.
func TestTampered(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	tb := lively(t)
	must1(tb.MakeWatch(tb.ctx, tb.night))
	testenv.Fine(t, tb.Close())
	for _, sql := range []string{
		`INSERT INTO device (id, name, may, token, made, seen) SELECT id, 'tablet', 2, randomblob(32), 7, 7
			FROM player WHERE id BETWEEN 1 AND 3`,
		`INSERT INTO code (id, hash, may, made) SELECT id, randomblob(32), 2, 7
			FROM player WHERE id BETWEEN 1 AND 3`,
		`INSERT INTO pin VALUES (1, 'nobody knows')`,
		`INSERT INTO phone (id, watch, hash, player, made)
			SELECT p.id, w.id, randomblob(32), p.id, 7 FROM player p, watch w WHERE p.id BETWEEN 1 AND 3`,
		`INSERT INTO phone_entry VALUES (1, 1), (2, 2), (3, 3)`,
	} {
		testenv.Alter(t, tb.Path(), sql)
	}
	whole := must1(os.ReadFile(tb.Path()))
	read := allTold(t, tb.Path())
	var is strings.Builder
	done, found := 0, 0
	all := slices.Concat(tamperedRows(t, tb.Path()), tamperedSchema(t, tb.Path()), tamperedHeads(),
		tamperedBeside(), tamperedLogs())
	for _, c := range all {
		path := filepath.Join(t.TempDir(), "book.db")
		testenv.Fine(t, os.WriteFile(path, whole, 0o600))
		c.do(t, path)
		reads := allTold(t, path)
		who := foundBy(t, c, path)
		if who == "nobody" && reads == read {
			continue
		}
		if c.either && strings.HasPrefix(who, "audit, ") &&
			(strings.HasSuffix(who, "refused") || strings.HasSuffix(who, "reads only")) {
			who = "audit, refused or reads only"
		}
		done++
		if who != "nobody" {
			found++
		}
		fmt.Fprintf(&is, "%s: %s\n", c.what, who)
	}
	fmt.Fprintf(&is, "%d of %d found\n", found, done)
	const file = "testdata/tampered.txt"
	if *golden {
		testenv.Fine(t, os.WriteFile(file, []byte(is.String()), 0o644))
		return
	}
	want := strings.Split(string(must1(os.ReadFile(file))), "\n")
	for i, line := range strings.Split(is.String(), "\n") {
		if i >= len(want) || line != want[i] {
			t.Errorf("%s:%d: now %q", file, i+1, line)
		}
	}
}

// foundBy tells who finds something of a book, by the audit and by opening it.
func foundBy(t *testing.T, c tampering, path string) string {
	t.Helper()
	var who []string
	well := func() bool {
		f, err := audit.Check(t.Context(), path, nil, nil)
		return err == nil && f.Well()
	}
	was := well()
	if !was {
		who = append(who, "audit")
	}
	b, err := Open(t.Context(), path, Options{Clock: clockAt(evening)})
	if err == nil && c.due != nil && b.Now().Entries() != *c.due {
		who = append(who, fmt.Sprint(b.Now().Entries()-*c.due, " entries"))
	}
	switch {
	case err != nil:
		if !errors.As(err, new(*CannotOpen)) {
			t.Errorf("%s: no sentence for %v", c.what, err)
		}
		who = append(who, "refused")
	case b.ReadOnly() != "":
		who = append(who, "reads only")
	case len(b.Warnings()) > 0:
		who = append(who, "warned")
	}
	if err == nil {
		testenv.Fine(t, b.Close())
		if len(who) < 2 && !was && well() {
			who = append(who, "mended")
		}
	}
	if len(who) == 0 {
		return "nobody"
	}
	return strings.Join(who, ", ")
}

// unguarded runs SQL on a book without what guards it, and puts that back as it was.
func unguarded(t *testing.T, path string, statements ...string) error {
	t.Helper()
	db := testenv.Beside(t, path)
	defer db.Close()
	guards := texts(t, db, `SELECT sql FROM sqlite_schema WHERE type = 'trigger'`)
	names := texts(t, db, `SELECT name FROM sqlite_schema WHERE type = 'trigger'`)
	run := []string{`PRAGMA journal_mode = DELETE`, `PRAGMA synchronous = OFF`, `PRAGMA foreign_keys = OFF`,
		`PRAGMA ignore_check_constraints = ON`}
	for _, name := range names {
		run = append(run, `DROP TRIGGER `+name)
	}
	for _, s := range run {
		must1(db.Exec(s))
	}
	var failed error
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			failed = err
		}
	}
	for _, s := range guards {
		must1(db.Exec(s))
	}
	return failed
}

func texts(t *testing.T, db *sql.DB, query string) (all []string) {
	t.Helper()
	rows := must1(db.Query(query))
	defer rows.Close()
	for rows.Next() {
		var s string
		testenv.Fine(t, rows.Scan(&s))
		all = append(all, s)
	}
	testenv.Fine(t, rows.Err())
	return all
}

// tamperedRows are every column of every table altered, emptied and swapped between two rows, and every
// table's row doubled and removed. What the table itself refuses isn't among them.
func tamperedRows(t *testing.T, path string) (all []tampering) {
	db := testenv.Beside(t, path)
	defer db.Close()
	add := func(what string, statements ...string) {
		if unguarded(t, closedCopy(t, path), statements...) == nil {
			all = append(all, tampering{what: what, do: func(t *testing.T, path string) {
				testenv.Fine(t, unguarded(t, path, statements...))
			}})
		}
	}
	for _, table := range texts(t, db, `SELECT name FROM sqlite_schema WHERE type = 'table' AND
		name <> 'sqlite_sequence' ORDER BY name`) {
		columns := texts(t, db, `SELECT name FROM pragma_table_xinfo('`+table+`')`)
		types := texts(t, db, `SELECT type FROM pragma_table_xinfo('`+table+`')`)
		keys := texts(t, db, `SELECT name FROM pragma_table_xinfo('`+table+`') WHERE pk > 0 ORDER BY pk`)
		key := strings.Join(keys, ", ")
		at := func(which string) string { // the row in the middle of those of which this is true
			return fmt.Sprintf(`(%[1]s) = (SELECT %[1]s FROM %[2]s WHERE %[3]s ORDER BY %[1]s
				LIMIT 1 OFFSET (SELECT count(*) / 2 FROM %[2]s WHERE %[3]s))`, key, table, which)
		}
		var others []string
		for i, c := range columns {
			other := map[string]string{
				"INTEGER": c + " + 1", "TEXT": c + " || 'x'", "BLOB": "randomblob(length(" + c + "))",
			}[types[i]]
			if other == "" {
				other = c + " || '1'"
			}
			set, one := "UPDATE "+table+" SET "+c+" = ", at(c+" IS NOT NULL")
			another := at(c + " IS NOT (SELECT x FROM was)")
			add(table+"."+c+" altered", set+"coalesce("+other+", 1) WHERE "+one)
			add(table+"."+c+" emptied", set+"NULL WHERE "+one)
			add(table+"."+c+" swapped",
				"CREATE TEMP TABLE was AS SELECT "+c+" AS x, "+key+" FROM "+table+" WHERE "+one,
				"CREATE TEMP TABLE now AS SELECT "+c+" AS x FROM "+table+" WHERE "+another,
				set+"(SELECT x FROM was) WHERE "+another,
				set+"(SELECT x FROM now) WHERE ("+key+") = (SELECT "+key+" FROM was)")
			if types[i] == "INTEGER" && slices.Contains(keys, c) {
				other = c + " + 100000"
			}
			if slices.Contains(keys, c) || c == "hash" || c == "token" || c == "key" {
				others = append(others, other)
			} else {
				others = append(others, c)
			}
		}
		add(table+" row doubled", "INSERT INTO "+table+" SELECT "+strings.Join(others, ", ")+" FROM "+table+
			" WHERE "+at("true"))
		add(table+" row removed", "DELETE FROM "+table+" WHERE "+at("true"))
		add(table+" emptied", "DELETE FROM "+table)
	}
	return all
}

// tamperedSchema are every part of the schema dropped, altered and renamed, every table's root exchanged, and
// parts of somebody else's.
func tamperedSchema(t *testing.T, path string) (all []tampering) {
	db := testenv.Beside(t, path)
	defer db.Close()
	add := func(what string, statements ...string) {
		all = append(all, tampering{what: what, do: func(t *testing.T, path string) {
			testenv.Alter(t, path, append([]string{`PRAGMA journal_mode = DELETE`}, statements...)...)
		}})
	}
	parts := texts(t, db, `SELECT type || ' ' || name FROM sqlite_schema WHERE sql IS NOT NULL AND
		name <> 'sqlite_sequence' ORDER BY 1`)
	for i, part := range parts {
		kind, name, _ := strings.Cut(part, " ")
		where := ` WHERE type = '` + kind + `' AND name = '` + name + `'`
		add(part+" out of the schema", doctored(`DELETE FROM sqlite_schema`+where)...)
		add(part+" with a remark", doctored(`UPDATE sqlite_schema SET sql = sql || ' /* mine */'`+where)...)
		if kind == "table" {
			next := parts[(i+1)%len(parts)]
			_, other, _ := strings.Cut(next, " ")
			add(part+" with the root of "+next, doctored(fmt.Sprintf(`UPDATE sqlite_schema SET rootpage =
				(SELECT rootpage FROM sqlite_schema WHERE name = '%s')`, other)+where)...)
			add(part+" with a trigger on it", `CREATE TRIGGER mine AFTER UPDATE ON `+name+` BEGIN SELECT 1; END`)
			add(part+" with an index on it", `CREATE INDEX mine ON `+name+` (1, `+
				texts(t, db, `SELECT name FROM pragma_table_xinfo('`+name+`') LIMIT 1`)[0]+`)`)
			add(part+" with a column more", `ALTER TABLE `+name+` ADD COLUMN mine INTEGER`)
			add(part+" with a computed column", `ALTER TABLE `+name+` ADD COLUMN mine INTEGER AS (1)`)
			add(part+" named by a foreign key", `CREATE TABLE mine (x REFERENCES `+name+` ON DELETE SET NULL)`)
			add(part+" shown by a view", `CREATE VIEW mine AS SELECT * FROM `+name)
		}
	}
	add("a table of somebody else's", `CREATE TABLE mine (x, y)`)
	add("a table and its index", `CREATE TABLE mine (x, y)`, `CREATE INDEX its ON mine (x)`)
	add("a table and a trigger on it", `CREATE TABLE mine (x)`,
		`CREATE TRIGGER its AFTER INSERT ON mine BEGIN SELECT 1; END`)
	add("a table and a view of it", `CREATE TABLE mine (x)`, `CREATE VIEW its AS SELECT x FROM mine`)
	add("a view of nothing", `CREATE VIEW mine AS SELECT 1 AS x`)
	add("a view that never ends", `CREATE VIEW mine AS WITH RECURSIVE n (x) AS
		(SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n`)
	add("a virtual table", `CREATE VIRTUAL TABLE mine USING fts5 (x)`)
	add("a table of a former name", `CREATE TABLE night_sum (x)`)
	add("statistics of SQLite's", `ANALYZE`)
	add("a table that says it is a view", append([]string{`CREATE TABLE mine (x)`},
		doctored(`UPDATE sqlite_schema SET type = 'view' WHERE name = 'mine'`)...)...)
	for _, pragma := range []string{"user_version = 7", "application_id = 7", "encoding = 'UTF-16le'",
		"auto_vacuum = FULL"} {
		add("pragma "+pragma, `PRAGMA `+pragma)
	}
	for _, size := range []int{512, 1024, 8192, 65536} {
		add(fmt.Sprint("pages of ", size), fmt.Sprint(`PRAGMA page_size = `, size), `VACUUM`)
	}
	return all
}

// tamperedHeads are each byte of the file's head counted on, and the file cut off and longer than it was.
func tamperedHeads() (all []tampering) {
	change := func(what string, do func(text []byte) []byte) {
		all = append(all, tampering{what: what, do: func(t *testing.T, path string) {
			testenv.Fine(t, os.WriteFile(path, do(must1(os.ReadFile(path))), 0o600))
		}})
	}
	for at := range 108 {
		change(fmt.Sprintf("byte %d of the head", at), func(text []byte) []byte {
			text[at]++
			return text
		})
	}
	for _, pages := range []int{0, 1, 2, 7, -1} {
		change(fmt.Sprint("cut off after pages ", pages), func(text []byte) []byte {
			if pages < 0 {
				return text[:len(text)+4096*pages]
			}
			return text[:4096*pages]
		})
	}
	change("a byte short", func(text []byte) []byte { return text[:len(text)-1] })
	change("a page longer", func(text []byte) []byte { return append(text, make([]byte, 4096)...) })
	change("last page doubled", func(text []byte) []byte { return append(text, text[len(text)-4096:]...) })
	for _, to := range []int{0, 2, 5} {
		change(fmt.Sprint("page 4 in the place of page ", to+1), func(text []byte) []byte {
			copy(text[4096*to:4096*to+4096], text[4096*3:4096*4])
			return text
		})
	}
	return all
}

// tamperedBeside are the files beside a book missing, foreign, cut and none at all.
func tamperedBeside() (all []tampering) {
	add := func(what string, do func(t *testing.T, path string)) {
		all = append(all, tampering{what: what, do: do})
	}
	for _, part := range []string{"-wal", "-shm", "-journal", "-lock", "-note"} {
		for what, text := range map[string]string{
			"empty": "", "of nonsense": strings.Repeat("nonsense", 1000), "of zeros": strings.Repeat("\x00", 40000),
		} {
			add(part+" "+what, func(t *testing.T, path string) {
				testenv.Fine(t, os.WriteFile(path+part, []byte(text), 0o600))
			})
		}
		add(part+" that is a folder", func(t *testing.T, path string) {
			testenv.Fine(t, os.Mkdir(path+part, 0o700))
		})
		add(part+" that is a link", func(t *testing.T, path string) {
			testenv.Fine(t, os.WriteFile(path+"-far", nil, 0o600))
			testenv.Fine(t, os.Symlink(path+"-far", path+part))
		})
	}
	add("a hard link", func(t *testing.T, path string) { testenv.Fine(t, os.Link(path, path+"-too")) })
	noted := func(do func(t *testing.T, path string)) func(t *testing.T, path string) {
		return func(t *testing.T, path string) {
			b := must1(Open(t.Context(), path, Options{Clock: clockAt(evening)}))
			must1(b.AddPlayer(t.Context(), Slip{Key: "noted", Device: "tablet"}, "Noted"))
			testenv.Fine(t, b.Close())
			do(t, path)
		}
	}
	before := func(t *testing.T, path string) {
		text := must1(livelyBook())
		testenv.Fine(t, os.WriteFile(path, text, 0o600))
	}
	add("an older book beside its note", noted(before))
	add("an older book, and no note", noted(func(t *testing.T, path string) {
		before(t, path)
		testenv.Fine(t, os.Remove(path+"-note"))
	}))
	add("an older book beside a note cut off", noted(func(t *testing.T, path string) {
		before(t, path)
		testenv.Fine(t, os.Truncate(path+"-note", 30))
	}))
	add("another book beside the note", noted(func(t *testing.T, path string) {
		other := filepath.Join(t.TempDir(), "other.db")
		b := must1(Open(t.Context(), other, Options{Clock: clockAt(evening)}))
		must1(b.AddPlayer(t.Context(), Slip{Key: "other", Device: "tablet"}, "Other"))
		testenv.Fine(t, b.Close())
		testenv.Fine(t, os.WriteFile(path, must1(os.ReadFile(other)), 0o600))
	}))
	slices.SortFunc(all, func(a, b tampering) int { return strings.Compare(a.what, b.what) })
	return all
}

// tamperedLogs are books whose program was killed, so that the last entries are in the log beside them alone.
func tamperedLogs() (all []tampering) {
	add := func(what string, do func(t *testing.T, path string, book, log []byte)) {
		due := new(int64)
		all = append(all, tampering{what: what, due: due, do: func(t *testing.T, path string) {
			*due = killedWith(t, path, 20)
			do(t, path, must1(os.ReadFile(path)), must1(os.ReadFile(path+"-wal")))
		}})
	}
	write := func(t *testing.T, path string, text []byte) { testenv.Fine(t, os.WriteFile(path, text, 0o600)) }
	const frame = 24 + 4096
	add("a killed book", func(*testing.T, string, []byte, []byte) {})
	add("a killed book without its log", func(t *testing.T, path string, _, _ []byte) {
		testenv.Fine(t, os.Remove(path+"-wal"))
	})
	add("a killed book without its index", func(t *testing.T, path string, _, _ []byte) {
		testenv.Fine(t, os.Remove(path+"-shm"))
	})
	for _, part := range []int{0, 1, 2, 3} {
		add(fmt.Sprintf("a log of which %d quarters are left", part),
			func(t *testing.T, path string, _, log []byte) {
				write(t, path+"-wal", log[:len(log)/frame*part/4*frame+min(part, 1)*32])
			})
		add(fmt.Sprintf("a log with a bit flipped after %d quarters", part),
			func(t *testing.T, path string, _, log []byte) {
				log[len(log)*part/4+40] ^= 4
				write(t, path+"-wal", log)
			})
		add(fmt.Sprintf("a book of which %d quarters are left, and its log", part),
			func(t *testing.T, path string, book, _ []byte) {
				write(t, path, book[:max(1, len(book)/4096*part/4)*4096])
			})
	}
	add("another book in the place of a killed one", func(t *testing.T, path string, _, _ []byte) {
		other := filepath.Join(t.TempDir(), "other.db")
		testenv.Fine(t, must1(Open(t.Context(), other, Options{Clock: clockAt(evening)})).Close())
		testenv.Fine(t, os.Rename(other, path))
	})
	all[len(all)-1].either = true
	add("the log of another book", func(t *testing.T, path string, _, _ []byte) {
		other := filepath.Join(t.TempDir(), "other.db")
		write(t, other, must1(livelyBook()))
		killedWith(t, other, 7)
		write(t, path+"-wal", must1(os.ReadFile(other+"-wal")))
	})
	return all
}

// killedWith adds so many people to a book, leaves it as a killed program does, with them in its log alone,
// and says how many entries it has.
func killedWith(t *testing.T, path string, people int) (entries int64) {
	t.Helper()
	b := must1(Open(t.Context(), path, Options{Clock: clockAt(evening)}))
	for n := range people {
		slip := Slip{Key: fmt.Sprint("onemore", n), Device: "tablet"}
		must1(b.AddPlayer(t.Context(), slip, fmt.Sprint("Nr ", people, n)))
	}
	left := map[string][]byte{}
	for _, part := range []string{"", "-wal", "-shm"} {
		left[part] = must1(os.ReadFile(path + part))
	}
	entries = b.Now().Entries()
	testenv.Fine(t, b.Close())
	for part, text := range left {
		testenv.Fine(t, os.WriteFile(path+part, text, 0o600))
	}
	return entries
}

// TestFlippedBits flips one bit of a book, many times: what comes to be otherwise in what the chain vouches
// for is found by the audit or by opening.
func TestFlippedBits(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	tb := lively(t)
	testenv.Fine(t, tb.Close())
	whole := must1(os.ReadFile(tb.Path()))
	told := chainTold(t, tb.Path())
	r := rand.New(rand.NewPCG(61, 5))
	changed := 0
	for range testenv.Share(1000) {
		at, bit := r.IntN(len(whole)), r.IntN(8)
		text := bytes.Clone(whole)
		text[at] ^= 1 << bit
		path := filepath.Join(t.TempDir(), "book.db")
		testenv.Fine(t, os.WriteFile(path, text, 0o600))
		if chainTold(t, path) == told {
			continue
		}
		changed++
		if who := foundBy(t, tampering{what: "a bit"}, path); who == "nobody" {
			t.Errorf("bit %d of byte %d: nobody finds it", bit, at)
		}
	}
	if changed < testenv.Share(1000)/10 {
		t.Errorf("only %d flips changed anything", changed)
	}
}

// chainTold is what another program reads of the entries and transfers; an error is told, too.
func chainTold(t *testing.T, path string) string { return bySQL(t, path, "entry", "transfer") }

// allTold is what another program reads of the whole file.
func allTold(t *testing.T, path string) string {
	return bySQL(t, path, "sqlite_schema ORDER BY type, name", "entry", "transfer", "player", "season", "device",
		"code", "pin", "watch", "phone", "phone_entry", "goose_db_version")
}

func bySQL(t *testing.T, path string, tables ...string) string {
	if text, err := os.ReadFile(path); err == nil { // in another file, without what lies beside this one
		path = filepath.Join(t.TempDir(), "told")
		testenv.Fine(t, os.WriteFile(path, text, 0o600))
	}
	db := testenv.Beside(t, path)
	defer db.Close()
	var all strings.Builder
	for _, table := range tables {
		rows, err := db.Query(`SELECT * FROM ` + table)
		if err != nil {
			return err.Error()
		}
		columns := must1(rows.Columns())
		into := make([]any, len(columns))
		for i := range into {
			into[i] = new(any)
		}
		for rows.Next() {
			if err := rows.Scan(into...); err != nil {
				return err.Error()
			}
			for i, v := range into {
				if columns[i] != "rootpage" {
					fmt.Fprintf(&all, "%v|", *v.(*any))
				}
			}
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return err.Error()
		}
	}
	return all.String()
}
