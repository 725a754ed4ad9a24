package browser_test

// What stands still on the table: whatever is recorded, taken back, refused or told from elsewhere, nothing
// that is tapped changes its place.

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"ouverte/ledger"
	"ouverte/web/webtest"
)

// sideways is a phone held sideways.
var sideways = device{"phone-sideways", 844, 390, true}

// shifting collects the layout shifts of a page, those right after a tap too. A number written anew in a box
// that stays where it is has not moved, though its first digit has.
const shifting = `window.shifts = [];
	new PerformanceObserver(list => {
		for (const e of list.getEntries()) {
			const same = s => ['x', 'y', 'width', 'height'].every(n =>
				s.previousRect[n] === s.currentRect[n]);
			const named = e => e?.id || e?.className || e?.nodeName;
			const words = s => (s.node?.parentElement ?? s.node)?.closest?.('.again'); // others than before
			const moved = e.sources.filter(s => !same(s) && !words(s)).map(s => named(s.node) + ' ' +
				[s.previousRect, s.currentRect].map(r => [r.x, r.y, r.width, r.height].map(Math.round)).join(' → '));
			if (moved.length) shifts.push(e.value.toFixed(5) + ': ' + moved.join('; '));
		}
	}).observe({ type: 'layout-shift' });`

// places are those of everything that is tapped on the form, and below it, on the page.
const places = `[...document.querySelectorAll(
	'#deal label.k:not(.pair .k), #deal summary, #deal .record, #deal legend, .seats')]
	.map((e, i) => [i + ' ' + (e.querySelector('input')?.id ?? e.classList[0]), e.getBoundingClientRect()])
	.filter(([, r]) => r.width)
	.map(([who, r]) => who + ' ' + [r.x, r.y + scrollY, r.width, r.height].map(n => n.toFixed(2)))`

// rest waits until nothing moves any more and the last frame is drawn.
const rest = `Promise.allSettled(document.getAnimations().map(a => a.finished)).then(() =>
	new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))`

// released says that nothing is held down any more: a key sinks by a pixel while it is, and a busy browser
// lets go of it later than the answer comes.
const released = "!document.querySelector(':active')"

// still fails if anything changes its place while do does something.
func (b *tab) still(what string, do func()) {
	b.t.Helper()
	b.until(released)
	awaited(b, rest)
	before := eval[[]string](b, places)
	eval[int](b, "shifts.length = 0")
	do()
	b.until(released)
	awaited(b, rest)
	after := eval[[]string](b, places)
	if len(after) != len(before) {
		b.t.Errorf("%s at %s: %d things to tap, before there were %d", what, b.dev.name, len(after), len(before))
	}
	for i := range min(len(before), len(after)) {
		if before[i] != after[i] {
			b.t.Errorf("%s at %s: %s, was %s", what, b.dev.name, after[i], before[i])
			break
		}
	}
	if moved := eval[[]string](b, "shifts"); len(moved) > 0 {
		b.t.Errorf("%s at %s: the layout shifts by %s", what, b.dev.name, strings.Join(moved, "\n\t"))
	}
}

// awaited waits for a promise of the page.
func awaited(b *tab, promise string) {
	b.t.Helper()
	ask(b, chromedp.Evaluate[int]("("+promise+").then(() => 1)", chromedp.EvalAwaitPromise))
}

// seen fails for what can't be tapped where it is, without scrolling.
func (b *tab) seen(taps []string) {
	b.t.Helper()
	eval[int](b, "scrollTo(0, 0), 1")
	for _, css := range taps {
		if !eval[bool](b, fmt.Sprintf(`(e => {
			const r = (e.closest('label') ?? e).getBoundingClientRect();
			const on = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
			return r.y >= 0 && r.bottom <= innerHeight && (on === e || e.contains(on));
		})(document.querySelector(%q))`, css)) {
			b.t.Errorf("%s at %s can't be tapped without scrolling", css, b.dev.name)
		}
	}
}

// TestNothingJumps plays at each size: recorded, taken back, put back, told from elsewhere.
func TestNothingJumps(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	night := h.Night("hoyle", h.Players("Ann", "Bartholomew", "Cat", "Dan")...)
	b := openTab(t, h.URL(), phone, lively)
	b.from(shifting)
	b.visit(webtest.NightPath(night))
	b.ready()
	nth := 0
	row := func() {
		t.Helper()
		nth++
		b.until(fmt.Sprintf(`document.querySelectorAll('#sheet tbody tr').length === %d`, nth))
	}
	for _, d := range []device{phone, tabletUp, tablet, sideways} {
		b.becomes(d, lively)
		for what, taps := range map[string][]string{"a solo": one("solo", 1, 7), "a proposal": two(2, 3, 9)} {
			last := len(taps) - 1
			if d == sideways {
				b.seen(taps[:1])
			}
			b.taps(taps[0])
			if d == sideways { // the pairs are there once a proposal is called
				b.seen(taps[1:])
			}
			b.taps(taps[1:last]...)
			b.until(`!!document.querySelector('#result strong')`)
			b.still(what, func() { b.taps(taps[last]); row() })
		}
		b.still("taken back", func() {
			b.tap("#deal .undo")
			nth -= 2
			row()
			b.until(`document.querySelector('#deal .undo').innerText === 'Put back'`)
		})
		b.still("put back", func() { b.tap("#deal .undo"); row() })
		b.taps("#call-misere", "#who-3")
		b.still("recorded elsewhere", func() {
			h.Post(webtest.NightPath(night)+"/deals", h.Deal(night, "call=passed")).Is(303)
			row()
			b.wait("#meanwhile a")
		})
		b.tap("#meanwhile a")
	}
}

// TestAuctionHoldsStill: while an auction runs each call stays where it is, Undo too, and where one was
// tapped there is no other a moment later.
func TestAuctionHoldsStill(t *testing.T) {
	t.Parallel()
	aBrowser(t)
	h := webtest.Open(t)
	four := []string{"Ann", "Bob", "Cat", "Dan"}
	path := h.Played("units", func(n *ledger.NewNight) { n.Auction = true }, four)
	for _, d := range []device{phone, tabletUp, tablet} {
		b := openTab(t, h.URL(), d)
		b.visit(path)
		b.ready()
		was := map[string]string{}
		for i, say := range strings.Fields("pass prop solo pass misere abundance pass") {
			b.tap(fmt.Sprintf("#auction [value=%q]", say))
			b.until(fmt.Sprintf(`document.querySelectorAll('#auction .said b').length === %d && %s`, i+1, released))
			for call, at := range eval[map[string]string](b, `Object.fromEntries(
				[...document.querySelectorAll('.bidding [name=say]')].map(e => [e.value === 'cop' ? 'prop' : e.value,
					JSON.stringify([e.getBoundingClientRect().x, e.getBoundingClientRect().y + scrollY])]))`) {
				if had, stood := was[call]; stood && had != at {
					t.Errorf("on %s after %s, %s moves from %s to %s", d.name, say, call, had, at)
				}
				was[call] = at
			}
		}
		taken := map[string]string{}
		for call, at := range was {
			if other := taken[at]; other != "" {
				t.Errorf("on %s %s stands where %s stood", d.name, call, other)
			}
			taken[at] = call
		}
	}
}
