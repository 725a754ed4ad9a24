package lawbook

import (
	"ouverte/rules"
	"ouverte/rules/english"
)

// thenStakes is what a card shown or out of turn costs against a misère, for the card.
func (v View) thenStakes() string {
	if v.aMisere() == "" {
		return ""
	}
	return " Against " + v.aMisere() + " it costs the stakes."
}

// leadExposed is who may keep an exposed card from being led, for the card.
func (v View) leadExposed() string {
	switch {
	case v.has(rules.Prop) && v.trickCalls():
		return " He may lead it, unless a caller who plays alone forbids that."
	case v.has(rules.Prop):
		return " He may lead it."
	case v.trickCalls():
		return " A caller who plays alone may forbid him to lead it."
	}
	return ""
}

// cardLine is what a call comes to in a sentence, for the card.
func cardLine(v View, c rules.Call) string {
	switch c {
	case rules.Prop:
		return "two play against two, wherever they sit."
	case rules.Misere:
		if r, _ := v.House.Rank(c); r.Under > 0 {
			return "there are no trumps, and each trick taken costs."
		}
		return "there are no trumps, and the first trick taken ends it."
	case rules.Royal:
		if v.House.RoyalOver {
			return v.turnedSuit() + " is trumps; it is called only over " + v.one(rules.Abundance) + "."
		}
		return v.turnedSuit() + " is trumps."
	case rules.MisereOuverte:
		return "the hand is laid open after the first trick."
	case rules.Abundance, rules.PetitSlam, rules.Declared, rules.GrandSlam:
		return v.cardTrumps(c)
	case rules.Irish:
		s := "the suits rank ♣ ♦ ♥ ♠, no trumps is highest, and more tricks are above fewer."
		if v.has(rules.Misere) {
			s += " " + english.Capital(v.name(rules.Misere)) + " is above 12 without trumps, below 13."
		}
		return s
	}
	return ""
}

// cardTrumps is who names the trumps, and who leads.
func (v View) cardTrumps(c rules.Call) string {
	s := "there are no trumps"
	if v.House.NamesTrumps(c) {
		s = "the caller names the trumps when the others have passed"
	}
	if c.CallerLeads() {
		s += ", and he leads"
	}
	if c == rules.Declared && v.House.DeclaredOpen {
		s += "; his hand is then laid open"
	}
	return s + "."
}
