package main

import (
	"time"

	"ouverte/ledger/archive"
	"ouverte/ledger/audit"
)

type exportCmd struct {
	keeping
	Form string `arg:"" enum:"${forms}" help:"${export}"`
}

func (*exportCmd) Help() string {
	return `Writes the whole book to standard output.

    ouverte export json > book.json
    ouverte export ledger | hledger -f - balance
    ouverte export beancount > book.beancount`
}

// Run writes the book.
func (c *exportCmd) Run(world *outside) error {
	return c.work(world, "exported", func(path string, tell audit.Progress) error {
		if onTerminal(world.out) {
			tell = nil // the export itself shows that something is going on
		}
		return archive.Export(world, path, archive.Format(c.Form), time.Local, world.out, tell)
	})
}
