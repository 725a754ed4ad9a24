package lawbook

import (
	"slices"

	"ouverte/rules"
	"ouverte/rules/laws"
)

// cardLines are what the calls come to, each sentence once.
func (v View) cardLines() []laws.Alike {
	of := func(card string) []laws.Alike {
		return v.Alike(func(r rules.Rank) string { return v.Said(card, r.Call) })
	}
	return append(of("card"), of("card names")...)
}

// cardPays are what else is paid for the tricks of some calls.
func (v View) cardPays() []string {
	return slices.DeleteFunc(append(v.Filling().Lines(laws.Card.Pays), v.freeTricks()),
		func(s string) bool { return s == "" })
}
