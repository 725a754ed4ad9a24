// Package migrations holds the schema of the book: numbered steps of SQL, which ledger/store applies when a
// book is opened.
//
// What a released step does never changes; nor does a comment within a CREATE TABLE, which SQLite keeps and
// the audit compares. Books only go up; the way down is a backup. There never was a step 8. The lines that
// begin with "-- +goose" are left from the program that applied the steps up to 20, and say nothing to ours.
package migrations

import (
	"embed"
	"io/fs"
	"strconv"
	"strings"
	"sync"
)

//go:embed *.sql
var files embed.FS

// Step is one migration.
type Step struct {
	Number int64
	SQL    string
}

// Steps returns all migrations in order.
var Steps = sync.OnceValue(func() (all []Step) {
	names, err := fs.Glob(files, "*.sql") // sorted, and the numbers have as many digits
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for _, name := range names {
		number, _, _ := strings.Cut(name, "_")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			panic("migrations: " + name + " has no number")
		}
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err) // it is embedded
		}
		all = append(all, Step{n, string(text)})
	}
	return all
})

// Newest is the number of the last step, the version of a new book.
func Newest() int64 {
	steps := Steps()
	return steps[len(steps)-1].Number
}

// UpTo is the SQL of all steps up to a version.
func UpTo(version int64) string {
	var b strings.Builder
	for _, step := range Steps() {
		if step.Number <= version {
			b.WriteString(step.SQL)
		}
	}
	return b.String()
}
