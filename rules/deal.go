package rules

import (
	"math/bits"

	"ouverte/rules/english"
)

// MaxSeats is the largest table: five, of whom four play each deal.
const MaxSeats = 5

// NotSaid stands for a number of tricks nobody stated.
const NotSaid = -1

// Seat is a place at the table, 1 to 5 clockwise; the zero Seat is nobody.
type Seat uint8

// Deal is what happened in one deal, by seats: all that Settle needs beside the house rules. It is a value
// without pointers. What doesn't belong to the call stays zero, and Tricks stays NotSaid, so the same deal is
// always the same value.
type Deal struct {
	Seats   int  // players at the table, 3 to 5
	Dealer  Seat // whose deal it was
	Call    Call
	Caller  Seat
	Partner Seat // the acceptor of a prop
	Bid     int  // tricks bid, Irish only
	Trumps  Suit
	Tricks  int // taken by the caller's side; NotSaid where it does not matter, and in deals without a caller

	Revokes    [MaxSeats + 1]uint8 // by Seat
	Forfeit    Seat                // the opponent who spoilt a misère
	WrongCards [MaxSeats + 1]bool  // by Seat

	Loser    Seat               // general misère: last-trick, five-or-four
	TricksBy [MaxSeats + 1]int8 // general misère: fewest, by Seat
}

// LeftOf returns the next seat clockwise.
func (d *Deal) LeftOf(s Seat) Seat { return Seat(int(s)%d.Seats) + 1 }

// right returns the next seat against the clock.
func (d *Deal) right(s Seat) Seat { return Seat((int(s)+d.Seats-2)%d.Seats) + 1 }

// Eldest is the player on the dealer's left.
func (d *Deal) Eldest() Seat { return d.LeftOf(d.Dealer) }

// Sitter is the player who rests at a table of five (§1), else nobody.
func (d *Deal) Sitter() Seat {
	if d.Seats == 5 {
		return d.right(d.Dealer)
	}
	return 0
}

// Active tells whether the player in this seat plays the deal.
func (d *Deal) Active(s Seat) bool { return s >= 1 && int(s) <= d.Seats && s != d.Sitter() }

// FieldNames are the fields of a deal that belong to some calls and not to others, as the wire names them.
var FieldNames = [...]string{
	"caller", "partner", "bid", "trumps", "tricks", "revokes", "forfeit", "wrongCards", "loser", "tricksBy",
}

// Fields is a set of these, a bit for each in the order of FieldNames.
type Fields uint16

const (
	theCaller Fields = 1 << iota
	thePartner
	theBid
	theTrumps
	theTricks
	theRevokes
	theForfeit
	theWrongCards
	theLoser
	theTricksBy
)

// missing says of each of them that a deal hasn't it.
var missing = [len(FieldNames)]string{
	"no caller", "no partner", "no bid", "no trumps", "no tricks to count for one side", "no revokes",
	"no forfeit", "no wrong cards", "no single loser", "no tricks to count player by player",
}

// fields tells which of the fields the deal has.
func (d *Deal) fields() Fields {
	var t Fields
	if d.Caller != 0 {
		t |= theCaller
	}
	if d.Partner != 0 {
		t |= thePartner
	}
	if d.Bid != 0 {
		t |= theBid
	}
	if d.Trumps != NoSuit {
		t |= theTrumps
	}
	if d.Tricks != NotSaid {
		t |= theTricks
	}
	if d.Revokes != [MaxSeats + 1]uint8{} {
		t |= theRevokes
	}
	if d.Forfeit != 0 {
		t |= theForfeit
	}
	if d.WrongCards != [MaxSeats + 1]bool{} {
		t |= theWrongCards
	}
	if d.Loser != 0 {
		t |= theLoser
	}
	if d.TricksBy != [MaxSeats + 1]int8{} {
		t |= theTricksBy
	}
	return t
}

// belonging tells which of the fields a deal with this call may have.
func (h *House) belonging(c Call) Fields {
	const played = theCaller | theTrumps | theTricks | theRevokes | theWrongCards
	switch {
	case c == GeneralMisere && h.AllPass == Fewest:
		return theTrumps | theRevokes | theWrongCards | theTricksBy
	case c == GeneralMisere:
		return theTrumps | theRevokes | theWrongCards | theLoser
	case !c.Biddable():
		return 0
	case facts[c].contest == pair:
		return played | thePartner
	case c.Losing():
		return played | theForfeit
	case facts[c].trumps == asBid:
		return played | theBid
	}
	return played
}

// impossible tells what makes the deal impossible under these rules; nil where Settle can reckon it. rank is
// the call as the set has it: a general misère has its stake only, and where nothing is paid it is the zero
// Rank.
func (h *House) impossible(d *Deal) (rank Rank, p *Problem) {
	if d.Seats < 3 || d.Seats > MaxSeats {
		return rank, Problemf("seats", "The table must have three, four or five players.")
	}
	if d.Dealer < 1 || int(d.Dealer) > d.Seats {
		return rank, Problemf("dealer", "The dealer must be one of the players at the table.")
	}
	if rank, p = h.rankOf(d); p != nil {
		return rank, p
	}
	said := d.fields()
	if p := h.Misplaced(d.Call, said); p != nil {
		return rank, p
	}
	for s := range d.Revokes {
		if p := d.seatAlone(Seat(s)); p != nil {
			return rank, p
		}
	}
	if p := h.wrongTrumps(d); p != nil {
		return rank, p
	}
	switch d.Call {
	case Passed, Void:
		return rank, nil
	case GeneralMisere:
		return rank, h.impossibleMisery(d, said)
	}
	return rank, d.impossibleCall(said)
}

func (h *House) rankOf(d *Deal) (Rank, *Problem) {
	switch {
	case !d.Call.known():
		return Rank{}, Problemf("contract", "Say what was called.")
	case d.Call == Passed || d.Call == Void:
		return Rank{}, nil
	case d.Call == Prop && d.Seats == 3:
		return Rank{}, Problemf("contract", "Three at the table play without proposals.")
	case d.Call == GeneralMisere:
		if !h.AllPass.Played() {
			return Rank{}, Problemf("contract",
				"By these rules a deal is thrown in when all pass: no general misère follows.")
		}
		return Rank{Call: GeneralMisere, Stake: h.MiseryStake()}, nil
	}
	rank, ok := h.Rank(d.Call)
	if !ok {
		return rank, Problemf("contract", "These rules have no %s.", facts[d.Call].noun)
	}
	return rank, nil
}

// Misplaced refuses the first of these fields that doesn't belong to the call; nil where all do.
func (h *House) Misplaced(c Call, there Fields) *Problem {
	extra := there &^ h.belonging(c)
	if extra == 0 {
		return nil
	}
	first := bits.TrailingZeros16(uint16(extra))
	field, has := FieldNames[first], missing[first]
	switch {
	case 1<<first == theForfeit:
		return Problemf(field,
			"Only a misère can be forfeited: record what happened as a revoke, or count the tricks.")
	case c == Passed:
		return Problemf(field, "A deal that was thrown in has %s.", has)
	case c == Void:
		return Problemf(field, "A void deal has %s.", has)
	case c == GeneralMisere:
		return Problemf(field, "A general misère under these rules has %s.", has)
	}
	return Problemf(field, "%s has %s.", english.Capital(english.A(facts[c].noun)), has)
}

// seatAlone checks what is said of one seat, whatever was called.
func (d *Deal) seatAlone(s Seat) *Problem {
	revokes, tricks := d.Revokes[s], d.TricksBy[s]
	switch {
	case revokes > 0 && !d.Active(s):
		return Problemf("revokes", "Only a player who plays the deal can revoke.")
	case revokes > TricksInDeal:
		return Problemf("revokes", "Nobody can revoke more than 13 times in a deal.")
	case d.WrongCards[s] && !d.Active(s):
		return Problemf("wrongCards", "Only a player who plays the deal can have a wrong number of cards.")
	case tricks != 0 && !d.Active(s):
		return Problemf("tricksBy", "Only a player who plays the deal can take tricks.")
	case tricks < 0 || tricks > TricksInDeal:
		return Problemf("tricksBy", "A player takes 0 to 13 tricks.")
	}
	return nil
}

// wrongTrumps refuses trumps the call cannot have (§2). Except in Irish they may be left out.
func (h *House) wrongTrumps(d *Deal) *Problem {
	if d.Trumps > NoTrumps {
		return Problemf("trumps", "Trumps are clubs, diamonds, hearts, spades or no trumps.")
	}
	suit := d.Trumps != NoSuit && d.Trumps != NoTrumps
	within := facts[d.Call].within
	switch facts[d.Call].trumps {
	case asBid:
		if d.Trumps == NoSuit {
			return Problemf("trumps", "Say which trumps the Irish bid named, or no trumps.")
		}
	case noTrumps:
		if suit {
			return Problemf("trumps", "A misère is played without trumps.")
		}
	case asTheHouse:
		if suit && h.DeclaredTrumps == DeclaredNone {
			return Problemf("trumps", "Under these rules an abundance declared is played without trumps.")
		}
	case turnedUp:
		if d.Trumps == NoTrumps && h.Trumps != TrumpsCycleNT {
			return Problemf("trumps", "By these rules %s always has a trump suit.", within)
		}
	case chosen:
		if d.Trumps == NoTrumps {
			return Problemf("trumps", "In %s the caller names a trump suit.", within)
		}
	}
	return nil
}

// CheckTurned refuses a royal in a deal without trumps (§8). turned is the suit whose turn it is, NoSuit
// where
// nobody keeps count. Settle doesn't ask: kept books may have such deals, and no money depends on it.
func (d *Deal) CheckTurned(turned Suit) error {
	switch {
	case d.Call != Royal:
	case d.Trumps == NoTrumps:
		return Problemf("contract", "A royal abundance is played in the turned suit, so never without trumps.")
	case turned == NoTrumps:
		return Problemf("contract", "It is the turn of no trumps, so this deal has no royal abundance. If "+
			"the sheet lacks a deal, put that in first.")
	}
	return nil
}

const restsAtFive = "with five at the table the player on the dealer's right does not play."

// impossibleCall checks a deal somebody called.
func (d *Deal) impossibleCall(said Fields) *Problem {
	switch {
	case d.Caller == 0:
		return Problemf("caller", "Say who called.")
	case int(d.Caller) > d.Seats:
		return Problemf("caller", "The caller must be one of the players at the table.")
	case !d.Active(d.Caller):
		return Problemf("caller", "The caller sits this deal out: "+restsAtFive)
	}
	if d.Call == Prop {
		switch {
		case d.Partner == 0:
			return Problemf("partner", "Say who accepted the proposal.")
		case d.Partner == d.Caller:
			return Problemf("partner", "Nobody can accept their own proposal.")
		case int(d.Partner) > d.Seats:
			return Problemf("partner", "The partner must be one of the players at the table.")
		case !d.Active(d.Partner):
			return Problemf("partner", "The partner sits this deal out: "+restsAtFive)
		}
	}
	if d.Call == Irish {
		switch {
		case d.Bid == 0:
			return Problemf("bid", "Say how many tricks the Irish call bid.")
		case d.Bid < 0 || d.Bid > TricksInDeal:
			return Problemf("bid", "An Irish bid is 1 to 13 tricks.")
		}
	}
	if d.Forfeit != 0 {
		switch {
		case d.Forfeit == d.Caller:
			return Problemf("forfeit", "Only an opponent can forfeit a misère, not its caller.")
		case !d.Active(d.Forfeit):
			return Problemf("forfeit", "Only a player who plays the deal can forfeit it.")
		case said&theRevokes != 0 && said&theWrongCards == 0: // wrong cards go before everything else (§5)
			return Problemf("forfeit", "A deal ends either by a forfeit or by a revoke: record the one that ended it.")
		}
	}
	switch {
	case d.Tricks < NotSaid || d.Tricks > TricksInDeal:
		return Problemf("tricks", "The caller's side takes 0 to 13 tricks.")
	case said&(theTricks|theForfeit|theWrongCards) == 0:
		return Problemf("tricks", "Say how many tricks the caller's side took.")
	}
	return nil
}

// impossibleMisery checks a general misère. A revoke or a wrong hand decides it, and nothing more need then
// be said.
func (h *House) impossibleMisery(d *Deal, said Fields) *Problem {
	decided := said&(theRevokes|theWrongCards) != 0
	switch {
	case d.Loser != 0 && !d.Active(d.Loser):
		return Problemf("loser", "Only a player who plays the deal can lose it.")
	case h.AllPass == LastTrick && d.Loser == 0 && !decided:
		return Problemf("loser", "Say who took the last trick.")
	case h.AllPass == FiveOrFour && d.Loser == 0 && !decided:
		return Problemf("loser", "Say who was the first to take five tricks or, if nobody took five, four.")
	}
	if h.AllPass == Fewest {
		sum := 0
		for _, tricks := range d.TricksBy {
			sum += int(tricks)
		}
		switch {
		case sum == 0 && !decided:
			return Problemf("tricksBy", "Say how many tricks each player took.")
		case sum != 0 && sum != TricksInDeal:
			return Problemf("tricksBy", "A deal has 13 tricks, and these make %d.", sum)
		}
	}
	return nil
}

// Proposal is two seats as a proposal comes about (§7): who speaks first proposes, the other accepts.
func (d *Deal) Proposal(one, other Seat) (proposes, accepts Seat) {
	speaks := func(s Seat) int { return (int(s) - int(d.Dealer) - 1 + d.Seats) % d.Seats }
	if speaks(other) < speaks(one) {
		return other, one
	}
	return one, other
}
