package stats

import (
	"strconv"

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

func foundNth(d ledger.DealFound) string {
	if d.Change {
		return strconv.Itoa(d.Nth) + ", corrected"
	}
	return strconv.Itoa(d.Nth)
}
