package main

import (
	"fmt"

	"ouverte/ledger"
)

type restoreCmd struct {
	keeping
	JSON bool   `help:"Answer as JSON."`
	From string `arg:"" name:"file" help:"The copy, as ouverte backup wrote it."`
}

// Help is shown by ouverte restore --help.
func (*restoreCmd) Help() string {
	return `Makes a copy the book again. The copy is audited first and stays where it is. A book in the place is not thrown away: it is kept beside the new one under another name. Stop ouverte before, if it serves that book.

    ouverte restore /media/stick/book-2026-11-21.db`
}

// Run puts the copy in the place of the book.
func (c *restoreCmd) Run(world *outside) error {
	path, err := c.book()
	if err != nil {
		return err
	}
	tell, done := c.progress(world, "checked the copy")
	found, kept, err := ledger.Restore(world, c.From, path, tell)
	done()
	if err != nil {
		return explain(world, named(path, err))
	}
	return c.say(world, c.JSON, fmt.Sprintf("Restored %s. %s%s", path, found.Line(), keptAs(kept)), replaced{audited{true, found}, kept})
}

// replaced is what an audit found of a book that took the place of another.
type replaced struct {
	audited
	Kept string `json:"kept,omitempty"` // the other one
}

func keptAs(kept string) string {
	if kept == "" {
		return ""
	}
	return fmt.Sprintf("\nThe book that was there is now %s.", kept)
}
