package store

// What guards a book against being edited stands in the file itself, as triggers and constraints, and who can
// write to the file can take it away or put traps beside it. The file's own plan is held against the one the
// migrations make, when a book is opened and by the audit.

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ouverte/migrations"
)

// part is a table, an index, a trigger or a view, as SQLite keeps it.
type part struct{ kind, name, table, text string }

func (p part) key() string { return p.kind + " " + p.name }

// plan are the parts a new book has, by kind and name.
type plan map[string]part

// owns tells whether a table of that name is in the plan.
func (p plan) owns(table string) bool { return p["table "+lower(table)].name != "" }

// lower is SQLite's lower(): it takes ASCII alone for letters. Go's would make a stranger's "devİce" ours.
func lower(name string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		return c
	}, name)
}

// migrated is where the migrations keep what they did, and ofSQLite what SQLite keeps for itself.
const migrated = "goose_db_version"

var ofSQLite = []string{"sqlite_sequence", "sqlite_stat1", "sqlite_stat4"}

// plans are those of the versions that were asked for.
var plans = struct {
	sync.Mutex
	of map[int64]plan
}{of: map[int64]plan{}}

// planOf gives the plan of a version: that of a book made in memory.
func planOf(ctx context.Context, version int64) (plan, error) {
	plans.Lock()
	defer plans.Unlock()
	if p := plans.of[version]; p != nil {
		return p, nil
	}
	db, err := openDB(":memory:", 1)
	if err != nil {
		return nil, err
	}
	p := plan{}
	// Not by goose, which takes megabytes to read the steps with, and a transaction for each.
	_, err = db.ExecContext(ctx, `CREATE TABLE `+migrated+` (id INTEGER PRIMARY KEY AUTOINCREMENT);`+
		migrations.UpTo(version))
	if err == nil {
		err = (&File{pool: db}).Read(ctx, func(tx *Tx) error {
			parts, err := partsOf(tx)
			for _, one := range parts {
				p[one.key()] = one
			}
			return err
		})
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	plans.of[version] = p
	return p, nil
}

// partsOf lists what a file is made of. SQLite looks at no letter's case, and neither do we.
func partsOf(tx *Tx) (parts []part, err error) {
	err = Each(tx, func(rows *sql.Rows) error {
		var p part
		if err := rows.Scan(&p.kind, &p.name, &p.table, &p.text); err != nil {
			return err
		}
		if p.kind != "index" || p.text != "" { // that of a primary key or UNIQUE is as its table says
			parts = append(parts, p)
		}
		return nil
	}, `SELECT lower(coalesce(type, '')), lower(coalesce(name, '')), lower(coalesce(tbl_name, '')),
			coalesce(sql, '')
		FROM sqlite_schema ORDER BY rowid`)
	return parts, err
}

// Alteration is a way in which a file differs from a book.
type Alteration struct {
	What string // a clause for people
	Drop string // the statement that takes it away, where it is somebody else's addition
	mend string // those that do it in a copy, and put ours in its place; empty where there are none
}

// Against says what to do about some.
func Against(altered []Alteration) string {
	var drop []string
	for _, a := range altered {
		if a.Drop == "" {
			return "Restore a backup from before."
		}
		if !slices.Contains(drop, a.Drop) {
			drop = append(drop, a.Drop)
		}
	}
	return "If somebody of yours put that there, stop Ouverte and take it away with a program for SQLite (" +
		strings.Join(drop, "; ") + "). Else restore a backup from before."
}

// Altered says how the file differs from a book as the migrations make it. Parts of the book must be there,
// letter by letter. Of what isn't ours, anything is named by which a write to a table of ours, or to another
// one, could change or refuse what is written to ours: every trigger, an index on ours, a foreign key onto
// ours, a view that names ours. Plain tables may lie beside ours: programs that copy books have some of
// their own.
func Altered(tx *Tx) ([]Alteration, error) { return alteredSince(tx, migrations.Newest()) }

// alteredSince is Altered for a book of some version.
func alteredSince(tx *Tx, version int64) (found []Alteration, err error) {
	due, err := planOf(tx.ctx, version)
	if err != nil {
		return nil, err
	}
	newest, err := planOf(tx.ctx, migrations.Newest())
	if err != nil {
		return nil, err
	}
	parts, err := partsOf(tx)
	if err != nil {
		return nil, err
	}
	say := func(drop, mend, format string, args ...any) {
		found = append(found, Alteration{fmt.Sprintf(format, args...), drop, mend})
	}
	owns := func(table string) bool { return due.owns(table) || newest.owns(table) }
	tables := append(due.tables(), newest.tables()...)
	names := regexp.MustCompile(`(?i)\b(` + strings.Join(tables, "|") + `)\b`)
	there := map[string]bool{}
	for _, p := range parts {
		ours, known := due[p.key()]
		there[p.key()] = true
		switch kind, on := said(p.key()), said(p.table); {
		case known && ours == p:
		case known && p.name != migrated:
			say("", ours.anew(), "the %s was altered", kind)
		case !known && newest[p.key()] == p:
			say("", "", "the %s is there, and the table %s doesn't say that it was made", kind, migrated)
		case p.kind == "trigger", p.kind == "index" && (due.owns(p.table) || slices.Contains(ofSQLite, p.table)):
			say(p.drop(), p.gone(), "the %s, on %s, is none of ours", kind, on)
		case p.kind == "view" && names.MatchString(p.text):
			say(p.drop(), p.gone(), "the %s, which shows what is ours, is none of ours", kind)
		case !known && newest.has(p.name):
			say(p.drop(), p.gone(), "the %s, which is none of ours, has the name of something of ours", kind)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(due)) {
		if !there[key] {
			say("", due[key].anew(), "the %s is missing", key)
		}
	}
	return found, Each(tx, func(rows *sql.Rows) error {
		var table, onto string
		err := rows.Scan(&table, &onto)
		if err == nil && (!due.owns(table) || table == migrated) && owns(onto) {
			p := part{kind: "table", name: table}
			say(p.drop(), p.gone(), "the table %s, which is none of ours, has a foreign key onto %s", said(table),
				said(onto))
		}
		return err
	}, `SELECT DISTINCT l.name, f."table" FROM pragma_table_list l CROSS JOIN pragma_foreign_key_list(l.name) f
		WHERE l.schema = 'main' ORDER BY l.name, f."table"`)
}

// drop is the statement that takes a part away: none for a name that is no plain word, or SQLite's own.
func (p part) drop() string {
	if !plainName.MatchString(p.name) || strings.HasPrefix(strings.ToLower(p.name), "sqlite_") {
		return ""
	}
	return "DROP " + strings.ToUpper(p.kind) + " " + p.name
}

// gone takes it away in a copy.
func (p part) gone() string {
	return "DROP " + strings.ToUpper(p.kind) + ` IF EXISTS "` + strings.ReplaceAll(p.name, `"`, `""`) + `";`
}

// anew makes a part of ours anew in a copy: a table has rows, and can't be.
func (p part) anew() string {
	if p.kind == "table" {
		return ""
	}
	return p.gone() + p.text + ";"
}

var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// has tells whether the plan has something of that name which no table may have then.
func (p plan) has(name string) bool {
	for _, kind := range []string{"table", "index", "view"} {
		if _, ok := p[kind+" "+name]; ok {
			return true
		}
	}
	return false
}

// tables lists the plan's tables.
func (p plan) tables() (names []string) {
	for _, one := range p {
		if one.kind == "table" {
			names = append(names, regexp.QuoteMeta(one.name))
		}
	}
	return names
}

// said is a name out of the file that may hold anything, to be shown.
func said(name string) string {
	quoted := strconv.Quote(name)
	return quoted[1 : len(quoted)-1]
}
