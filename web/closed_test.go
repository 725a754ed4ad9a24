package web_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/web/webtest"
)

// over closes a night and returns its last page.
func over(h *webtest.House, id ledger.NightID) *webtest.Answer {
	h.T.Helper()
	h.Closes(id)
	return h.Get(webtest.NightPath(id)).Is(200)
}

func TestTheLastPage(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	ids := h.Players("Ann", "Bob", "Cat", "Dan")
	id := h.Night("hoyle", ids...)
	h.Plays(id, "solo bob 5", "misere ann 0", "solo ann 5", "solo cat 4")
	h.Does(h.Get(webtest.SettlePath(id)), "#pays li:first-child .whole").Is(303)
	page := over(h, id)
	page.Says(".taken h2", "Ann takes the night, +4s 7d").Says(".taken header p", "ahead since deal 2").
		Has(1, ".taken .lines .turn").Says(".taken .turn title", "From deal 2 Ann was ahead").Has(4, ".ended li").
		Says(".ended li:first-child", "Ann+4s 7d").Has(1, ".last-payments .state.paid").
		Has(1, ".keepsake #picture").Has(1, `.bar form[action="/nights"] .primary`)
	page.Says(".last-payments h2", "Three payments, two left for next time")
	if n := h.NightNow(id); page.Text(".keepsake .seal") != n.Seal ||
		!strings.Contains(page.Text("#handon"), n.Seal) {
		t.Errorf("the seal is %s", page.Text(".keepsake .seal"))
	}

	// A second evening of the same, and one that two take.
	id = h.Night("hoyle", ids...)
	h.Plays(id, "solo bob 5", "misere ann 0", "misere ann 0")
	over(h, id).Says(".taken header p", "ahead since deal 2; two evenings in a row")
	id = h.Night("hoyle", ids...)
	h.Plays(id, "passed")
	over(h, id).Says(".taken h2", "Nobody is up, nobody is down").Has(0, ".taken header p").
		Says(".last-payments h2", "Nobody owes anybody anything").Has(0, ".taken .turn")
	id = h.Night("hoyle", ids...)
	h.Plays(id, "prop ann bob 8")
	over(h, id).Says(".taken h2", "Ann and Bob take the night, +6d each").Has(0, ".taken header p")
	id = h.Night("units", ids...)
	h.Plays(id, "misere ann 0", "solo ann 5")
	over(h, id).Says(".taken header p", "ahead from the first deal to the last").Has(0, ".last-payments .coin")
}

// TestAheadSince compares who led since when with a second reading of the sheet, on nights at random.
func TestAheadSince(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	ids := h.Players("Ann", "Bob", "Cat", "Dan")
	names := []string{"ann", "bob", "cat", "dan"}
	dice := rand.New(rand.NewPCG(3, 5))
	for range 12 {
		id := h.Night("hoyle", ids...)
		for range 1 + dice.IntN(9) {
			h.Plays(id, "solo "+names[dice.IntN(4)]+" "+strconv.Itoa(dice.IntN(14)))
		}
		n := h.NightNow(id)
		var sums [][4]int64 // after each deal
		var now [4]int64
		for i := range n.Deals {
			for _, net := range n.Deals[len(n.Deals)-1-i].Nets {
				now[net.Player-ids[0]] += net.Amount
			}
			sums = append(sums, now)
		}
		best, since := -1, 0
		for p := range 4 {
			ahead := true
			for q := range 4 {
				ahead = ahead && (p == q || now[p] > now[q])
			}
			if ahead {
				best = p
			}
		}
		for deal := len(sums) - 1; deal >= 0 && best >= 0; deal-- {
			led := true
			for q := range 4 {
				led = led && (q == best || sums[deal][best] > sums[deal][q])
			}
			if !led {
				break
			}
			since = deal + 1
		}
		want := "ahead since deal " + strconv.Itoa(since)
		switch {
		case since == 0:
			want = ""
		case since == 1:
			want = "ahead from the first deal to the last"
		case since == len(sums):
			want = "decided by the last deal"
		}
		got, _, _ := strings.Cut(over(h, id).Text(".taken header p"), "; ")
		if got != want && !(want == "" && strings.HasSuffix(got, "in a row")) {
			t.Errorf("%v: %q, not %q", sums, got, want)
		}
	}
}
