package browser_test

// The evening of webtest.Played, in each way there is of using a page: with a finger, by the keyboard alone,
// by what is read aloud alone, and with a finger where no script of ours starts.

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ouverte/web/webtest"
)

// TestPlayedByTouch plays at three sizes, where nothing moves under a finger.
func TestPlayedByTouch(t *testing.T) {
	t.Parallel()
	for _, d := range []device{phone, tabletUp, tablet} {
		h := webtest.Open(t)
		b := openTab(t, h.URL(), d)
		b.plays(h, b.touches)
	}
}

// TestPlayedByKeyboard also holds how far Tab has to go.
func TestPlayedByKeyboard(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	b := openTab(t, h.URL(), laptop)
	b.plays(h, b.tabs)
}

// TestPlayedAsHeard finds what to press by its role and its name alone.
func TestPlayedAsHeard(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	b := openTab(t, h.URL(), laptop)
	b.plays(h, b.hears)
}

// plays plays the evening: after each step what is to be seen then is there, and a form at the table is in
// the hands of its script before the next.
func (b *tab) plays(h *webtest.Site, does func(webtest.Step)) {
	b.t.Helper()
	b.visit("/")
	for _, step := range webtest.Played() {
		does(step)
		if step.Then != "" {
			b.until(step.Seen() + settled)
		}
	}
	webtest.PlayedWell(b.t, h.Book, b.text(".seal"))
}

// settled says that nothing is under way on a page, and that its scripts have it.
const settled = ` && document.readyState === 'complete' && !document.querySelector('.htmx-request') &&
	(!window.htmx || !document.querySelector('#deal:not(.quick)'))`

// touches taps, or types. Where the page stays, so does the tapped element, or, if that is gone, something
// that was in sight: nothing scrolls the page away.
func (b *tab) touches(step webtest.Step) {
	b.t.Helper()
	if step.Text != "" {
		b.write(step.CSS, step.Text)
		return
	}
	if b.dev == phone && strings.HasPrefix(step.CSS, ".bar a") && !b.shows(step.CSS) { // its menu has it
		b.tap(".menu.page summary")
		step.CSS = ".menu.page a" + strings.TrimPrefix(step.CSS, ".bar a")
	}
	b.until(fmt.Sprintf(`document.querySelector(%q)?.checkVisibility()`, step.CSS) + settled)
	eval[int](b, fmt.Sprintf(`(e => {
		const r = e.getBoundingClientRect(), on = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
		if (!(on?.closest('label')?.contains(e) || e.contains(on))) e.scrollIntoView({ block: 'center' });
		const near = [.2, .35, .5, .65, .8]
			.map(part => document.elementFromPoint(innerWidth / 2, innerHeight * part))
			.filter(e => e.closest('main') && !e.closest('.save'));
		window.touched = [e, ...near].map(e => [e, e.getBoundingClientRect().y]);
	})(document.querySelector(%q)), 1`, step.CSS))
	b.tapIn(step.CSS, "getClientRects()")
	if step.Then != "" {
		b.until(step.Seen() + settled)
	}
	awaited(b, rest)
	// A key that is still held sinks by a pixel.
	if moved := eval[[]float64](b, `(([own, ...near]) => {
		const by = ([e, y]) => e.isConnected && e.checkVisibility() ? [e.getBoundingClientRect().y - y] : [];
		const all = own && by(own).length ? by(own) : near.flatMap(by);
		return all.every(by => Math.abs(by) > 1) ? all : [];
	})(window.touched ?? [])`); len(moved) > 0 &&
		step.Then != "#effect .save button" { // the page is led to the answer
		b.t.Errorf("a tap on %s (%s) at %s moves %v", step.CSS, step.Name, b.dev.name, moved)
	}
}

// mostTabs is how often Tab is pressed at most between two steps.
const mostTabs = 60

// tabs comes to it by Tab, and from one answer of a question to another by the arrows.
func (b *tab) tabs(step webtest.Step) {
	b.t.Helper()
	is := fmt.Sprintf("document.activeElement.matches(%q)", step.CSS)
	near := fmt.Sprintf(`(e => e.type === 'radio' && document.activeElement.name === e.name)(
		document.querySelector(%q))`, step.CSS)
	for n := 0; !eval[bool](b, is); n++ {
		if n == mostTabs {
			b.t.Fatalf("Tab doesn't come to %s within %d", step.CSS, n)
		}
		if eval[bool](b, near) {
			b.keys(kb.ArrowDown)
		} else {
			b.keys(kb.Tab)
		}
	}
	b.presses(step)
}

// presses types into what has the focus, or presses it.
func (b *tab) presses(step webtest.Step) {
	switch {
	case step.Text != "":
		b.keys(step.Text)
	case step.Role == "radio" || step.Role == "checkbox":
		b.keys(" ")
	default:
		b.keys(kb.Enter)
	}
}

// hears gives the focus to what is read aloud so, and presses it or types.
func (b *tab) hears(step webtest.Step) {
	b.t.Helper()
	at := b.read(step)
	if _, err := chromedp.Call(b.ctx, dom.Focus, dom.FocusParams{BackendNodeID: at}); err != nil {
		b.t.Fatalf("%s %q can't be focused: %v", step.Role, step.Name, err)
	}
	b.presses(step)

}

// read waits until something of the step's role is read aloud whose name begins so.
func (b *tab) read(step webtest.Step) cdp.BackendNodeID {
	b.t.Helper()
	for range 200 {
		if at := b.aloud(step); at != 0 {
			return at
		}
		ask(b, chromedp.Evaluate[bool](`new Promise(r => setTimeout(r, 50, true))`, chromedp.EvalAwaitPromise))
	}
	b.shootFailure()
	b.t.Fatalf("no %s is read aloud as %q (at %s)", step.Role, step.Name, b.at())
	return 0
}

func (b *tab) aloud(step webtest.Step) cdp.BackendNodeID {
	tree, err := chromedp.Call(b.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		return 0 // the page is being left
	}
	is := func(v *accessibility.Value, fits func(string) bool) bool {
		var text string
		return v != nil && json.Unmarshal(v.Value, &text) == nil && fits(text)
	}
	if step.Last {
		slices.Reverse(tree.Nodes)
	}
	i := slices.IndexFunc(tree.Nodes, func(n *accessibility.Node) bool {
		return !n.Ignored && is(n.Role, func(s string) bool { return s == step.Role }) &&
			is(n.Name, func(s string) bool { return strings.HasPrefix(s, step.Name) })
	})
	if i < 0 {
		return 0
	}
	return tree.Nodes[i].BackendDOMNodeID
}
