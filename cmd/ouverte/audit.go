package main

import (
	"encoding/json"
	"fmt"

	"ouverte/ledger/audit"
)

type auditCmd struct {
	keeping
	Seal []string `sep:"none" placeholder:"SEAL" help:"${seal}"`
	JSON bool     `help:"Answer as JSON."`
}

func (*auditCmd) Help() string {
	return `Reads the whole book as a start does: the chain, every deal by the rules of its night, every
transfer; and the file itself, with all balances a second time in SQL. It may be in use
meanwhile.

The exit status is 0 only when all is well. It names the faults in order.

A chain can't show that somebody cut off its end, or wrote all of it anew. Note the seal of a
night somewhere else; given here, it vouches for everything up to it:

    ouverte audit --seal "HK3M 7QPW XA4C YTN9"`
}

// Run prints one line when all is well, else a line for each thing that is wrong.
func (c *auditCmd) Run(world *outside) error {
	var found *audit.Found
	err := c.work(world, "checked", func(path string, tell audit.Progress) (err error) {
		found, err = audit.Check(world, path, c.Seal, tell)
		return err
	})
	if err != nil {
		return err
	}
	switch {
	case c.JSON:
		err = json.NewEncoder(world.out).Encode(struct {
			Well bool `json:"well"`
			*audit.Found
		}{found.Well(), found})
	case found.Well():
		err = c.say(world, found.Line())
	default:
		for _, w := range found.Wrong {
			fmt.Fprintln(world.out, w.Sentence)
		}
	}
	if err == nil && !found.Well() {
		err = errSilent
	}
	return err
}
