package main

import "ouverte/rules/notation"

type scoreCmd struct {
	Explain bool `help:"Add the sentence and the steps of the working-out to each answer."`
	Quiet   bool `short:"q" help:"Count nothing aloud on a terminal."`
}

func (*scoreCmd) Help() string {
	return `Reads deals from standard input, one JSON object a line, and answers each with a line. It
answers a bad line with its number and the reason; the exit status is then 1. RULES.md, §11,
names every field.

    ouverte score < deals.jsonl > answers.jsonl
    echo '{"rules":"hoyle","seats":["Ann","Bob","Cat","Dan"],"dealer":"Dan",` +
		`"contract":"solo","caller":"Ann","tricks":7}' | ouverte score --explain`
}

// Run settles the deals on standard input (RULES.md §11).
func (c *scoreCmd) Run(world *outside) error {
	var wire notation.Wire
	return answerLines(world, "deals", c.Quiet, func(out, line []byte) ([]byte, error) {
		return wire.Score(out, line, c.Explain)
	})
}
