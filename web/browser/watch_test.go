package browser_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"ouverte/web/webtest"
)

var television = device{"television", 1920, 1080, false}

// TestTheTelevisionsEndIsWhole: the whole last page is on a screen that nobody scrolls, and no amount breaks
// in two on it, nor beside the seal later.
func TestTheTelevisionsEndIsWhole(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	ids := h.Players("Ann", "Bob", "Cat", "Dan")
	id := h.Night("hoyle", ids...)
	h.Plays(id, "declared ann 13", "declared bob 7", "solo ann 5", "misère cat 0", "declared ann 13",
		"declared bob 7", "abundance dan 9", "declared cat 9", "declared ann 13", "declared bob 7")
	link := h.Link(id)
	b := openTab(t, h.URL(), television)
	b.visit(link)
	whole := `[...document.querySelectorAll('.places li > b, .ended .strong')].every(one => {
		const words = document.createRange();
		words.selectNodeContents(one);
		return new Set([...words.getClientRects()].map(r => Math.round(r.top))).size === 1;
	}) && document.documentElement.scrollHeight <= innerHeight`
	h.Closes(id)
	b.wait(".ending .taken + [aria-label='Worth telling']")
	b.until(whole)
	b.until(`[...document.querySelectorAll(".ending .paper")]
		.every(p => p.getBoundingClientRect().bottom <= innerHeight)`)
}

// TestWatchLive has a phone look on while the table records, is closed, opened and closed again, ends its
// link, and is seen no more. Nobody keeps a seal that no longer holds, also not who was off
// the network meanwhile.
func TestWatchLive(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	b := openTab(t, h.URL(), phone)
	b.visit(h.Link(id))
	for nth, line := range []string{"solo ann 5", "pass", "abundance cat 8"} {
		h.Plays(id, line)
		b.until(fmt.Sprintf(`document.querySelectorAll('#sheet tbody tr').length === %d`, nth+1))
	}
	same(t, b.text(".said strong"), "Cat loses abundance, one short", "the last deal is told as %q")
	must(h.Book.CloseNight(context.Background(), h.Slip(), id, 0))(t)
	sealed := func() {
		t.Helper()
		b.until(`document.querySelector('.seal')?.textContent === ` + strconv.Quote(h.NightNow(id).Seal))
	}
	reopen := func() {
		t.Helper()
		must(h.Book.ReopenNight(context.Background(), h.Slip(), id, ""))(t)
	}
	ended := func() {
		t.Helper()
		b.until(
			`document.querySelector('main h2')?.textContent === 'The evening is closed, and so is this link'`,
		)
	}
	sealed()
	b.offline(true) // opened, played on and closed again while nobody could tell
	reopen()
	h.Plays(id, "mis dan 0")
	h.Closes(id)
	b.until(noNews)
	b.fits(" without news")
	b.offline(false)
	sealed()
	b.until(upToDate)
	reopen()
	ended()

	b.visit(h.Link(id))
	b.until(`document.querySelector('#sheet') !== null`)
	b.offline(true)
	h.Closes(id)
	reopen()
	b.offline(false)
	ended()

	b.visit(h.Link(id))
	b.until(`document.querySelector('#sheet') !== null`)
	fine(t, h.Book.EndWatches(context.Background(), id))
	b.until(`document.querySelector('main h2')?.textContent === 'Nothing to see here any more'`)
}
