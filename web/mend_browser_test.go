package web_test

// Putting right in a real browser, on a tablet and on a phone.

import (
	"context"
	"fmt"
	"testing"

	"ouverte/ledger"
)

func init() {
	screens = append(screens,
		screen{name: "deal", open: func(h *house) string {
			path, _, deals := h.threeDeals()
			return path + fmt.Sprint(deals[1])
		}},
		screen{name: "deal-change", open: func(h *house) string {
			path, _, deals := h.threeDeals()
			return path + fmt.Sprint(deals[0]) + "/change"
		}, then: func(b *tab) {
			b.wait("#deal.quick")
			b.taps("#dealer-1", "#tricks-9")
			b.wait("#effect .save button")
		}},
		screen{name: "deal-history", open: func(h *house) string {
			path, id, deals := h.threeDeals()
			h.mends(id, ledger.Mend{Do: ledger.Remove, Deal: deals[0], Saw: ledger.EntryID(deals[0]), Reason: "typed twice"})
			return path + fmt.Sprint(deals[0])
		}},
		screen{name: "deal-effect", open: func(h *house) string {
			path, _, deals := h.threeDeals()
			return path + fmt.Sprintf("%d/effect?do=remove&saw=%d", deals[0], deals[0])
		}},
	)
}

// mends puts something right behind the page's back.
func (h *house) mends(id ledger.NightID, m ledger.Mend) {
	h.t.Helper()
	if _, err := h.book.Mend(context.Background(), h.slip(), id, m); err != nil {
		h.t.Fatal(err)
	}
}

// TestPuttingRightByTouch changes a deal, puts one in, and takes one out, from the table's sheet on.
func TestPuttingRightByTouch(t *testing.T) {
	for _, on := range []device{tablet, phone} {
		t.Run(on.name, func(t *testing.T) {
			t.Parallel()
			h := openHouse(t)
			_, id, deals := h.threeDeals()
			b := openTab(t, h.url(), on)
			b.visit(fmt.Sprintf("/nights/%d", id))
			b.tap(fmt.Sprintf("#deal-%d th a", deals[0]))
			b.wait(".mending")
			b.tap(`.mending a[href$="/change"]`)
			b.ready()
			b.taps("#tricks-7")
			b.until(`document.querySelector('#effect .lead')?.textContent.includes('two over')`)
			b.taps("#tricks-8") // what it changes follows each tap
			b.until(`document.querySelector('#effect .lead')?.textContent.includes('three over')`)
			b.taps("#effect .save button")
			b.until(`location.search === '?did=correct'`)
			if got := h.sums(id); got != "Ann -3 Bob 9 Cat 33 Dan -39" {
				t.Fatalf("it came to %s", got)
			}

			b.taps(`.mending a[href$="/before"]`)
			b.ready()
			b.taps("#call-passed", "#deal .record")
			b.wait("#effect .save button")
			b.taps("#effect .save button")
			b.until(`location.search === '?did=insert'`)
			if got := h.lines(id); got != "Dan: pass; Ann: solo Ann 8; Bob: misere Bob 0; Cat: abundance Cat 9" {
				t.Fatalf("it came to %s", got)
			}

			b.taps(`.mending form:has([value="remove"]) button`)
			b.wait("#effect .save button")
			b.taps("#effect .save button")
			b.until(`location.search === '?did=remove'`)
			if got := h.lines(id); got != "Dan: solo Ann 8; Ann: misere Bob 0; Bob: abundance Cat 9" {
				t.Fatalf("it came to %s", got)
			}
		})
	}
}

// TestPuttingRightWithoutScript does so with plain forms.
func TestPuttingRightWithoutScript(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	path, id, deals := h.threeDeals()
	b := openTab(t, h.url(), phone, noScript)
	b.visit(path + fmt.Sprint(deals[0]) + "/change")
	b.taps("#tricks-7", "#deal .record")
	b.wait("#effect .save button")
	b.taps("#effect .save button")
	b.wait(".versions .stands")
	if got := h.sums(id); got != "Ann -6 Bob 10 Cat 34 Dan -38" {
		t.Fatalf("it came to %s", got)
	}
}
