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
	return " Against " + v.aMisere() + ": the stakes."
}

// leadExposed is who may keep an exposed card from being led, for the card.
func (v View) leadExposed() string {
	switch {
	case v.has(rules.Prop) && v.trickCalls():
		return " Its holder may lead it, but not where a caller who plays alone forbids it."
	case v.has(rules.Prop):
		return " Its holder may lead it."
	case v.trickCalls():
		return " A caller who plays alone may forbid that it is led."
	}
	return ""
}

// cardLine is what a call comes to in a few words, for the card.
func cardLine(v View, c rules.Call) string {
	open := "."
	if v.House.DeclaredOpen {
		open = ", hand then open."
	}
	switch c {
	case rules.Prop:
		return "two and two, wherever they sit."
	case rules.Misere:
		if r, _ := v.House.Rank(c); r.Under > 0 {
			return "no trumps; each trick taken costs."
		}
		return "no trumps; over at the first trick taken."
	case rules.Abundance, rules.PetitSlam:
		return "the caller’s own trumps, named when the others have passed."
	case rules.Royal:
		if !v.has(rules.Abundance) {
			return v.turnedSuit() + " is trumps."
		}
		if v.House.RoyalOver {
			return v.turnedSuit() + "; only over " + v.one(rules.Abundance) + "."
		}
		return "the same, with " + v.turnedSuit() + "."
	case rules.MisereOuverte:
		return "the hand laid open after the first trick."
	case rules.GrandSlam:
		return "the caller’s own trumps, named when the others have passed, and his lead."
	case rules.Declared:
		if v.House.NamesTrumps(c) {
			return "the caller’s own trumps, named when the others have passed, and his lead" + open
		}
		return "no trumps, the caller’s lead" + open
	case rules.Irish:
		if v.has(rules.Misere) {
			return "♣ ♦ ♥ ♠ no trumps; more tricks above fewer. " + english.Capital(v.name(rules.Misere)) +
				" is above 12 without trumps, below 13."
		}
		return "♣ ♦ ♥ ♠ no trumps; more tricks above fewer."
	}
	return ""
}

// atThree is how three play, for the card.
func (v View) atThree() string {
	out := ""
	if v.has(rules.Prop) {
		out = "no " + v.name(rules.Prop) + ", "
	}
	switch v.House.Short {
	case rules.ShortDummy:
		return out + "the fourth hand laid open for whoever wins the bidding."
	case rules.ShortDropSuit:
		return out + "without one whole suit."
	}
	return out + "without the twos, threes and fours."
}

// cardPackets is how the cards are dealt, for the card.
func (v View) cardPackets() string {
	switch v.House.Packets {
	case rules.PacketsOnes:
		return "Dealt one by one."
	case rules.PacketsRotatingFour:
		return "Dealt in threes, with a four that goes round: the dealer’s left first, the dealer last."
	}
	return "Dealt three, three, three, three and one."
}
