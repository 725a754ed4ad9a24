package rules_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// secondReading is another reading of the auction (§7), made from its text alone and without regard to speed:
// it keeps only the calls, and goes through all of them for each question.
type secondReading struct {
	house    *rules.House
	seats    int
	dealer   rules.Seat
	noTrumps bool
	sayable  []string // all words there are
	said     []spoken
}

type spoken struct {
	seat rules.Seat
	word string
}

// active are those who play, in turn from eldest; of five the player on the dealer's right sits out.
func (r *secondReading) active() (turn []rules.Seat) {
	for i := range r.seats {
		turn = append(turn, rules.Seat((int(r.dealer)+i)%r.seats+1))
	}
	if r.seats == 5 {
		return slices.Delete(turn, 3, 4) // eldest, two more, the sitter, the dealer
	}
	return turn
}

// height is where a call stands among the others; below zero where it is none.
func (r *secondReading) height(word string) int {
	for i, rank := range r.house.Calls {
		if rank.Call.String() == word && rank.Call != rules.Irish {
			if rank.Call == rules.Misere && r.bids() {
				return 2*bidHeight("12NT") + 1
			}
			return 2 * i
		}
	}
	if r.bids() && bidHeight(word) >= 0 {
		return 2 * bidHeight(word)
	}
	return -1
}

func (r *secondReading) bids() bool {
	return slices.ContainsFunc(r.house.Calls, func(k rules.Rank) bool { return k.Call == rules.Irish })
}

var allBids = func() (words []string) {
	for tricks := 1; tricks <= 13; tricks++ {
		for _, suit := range []string{"C", "D", "H", "S", "NT"} {
			words = append(words, fmt.Sprint(tricks, suit))
		}
	}
	return words
}()

var bidHeights = func() map[string]int {
	heights := make(map[string]int, len(allBids))
	for i, word := range allBids {
		heights[word] = i
	}
	return heights
}()

// bidHeight is where a bid stands among the others; below zero where it is none.
func bidHeight(word string) int {
	if i, ok := bidHeights[word]; ok {
		return i
	}
	return -1
}

// best is the highest call, who made it and who accepted it; no word where nobody has called.
func (r *secondReading) best() (word string, caller, partner rules.Seat) {
	for _, s := range r.said {
		switch s.word {
		case "pass":
		case "cop":
			partner = s.seat
		default:
			word, caller, partner = s.word, s.seat, 0
		}
	}
	return word, caller, partner
}

// words are what this seat has said so far.
func (r *secondReading) words(seat rules.Seat) (words []string) {
	for _, s := range r.said {
		if s.seat == seat {
			words = append(words, s.word)
		}
	}
	return words
}

// spokeAgain tells whether somebody has spoken while the best call was his own.
func (r *secondReading) spokeAgain() bool {
	for i, s := range r.said {
		before := secondReading{said: r.said[:i]}
		if word, caller, partner := before.best(); word != "" && (s.seat == caller || s.seat == partner) {
			return true
		}
	}
	return false
}

// higher are the calls this seat may make above the best, a proposal and its acceptance apart.
func (r *secondReading) higher(seat rules.Seat) (words []string) {
	best, caller, _ := r.best()
	var all []string
	for _, rank := range r.house.Calls {
		if rank.Call != rules.Irish && rank.Call != rules.Prop {
			all = append(all, rank.Call.String())
		}
	}
	if r.bids() {
		all = append(all, allBids...)
	}
	for _, word := range all {
		if best != "" && r.height(word) <= r.height(best) {
			continue
		}
		if word == "royal" && (r.noTrumps || r.house.RoyalOver && (best != "abundance" || caller == seat)) {
			continue
		}
		words = append(words, word)
	}
	return words
}

// anything is all this seat may say in an ordinary turn.
func (r *secondReading) anything(seat rules.Seat) []string {
	words := []string{"pass"}
	best, caller, partner := r.best()
	if best == "" && r.seats > 3 && r.height("prop") >= 0 {
		words = append(words, "prop")
	}
	if best == "prop" && partner == 0 && caller != seat {
		words = append(words, "cop")
	}
	return append(words, r.higher(seat)...)
}

// next is who speaks and what he may say; nobody when the auction is over.
func (r *secondReading) next() (rules.Seat, []string) {
	if r.house.Auction == rules.AuctionOpen {
		return r.nextOpen()
	}
	turn := r.active()
	if len(r.said) < len(turn) {
		seat := turn[len(r.said)]
		return seat, r.anything(seat)
	}
	eldest := turn[0]
	best, caller, partner := r.best()
	if words := r.words(eldest); len(words) == 1 {
		if words[0] == "pass" && best == "prop" && partner == 0 {
			return eldest, []string{"pass", "cop"}
		}
		overcalled := words[0] != "pass" && eldest != caller && eldest != partner
		if r.house.Auction == rules.AuctionEldestTwice && overcalled {
			return eldest, append([]string{"pass"}, r.higher(eldest)...)
		}
	}
	if best == "prop" && partner == 0 && len(r.words(caller)) == 1 {
		return r.cameBack(caller)
	}
	return 0, nil
}

func (r *secondReading) nextOpen() (rules.Seat, []string) {
	turn := r.active()
	best, caller, partner := r.best()
	from := 0
	if len(r.said) > 0 {
		from = slices.Index(turn, r.said[len(r.said)-1].seat) + 1
	}
	for i := range turn {
		seat := turn[(from+i)%len(turn)]
		words := r.words(seat)
		passes := 0
		for _, word := range words {
			if word == "pass" {
				passes++
			}
		}
		switch {
		case best != "" && (seat == caller || seat == partner):
		case passes == 0:
			return seat, r.anything(seat)
		case seat == turn[0] && passes == 1 && best == "prop" && partner == 0:
			return seat, []string{"pass", "cop"}
		}
	}
	switch {
	case best == "" || partner != 0 || r.spokeAgain():
		return 0, nil
	case best == "prop":
		return r.cameBack(caller)
	case r.house.RaiseLast && len(r.higher(caller)) > 0:
		return caller, append([]string{"pass"}, r.higher(caller)...)
	}
	return 0, nil
}

// cameBack is the turn of one whose proposal nobody accepted.
func (r *secondReading) cameBack(caller rules.Seat) (rules.Seat, []string) {
	switch r.house.Lone {
	case rules.LoneThrownIn:
		return 0, nil
	case rules.LoneRaise:
		return caller, append([]string{"pass"}, r.higher(caller)...)
	}
	if r.height("solo") > r.height("prop") {
		return caller, []string{"pass", "solo"}
	}
	return caller, []string{"pass"}
}

// contract is what a finished auction came to, in a line.
func (r *secondReading) contract() string {
	best, caller, partner := r.best()
	switch {
	case best == "":
		return "all passed"
	case best == "prop" && partner == 0:
		return "thrown in"
	case best == "prop":
		return fmt.Sprintf("prop by %d with %d", caller, partner)
	}
	return fmt.Sprintf("%s by %d", best, caller)
}

// agree compares the auction with its second reading at one point. It returns who speaks there, and all they
// may say.
func (r *secondReading) agree(a *rules.Auction) (seat rules.Seat, legal []string, err error) {
	seat, legal = r.next()
	return seat, legal, r.differs(a, seat, legal)
}

func (r *secondReading) differs(a *rules.Auction, seat rules.Seat, legal []string) error {
	if got := a.Next(); got != seat {
		return fmt.Errorf("%d speaks next, not %d", got, seat)
	}
	call, caller, partner, bid, trumps, done := a.Contract()
	if done != (seat == 0) {
		return fmt.Errorf("over: %t", done)
	}
	if done {
		got := fmt.Sprintf("%s by %d", call, caller)
		switch {
		case call == rules.Passed || call == rules.GeneralMisere:
			got = "all passed"
			if r.contract() == "thrown in" {
				got = "thrown in"
			}
		case call == rules.Prop:
			got += fmt.Sprintf(" with %d", partner)
		case call == rules.Irish:
			got = fmt.Sprintf("%d%s by %d", bid, trumps, caller)
		}
		if want := r.contract(); got != want {
			return fmt.Errorf("it comes to %q, not %q", got, want)
		}
		return nil
	}
	isBid := func(word string) bool { return bidHeight(word) >= 0 }
	wantBids := slices.DeleteFunc(slices.Clone(legal), func(word string) bool { return !isBid(word) })
	legal = slices.DeleteFunc(slices.Clone(legal), isBid)
	if got := a.Legal(); !slices.Equal(got, legal) {
		return fmt.Errorf("legal is %v, not %v", got, legal)
	}
	if got := a.Bids(); !slices.Equal(got, wantBids) {
		return fmt.Errorf("the bids are %v, not %v", got, wantBids)
	}
	least := ""
	if len(wantBids) > 0 {
		least = wantBids[0]
	}
	if got := a.Least(); got != least {
		return fmt.Errorf("the least bid is %q, not %q", got, least)
	}
	return nil
}

// sayable are all words there are for a set, legal or not.
func sayable(h *rules.House) []string {
	words := []string{"pass", "prop", "cop", "royal", "solo"}
	for _, rank := range h.Calls {
		words = append(words, rank.Call.String())
	}
	if h.Has(rules.Irish) {
		words = append(words, "1C", "6H", "12NT", "13C", "13NT")
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// speak says a word in both, where seat speaks and legal is all they may say, and finds whether they take it
// alike. Refused, it leaves the auction as it was.
func (r *secondReading) speak(
	a *rules.Auction, seat rules.Seat, legal []string, word string,
) (taken bool, err error) {
	before := *a
	legally := slices.Contains(legal, word)
	if err := a.Say(word); (err == nil) != legally {
		return false, fmt.Errorf("%s: legal %t, but: %v", word, legally, err)
	}
	if legally {
		r.said = append(r.said, spoken{seat, word})
	} else if *a != before {
		return false, fmt.Errorf("refusing %s changed the auction", word)
	}
	return legally, nil
}

func (r *secondReading) String() string {
	var words []string
	for _, s := range r.said {
		words = append(words, s.word)
	}
	h := r.house
	return fmt.Sprintf("%s, %s, lone %s, royalOver %t, raiseLast %t, without trumps %t, %d seats: %s",
		h.ID, h.Auction, h.Lone, h.RoyalOver, h.RaiseLast, r.noTrumps, r.seats, strings.Join(words, " "))
}

// everyAuction goes through all auctions of at most this length from here on.
func (r *secondReading) everyAuction(t *testing.T, a rules.Auction, length int) (auctions int) {
	seat, legal, err := r.agree(&a)
	if err != nil {
		t.Fatalf("%s: %v", r, err)
	}
	auctions = 1
	if length == 0 || seat == 0 {
		return auctions
	}
	for _, word := range r.sayable {
		further, before := a, len(r.said)
		taken, err := r.speak(&further, seat, legal, word)
		if err != nil {
			t.Fatalf("%s: %v", r, err)
		}
		if taken {
			auctions += r.everyAuction(t, further, length-1)
		}
		r.said = r.said[:before]
	}
	return auctions
}

// everyHouse goes through the sets that come with the product, of those with the same calls one, with every
// switch of the auction that can be set.
func everyHouse(each func(h *rules.House, withoutTrumps bool)) {
	seen := make(map[string]bool)
	for _, set := range rules.Sets() {
		var calls []rules.Call
		for _, rank := range set.Calls {
			calls = append(calls, rank.Call)
		}
		if seen[fmt.Sprint(calls)] {
			continue
		}
		seen[fmt.Sprint(calls)] = true
		for i := range 3 * 3 * 2 * 2 * 2 {
			h := *set
			h.Auction = []rules.AuctionForm{rules.AuctionOpen, rules.AuctionSingle, rules.AuctionEldestTwice}[i%3]
			h.Lone = []rules.Lone{rules.LoneRaise, rules.LoneSolo, rules.LoneThrownIn}[i/3%3]
			h.RoyalOver, h.RaiseLast = i/9%2 == 1, i/18%2 == 1
			if h.Check() == nil {
				each(&h, i/36 == 1)
			}
		}
	}
}

// TestAuctionReadTwice: two readings of §7 agree on who speaks, on what is legal and on what it comes to, in
// every auction of up to five words (three without CI=true) and in longer ones at random.
func TestAuctionReadTwice(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 11))
	houses, auctions, long := 0, 0, 0
	everyHouse(func(h *rules.House, withoutTrumps bool) {
		houses++
		words := sayable(h)
		for seats := 3; seats <= 5; seats++ {
			dealer := rules.Seat(1 + houses%seats)
			open := func() (*secondReading, rules.Auction) {
				a, err := rules.NewAuction(h, seats, dealer)
				if err != nil {
					t.Fatal(err)
				}
				if withoutTrumps {
					a.WithoutTrumps()
				}
				return &secondReading{house: h, seats: seats, dealer: dealer, noTrumps: withoutTrumps, sayable: words}, *a
			}
			length, many := 3, testenv.Share(40)
			if testenv.Whole() {
				length = 5
				if h.Calls[0].Call == rules.Irish {
					length = 4
				}
			}
			r, a := open()
			auctions += r.everyAuction(t, a, length)
			for range many {
				r, a := open()
				for {
					seat, legal, err := r.agree(&a)
					if err != nil {
						t.Fatalf("%s: %v", r, err)
					}
					if seat == 0 {
						break
					}
					// Low words more often, so that auctions are long.
					word := legal[min(random.IntN(len(legal)), random.IntN(len(legal)))]
					if random.IntN(4) == 0 {
						word = words[random.IntN(len(words))]
					}
					if _, err := r.speak(&a, seat, legal, word); err != nil {
						t.Fatalf("%s: %v", r, err)
					}
				}
				long++
			}
		}
	})
	t.Logf("%d sets, %d auctions of up to five words, %d longer ones", houses, auctions, long)
}

// TestIrishLadder says each of the 66 steps of Irish bidding after each: it must be above all the ones below.
func TestIrishLadder(t *testing.T) {
	h, _ := rules.Set("irish")
	a, err := rules.NewAuction(h, 4, 4)
	if err != nil {
		t.Fatal(err)
	}
	r := &secondReading{house: h, seats: 4, dealer: 4, sayable: append(slices.Clone(allBids), "misere")}
	if n := r.everyAuction(t, *a, 2); n != 1+66+66*65/2 {
		t.Errorf("%d auctions of up to two bids", n)
	}
}
