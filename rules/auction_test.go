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
func loneSolo(h *House)    { h.Lone = LoneSolo }
func withoutSolo(h *House) { h.Calls = slices.Delete(slices.Clone(h.Calls), 1, 2) }
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

// A row for each sentence of §7; that they are read alike in every auction is TestAuctionReadTwice's. Ann is
// eldest.
func TestAuction(t *testing.T) {
	units, irish, sporting := house(t, "units"), house(t, "irish"), house(t, "sporting")
	once, twice := house(t, "units", single), house(t, "units", eldestTwice)
	onlySolo, noSolo := house(t, "units", loneSolo), house(t, "units", loneSolo, withoutSolo)
	thrownIn := house(t, "units", func(h *House) { h.Lone = LoneThrownIn })
	thrownInMisery := house(t, "units", lastTrick, func(h *House) { h.Lone = LoneThrownIn })
	raise, over := house(t, "units", raiseLast), house(t, "units", raiseLast, royalOver)
	const above = " misere abundance royal misere-ouverte declared"
	for _, c := range []struct {
		house *House
		seats int
		calls string
		want  string
	}{
		// Clockwise from eldest; prop only where nobody has called.
		{units, 4, "pass", "Bob: pass prop solo" + above},
		{units, 4, "solo", "Bob: pass" + above},
		{units, 4, "prop", "Bob: pass cop solo" + above},
		// Passing is final, and the best call wins when all others have passed. Overcalled, one may call again.
		{units, 4, "pass solo pass pass", "solo Bob"},
		{units, 4, "solo misere pass pass", "Ann: pass abundance royal misere-ouverte declared"},
		{units, 4, "solo misere pass pass declared pass", "declared Ann"},
		// Cop; the accepted proposal may be overcalled, and both of its two may call again.
		{units, 4, "prop pass cop pass", "prop Ann+Cat"},
		{units, 4, "prop cop solo pass pass", "Bob: pass" + above},
		// Only eldest may call after passing, only cop, when the turn comes round to an unaccepted proposal.
		{units, 4, "pass prop pass pass", "Ann: pass cop"},
		{units, 4, "pass prop pass pass cop", "prop Bob+Ann"},
		// A proposal nobody accepted comes back to the proposer last.
		{units, 4, "pass prop pass pass pass", "Bob: pass solo" + above},
		{units, 4, "prop pass pass pass pass", "passed"},
		// All have passed: nothing, or the game of §6.
		{units, 4, "pass pass pass pass", "passed"},
		{house(t, "units", goulash), 4, "pass pass pass pass", "passed"},
		{house(t, "units", lastTrick), 4, "pass pass pass pass", "general-misere"},
		{house(t, "units", fewest), 4, "pass pass pass pass", "general-misere"},
		{house(t, "units", fiveOrFour), 3, "pass pass pass", "general-misere"},
		{house(t, "units", lastTrick), 4, "prop pass pass pass pass", "general-misere"},
		// Single: everyone speaks once, then eldest's cop, then the proposer's solo.
		{once, 4, "solo misere pass pass", "misere Bob"},
		{once, 4, "pass prop pass pass", "Ann: pass cop"},
		{once, 4, "pass prop pass pass pass", "Bob: pass solo"},
		// Eldest twice: an overcalled eldest speaks again, and anything higher will do.
		{twice, 4, "solo misere pass pass", "Ann: pass abundance royal misere-ouverte declared"},
		{twice, 4, "pass solo misere pass", "misere Cat"},
		// What a lone proposal may become: any higher call, a solo and nothing else, nothing at all.
		{onlySolo, 4, "prop pass pass pass", "Ann: pass solo"},
		{noSolo, 4, "prop pass pass pass", "Ann: pass"},
		{thrownIn, 4, "prop pass pass pass", "passed"},
		{thrownInMisery, 4, "prop pass pass pass", "general-misere"},
		// The last raise: once, for one who called alone, not after a proposal that came back.
		{raise, 4, "solo pass pass pass", "Ann: pass" + above},
		{raise, 4, "solo pass pass pass royal", "royal Ann"},
		{raise, 4, "prop cop pass pass", "prop Ann+Bob"},
		{raise, 4, "prop pass pass pass solo", "solo Ann"},
		{sporting, 4, "pass solo pass pass", "Bob: pass" + above},
		// Royal only over another player's abundance.
		{over, 4, "misere", "Bob: pass abundance misere-ouverte declared"},
		{over, 4, "abundance", "Bob: pass royal misere-ouverte declared"},
		{over, 4, "abundance pass pass pass", "Ann: pass misere-ouverte declared"},
		// Three at the table: no prop, no cop. Five: Dan, on Eve's right, sits out.
		{units, 3, "", "Ann: pass solo" + above},
		{units, 5, "pass pass pass", "Eve: pass prop solo" + above},
		// Irish: more tricks, then C D H S NT; misère just above twelve without trumps.
		{irish, 4, "6NT", "Bob: pass misere 7C…"},
		{irish, 4, "12NT", "Bob: pass misere 13C…"},
		{irish, 4, "12NT misere 13C pass pass pass", "irish Cat 13C"},
	} {
		if _, got := play(t, c.house, c.seats, c.calls); got != c.want {
			t.Errorf("%s, %d seats, %q:\n got %s\nwant %s", c.house.ID, c.seats, c.calls, got, c.want)
		}
	}
}

func TestAuctionRefusals(t *testing.T) {
	units, irish := house(t, "units"), house(t, "irish")
	once, twice := house(t, "units", single), house(t, "units", eldestTwice)
	onlySolo, noSolo := house(t, "units", loneSolo), house(t, "units", loneSolo, withoutSolo)
	raise, over := house(t, "units", raiseLast), house(t, "units", raiseLast, royalOver)
	for _, c := range []struct {
		house *House
		seats int
		calls string // all but the last are legal
		want  string
	}{
		{units, 4, "prop prop",
			"Call 2, “prop”, is refused: somebody has proposed already, " +
				"and a second prop is no cop: pass, or call something higher."},
		{units, 4, "prop cop prop",
			"Call 3, “prop”, is refused: a proposal is possible only while nobody has called."},
		{units, 4, "solo prop",
			"Call 2, “prop”, is refused: a proposal is possible only while nobody has called."},
		{units, 4, "misere solo", "Call 2, “solo”, is refused: it is not above misere, the best call so far."},
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
		{onlySolo, 4, "prop pass pass pass misere",
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
		{irish, 4, "misere 12NT", "Call 2, “12NT”, is refused: it is not above misere, the best call so far."},
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
