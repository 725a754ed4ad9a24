package rules

// Sample is a deal to show what a call pays: the first at the table calls, the second goes along in a prop;
// an Irish bid is of so many tricks in this suit.
func Sample(c Call, seats, tricks, bid int, trumps Suit) Deal {
	d := Deal{Seats: seats, Dealer: Seat(seats), Call: c, Caller: 1, Tricks: tricks}
	switch c {
	case Prop:
		d.Partner = 2
	case Irish:
		d.Bid, d.Trumps = bid, trumps
	}
	return d
}

// Payoffs returns what one opponent pays the caller (below zero: is paid by him) for each number of tricks
// the caller's side takes, 0 to 13. In a prop it is what one of the pair gets. Irish is reckoned for the bid;
// the others take none.
func (h *House) Payoffs(c Call, bid int) (at [TricksInDeal + 1]int64, err error) {
	for tricks := range at {
		d := Sample(c, 4, tricks, bid, NoTrumps)
		r, err := Settle(h, &d)
		if err != nil {
			return at, err
		}
		at[tricks] = r.Pays()[0].Amount
		if r.Outcome == Lost {
			at[tricks] = -at[tricks]
		}
	}
	return at, nil
}
