package rules

// Duties is what the table does before a deal (§8), by the house rules and the deals so far.
type Duties struct {
	Dealer, Sitter, Cutter, Leader Seat
	Shuffler                       Seat     // nobody when shuffling is not due: the dealer only gathers
	Packets                        []int    // 3,3,3,3,1 or 5,3,5 …
	Trumps                         string   // in words: "last card turned", "hearts, in their turn"
	CycleTrumps                    Suit     // for the cycles, the suit of this deal
	Goulash                        bool     // unshuffled and dealt 5-3-5, since all passed
	CallerLeads                    bool     // one of the calls is declared, where the caller leads
	Remarks                        []string // what else this table should know, in whole sentences
}

// Past is what DutiesOf must know of a deal played before.
type Past struct{ Call Call }

var (
	usualPackets    = []int{3, 3, 3, 3, 1}
	goulashPackets  = []int{5, 3, 5}
	rotatingPackets = [][]int{{4, 3, 3, 3}, {3, 4, 3, 3}, {3, 3, 4, 3}, {3, 3, 3, 4}}
)

// DutiesOf returns what is due before the next deal at a table of so many seats. past is oldest first.
func DutiesOf(h *House, seats int, dealer Seat, past []Past) Duties {
	d := Deal{Seats: seats, Dealer: dealer}
	due := Duties{
		Dealer: dealer,
		Sitter: d.Sitter(),
		Cutter: d.right(dealer), // at five the same player sits out; his hands are free all the same
		Leader: d.Eldest(),
	}
	how := mixing(h, past)
	switch how.mixed {
	case shuffled:
		due.Shuffler = dealer
		due.Packets = usualPackets
	case onlyGathered:
		due.Packets = rotatingPackets[how.turn%len(rotatingPackets)]
	case goulashed:
		due.Goulash = true
		due.Packets = goulashPackets
	}
	due.CycleTrumps = h.TurnedSuit(len(past))
	due.Trumps = trumpsOf(h, seats, due.CycleTrumps)
	_, due.CallerLeads = h.Rank(Declared)
	due.Remarks = remarksOf(h, seats, how.mixed)
	return due
}

// Leader is who leads to the first trick: eldest, and in declared the caller (§1).
func (d *Deal) Leader() Seat {
	if d.Call == Declared {
		return d.Caller
	}
	return d.Eldest()
}

// ---- the cards ----

type mixed uint8

const (
	shuffled     mixed = iota
	onlyGathered       // put together as they fell, and only cut
	goulashed
)

type mix struct {
	mixed
	turn int // deals before this one that were only gathered, which the four packets rotate by
}

// mixing follows the evening from its first deal: the packets rotate only over deals that were not shuffled.
func mixing(h *House, past []Past) mix {
	now := mix{mixed: mixedAfter(h, NoCall)}
	for _, p := range past {
		if now.mixed == onlyGathered {
			now.turn++
		}
		now.mixed = mixedAfter(h, p.Call)
	}
	return now
}

// mixedAfter tells how the cards are made ready after a deal of this call. NoCall is before the first deal.
func mixedAfter(h *House, last Call) mixed {
	switch {
	case h.AllPass == Goulash && last == Passed:
		return goulashed
	case h.Shuffle == ShuffleNever:
		return onlyGathered
	case h.Shuffle == ShuffleAfterAbundance && last != NoCall && !fromAbundanceUp(h, last):
		return onlyGathered
	}
	return shuffled
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
	switch {
	case !h.TurnsTrumps():
	case h.Trumps == TrumpsCycle:
		return cycle[deals%len(cycle)]
	case h.Trumps == TrumpsCycleNT:
		return cycleAndNT[deals%len(cycleAndNT)]
	}
	return NoSuit
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
	case seats == 3:
		return "40th card turned"
	}
	return "last card turned"
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
		remarks = append(remarks, "Three at the table: take out the twos, threes and fours, "+
			"and the 40th card is nobody's; or take out one whole suit.")
		if h.TurnsTrumps() && h.Trumps == TrumpsTurnUp {
			remarks = append(remarks, "With a whole suit out, the dealer's last card is turned.")
		}
	}
	switch {
	case how == goulashed:
		remarks = append(remarks, "All passed: the cards stay as they fell and are dealt five, three and five.")
	case how == onlyGathered && h.ShufflePenalty > 0:
		remarks = append(remarks, "The dealer only gathers; who shuffles all the same puts "+
			h.Money.Words(h.ShufflePenalty)+" in the kitty.")
	case how == onlyGathered:
		remarks = append(remarks, "The dealer only gathers the cards.")
	}
	return remarks
}
