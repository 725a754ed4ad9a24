// Package migrations holds the schema of the book, one numbered file for each step, applied by goose when a book is opened.
//
// A step that has been released is never changed again: a new one follows it. Books only go up; the way down is a backup.
// After 7 comes 9: there never was an 8, and nothing is missing.
package migrations

import (
	"embed"
	"io/fs"
	"strconv"
	"strings"
)

// Files are the steps.
//
//go:embed *.sql
var Files embed.FS

// Newest is the number of the last step: what a book of this version has.
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
