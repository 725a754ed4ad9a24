package laws

import (
	"ouverte/rules"
	"ouverte/rules/english"
)

// thenStakes is what a card shown or out of turn costs against a misère, for the card.
func (v View) thenStakes() string {
	if v.aMisere() == "" {
		return ""
	}
	return " Against " + v.aMisere() + ": the stakes."
}

// leadExposed is who may keep an exposed card from being led, for the card.
func (v View) leadExposed() string {
	switch {
	case v.has(rules.Prop) && v.trickCalls():
		return " Its holder may lead it, but not against one alone who forbids it."
	case v.has(rules.Prop):
		return " Its holder may lead it."
	case v.trickCalls():
		return " The one alone may forbid that it is led."
	}
	return ""
}

// cardLine is what a call comes to in a few words, for the card.
func cardLine(v View, c rules.Call) string {
	switch c {
	case rules.Prop:
		return "two and two, wherever they sit."
	case rules.Misere:
		return "no trumps; over at the first trick taken."
	case rules.Abundance:
		return "the caller’s own trumps, named when the others have passed."
	case rules.Royal:
		if !v.has(rules.Abundance) {
			return "the suit turned up is trumps."
		}
		return "the same, with the suit turned up."
	case rules.PetitSlam, rules.GrandSlam:
		return "the caller’s own trumps."
	case rules.MisereOuverte:
		return "the hand laid open after the first trick."
	case rules.Declared:
		if v.House.DeclaredTrumps == rules.DeclaredChosen {
			return "the caller’s own trumps, and his lead."
		}
		return "no trumps, and the caller’s lead."
	case rules.Irish:
		if v.has(rules.Misere) {
			return "♣ ♦ ♥ ♠ no trumps; more tricks above fewer. " + english.Capital(v.name(rules.Misere)) +
				" is above 12 without trumps, below 13."
		}
		return "♣ ♦ ♥ ♠ no trumps; more tricks above fewer."
	}
	return ""
}
