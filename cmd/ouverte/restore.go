package main

import (
	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
)

type restoreCmd struct {
	keeping
	From string `arg:"" name:"file" help:"The copy, as ouverte backup wrote it."`
}

func (*restoreCmd) Help() string {
	return `Makes a copy the book again. The copy is audited first and stays where it is. It keeps the old
book beside the new one under another name. Stop ouverte before, if it serves that book.

    ouverte restore /media/stick/book-2026-11-21.db`
}

// Run puts the copy in the place of the book.
func (c *restoreCmd) Run(world *outside) error {
	put := func(path string, tell audit.Progress) (*audit.Found, string, error) {
		return archive.Restore(world, c.From, path, tell)
	}
	return c.replace(world, "checked the copy", "Restored", put)
}
