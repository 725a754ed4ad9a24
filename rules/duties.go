package rules

import (
	"slices"
	"strconv"
	"strings"
)

// Duties is what the table does before a deal (§8), by the house rules and the deals so far.
type Duties struct {
	Dealer, Sitter, Cutter, Leader Seat
	Shuffler                       Seat     // nobody when shuffling is not due: the dealer only gathers
	Packets                        Packing  // how the cards are dealt
	Trumps                         string   // in words: "last card turned", "hearts, in their turn"
	CycleTrumps                    Suit     // for the cycles, the suit of this deal
	Goulash                        bool     // unshuffled and dealt 5-3-5, since all passed
	Short                          Short    // what three at the table do about the pack; empty where more sit
	CallersLead                    []Call   // those of the set in which the caller leads
	Remarks                        []string // what else this table should know, in whole sentences
}

// Packing is how the cards of a deal are dealt, round by round: to each hand, from the dealer's left, so many
// at once.
type Packing [][]int

// Past is what DutiesOf must know of a deal played before.
type Past struct{ Call Call }

// DutiesOf returns what is due before the next deal at a table of so many seats. past is oldest first.
func DutiesOf(h *House, seats int, dealer Seat, past []Past) Duties {
	d := Deal{Seats: seats, Dealer: dealer}
	due := Duties{
		Dealer: dealer,
		Sitter: d.Sitter(),
		Cutter: d.right(dealer), // at five the same player sits out; his hands are free all the same
		Leader: d.Eldest(),
	}
	last := NoCall
	if len(past) > 0 {
		last = past[len(past)-1].Call
	}
	how := mixedAfter(h, last)
	if how == shuffled {
		due.Shuffler = dealer
		if h.Shuffler == ShufflerLeft {
			due.Shuffler = d.Eldest()
		}
	}
	if seats == 3 {
		due.Short = h.Short
	}
	due.Goulash = how == goulashed
	due.Packets = h.packing(seats, due.Goulash)
	due.CycleTrumps = h.TurnedSuit(len(past))
	due.Trumps = trumpsOf(h, seats, due.CycleTrumps)
	for _, r := range h.Calls {
		if r.Call.CallerLeads() {
			due.CallersLead = append(due.CallersLead, r.Call)
		}
	}
	due.Remarks = remarksOf(h, seats, how)
	return due
}

// ---- the cards ----

type mixed uint8

const (
	shuffled     mixed = iota
	onlyGathered       // put together as they fell, and only cut
	goulashed
)

// hands is how many hands are dealt to so many players.
func (h *House) hands(seats int) int {
	if seats == 3 && h.Short != ShortDummy {
		return 3
	}
	return 4
}

// packing is how the cards are dealt to so many players.
func (h *House) packing(seats int, goulash bool) Packing {
	hands := h.hands(seats)
	alike := func(cards ...int) Packing {
		p := make(Packing, len(cards))
		for i, n := range cards {
			p[i] = slices.Repeat([]int{n}, hands)
		}
		return p
	}
	switch {
	case goulash:
		return alike(5, 3, 5)
	case h.Packets == PacketsOnes:
		return alike(slices.Repeat([]int{1}, TricksInDeal)...)
	case h.Packets == PacketsRotatingFour:
		p := alike(3, 3, 3, 3)
		for i := range hands {
			p[i][i] = 4 // once to each, the dealer last
		}
		return p
	}
	return alike(3, 3, 3, 3, 1)
}

// Words is the packing in few words: "3-3-3-3-1" where every hand gets the same, "4-3-3, 3-4-3, 3-3-4, 3-3-3"
// round by round where not, "one by one".
func (p Packing) Words() string {
	rounds, each, alike, ones := make([]string, len(p)), make([]string, len(p)), true, true
	for i, round := range p {
		hands := make([]string, len(round))
		for j, n := range round {
			hands[j] = strconv.Itoa(n)
			alike, ones = alike && n == round[0], ones && n == 1
		}
		rounds[i], each[i] = strings.Join(hands, "-"), hands[0]
	}
	switch {
	case ones:
		return "one by one"
	case alike:
		return strings.Join(each, "-")
	}
	return strings.Join(rounds, ", ")
}

// mixedAfter tells how the cards are made ready after a deal of this call. NoCall is before the first deal.
func mixedAfter(h *House, last Call) mixed {
	switch {
	case h.AllPass == Goulash && last == Passed:
		return goulashed
	case last == NoCall, h.Shuffle == ShuffleAlways,
		h.Shuffle == ShuffleAfterAbundance && fromAbundanceUp(h, last):
		return shuffled
	}
	return onlyGathered
}

// fromAbundanceUp tells whether the call is abundance or anything the set ranks above it (§3, shuffle).
func fromAbundanceUp(h *House, c Call) bool {
	reached := false
	for _, r := range h.Calls {
		reached = reached || r.Call == Abundance
		if r.Call == c {
			return reached
		}
	}
	return false
}

// ---- trumps ----

var (
	cycle      = []Suit{Hearts, Clubs, Diamonds, Spades}
	cycleAndNT = []Suit{Hearts, Clubs, Diamonds, Spades, NoTrumps}
)

// TurnedSuit is whose turn it is after so many deals, NoTrumps in a deal without; NoSuit where the suits take
// no turns. A deal that was passed or void was dealt too, so it has had its turn of the cycle.
func (h *House) TurnedSuit(deals int) Suit {
	if turn := h.Turn(); turn != nil {
		return turn[deals%len(turn)]
	}
	return NoSuit
}

// Turn lists the trumps where the suits take turns, in their order; elsewhere it is nil.
func (h *House) Turn() []Suit {
	switch {
	case !h.TurnsTrumps():
	case h.Trumps == TrumpsCycle:
		return cycle
	case h.Trumps == TrumpsCycleNT:
		return cycleAndNT
	}
	return nil
}

// NoTrumpsEach is how many deals the turn of the suits takes where one of them has no trumps: the deal of
// that number on the sheet, and each of its multiples. It is 0 where every deal has trumps.
func (h *House) NoTrumpsEach() int {
	if turn := h.Turn(); slices.Contains(turn, NoTrumps) {
		return len(turn)
	}
	return 0
}

// trumpsOf tells how the trumps of the next deal are fixed.
func trumpsOf(h *House, seats int, inTurn Suit) string {
	switch {
	case !h.TurnsTrumps():
		return "as the caller names them"
	case inTurn == NoTrumps:
		return "none, in their turn"
	case inTurn != NoSuit:
		return inTurn.Name() + ", in their turn"
	case h.Trumps == TrumpsSecondPack:
		return "card cut from the second pack"
	case seats == 3 && h.Short == ShortStrip:
		return "40th card turned"
	}
	return "last card turned"
}

// NamesTrumps tells whether the caller names trumps when the others have passed (§2, §8).
func (h *House) NamesTrumps(c Call) bool {
	from := facts[c].trumps
	return from == chosen || from == asTheHouse && h.DeclaredTrumps == DeclaredChosen
}

// TurnsTrumps tells whether any call of the set is played with the turned suit (§2).
func (h *House) TurnsTrumps() bool {
	for _, r := range h.Calls {
		if facts[r.Call].trumps == turnedUp {
			return true
		}
	}
	return false
}

// ---- remarks ----

func remarksOf(h *House, seats int, how mixed) []string {
	var remarks []string
	if seats == 3 {
		remarks = append(remarks, shortRemark(h))
	}
	if h.Packets == PacketsRotatingFour && how != goulashed {
		remarks = append(remarks, rotatingRemark(h, seats))
	}
	switch {
	case how == goulashed:
		remarks = append(remarks, "All passed: the cards stay as they fell and are dealt five, three and five.")
	case how == onlyGathered && h.ShufflePenalty > 0:
		remarks = append(remarks, "The dealer only gathers the cards. A player who shuffles pays "+
			h.Money.Words(h.ShufflePenalty)+" into the kitty.")
	case how == onlyGathered:
		remarks = append(remarks, "The dealer only gathers the cards.")
	}
	return remarks
}

// rotatingRemark is how the four goes round within a deal.
func rotatingRemark(h *House, seats int) string {
	last := "and so on. The last four fall to the dealer, so a miscount shows."
	if h.hands(seats) == 3 {
		last = "in the third the dealer. In the last round all get three."
	}
	return "The player on the dealer’s left gets four cards in the first round, the next player in the " +
		"second, " + last
}

// shortRemark is what three at the table do about the pack (§1).
func shortRemark(h *House) string {
	turned := h.TurnsTrumps() && h.Trumps == TrumpsTurnUp
	switch {
	case h.Short == ShortDummy:
		return "Three at the table: deal four hands, and lay the fourth open before the calling. The caller " +
			"puts it opposite, and plays from it after the player on the caller’s left. The tricks of both hands " +
			"are the caller’s."
	case h.Short == ShortDropSuit && turned:
		return "Three at the table: take out one whole suit; the dealer’s last card is turned."
	case h.Short == ShortDropSuit:
		return "Three at the table: take out one whole suit."
	case turned:
		return "Three at the table: take out the twos, threes and fours; the 40th card is turned for trumps " +
			"and belongs to nobody."
	}
	return "Three at the table: take out the twos, threes and fours; the 40th card belongs to nobody."
}
