package main

import (
	"fmt"
	"os"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
)

type backupCmd struct {
	keeping
	To string `arg:"" name:"file" help:"Where to write the copy. It never overwrites a file."`
}

func (*backupCmd) Help() string {
	return `Writes a copy of the book to a new file, while it is in use or not, and audits the copy before it
gets its name. Served with --tls-local, a house has a certificate authority too, in a file beside the book;
the copy is without it.

    ouverte backup /media/stick/book-2026-11-21.db`
}

// Run writes the copy.
func (c *backupCmd) Run(world *outside) error {
	var found *audit.Found
	more := ""
	err := c.work(world, "checked the copy", func(path string, tell audit.Progress) (err error) {
		if _, err := os.Stat(authorityOf(path)); err == nil {
			more = fmt.Sprintf("\nThe certificate authority of --tls-local is not in it: %s.", authorityOf(path))
		}
		found, err = archive.Backup(world, path, c.To, tell)
		return err
	})
	if err != nil {
		return err
	}
	return c.say(world, fmt.Sprintf("Copied to %s. %s%s", c.To, found.Line(), more))
}
