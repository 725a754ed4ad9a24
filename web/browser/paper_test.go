package browser_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"ouverte/web/webtest"
)

// TestPaperByKeyboard types an evening without touching anything.
func TestPaperByKeyboard(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("units", h.Players("Ann", "Bob", "Cat", "Dan")...)
	h.Player("Eve")
	b := openTab(t, h.URL(), laptop)
	b.visit(fmt.Sprintf("/nights/%d/paper", id))
	b.until(`document.activeElement.id === 'lines' && !!window.htmx`)
	b.keys("solo ann 5" + kb.Enter)
	b.until(`document.querySelector('#reckoned tbody td')?.textContent === '+3'`)
	b.keys("sloo bob 5" + kb.Enter)
	b.wait("#reckoned .bad .says")
	for range len("sloo bob 5") + 1 {
		b.keys(kb.Backspace)
	}
	b.keys("mis bob 0" + kb.Enter)
	b.until(
		`document.querySelectorAll('#reckoned tbody tr').length === 2 && !document.querySelector('#reckoned ` +
			`.bad')`,
	)
	b.keys("join eve" + kb.Enter + "penalty dan 1 others" + kb.Enter) // Dan had −3, and pays four
	b.until(
		`!!document.querySelector('#joined input[name="total-5"]') && document.querySelectorAll('#reckoned ` +
			`tbody tr').length === 4`,
	)
	for _, total := range []string{"2", "6", "-2", "-7", "1"} {
		b.keys(kb.Tab + total)
	}
	b.until(`!!document.querySelector('.verdict.ready')`)
	for _, on := range []device{tablet, phone, laptop} {
		b.becomes(on)
		b.measured()
		if !eval[bool](b, `[...document.querySelectorAll('#reckoned thead th + th')].every((name, i) =>
			[...document.querySelectorAll('#reckoned tfoot tr')].every(sums =>
				Math.abs(sums.cells[i + 1].getBoundingClientRect().right - name.getBoundingClientRect().right) < 2))`) {
			t.Errorf("with five the totals don't stand below their names on a %s", on.name)
		}
	}
	if eval[string](b,
		`document.getElementById('lines').value`) != "solo ann 5\nmis bob 0\njoin eve\npenalty dan 1 others\n" {
		t.Error("what is typed changed under the hand")
	}
	b.keys(kb.Enter) // in a total: as a form does
	b.until(`location.pathname === '/nights/1'`)
	if got := h.Lines(id); got != "Dan: solo Ann 5; Ann: misere Bob 0" {
		t.Fatalf("it came to %s", got)
	}
}
