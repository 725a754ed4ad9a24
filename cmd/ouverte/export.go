package main

import "ouverte/ledger"

type exportCmd struct {
	keeping
	Form string `arg:"" enum:"json,csv,ledger,beancount" help:"${export}"`
}

func (*exportCmd) Help() string {
	return `Writes the whole book to standard output.

    ouverte export json > book.json
    ouverte export ledger | hledger -f - balance
    ouverte export beancount > book.beancount`
}

// Run writes the book.
func (c *exportCmd) Run(world *outside) error {
	return c.work(world, "exported", func(path string, tell ledger.Progress) error {
		if onTerminal(world.out) {
			tell = nil // the export itself shows that something is going on
		}
		return ledger.Export(world, path, ledger.Format(c.Form), world.out, tell)
	})
}
