package browser_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ouverte/web"
	"ouverte/web/webtest"
)

// TestPairWithATablet pairs a tablet as people do: the keeper makes a code, the tablet types it, records, is
// turned out while it looks on, and reads so.
func TestPairWithATablet(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t, func(o *web.Options) { o.Who = nil })
	night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	h.URL()
	// the tablet asks by another name than this machine's, as it must from elsewhere
	base := strings.Replace(h.URL(), "127.0.0.1", "ouverte.localhost", 1)
	b := openTab(t, base, tablet)
	b.visit(fmt.Sprintf("/nights/%d", night))
	b.wait("form.pair")
	keeper := openTab(t, h.URL(), tablet)
	keeper.visit("/keeper")
	keeper.tap("#let-in details > summary")
	keeper.tap(".kinds button")
	keeper.wait(".fresh .code")
	code := keeper.text(".fresh .code")
	b.write("#code", strings.ToLower(code))
	b.write("#name", "The tablet")
	b.tap("form.pair button")
	b.wait("#deal") // the table it was let in for
	keeper.until(`document.querySelector('#let-in h2').textContent.includes('The tablet is in')`)
	tablet := h.Book.Devices()[len(h.Book.Devices())-1]
	same(t, tablet.Name, "The tablet", "the device is called %q")
	fine(t, h.Book.TurnOut(context.Background(), tablet.ID))
	b.wait("form.pair") // nobody touched the tablet: the page it had open is gone by itself
	same(t, b.text("main h2"), "This device isn’t known here", "it says %q")
}
