package lawbook

// How the cards are dealt, in sentences, as the switches of a house have it.

import (
	"ouverte/rules"
	"ouverte/rules/laws"
)

func (v View) shuffleText() string {
	penalty := ""
	if v.House.ShufflePenalty > 0 {
		penalty = " " + v.quoting().law(laws.ShuffleCosts)
	}
	by, who := ", by the dealer", "The dealer shuffles, and the player on his right cuts."
	if v.House.Shuffler == rules.ShufflerLeft {
		by = ", by the player on the dealer’s left, and after him by the dealer if he likes"
		who = "The player on the dealer’s left shuffles, and after him the dealer if he likes. " +
			"The player on the dealer’s right cuts."
	}
	switch {
	case v.House.Shuffle == rules.ShuffleNever,
		v.House.Shuffle == rules.ShuffleAfterAbundance && !v.has(rules.Abundance):
		return "The cards are shuffled before the first deal" + by + ". After that the new dealer only gathers " +
			"them. The player on his right always cuts." + penalty
	case v.House.Shuffle == rules.ShuffleAfterAbundance:
		return "The cards are shuffled before the first deal, and after a call of " + v.name(rules.Abundance) +
			" or anything above it" + by + ". Otherwise the new dealer only gathers them. The player on his right " +
			"always cuts." + penalty
	}
	return who
}

func (v View) packetsText() string {
	switch {
	case v.House.Packets == rules.PacketsOnes:
		return "They are dealt one by one, to the left of the dealer first."
	case v.House.Packets == rules.PacketsRotatingFour && v.Seats == 3 && v.House.Short != rules.ShortDummy:
		return "They are dealt in four rounds of three, to the left of the dealer first, with a four that goes " +
			"round: in the first round the first player has it, in the second the next, in the third the dealer."
	case v.House.Packets == rules.PacketsRotatingFour:
		return "They are dealt in four rounds of three, to the left of the dealer first, with a four that goes " +
			"round: in the first round the first player has it, in the second the next, and so on. The last four " +
			"fall to the dealer, which shows that nobody has too many or too few."
	}
	return "They are dealt three at a time, and the last ones singly, to the left of the dealer first: three, " +
		"three, three, three and one."
}

// trumpsText says where trumps come from.
func (v View) trumpsText() string {
	if !v.House.TurnsTrumps() {
		return "Nothing is turned up: trumps are as the caller names them."
	}
	switch v.House.Trumps {
	case rules.TrumpsSecondPack:
		return "Trumps are cut from a second pack, so nobody holds the card that shows them."
	case rules.TrumpsCycle:
		return "Trumps go round deal by deal: hearts, clubs, diamonds, spades, and hearts again."
	case rules.TrumpsCycleNT:
		return "Trumps go round deal by deal: hearts, clubs, diamonds, spades, then once no trumps, and hearts " +
			"again."
	}
	if v.Seats == 3 && v.House.Short == rules.ShortStrip {
		return "The fortieth card is turned up; its suit is trumps, and nobody gets it. Anybody who asks which " +
			"suit is trumps is told" + v.exceptMisere()
	}
	return "The dealer’s last card is turned up, and its suit is trumps. " + laws.TurnedCard + " The dealer " +
		laws.MayPlayIt + " " + laws.TakenUp + " All together " +
		laws.TakenUpSooner + " Once it has been taken up it " +
		"is not named again, but anybody who asks which suit is trumps is told" + v.exceptMisere()
}

// exceptMisere is what ends a sentence that doesn't hold in a misère.
func (v View) exceptMisere() string {
	if v.aMisere() == "" {
		return "."
	}
	return ", except in " + v.aMisere() + "."
}

// threePlay says how three play, after the word Three.
func (v View) threePlay() string {
	turned := v.House.TurnsTrumps() && v.House.Trumps == rules.TrumpsTurnUp
	switch {
	case v.House.Short == rules.ShortDummy:
		return v.withoutProp() + "with an open hand: four hands are dealt, and the fourth is laid open before " +
			"the calling. Whoever wins it puts it opposite himself and plays from it after the player on his left " +
			"has played. His tricks are those of both hands."
	case v.House.Short == rules.ShortDropSuit:
		return v.withoutProp() + "without one whole suit. There are thirteen tricks all the same."
	case turned:
		return v.withoutProp() + "without the twos, threes and fours, the fortieth card being turned for trumps " +
			"and nobody’s. There are thirteen tricks all the same."
	}
	return v.withoutProp() + "without the twos, threes and fours; the fortieth card is nobody’s. There are " +
		"thirteen tricks all the same."
}

// withoutProp says of three at the table what they go without, where four would have it.
func (v View) withoutProp() string {
	if _, ok := v.House.Rank(rules.Prop); !ok {
		return ""
	}
	return "without " + v.name(rules.Prop) + ", and "
}
