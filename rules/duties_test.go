package rules

import (
	"fmt"
	"slices"
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
	packets := strings.ReplaceAll(strings.Trim(fmt.Sprint(d.Packets), "[]"), " ", "-")
	s := fmt.Sprintf("%s deals, %s shuffles, %s cuts, %s, %s leads",
		name(d.Dealer), name(d.Shuffler), name(d.Cutter), packets, name(d.Leader))
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

func TestDuties(t *testing.T) {
	units, highScoring := house(t, "units"), house(t, "high-scoring")
	oldHands := house(t, "old-hands", func(h *House) { h.Shuffle = ShuffleAfterAbundance })
	never := house(t, "units", func(h *House) { h.Shuffle = ShuffleNever })
	goulashes := house(t, "units", goulash)
	for _, c := range []struct {
		house  *House
		seats  int
		dealer Seat
		past   []Past
		want   string
	}{
		{units, 4, 4, nil, "Dan deals, Dan shuffles, Cat cuts, 3-3-3-3-1, Ann leads"},
		{units, 4, 1, past(Solo), "Ann deals, Ann shuffles, Dan cuts, 3-3-3-3-1, Bob leads"},
		{units, 3, 1, nil, "Ann deals, Ann shuffles, Cat cuts, 3-3-3-3-1, Bob leads"},
		{units, 5, 5, nil, "Eve deals, Eve shuffles, Dan cuts, 3-3-3-3-1, Ann leads, Dan sits out"},
		{units, 5, 1, nil, "Ann deals, Ann shuffles, Eve cuts, 3-3-3-3-1, Bob leads, Eve sits out"},
		// After abundance: only before the first deal, and after abundance or what the set ranks above it.
		// The packets rotate where the cards are not shuffled, and only there.
		{highScoring, 4, 4, nil, "Dan deals, Dan shuffles, Cat cuts, 3-3-3-3-1, Ann leads"},
		{highScoring, 4, 1, past(Solo), "Ann deals, nobody shuffles, Dan cuts, 4-3-3-3, Bob leads"},
		{highScoring, 4, 2, past(Solo, Misere), "Bob deals, nobody shuffles, Ann cuts, 3-4-3-3, Cat leads"},
		{highScoring, 4, 3, past(Solo, Misere, Passed),
			"Cat deals, nobody shuffles, Bob cuts, 3-3-4-3, Dan leads"},
		{highScoring, 4, 4, past(Solo, Misere, Passed, Void),
			"Dan deals, nobody shuffles, Cat cuts, 3-3-3-4, Ann leads"},
		{highScoring, 4, 1, past(Solo, Misere, Passed, Void, Prop),
			"Ann deals, nobody shuffles, Dan cuts, 4-3-3-3, Bob leads"},
		{highScoring, 4, 1, past(Abundance), "Ann deals, Ann shuffles, Dan cuts, 3-3-3-3-1, Bob leads"},
		{highScoring, 4, 2, past(Solo, Royal), "Bob deals, Bob shuffles, Ann cuts, 3-3-3-3-1, Cat leads"},
		{highScoring, 4, 3, past(Solo, Declared, Solo),
			"Cat deals, nobody shuffles, Bob cuts, 3-4-3-3, Dan leads"},
		{oldHands, 4, 1, past(Misere),
			"Ann deals, Ann shuffles, Dan cuts, 3-3-3-3-1, Bob leads"}, // above abundance there
		{highScoring, 4, 1, past(GeneralMisere), "Ann deals, nobody shuffles, Dan cuts, 4-3-3-3, Bob leads"},
		// Never.
		{never, 4, 4, nil, "Dan deals, nobody shuffles, Cat cuts, 4-3-3-3, Ann leads"},
		{never, 4, 1, past(Abundance), "Ann deals, nobody shuffles, Dan cuts, 3-4-3-3, Bob leads"},
		// Goulash after a passed deal only.
		{goulashes, 4, 1, past(Passed), "Ann deals, nobody shuffles, Dan cuts, 5-3-5, Bob leads, goulash"},
		{goulashes, 4, 2, past(Passed, Solo), "Bob deals, Bob shuffles, Ann cuts, 3-3-3-3-1, Cat leads"},
		{goulashes, 4, 1, past(Void), "Ann deals, Ann shuffles, Dan cuts, 3-3-3-3-1, Bob leads"},
		{units, 4, 1, past(Passed), "Ann deals, Ann shuffles, Dan cuts, 3-3-3-3-1, Bob leads"},
	} {
		if got := duties(DutiesOf(c.house, c.seats, c.dealer, c.past)); got != c.want {
			t.Errorf("%s after %v:\n got %s\nwant %s", c.house.ID, c.past, got, c.want)
		}
	}
}

func TestDutiesTrumps(t *testing.T) {
	second := house(t, "units", func(h *House) { h.Trumps = TrumpsSecondPack })
	withNT := house(t, "units", func(h *House) { h.Trumps = TrumpsCycleNT })
	for _, c := range []struct {
		house *House
		seats int
		past  int
		words string
		suit  Suit
	}{
		{house(t, "units"), 4, 7, "last card turned", NoSuit},
		{house(t, "units"), 3, 7, "40th card turned", NoSuit},
		{second, 4, 0, "card cut from the second pack", NoSuit},
		{house(t, "irish"), 4, 0, "as the caller names them", NoSuit},
		{house(t, "grand-slam"), 4, 0, "hearts, in their turn", Hearts},
		{house(t, "grand-slam"), 4, 1, "clubs, in their turn", Clubs},
		{house(t, "grand-slam"), 4, 2, "diamonds, in their turn", Diamonds},
		{house(t, "grand-slam"), 4, 3, "spades, in their turn", Spades},
		{house(t, "grand-slam"), 4, 4, "hearts, in their turn", Hearts},
		{withNT, 4, 3, "spades, in their turn", Spades},
		{withNT, 4, 4, "none, in their turn", NoTrumps},
		{withNT, 4, 5, "hearts, in their turn", Hearts},
	} {
		// A deal that was passed or void has had its turn of the cycle.
		before := slices.Repeat(past(Passed, Void, Solo), c.past)[:c.past]
		if got := DutiesOf(c.house, c.seats, 1, before); got.Trumps != c.words || got.CycleTrumps != c.suit {
			t.Errorf("%s, deal %d: %q %s, want %q %s",
				c.house.ID, c.past+1, got.Trumps, got.CycleTrumps, c.words, c.suit)
		}
	}
}

func TestDutiesRemarks(t *testing.T) {
	for _, c := range []struct {
		house *House
		seats int
		past  []Past
		want  string
	}{
		{house(t, "straight"), 4, nil, ""},
		{house(t, "grand-slam"), 4, nil, ""},
		{house(t, "grand-slam"), 4, past(Solo),
			"The dealer only gathers; who shuffles all the same puts 1 in the kitty."},
		{house(t, "irish"), 3, nil,
			"Three at the table: take out the twos, threes and fours, and the 40th card is nobody's; " +
				"or take out one whole suit."},
		{house(t, "units", goulash), 4, past(Passed),
			"All passed: the cards stay as they fell and are dealt five, three and five."},
	} {
		due := DutiesOf(c.house, c.seats, 1, c.past)
		if got := strings.Join(due.Remarks, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.house.ID, got, c.want)
		}
		if _, declared := c.house.Rank(Declared); due.CallerLeads != declared {
			t.Errorf("%s: the caller may lead: %v", c.house.ID, due.CallerLeads)
		}
	}
}

// Every deal of every set: thirteen cards to each, and everybody named plays, but for who cuts at a table of
// five.
func TestDutiesAlways(t *testing.T) {
	for _, set := range Sets() {
		for _, all := range []AllPass{ThrowIn, Goulash} {
			h := house(t, set.ID, func(h *House) { h.AllPass = all })
			for seats := 3; seats <= 5; seats++ {
				for dealer := Seat(1); int(dealer) <= seats; dealer++ {
					for _, before := range [][]Past{
						nil, past(Passed), past(Solo, Passed), past(Solo), past(Abundance), past(Void, Solo, Solo),
					} {
						due := DutiesOf(h, seats, dealer, before)
						cards := 0
						for _, p := range due.Packets {
							cards += p
						}
						deal := Deal{Seats: seats, Dealer: dealer, Call: Solo, Caller: dealer}
						if cards != TricksInDeal || due.Leader != deal.Leader() || !deal.Active(due.Leader) ||
							deal.Left(due.Cutter) != dealer ||
							deal.Active(due.Sitter) || due.Goulash && due.Shuffler != 0 || due.Trumps == "" {
							t.Errorf("%s, %d seats, %d deals after %v: %+v", h.ID, seats, dealer, before, due)
						}
					}
				}
			}
		}
	}
	if d := (Deal{Seats: 4, Dealer: 4, Call: Declared, Caller: 3}); d.Leader() != 3 {
		t.Errorf("in declared seat %d leads", d.Leader())
	}
}
