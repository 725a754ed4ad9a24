package lawbook

import (
	"ouverte/rules"
	"ouverte/rules/english"
)

// thenStakes is what a card shown or out of turn costs against a misère, for the card.
func (v View) thenStakes() string {
	if v.AMisere() == "" {
		return ""
	}
	return " Against " + v.AMisere() + " it costs the stakes."
}

// leadExposed is who may keep an exposed card from being led, for the card.
func (v View) leadExposed() string {
	switch {
	case v.Has(rules.Prop) && v.Alone():
		return " He may lead it, unless a caller who plays alone forbids that."
	case v.Has(rules.Prop):
		return " He may lead it."
	case v.Alone():
		return " A caller who plays alone may forbid him to lead it."
	}
	return ""
}

// cardLine is what a call comes to in a sentence, for the card.
func cardLine(v View, c rules.Call) string {
	switch c {
	case rules.Prop:
		return "two play against two."
	case rules.Misere:
		if r, _ := v.House.Rank(c); r.Under > 0 {
			return "there are no trumps, and each trick taken costs."
		}
		return "there are no trumps, and the first trick taken ends it."
	case rules.Royal:
		if v.House.RoyalOver {
			return v.TurnedSuit() + " is trumps; it is called only over " + v.one(rules.Abundance) + "."
		}
		return v.TurnedSuit() + " is trumps."
	case rules.MisereOuverte:
		return "the hand is laid open after the first trick."
	case rules.Abundance, rules.PetitSlam, rules.Declared, rules.GrandSlam:
		return v.cardTrumps(c)
	case rules.Irish:
		s := "the suits rank ♣ ♦ ♥ ♠, no trumps is highest, and more tricks are above fewer."
		if v.Has(rules.Misere) {
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
		s = "the caller names the trumps"
	}
	if c.CallerLeads() {
		s += ", and he leads"
	}
	if c == rules.Declared && v.House.DeclaredOpen {
		s += "; his hand is then laid open"
	}
	return s + "."
}

// atThree is how three play, for the card.
func (v View) atThree() string {
	out := "Three play "
	if v.Has(rules.Prop) {
		out += "without " + v.name(rules.Prop) + ", and "
	}
	switch v.House.Short {
	case rules.ShortDummy:
		return out + "with the fourth hand laid open for whoever wins the bidding."
	case rules.ShortDropSuit:
		return out + "without one whole suit."
	}
	return out + "without the twos, threes and fours."
}

// cardPackets is how the cards are dealt, for the card.
func (v View) cardPackets() string {
	switch v.House.Packets {
	case rules.PacketsOnes:
		return "They are dealt one by one."
	case rules.PacketsRotatingFour:
		return "They are dealt in threes, with a four that goes round: the dealer’s left first, the dealer last."
	}
	return "They are dealt three, three, three, three and one."
}
