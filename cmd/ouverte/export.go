package main

import (
	"ouverte/ledger"
)

type exportCmd struct {
	keeping
	Form string `arg:"" enum:"json,csv,ledger,beancount" help:"json is everything and can be imported; csv a table for a spreadsheet; ledger a journal for hledger and ledger; beancount one for beancount."`
}

// Help is shown by ouverte export --help.
func (*exportCmd) Help() string {
	return `Writes the whole book to standard output.

    ouverte export json > book.json
    ouverte export ledger | hledger -f - balance
    ouverte export beancount > book.beancount`
}

// Run writes the book.
func (c *exportCmd) Run(world *outside) error {
	path, err := c.book()
	if err != nil {
		return err
	}
	var tell ledger.Progress
	done := func() {}
	if !onTerminal(world.out) { // there the book itself shows that something is going on
		tell, done = c.progress(world, "exported")
	}
	err = ledger.Export(world, path, ledger.Format(c.Form), world.out, tell)
	done()
	return explain(world, named(path, err))
}
