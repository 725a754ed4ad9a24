package browser_test

import (
	"testing"

	"ouverte/web/webtest"
)

// TestFirstVisitInABrowser goes both ways in with a real browser: the first visit, and, from another browser,
// the pairing page and the keeper's link.
func TestFirstVisitInABrowser(t *testing.T) {
	t.Parallel()
	h := webtest.Unkept(t)
	b := openTab(t, h.URL(), laptop)
	b.visit("/nights")
	b.wait("main")
	if got := b.text("main h2"); got == "This browser isn’t known here" {
		t.Error("the first browser isn't let in")
	}
	b.visit("/keeper")
	b.wait(".devices li")
	other := openTab(t, h.URL(), laptop)
	other.visit("/nights")
	other.wait("form.pair")
	secret := must(h.Book.MakeLink(0))(t)
	other.visit("/pair/" + secret)
	other.visit("/keeper")
	other.wait(".devices li:nth-child(2)")
	if h.Book.UseLink(secret) {
		t.Error("the link is still good")
	}
}
