package browser_test

// For everyone, in a real browser: nothing moves for those who asked for that, the screen stays awake, a
// screen reader hears what happened, and a whole evening goes without a script.

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"ouverte/web/webtest"
)

// from has a script run in every page of the tab before the page's own.
func (b *tab) from(script string) {
	b.t.Helper()
	added := must(chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: script}))(b.t)
	b.added = append(b.added, added.Identifier)
}

// moving names what on the page would move: everything with an animation or a transition.
const moving = `[...document.querySelectorAll('*')]
	.flatMap(e => ['', '::before', '::after'].map(part => [e, part, getComputedStyle(e, part)]))
	.filter(([,, s]) => s.animationName !== 'none' || s.transitionDuration !== '0s' ||
		s.scrollBehavior !== 'auto')
	.map(([e, part]) => e.tagName + '.' + e.className + part).join(' ')`

// TestNothingMoves: where the device asks for stillness nothing is animated, not even the row that arrives.
// Elsewhere round coins fly, the dealer's button appears at the next seat and crosses no other, and a fold
// opens in 150 ms.
func TestNothingMoves(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	lively, still := openTab(t, h.URL(), tablet, lively), openTab(t, h.URL(), tablet)
	for _, b := range []*tab{lively, still} {
		b.from(`window.moved = []; window.coins = 0; window.buttons = 0;
			for (const what of ['animationstart', 'transitionrun']) {
				addEventListener(what, e => moved.push(what + ' of ' + e.target.tagName), true);
			}
			const animate = Element.prototype.animate;
			Element.prototype.animate = function (frames, how) {
				moved.push('animate of ' + this.className);
				const { borderRadius } = getComputedStyle(this), [wide, high] = [this.offsetWidth, this.offsetHeight];
				if (this.matches('.flies') && borderRadius === '50%' && wide === high && wide > 0) coins++;
				if (this.matches('.disc') && !/transform|translate|left|top/.test(JSON.stringify(frames))) buttons++;
				return animate.call(this, frames, how);
			};`)
		b.visit(webtest.NightPath(night))
		b.ready()
	}
	lively.taps(one("solo", 1, 7)...)
	lively.until(`moved.length > 0`) // what is seen here is what the other must not show
	lively.until(`coins === 3 && buttons === 1 &&
		moved.filter(what => /flies|disc/.test(what)).length === 4`)
	fold := `document.querySelector('#duties').open = true, document.querySelector('#duties .rest')
		.getAnimations().map(a => a.effect.getTiming().duration).join()`
	same(t, eval[string](lively, fold), "150", "a fold opens in %q ms")
	same(t, eval[string](still, fold), "", "a fold opens in %q ms where nothing is to move")
	still.until(`document.querySelectorAll('#sheet tbody tr').length === 1`)
	still.taps(one("misere", 2, 0)...)
	still.until(`document.querySelectorAll('#sheet tbody tr').length === 2`)
	still.taps(mishaps)
	same(t, eval[string](still, moving), "", "on the table %s would move")
	if got := eval[string](still,
		`moved.concat(document.getAnimations().map(a => a.animationName)).join(', ')`); got != "" {
		t.Errorf("there moved: %s", got)
	}
	for _, path := range []string{"/", "/nights", "/stats", "/laws", "/houses",
		webtest.NightPath(night) + "/settle",
		webtest.NightPath(night) + "/table", h.Link(night)} {
		still.visit(path)
		if got := eval[string](still, moving); got != "" {
			t.Errorf("at %s %s would move", path, got)
		}
	}
}

// TestStaysWhileNobodyAnswers: a page that hears of news, and can't load it because the network is gone by
// then, stays as it is instead of giving way to the browser's own page, and comes anew when somebody answers
// again.
func TestStaysWhileNobodyAnswers(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	table, seats, watch := webtest.NightPath(night), webtest.NightPath(night)+"/table", h.Link(night)
	var cut atomic.Bool
	asked := make(chan *http.Request, 100)
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if cut.Load() && (r.URL.Path == table || r.URL.Path == seats || r.URL.Path == watch) {
			select {
			case asked <- r:
			default: // asked often enough
			}
			panic(http.ErrAbortHandler)
		}
		h.Handler.ServeHTTP(w, r)
	}))
	h.Server.Config.ErrorLog = log.New(io.Discard, "", 0)
	tabs := map[string]*tab{}
	for _, path := range []string{table, seats, watch} {
		b := openTab(t, h.URL(), phone)
		b.wasOff.Store(true)
		b.visit(path)
		eval[bool](b, `window.stays = true`)
		tabs[path] = b
	}
	cut.Store(true)
	fine(t, h.Book.EndWatches(context.Background(), night))
	h.Closes(night)
	for met := map[string]bool{}; len(met) < 3; {
		select {
		case r := <-asked:
			if r.Header.Get("HX-Request") == "" {
				t.Fatalf("%s is given up for what can't be had", r.URL.Path)
			}
			met[r.URL.Path] = true
		case <-time.After(patience):
			t.Fatalf("only these were told: %v", met)
		}
	}
	for path, b := range tabs {
		if !eval[bool](b, `window.stays === true`) {
			t.Errorf("%s was loaded anew", path)
		}
	}
	cut.Store(false)
	for path, says := range map[string]string{table: "main", seats: ".lost h2", watch: ".lost h2"} {
		b := tabs[path]
		eval[bool](b, `dispatchEvent(new Event('online'))`)
		b.until(fmt.Sprintf(`!window.stays && document.querySelector(%q) !== null`, says))
	}
}

// TestStaysAwake: the pages that lie on the table or stand across the room ask for the screen to stay on, and
// again when they are shown again; a browser that refuses, or has no such thing, is no trouble.
func TestStaysAwake(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	link := h.Link(night)
	b := openTab(t, h.URL(), tablet)
	b.from(`window.awake = []; Object.defineProperty(navigator, 'wakeLock', {value: {request: async what => {
			awake.push(document.hidden ? 'while hidden' : what);
			if (location.hash === '#refused') throw new DOMException('not now', 'NotAllowedError');
			return {};
		}}, configurable: true});
		window.show = shown => {
			Object.defineProperty(document, 'hidden', {value: !shown, configurable: true});
			return document.dispatchEvent(new Event('visibilitychange'));
		};
		if (location.hash === '#none') {
			delete navigator.wakeLock;
			Object.defineProperty(navigator, 'wakeLock', {value: undefined});
		}`)
	for path, asks := range map[string]bool{webtest.NightPath(night): true, link: true,
		webtest.NightPath(night) +
			"#refused": true, webtest.NightPath(night) + "#none": false, "/laws": false, "/nights": false} {
		b.visit("/nights") // the same address with another hash is no new page
		b.visit(path)
		b.until(`document.readyState === 'complete'`)
		if !asks {
			eval[bool](b, `show(false) && show(true)`)
			if got := eval[string](b, `awake.join()`); got != "" {
				t.Errorf("%s asks for %q", path, got)
			}
			continue
		}
		b.until(`awake.join() === 'screen'`)
		eval[bool](b, `show(false)`)
		if got := eval[string](b, `awake.join()`); got != "screen" {
			t.Errorf("%s asks for %q when it is hidden", path, got)
		}
		eval[bool](b, `show(true)`)
		b.until(`awake.join() === 'screen,screen'`)
	}
}

// TestItIsHeard: live regions that were there before say, in whole sentences, the effect of a tap and each
// record, take-back or refusal.
func TestItIsHeard(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	b := openTab(t, h.URL(), laptop)
	b.visit(webtest.NightPath(night))
	b.ready()
	eval[bool](b, `window.regions = ['result', 'notice', 'meanwhile'].map(id => document.getElementById(id)), `+
		`regions.every(r => r.matches('[role=status][aria-live=polite]'))`)
	hears := func(id, want string) {
		t.Helper()
		b.until(fmt.Sprintf(`document.getElementById(%q).innerText.replace(/\s+/g, ' ').trim() === %q`, id, want))
		if !eval[bool](
			b,
			fmt.Sprintf(`regions.includes(document.getElementById(%q)) && `+
				`document.getElementById(%[1]q).matches('[role=status][aria-live=polite]')`, id),
		) {
			t.Errorf("#%s is not the live region it was: what is new in a new one is not read out", id)
		}
	}
	b.taps("#call-solo", "#who-1")
	hears("result", "How many tricks did Ann take?")
	b.taps("#tricks-7")
	hears("result", "Ann makes solo, two over 8d from each: Ann +2s")
	b.taps(record)
	hears("notice", "Ann makes solo, two over Deal 1 recorded: 8d from each.")
	b.tap("#deal .undo")
	hears("notice", "Deal 1 was taken back.")
	b.tap(".put-back button")
	hears("notice", "Deal 1 is back on the sheet.")
	b.taps("#call-misere", "#who-2")
	h.Post(webtest.NightPath(night)+"/deals", h.Deal(night, "call=solo&who=2&tricks=5")).Is(303)
	hears("meanwhile",
		"Deal 2 was just recorded on the tablet: Bob makes solo: 6d from each. Yours would be deal 3. "+
			"The same: clear mine Another: keep mine")
	if !eval[bool](b, `document.querySelectorAll('#call-misere:checked, #who-2:checked').length === 2 &&
		document.querySelector('.seat.deals').dataset.seat === '2'`) {
		t.Error("what was half entered is gone, or the dealer isn't the next")
	}
	b.tap("[data-drop]")
	b.gone(".meanwhile")
	h.Post(webtest.NightPath(night)+"/deals", h.Deal(night, "call=solo&who=3&tricks=5")).Is(303)
	hears("notice", "Cat makes solo Deal 3: 6d from each.")
	for css, want := range map[string]string{
		"#call-solo": "Solo, five tricks, 6d", "#call-misere": "Misère, no tricks, 1s",
	} {
		if got := b.accessibleName(css); got != want {
			t.Errorf("%s is heard as %q, not %q", css, got, want)
		}
	}
}
