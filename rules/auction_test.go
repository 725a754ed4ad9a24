package rules

import (
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
