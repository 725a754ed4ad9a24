package main

import "ouverte/rules/notation"

type auctionCmd struct {
	Quiet bool `short:"q" help:"Count nothing aloud on a terminal."`
}

func (*auctionCmd) Help() string {
	return `Reads auctions from standard input, one JSON object a line, and says who speaks next and what may be
said, or what the contract is. RULES.md, §11, names every field.

    echo '{"rules":"units","seats":["Ann","Bob","Cat","Dan"],"dealer":"Dan",` +
		`"calls":["pass","prop"]}' | ouverte auction`
}

// Run follows the auctions on standard input (RULES.md §11).
func (c *auctionCmd) Run(world *outside) error {
	var wire notation.Wire
	return answerLines(world, "auctions", c.Quiet, wire.Auction)
}
