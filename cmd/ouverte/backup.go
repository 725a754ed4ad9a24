package main

import (
	"fmt"
	"os"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
)

type backupCmd struct {
	keeping
	JSON bool   `help:"Answer as JSON."`
	To   string `arg:"" name:"file" help:"Where to write the copy. A file that is there is never written over."`

	WithAuthority bool `name:"with-authority" help:"${with_authority}"`
}

func (*backupCmd) Help() string {
	return `Writes a copy of the book to a new file, while it is in use or not, and audits the copy before it
gets its name. Served with --tls-local, a house has a certificate authority too, in a file beside the book;
with it in the backup, a restored house is the one its devices trust:

    ouverte backup /media/stick/book-2026-11-21.db
    ouverte backup --with-authority /media/stick/house-2026-11-21.tar`
}

// Run writes the copy.
func (c *backupCmd) Run(world *outside) error {
	var found *audit.Found
	left := false // the authority is there, and not in the copy
	err := c.work(world, "checked the copy", func(path string, tell audit.Progress) (err error) {
		authority := authorityOf(path)
		if c.WithAuthority {
			found, err = archive.BackupWhole(world, path, authority, c.To, tell)
			return err
		}
		_, missing := os.Stat(authority)
		left = missing == nil
		found, err = archive.Backup(world, path, c.To, tell)
		return err
	})
	if err != nil {
		return err
	}
	words, authority := fmt.Sprintf("Copied to %s. %s", c.To, found.Line()), ""
	switch {
	case c.WithAuthority:
		authority = "taken along"
		words += "\nThe certificate authority is in it: whoever can read the copy can pretend to be this house."
	case left:
		const without = "The certificate authority of --tls-local is not in it; --with-authority takes it along."
		authority = "left out"
		words += "\n" + without
		if c.Quiet && !c.JSON {
			fmt.Fprintln(world.err, "ouverte: "+without)
		}
	}
	return c.say(world, c.JSON, words, audited{Well: true, Found: found, Authority: authority})
}
