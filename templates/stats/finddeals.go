package stats

import (
	"fmt"

	"github.com/a-h/templ"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
)

// FoundLaws are the words of deals that are looked for: of one call, or of any.
func FoundLaws(call rules.Call, words rules.Words) []templates.LawTerm {
	calls := []rules.Call{call}
	if call == rules.NoCall {
		calls = rules.Calls()
	}
	href := func(w templates.Word) templ.SafeURL { return templates.LawHref(w, 0) }
	return append(templates.CallTerms(calls, words, href),
		templates.LawTerm{Name: "Revoke", Href: href("revoke")})
}

// NewFoundRow is a deal as a search shows it: what it brought the player looked for, or else the caller.
func NewFoundRow(d ledger.DealFound, player ledger.PlayerID, words rules.Words) FoundRow {
	account := rules.Explain(d.Stakes, &d.Deal, &d.Result, d.Names, words)
	r := FoundRow{Date: templates.Day(d.Date), Deal: account.Headline, How: fmt.Sprintf("deal %d", d.Nth),
		Href: templates.DealPath(d.Night, d.ID)}
	r.Note = d.Note
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
		r.Amount, r.Sign = d.Money.Signed(amount), templates.WonLost(amount)
	}
	return r
}
