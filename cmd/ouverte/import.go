package main

import (
	"fmt"

	"ouverte/ledger"
)

type importCmd struct {
	keeping
	JSON bool   `help:"Answer as JSON."`
	Form string `arg:"" enum:"json" help:"What is read: json, as ouverte export json wrote it."`
}

// Help is shown by ouverte import --help.
func (*importCmd) Help() string {
	return `Makes a book of an export on standard input, where there is none or an empty one: the same entries, the same seals, the same balances. It is audited before it gets its place; if anything in it is wrong, nothing is imported.

    ouverte import json --book new.db < book.json`
}

// Run reads the export.
func (c *importCmd) Run(world *outside) error {
	path, err := c.book()
	if err != nil {
		return err
	}
	tell, done := c.progress(world, "imported")
	found, kept, err := ledger.Import(world, world.in, path, tell)
	done()
	if err != nil {
		return explain(world, named(path, err))
	}
	return c.say(world, c.JSON, fmt.Sprintf("Imported into %s. %s%s", path, found.Line(), keptAs(kept)), replaced{audited{true, found}, kept})
}
