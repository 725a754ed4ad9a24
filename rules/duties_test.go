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

func TestDuties(t *testing.T) {
	const roundTheTable = "4-3-3-3, 3-4-3-3, 3-3-4-3, 3-3-3-4"
	units, highScoring := house(t, "units"), house(t, "high-scoring")
	oldHands := house(t, "old-hands", func(h *House) { h.Shuffle = ShuffleAfterAbundance })
	never := house(t, "units", func(h *House) { h.Shuffle = ShuffleNever })
	goulashes, hoyle := house(t, "units", goulash), house(t, "hoyle")
	ones := house(t, "units", goulash, func(h *House) { h.Packets = PacketsOnes })
	openHand := house(t, "irish", goulash, func(h *House) { h.Packets = PacketsRotatingFour })
	leftNever := house(t, "hoyle", func(h *House) { h.Shuffle = ShuffleNever })
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
		// After abundance: only before the first deal, and after abundance or what the set ranks above it. The four
		// goes round within each deal, shuffled or not.
		{highScoring, 4, 4, nil, "Dan deals, Dan shuffles, Cat cuts, ROT, Ann leads"},
		{highScoring, 4, 1, past(Solo), "Ann deals, nobody shuffles, Dan cuts, ROT, Bob leads"},
		{highScoring, 4, 2, past(Solo, Misere), "Bob deals, nobody shuffles, Ann cuts, ROT, Cat leads"},
		{highScoring, 4, 3, past(Solo, Misere, Passed), "Cat deals, nobody shuffles, Bob cuts, ROT, Dan leads"},
		{highScoring, 4, 1, past(Abundance), "Ann deals, Ann shuffles, Dan cuts, ROT, Bob leads"},
		{highScoring, 4, 2, past(Solo, Royal), "Bob deals, Bob shuffles, Ann cuts, ROT, Cat leads"},
		{highScoring, 4, 3, past(Solo, Declared, Solo), "Cat deals, nobody shuffles, Bob cuts, ROT, Dan leads"},
		{highScoring, 4, 1, past(GeneralMisere), "Ann deals, nobody shuffles, Dan cuts, ROT, Bob leads"},
		{highScoring, 5, 5, nil, "Eve deals, Eve shuffles, Dan cuts, ROT, Ann leads, Dan sits out"},
		{highScoring, 3, 3, nil, "Cat deals, Cat shuffles, Bob cuts, 4-3-3, 3-4-3, 3-3-4, 3-3-3, Ann leads"},
		{oldHands, 4, 1, past(Misere), // above abundance there
			"Ann deals, Ann shuffles, Dan cuts, 3-3-3-3-1, Bob leads"},
		{oldHands, 4, 1, past(Solo), "Ann deals, nobody shuffles, Dan cuts, 3-3-3-3-1, Bob leads"},
		// Never, but for the first deal.
		{never, 4, 4, nil, "Dan deals, Dan shuffles, Cat cuts, 3-3-3-3-1, Ann leads"},
		{never, 4, 1, past(Abundance), "Ann deals, nobody shuffles, Dan cuts, 3-3-3-3-1, Bob leads"},
		// One by one, and the open fourth hand.
		{ones, 4, 4, nil, "Dan deals, Dan shuffles, Cat cuts, one by one, Ann leads"},
		{ones, 4, 1, past(Passed), "Ann deals, nobody shuffles, Dan cuts, 5-3-5, Bob leads, goulash"},
		{openHand, 3, 3, nil, "Cat deals, Cat shuffles, Bob cuts, ROT, Ann leads"},
		{openHand, 3, 1, past(Passed), "Ann deals, nobody shuffles, Cat cuts, 5-3-5, Bob leads, goulash"},
		// Under Hoyle the player on the dealer's left shuffles, where it is due; the right-hand one cuts all the
		// same.
		{hoyle, 4, 4, nil, "Dan deals, Ann shuffles, Cat cuts, 3-3-3-3-1, Ann leads"},
		{hoyle, 5, 1, nil, "Ann deals, Bob shuffles, Eve cuts, 3-3-3-3-1, Bob leads, Eve sits out"},
		{hoyle, 3, 3, nil, "Cat deals, Ann shuffles, Bob cuts, 3-3-3-3-1, Ann leads"},
		{leftNever, 4, 4, nil, "Dan deals, Ann shuffles, Cat cuts, 3-3-3-3-1, Ann leads"},
		// Goulash after a passed deal only.
		{goulashes, 4, 1, past(Passed), "Ann deals, nobody shuffles, Dan cuts, 5-3-5, Bob leads, goulash"},
		{goulashes, 4, 2, past(Passed, Solo), "Bob deals, Bob shuffles, Ann cuts, 3-3-3-3-1, Cat leads"},
		{goulashes, 4, 1, past(Void), "Ann deals, Ann shuffles, Dan cuts, 3-3-3-3-1, Bob leads"},
		{units, 4, 1, past(Passed), "Ann deals, Ann shuffles, Dan cuts, 3-3-3-3-1, Bob leads"},
	} {
		c.want = strings.Replace(c.want, "ROT", roundTheTable, 1)
		if got := duties(DutiesOf(c.house, c.seats, c.dealer, c.past)); got != c.want {
			t.Errorf("%s after %v:\n got %s\nwant %s", c.house.ID, c.past, got, c.want)
		}
	}
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

func dropSuit(h *House) { h.Short = ShortDropSuit }

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
		{house(t, "units", dropSuit), 3, 7, "last card turned", NoSuit},
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
	const rotating = "In the first round the player on the dealer's left gets four cards, in the second the " +
		"next one:"
	for _, c := range []struct {
		house *House
		seats int
		past  []Past
		want  string
	}{
		{house(t, "straight"), 4, nil, ""},
		{house(t, "grand-slam"), 4, nil, rotating + " the last four fall to the dealer and show that the deal " +
			"came out."},
		{house(t, "grand-slam"), 3, nil, "Three at the table: take out the twos, threes and fours; " +
			"the 40th card is nobody's. " + rotating + " the dealer has his four in the third, and in the last all " +
			"get three."},
		{house(t, "high-scoring", func(h *House) { h.Packets = PacketsThrees }), 4, past(Solo),
			"The dealer only gathers; whoever shuffles all the same puts 1 in the kitty."},
		{house(t, "irish"), 3, nil, "Three at the table: four hands are dealt, and the fourth is laid open " +
			"before the calling. Whoever wins it puts it opposite himself and plays from it after the player on his " +
			"left has played; his tricks are those of both hands."},
		{house(t, "irish"), 4, nil, ""},
		{house(t, "units"), 3, nil, "Three at the table: take out the twos, threes and fours; " +
			"the 40th card is turned for trumps, and is nobody's."},
		{house(t, "units", dropSuit), 3, nil,
			"Three at the table: take out one whole suit; the dealer's last card is turned."},
		{house(t, "grand-slam", dropSuit, func(h *House) { h.Packets = PacketsOnes }), 3, nil,
			"Three at the table: take out one whole suit."},
		{house(t, "units", goulash), 4, past(Passed),
			"All passed: the cards stay as they fell and are dealt five, three and five."},
	} {
		due := DutiesOf(c.house, c.seats, 1, c.past)
		if got := strings.Join(due.Remarks, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.house.ID, got, c.want)
		}
		var lead []Call
		for _, r := range c.house.Calls {
			if r.Call == Declared || r.Call == GrandSlam {
				lead = append(lead, r.Call)
			}
		}
		if !slices.Equal(due.CallersLead, lead) {
			t.Errorf("%s: the caller leads in %v, want %v", c.house.ID, due.CallersLead, lead)
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
						if !cards || due.Leader != deal.Left(dealer) || !deal.Active(due.Leader) ||
							deal.Left(due.Cutter) != dealer || len(due.Packets[0]) != min(seats, 4) && set.Short != ShortDummy ||
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
