package lawbook

import (
	"strings"

	"ouverte/rules"
	"ouverte/rules/laws"
	"ouverte/templates/say"
)

// FindView is what a search of the laws found: mishaps with their rulings, and places on the page of laws.
type FindView struct {
	Typed string
	Of    say.LawsOf
	Hits  []laws.Hit
}

// Find searches the laws by the rules of a house.
func Find(typed string, v View) FindView {
	return FindView{Typed: strings.TrimSpace(typed), Of: v.Of, Hits: laws.Search(typed, v.Play)}
}

// href leads to a mishap's questions, or to a place of the laws.
func (v FindView) href(h laws.Hit) string {
	if h.Place != "" {
		return say.LawHref(say.Word(h.Place), v.Of)
	}
	return TroubleHref(h.Path, v.Of, rules.NoCall)
}

// findHref searches for something.
func findHref(typed string, of say.LawsOf) string {
	q := of.Query()
	q.Set("q", typed)
	return "/laws/find?" + q.Encode()
}

// exampleSearches show what may be typed.
var exampleSearches = []string{"too many cards", "showed a card", "led out of turn", "who deals now",
	"goulash"}
