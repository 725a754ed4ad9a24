package browser_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"ouverte/web/webtest"
)

// small is what a screen of 1280 by 1024 is at four times its size.
var small = device{"at 400 %", 320, 256, false}

// underBars goes to everything that can have the focus, as Tab does, and names the first that a bar covers.
const underBars = `(() => {
	document.querySelectorAll('main details').forEach(d => { d.open = true; });
	scrollTo(0, 0);
	const bars = [...document.querySelectorAll('main *')].filter(bar =>
		getComputedStyle(bar).position === 'sticky' && bar.innerText.trim());
	for (const at of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
		if (!at.checkVisibility()) continue;
		at.focus();
		if (document.activeElement !== at) continue; // it can't be used just now
		const seen = (at.closest('label') ?? at).getBoundingClientRect();
		for (const bar of bars) {
			const r = bar.getBoundingClientRect();
			if (!bar.contains(at) && Math.min(seen.right, r.right) - Math.max(seen.left, r.left) > 1 &&
				Math.min(seen.bottom, r.bottom) - Math.max(seen.top, r.top) > 1) {
				return at.outerHTML.slice(0, 80) + ' lies under ' + bar.outerHTML.slice(0, 60);
			}
		}
	}
	return '';
})()`

// stuck names a bar that sticks and takes more than one of so many parts of the screen.
const stuck = `[...document.querySelectorAll('body *')].filter(e =>
	['sticky', 'fixed'].includes(getComputedStyle(e).position) && e.checkVisibility() &&
	e.getBoundingClientRect().height > innerHeight / %d).map(e => e.outerHTML.slice(0, 80)).join()`

// TestBarsThatStick cover nothing that has the focus, on a tablet, on a phone and at 400 %; there none takes
// more than a quarter of the screen.
func TestBarsThatStick(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	players := h.Players("Ann", "Bob", "Cat", "Dan", "Eve", "Fred")
	night := h.Night("hoyle", players[:5]...)
	h.Plays(night, "solo ann 5")
	start := "/?do=keep&seats=1&seats=2&seats=3&seats=4&dealer=1&house=hoyle&scale=1&name=&date=2026-11-20"
	for _, path := range []string{
		webtest.NightPath(night) + "/paper", webtest.NightPath(night) + "/penalties",
		webtest.NightPath(night) + "/people",
		webtest.NightPath(night) + "/deals/1", start, "/houses/new?from=hoyle", "/laws",
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			b := openTab(t, h.URL(), laptop)
			for _, d := range []device{laptop, phone, small} {
				b.becomes(d)
				b.visit(path)
				if under := eval[string](b, underBars); under != "" {
					t.Errorf("at %s: %s", d.name, under)
				}
				if bars := eval[string](b, fmt.Sprintf(stuck, 4)); d == small && bars != "" {
					t.Errorf("at %s a bar takes more than a quarter of the screen: %s", d.name, bars)
				}
			}
		})
	}
}

// TestLargeLettersLeaveRoom: with the browser's own letters at 175 and 200 % no bar that sticks takes more
// than a third of a phone.
func TestLargeLettersLeaveRoom(t *testing.T) { // alone: other tabs have these letters, too
	h, night := webtest.FourOfUs(t)
	h.Plays(night, "solo ann 5")
	b := openTab(t, h.URL(), phone)
	letters := func(size int64) {
		b.must(chromedp.Call(b.ctx, page.SetFontSizes, page.SetFontSizesParams{
			FontSizes: &page.FontSizes{Standard: size}}))
	}
	defer letters(16) // the browser keeps them
	for _, size := range []int64{28, 32} {
		letters(size)
		table := webtest.NightPath(night)
		for _, path := range []string{"/", "/houses/new?from=hoyle", table, webtest.SettlePath(night),
			table + "/table", table + "/paper", table + "/penalties", table + "/deals/1"} {
			b.visit(path)
			if bars := eval[string](b, fmt.Sprintf(stuck, 3)); bars != "" {
				t.Errorf("%s with letters of %d pixels has a bar too high: %s", path, size, bars)
			}
		}
	}
}
