package browser_test

import (
	"fmt"
	"testing"

	"ouverte/ledger"
	"ouverte/web/webtest"
)

// TestAgreeingByTouch: after Record one of the others taps their name.
func TestAgreeingByTouch(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id, _ := h.Agreeing()
	b := openTab(t, h.URL(), phone)
	b.visit(fmt.Sprintf("/nights/%d", id))
	b.ready()
	b.taps(one("solo", 2, 6)...)
	b.until(`document.querySelector('#sheet .agree .label')?.textContent.includes('deal 2')`)
	b.fine()
	b.taps(`#sheet .agree button[value="4"]`)
	b.until(`document.querySelector('#sheet .agree .label')?.textContent.includes('deal 1')`)
	if d := h.NthDeal(id, 2); d.Agreed.State != ledger.Agreed || d.Agreed.Name != "Dan" {
		t.Fatalf("it is %v", d.Agreed)
	}
	b.until(`document.querySelector('#notice').textContent === 'Dan agreed to deal 2.'`)
	if eval[bool](b, `!!document.querySelector('#deal .undo')`) {
		t.Error("beside “Dan agreed” stands a button that takes the deal back")
	}
	b.tap(`#sheet .agree a[href$="#dispute"]`)
	b.until(`document.querySelector('#dispute')?.open`)
}
