package browser_test

// A whole evening, from an empty book to the seal, in one way of using it alone: by the keyboard, and by the
// words that are read aloud.

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

// TestEveningByKeyboardAlone also holds how far Tab has to go to what comes next.
func TestEveningByKeyboardAlone(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	b := openTab(t, h.URL(), laptop)
	to := func(css string, most int) {
		t.Helper()
		b.wait(css)
		b.until(`document.readyState === 'complete'`) // or a form goes the plain way, and the focus with it
		at := `document.activeElement.matches(` + "`" + css + "`" + `)`
		tabs := 0
		for ; !eval[bool](b, at); tabs++ {
			if tabs > most {
				t.Fatalf("Tab doesn't come to %s within %d", css, most)
			}
			b.keys(kb.Tab)
		}
		t.Logf("%s: %d times Tab", css, tabs)
	}
	b.visit("/")
	to("[name=newname]", 12)
	for _, names := range []string{"Ann", "Bob, Cat and Dan"} {
		b.keys(names + kb.Enter)
		b.until(`document.activeElement.name === 'newname' && document.activeElement.value === ''`)
	}
	to("[value^='deal:']", 14)
	b.keys(kb.Enter)
	b.wait(".ring .d")
	to("button[value=start]", 24)
	b.keys(kb.Enter)
	b.ready()
	night := h.OnlyNight().ID
	for deals := 1; deals <= 2; deals++ {
		to("#deal [name=call]", 16)
		b.keys("2" + kb.Tab + "1" + kb.Tab + "7" + kb.Enter) // solo, the first seat, seven tricks
		b.until(`document.querySelectorAll('#sheet tbody tr').length === ` + string(rune('0'+deals)))
	}
	to(`a[href$="/settle"]`, 60)
	b.keys(kb.Enter)
	to(".pay .whole button", 12)
	for left := 2; left >= 0; left-- {
		b.keys(kb.Enter)
		b.until(fmt.Sprintf(`document.querySelectorAll('.pay .whole').length === %d &&
			document.activeElement.matches('.pay .whole button, #close')`, left))
	}
	to("#close", 0)
	b.keys(kb.Enter)
	b.wait(".seal")
	if h.NightNow(night).Open {
		t.Error("the night is still open")
	}
}

// TestEveningByItsWords: what is done is found by what is read aloud of it, its role and its name, and by
// nothing else.
func TestEveningByItsWords(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	b := openTab(t, h.URL(), laptop)
	b.visit("/")
	b.acts("textbox", "A new name", "Ann, Bob, Cat and Dan"+kb.Enter)
	b.acts("button", "Draw for it", kb.Enter)
	b.read("button", "Draw again")
	b.acts("button", "Start", kb.Enter)
	b.ready()
	night := h.OnlyNight().ID
	b.acts("radio", "Solo", " ")
	b.acts("radio", "Ann", " ")
	b.acts("radio", "7", " ")
	b.acts("button", "Record", kb.Enter)
	b.until(`document.querySelector('#notice')?.innerText.includes('Deal 1 recorded')`)
	b.acts("link", "Settle up", kb.Enter)
	for _, pays := range []string{"Bob", "Cat", "Dan"} {
		b.acts("button", "Mark as paid: "+pays+" to Ann", kb.Enter)
	}
	b.acts("button", "Close the night", kb.Enter)
	b.read("StaticText", "Sealed at")
	if h.NightNow(night).Open {
		t.Error("the night is still open")
	}
}

// read waits until something of a role is read aloud whose name begins so.
func (b *tab) read(role, name string) cdp.BackendNodeID {
	b.t.Helper()
	for range 200 {
		if at := b.aloud(role, name); at != 0 {
			return at
		}
		ask(b, chromedp.Evaluate[bool](`new Promise(r => setTimeout(r, 50, true))`, chromedp.EvalAwaitPromise))
	}
	b.shootFailure()
	b.t.Fatalf("no %s is read aloud as %q (at %s)", role, name, b.at())
	return 0
}

func (b *tab) aloud(role, name string) cdp.BackendNodeID {
	tree, err := chromedp.Call(b.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		return 0 // the page is being left
	}
	is := func(v *accessibility.Value, fits func(string) bool) bool {
		var text string
		return v != nil && json.Unmarshal(v.Value, &text) == nil && fits(text)
	}
	i := slices.IndexFunc(tree.Nodes, func(n *accessibility.Node) bool {
		return !n.Ignored && is(n.Role, func(s string) bool { return s == role }) &&
			is(n.Name, func(s string) bool { return strings.HasPrefix(s, name) })
	})
	if i < 0 {
		return 0
	}
	return tree.Nodes[i].BackendDOMNodeID
}

// acts gives the focus to what is read aloud so, and types.
func (b *tab) acts(role, name, keys string) {
	b.t.Helper()
	b.until(`document.readyState === 'complete' && !document.querySelector('.htmx-request')`)
	at := b.read(role, name)
	if _, err := chromedp.Call(b.ctx, dom.Focus, dom.FocusParams{BackendNodeID: at}); err != nil {
		b.t.Fatalf("%s %q can't be focused: %v", role, name, err)
	}
	b.keys(keys)
}
