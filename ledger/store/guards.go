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

// schemaPart is a table, an index, a trigger or a view, as SQLite keeps it.
type schemaPart struct{ kind, name, table, text string }

func (p schemaPart) key() string { return p.kind + " " + p.name }

// plan are the parts a new book has, by kind and name.
type plan map[string]schemaPart

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

var ofSQLite = []string{"sqlite_sequence", "sqlite_stat1", "sqlite_stat4"}

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
	_, err = db.ExecContext(ctx, makeMigrated+";"+migrations.UpTo(version))
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
func partsOf(tx *Tx) (parts []schemaPart, err error) {
	err = Each(tx, func(rows *sql.Rows) error {
		var p schemaPart
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
	What   string // a clause for people
	unread bool   // a query of a table of ours may fail or never end
}

// unread tells whether what is found keeps the book from being read at all.
func unread(found []Alteration) bool {
	return slices.ContainsFunc(found, func(a Alteration) bool { return a.unread })
}

// Against says what to do about it.
const Against = "Put back a copy from before. Or stop Ouverte and remove what one of you added, with " +
	"a program for SQLite."

// alteredSince lists how the file's schema differs from that of a book of this version, as the migrations
// make it; differences that keep the book from being read (unread) come first.
//
//   - Every part of the book must be there, letter by letter. The former tables of an older book may be in
//     any state: nobody reads them, and an upgrade drops them.
//   - Parts that aren't ours are refused if they could change or refuse a write to our tables: any trigger,
//     an index on ours, a foreign key onto ours, a view that names ours. The same holds for tables that a
//     later version adds. Other plain tables may be there: programs that copy books have some of their own.
//
// Only the schema is queried, since something with a table's name may be a view that never ends.
func alteredSince(tx *Tx, version int64) (found []Alteration, err error) {
	due, err := planOf(tx.ctx, version)
	if err != nil {
		return nil, err
	}
	ever := map[schemaPart]bool{} // parts of this version or a later one
	names := map[string]bool{}    // their names
	tables := map[string]bool{}   // the tables among them
	former := map[string]bool{}   // tables that only this version still has
	var readable []string         // tables and views that another view could show
	for n := version; n <= migrations.Newest(); n++ {
		for _, name := range migrations.Former(n) {
			names[name], tables[name], former[name] = true, true, former[name] || n == version
			readable = append(readable, name)
		}
		p, err := planOf(tx.ctx, n)
		if err != nil {
			return nil, err
		}
		for _, one := range p {
			ever[one] = true
			names[one.name] = names[one.name] || one.kind != "trigger"
			tables[one.name] = tables[one.name] || one.kind == "table"
			if one.kind == "table" || one.kind == "view" {
				readable = append(readable, regexp.QuoteMeta(one.name))
			}
		}
	}
	ours := regexp.MustCompile(`(?i)\b(` + strings.Join(readable, "|") + `)\b`)
	parts, err := partsOf(tx)
	if err != nil {
		return nil, err
	}
	say := func(format string, args ...any) *Alteration {
		found = append(found, Alteration{What: fmt.Sprintf(format, args...)})
		return &found[len(found)-1]
	}
	there := map[string]bool{}
	for _, p := range parts {
		made, known := due[p.key()]
		there[p.key()] = true
		switch kind, on := escaped(p.key()), escaped(p.table); {
		case known && made == p, former[p.table] && (p.kind == "table" || p.kind == "index"):
		case known:
			computed, err := computes(tx, p)
			if err != nil {
				return nil, err
			}
			say("the %s was altered", kind).unread = computed
		case p.kind != "index" && p.kind != "trigger" && (due.owns(p.name) || former[p.name]):
			say(hasName, kind).unread = true
		case ever[p]:
			say("the %s is there, and the table %s doesn't say that it was made", kind, migrated)
		case p.kind == "trigger", p.kind == "index" && (due.owns(p.table) || slices.Contains(ofSQLite, p.table)):
			say("the %s, on %s, isn't ours", kind, on)
		case p.kind == "view" && ours.MatchString(p.text):
			say("the %s, which shows what is ours, isn't ours", kind)
		case names[p.name]:
			say(hasName, kind)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(due)) {
		if !there[key] {
			say("the %s is missing", key).unread = due[key].kind == "table"
		}
	}
	err = Each(tx, func(rows *sql.Rows) error {
		var table, onto string
		err := rows.Scan(&table, &onto)
		if err == nil && !due.owns(table) && !former[lower(table)] && tables[lower(onto)] {
			say("the table %s, which isn't ours, has a foreign key onto %s", escaped(table), escaped(onto))
		}
		return err
	}, `SELECT DISTINCT s.name, f."table" FROM sqlite_schema s CROSS JOIN pragma_foreign_key_list(s.name) f
		WHERE lower(s.type) = 'table' ORDER BY s.name, f."table"`) // pragma_table_list would unfold views
	place := func(a Alteration) int {
		if a.unread {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(found, func(a, b Alteration) int { return place(a) - place(b) })
	return found, err
}

// hasName is the fault of something that has a table's name, now or in a later version, and isn't that table.
const hasName = "the %s, which isn't ours, has the name of something of ours"

// computes tells whether a table has columns that are worked out when they are read.
func computes(tx *Tx, p schemaPart) (bool, error) {
	if p.kind != "table" || strings.HasPrefix(lower(p.text), "create virtual ") {
		return p.kind == "table", nil
	}
	columns, err := Column[int](tx, `SELECT count(*) FROM pragma_table_xinfo(?) WHERE hidden <> 0`, p.name)
	return err == nil && columns[0] > 0, err
}

func escaped(name string) string {
	quoted := strconv.Quote(name)
	return quoted[1 : len(quoted)-1]
}
