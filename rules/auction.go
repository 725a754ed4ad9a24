package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Auction follows the calls of one deal (§7). It is a value: a copy goes on by itself.
type Auction struct {
	house  *House
	order  [4]Seat // the players of the deal, eldest first
	n      int     // how many they are
	spoken int     // calls made so far

	turn  int   // the place of the next to speak
	stage stage // what he speaks for

	passed [4]bool
	called [4]bool // said something other than pass

	best    bid // the highest call so far; height 0 is none
	by      int // the place of its caller
	partner int // the place of who accepted it; −1 is nobody

	refusedCop bool // eldest has let the proposal go by a second time
	hadLast    bool // the caller has had his last word: a proposal that came back to him, or the last raise

	noTrumps bool // the deal has none, so nobody can call royal (§8)
}

// bid is a call with its height in the ladder.
type bid struct {
	call   Call
	tricks int
	suit   Suit
	height int
}

// stage is what the next player speaks for.
type stage uint8

const (
	ordinary     stage = iota
	eldestsCop         // eldest, having passed, may accept the standing proposal
	proposerLast       // the proposal comes back to its proposer
	lastRaise          // raiseLast: all others have passed, and the caller may raise
	eldestAgain        // eldest-twice: the second word of an overcalled eldest
	over
)

// The words of the auction that are no calls of §2.
const (
	sayPass = "pass"
	sayCop  = "cop"
)

// NewAuction opens an auction.
func NewAuction(h *House, seats int, dealer Seat) (*Auction, error) {
	if seats < 3 || seats > MaxSeats {
		return nil, Problemf("seats", "Three, four or five sit at the table, not %d.", seats)
	}
	if dealer < 1 || int(dealer) > seats {
		return nil, Problemf("dealer", "The dealer must be one of the players at the table.")
	}
	a := &Auction{house: h, partner: -1}
	d := Deal{Seats: seats, Dealer: dealer}
	for s, i := d.Eldest(), 0; i < seats; s, i = d.LeftOf(s), i+1 {
		if d.Active(s) {
			a.order[a.n] = s
			a.n++
		}
	}
	return a, nil
}

// WithoutTrumps says that the deal has no trumps: then there is no royal (§8).
func (a *Auction) WithoutTrumps() { a.noTrumps = true }

// Next is who speaks next; nobody when the auction is over.
func (a *Auction) Next() Seat {
	if a.stage == over {
		return 0
	}
	return a.order[a.turn]
}

// Occasion says why somebody speaks who has spoken before, in a sentence; empty where the turn is an ordinary
// one.
func (a *Auction) Occasion(words Words) string {
	switch a.stage {
	case eldestsCop:
		return "Eldest has passed, and may still accept " + words.within(Prop) + "."
	case proposerLast:
		return "Nobody accepted " + words.within(Prop) + ", so it comes back to the proposer."
	case lastRaise:
		return "All others have passed, and the caller may raise once more."
	case eldestAgain:
		return "Eldest called and was overcalled, and speaks a second time."
	}
	return ""
}

// Legal lists what the next player may say, in the order of §11: pass, then prop or cop, then the calls by
// rank. Irish bids are not among them, since there may be 65: the lowest legal one is Least.
func (a *Auction) Legal() []string {
	if a.stage == over {
		return nil
	}
	legal := []string{sayPass}
	try := func(word string) {
		if _, why := a.judge(word); why == "" {
			legal = append(legal, word)
		}
	}
	try(Prop.String())
	try(sayCop)
	for _, r := range a.house.Calls {
		if r.Call != Prop && r.Call != Irish {
			try(r.Call.String())
		}
	}
	return legal
}

// Least is the lowest Irish bid the next player may make; empty where there is none.
func (a *Auction) Least() string {
	for word := range a.irishBids {
		return word
	}
	return ""
}

// Bids lists the Irish bids the next player may make, from Least up; Legal has the other calls.
func (a *Auction) Bids() []string {
	return slices.Collect(a.irishBids)
}

// irishBids yields the legal Irish bids, from the lowest up.
func (a *Auction) irishBids(yield func(word string) bool) {
	if !a.house.Has(Irish) {
		return
	}
	for tricks := 1; tricks <= TricksInDeal; tricks++ {
		for _, suit := range Suits() {
			word := strconv.Itoa(tricks) + suit.String()
			if _, why := a.judge(word); why == "" && !yield(word) {
				return
			}
		}
	}
}

// Say makes the next call: "pass", "prop", "cop", a call's id, or an Irish bid such as "6H". A call that is
// not legal is refused with its place in the list and the reason, and changes nothing.
func (a *Auction) Say(call string) error {
	b, why := a.judge(call)
	if why != "" {
		return Problemf(fmt.Sprintf("calls[%d]", a.spoken), "Call %d, %s, is refused: %s.",
			a.spoken+1, Quoted(call), why)
	}
	a.spoken++
	switch call {
	case sayPass:
		a.pass()
	case sayCop:
		a.called[a.turn] = true
		a.partner = a.turn
	default:
		a.called[a.turn] = true
		a.best, a.by, a.partner = b, a.turn, -1
	}
	a.advance()
	return nil
}

// Contract returns the outcome of a finished auction.
func (a *Auction) Contract() (call Call, caller, partner Seat, bid int, trumps Suit, done bool) {
	if a.stage != over {
		return NoCall, 0, 0, 0, NoSuit, false
	}
	if a.best.height == 0 { // all have passed: nothing, or the game of §6
		switch a.house.AllPass {
		case LastTrick, Fewest, FiveOrFour:
			return GeneralMisere, 0, 0, 0, NoSuit, true
		}
		return Passed, 0, 0, 0, NoSuit, true
	}
	if a.partner >= 0 {
		partner = a.order[a.partner]
	}
	return a.best.call, a.order[a.by], partner, a.best.tricks, a.best.suit, true
}

// CalledBy tells whether an auction of these calls comes to what the deal says was called, and by whom.
func (d *Deal) CalledBy(h *House, calls []string) bool {
	a, err := NewAuction(h, d.Seats, d.Dealer)
	if err != nil {
		return false
	}
	for _, call := range calls {
		if a.Say(call) != nil {
			return false
		}
	}
	call, caller, partner, bid, trumps, done := a.Contract()
	return done && call == d.Call && caller == d.Caller && partner == d.Partner && bid == d.Bid &&
		(bid == 0 || trumps == d.Trumps)
}

// ---- whose turn it is ----

func (a *Auction) pass() {
	switch a.stage {
	case eldestsCop:
		a.refusedCop = true
	case proposerLast: // nobody wanted it, and now he does not either: all have passed
		a.best = bid{}
	}
	a.passed[a.turn] = true
}

// advance finds who speaks next, and for what.
func (a *Auction) advance() {
	a.hadLast = a.hadLast || a.stage == proposerLast || a.stage == lastRaise
	if a.house.Auction == AuctionOpen {
		a.advanceOpen()
	} else {
		a.advanceSingle()
	}
	if a.stage == over && a.unaccepted() { // it doesn't come back: the deal is thrown in, as when all pass
		a.best = bid{}
	}
}

// advanceOpen goes round the table until everyone but the caller, or the two of an accepted proposal, has
// passed. The turn can come back to the best caller only when all others have passed, so a proposal comes
// back to its proposer last.
func (a *Auction) advanceOpen() {
	for range a.n {
		a.turn = (a.turn + 1) % a.n
		switch {
		case a.turn == 0 && a.passed[0] && a.unaccepted() && !a.refusedCop:
			a.stage = eldestsCop
			return
		case a.passed[a.turn] || a.turn == a.partner:
		case a.best.height > 0 && a.turn == a.by:
			if a.lastWord() {
				return
			}
		default:
			a.stage = ordinary
			return
		}
	}
	a.stage = over
}

// lastWord gives the turn to the best caller once all others have passed, if he has something to say: what
// becomes of a proposal nobody accepted, or the last raise.
func (a *Auction) lastWord() bool {
	switch {
	case a.unaccepted():
		a.stage = proposerLast
		return a.house.Lone != LoneThrownIn
	case a.house.RaiseLast && a.partner < 0 && !a.hadLast:
		a.stage = lastRaise
		return a.canRaise()
	}
	return false
}

// canRaise tells whether the next player can call anything.
func (a *Auction) canRaise() bool { return len(a.Legal()) > 1 || a.Least() != "" }

// advanceSingle lets everyone speak once; then come eldest's cop, what becomes of a lone proposal, and in
// eldest-twice the second word of an eldest who was overcalled.
func (a *Auction) advanceSingle() {
	switch {
	case a.spoken < a.n:
		a.turn, a.stage = a.spoken, ordinary
	case a.unaccepted() && a.passed[0] && !a.refusedCop:
		a.turn, a.stage = 0, eldestsCop
	case a.unaccepted() && a.house.Lone != LoneThrownIn:
		a.turn, a.stage = a.by, proposerLast
	case a.house.Auction == AuctionEldestTwice && a.overcalledEldest() && a.spoken == a.n:
		a.turn, a.stage = 0, eldestAgain
	default:
		a.stage = over
	}
}

// unaccepted tells whether the best call is a proposal nobody has accepted.
func (a *Auction) unaccepted() bool {
	return a.best.call == Prop && a.partner < 0
}

func (a *Auction) overcalledEldest() bool {
	return a.called[0] && a.by != 0 && a.partner != 0
}

// ---- what may be said ----

// judge reads the word, and tells why the next player may not say it; why is empty where he may.
func (a *Auction) judge(word string) (b bid, why string) {
	if a.stage == over {
		return bid{}, "the auction is over"
	}
	if b, why = a.read(word); why == "" {
		why = a.refusal(word, b)
	}
	return b, why
}

// read reads the word, or says why it is no call of this set.
func (a *Auction) read(word string) (b bid, why string) {
	switch word {
	case sayPass, sayCop:
		return bid{}, ""
	case Irish.String():
		return bid{}, "an Irish bid names tricks and trumps, such as 6H"
	}
	if call, ok := ParseCall(word); ok {
		if !call.Biddable() {
			return bid{}, "that is how a deal ends, and nobody can call it"
		}
		if _, ok := a.house.Rank(call); !ok {
			return bid{}, "these house rules have no such call"
		}
		if call == Prop && a.n == 3 {
			return bid{}, "three at the table play without proposals"
		}
		return bid{call: call, height: a.height(call)}, ""
	}
	tricks, suit, ok := parseBid(word)
	switch {
	case !ok:
		return bid{}, "there is no such call"
	case tricks < 1 || tricks > TricksInDeal:
		return bid{}, "a bid is of 1 to 13 tricks"
	}
	if _, ok := a.house.Rank(Irish); !ok {
		return bid{}, "these house rules have no Irish bids"
	}
	return bid{Irish, tricks, suit, irishHeight(tricks, suit)}, ""
}

// parseBid reads an Irish bid of any number of tricks: "6H".
func parseBid(word string) (tricks int, suit Suit, ok bool) {
	figures := strings.TrimRight(word, "CDHSNT")
	suit, ok = ParseSuit(word[len(figures):])
	tricks, err := strconv.Atoi(figures)
	return tricks, suit, ok && err == nil && strconv.Itoa(tricks) == figures
}

// refusal says why the next player may not say this word. The cases follow the sentences of §7.
func (a *Auction) refusal(word string, b bid) string {
	switch {
	case word == sayPass:
		return ""
	case word == sayCop:
		return a.copRefusal()
	case a.stage == eldestsCop:
		return "eldest has passed and can now only accept the proposal or pass"
	case a.stage == proposerLast && a.house.Lone == LoneSolo && !a.house.AloneAfterProp():
		return "a proposal nobody accepted can now only be given up"
	case a.stage == proposerLast && a.house.Lone == LoneSolo && b.call != Solo:
		return "a proposal nobody accepted can now only become a solo"
	case b.call == Prop && a.unaccepted() && a.stage != proposerLast:
		return "somebody has proposed already, and a second prop is no cop: pass, or call something higher"
	case b.call == Prop && a.best.height > 0:
		return "a proposal is possible only while nobody has called"
	case b.height <= a.best.height:
		return "it is not above " + a.best.word() + ", the best call so far"
	case b.call == Royal && a.noTrumps:
		return "this deal has no trumps, so there is no royal in it"
	case b.call == Royal && a.house.RoyalOver && (a.best.call != Abundance || a.by == a.turn):
		return "these house rules have royal only over another player's abundance"
	}
	return ""
}

func (a *Auction) copRefusal() string {
	switch {
	case a.n == 3:
		return "three at the table play without proposals"
	case a.best.height == 0:
		return "there is no proposal to accept"
	case a.best.call != Prop:
		return "there is no proposal to accept: the best call is " + a.best.word()
	case a.partner >= 0:
		return "the proposal has been accepted already"
	case a.turn == a.by:
		return "nobody accepts their own proposal"
	}
	return ""
}

// word writes the bid as it was called.
func (b bid) word() string {
	if b.call == Irish {
		return strconv.Itoa(b.tricks) + b.suit.String()
	}
	return b.call.String()
}

// height ranks a call of this set; the lowest is 1. Beside Irish bids there is only misère, just above twelve
// without trumps.
func (a *Auction) height(call Call) int {
	if a.house.Has(Irish) {
		return irishHeight(12, NoTrumps) + 1
	}
	for i, r := range a.house.Calls {
		if r.Call == call {
			return i + 1
		}
	}
	return 0
}

// irishHeight ranks the bids among themselves: more tricks beat fewer, then ♣ ♦ ♥ ♠ and no trumps; two steps
// apart, so that misère has its place between.
func irishHeight(tricks int, suit Suit) int {
	return 2 * ((tricks-1)*int(NoTrumps) + int(suit))
}

// AloneAfterProp tells whether a proposal nobody has joined can be made a solo in this house.
func (h *House) AloneAfterProp() bool {
	return h.rungOf(Prop) >= 0 && h.rungOf(Solo) > h.rungOf(Prop)
}
