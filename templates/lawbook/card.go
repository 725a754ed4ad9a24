package lawbook

import (
	"slices"

	"ouverte/rules"
	"ouverte/rules/laws"
)

// cardLine is a sentence of the card that holds for some calls.
type cardLine struct{ Calls, Says string }

// cardLines are what the calls come to, each sentence once.
func (v View) cardLines() []cardLine {
	var out []cardLine
	add := func(c rules.Call, says string) {
		name := v.Words.Name(c)
		if i := slices.IndexFunc(out, func(l cardLine) bool { return l.Says == says }); i >= 0 {
			out[i].Calls += ", " + name
		} else if says != "" {
			out = append(out, cardLine{name, says})
		}
	}
	for _, r := range v.Calls() {
		add(r.Call, v.Said("card", r.Call))
	}
	for _, r := range v.Calls() {
		if v.House.NamesTrumps(r.Call) {
			add(r.Call, "the caller names the trumps when the others have passed, just before the first lead.")
		}
	}
	return out
}

// cardPays are what else is paid for the tricks of some calls.
func (v View) cardPays() []string {
	return slices.DeleteFunc(append(v.Filling().Lines(laws.Card.Pays), v.freeTricks()),
		func(s string) bool { return s == "" })
}
