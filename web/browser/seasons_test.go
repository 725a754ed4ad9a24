package browser_test

import (
	"testing"

	"ouverte/web/webtest"
)

// TestSeasonOnPaper: a season prints on one page, without what is tapped.
func TestSeasonOnPaper(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t, webtest.On("2026-11-20 20:00"))
	h.Seasons()
	b := openTab(t, h.URL(), phone)
	b.visit("/seasons/2025")
	same(t, b.printed(), 1, "it prints on %d pages")
	b.paper(true)
	if got := eval[string](b, `[...document.querySelectorAll('.chip, button, .button')]
		.filter(e => e.checkVisibility()).map(e => e.innerText).join()`); got != "" {
		t.Errorf("on paper there is to tap: %s", got)
	}
}
