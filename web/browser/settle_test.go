package browser_test

// An evening played to its end in a real browser.

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"ouverte/web/webtest"
)

// TestTapsMoveNothing: after a tap on a settle page that is scrolled, the tapped element is where it was, to
// the pixel, and the focus is on the next thing to do. What the close asks is in sight.
func TestTapsMoveNothing(t *testing.T) {
	t.Parallel()
	for _, on := range []device{phone, tabletUp, tablet} {
		t.Run(on.name, func(t *testing.T) {
			t.Parallel()
			h := webtest.Open(t)
			id := h.ThreePlayed()
			b := openTab(t, h.URL(), on)
			b.visit(webtest.SettlePath(id))
			eval[bool](b, `document.querySelector('#pay4-3').scrollIntoView({block: 'center'}), true`)
			const close = `document.querySelector('#close').getBoundingClientRect().top`
			before := eval[float64](b, close)
			b.tap("#close")
			b.until(`(r => r.top > 0 && r.bottom < innerHeight)` +
				`(document.querySelector('.ask .closing button').getBoundingClientRect()) && ` + released)
			if now := eval[float64](b, close); now != before {
				t.Errorf("the close was at %g and is at %g once it asks", before, now)
			}
			b.tap("#close")
			for _, tap := range []struct{ on, then, focus string }{
				{"#pay1-2 .whole button", ".pays li:first-child .done", "tick-pay4-3"},
				{"#pay4-3 .whole button", ".pays li:last-child .done", "close"},
				{".pays li:last-child .quiet", "#pay4-3", "tick-pay4-3"},
			} {
				b.tap(tap.on)
				b.wait(tap.then)
				b.until(`document.activeElement?.id === ` + strconv.Quote(tap.focus))
			}
			b.tap("#ways > summary")
			const ways = `Math.round(document.querySelector('#ways').getBoundingClientRect().top)`
			eval[bool](b, `document.querySelector('#ways').scrollIntoView({block: 'center'}), true`)
			before = eval[float64](b, ways)
			b.tap(`#ways [value="fell"]`)
			b.until(`document.querySelector('.pays header p')?.textContent.includes('what fell')`)
			if now := eval[float64](b, ways); now != before {
				t.Errorf("the ways to pay were at %g and are at %g once one was chosen", before, now)
			}
			b.tap(`#ways [value="fewest"]`)
			b.until(`document.querySelector('.pays header p')?.textContent.includes('done with fewer')`)
			eval[bool](b, `document.querySelector('#pay4-3').scrollIntoView({block: 'center'}), true`)
			const place = `[scrollY, document.querySelector('.pays li:last-child').getBoundingClientRect().top] + ''`
			was := eval[string](b, place)
			b.tap("#pay4-3 .whole button")
			b.wait(".pays li:last-child .done")
			if now := eval[string](b, place); was != now {
				t.Errorf("scrolled and at %s before the tap, %s after it", was, now)
			}
		})
	}
}

// TestLastPageStays: what is marked as paid on the last page is where it was, and the focus is on the next.
func TestLastPageStays(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	h.Closes(id)
	b := openTab(t, h.URL(), phone)
	b.visit(webtest.NightPath(id))
	eval[bool](b, `document.querySelector('.last-payments form').scrollIntoView({block: 'center'}), true`)
	const place = `Math.round(document.querySelector('.last-payments li').getBoundingClientRect().top)`
	before := eval[int](b, place)
	b.tap(".last-payments form button")
	b.wait(".last-payments .paid")
	b.until(`document.activeElement?.textContent.trim() === 'Mark as paid'`)
	if now := eval[int](b, place); now != before {
		t.Errorf("it was at %d before the tap and is at %d after it", before, now)
	}
}

// TestSettleWhileTyping: a page with something half typed says what happened meanwhile, keeps what is typed,
// and is brought up to date once nothing is typed any more. The refused form is typed too. Where it hears
// nothing it says since when.
func TestSettleWhileTyping(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.ThreePlayed()
	b := openTab(t, h.URL(), phone)
	b.visit(webtest.SettlePath(id))
	b.tap("#costs > summary")
	b.write("#costs input[name=what]", "Ale")
	h.Plays(id, "solo ann 7")
	b.until(`document.querySelector('#news')?.textContent.includes('Deal 4: Ann')`)
	if got := eval[string](b, `document.querySelector('#costs input[name=what]').value`); got != "Ale" {
		t.Errorf("what was typed reads %q", got)
	}
	eval[bool](
		b,
		`document.querySelector('#costs input[name=what]').scrollIntoView({block: 'end'}), true`,
	) // where one types, at the foot of a long page
	b.until(`scrollY > 400 && (r => r.height > 20 && r.top >= 0 && r.bottom <= ` +
		`innerHeight)(document.querySelector('#news .notice').getBoundingClientRect())`)
	h.Plays(id, "mis bob 1")
	b.until(`document.querySelector('#news')?.textContent.includes('Deal 5: Bob')`)
	b.tap("#costs input[name=what]")
	b.keys(kb.End + kb.Backspace + kb.Backspace + kb.Backspace)
	b.until(
		fmt.Sprintf(
			`+document.querySelector('#settle').dataset.version === %d && !document.querySelector('#news .notice')`,
			h.NightNow(id).Version,
		),
	)

	b.write("#costs input[name=amount]", "x")
	b.tap("#costs button")
	b.wait("#costs form .says")
	h.Plays(id, "solo cat 5")
	b.until(`document.querySelector('#news')?.textContent.includes('Deal 6: Cat')`)
	if got := eval[string](b, `document.querySelector('#costs input[name=amount]').value`); got != "x" {
		t.Errorf("what was refused reads %q", got)
	}
	b.write("#costs input[name=amount]", "1s")
	b.write("#costs input[name=what]", "Ale")
	eval[bool](b, `(s => { s.selectedIndex = 2; return s.dispatchEvent(new Event('change', {bubbles: true})); })(
		document.querySelector('#costs [name=payer]'))`)
	b.tap("#costs button")
	b.until(`document.querySelector('.did')?.textContent.trim() === 'The cost is in the settlement.' && ` +
		`!document.querySelector('#news .notice')`)
	h.Plays(id, "solo dan 5") // what was sent is half entered no more
	b.until(fmt.Sprintf(`+document.querySelector('#settle').dataset.version === %d`, h.NightNow(id).Version))

	b.offline(true)
	b.until(noNews)
	b.offline(false)
	b.until(upToDate)
}

// TestOwnTapIsNews: where the stream tells of a tap of one's own before its answer is there, and the answer
// comes before the fetch it caused, the page doesn't say that it has no news.
func TestOwnTapIsNews(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	b := openTab(t, h.URL(), tablet)
	b.visit(webtest.SettlePath(h.ThreePlayed()))
	eval[bool](b, `(() => {
		const sends = fetch, waits = setTimeout;
		window.setTimeout = (then, ms) => waits(then, ms === 5000 ? 1500 : ms);
		window.fetch = async (url, how) => {
			const answer = await sends(url, how);
			await new Promise(then => waits(then, how?.method === 'POST' ? 300 : 1000));
			if (how?.method !== 'POST') waits(() => { window.fetched = true; }, 1500);
			return answer;
		};
		new MutationObserver(() => { window.said ||= document.querySelector('#away').textContent; })
			.observe(document.querySelector('#away'), { childList: true });
		return true;
	})()`)
	b.tap(".pays .whole button")
	b.until(`document.querySelector('.pays .paid') && window.fetched`)
	if said := eval[string](b, `window.said ?? ''`); said != "" {
		t.Errorf("after a tap that was answered it says %q", said)
	}
}
