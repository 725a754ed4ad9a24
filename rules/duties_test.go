package rules

import (
	"fmt"
	"strings"
	"testing"
)

// duties writes them in one line.
func duties(d Duties) string {
	name := func(s Seat) string {
		if s == 0 {
			return "nobody"
		}
		return table[s-1]
	}
	s := fmt.Sprintf("%s deals, %s shuffles, %s cuts, %s, %s leads",
		name(d.Dealer), name(d.Shuffler), name(d.Cutter), d.Packets.Words(), name(d.Leader))
	if d.Sitter != 0 {
		s += ", " + name(d.Sitter) + " sits out"
	}
	if d.Goulash {
		s += ", goulash"
	}
	return s
}

func past(calls ...Call) (p []Past) {
	for _, c := range calls {
		p = append(p, Past{c})
	}
	return p
}

// A set kept before it could say how it is dealt is dealt in threes (§3), whatever the shipped set of that
// name says now.
func TestPacketsOfSetsKeptBefore(t *testing.T) {
	for _, id := range []string{"high-scoring", "grand-slam"} {
		kept := house(t, id, func(h *House) { h.Packets, h.DeclaredOpen = PacketsThrees, false })
		text, err := kept.MarshalJSON()
		if err != nil || strings.Contains(string(text), "packets") {
			t.Fatalf("%s, %v", text, err)
		}
		h, err := ParseHouse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, before := range [][]Past{nil, past(Solo), past(Solo, Misere), past(Solo, Misere, Solo)} {
			if got := DutiesOf(h, 4, 4, before); got.Packets.Words() != "3-3-3-3-1" {
				t.Errorf("%s after %v: %s", id, before, got.Packets.Words())
			}
		}
	}
}

// Which deals have no trumps follows from their number on the sheet: a page says so without a connection.
func TestNoTrumpsEach(t *testing.T) {
	for _, set := range Sets() {
		for _, rule := range []TrumpRule{TrumpsTurnUp, TrumpsSecondPack, TrumpsCycle, TrumpsCycleNT} {
			h := house(t, set.ID, func(h *House) { h.Trumps = rule })
			each, none := h.NoTrumpsEach(), 0
			for nth := 1; nth <= 30; nth++ {
				without := h.TurnedSuit(nth-1) == NoTrumps
				if without != (each > 0 && nth%each == 0) {
					t.Errorf("%s, %s: deal %d has no trumps: %v, each %d", h.ID, rule, nth, without, each)
				}
				if without {
					none++
				}
			}
			if (none > 0) != (rule == TrumpsCycleNT && h.ID != "irish") {
				t.Errorf("%s, %s: %d deals of 30 have no trumps", h.ID, rule, none)
			}
		}
	}
}

// Every deal of every set: thirteen cards to each, and everybody named plays, but for who cuts at a table of
// five.
func TestDutiesAlways(t *testing.T) {
	for _, set := range Sets() {
		for i, all := range []AllPass{ThrowIn, Goulash, ThrowIn, Goulash, ThrowIn, Goulash} {
			packets := []Packets{PacketsThrees, PacketsRotatingFour, PacketsOnes}[i/2]
			h := house(t, set.ID, func(h *House) { h.AllPass, h.Packets = all, packets })
			for seats := 3; seats <= 5; seats++ {
				for dealer := Seat(1); int(dealer) <= seats; dealer++ {
					for _, before := range [][]Past{
						nil, past(Passed), past(Solo, Passed), past(Solo), past(Abundance), past(Void, Solo, Solo),
					} {
						due := DutiesOf(h, seats, dealer, before)
						cards := thirteenToEach(due.Packets)
						deal := Deal{Seats: seats, Dealer: dealer, Call: Solo, Caller: dealer}
						if !cards || due.Leader != deal.LeftOf(dealer) || !deal.Active(due.Leader) ||
							deal.LeftOf(due.Cutter) != dealer || len(due.Packets[0]) != min(seats, 4) && set.Short != ShortDummy ||
							deal.Active(due.Sitter) || due.Goulash && due.Shuffler != 0 || due.Trumps == "" {
							t.Errorf("%s, %d seats, %d deals after %v: %+v", h.ID, seats, dealer, before, due)
						}
					}
				}
			}
		}
	}
}

// thirteenToEach tells whether so many rounds give every hand thirteen cards.
func thirteenToEach(p Packing) bool {
	for hand := range p[0] {
		cards := 0
		for _, round := range p {
			cards += round[hand]
		}
		if cards != TricksInDeal {
			return false
		}
	}
	return true
}

func TestNamesTrumps(t *testing.T) {
	for id, want := range map[string]string{
		"units": "abundance", "hoyle": "abundance declared", "irish": "",
		"grand-slam": "abundance petit-slam grand-slam",
	} {
		h := house(t, id)
		var got []string
		for _, r := range h.Calls {
			if h.NamesTrumps(r.Call) {
				got = append(got, r.Call.String())
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: the caller names trumps in %q, want %q", id, got, want)
		}
	}
}
