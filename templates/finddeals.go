package templates

import (
	"fmt"

	"ouverte/ledger"
	"ouverte/rules"
)

// NewFoundRow is a deal as a search shows it: what it brought the player looked for, or else the caller.
func NewFoundRow(d ledger.DealFound, player ledger.PlayerID, words rules.Words) FoundRow {
	account := rules.Explain(d.Stakes, &d.Deal, &d.Result, d.Names, words)
	r := FoundRow{Date: Day(d.Date), Deal: account.Headline, How: fmt.Sprintf("deal %d", d.Nth), Href: DealPath(d.Night, d.ID)}
	if d.Change {
		r.How += ", corrected"
	}
	var amount int64
	for i, c := range d.Chairs {
		if seat := rules.Seat(i + 1); c.Player == player || player == 0 && seat == d.Deal.Caller {
			amount = d.Result.Net[seat]
		}
	}
	if d.Deal.Caller != 0 || player != 0 {
		r.Amount, r.Sign = d.Money.Signed(amount), signClass(amount)
	}
	return r
}
