package laws

import (
	"strings"

	"ouverte/rules"
	"ouverte/rules/english"
)

// Play is what the laws speak of.
type Play struct {
	House *rules.House // at the stakes played for
	Seats int          // at the table; 0 is any number
	Words rules.Words
}

// Filling fills in what a text has in braces: names, and sentences that differ from house to house.
func (in Play) Filling() *strings.Replacer {
	h, words := in.House, in.Words
	revoke := english.Spelled(h.RevokeTricks, "trick")
	lowest := rules.Solo // of one against all, to win tricks
	if alone := in.offered(aloneCalls); len(alone) > 0 {
		lowest = alone[0]
	}
	fill := []string{
		"{revoke tricks}", revoke, "{go}", english.Verb(h.RevokeTricks, "goes", "go"),
		"{come}", english.Verb(h.RevokeTricks, "comes", "come"),
		"{shuffle penalty}", h.Money.Words(h.ShufflePenalty),
		"{lowest alone}", words.Noun(lowest), "{One alone}", "A caller who plays alone to win tricks",
		"{misery stake.}", english.Stop(miseryStake(h, words)),
		"{the ladder}", Ladder(h, in.Seats, words), "{rank}", in.rank(), "{opening}", in.opening(),
		"{royal when}", royalWhen(h, words), "{names trumps}", NamesTrumps(h, words),
		"{stake only}", in.stakeOnly(), "{slam}", in.slam(), "{misere over}", in.misereOver(),
		"{shuffling}", in.Shuffling(), "{packets}", in.Packets(), "{trumps from}", in.trumpsFrom(),
		"{calling}", in.calling(), "{left alone}", in.leftAlone(), "{caller leads}", in.CallerLeads(),
		"{all pass}", in.AllPassed(), "{three play}", in.Three(),
	}
	own := ""
	if low := in.offered(misereCalls); len(low) > 0 {
		own = "The caller of " + words.One(low[0]) + " cannot forfeit it by showing a card or playing out of turn."
		if low[0] == rules.MisereOuverte { // the only one there is
			fill = append(fill, "{misere}", words.Noun(low[0]), "{a misere}", words.One(low[0]))
		}
	}
	eldest, all := "", ""
	if in.Has(rules.Prop) {
		eldest = ", except that eldest may still accept " + words.One(rules.Prop)
	}
	if h.RevokeTricks > 1 {
		all = ", or all it took where those are fewer"
	}
	fill = append(fill, "{own misere}", own, "{, except eldest}", eldest, "{, or all}", all)
	fill = append(fill, payers(h, words)...)
	fill = append(fill, in.amounts()...)
	fill = append(fill, trumps(h)...)
	fill = append(fill, auction(h, words)...)
	return words.Filling(append(fill, lastRaise(h, in.Seats, words)...)...)
}

// miseryStake is what a game after all have passed is played for (§6).
func miseryStake(h *rules.House, words rules.Words) string {
	if h.Misery > 0 {
		return h.Money.Words(h.Misery)
	}
	return "the stake of " + words.One(rules.Solo)
}

// amounts says what the set pays besides stake, over- and under-tricks, where it has any of it (§3, §5).
func (in Play) amounts() []string {
	h, words := in.House, in.Words
	lost, free, really := "the stake", "", ""
	var taken []string // what the misères cost for each trick taken
	for _, r := range h.Calls {
		if r.LostStake() != r.Stake {
			lost = "what the call costs when lost"
		}
		if r.Call.Counted() && r.FreeUnder > 0 && r.Under > 0 {
			free = ", beyond those that are free"
		}
		if r.Bonus > 0 {
			really = " The bonus for all thirteen is paid only where they were really taken."
		}
		if r.Call.Losing() && r.Under > 0 {
			taken = append(taken, perTaken(h.Money, r, words))
		}
	}
	without := "This call knows no over- or under-tricks: the caller pays every opponent " + lost + "."
	if len(taken) > 0 {
		without = "The caller pays every opponent " + lost + ", and besides " + english.List(taken) +
			". A revoke gives none of those tricks away."
	}
	return []string{"{lost stake}", lost, "{, but free}", free, "{ really}", really, "{lost without tricks}",
		without, "{revoke pays}", in.revokePays(lost, free, really, without)}
}

// perTaken is what each trick taken costs in a misère: "4 for each trick he took in a misère after the first
// two".
func perTaken(m rules.Money, r rules.Rank, words rules.Words) string {
	s := m.Words(r.Under) + " for each trick he took in " + words.One(r.Call)
	switch {
	case r.FreeUnder == 1:
		s += " after the first"
	case r.FreeUnder > 1:
		s += " after the first " + english.Number(r.FreeUnder)
	}
	return s
}

// payers says who pays where a side of several is at fault (§5).
func payers(h *rules.House, words rules.Words) []string {
	in := "In " + words.One(rules.Prop)
	if h.OffenderPays {
		return []string{
			"{who pays}", "An opponent who revoked pays it all for his side. If several did they share it " +
				"alike, and an odd coin falls on the first of them from the dealer’s left.",
			"{who pays in a prop}",
			in + " an opponent who revoked pays for his partner too; if both did, each pays as usual.",
			"{who pays a misere}", "The player who did it pays for all the opponents.",
		}
	}
	const each = "Every opponent pays as usual: at this table nobody pays for the others."
	return []string{
		"{who pays}", each,
		"{who pays in a prop}", in + " both opponents pay as usual: at this table nobody pays for the other.",
		"{who pays a misere}", each,
	}
}

// trumps says what is told of them where a card is turned.
func trumps(h *rules.House) []string {
	turned, card, whichever := "", "", ""
	switch {
	case turnsUp(h):
		turned, card = ", no trump turned", " Which card was turned is no longer named once it has been taken up."
		whichever = ", and what was turned up is not told again"
	case h.TurnsTrumps():
		whichever = ", and what the trumps of other calls would be is not told again"
	}
	return []string{"{, no trump turned}", turned, "{ the card turned}", card, "{, what was turned}", whichever}
}

// auction says what one may call who was overcalled, and a proposer nobody has joined (§7).
func auction(h *rules.House, words rules.Words) []string {
	overcalled := "may raise when his turn comes, to any height."
	if h.Auction != rules.AuctionOpen {
		overcalled = "may not call again: everyone speaks once."
	}
	proposer := aloneIn(h, words)
	if h.Auction == rules.AuctionEldestTwice {
		overcalled = "may not call again, unless he is eldest: " +
			"he speaks a second time, and may call anything higher."
		proposer += " If he is eldest and was overcalled he may call anything higher."
	}
	return []string{"{overcalled may}", overcalled, "{proposer may}", proposer}
}

// lastRaise says what a caller may do when all others have passed (§7).
func lastRaise(h *rules.House, seats int, words rules.Words) []string {
	pair := len(offered(pairCalls, h, seats)) > 0
	back := pair && (h.Lone == rules.LoneRaise || h.Lone == rules.LoneSolo && h.AloneAfterProp())
	if h.RaiseLast {
		says := "When all others have passed, a caller who is alone speaks once more, and once only: he may " +
			"pass, or make it anything higher. If no higher call is left, the calling is over at once."
		none := " The two of an accepted " + words.Noun(rules.Prop) + " have no last word"
		switch {
		case back:
			says += none + ", nor has a proposer whose " + words.Noun(rules.Prop) + " came back to him."
		case pair:
			says += none + ", nor has the proposer of one that nobody accepted."
		}
		return []string{"{last raise stands}", "It stands, once", "{last raise}", says}
	}
	says := "Nobody raises his own call"
	if h.Auction == rules.AuctionOpen {
		says = "When all others have passed the call stands as it is, and nobody raises his own"
	}
	if back {
		says += ", but for " + words.One(rules.Prop) + " nobody accepted"
	}
	return []string{"{last raise stands}", "It does not stand", "{last raise}", says + "."}
}

// royalWhen says where a royal abundance can't be called, though it is high enough (§7, §8); nothing where it
// always can.
func royalWhen(h *rules.House, words rules.Words) string {
	if !h.Has(rules.Royal) {
		return ""
	}
	var says []string
	if h.RoyalOver {
		says = append(says, english.Capital(words.Noun(rules.Royal))+" may be called only over another player’s "+
			words.Noun(rules.Abundance)+".")
	}
	if h.NoTrumpsEach() > 0 {
		says = append(says, "In a deal without trumps there is no "+words.Noun(rules.Royal)+".")
	}
	return strings.Join(says, " ")
}

// NamesTrumps says when the caller names trumps who chooses them, and which (§8); nothing where none does.
func NamesTrumps(h *rules.House, words rules.Words) string {
	var names []string
	for _, r := range h.Calls {
		if h.NamesTrumps(r.Call) {
			names = append(names, words.One(r.Call))
		}
	}
	if names == nil {
		return ""
	}
	return "In " + english.List(names) + " the caller names the trumps when the others have passed, " +
		"just before the first lead and not sooner: " + anySuit(h)
}

// anySuit ends the sentence.
func anySuit(h *rules.House) string {
	if turnsUp(h) {
		return "any suit, that of the turned card too."
	}
	return "any suit."
}

// Follows says what comes when the auction of a deal is over (§8).
func Follows(h *rules.House, d *rules.Deal, names []string) string {
	leader, naming := d.Eldest(), ""
	if d.Call.CallerLeads() {
		leader = d.Caller
	}
	switch {
	case d.Call == rules.Passed:
		return ""
	case h.NamesTrumps(d.Call):
		naming = names[d.Caller-1] + " names the trumps now, before the first lead: " + anySuit(h) + " "
	}
	return naming + names[leader-1] + " leads."
}

// aloneIn says what a proposer may call whom nobody has joined.
func aloneIn(h *rules.House, words rules.Words) string {
	open := h.Auction == rules.AuctionOpen
	when := " when all have spoken and nobody has accepted it or called above it."
	if open {
		when = " when all others have passed and nobody has accepted it. " +
			"If he is overcalled he may call anything higher."
	}
	switch {
	case h.Lone == rules.LoneRaise && open:
		return "may make his own call higher when his turn comes."
	case h.Lone == rules.LoneRaise:
		return "may make it any higher call" + when
	case h.Lone == rules.LoneSolo && h.AloneAfterProp():
		return "may make it " + words.One(rules.Solo) + ", and nothing else," + when
	case h.Lone == rules.LoneThrownIn && open:
		return "may not call again, unless he is overcalled: a proposal nobody accepts is thrown in."
	case h.Lone == rules.LoneThrownIn:
		return "may not call again: a proposal nobody accepts is thrown in."
	case open:
		return "may not call again, unless he is overcalled."
	}
	return "may not call again: everyone speaks once."
}

// Ladder says in a sentence or two which call is above which (§7), of those that can be made with so many at
// the table.
func Ladder(h *rules.House, seats int, words rules.Words) string {
	if h.Has(rules.Irish) {
		s := "More tricks are above fewer. Between bids of as many tricks, clubs are lowest, " +
			"then come diamonds, hearts, spades, and no trumps."
		if h.Has(rules.Misere) {
			misere := english.Capital(words.Noun(rules.Misere))
			s += " " + misere + " is just above 12 without trumps, and below 13 clubs."
		}
		return s
	}
	var names []string
	for _, c := range offered(allCalls, h, seats) {
		names = append(names, words.Noun(c))
	}
	if len(names) < 2 {
		return "Here there is only one call to make: " + strings.Join(names, "") + "."
	}
	return "From the lowest up: " + strings.Join(names, ", ") + "."
}
