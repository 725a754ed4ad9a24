package table

import (
	"strings"

	"ouverte/ledger/show"
	"ouverte/rules"
)

// Auction is the bidding of the coming deal, tapped as it falls (§7). The page carries the calls so far with
// it; they come into the book with the deal.
type Auction struct {
	Action string     // where a call goes; answers this panel with the call made
	Said   string     // the calls so far, as the form sends them
	Calls  []Bid      // the same, with their speakers
	Next   string     // who speaks …
	Seat   rules.Seat // … and where they sit
	Why    string     // why, where it isn't simply their turn
	Legal  []BidTap   // what may be said, lowest first, each in its place
	Higher []BidTap   // Irish: the bids further up
	Done   string     // what it came to, once it is over
	Then   string     // what comes now

	Wrong string // why the last call could not be

	Contract string // the same as the form would say it
}

// Bid is a call that was made.
type Bid struct{ Who, What string }

// BidTap is a call that may be made; the zero one is the place of one that may not.
type BidTap struct {
	Say, Name string
	Quiet     bool
}

// callingOf is how a deal was called, call by call; nothing where nobody followed it.
func callingOf(n *show.Night, d *show.Dealt) []Bid {
	a, err := rules.NewAuction(n.Stakes, d.Deal.Seats, d.Deal.Dealer)
	if err != nil {
		return nil
	}
	var out []Bid
	for call := range strings.FieldsSeq(d.Auction) {
		who := a.Next()
		if a.Say(call) != nil {
			return nil
		}
		out = append(out, Bid{Who: d.Names[who-1], What: n.Words.Said(call)})
	}
	return out
}

// turn is whose turn it is, or what it came to.
func (a Auction) turn() string {
	if a.Done != "" {
		return a.Done
	}
	return a.Next
}
