package laws

// What the switches and amounts of a house come to, in sentences.

import (
	"slices"
	"strings"

	"ouverte/rules"
	"ouverte/rules/english"
)

// Calls are those that can be made here, in the order of the house.
func (in Play) Calls() []rules.Rank {
	return slices.DeleteFunc(slices.Clone(in.House.Calls),
		func(r rules.Rank) bool { return r.Call == rules.Prop && in.Seats == 3 })
}

// any tells whether a call can be made here that is so.
func (in Play) any(so func(rules.Rank) bool) bool { return slices.ContainsFunc(in.Calls(), so) }

// Alone tells whether one can play alone here to win tricks.
func (in Play) Alone() bool { return in.any(func(r rules.Rank) bool { return r.Call.Alone() }) }

// PaysTricks tells whether over- or under-tricks are paid for.
func (in Play) PaysTricks() bool {
	return in.any(func(r rules.Rank) bool { return r.Over != 0 || r.Under != 0 })
}

// AMisere is a misère of this house with its article, the closed one where there are both; nothing where
// there is none.
func (in Play) AMisere() string {
	for _, c := range misereCalls {
		if in.Has(c) {
			return in.Words.One(c)
		}
	}
	return ""
}

func (in Play) money(n int64) string { return in.House.Money.Words(n) }

// ---- the deal

// Shuffling says who shuffles, when, and who cuts.
func (in Play) Shuffling() string {
	by, who := ", by the dealer", "The dealer shuffles, and the player on his right cuts."
	if in.House.Shuffler == rules.ShufflerLeft {
		by = ", by the player on the dealer’s left, and after him by the dealer if he likes"
		who = "The player on the dealer’s left shuffles, and after him the dealer if he likes. " +
			"The player on the dealer’s right cuts."
	}
	says := "The cards are shuffled before the first deal" + by +
		". After that the new dealer only gathers them."
	switch {
	case in.House.Shuffle == rules.ShuffleAlways:
		return who
	case in.House.Shuffle == rules.ShuffleAfterAbundance && in.Has(rules.Abundance):
		says = "The cards are shuffled before the first deal, and after a call of " +
			in.Words.Noun(rules.Abundance) + " or anything above it" + by +
			". Otherwise the new dealer only gathers them."
	}
	says += " The player on his right always cuts."
	if in.House.ShufflePenalty > 0 {
		says += " " + strings.ReplaceAll(ShuffleCosts, "{shuffle penalty}", in.money(in.House.ShufflePenalty))
	}
	return says
}

// Packets says how the cards are dealt.
func (in Play) Packets() string {
	const four = "The cards are dealt in four rounds of three, to the left of the dealer first, with a four " +
		"that goes round: in the first round the first player has it, in the second the next, "
	switch {
	case in.House.Packets == rules.PacketsOnes:
		return "The cards are dealt one by one, to the left of the dealer first."
	case in.House.Packets == rules.PacketsRotatingFour && in.Seats == 3 && in.House.Short != rules.ShortDummy:
		return four + "in the third the dealer. The last round is of threes only."
	case in.House.Packets == rules.PacketsRotatingFour:
		return four + "and so on. The last four fall to the dealer, which shows that nobody has too many or too " +
			"few."
	}
	return "The cards are dealt three at a time, and the last ones singly, to the left of the dealer first: " +
		"three, three, three, three and one."
}

// turnsUp tells whether a card of this pack is turned up for trumps.
func turnsUp(h *rules.House) bool { return h.TurnsTrumps() && h.Trumps == rules.TrumpsTurnUp }

// trumpsFrom says where trumps come from.
func (in Play) trumpsFrom() string {
	const round = "Nothing is turned up. Trumps go round deal by deal: hearts, clubs, diamonds, spades, "
	asked := "anybody who asks which suit is trumps is told"
	if misere := in.AMisere(); misere != "" {
		asked += ", except in " + misere
	}
	switch {
	case !in.House.TurnsTrumps():
		return "Nothing is turned up: trumps are as the caller names them."
	case in.House.Trumps == rules.TrumpsSecondPack:
		return "Nothing is turned up. Trumps are cut from a second pack, so nobody holds the card that shows them."
	case in.House.Trumps == rules.TrumpsCycle:
		return round + "and hearts again."
	case in.House.Trumps == rules.TrumpsCycleNT:
		none := " In the deal without trumps there are none"
		if namesTrumps(in) {
			none += ", unless the caller names them"
		}
		return round + "then once no trumps, and hearts again." + none + "."
	case !turnsCard(in):
		return "The fortieth card is turned up; its suit is trumps, and nobody gets it. " + english.Capital(asked) +
			"."
	}
	return "The dealer’s last card is turned up, and its suit is trumps. " + TurnedCard + " The dealer " +
		MayPlayIt + " Once it has been taken up it is not named again, but " + asked + "."
}

// Three says how three play, after the word Three.
func (in Play) Three() string {
	without, all := "", " There are thirteen tricks all the same."
	if _, ok := in.House.Rank(rules.Prop); ok {
		without = "without " + in.Words.Noun(rules.Prop) + ", and "
	}
	switch {
	case in.House.Short == rules.ShortDummy:
		return without + "with an open hand: four hands are dealt, and the fourth is laid open before " +
			"the calling. Whoever wins it puts it opposite himself and plays from it after the player on his left " +
			"has played. His tricks are those of both hands."
	case in.House.Short == rules.ShortDropSuit:
		return without + "without one whole suit." + all
	case turnsUp(in.House):
		return without + "without the twos, threes and fours, the fortieth card being turned for trumps " +
			"and nobody’s." + all
	}
	return without + "without the twos, threes and fours; the fortieth card is nobody’s." + all
}

// opening says how many play, and with what.
func (in Play) opening() string {
	const three = "Three play, thirteen cards each, ace high, without "
	switch {
	case in.Seats == 3 && in.House.Short == rules.ShortDummy:
		return "Three play with a whole pack, ace high: four hands of thirteen cards are dealt, and the fourth " +
			"is laid open."
	case in.Seats == 3 && in.House.Short == rules.ShortDropSuit:
		return three + "one whole suit."
	case in.Seats == 3:
		return three + "the twos, threes and fours."
	case in.Seats == 5:
		return "Five sit at the table, and in each deal one of them rests. Four play with a whole pack, thirteen " +
			"cards each, ace high."
	}
	return "Four play with a whole pack, thirteen cards each, ace high."
}

// ---- the calling

// rank says which call is above which, above the table of the calls.
func (in Play) rank() string {
	if !in.Has(rules.Irish) && len(in.Calls()) > 1 {
		return "Each call is above the one before it."
	}
	return Ladder(in.House, in.Seats, in.Words)
}

func (in Play) calling() string {
	switch in.House.Auction {
	case rules.AuctionSingle:
		return "Everyone speaks once."
	case rules.AuctionEldestTwice:
		return "Everyone speaks once; only eldest, if he called and was overcalled, speaks a second time and may " +
			"call anything higher."
	}
	until := "all but the caller have passed"
	if in.Has(rules.Prop) {
		until += ", or in an accepted " + in.Words.Noun(rules.Prop) + " all but the two partners"
	}
	return "It goes on until " + until + ". Whoever was overcalled may call again, as high as he likes, and " +
		"not only one step up."
}

// leftAlone says what becomes of a proposal that nobody accepts.
func (in Play) leftAlone() string {
	prop := english.Capital(in.Words.One(rules.Prop)) + " nobody accepts "
	const passed = ", or pass, and then the deal counts as passed by all."
	when := "comes back to the proposer when all have spoken. He may make it "
	if in.House.Auction == rules.AuctionOpen {
		when = "comes back to the proposer when all others have passed. He may make it "
	}
	switch {
	case in.House.Lone == rules.LoneRaise && in.House.Auction == rules.AuctionOpen:
		return prop + "comes back to the proposer. He may call higher" + passed
	case in.House.Lone == rules.LoneRaise:
		return prop + when + "any higher call" + passed
	case in.House.Lone == rules.LoneSolo && in.House.AloneAfterProp():
		return prop + when + in.Words.One(rules.Solo) + ", and nothing else" + passed
	case in.House.Lone == rules.LoneThrownIn:
		return prop + "does not come back: the deal counts as passed by all."
	}
	return prop + "comes to nothing when all have spoken: the deal counts as passed by all."
}

// AllPassed says what follows when all pass.
func (in Play) AllPassed() string {
	const played = "The hand is played without trumps, each for himself. "
	stake := in.money(in.House.MiseryStake())
	if in.House.Misery == 0 {
		stake = "the stake of " + in.Words.One(rules.Solo) + ", " + stake
	}
	switch in.House.AllPass {
	case rules.Goulash:
		return "The cards are thrown in and nothing is paid. The next dealer does not shuffle: he deals a " +
			"goulash, five, three and five to each."
	case rules.LastTrick:
		return english.Stop(played + "Whoever takes the thirteenth trick pays each of the others " + stake)
	case rules.FiveOrFour:
		return played + "The first to take five tricks pays each of the others " + stake +
			"; if nobody takes five, it is the first who took four."
	case rules.Fewest:
		return played + "Whoever takes the fewest tricks is paid " + stake +
			" by each who took more. If several tie for the fewest each of them is paid so, " +
			"and they pay each other nothing."
	}
	return "The cards are thrown in and nothing is paid. The next player deals."
}

// CallerLeads is who leads where it isn't eldest.
func (in Play) CallerLeads() string {
	var names []string
	for _, r := range in.House.Calls {
		if r.Call.CallerLeads() {
			names = append(names, in.Words.One(r.Call))
		}
	}
	if names == nil {
		return ""
	}
	return "; in " + english.List(names) + " the caller leads"
}

// ---- the calls

// Meaning says what a call is, in a few sentences.
func (in Play) Meaning(c rules.Call) string {
	turned := in.TurnedSuit()
	alone, asTrumps := "The caller plays alone and must win "+in.target(c), ", with "+turned+" as trumps."
	const none = "The caller plays alone, without trumps, and must not win a single trick"
	const open = " hand is laid face up on the table after the first trick. The others see it, and may not " +
		"talk about it."
	switch c {
	case rules.Prop:
		return "One player proposes, another accepts, and the two play together against the other two, wherever " +
			"they sit. Between them they must win " + in.target(c) + "; " + turned + " is trumps."
	case rules.Solo:
		return alone + asTrumps
	case rules.Misere:
		if r, _ := in.House.Rank(c); r.Under > 0 {
			return none + ". Each trick he takes costs, so it is played to the end."
		}
		return none + ". The first trick he takes ends it."
	case rules.Abundance, rules.PetitSlam, rules.Declared, rules.GrandSlam:
		return alone + in.ownTrumps(c)
	case rules.Royal:
		if in.Has(c) && !in.Has(rules.Abundance) {
			return alone + asTrumps
		}
		return english.Capital(in.Words.One(c)) + " is " + in.Words.One(rules.Abundance) + " with " + turned +
			" as trumps" + in.royalRank() + ". " + in.royalAt()
	case rules.MisereOuverte:
		if in.Has(c) && !in.Has(rules.Misere) {
			return none + ". His" + open
		}
		return english.Capital(in.Words.One(c)) + " is " + in.Words.One(rules.Misere) + " in which the caller’s" +
			open
	case rules.Irish:
		says := "The caller bids to win at least so many tricks, one to thirteen, in a suit or without trumps: " +
			"six hearts is above six diamonds, seven clubs above both. The suits rank ♣ ♦ ♥ ♠, and no trumps is " +
			"highest."
		if in.Has(c) && in.Has(rules.Misere) { // RULES.md §7
			says += " " + english.Capital(in.Words.Noun(rules.Misere)) +
				" stands among them: just above twelve without trumps, and below thirteen clubs."
		}
		return says
	}
	return ""
}

// target is how many tricks a call asks for, in this house or as it is usually played.
func (in Play) target(c rules.Call) string {
	n := c.UsualTarget()
	if r, ok := in.House.Rank(c); ok {
		n = r.Target
	}
	if n == rules.TricksInDeal {
		return "every trick"
	}
	return english.Number(n) + " tricks or more"
}

// ownTrumps says with what trumps a call is played whose caller may choose them, and who leads.
func (in Play) ownTrumps(c rules.Call) string {
	says := ", without trumps. He leads."
	if in.House.NamesTrumps(c) {
		says = ", with trumps of his own choosing. He names the suit when the others have passed, "
		if c.CallerLeads() {
			says += "and leads."
		} else {
			says += "before the first lead."
		}
	}
	if c == rules.Declared && in.House.DeclaredOpen {
		says += " His hand is laid face up after the first trick."
	}
	return says
}

// royalRank says that royal comes next after abundance, where it does.
func (in Play) royalRank() string {
	calls := in.House.Calls
	i := slices.IndexFunc(calls, func(r rules.Rank) bool { return r.Call == rules.Royal })
	if i < 0 || i > 0 && calls[i-1].Call == rules.Abundance {
		return ", and ranks just above it"
	}
	return ""
}

// royalAt says when royal may be called (RULES.md §7).
func (in Play) royalAt() string {
	switch {
	case in.House.RoyalOver:
		return "It may be called only over another player’s " + in.Words.Noun(rules.Abundance) + "."
	case in.House.NoTrumpsEach() > 0:
		return "It may be called straight away in any deal that has trumps."
	}
	return "It may be called straight away."
}

// TurnedSuit is the suit that is trumps before anybody calls: nothing is turned where the suits take turns or
// another pack shows them.
func (in Play) TurnedSuit() string {
	if in.House.Trumps == rules.TrumpsTurnUp {
		return "the suit turned up"
	}
	return "the suit of the deal"
}

// misereOver says when a misère is over, and what is then shown; nothing where there is none.
func (in Play) misereOver() string {
	const shown = "he opponents’ hands are then shown at once, to prove that none of them revoked."
	misere := in.AMisere()
	switch {
	case misere == "":
		return ""
	case in.any(func(r rules.Rank) bool { return r.Call.Losing() && r.Under > 0 }):
		return "Where each trick taken costs, " + misere + " is played to the end; else it is over with " +
			"the first trick its caller takes, and t" + shown
	}
	return english.Capital(misere) + " ends with the first trick its caller takes. T" + shown
}

// ---- what is paid

// stakeOnly says which calls have neither over- nor under-tricks.
func (in Play) stakeOnly() string {
	if !in.PaysTricks() {
		return "These rules pay nothing for either."
	}
	var names []string
	for _, r := range in.Calls() {
		if !r.Call.Counted() && r.Under == 0 {
			names = append(names, in.Words.Noun(r.Call))
		}
	}
	if names == nil {
		return ""
	}
	return english.Capital(english.List(names)) + english.Verb(len(names), " has", " have") + " neither."
}

// slam says what all thirteen tricks are worth.
func (in Play) slam() string {
	bonus := in.Bonus()
	switch {
	case in.Has(rules.Prop) && in.House.Slam == rules.SlamDoublesOver:
		return strings.TrimSpace(english.Capital(in.Words.One(rules.Prop)) +
			" that really takes all thirteen tricks, a *slam*, is paid twice for each over-trick. " + bonus)
	case bonus != "":
		return "A *slam* is all thirteen tricks. " + bonus
	case in.Has(rules.Prop):
		return "A *slam*, all thirteen tricks in " + in.Words.One(rules.Prop) +
			", earns nothing extra in these rules."
	}
	return "A *slam* is all thirteen tricks; to take them without having called for them earns nothing special."
}

// Bonus says which calls are paid a bonus for all thirteen tricks; nothing where none is.
func (in Play) Bonus() string {
	says := in.ByCall(func(r rules.Rank) string {
		if r.Bonus == 0 {
			return ""
		}
		return in.money(r.Bonus)
	})
	if says == "" {
		return ""
	}
	return english.Stop("All thirteen, really taken, bring besides from each opponent " + says)
}

// ByCall puts what is said of several calls alike together: "5 in a solo and an abundance, 7 in a royal".
func (in Play) ByCall(says func(rules.Rank) string) string {
	var said []string
	names := map[string][]string{}
	for _, r := range in.Calls() {
		s := says(r)
		if s == "" {
			continue
		}
		if names[s] == nil {
			said = append(said, s)
		}
		names[s] = append(names[s], in.Words.One(r.Call))
	}
	for i, s := range said {
		said[i] += " in " + english.List(names[s])
	}
	return strings.Join(said, ", ")
}

// Paid says in one sentence what a call of this house is worth.
func (in Play) Paid(r rules.Rank) string {
	stake, lost := in.money(r.Stake), in.money(r.LostStake())
	other := r.LostStake() != r.Stake
	s := "If the call is made, each opponent pays the caller " + stake + "; if not, he pays each of them " + lost
	switch {
	case r.Call == rules.Irish:
		return "For each trick bid, each opponent pays the caller " + stake + " if the bid is made; if not, he " +
			"pays each of them " + lost + ". Tricks above the bid bring nothing."
	case r.Call == rules.Prop && other:
		s = "If the call is made, each of the others pays " + stake + "; if not, each of the two pays " + lost
	case r.Call == rules.Prop:
		s = "Each of the losing two pays " + stake + " to one of the others"
	}
	more := func(which string, amount int64) string {
		return "or every trick " + which + " it is " + in.money(amount) + " more"
	}
	which := "short"
	if r.Call.Losing() {
		which = "taken"
	}
	switch {
	case r.Over == r.Under && r.Over > 0:
		s += ". F" + more("over or short", r.Over)
	case r.Over > 0 && r.Under > 0:
		s += ". F" + more("over", r.Over) + ", f" + more("short", r.Under)
	case r.Over > 0:
		s += ". F" + more("over", r.Over)
	case r.Under > 0:
		s += ". F" + more(which, r.Under)
	}
	switch {
	case r.Under == 0 || r.FreeUnder == 0:
	case r.FreeUnder == 1:
		s += ", but the first trick " + which + " is free"
	default:
		s += ", but the first " + english.Spelled(r.FreeUnder, "trick") + " " + which + " are free"
	}
	if r.Bonus > 0 {
		s += ". When all thirteen are really taken, each opponent pays " + in.money(r.Bonus) + " besides"
	}
	return s + "."
}

// revokePays says what a revoke that stands costs, beside the tricks.
func (in Play) revokePays(lost, free, really, noTricks string) string {
	if !in.PaysTricks() {
		return "If the caller’s side revoked it loses " + lost + "; if an opponent revoked the caller wins the " +
			"stake. In these rules nothing is paid for tricks over or short." + really
	}
	says := "If the caller’s side revoked it loses " + lost + ", and pays for each trick it is short of the " +
		"target with what is left" + free + ". If an opponent revoked the caller wins the stake, and is paid " +
		"for each trick over, with those added." + really
	if in.any(func(r rules.Rank) bool { return r.Call.Losing() && r.Under > 0 }) {
		says += " If the caller of " + in.AMisere() + " revoked, he" + strings.TrimPrefix(noTricks, "The caller")
	}
	return says
}
