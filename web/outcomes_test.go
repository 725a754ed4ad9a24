package web_test

// The outcomes the table gets before a deal equal what the rules settle, for every set, table, dealer, call,
// caller, partner, bid, suit and number of tricks.

import (
	"encoding/json"
	"iter"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web/webtest"
)

// told are the outcomes as a page gets them.
type told struct {
	Players string
	Turns   int
	Says    [][]string
	Calls   map[string]struct {
		Asks, Apart []string
		Found       any
	}
}

// outcomesOf fetches what the form of a night points to, and how many bytes that took.
func outcomesOf(h *webtest.Site, night chain.NightID) (all told, bytes int) {
	h.T.Helper()
	at, ok := h.Get(webtest.NightPath(night)).Is(200).Doc.Find("#deal").Attr("data-outcomes")
	if !ok {
		h.T.Fatal("the form points to no outcomes")
	}
	fine(h.T, json.Unmarshal(h.Get(at).Is(200).Bytes, &all))
	return all, len(zipped(h, at).Is(200).Bytes)
}

// finds looks an outcome up as static/js/outcomes.js does.
func (all *told) finds(d *rules.Deal, nth int) []string {
	call, ok := all.Calls[d.Call.String()]
	if !ok {
		return nil
	}
	answer := func(asked string) int {
		switch asked {
		case "who":
			return int(max(d.Caller, d.Loser))
		case "with":
			return int(d.Partner)
		case "bid":
			return d.Bid
		case "tricks":
			return d.Tricks
		case "dealer":
			return int(d.Dealer)
		case "turn":
			return (nth - 1) % all.Turns
		}
		seat, ok := strings.CutPrefix(asked, "took-")
		if !ok {
			panic(asked)
		}
		return int(d.TricksBy[seat[0]-'0'])
	}
	found := call.Found
	for _, asked := range call.Asks {
		switch by := found.(type) {
		case map[string]any:
			if asked == "suit" {
				found = by[d.Trumps.String()]
			} else {
				found = by[strconv.Itoa(answer(asked))]
			}
		case []any:
			if n := answer(asked); n >= 0 && n < len(by) {
				found = by[n]
			} else {
				found = nil
			}
		}
	}
	if place, ok := found.(float64); ok {
		return all.Says[int(place)]
	}
	return nil
}

// everyDeal goes through all deals without mishaps that could be meant at a table with this dealer.
func everyDeal(h *rules.House, seats int, dealer rules.Seat) iter.Seq[rules.Deal] {
	return func(yield func(rules.Deal) bool) {
		goes := true
		give := func(d rules.Deal) {
			d.Seats, d.Dealer = seats, dealer
			goes = goes && yield(d)
		}
		for _, call := range []rules.Call{rules.Passed, rules.Void} {
			give(rules.Deal{Call: call, Tricks: rules.NotSaid})
		}
		misery := rules.Deal{Call: rules.GeneralMisere, Tricks: rules.NotSaid}
		for misery.Loser = 1; h.AllPass != rules.Fewest && int(misery.Loser) <= seats; misery.Loser++ {
			give(misery)
		}
		var took func(rules.Deal, int, int)
		took = func(d rules.Deal, seat, left int) {
			if seat > seats {
				if left == 0 {
					give(d)
				}
				return
			}
			for n := range left + 1 {
				d.TricksBy[seat] = int8(n)
				took(d, seat+1, left-n)
			}
		}
		if h.AllPass == rules.Fewest {
			took(rules.Deal{Call: rules.GeneralMisere, Tricks: rules.NotSaid}, 1, rules.TricksInDeal)
		}
		for _, rank := range h.Calls {
			d := rules.Deal{Call: rank.Call}
			suits := []rules.Suit{rules.NoSuit}
			if dealer == 1 || rank.Call == rules.Irish {
				suits = append(suits, rules.Suits()...)
			}
			partners, bids := 0, 0
			if rank.Call == rules.Prop {
				partners = seats
			}
			if rank.Call == rules.Irish {
				bids = rules.TricksInDeal
			}
			for d.Bid = min(1, bids); d.Bid <= bids; d.Bid++ {
				for _, d.Trumps = range suits {
					for d.Caller = 1; int(d.Caller) <= seats; d.Caller++ {
						for d.Partner = rules.Seat(min(1, partners)); int(d.Partner) <= partners; d.Partner++ {
							for d.Tricks = range rules.TricksInDeal + 1 {
								give(d)
							}
						}
					}
				}
			}
		}
	}
}

// TestOutcomesAreTheRules compares each outcome with Settle and Explain, and its money with what the rules
// have the caller win or lose.
func TestOutcomesAreTheRules(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	names := []string{"Ann", "Bob", "Cat", "Dan", "Eve"}
	type set struct {
		id     string
		change func(*rules.House)
	}
	all := []set{
		{"units", func(h *rules.House) { h.AllPass = rules.LastTrick }},
		{"sixpence", func(h *rules.House) { h.AllPass = rules.FiveOrFour }},
		{"units", func(h *rules.House) { h.AllPass = rules.Fewest }},
		{"units", func(h *rules.House) { h.Trumps = rules.TrumpsCycleNT }},
	}
	for _, h := range rules.Sets() {
		all = append(all, set{h.ID, func(*rules.House) {}})
	}
	largest := 0
	for _, set := range all {
		for seats := 3; seats <= 5; seats++ {
			shipped, _ := rules.Set(set.id)
			own := *shipped
			own.ID, own.Calls = "own", slices.Clone(shipped.Calls)
			set.change(&own)
			if own.Check() != nil || own.Has(rules.Irish) && seats == 5 {
				continue // Irish is for three; four are tried as well
			}
			h := webtest.Open(t)
			ids := h.Players(names[:seats]...)
			started := must(h.Book.StartNight(t.Context(), h.Slip(),
				ledger.NewNight{House: &own, Seats: ids, Dealer: ids[0]}))(t)
			got, bytes := outcomesOf(h, started.Night)
			largest = max(largest, bytes)
			n := 0
			for dealer := rules.Seat(1); int(dealer) <= seats; dealer++ {
				for d := range everyDeal(&own, seats, dealer) {
					n += got.compare(t, &own, d, names[:seats])
				}
			}
			t.Logf("%s, %d seats: %d deals, %d bytes", set.id, seats, n, bytes)
			if n < 700 {
				t.Errorf("%s, %d seats: only %d deals were compared", set.id, seats, n)
			}
		}
	}
	if largest > 15<<9 {
		t.Errorf("the largest outcomes weigh %d bytes", largest)
	}
}

// compare counts the outcomes it compared: one for each turn of the suits.
func (all *told) compare(t *testing.T, h *rules.House, d rules.Deal, names []string) (n int) {
	t.Helper()
	result, err := rules.Settle(h, &d)
	if err != nil {
		rests := func(s rules.Seat) bool { return s != 0 && !d.Active(s) }
		resting := rests(d.Caller) || rests(d.Partner) || rests(d.Loser) ||
			d.Sitter() != 0 && d.TricksBy[d.Sitter()] > 0
		// Who rests can't be tapped; and the form asks for no suit that the call can't have.
		if said := all.finds(&d, 1); said != nil && !resting && d.Trumps == rules.NoSuit {
			t.Fatalf("%+v can't be, and is told as %q", d, said)
		}
		return 0
	}
	account := rules.Explain(h, &d, &result, names, nil)
	for nth := 1; nth <= 2*max(1, h.NoTrumpsEach()); nth++ {
		want := []string{account.Headline, account.Money}
		if refused := d.CheckTurned(h.TurnedSuit(nth - 1)); refused != nil && d.Trumps != rules.NoTrumps {
			want = []string{refused.Error(), "", "wrong"}
		}
		if said := all.finds(&d, nth); !slices.Equal(said, want) && d.CheckTurned(rules.NoSuit) == nil {
			t.Fatalf("%+v as deal %d is told as %q, and not as %q", d, nth, said, want)
		}
		n++
	}
	if who := max(d.Caller, d.Loser); who != 0 && result.Net[who] != 0 &&
		!strings.Contains(account.Money, h.Money.Signed(result.Net[who])) {
		t.Fatalf("%+v: %s wins %d, and it says %q", d, names[who-1], result.Net[who], account.Money)
	}
	return n
}
