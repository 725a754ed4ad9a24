package browser_test

// Two devices at one table, the same call once more, and what is heard and felt of a deal recorded.

import (
	"strconv"
	"strings"
	"testing"

	"ouverte/web/webtest"
)

// TestEnteredOnce: a deal begun on one device records nothing, and each device follows what the other
// records. The last call and caller are filled in with one tap. Where movement is welcome the money moves and
// the device ticks; each deal is said aloud, from any device, where somebody switched that on, and a tap
// silences it.
func TestEnteredOnce(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	h.Plays(night, "prop ann cat 8")
	one1, other := openTab(t, h.URL(), phone, lively), openTab(t, h.URL(), tablet)
	one1.from(`window.felt = []; window.heard = []; window.hushed = 0; window.coins = 0;
		navigator.vibrate = ms => felt.push(ms);
		Object.defineProperty(window, 'speechSynthesis', { value: {
			speak: words => heard.push(words.text), cancel: () => hushed++,
		} });
		new MutationObserver(all => {
			for (const m of all) for (const e of m.addedNodes) if (e.className === 'flies') coins++;
		}).observe(document, { childList: true, subtree: true });`)
	for _, b := range []*tab{one1, other} {
		b.visit(webtest.NightPath(night))
		b.ready()
	}
	version := eval[string](other, `document.querySelector('#sheet').dataset.version`)
	one1.tap(".again")
	if !eval[bool](one1, `['#call-prop', '#pair-1-3'].every(id => document.querySelector(id).checked)`) {
		t.Error("the last call isn't filled in with one tap")
	}
	if now := eval[string](other, `document.querySelector('#sheet').dataset.version`); now != version {
		t.Error("the deal that is only begun was recorded")
	}
	eval[bool](other, `document.querySelector('#deal [name=call]').focus(), true`)
	other.keys("2")   // solo
	other.tap(record) // lights up what is missing
	other.until(`document.querySelector('#ask-who.missing') && document.activeElement.name === 'who' &&
		document.querySelector('#result').textContent === 'Not recorded yet. Who called it?'`)
	other.keys("\x1b")
	one1.keys("\x1b") // cleared
	other.until(`document.querySelector('#notice').checkVisibility() && !document.querySelector('#result').textContent`)
	one1.taps(two(1, 3, 8)...)
	one1.until(`document.querySelectorAll('#sheet tbody tr').length === 2 &&
		coins === 4 && felt.join() === '15'`)
	if eval[int](one1, "heard.length") != 0 {
		t.Error("there was a voice nobody had asked for")
	}
	one1.taps(".menu.page > summary", "#aloud", ".menu.page > summary")
	one1.until(`heard.length === 1`) // how it sounds
	other.taps(".again", "#tricks-9", record)
	one1.until(`document.querySelectorAll('#sheet tbody tr').length === 3 && heard.length === 2`)
	if said := eval[string](one1, "heard[1]"); !strings.HasSuffix(said, "sevenpence from each. Cat deals.") {
		t.Errorf("of another device's deal it says %q", said)
	}
	was := strconv.Itoa(eval[int](one1, "hushed"))
	if !eval[bool](one1, `dispatchEvent(new Event('pointerdown')), hushed > `+was) {
		t.Error("a tap doesn't silence it")
	}
	other.tap(".save .undo")
	one1.until(`heard.at(-1) === 'Deal 3 was taken back. Bob deals.' &&
		document.querySelector('#notice').textContent.trim() === 'Deal 3 was taken back.'`)
	other.tap(".save .undo")
	other.until(`document.querySelectorAll('#sheet tbody tr').length === 3`)
	if n := h.NightNow(night); len(n.Rows) != 3 {
		t.Errorf("the book has %d rows", len(n.Rows))
	}
}

// TestTapsBelongToPeople: a deal is filled in on the tablet when the organiser starts the next round. The
// form comes empty, in the very swap that brings the others, and one tap records the deal where it belongs.
func TestTapsBelongToPeople(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(8, 2)
	fire := h.MeetingNow(id).Tables[0].ID
	b := openTab(t, h.URL(), tablet)
	b.visit(webtest.NightPath(fire))
	b.ready()
	taps := one("solo", 2, 5)
	b.taps(taps[:len(taps)-1]...)
	b.until(`document.querySelector('#tricks-5').checked`)
	eval[bool](b, `window.wrong = 0, new MutationObserver(() => {
		const names = [...document.querySelectorAll('#deal .seat')].map(s => s.dataset.name).join();
		window.before ??= names;
		if (names !== before && document.querySelector('#deal [name=call]:checked')) wrong++;
	}).observe(document.querySelector('#deal'), { childList: true, subtree: true, attributes: true }), true`)
	h.Get(webtest.MeetingPath(id)).Agrees(h, id).Is(303)
	b.wait("#meanwhile .late")
	const asks = "Round 2 has begun. Bob’s solo belonged to round 1: record it there?"
	if says := b.text("#meanwhile p"); says != asks {
		t.Errorf("says %q", says)
	}
	if eval[bool](b, `wrong > 0 ||
		!!document.querySelector('#deal :is([name=call], [name=who], [name=tricks]):checked')`) {
		t.Error("the taps stayed for others")
	}
	b.tap("#meanwhile .late")
	b.until(`document.querySelectorAll('#sheet tbody tr').length === 1 && !document.querySelector('.late')`)
	n := h.NightNow(fire)
	if len(n.Deals) != 1 || n.Deals[0].Round != 1 || n.Deals[0].Names[1] != "Bob" {
		t.Errorf("recorded %+v", n.Deals)
	}
	b.measured()
}

// TestTakenBackInAnyOrder: the answer to Take back and what the stream says of it come in any order. Put back
// stays, and the coins of the deal before don't fly again.
func TestTakenBackInAnyOrder(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	h.Plays(night, "misère ann 0", "misère bob 0")
	b := openTab(t, h.URL(), tablet, lively)
	b.from(`window.coins = 0; window.swaps = 0;
		new MutationObserver(all => {
			for (const m of all) for (const e of m.addedNodes) if (e.className === 'flies') coins++;
		}).observe(document, { childList: true, subtree: true });
		const real = window.fetch, frame = window.requestAnimationFrame;
		window.requestAnimationFrame = then => frame(() => setTimeout(then, 60)); // a slow tablet
		let heard, told = new Promise(then => heard = then);
		window.fetch = async (url, options) => {
			const answer = await real(url, options);
			if (String(url).includes('/now')) {
				const text = await answer.clone().text();
				setTimeout(heard, 15);
				swaps++;
			}
			if (String(url).includes('take-back')) await told; // its answer comes while the page waits for a frame
			return answer;
		};`)
	b.visit(webtest.NightPath(night))
	b.ready()
	b.tap(".save .undo")
	b.until(`swaps > 0 && document.querySelector('.save .undo')?.textContent === 'Put back'`)
	eval[bool](b, `setTimeout(() => requestAnimationFrame(() => window.later = true), 300), true`)
	b.until(`window.later`)
	if got := b.text(".save .undo"); got != "Put back" {
		t.Errorf("the strip offers %q after the stream's answer", got)
	}
	if flew := eval[int](b, "coins"); flew != 0 {
		t.Errorf("%d coins flew when a deal was taken back", flew)
	}
}
