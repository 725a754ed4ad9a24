package browser_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"ouverte/web"
	"ouverte/web/webtest"
)

// TestTapsKeepTheFocus: on an empty book a tap beside the field of names leaves the focus where it was
// tapped, so that no tablet opens its keyboard.
func TestTapsKeepTheFocus(t *testing.T) {
	t.Parallel()
	b := openTab(t, webtest.Open(t).URL(), tablet)
	b.visit("/")
	b.write("[name=newname]", "Ann, Bob and Cat")
	b.tap(".newcomer button")
	b.wait("#seat3")
	for _, tapped := range []string{"#seat1", "#draw", "button[value='play:units']"} {
		b.tap(tapped)
		b.until("!document.querySelector('.htmx-request')")
		b.until(fmt.Sprintf("document.activeElement === document.querySelector(%q)", tapped))
		b.wait(tapped)
		if b.shows("[autofocus]") {
			t.Errorf("after %s a field asks for the focus", tapped)
		}
	}
}

// TestTapsQuickerThanTheAnswers holds the answers back: all that is tapped, typed and changed meanwhile is
// there when they come, in its order, and the same tap twice is one.
func TestTapsQuickerThanTheAnswers(t *testing.T) {
	t.Parallel()
	held := func(t *testing.T, said string, players ...string) *tab {
		h := webtest.Open(t)
		h.Players(players...)
		b := openTab(t, h.URL(), tablet)
		b.visit("/?" + said)
		eval[bool](b, `window.fetch = (fetch => async (...asked) => {
			while (!window.quick) await new Promise(then => setTimeout(then, 10));
			return fetch(...asked);
		})(window.fetch), true`)
		return b
	}
	answers := func(b *tab) { eval[bool](b, "window.quick = true") }
	t.Run("names that are known", func(t *testing.T) {
		b := held(t, "", "Ann", "Bob", "Cat", "Dan")
		for _, who := range []string{"#p2", "#p2", "#p1", "#p4", "#p4", "#p3"} {
			b.tap(who)
		}
		answers(b)
		b.until(`document.querySelector('.seating [role=status]').innerText === 'Bob, Ann, Dan and Cat sit.'`)
	})
	t.Run("names that are typed", func(t *testing.T) {
		b := held(t, "")
		b.keys("Ann\rBob\rCat\rDa")
		answers(b)
		b.until(`document.querySelector('.seating [role=status]').innerText === 'Ann, Bob and Cat sit.'`)
		if left := eval[string](b, "document.querySelector('[name=newname]').value"); left != "Da" {
			t.Errorf("what was typed on is %q", left)
		}
	})
	t.Run("an answer that doesn't come", func(t *testing.T) {
		b := held(t, "", "Ann", "Bob", "Cat", "Dan")
		b.wasOff.Store(true) // that it fails is said on the console
		eval[bool](b, `window.fetch = (fetch => (() => {
			let asked = 0;
			const failed = () => Promise.reject(new TypeError('Failed to fetch'));
			return (...of) => fetch(...of).then(answer => ++asked === 4 ? failed() : answer);
		})())(window.fetch), true`)
		for _, tap := range []string{"#p1", "#p2", "#p3", "#p4", "button[value=start]"} {
			b.tap(tap)
		}
		answers(b)
		b.wait(".unreached")
		if sit := b.text(".seating [role=status]"); sit != "Ann, Bob and Cat sit." || b.at() == "/nights/1" {
			t.Errorf("without Dan's answer %q, at %s", sit, b.at())
		}
	})
	t.Run("rounds, and the lot", func(t *testing.T) {
		b := held(t, "do=keep&house=units&scale=1&"+webtest.Chosen(8), webtest.Fifteen[:8]...)
		b.tap(".length:last-child summary")
		b.write("#rounds", "11")
		b.tap("#lot")
		answers(b)
		b.wait("#lot[aria-pressed=true]")
		if rounds := eval[string](b, "document.querySelector('#rounds').value"); rounds != "11" {
			t.Errorf("%s rounds", rounds)
		}
	})
}

// TestPlainHTTPAtHome plays over a name of the home network, where the browser sends less about itself than
// it does to its own machine: the forms must still be known as ours; and the
// words for a message can be copied, though there is no clipboard.
func TestPlainHTTPAtHome(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t, func(o *web.Options) { o.Hosts = []string{"parlour.test"} })
	h.Players("Ann", "Bob", "Cat")
	b := openTab(t, strings.Replace(h.URL(), "127.0.0.1", "parlour.test", 1), tablet)
	b.visit("/?do=keep&seats=1&seats=2&seats=3&dealer=1&scale=1&house=units&name=Friday+night")
	b.tap("button[value=start]")
	b.gone("#start")
	night := h.OnlyNight()
	h.Plays(night.ID, "solo ann 5")
	b.visit(webtest.SettlePath(night.ID))
	b.tap("#tell summary")
	b.wait("#copy")
	eval[bool](b, `addEventListener('copy', () => { const a = document.activeElement; window.took = `+
		`a.value.slice(a.selectionStart, a.selectionEnd) }), true`)
	b.tap("#copy")
	b.until(`document.querySelector('#copy').textContent === 'Copied'`)
	same(t, b.text("#byhand"), "Copied. Paste it where you like.", "said is: %s")
	if !eval[bool](b, `!navigator.clipboard && window.took.includes('Ann') && window.took === `+
		`document.querySelector('#handon').value`) {
		t.Errorf("copied was %q", eval[string](b, `String(window.took)`))
	}
	eval[bool](b, `document.execCommand = () => false, true`)
	b.tap("#copy")
	b.until(`document.querySelector('#byhand').textContent.includes('copy them yourself')`)
	if !eval[bool](b, `(a => a.id === 'handon' && a.selectionStart === 0 && a.selectionEnd === `+
		`a.value.length)(document.activeElement)`) {
		t.Error("what can't be copied is not marked")
	}
	b.measured()
}

// TestNothingIsLostInASwap keeps what a swap must not touch: an opened fold, a half-typed name, the focus.
func TestNothingIsLostInASwap(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Players("Ann", "Bob", "Cat")
	b := openTab(t, h.URL(), laptop)
	b.visit("/")
	b.tap(".wishes summary")
	b.wait("[name=auction]")
	eval[bool](
		b,
		`(document.querySelector('[name=auction]').scrollIntoView({ block: 'center' }), true)`,
	) // out from under the bar at the foot
	b.tap("[name=auction]")
	b.write("[name=newname]", "Zo")
	b.tap("#p1")
	b.wait("#seat1")
	b.until(`document.activeElement.id === 'p1'`)
	if !eval[bool](b,
		`document.querySelector('.wishes').open && document.querySelector('[name=auction]').checked && `+
			`document.querySelector('[name=newname]').value === 'Zo'`) {
		t.Errorf(
			"the swap closed the fold, or lost what was chosen in it, or the half-typed name: %v",
			eval[string](b,
				`[document.querySelector('.wishes').open, document.querySelector('[name=auction]').checked, `+
					`document.querySelector('[name=newname]').value].join()`),
		)
	}
}

// TestStartOffline taps without a network: the page says so and keeps everything, and the next tap with one
// goes through.
func TestStartOffline(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Players("Ann", "Bob", "Cat")
	b := openTab(t, h.URL(), tablet)
	b.visit("/")
	b.tap("#p1")
	b.wait("#seat1")
	b.offline(true)
	b.tap("#p2")
	b.wait(".unreached")
	b.measured()
	b.offline(false)
	b.tap("#p2")
	b.wait("#seat2")
	b.gone(".unreached")
}

// TestLedHereFromElsewhere: a link on another site, such as a messenger's, opens a code to pair with; one to
// the keeper's page stops before it, and the visitor goes on from our own page.
func TestLedHereFromElsewhere(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	code, _, err := h.Book.MakeCode(context.Background(), web.Scorer)
	if err != nil {
		t.Fatal(err)
	}
	b := openTab(t, h.URL(), laptop)
	elsewhere := func() {
		t.Helper()
		b.do(
			chromedp.Navigate("data:text/html," + url.PathEscape(fmt.Sprintf(`<!doctype html><title>Elsewhere</title>
			<p><a id="pair" href="%[1]s/pair/%[2]s">the code</a>
			<a id="keeper" href="%[1]s/keeper">the book</a>`, h.URL(), code))),
		)
	}
	elsewhere()
	b.tap("#pair")
	b.wait("form.pair")
	same(t, b.text("main header p"), "It may record deals and put them right.",
		"a code from elsewhere: %q")
	elsewhere()
	b.tap("#keeper")
	b.wait(".lost")
	same(t, b.text(".lost h2"), "Sent from another page", "to the keeper's page: %q")
	b.tap(".lost a[href='/keeper']")
	b.wait(".keeper")
}

// TestThreeTablesSideBySide: none of three tables stands alone below the others, a number that is typed has a
// pressed key of its own, and so has one that is no longer offered.
func TestThreeTablesSideBySide(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Players(webtest.Dozens...)
	b := openTab(t, h.URL(), tablet)
	b.visit("/?do=keep&" + webtest.Chosen(11) + "&house=units&scale=1&name=Friday+night")
	b.until(`document.querySelectorAll('.part').length === 3`)
	b.until(`new Set([...document.querySelectorAll('.part')].map(one => one.offsetTop)).size === 1`)
	b.wait("#rounds6[aria-pressed=true]")
	b.tap(".length:last-child summary")
	b.write("#rounds", "5")
	b.keys("\t")
	b.until(`document.querySelector('.length:last-child [aria-pressed=true]')?.innerText.startsWith('5')`)
	if got := eval[string](b, `document.querySelector('#rounds').value`); got != "5" {
		t.Errorf("%s rounds are asked for", got)
	}
	b.taps("#per8", "#minutes20")
	b.wait("#minutes20[aria-pressed=true]")
	b.wait("#per8[aria-pressed=true]")
	b.fits(" with three tables")
}
