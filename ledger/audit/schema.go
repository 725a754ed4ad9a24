package audit

// What guards the book against being edited stands in the file itself, as triggers and constraints, and
// whoever can write to the file can take it away. The audit holds the file's own plan against the one the
// migrations make.

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
)

// schemaPart is a table, an index or a trigger, as SQLite keeps it.
type schemaPart struct{ kind, name, table, text string }

// schemaPlan are the parts a new book has, by kind and name.
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

// migrated is where the migrations keep what they did, and ofSQLite what SQLite keeps for itself.
const migrated = "goose_db_version"

var ofSQLite = []string{"sqlite_sequence", "sqlite_stat1", "sqlite_stat4"}

// schemaParts lists what a file is made of, but for those. SQLite looks at no letter's case, and neither do
// we.
func schemaParts(tx *store.Tx) (parts []schemaPart, err error) {
	rows, err := tx.Query(`SELECT lower(type), lower(name), lower(tbl_name), coalesce(sql, '') FROM sqlite_schema ORDER BY rowid`)
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
		case p.kind == "index" && p.text == "": // that of a primary key or UNIQUE: as its table says
		case p.kind == "table" && (p.name == migrated || slices.Contains(ofSQLite, p.name)):
		default:
			parts = append(parts, p)
		}
	}
	return parts, rows.Err()
}

// unguarded says what of the plan is missing or was altered, and which triggers and indexes on our tables are
// not ours: either can refuse what is to be written. Other tables may lie beside ours: programs that copy
// books have some of their own.
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
		wrong = append(wrong, &Wrong{Sentence: "The file isn't made as a book is: " + fmt.Sprintf(format, args...) + "."})
	}
	there := map[string]bool{}
	for _, p := range parts {
		key := p.kind + " " + p.name
		due, ours := plan[key]
		there[key] = true
		switch {
		case ours && due != p:
			say("the %s was altered", chain.Printable(key))
		case !ours && (p.kind == "trigger" || p.kind == "index") && (plan["table "+p.table].name != "" || p.table == migrated || slices.Contains(ofSQLite, p.table)):
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
