package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// house returns a shipped set with some switches turned.
func house(t testing.TB, id string, turn ...func(*House)) *House {
	t.Helper()
	h, ok := Set(id)
	if !ok {
		t.Fatalf("no set %q", id)
	}
	own := *h
	for _, f := range turn {
		f(&own)
	}
	if err := own.Check(); err != nil {
		t.Fatal(err)
	}
	return &own
}

func single(h *House)      { h.Auction, h.Lone = AuctionSingle, LoneSolo }
func eldestTwice(h *House) { h.Auction, h.Lone = AuctionEldestTwice, LoneSolo }
func raiseLast(h *House)   { h.RaiseLast = true }
func royalOver(h *House)   { h.RoyalOver = true }
func lastTrick(h *House)   { h.AllPass = LastTrick }
func goulash(h *House)     { h.AllPass = Goulash }
func fewest(h *House)      { h.AllPass = Fewest }
func fiveOrFour(h *House)  { h.AllPass = FiveOrFour }

var table = []string{"Ann", "Bob", "Cat", "Dan", "Eve"}

// play says the calls in turn and returns the auction and how it stands: "solo Bob", "prop Bob+Ann", or who
// speaks and what is legal: "Cat: pass cop solo".
func play(t *testing.T, h *House, seats int, calls string) (*Auction, string) {
	t.Helper()
	a, err := NewAuction(h, seats, Seat(seats)) // the last to sit deals, so Ann is eldest
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range strings.Fields(calls) {
		if err := a.Say(c); err != nil {
			t.Fatalf("%s: %v", calls, err)
		}
	}
	return a, stand(a)
}

func stand(a *Auction) string {
	call, caller, partner, bid, trumps, done := a.Contract()
	if !done {
		s := fmt.Sprintf("%s: %s", table[a.Next()-1], strings.Join(a.Legal(), " "))
		if least := a.Least(); least != "" {
			s += " " + least + "…"
		}
		return s
	}
	s := call.String()
	if caller != 0 {
		s += " " + table[caller-1]
	}
	if partner != 0 {
		s += "+" + table[partner-1]
	}
	if bid != 0 {
		s += fmt.Sprintf(" %d%s", bid, trumps)
	}
	return s
}

// Each row tests a sentence of §7, or two together. Ann is eldest.
func TestAuction(t *testing.T) {
	units, fagelson := house(t, "units"), house(t, "fagelson")
	irish, straight := house(t, "irish"), house(t, "straight")
	once, twice := house(t, "units", single), house(t, "units", eldestTwice)
	sporting := house(t, "sporting")
	loneSolo := house(t, "units", func(h *House) { h.Lone = LoneSolo })
	noSolo := house(t, "units", func(h *House) {
		h.Lone, h.Calls = LoneSolo, slices.Delete(slices.Clone(h.Calls), 1, 2)
	})
	soloBelow := house(t, "units", func(h *House) {
		h.Lone, h.Calls = LoneSolo, append([]Rank{h.Calls[1], h.Calls[0]}, h.Calls[2:]...)
	})
	thrownIn := house(t, "units", func(h *House) { h.Lone = LoneThrownIn })
	thrownInMisery := house(t, "units", lastTrick, func(h *House) { h.Lone = LoneThrownIn })
	onceRaise := house(t, "units", single, func(h *House) { h.Lone = LoneRaise })
	onceThrownIn := house(t, "units", single, func(h *House) { h.Lone = LoneThrownIn })
	raise := house(t, "units", raiseLast)
	irishRaise := house(t, "irish", raiseLast)
	over := house(t, "units", raiseLast, royalOver)
	overTop := house(t, "units", raiseLast, royalOver, func(h *House) { h.Calls = slices.Clone(h.Calls[:5]) })
	const above = " misere abundance royal misere-ouverte declared"
	for _, c := range []struct {
		house *House
		seats int
		calls string
		want  string
	}{
		// Clockwise from eldest; prop only where nobody has called.
		{units, 4, "", "Ann: pass prop solo" + above},
		{units, 4, "pass", "Bob: pass prop solo" + above},
		{units, 4, "solo", "Bob: pass" + above},
		{units, 4, "prop", "Bob: pass cop solo" + above},
		{units, 4, "declared", "Bob: pass"},
		// Royal straight away.
		{units, 4, "royal", "Bob: pass misere-ouverte declared"},
		// Passing is final, and the best call wins when all others have passed.
		{units, 4, "pass solo pass pass", "solo Bob"},
		{units, 4, "pass pass pass declared", "declared Dan"},
		{units, 4, "pass pass pass solo", "solo Dan"},
		// Overcalled, one may call again, to any height.
		{units, 4, "solo misere pass pass", "Ann: pass abundance royal misere-ouverte declared"},
		{units, 4, "solo misere pass pass pass", "misere Bob"},
		{units, 4, "solo misere pass pass declared", "Bob: pass"},
		{units, 4, "solo misere pass pass declared pass", "declared Ann"},
		{units, 4, "solo misere abundance royal misere-ouverte declared pass pass pass", "declared Bob"},
		// Cop; the accepted proposal may be overcalled, and both of its two may call again.
		{units, 4, "prop cop pass pass", "prop Ann+Bob"},
		{units, 4, "prop pass cop", "Dan: pass solo" + above},
		{units, 4, "prop pass cop pass", "prop Ann+Cat"},
		{units, 4, "prop pass pass cop", "prop Ann+Dan"},
		{units, 4, "prop cop solo pass", "Ann: pass" + above},
		{units, 4, "prop cop solo pass pass", "Bob: pass" + above},
		{units, 4, "prop cop solo pass pass pass", "solo Cat"},
		{units, 4, "prop cop solo pass misere pass pass", "misere Ann"},
		{units, 4, "prop cop solo pass pass royal pass", "royal Bob"},
		{units, 4, "pass prop cop pass", "prop Bob+Cat"},
		// Only eldest may call after passing, only cop, when the turn comes round to an unaccepted proposal.
		{units, 4, "pass prop pass pass", "Ann: pass cop"},
		{units, 4, "pass prop pass pass cop", "prop Bob+Ann"},
		{units, 4, "pass prop pass pass pass", "Bob: pass solo" + above},
		{units, 4, "pass pass pass prop", "Ann: pass cop"},
		{units, 4, "pass pass pass prop cop", "prop Dan+Ann"},
		{units, 4, "pass pass pass prop pass", "Dan: pass solo" + above},
		{units, 4, "pass prop solo pass", "Bob: pass" + above},
		{units, 4, "pass prop solo pass pass", "solo Cat"},
		// A proposal nobody accepted comes back to the proposer last.
		{units, 4, "prop pass pass pass", "Ann: pass solo" + above},
		{units, 4, "prop pass pass pass pass", "passed"},
		{units, 4, "prop pass pass pass royal", "royal Ann"},
		{units, 4, "pass prop pass pass pass pass", "passed"},
		{units, 4, "pass prop pass pass pass abundance", "abundance Bob"},
		// All have passed: nothing, or the game of §6.
		{units, 4, "pass pass pass pass", "passed"},
		{house(t, "units", goulash), 4, "pass pass pass pass", "passed"},
		{house(t, "units", lastTrick), 4, "pass pass pass pass", "general-misere"},
		{house(t, "units", fewest), 4, "pass pass pass pass", "general-misere"},
		{house(t, "units", fiveOrFour), 3, "pass pass pass", "general-misere"},
		{house(t, "units", lastTrick), 4, "prop pass pass pass pass", "general-misere"},
		// Single: everyone speaks once, then eldest's cop, then the proposer's solo.
		{once, 4, "solo misere pass pass", "misere Bob"},
		{once, 4, "solo misere abundance royal", "royal Dan"},
		{once, 4, "prop cop pass pass", "prop Ann+Bob"},
		{once, 4, "prop cop pass solo", "solo Dan"},
		{once, 4, "prop cop", "Cat: pass solo" + above},
		{once, 4, "pass prop pass pass", "Ann: pass cop"},
		{once, 4, "pass prop pass pass cop", "prop Bob+Ann"},
		{once, 4, "pass prop pass pass pass", "Bob: pass solo"},
		{once, 4, "pass prop pass pass pass solo", "solo Bob"},
		{once, 4, "pass prop pass pass pass pass", "passed"},
		{once, 4, "prop pass pass pass", "Ann: pass solo"},
		{once, 4, "prop pass pass pass solo", "solo Ann"},
		{once, 4, "pass pass pass pass", "passed"},
		// Eldest twice: an overcalled eldest speaks again, and anything higher will do.
		{twice, 4, "solo misere pass pass", "Ann: pass abundance royal misere-ouverte declared"},
		{twice, 4, "solo misere pass pass royal", "royal Ann"},
		{twice, 4, "solo misere pass pass pass", "misere Bob"},
		{twice, 4, "prop cop solo pass", "Ann: pass" + above},
		{twice, 4, "prop cop pass pass", "prop Ann+Bob"},
		{twice, 4, "solo declared pass pass", "Ann: pass"},
		{twice, 4, "solo pass pass pass", "solo Ann"},
		{twice, 4, "pass solo misere pass", "misere Cat"},
		{twice, 4, "pass prop pass pass pass", "Bob: pass solo"},
		{twice, 4, "pass prop pass pass cop", "prop Bob+Ann"},
		{twice, 4, "prop pass pass pass", "Ann: pass solo"},
		{fagelson, 4, "prop solo pass pass misere", "misere Ann"},
		// What a lone proposal may become: any higher call, a solo and nothing else, nothing at all.
		{loneSolo, 4, "prop pass pass pass", "Ann: pass solo"},
		{loneSolo, 4, "prop pass pass pass solo", "solo Ann"},
		{loneSolo, 4, "prop pass pass pass pass", "passed"},
		{loneSolo, 4, "pass prop pass pass pass", "Bob: pass solo"},
		{noSolo, 4, "prop pass pass pass", "Ann: pass"},
		{noSolo, 4, "prop pass pass pass pass", "passed"},
		{soloBelow, 4, "prop pass pass pass", "Ann: pass"},
		{thrownIn, 4, "prop pass pass pass", "passed"},
		{thrownIn, 4, "pass prop pass pass", "Ann: pass cop"},
		{thrownIn, 4, "pass prop pass pass pass", "passed"},
		{thrownIn, 4, "pass prop pass pass cop", "prop Bob+Ann"},
		{thrownIn, 4, "pass pass pass prop pass", "passed"},
		{thrownIn, 4, "prop pass cop pass", "prop Ann+Cat"},
		{thrownInMisery, 4, "prop pass pass pass", "general-misere"},
		{onceRaise, 4, "prop pass pass pass", "Ann: pass solo" + above},
		{onceRaise, 4, "pass prop pass pass pass misere", "misere Bob"},
		{onceThrownIn, 4, "prop pass pass pass", "passed"},
		{onceThrownIn, 4, "pass prop pass pass", "Ann: pass cop"},
		{onceThrownIn, 4, "pass prop pass pass pass", "passed"},
		{onceThrownIn, 4, "prop pass pass solo", "solo Dan"},
		{fagelson, 4, "prop pass pass pass", "Ann: pass solo"},
		// The last raise: once, for one who called alone, not after a proposal that came back.
		{raise, 4, "solo pass pass pass", "Ann: pass" + above},
		{raise, 4, "solo pass pass pass pass", "solo Ann"},
		{raise, 4, "solo pass pass pass royal", "royal Ann"},
		{raise, 4, "pass pass pass solo", "Dan: pass" + above},
		{raise, 4, "pass pass pass solo misere", "misere Dan"},
		{raise, 4, "solo misere pass pass pass", "Bob: pass abundance royal misere-ouverte declared"},
		{raise, 4, "prop solo pass pass misere pass", "Ann: pass abundance royal misere-ouverte declared"},
		{raise, 4, "declared pass pass pass", "declared Ann"},
		{raise, 4, "solo pass pass declared pass", "declared Dan"},
		{raise, 4, "prop cop pass pass", "prop Ann+Bob"},
		{raise, 4, "prop cop solo pass pass pass", "Cat: pass" + above},
		{raise, 4, "prop pass pass pass", "Ann: pass solo" + above},
		{raise, 4, "prop pass pass pass solo", "solo Ann"},
		{raise, 4, "pass prop pass pass pass misere", "misere Bob"},
		{raise, 4, "pass pass pass pass", "passed"},
		{raise, 3, "pass solo pass", "Bob: pass" + above},
		{sporting, 4, "prop pass pass pass", "passed"},
		{sporting, 4, "pass solo pass pass", "Bob: pass" + above},
		{irishRaise, 4, "13NT pass pass pass", "irish Ann 13NT"},
		{irishRaise, 4, "13S pass pass pass", "Ann: pass 13NT…"},
		{irishRaise, 4, "misere pass pass pass", "Ann: pass 13C…"},
		{irishRaise, 4, "misere pass pass pass 13D", "irish Ann 13D"},
		{irishRaise, 4, "12NT pass pass pass", "Ann: pass misere 13C…"},
		// Royal only over another player's abundance.
		{over, 4, "", "Ann: pass prop solo misere abundance misere-ouverte declared"},
		{over, 4, "misere", "Bob: pass abundance misere-ouverte declared"},
		{over, 4, "abundance", "Bob: pass royal misere-ouverte declared"},
		{over, 4, "abundance royal pass pass", "Ann: pass misere-ouverte declared"},
		{over, 4, "prop pass pass pass", "Ann: pass solo misere abundance misere-ouverte declared"},
		{over, 4, "abundance pass pass pass", "Ann: pass misere-ouverte declared"},
		{over, 4, "abundance pass pass misere-ouverte pass", "Dan: pass declared"},
		{overTop, 4, "abundance", "Bob: pass royal"},
		{overTop, 4, "abundance pass pass pass", "abundance Ann"},
		{overTop, 4, "misere pass pass pass", "Ann: pass abundance"},
		// Three at the table, and a set without prop: no prop, no cop.
		{units, 3, "", "Ann: pass solo" + above},
		{units, 3, "pass pass pass", "passed"},
		{units, 3, "solo pass misere pass", "misere Cat"},
		{straight, 4, "", "Ann: pass solo" + above},
		// Five at the table: Dan, on Eve's right, sits out.
		{units, 5, "pass pass pass", "Eve: pass prop solo" + above},
		{units, 5, "pass pass pass prop cop", "prop Eve+Ann"},
		// Irish: more tricks, then C D H S NT; misère just above twelve without trumps.
		{irish, 4, "", "Ann: pass misere 1C…"},
		{irish, 4, "6D", "Bob: pass misere 6H…"},
		{irish, 4, "6NT", "Bob: pass misere 7C…"},
		{irish, 4, "12S", "Bob: pass misere 12NT…"},
		{irish, 4, "12NT", "Bob: pass misere 13C…"},
		{irish, 4, "misere", "Bob: pass 13C…"},
		{irish, 4, "13NT", "Bob: pass"},
		{irish, 4, "6D 6H pass pass 7C pass", "irish Ann 7C"},
		{irish, 4, "12NT misere 13C pass pass pass", "irish Cat 13C"},
		{irish, 3, "pass pass 1C", "irish Cat 1C"},
	} {
		if _, got := play(t, c.house, c.seats, c.calls); got != c.want {
			t.Errorf("%s, %d seats, %q:\n got %s\nwant %s", c.house.ID, c.seats, c.calls, got, c.want)
		}
	}
}

func TestAuctionRefusals(t *testing.T) {
	units, irish := house(t, "units"), house(t, "irish")
	once, twice := house(t, "units", single), house(t, "units", eldestTwice)
	loneSolo := house(t, "units", func(h *House) { h.Lone = LoneSolo })
	noSolo := house(t, "units", func(h *House) {
		h.Lone, h.Calls = LoneSolo, slices.Delete(slices.Clone(h.Calls), 1, 2)
	})
	raise, over := house(t, "units", raiseLast), house(t, "units", raiseLast, royalOver)
	for _, c := range []struct {
		house *House
		seats int
		calls string // all but the last are legal
		want  string
	}{
		{units, 4, "prop prop",
			"Call 2, “prop”, is refused: somebody has proposed already, " +
				"and a second prop does not accept it: say cop."},
		{units, 4, "prop cop prop",
			"Call 3, “prop”, is refused: a proposal is possible only while nobody has called."},
		{units, 4, "solo prop",
			"Call 2, “prop”, is refused: a proposal is possible only while nobody has called."},
		{units, 4, "misere solo",
			"Call 2, “solo”, is refused: it is not above misere, the best call so far."},
		{units, 4, "solo solo", "Call 2, “solo”, is refused: it is not above solo, the best call so far."},
		{units, 4, "cop", "Call 1, “cop”, is refused: there is no proposal to accept."},
		{units, 4, "pass cop", "Call 2, “cop”, is refused: there is no proposal to accept."},
		{units, 4, "prop solo cop",
			"Call 3, “cop”, is refused: there is no proposal to accept: the best call is solo."},
		{units, 4, "prop cop cop", "Call 3, “cop”, is refused: the proposal has been accepted already."},
		{units, 4, "prop pass pass pass cop", "Call 5, “cop”, is refused: nobody accepts his own proposal."},
		{units, 4, "pass prop pass pass solo",
			"Call 5, “solo”, is refused: eldest has passed and can now only accept the proposal or pass."},
		{units, 4, "prop pass pass pass prop",
			"Call 5, “prop”, is refused: a proposal is possible only while nobody has called."},
		{units, 4, "pass pass pass pass pass", "Call 5, “pass”, is refused: the auction is over."},
		{units, 4, "solo pass pass pass misere", "Call 5, “misere”, is refused: the auction is over."},
		{once, 4, "pass prop pass pass pass misere",
			"Call 6, “misere”, is refused: a proposal nobody accepted can now only become a solo."},
		{once, 4, "prop pass pass pass abundance",
			"Call 5, “abundance”, is refused: a proposal nobody accepted can now only become a solo."},
		{once, 4, "solo misere pass pass abundance", "Call 5, “abundance”, is refused: the auction is over."},
		{twice, 4, "solo misere pass pass solo",
			"Call 5, “solo”, is refused: it is not above misere, the best call so far."},
		{twice, 4, "solo misere pass pass royal declared",
			"Call 6, “declared”, is refused: the auction is over."},
		{loneSolo, 4, "prop pass pass pass misere",
			"Call 5, “misere”, is refused: a proposal nobody accepted can now only become a solo."},
		{noSolo, 4, "prop pass pass pass misere",
			"Call 5, “misere”, is refused: a proposal nobody accepted can now only be given up."},
		{raise, 4, "solo pass pass pass solo",
			"Call 5, “solo”, is refused: it is not above solo, the best call so far."},
		{raise, 4, "solo pass pass pass misere declared", "Call 6, “declared”, is refused: the auction is over."},
		{raise, 4, "solo pass pass pass cop",
			"Call 5, “cop”, is refused: there is no proposal to accept: the best call is solo."},
		{over, 4, "royal",
			"Call 1, “royal”, is refused: these house rules have royal only over another player's abundance."},
		{over, 4, "misere royal",
			"Call 2, “royal”, is refused: these house rules have royal only over another player's abundance."},
		{over, 4, "abundance pass pass pass royal",
			"Call 5, “royal”, is refused: these house rules have royal only over another player's abundance."},
		{over, 4, "misere-ouverte royal",
			"Call 2, “royal”, is refused: it is not above misere-ouverte, the best call so far."},
		{units, 3, "prop", "Call 1, “prop”, is refused: three at the table play without proposals."},
		{units, 3, "cop", "Call 1, “cop”, is refused: three at the table play without proposals."},
		{units, 4, "petit-slam", "Call 1, “petit-slam”, is refused: these house rules have no such call."},
		{units, 4, "irish", "Call 1, “irish”, is refused: an Irish bid names tricks and trumps, such as 6H."},
		{units, 4, "6H", "Call 1, “6H”, is refused: these house rules have no Irish bids."},
		{units, 4, "passed",
			"Call 1, “passed”, is refused: that is how a deal comes out, and not something to call."},
		{units, 4, "Solo", "Call 1, “Solo”, is refused: there is no such call."},
		{irish, 4, "6H 6D", "Call 2, “6D”, is refused: it is not above 6H, the best call so far."},
		{irish, 4, "6H 6H", "Call 2, “6H”, is refused: it is not above 6H, the best call so far."},
		{irish, 4, "13C misere", "Call 2, “misere”, is refused: it is not above 13C, the best call so far."},
		{irish, 4, "misere 12NT",
			"Call 2, “12NT”, is refused: it is not above misere, the best call so far."},
		{irish, 4, "14C", "Call 1, “14C”, is refused: a bid is of 1 to 13 tricks."},
		{irish, 4, "0NT", "Call 1, “0NT”, is refused: a bid is of 1 to 13 tricks."},
		{irish, 4, "06H", "Call 1, “06H”, is refused: there is no such call."},
		{irish, 4, "6h", "Call 1, “6h”, is refused: there is no such call."},
		{irish, 4, "6", "Call 1, “6”, is refused: there is no such call."},
		{irish, 4, "H", "Call 1, “H”, is refused: there is no such call."},
		{irish, 4, "6HH", "Call 1, “6HH”, is refused: there is no such call."},
		{irish, 4, "solo", "Call 1, “solo”, is refused: these house rules have no such call."},
	} {
		words := strings.Fields(c.calls)
		last := len(words) - 1
		a, before := play(t, c.house, c.seats, strings.Join(words[:last], " "))
		err := a.Say(words[last])
		var p *Problem
		if !errors.As(err, &p) || p.Sentence != c.want || p.Field != fmt.Sprintf("calls[%d]", last) {
			t.Errorf("%s, %d seats, %q:\n got %v\nwant %s", c.house.ID, c.seats, c.calls, err, c.want)
		}
		if after := stand(a); after != before {
			t.Errorf("%q changed the auction it was refused in: %s, then %s", c.calls, before, after)
		}
	}
	for _, c := range []struct {
		seats  int
		dealer Seat
	}{{2, 1}, {6, 1}, {4, 0}, {4, 5}, {3, 4}} {
		if _, err := NewAuction(units, c.seats, c.dealer); err == nil {
			t.Errorf("an auction of %d seats dealt by %d", c.seats, c.dealer)
		}
	}
}

// said is one call of a sequence, with who made it.
type said struct {
	who  Seat
	word string
}

// TestAuctionWalk goes through every legal auction in every shipped set, form and size of table; with Irish
// bids, which would be too many, through those of a few words. At each step it tries every word and judges
// the sequence by the sentences of §7 alone.
func TestAuctionWalk(t *testing.T) {
	words := []string{"pass", "cop"}
	for _, c := range BiddableCalls() {
		if c != Irish {
			words = append(words, c.String())
		}
	}
	never := []string{"irish", "6H", "passed", "void", "general-misere", "bingo", ""}
	total := 0
	for i, h := range auctionHouses(t) {
		if testing.Short() && i%5 != 0 {
			continue
		}
		for seats := 3; seats <= 5; seats++ {
			for _, trumps := range []bool{true, false} {
				a, err := NewAuction(h, seats, Seat(seats))
				if err != nil {
					t.Fatal(err)
				}
				if !trumps {
					if !h.Has(Royal) || h.RoyalOver {
						continue
					}
					a.WithoutTrumps()
				}
				some := append(words, never...)
				if h.Has(Irish) {
					some = []string{"pass", "1C", "5NT", "6C", "12NT", "misere", "13C", "13NT", "cop", "solo", "14C"}
				}
				total += walk(t, a, some, nil)
			}
		}
	}
	if total != wholeAuctions && !testing.Short() {
		t.Errorf("%d whole auctions, and there were %d when they were last looked at", total, wholeAuctions)
	}
}

// auctionHouses are the shipped ladders with every form of calling and every switch of §7.
func auctionHouses(t *testing.T) (houses []*House) {
	done := map[string]bool{}
	for _, set := range Sets() {
		ladder := ""
		for _, r := range set.Calls {
			ladder += r.Call.String() + " "
		}
		if done[ladder] { // many sets differ in their amounts only
			continue
		}
		done[ladder] = true
		for _, form := range []AuctionForm{AuctionOpen, AuctionSingle, AuctionEldestTwice} {
			for _, lone := range []Lone{LoneRaise, LoneSolo, LoneThrownIn} {
				for switches := range 4 {
					raise, over := switches&1 != 0, switches&2 != 0
					if raise && form != AuctionOpen || over && !set.Has(Royal) || lone != LoneRaise && !set.Has(Prop) {
						continue
					}
					houses = append(houses, house(t, set.ID, func(h *House) {
						h.Auction, h.Lone, h.RaiseLast, h.RoyalOver = form, lone, raise, over
					}))
				}
			}
		}
	}
	return houses
}

// wholeAuctions is how many auctions TestAuctionWalk ends. An accidental change of §7 shows here first.
const wholeAuctions = 281535

// walk returns the number of whole auctions from here.
func walk(t *testing.T, a *Auction, words []string, so []said) (whole int) {
	if len(so) > 40 {
		t.Fatalf("no end to it: %v", so)
	}
	legal, least := a.Legal(), a.Least()
	if _, _, _, _, _, done := a.Contract(); done {
		if a.Next() != 0 || legal != nil || least != "" {
			t.Fatalf("%v is over, and %d may say %v", so, a.Next(), legal)
		}
		checkContract(t, a, so)
		whole = 1
	} else if len(legal) == 0 || legal[0] != "pass" {
		t.Fatalf("%v: passing is always legal, but the list is %v", so, legal)
	}
	for _, w := range words {
		offered := slices.Contains(legal, w) ||
			least != "" && height(a.house, w) >= height(a.house, least) && w != "misere"
		if _, why := a.judge(w); len(so) > 4 && why != "" && !offered {
			continue // wording each refusal would take most of the time
		}
		next := *a
		err := next.Say(w)
		if offered != (err == nil) {
			t.Fatalf("%v: legal is %v, and %q gives %v", so, legal, w, err)
		}
		if err != nil {
			if next != *a {
				t.Fatalf("%v: refusing %q changed the auction", so, w)
			}
			continue
		}
		now := append(so, said{a.Next(), w})
		checkCall(t, a.house, a.noTrumps, now)
		whole += walk(t, &next, words, now)
	}
	return whole
}

// checkCall judges the last call of a sequence by what came before it.
func checkCall(t *testing.T, h *House, noTrumps bool, so []said) {
	last, before := so[len(so)-1], so[:len(so)-1]
	eldest := so[0].who
	best, by, proposer, accepted, spoke, passed := "", Seat(0), Seat(0), false, false, false
	for _, s := range before {
		switch s.word {
		case "pass":
			passed = passed || s.who == last.who
		case "cop":
			accepted = true
		default:
			best, by, accepted = s.word, s.who, false
			if s.word == "prop" {
				proposer = s.who
			}
		}
		spoke = spoke || s.who == last.who
	}
	alone := proposer == last.who && best == "prop" && !accepted // a proposal that came back to him
	wrong := ""
	switch {
	case passed && (last.who != eldest || last.word != "pass" && last.word != "cop"):
		wrong = "spoke after passing"
	case passed && (best != "prop" || accepted):
		wrong = "had nothing to accept"
	case last.word == "prop" && best != "":
		wrong = "proposed after a call"
	case last.word == "cop" && (best != "prop" || accepted || proposer == last.who):
		wrong = "accepted what cannot be accepted"
	case last.word != "pass" && last.word != "cop" && best != "" && height(h, last.word) <= height(h, best):
		wrong = "called nothing higher"
	case last.word == "royal" && (noTrumps || h.RoyalOver && (best != "abundance" || by == last.who)):
		wrong = "called a royal that is none"
	case alone && (h.Lone == LoneThrownIn || h.Lone == LoneSolo && last.word != "pass" && last.word != "solo"):
		wrong = "made of a lone proposal what it can't become"
	case best != "" && by == last.who && !accepted && !alone && !h.RaiseLast:
		wrong = "raised himself"
	case best != "" && by == last.who && accepted:
		wrong = "spoke again after an accepted proposal"
	case spoke && h.Auction != AuctionOpen && last.word != "pass" && last.word != "cop" && !alone &&
		(h.Auction == AuctionSingle || last.who != eldest):
		wrong = "spoke twice"
	}
	if wrong != "" {
		t.Fatalf("%v: the last %s", so, wrong)
	}
}

// irishLadder is all the bids of §7 from the lowest, misère in its place.
var irishLadder = func() (ladder []string) {
	for tricks := 1; tricks <= 13; tricks++ {
		for _, suit := range strings.Fields("C D H S NT") {
			ladder = append(ladder, fmt.Sprintf("%d%s", tricks, suit))
		}
	}
	return slices.Insert(ladder, slices.Index(ladder, "13C"), "misere")
}()

// height ranks a word by its place in a list; Irish bids by the two lines of §7.
func height(h *House, word string) int {
	if h.Has(Irish) {
		return slices.Index(irishLadder, word)
	}
	return slices.IndexFunc(h.Calls, func(r Rank) bool { return r.Call.String() == word })
}

// checkContract judges a whole auction: the best call is the contract, unless it was a proposal nobody
// wanted.
func checkContract(t *testing.T, a *Auction, so []said) {
	wantCall, wantCaller, wantPartner := "passed", Seat(0), Seat(0)
	for _, s := range so {
		switch s.word {
		case "pass":
		case "cop":
			wantPartner = s.who
		default:
			wantCall, wantCaller, wantPartner = s.word, s.who, 0
		}
	}
	if wantCall == "prop" && wantPartner == 0 {
		wantCall, wantCaller = "passed", 0
	}
	call, caller, partner, bid, trumps, _ := a.Contract()
	got := call.String()
	if call == Irish {
		got = fmt.Sprintf("%d%s", bid, trumps)
	} else if bid != 0 || trumps != NoSuit {
		t.Fatalf("%v comes to %d %s", so, bid, trumps)
	}
	if got != wantCall || caller != wantCaller || partner != wantPartner {
		t.Fatalf("%v comes to %v by %d with %d", so, call, caller, partner)
	}
	speakers := map[Seat]bool{}
	for _, s := range so {
		speakers[s.who] = true
	}
	if len(speakers) != a.n {
		t.Fatalf("%v ended before everyone had spoken", so)
	}
	if a.house.Auction == AuctionOpen {
		for who := range speakers {
			i := len(so) - 1
			for so[i].who != who {
				i--
			}
			lone := so[i].word == "prop" && a.house.Lone == LoneThrownIn && caller == 0
			if who != caller && who != partner && so[i].word != "pass" && !lone {
				t.Fatalf("%v ended before %d had passed", so, who)
			}
		}
	}
}

// TestIrishLadder walks up all 66 steps: each bid is above all the ones below, and refused after all those
// above.
func TestIrishLadder(t *testing.T) {
	h := house(t, "irish")
	if len(irishLadder) != 66 {
		t.Fatalf("%d steps", len(irishLadder))
	}
	for i, low := range irishLadder {
		for j, then := range irishLadder {
			a, _ := play(t, h, 4, low)
			if err := a.Say(then); (err == nil) != (j > i) {
				t.Errorf("%s after %s: %v", then, low, err)
			}
		}
		a, _ := play(t, h, 4, low)
		want := "" // the next step that is a bid
		for _, step := range irishLadder[i+1:] {
			if step != "misere" {
				want = step
				break
			}
		}
		if got := a.Least(); got != want {
			t.Errorf("least after %s is %q, want %q", low, got, want)
		}
	}
}
