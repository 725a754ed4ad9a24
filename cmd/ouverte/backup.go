package main

import (
	"fmt"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
)

type backupCmd struct {
	keeping
	JSON bool   `help:"Answer as JSON."`
	To   string `arg:"" name:"file" help:"Where to write the copy. A file that is there is never written over."`
}

func (*backupCmd) Help() string {
	return `Writes a copy of the book to a new file, while it is in use or not, and audits the copy before it
gets its name.

    ouverte backup /media/stick/book-2026-11-21.db`
}

// Run writes the copy.
func (c *backupCmd) Run(world *outside) error {
	var found *audit.Found
	err := c.work(world, "checked the copy", func(path string, tell audit.Progress) (err error) {
		found, err = archive.Backup(world, path, c.To, tell)
		return err
	})
	if err != nil {
		return err
	}
	words := fmt.Sprintf("Copied to %s. %s", c.To, found.Line())
	return c.say(world, c.JSON, words, audited{Well: true, Found: found})
}
