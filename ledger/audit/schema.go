package audit

// The triggers and constraints that guard entries against edits are in the file itself, so anybody who can
// write to the file can drop them. The audit compares the file's schema with the one the migrations make.

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
)

// schemaPart is a row of sqlite_schema.
type schemaPart struct{ kind, name, table, text string }

// schemaPlan is the schema of a new book, by kind and name.
var schemaPlan = sync.OnceValues(func() (plan map[string]schemaPart, err error) {
	err = store.Blank(context.Background(), func(tx *store.Tx) error {
		parts, err := schemaParts(tx)
		plan = map[string]schemaPart{}
		for _, p := range parts {
			plan[p.kind+" "+p.name] = p
		}
		return err
	})
	return plan, err
})

// migrated is goose's table, and ofSQLite are SQLite's own.
const migrated = "goose_db_version"

var ofSQLite = []string{"sqlite_sequence", "sqlite_stat1", "sqlite_stat4"}

// schemaParts reads a file's schema without those. SQLite ignores case in names, and so do we.
func schemaParts(tx *store.Tx) (parts []schemaPart, err error) {
	rows, err := tx.Query(`SELECT lower(type), lower(name), lower(tbl_name), coalesce(sql, '')
		FROM sqlite_schema ORDER BY rowid`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p schemaPart
		if err := rows.Scan(&p.kind, &p.name, &p.table, &p.text); err != nil {
			return nil, err
		}
		switch {
		case p.kind == "index" && p.text == "": // of a primary key or UNIQUE: its table's text says so
		case p.kind == "table" && (p.name == migrated || slices.Contains(ofSQLite, p.name)):
		default:
			parts = append(parts, p)
		}
	}
	return parts, rows.Err()
}

// unguarded says what of the plan is missing or altered, and which triggers and indexes on our tables are
// foreign: they could refuse or change a write. Foreign tables are fine: programs that copy books have some.
func (l *Book) unguarded() (wrong []*Wrong, err error) {
	plan, err := schemaPlan()
	if err != nil {
		return nil, err
	}
	parts, err := schemaParts(l.tx)
	if err != nil {
		return nil, err
	}
	say := func(format string, args ...any) {
		why := fmt.Sprintf(format, args...)
		wrong = append(wrong, &Wrong{Sentence: "The file isn't made as a book is: " + why + "."})
	}
	there := map[string]bool{}
	for _, p := range parts {
		key := p.kind + " " + p.name
		due, ours := plan[key]
		there[key] = true
		switch {
		case ours && due != p:
			say("the %s was altered", chain.Printable(key))
		case !ours && (p.kind == "trigger" || p.kind == "index") &&
			(plan["table "+p.table].name != "" || p.table == migrated || slices.Contains(ofSQLite, p.table)):
			say("the %s, on %s, is none of ours", chain.Printable(key), chain.Printable(p.table))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(plan)) {
		if !there[key] {
			say("the %s is missing", key)
		}
	}
	return wrong, nil
}
