package browser_test

import (
	"fmt"
	"testing"

	"ouverte/web/webtest"
)

// TestPeopleByTouch lets one come and another go.
func TestPeopleByTouch(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	h.Player("Eve")
	b := openTab(t, h.URL(), phone)
	b.visit(fmt.Sprintf("/nights/%d", id))
	b.taps(".menu.page summary", `.menu.page a[href$="/table"]`)
	b.wait("#seat2")
	b.taps("#seat2")
	b.wait(`#seat2[aria-pressed=true]`)
	b.taps("#p5")
	b.wait(`[value="lend:2:2"]`)
	b.taps(`[value="lend:2:2"]`)
	b.until(`document.querySelector('.follows').textContent.includes('Eve plays for Bob')`)
	b.taps(`#people [value=sit]`)
	b.until(`location.pathname === '/nights/1'`)
	if got := h.TableNow(id); got != "Ann Eve for Bob Cat Dan | Dan" {
		t.Fatalf("at the table: %s", got)
	}
	b.ready()
	b.taps(one("solo", 2, 5)...) // Eve plays, Bob wins
	b.until(`!!document.querySelector('#sheet tbody tr')`)
	if got := h.Sums(id); got != "Ann -6 Bob 18 Cat -6 Dan -6 Eve 0" {
		t.Fatalf("it came to %s", got)
	}
}
