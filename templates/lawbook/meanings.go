package lawbook

import (
	"github.com/a-h/templ"

	"ouverte/ledger"
	"ouverte/templates"
)

// Meaning is a call of the night as the laws explain it.
type Meaning struct {
	Name, Says string
	Href       templ.SafeURL
}

// Meanings explains the calls of a night, lowest first. The calls on the form are there to be tapped and
// cannot lead anywhere; beside it each leads to the laws.
func Meanings(n *ledger.Night) []Meaning {
	v := New(n)
	var out []Meaning
	for _, r := range v.Calls() {
		out = append(out, Meaning{Name: n.Words.Name(r.Call), Says: v.Said("meaning", r.Call),
			Href: templates.LawHref(templates.CallWord(r.Call), v.Night)})
	}
	return out
}
