package main

import (
	"ouverte/ledger"
	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
)

type importCmd struct {
	keeping
	JSON bool   `help:"Answer as JSON."`
	Form string `arg:"" enum:"json" help:"What is read: json, as ouverte export json wrote it."`
}

func (*importCmd) Help() string {
	return `Makes a book of an export on standard input, where there is none or an empty one: the same entries,
the same seals, the same balances. It is audited before it gets its place; if anything in it is wrong, nothing
is imported.

    ouverte import json --book new.db < book.json`
}

// Run reads the export.
func (c *importCmd) Run(world *outside) error {
	put := func(path string, tell audit.Progress) (*audit.Found, string, error) {
		return archive.Import(world, world.in, path, ledger.Fill, tell)
	}
	return c.replace(world, "imported", "Imported into", nil, c.JSON, put)
}
