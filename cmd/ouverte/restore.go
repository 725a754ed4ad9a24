package main

import (
	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
)

type restoreCmd struct {
	keeping
	JSON bool   `help:"Answer as JSON."`
	From string `arg:"" name:"file" help:"The copy, as ouverte backup wrote it."`
}

func (*restoreCmd) Help() string {
	return `Makes a copy the book again. The copy is audited first and stays where it is. A book in the place is
not thrown away: it is kept beside the new one under another name. Stop ouverte before, if it serves that
book. A backup with the certificate authority brings that too; one that is there and is another is kept.

    ouverte restore /media/stick/book-2026-11-21.db
    ouverte restore /media/stick/house-2026-11-21.tar`
}

// Run puts the copy in the place of the book.
func (c *restoreCmd) Run(world *outside) error {
	more, authority := "", ""
	put := func(path string, tell audit.Progress) (*audit.Found, string, error) {
		if !archive.IsWhole(c.From) {
			return archive.Restore(world, c.From, path, tell)
		}
		found, kept, err := archive.RestoreWhole(world, c.From, path, authorityOf(path), soundAuthority, tell)
		authority = "restored"
		more = "\nThe certificate authority is the one of the backup: devices that trusted it trust this house."
		if kept.Authority != "" {
			more += "\nThe authority that was there is now " + kept.Authority + "."
		}
		return found, kept.Book, err
	}
	return c.replace(world, "checked the copy", "Restored", &more, &authority, c.JSON, put)
}
