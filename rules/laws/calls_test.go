package laws

import (
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// No ruling grants a call that the auction refuses at that point, nor leaves out one it allows: in each way
// of calling, at each table, by every set.
func TestRulingsGrantWhatTheAuctionAllows(t *testing.T) {
	for _, set := range housesOfAllKinds(t) {
		alone := Play{House: set, Seats: 4}.Offered(singleCalls)
		if len(alone) < 2 {
			continue // nothing to overcall with
		}
		low, high := alone[0].String(), alone[1].String()
		if set.Has(rules.Irish) {
			low = "1C"
		}
		for _, h := range waysOfCalling(set) {
			form := string(h.Auction) + ", lone " + string(h.Lone)
			for seats := 3; seats <= rules.MaxSeats; seats++ {
				granted := choiceOf(t, h, seats, "low-call", "The player overcalled")
				for first := range 2 {
					var calls []string
					for place := range min(seats, 4) {
						switch place {
						case first:
							calls = append(calls, low)
						case first + 1:
							calls = append(calls, high)
						default:
							calls = append(calls, "pass")
						}
					}
					a := called(t, h, seats, calls)
					again := a.Next() == place(seats, first)
					says := !strings.Contains(granted, "may not call again")
					if strings.Contains(granted, "Only eldest") {
						says = first == 0
					}
					if again != says {
						t.Errorf("%s, %s, %d seats: after %v the auction lets him call again: %v; the ruling says he %s",
							h.ID, form, seats, calls, again, granted)
					}
				}

				grantsToProposer(t, h, seats)
			}
		}
	}
}

// grantsToProposer compares what the rulings grant one who proposed, and eldest who passed, with the auction.
func grantsToProposer(t *testing.T, h *rules.House, seats int) {
	t.Helper()
	form := string(h.Auction) + ", lone " + string(h.Lone)
	pair := slices.Contains(Play{House: h, Seats: seats}.Offered(nil), rules.Prop)
	eldest := choiceOf(t, h, seats, "passed-call", "Eldest")
	if pair != strings.Contains(eldest, "accept") {
		t.Errorf("%s, %s, %d seats: of eldest who passed the ruling says: %q", h.ID, form, seats, eldest)
	}
	if !pair {
		if a := called(t, h, seats, nil); a.Say("prop") == nil {
			t.Errorf("%s, %d seats: a proposal was let through", h.ID, seats)
		}
		return
	}
	a := called(t, h, seats, []string{"pass", "prop", "pass", "pass"})
	if got := a.Legal(); !slices.Equal(got, []string{"pass", "cop"}) || a.Next() != place(seats, 0) {
		t.Errorf("%s, %s, %d seats: eldest, having passed, may say %v", h.ID, form, seats, got)
	}
	if err := a.Say("pass"); err != nil {
		t.Fatal(err)
	}
	may := choiceOf(t, h, seats, "second-proposal", "The first proposer")
	legal := a.Legal()
	says := "any higher call"
	switch {
	case h.Auction == rules.AuctionOpen && h.Lone == rules.LoneRaise:
		says = "may go higher"
	case slices.Equal(legal, []string{"pass", "solo"}) && h.Lone == rules.LoneSolo:
		says = "solo, and nothing else"
	case len(legal) < 2:
		says = "may not call again"
	}
	if !strings.Contains(may, says) {
		t.Errorf("%s, %s, %d seats: the proposer may say %v; the ruling says he %s",
			h.ID, form, seats, legal, may)
	}
}

// The ruling on the last raise says what the auction does: whether one who is left alone with his call may
// raise it.
func TestRulingsOnRaisesAreTheAuctions(t *testing.T) {
	raises := 0
	for _, set := range housesOfAllKinds(t) {
		for _, h := range waysOfCalling(set) {
			alone := Play{House: h, Seats: 4}.Offered(singleCalls)
			if len(alone) < 2 {
				continue
			}
			for seats := 3; seats <= rules.MaxSeats; seats++ {
				low := alone[0].String()
				if alone[0] == rules.Irish {
					low = "1C"
				}
				a := called(t, h, seats, []string{low})
				for range min(seats, 4) - 1 {
					if err := a.Say("pass"); err != nil {
						t.Fatal(err)
					}
				}
				title, text := ruled(h, seats, "raise-last")
				may := a.Next() != 0
				if (title == "It stands, once") != may || strings.Contains(text, "make it anything higher") != may {
					t.Errorf("%s, %d seats: the auction lets the caller raise: %v; the ruling says %s: %s", h.ID, seats, may,
						title, text)
				}
				if may {
					raises++
				}
			}
		}
	}
	if raises == 0 {
		t.Error("nobody could raise")
	}
}

// ruled is a ruling's title and its sentences.
func ruled(h *rules.House, seats int, id string) (title, text string) {
	found, _ := RulingOf(id)
	r := found.For(Play{House: h, Seats: seats}, rules.NoCall)
	return r.Title, strings.Join(r.Says, " ")
}

// The rulings on royal say where the auction refuses it, though it is high enough.
func TestRulingsOnRoyalAreTheAuctions(t *testing.T) {
	royals := 0
	for _, set := range housesOfAllKinds(t) {
		for _, h := range waysOfCalling(set) {
			for bits := range 4 {
				over := *h
				if over.RoyalOver = bits&1 != 0; bits&2 != 0 {
					over.Trumps = rules.TrumpsCycleNT
				}
				if over.Check() != nil || !over.Has(rules.Royal) {
					continue
				}
				a, withoutTrumps := called(t, &over, 4, nil), called(t, &over, 4, nil)
				withoutTrumps.WithoutTrumps()
				straight := a.Say("royal") == nil
				_, text := ruled(&over, 4, "low-call")
				if strings.Contains(text, "may be called only over another player’s abundance") == straight {
					t.Errorf("%s: royal straight away: %v; the ruling says %s", over.ID, straight, text)
				}
				none := strings.Contains(text, "In a deal without trumps there is no royal abundance")
				if none != (bits&2 != 0) || withoutTrumps.Say("royal") == nil {
					t.Errorf("%s: no royal without trumps: the ruling says %s", over.ID, text)
				}
				first, _ := QuestionOf("trouble")
				for _, answer := range first.Answers {
					if answer.To == "royal-call" && answer.Possible(Play{House: &over, Seats: 4}) != (bits != 0) {
						t.Errorf("%s, %d: asks about royal: %v", over.ID, bits, bits == 0)
					}
				}
				if _, own := ruled(&over, 4, "royal-call"); !strings.Contains(text, own) {
					t.Errorf("%s: of royal it says %q and %q", over.ID, own, text)
				}
				royals++
			}
		}
	}
	if royals == 0 {
		t.Error("no set has a royal")
	}
}

var auctionForms = []rules.AuctionForm{rules.AuctionOpen, rules.AuctionSingle, rules.AuctionEldestTwice}

// place is the seat of the player who speaks at this place of the first round, eldest being 0, where the last
// seat deals.
func place(seats, at int) rules.Seat {
	d := rules.Deal{Seats: seats, Dealer: rules.Seat(seats)}
	s := d.Eldest()
	for range at {
		s = d.LeftOf(s)
	}
	return s
}

// called plays calls that must all be legal, the last seat dealing.
func called(t *testing.T, h *rules.House, seats int, calls []string) *rules.Auction {
	t.Helper()
	a, err := rules.NewAuction(h, seats, rules.Seat(seats))
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range calls {
		if err := a.Say(call); err != nil {
			t.Fatalf("%s, %d seats, %v: %v", h.ID, seats, calls, err)
		}
	}
	return a
}

// waysOfCalling are the set with every form of calling, and all that can become of a lone proposal.
func waysOfCalling(set *rules.House) (houses []*rules.House) {
	for _, form := range auctionForms {
		for _, lone := range []rules.Lone{rules.LoneRaise, rules.LoneSolo, rules.LoneThrownIn} {
			h := *set
			h.Auction, h.Lone, h.RaiseLast = form, lone, form == rules.AuctionOpen && lone != rules.LoneRaise
			houses = append(houses, &h)
		}
	}
	return houses
}

// choiceOf is what a ruling gives somebody, and nothing where it gives him nothing.
func choiceOf(t *testing.T, h *rules.House, seats int, ruling, who string) string {
	t.Helper()
	r, ok := RulingOf(ruling)
	if !ok {
		t.Fatalf("no ruling %s", ruling)
	}
	for _, c := range r.For(Play{House: h, Seats: seats}, rules.NoCall).Choices {
		if c.Who == who {
			return c.May
		}
	}
	return ""
}

// No question and no ruling that can be reached names a call that can't be made by these rules at this table.
func TestRulingsNameOnlyCallsOfTheHouse(t *testing.T) {
	words := rules.Words{}
	for _, c := range rules.BiddableCalls() {
		words[c] = "zz" + c.String() + "zz"
	}
	var houses []*rules.House
	for _, set := range housesOfAllKinds(t) {
		houses = append(houses, waysOfCalling(set)...)
	}
	for i, h := range houses {
		if !testenv.Whole() && i%4 != 0 {
			continue
		}
		for seats := 3; seats <= rules.MaxSeats; seats++ {
			here := Play{House: h, Seats: seats}.Offered(nil)
			named := 0
			check := func(id string, texts ...string) {
				for _, s := range texts {
					for _, c := range rules.BiddableCalls() {
						if !strings.Contains(s, words[c]) {
							continue
						}
						named++
						if !slices.Contains(here, c) {
							t.Errorf("%s, %d seats, %s names %s: %s", h.ID, seats, id, c, s)
						}
					}
				}
			}
			seen := map[string]bool{}
			var walk func(id string)
			walk = func(id string) {
				if seen[id] {
					return
				}
				seen[id] = true
				if r, ok := RulingOf(id); ok {
					got := r.For(Play{h, seats, words}, rules.NoCall)
					check(id, got.Title, got.Aside)
					check(id, got.Says...)
					for _, c := range got.Choices {
						check(id, c.Who, c.May)
					}
					return
				}
				q, _ := QuestionOf(id)
				got := q.For(Play{h, seats, words})
				check(id, got.Ask)
				for _, a := range got.Answers {
					check(id, a.Say, a.Hint)
					walk(a.To)
				}
			}
			walk("trouble")
			if named == 0 {
				t.Errorf("%s, %d seats: no call was named at all", h.ID, seats)
			}
		}
	}
}
