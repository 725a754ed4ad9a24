package lawbook

import (
	"slices"

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
		add(r.Call, v.cardSays(r.Call))
	}
	for _, r := range v.Calls() {
		if v.House.NamesTrumps(r.Call) {
			add(r.Call, "the caller names the trumps when the others have passed, just before the first lead.")
		}
	}
	return out
}

// cardSays is what a call comes to in a sentence, for the card.
func (v View) cardSays(c rules.Call) string {
	switch c {
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

// cardTrumps says of a call whose caller may name the trumps what isn't said of all of them.
func (v View) cardTrumps(c rules.Call) string {
	open := c == rules.Declared && v.House.DeclaredOpen
	switch {
	case !v.House.NamesTrumps(c) && open:
		return "there are no trumps, and the hand is laid open after the first trick."
	case !v.House.NamesTrumps(c):
		return "there are no trumps."
	case open:
		return "the hand is laid open after the first trick."
	}
	return ""
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
		return "The cards are dealt one by one."
	case rules.PacketsRotatingFour:
		return "The cards are dealt in threes, with a four that goes round: the dealer’s left first, " +
			"the dealer last."
	}
	return "The cards are dealt three, three, three, three and one."
}
