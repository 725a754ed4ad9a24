package browser_test

// What is heard of a page: the names in its accessibility tree, and what its live regions say.

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ouverte/web/webtest"
)

// TestTenIsHeardAsTen: two digits typed together are one number, and the first alone is never announced; one
// digit by itself counts after a moment, or with the next key. Void is reached by Tab.
func TestTenIsHeardAsTen(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	b := openTab(t, h.URL(), laptop)
	b.visit(webtest.NightPath(night))
	b.ready()
	b.taps("#call-abundance", "#who-1")
	eval[bool](b, `(window.had = [], document.addEventListener('focusin', e => had.push(e.target.id)), true)`)
	for keys, want := range map[string]string{
		"10": "tricks-10", "9": "tricks-9", "1" + kb.Tab: "tricks-1", "1": "tricks-1",
	} {
		eval[bool](b, `(document.querySelector('#tricks-0').click(), document.querySelector('#tricks-0').focus(),
			had.length = 0, true)`)
		b.keys(keys)
		b.until(fmt.Sprintf(`document.querySelector('#%s').checked`, want))
		if got := eval[string](b, `had[0]`); got != want {
			t.Errorf("after %q %s has the focus first", keys, got)
		}
	}
	// A deal called off that waits on a device since a release before Void had a box fills it in.
	eval[bool](b, `(document.querySelector('#deal').insertAdjacentHTML('beforeend',
		'<a class="again" href="?call=void">'), document.querySelector('#deal > .again').click(), true)`)
	b.until(`document.querySelector('#call-void').checked && document.querySelector('#mishaps').open`)
	eval[bool](b, `(document.querySelector('#call-void').click(), true)`)
	b.tabTo("#call-void")
	b.keys(" ")
	b.until(`document.querySelector('#result').innerText.toLowerCase().includes('void')`)
	b.keys(kb.Enter)
	b.until(`document.querySelector('#notice').innerText.includes('Deal 1 recorded')`)
	if got := h.Lines(night); !strings.Contains(got, "void") {
		t.Errorf("recorded was %q", got)
	}
}

// TestAddedNamesAreHeard: names added at the start are said.
func TestAddedNamesAreHeard(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	b := openTab(t, h.URL(), laptop)
	b.visit("/")
	b.write("[name=newname]", "Ann and Bob")
	eval[bool](b, `!!(window.region = document.querySelector('.seating [role=status]'))`)
	b.keys(kb.Enter)
	b.until(`region.isConnected && region.textContent === 'Ann and Bob sit.'`)
}

// accessibleName is the name of something as the accessibility tree has it.
func (b *tab) accessibleName(css string) string {
	b.t.Helper()
	node := ask(b, chromedp.Evaluate[*runtime.RemoteObject](fmt.Sprintf("document.querySelector(%q)", css)))
	nodes, err := chromedp.Call(b.ctx, accessibility.GetPartialAXTree,
		accessibility.GetPartialAXTreeParams{ObjectID: node.ObjectID})
	if err != nil || len(nodes.Nodes) == 0 {
		b.t.Fatalf("%s isn't in the accessibility tree: %v", css, err)
	}
	var name string
	fine(b.t, json.Unmarshal(nodes.Nodes[0].Name.Value, &name))
	return name
}
