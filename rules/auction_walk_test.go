package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
)

// said is one call of a sequence, with who made it.
type said struct {
	who  Seat
	word string
}

// TestAuctionWalk goes through every legal auction in every shipped set, form and size of table; with Irish
// bids, which would be too many, through those of a few words. At each step it tries every word and judges
// the sequence by the sentences of §7 alone. Without CI=true a fifth of the sets will do.
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
		if !testenv.Whole() && i%5 != 0 {
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
	if total != wholeAuctions && testenv.Whole() {
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
