package main

import (
	"fmt"

	"ouverte/ledger"
)

type backupCmd struct {
	keeping
	JSON bool   `help:"Answer as JSON."`
	To   string `arg:"" name:"file" help:"Where to write the copy. A file that is there is never written over."`
}

// Help is shown by ouverte backup --help.
func (*backupCmd) Help() string {
	return `Writes a copy of the book to a new file, while it is in use or not, and audits the copy before it gets its name.

    ouverte backup /media/stick/book-2026-11-21.db`
}

// Run makes the copy.
func (c *backupCmd) Run(world *outside) error {
	path, err := c.book()
	if err != nil {
		return err
	}
	tell, done := c.progress(world, "checked the copy")
	found, err := ledger.Backup(world, path, c.To, tell)
	done()
	if err != nil {
		return explain(world, named(path, err))
	}
	return c.say(world, c.JSON, fmt.Sprintf("Copied to %s. %s", c.To, found.Line()), audited{true, found})
}
