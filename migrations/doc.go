// Package migrations holds the schema of the book: numbered steps, which goose applies when a book is opened.
//
// What a released step does never changes; nor does a comment within a CREATE TABLE, which SQLite keeps and
// the audit compares. Books only go up; the way down is a backup. There never was a step 8.
package migrations

import (
	"embed"
	"io/fs"
	"strconv"
	"strings"
)

// Files has the steps.
//
//go:embed *.sql
var Files embed.FS

// Newest is the number of the last step, the version of a new book.
func Newest() int64 {
	names, err := fs.Glob(Files, "*.sql")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	var newest int64
	for _, name := range names {
		number, _, _ := strings.Cut(name, "_")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			panic("migrations: " + name + " has no number")
		}
		newest = max(newest, n)
	}
	return newest
}
