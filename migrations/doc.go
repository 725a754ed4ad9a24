// Package migrations holds the schema of the book: one text, in parts by the version that brought them, which
// ledger/store applies when a book is opened.
//
// What a released part does never changes; nor does a comment within a CREATE TABLE, which SQLite keeps and
// the audit compares. Books only go up; the way down is a backup. There never was a version 8.
package migrations

import (
	_ "embed"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

//go:embed book.sql
var text string

// Step is what a version brought. SQL is empty where that is gone again.
type Step struct {
	Number int64
	SQL    string
}

var head = regexp.MustCompile(`(?m)^-- version (\d+)$`)

// Steps returns all of them in order.
var Steps = sync.OnceValue(func() (all []Step) {
	heads := head.FindAllStringSubmatchIndex(text, -1)
	for i, at := range heads {
		end := len(text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		number, _ := strconv.ParseInt(text[at[2]:at[3]], 10, 64) // the pattern takes digits alone
		for n := int64(len(all)) + 1; n < number; n++ {
			all = append(all, Step{Number: n})
		}
		all = append(all, Step{number, text[at[1]:end]})
	}
	return all
})

// Newest is the number of the last step, the version of a new book.
func Newest() int64 { return int64(len(Steps())) }

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

var drop = regexp.MustCompile(`(?m)^DROP TABLE IF EXISTS (\w+); *-- of (\d+) to (\d+)$`)

// Former are the derived tables that a book of an older version has. The last step
// but one takes them away, whatever they are like.
func Former(version int64) (names []string) {
	for _, table := range drop.FindAllStringSubmatch(text, -1) {
		from, _ := strconv.ParseInt(table[2], 10, 64) // the pattern takes digits alone
		to, _ := strconv.ParseInt(table[3], 10, 64)
		if from <= version && version <= to {
			names = append(names, table[1])
		}
	}
	return names
}
