package templates

import (
	"github.com/a-h/templ"

	"ouverte/ledger"
)

// CallMeaning is a call of the night as the laws explain it.
type CallMeaning struct {
	Name, Says string
	Href       templ.SafeURL
}

// CallMeanings explains the calls of a night, lowest first. The calls on the form are there to be tapped and cannot lead
// anywhere; beside it each leads to the laws.
func CallMeanings(n *ledger.Night) []CallMeaning {
	v := NewLawsView(n)
	var out []CallMeaning
	for _, r := range v.calls() {
		out = append(out, CallMeaning{Name: n.Words.Name(r.Call), Says: v.meaning(r.Call), Href: LawHref(CallWord(r.Call), v.Night)})
	}
	return out
}
