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
func Newest() (newest int64) {
	steps(func(number int64, _ string) { newest = number })
	return newest
}

// UpTo is the SQL of all steps up to a version. goose's own lines in it are comments to SQLite.
func UpTo(version int64) string {
	var b strings.Builder
	steps(func(number int64, name string) {
		if number > version {
			return
		}
		text, err := Files.ReadFile(name)
		if err != nil {
			panic(err) // it is embedded
		}
		b.Write(text)
	})
	return b.String()
}

// steps calls do with each step's number and file, in order.
func steps(do func(number int64, name string)) {
	names, err := fs.Glob(Files, "*.sql") // sorted, and the numbers have as many digits
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for _, name := range names {
		number, _, _ := strings.Cut(name, "_")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			panic("migrations: " + name + " has no number")
		}
		do(n, name)
	}
}
