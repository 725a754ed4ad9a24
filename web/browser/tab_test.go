package browser_test

// A tab of the browser: what a test does in it, and what it reads there. It fails its test by itself for
// any error on the console (a breach of the content policy is one) and for any request to another host.

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/animation"
	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tab is one page open in the browser.
type tab struct {
	t    testing.TB
	ctx  context.Context
	base string
	dev  device
	away bool // the window is out of sight

	added  []page.ScriptIdentifier // scripts that run before each page's own
	wasOff atomic.Bool             // the network was cut once: complaints about that are in order
}

// openTab opens a tab on the server at base, as that device sees it.
func openTab(t testing.TB, base string, d device, wishes ...wish) *tab {
	t.Helper()
	path := aBrowser(t)
	chromium.Do(func() { startChromium(path) })
	if chromium.err != nil {
		t.Fatal(chromium.err)
	}
	v := visitorFor(t)
	ctx, cancel := context.WithTimeout(v.ctx, 10*patience)
	b := &tab{t: t, ctx: ctx, base: base}
	t.Cleanup(func() {
		if t.Failed() || b.leaves() != nil {
			v.stop()
		} else {
			visitors.Lock()
			visitors.free = append(visitors.free, v)
			visitors.Unlock()
		}
		cancel()
	})
	b.becomes(d, wishes...)
	if slices.Contains(wishes, old) {
		b.from("CSS.supports = () => false")
	}
	b.watch()
	return b
}

// leaves takes everything of this test out of its browser context.
func (b *tab) leaves() error {
	for _, id := range b.added {
		if _, err := chromedp.Call(b.ctx, page.RemoveScriptToEvaluateOnNewDocument,
			page.RemoveScriptToEvaluateOnNewDocumentParams{Identifier: id}); err != nil {
			return err
		}
	}
	if b.wasOff.Load() {
		if err := b.connects(true); err != nil {
			return err
		}
	}
	if b.away {
		if err := b.window("normal"); err != nil {
			return err
		}
	}
	if err := chromedp.Do(b.ctx, chromedp.Navigate("about:blank")); err != nil {
		return err
	}
	if _, err := chromedp.Call(b.ctx, storage.ClearDataForOrigin,
		storage.ClearDataForOriginParams{Origin: b.base, StorageTypes: "all"}); err != nil {
		return err
	}
	_, err := chromedp.Call(b.ctx, storage.ClearCookies, storage.ClearCookiesParams{})
	return err
}

// becomes shows the page as another device does, without loading it anew.
func (b *tab) becomes(d device, wishes ...wish) {
	b.t.Helper()
	if b.dev != d {
		b.dev = d
		b.screen(d.height)
	}
	feature := func(name, value string, is bool) *emulation.MediaFeature {
		if !is {
			value = ""
		}
		return &emulation.MediaFeature{Name: name, Value: value}
	}
	b.must(chromedp.Call(b.ctx, emulation.SetEmulatedMedia,
		emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			feature("prefers-color-scheme", "dark", slices.Contains(wishes, dark)),
			feature("forced-colors", "active", slices.Contains(wishes, forced)),
			feature("prefers-contrast", "more", slices.Contains(wishes, contrast)),
			feature("prefers-reduced-motion", "reduce", !slices.Contains(wishes, lively)),
		}}))
	if slices.Contains(wishes, lively) { // each frame is drawn, so few will do
		b.must(chromedp.Call(b.ctx, animation.SetPlaybackRate, animation.SetPlaybackRateParams{PlaybackRate: 8}))
	}
}

// outOfSight minimises the window. The page is laid out as before and can be measured, but no frame of it is
// drawn, so nothing can be tapped. Pages that fit themselves into the screen stay in sight: they hear of its
// size with the next frame.
func (b *tab) outOfSight() {
	b.t.Helper()
	if !eval[bool](b, `!!document.querySelector('#watch, #wall')`) {
		b.away = true
		b.must(nil, b.window("minimized"))
	}
}

func (b *tab) window(state browser.WindowState) error {
	of, err := chromedp.Call(b.ctx, browser.GetWindowForTarget, browser.GetWindowForTargetParams{})
	if err != nil {
		return err
	}
	_, err = chromedp.Call(b.ctx, browser.SetWindowBounds, browser.SetWindowBoundsParams{
		WindowID: of.WindowID, Bounds: &browser.Bounds{WindowState: state},
	})
	return err
}

// watch fails the test for errors on the console and for requests to another host.
func (b *tab) watch() {
	own, err := url.Parse(b.base)
	if err != nil {
		b.t.Fatal(err)
	}
	err = chromedp.Listen(b.ctx, func(ev any) {
		if sent, ok := ev.(*network.EventRequestWillBeSent); ok {
			if u, err := url.Parse(sent.Request.URL); err == nil && strings.HasPrefix(u.Scheme, "http") &&
				u.Host != own.Host {
				b.t.Errorf("the page asked another host: %s", sent.Request.URL)
			}
		}
	})
	if err != nil {
		b.t.Fatal(err)
	}
	messages := chromedp.Console(b.ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return // the tab is closed
			}
			if b.wasOff.Load() && strings.Contains(m.Text, "Failed to fetch") ||
				strings.Contains(m.Text, `"script-src 'none'"`) { // below the floor
				continue
			}
			if (m.Type == chromedp.ConsoleError || m.IsException()) && m.Source != "network" {
				b.t.Errorf("on the console: %s", m.Text)
			}
		}
	}()
}

func (b *tab) must(_ any, err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

// do runs steps, each within patience.
func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	for _, step := range steps {
		err := chromedp.Do(ctx, step)
		for slipped(err) && ctx.Err() == nil {
			err = chromedp.Do(ctx, step)
		}
		if err != nil {
			b.shootFailure()
			b.t.Fatalf("%v (at %s)", err, b.at())
		}
	}
}

// slipped says that what a step had found was gone before the step could touch it: a page that had just been
// left, or a part of one that came anew. Nothing has been done to it then, and the step can be taken again.
func slipped(err error) bool {
	if err != nil && strings.Contains(err.Error(), "net::ERR_ABORTED") {
		return true // the page went elsewhere by itself at that moment
	}
	said := (*cdproto.Error)(nil)
	if !errors.As(err, &said) {
		return false
	}
	for _, gone := range []string{"node with given id", "does not belong to the document", "Could not compute",
		"Cannot find context", "Execution context was destroyed", "Inspected target navigated",
		"Promise was collected"} {
		if strings.Contains(said.Message, gone) {
			return true
		}
	}
	return false
}

// ask runs an action that gives something back.
func ask[T any](b *tab, a chromedp.Action[T]) T {
	b.t.Helper()
	v, err := answered(b, a)
	if err != nil {
		b.t.Fatalf("%v (at %s)", err, b.at())
	}
	return v
}

func answered[T any](b *tab, a chromedp.Action[T]) (T, error) {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, a)
	for slipped(err) && ctx.Err() == nil {
		v, err = chromedp.Run(ctx, a)
	}
	return v, err
}

// eval runs a script in the page.
func eval[T any](b *tab, script string) T {
	b.t.Helper()
	return ask(b, chromedp.Evaluate[T](script))
}

func (b *tab) visit(path string) {
	b.t.Helper()
	b.do(chromedp.Navigate(b.base + path))
}

// at is the path the tab shows.
func (b *tab) at() string {
	where, err := chromedp.Run(b.ctx, chromedp.Location())
	if err != nil {
		return "nowhere"
	}
	return strings.TrimPrefix(where, b.base)
}

// wait waits until something that matches the CSS selector can be seen.
func (b *tab) wait(css string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.querySelector(%q)?.getClientRects().length`, css))
}

// gone waits until nothing matches.
func (b *tab) gone(css string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`!document.querySelector(%q)`, css))
}

// tap taps with a finger, or clicks where there is a mouse; not before the page is there whole and what is
// tapped has come to rest.
func (b *tab) tap(css string) { b.t.Helper(); b.tapIn(css, "scrollIntoViewIfNeeded()") }

// tapIn is tap with the call that scrolls to what is tapped.
func (b *tab) tapIn(css, scroll string) {
	b.t.Helper()
	at, err := answered(b, chromedp.Evaluate[[]float64](
		fmt.Sprintf(atRest, css, scroll), chromedp.EvalAwaitPromise))
	if err != nil {
		b.shootFailure()
		b.t.Fatalf("%s never came to rest: %v (at %s)", css, err, b.at())
	}
	if b.dev.touch {
		b.do(chromedp.TapXY(at[0], at[1]))
	} else {
		b.do(chromedp.MouseClickXY(at[0], at[1]))
	}
}

// atRest gives the middle of what can be seen, of its first line if it has several, once it has been in its
// place for two frames: what has just come anew may still be scrolled to.
const atRest = `(async sel => {
	for (let place, still = 0; ; ) {
		const e = document.readyState === 'complete' && document.querySelector(sel);
		if (e && e.checkVisibility()) {
			if (!place) e.%[2]s;
			const r = e.getClientRects()[0];
			const now = [r.x, r.y, r.width, r.height].join();
			still = now === place ? still + 1 : 0;
			place = now;
			if (still === 2) return [r.x + r.width / 2, r.y + r.height / 2];
		}
		await new Promise(requestAnimationFrame);
	}
})(%[1]q)`

// keys types into whatever has the focus: text, or kb.Tab, kb.Enter …
func (b *tab) keys(keys string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(keys))
}

// tabTo presses Tab until what has the focus matches.
func (b *tab) tabTo(css string) {
	b.t.Helper()
	for range 300 {
		b.keys(kb.Tab)
		if eval[bool](b, fmt.Sprintf("document.activeElement.matches(%q)", css)) {
			return
		}
	}
	b.t.Fatalf("Tab never came to %s", css)
}

// write types into a field, replacing what is there.
func (b *tab) write(css, text string) {
	b.t.Helper()
	b.wait(css)
	eval[string](b, fmt.Sprintf("document.querySelector(%q).value = ''", css)) // also what a script wrote
	b.do(chromedp.SendKeys(chromedp.CSS(css), text))
}

// text is what can be read there, its blanks made single. It is asked for by its selector and not by its
// node, which the page may have drawn anew meanwhile.
func (b *tab) text(css string) string {
	b.t.Helper()
	b.wait(css)
	return strings.Join(strings.Fields(eval[string](b,
		fmt.Sprintf("document.querySelector(%q)?.innerText ?? ''", css))), " ")
}

// until waits for a script to come out true, on this page or the one it leads to. The page asks itself: an
// answer that crosses three processes costs a millisecond of each.
func (b *tab) until(script string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	failed := error(nil)
	once := chromedp.Evaluate[bool](fmt.Sprintf(inTime, script), chromedp.EvalAwaitPromise)
	for {
		is, err := chromedp.Run(ctx, once)
		if is && err == nil {
			return
		}
		if ctx.Err() != nil {
			b.shootFailure()
			b.t.Fatalf("never came true (at %s): %s (%v)", b.at(), script, failed)
		}
		failed = err // of a page that goes away while it is asked, or of a part that isn't there yet
		select {
		case <-again.C:
		case <-ctx.Done():
		}
	}
}

// inTime asks every ten milliseconds, for a second: a page that is left may never answer.
const inTime = `new Promise((done, fail) => {
	const ask = left => {
		let is = false, why;
		try { is = !!(%s) } catch (e) { why = e }
		if (is || !left) why ? fail(why) : done(is);
		else setTimeout(ask, 10, left - 1);
	};
	ask(100);
})`

// offline cuts the tab off from the network, or joins it again. The page gets the same events as a real one.
func (b *tab) offline(off bool) {
	b.t.Helper()
	if off {
		b.wasOff.Store(true)
	}
	b.must(nil, b.connects(!off))
}

func (b *tab) connects(on bool) error {
	conditions := network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{}}
	if !on {
		no := true
		conditions.EmulateOfflineServiceWorker = &no
		conditions.MatchedNetworkConditions = []*network.Conditions{
			{Offline: true, DownloadThroughput: -1, UploadThroughput: -1},
		}
	}
	if _, err := chromedp.Call(b.ctx, network.EmulateNetworkConditionsByRule, conditions); err != nil {
		return err
	}
	_, err := chromedp.Call(b.ctx, network.OverrideNetworkState,
		network.OverrideNetworkStateParams{Offline: !on, DownloadThroughput: -1, UploadThroughput: -1})
	return err
}

// shot is a picture of the whole page, as on a screen high enough for all of it; not of pages that lie
// otherwise where the screen is higher than wide.
func (b *tab) shot() []byte {
	b.t.Helper()
	high := eval[int64](b, "document.documentElement.scrollHeight")
	if b.dev.width > b.dev.height && eval[bool](b, "!!document.querySelector('.watch, .wall')") {
		high = 0
	}
	b.screen(max(high, b.dev.height))
	defer b.screen(b.dev.height)
	return ask(b, chromedp.FullScreenshot(100))
}

// screen makes the device's screen so high.
func (b *tab) screen(height int64) {
	b.t.Helper()
	var opts []chromedp.EmulateViewportOption
	if b.dev.touch {
		opts = append(opts, chromedp.EmulateTouch, chromedp.EmulateMobile)
	}
	b.do(chromedp.EmulateViewport(b.dev.width, height, opts...))
}

// shootFailure leaves a picture of the screen when a test gave up, if SCREENSHOTS names a folder.
func (b *tab) shootFailure() {
	dir := os.Getenv("SCREENSHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err == nil && os.MkdirAll(dir, 0o755) == nil {
		name := filepath.Join(dir, "failed-"+strings.ReplaceAll(b.t.Name(), "/", "-")+".png")
		os.WriteFile(name, png, 0o644) // a help for the reader; the test fails anyway
	}
}
