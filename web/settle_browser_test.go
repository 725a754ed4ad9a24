package web_test

// An evening played to its end in a real browser, on a tablet and on a phone.

import (
	"context"
	"fmt"
	"testing"

	"ouverte/ledger"
)

func init() {
	screens = append(screens,
		screen{name: "settle", open: func(h *house) string { return settlePath(h.threePlayed()) }},
		screen{name: "settle-all", open: func(h *house) string {
			id := h.threePlayed()
			h.does(h.get(settlePath(id)), ".fold form[action$=costs]", "payer", "2", "amount", "4s", "what", "Beer and crisps", "for", "1,2,3,4").is(303)
			if _, err := h.book.Penalise(context.Background(), h.slip(), id, ledger.Penalty{By: 2, Kitty: true, Amount: 7, Reason: "shuffled"}); err != nil {
				h.t.Fatal(err)
			}
			page := h.get(settlePath(id))
			h.does(page, ".pays li:nth-child(1) .whole").is(303)
			return settlePath(id) + "?by=banker&coin=6"
		}, then: func(b *tab) { b.tap("#bowl summary") }},
		screen{name: "balances", open: func(h *house) string {
			h.does(h.get(settlePath(h.threePlayed())), ".closing form").is(303)
			h.plays(h.night("hoyle", 1, 2, 3, 4), "solo bob 7")
			return "/balances"
		}, then: func(b *tab) { b.taps(".stands details summary", "details.paper > summary") }},
		screen{name: "statement", open: func(h *house) string {
			h.does(h.get(settlePath(h.threePlayed())), ".closing form").is(303)
			h.does(h.get("/balances"), ".debts li:first-child .whole").is(303)
			h.plays(h.night("hoyle", 1, 2, 3, 4), "solo bob 7")
			return "/players/1/statement"
		}},
		screen{name: "settle-why", open: func(h *house) string { return settlePath(h.threePlayed()) + "/why/4" }},
		screen{name: "settle-closed", open: func(h *house) string {
			id := h.threePlayed()
			page := h.get(settlePath(id))
			h.does(page, "#pay1-2 .whole").is(303)
			h.does(h.get(settlePath(id)), ".closing form").is(303)
			return settlePath(id) + "?did=closed"
		}},
		screen{name: "settle-next-time", open: func(h *house) string {
			h.does(h.get(settlePath(h.threePlayed())), ".closing form").is(303)
			return settlePath(h.night("hoyle", 1, 2, 3, 4))
		}},
		screen{name: "table-next-time", open: func(h *house) string {
			h.does(h.get(settlePath(h.threePlayed())), ".closing form").is(303)
			return nightPath(h.night("hoyle", 1, 2, 3, 4))
		}},
	)
}

// TestEveningToItsEnd settles a night from the table on: the last round, a payment in part, one in full and taken back, the
// close, the seal, and the same on a page that only looks.
func TestEveningToItsEnd(t *testing.T) {
	for _, on := range []device{tablet, phone} {
		t.Run(on.name, func(t *testing.T) {
			t.Parallel()
			h := openHouse(t)
			id := h.threePlayed()
			b := openTab(t, h.url(), on)
			other := openTab(t, h.url(), phone)
			other.visit(settlePath(id))
			b.visit(nightPath(id))
			b.tap(".bar .primary")
			b.wait("#settle")

			b.tap("#last form:first-child button")
			b.until(`document.querySelector('#last p')?.textContent.includes('the last deal')`)
			b.tap("#pay4-3 summary")
			b.write("#pay4-3 input[name=amount]", "1s 6d")
			b.tap("#pay4-3 details button")
			b.until(`document.querySelector('#pay4-3 .who b')?.textContent === '1s. 6d.'`)
			other.until(`document.querySelector('#pay4-3 .who b')?.textContent === '1s. 6d.'`)
			b.tap("#pay4-3 .whole button")
			b.gone("#pay4-3")
			b.tap("#pay1-2 .whole button")
			b.gone("#pay1-2")
			if got := h.open(id); got != "Ann 0 Bob 0 Cat 0 Dan 0" {
				t.Fatalf("all was ticked, and it stands at %s", got)
			}
			b.tap(".pays .posted li:last-child button")
			b.wait("#pay1-2")
			b.tap(".closing button")
			b.wait(".seal")
			n := h.nightNow(id)
			if got := b.text(".seal"); got != n.Seal || n.Open {
				t.Errorf("the seal reads %q, the book has %q", got, n.Seal)
			}
			other.wait(".seal")
			if got := other.text(".seal"); got != n.Seal {
				t.Errorf("on the other phone it reads %q", got)
			}
			slate, err := h.book.Slate(context.Background(), n.Money, nil)
			if err != nil || fmt.Sprint(slate) != "[{1 Ann -12} {2 Bob 12}]" {
				t.Errorf("on the slate is %v, %v", slate, err)
			}
		})
	}
}

// TestEveningToItsEndWithoutScript does the same with plain forms.
func TestEveningToItsEndWithoutScript(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	id := h.threePlayed()
	b := openTab(t, h.url(), phone, noScript)
	b.visit(settlePath(id))
	b.tap("#pay4-3 .whole button")
	b.gone("#pay4-3")
	b.tap("#pay1-2 .whole button")
	b.gone("#pay1-2")
	b.tap(".closing button")
	b.wait(".seal")
	if n := h.nightNow(id); n.Open || b.text(".seal") != n.Seal {
		t.Errorf("open: %v, seal %q", n.Open, n.Seal)
	}
}
