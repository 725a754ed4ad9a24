package lawbook

// How the calls go round, and what follows when all pass, in sentences, as the switches of a house have it.

import (
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/rules/laws"
)

// ladder says which call is above which.
func (v View) ladder() string {
	switch {
	case v.has(rules.Irish):
		return laws.Ladder(v.House, v.Seats, v.Words)
	case len(v.calls()) == 1:
		return "There is only one call to make."
	}
	return "Each call is above the one before it."
}

// misereAmongBids is where misère stands in Irish (RULES.md §7).
func (v View) misereAmongBids() string {
	if !v.has(rules.Irish) || !v.has(rules.Misere) {
		return ""
	}
	return " " + english.Capital(v.name(rules.Misere)) +
		" stands among them: just above twelve without trumps, and below thirteen clubs."
}

// royalWhen says when royal may be called (RULES.md §7).
func (v View) royalWhen() string {
	if v.House.RoyalOver {
		return "It may be called only over another player’s " + v.name(rules.Abundance) + "."
	}
	if v.House.NoTrumpsEach() > 0 {
		return "It may be called straight away in any deal that has trumps."
	}
	return "It may be called straight away."
}

func (v View) auctionText() string {
	switch v.House.Auction {
	case rules.AuctionSingle:
		return "Everyone speaks once."
	case rules.AuctionEldestTwice:
		return "Everyone speaks once; only eldest, if he called and was overcalled, speaks a second time and may " +
			"call anything higher."
	}
	return "It goes on until all but the caller have passed. Whoever was overcalled may call again, as " +
		"high as he likes, and not only one step up."
}

// leftAlone says what becomes of a proposal that nobody accepts.
func (v View) leftAlone() string {
	prop := english.Capital(v.one(rules.Prop))
	when := " nobody accepts comes back to the proposer when all have spoken: he may make it "
	if v.House.Auction == rules.AuctionOpen {
		when = " nobody accepts comes back to the proposer when all others have passed: he may make it "
	}
	switch {
	case v.House.Lone == rules.LoneRaise && v.House.Auction == rules.AuctionOpen:
		return prop + " nobody accepts comes back to the proposer: he calls higher, or all have passed."
	case v.House.Lone == rules.LoneRaise:
		return prop + when + "any higher call, or all have passed."
	case v.House.Lone == rules.LoneSolo && v.House.AloneAfterProp():
		return prop + when + v.one(rules.Solo) + ", and nothing else, or all have passed."
	case v.House.Lone == rules.LoneThrownIn:
		return prop + " nobody accepts does not come back: all have passed."
	}
	return prop + " nobody accepts comes to nothing when all have spoken: all have passed."
}

func (v View) allPassText() string {
	stake := v.money(v.House.MiseryStake())
	if v.House.Misery == 0 {
		stake = "the stake of " + v.one(rules.Solo) + ", " + stake
	}
	switch v.House.AllPass {
	case rules.Goulash:
		return "The cards are thrown in. The next dealer does not shuffle: he deals a goulash, five, three and " +
			"five to each, so that the hands come out wild."
	case rules.LastTrick:
		return english.Stop("The hand is played without trumps, each for himself. Whoever takes the thirteenth " +
			"trick pays each of the others " + stake)
	case rules.FiveOrFour:
		return "The hand is played without trumps, each for himself. The first to take five tricks pays each of " +
			"the others " + stake + "; if nobody takes five, it is the first who took four."
	case rules.Fewest:
		return "The hand is played without trumps, each for himself. Whoever takes the fewest tricks is paid " +
			stake + ", by each who took more. If several tie for the fewest each of them is paid so, " +
			"and they pay each other nothing."
	}
	return "The cards are thrown in and nothing is paid. The next player deals."
}
