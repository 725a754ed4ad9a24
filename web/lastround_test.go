package web_test

// The last round: how many deals are agreed on, and what is called a fair end is one.

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/web/webtest"
)

func TestLastRound(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	page := h.Get(webtest.SettlePath(id)).
		Says("#last p", "After one more deal everybody will have dealt equally often.").
		Says("#last form:first-child button", "One more deal, then we stop")
	h.Does(page, "#last form:first-child").Is(303)
	h.Get(webtest.SettlePath(id)).
		Says("#last p", "Last round: this is the last deal; everybody will have dealt equally often.")
	h.Get(webtest.NightPath(id)).Tells("#deal .duty", "Last round: this is the last deal").
		Has(1, "#sheet[data-aloud*=' deals.']")
	h.Plays(id, "solo bob 5")
	h.Get(webtest.NightPath(id)).Tells("#deal .duty", "The last round is played").
		Has(1, "#sheet[data-aloud]").Has(0, "#sheet[data-aloud*=' deals.']")
	h.Does(h.Get(webtest.SettlePath(id)), "#last form").Is(303)
	page = h.Get(webtest.SettlePath(id)).
		Says("#last p", "Everybody at the table has dealt equally often: now is a fair moment to stop.").
		Has(3, "#last form")
	if duties := h.Get(webtest.NightPath(id)).Text("#deal .duty"); strings.Contains(duties, "ast round") {
		t.Errorf("the table still says %q", duties)
	}
	// Any other number is agreed as well, and said without promising that it comes out alike.
	h.Does(page, "#last form.other", "more", "6").Is(303)
	h.Get(webtest.SettlePath(id)).Says("#last p", "Last round: six more deals, then we stop.")
}

// dealtBy lets these deal one after another, out of turn too, and records that all passed.
func dealtBy(h *webtest.Site, id chain.NightID, dealers ...chain.PlayerID) {
	h.T.Helper()
	for _, dealer := range dealers {
		n := h.NightNow(id)
		if n.Table[n.Dealer-1].Player != dealer {
			must(h.Book.ChangeTable(context.Background(), h.Slip(), id, n.Version,
				ledger.TableChange{Dealer: dealer}))(h.T)
		}
		h.Plays(id, "pass")
	}
}

// TestFairEndIsTrue: where somebody was passed over when it came to dealing, no end is called fair that
// isn't.
func TestFairEndIsTrue(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	five := h.Players("Ann", "Bob", "Cat", "Dan", "Eve")
	ann, bob, cat, dan, eve := five[0], five[1], five[2], five[3], five[4]
	for _, c := range []struct {
		seats   int
		dealers []chain.PlayerID
		next    chain.PlayerID
		says    string
	}{
		{5, []chain.PlayerID{dan, eve, ann, bob}, cat,
			"After one more deal everybody will have dealt, and sat out, equally often."},
		{5, []chain.PlayerID{dan, eve, bob, cat}, dan,
			"A full round is five more deals. Not everybody will have dealt, and sat out, equally often."},
		{5, []chain.PlayerID{dan, eve, bob, cat}, ann,
			"After one more deal everybody will have dealt, and sat out, equally often."},
		{5, []chain.PlayerID{dan, eve, bob, cat, ann}, bob,
			"Everybody at the table has dealt, and sat out, equally often: now is a fair moment to stop."},
		{4, []chain.PlayerID{dan, bob, dan}, ann,
			"A full round is four more deals. Not everybody will have dealt equally often."},
		{4, []chain.PlayerID{ann, cat}, dan,
			"A full round is four more deals. Not everybody will have dealt equally often."},
		{4, []chain.PlayerID{ann, cat, bob}, dan, "After one more deal everybody will have dealt equally often."},
		{4, []chain.PlayerID{ann, ann, bob, cat, dan, bob}, cat,
			"After two more deals everybody will have dealt equally often."},
		{3, []chain.PlayerID{ann, cat}, bob, "After one more deal everybody will have dealt equally often."},
	} {
		id := h.Night("units", five[:c.seats]...)
		dealtBy(h, id, c.dealers...)
		if n := h.NightNow(id); n.Table[n.Dealer-1].Player != c.next {
			must(h.Book.ChangeTable(context.Background(), h.Slip(), id, n.Version,
				ledger.TableChange{Dealer: c.next}))(t)
		}
		page := h.Get(webtest.SettlePath(id)).Says("#last p", c.says)
		if strings.Contains(c.says, "full round") {
			h.Does(page, "#last form:first-child").Is(303)
			if says := h.Get(webtest.SettlePath(id)).Text("#last p"); strings.Contains(says, "equally often") {
				t.Errorf("agreed, it says %q", says)
			}
		}
	}
}

// TestFairEndHolds: after dealers at random, what the page promises is played and counted; and where it
// promises nothing, no number of deals would have made it so.
func TestFairEndHolds(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	five := h.Players("Ann", "Bob", "Cat", "Dan", "Eve")
	r := rand.New(rand.NewPCG(4, 2))
	promised, refused := 0, 0
	for range 24 {
		seats := 3 + r.IntN(3)
		id := h.Night("units", five[:seats]...)
		for range r.IntN(seats + 2) {
			if r.IntN(3) == 0 {
				dealtBy(h, id, five[r.IntN(seats)])
			} else {
				h.Plays(id, "pass")
			}
		}
		dealt, rested := map[string]int{}, map[string]int{}
		alike := func() bool {
			for _, counts := range []map[string]int{dealt, rested} {
				for _, times := range counts {
					if times != counts["Ann"] {
						return false
					}
				}
			}
			return len(dealt) == seats && len(rested) == max(0, seats-4)*seats
		}
		count := func(names []string, dealer int) {
			dealt[names[dealer]]++
			if seats > 4 {
				rested[names[(dealer+seats-1)%seats]]++
			}
		}
		n := h.NightNow(id)
		for _, d := range n.Deals {
			count(d.Names, int(d.Deal.Dealer)-1)
		}
		says := h.Get(webtest.SettlePath(id)).Text("#last p")
		if strings.HasPrefix(says, "A full round is ") {
			refused++
			for more := range 4 * seats {
				if alike() {
					t.Errorf("%d seats, %d deals: after %d more it would be fair, and it says %q", seats, len(n.Deals),
						more, says)
				}
				count(n.SeatNames(), (int(n.Dealer)-1+more)%seats)
			}
			continue
		}
		promised++
		words, more := "no one two three four five six seven eight nine ten eleven twelve", 0
		if rest, ok := strings.CutPrefix(says, "After "); ok {
			more = slices.Index(strings.Fields(words), strings.Fields(rest)[0])
		}
		for range more {
			dealer := int(h.NightNow(id).Dealer) - 1
			count(n.SeatNames(), dealer)
			h.Plays(id, "pass")
		}
		if !alike() {
			t.Errorf("%d seats, after %d deals it said %q; %d later they dealt %v and sat out %v", seats,
				len(n.Deals), says, more, dealt, rested)
		}
		if says := h.Get(webtest.SettlePath(id)).Text("#last p"); !strings.HasPrefix(says,
			"Everybody at the table has dealt") {
			t.Errorf("then it says %q", says)
		}
	}
	if promised < 5 || refused < 5 {
		t.Errorf("%d promises and %d without", promised, refused)
	}
}
