package main

import (
	"errors"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
)

type importCmd struct {
	keeping
	As   map[string]string `placeholder:"THERE=HERE" help:"${import_as}"`
	Yes  bool              `help:"Bring the evenings in. Without it they are listed, and nothing is written."`
	Form string            `arg:"" enum:"json,evenings" help:"json or evenings."`
	From string            `arg:"" optional:"" name:"file" help:"The export of the other book, of evenings."`
}

func (*importCmd) Help() string {
	return `json makes a book of an export on standard input, where there is none or an empty one: the same
entries, the same seals, the same balances. It is audited before it gets its place; if anything
in it is wrong, nothing is imported.

    ouverte import json --book new.db < book.json

evenings brings evenings that were kept in another book, by its export, into this one. Evenings
that are here already stay out. The same name is the same person, unless --as says otherwise.
Unknown people are entered, with --as Bob=+Robert under another name. The other book stays as it
is. Stop ouverte before, or use the keeper's page.

    ouverte import evenings holiday.json
    ouverte import evenings holiday.json --as Annie=Ann --yes`
}

// Run reads the export, or the other book.
func (c *importCmd) Run(world *outside) error {
	if c.Form == "evenings" {
		return c.evenings(world)
	}
	if c.From != "" || c.Yes || len(c.As) > 0 {
		return errors.New("import json reads standard input: a file, --as and --yes belong to import evenings")
	}
	put := func(path string, tell audit.Progress) (*audit.Found, string, error) {
		return archive.Import(world, world.in, path, tell)
	}
	return c.replace(world, "imported", "Imported into", put)
}
