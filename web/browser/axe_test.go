package browser_test

// What axe-core says of a page in the browser: nothing serious, nothing critical.

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"ouverte/ledger/testenv"
	"ouverte/web/webtest"
)

// axeScript finds axe-core: AXE_JS, or where .ci installs it.
var axeScript = sync.OnceValues(func() (string, error) {
	path := os.Getenv("AXE_JS")
	if path == "" {
		path = filepath.Join("..", "..", ".ci", "node", "node_modules", "axe-core", "axe.min.js")
	}
	js, err := os.ReadFile(path)
	return string(js), err
})

// axe asks axe-core about the page as it is now, but for those parts that were seen when it was asked before.
// Colours are for legible to measure, which passes over no text.
func (b *tab) axe() {
	b.t.Helper()
	for _, v := range b.violations() {
		b.t.Errorf("%s at %s: axe %s (%s): %s\n\t%s",
			b.at(), b.dev.name, v.ID, v.Impact, v.Help, strings.Join(v.Nodes, "\n\t"))
	}
}

// violation is what axe-core found, serious or critical, and where.
type violation struct {
	ID, Impact, Help string
	Nodes            []string
}

func (b *tab) violations() (found []violation) {
	b.t.Helper()
	js, err := axeScript()
	if err != nil {
		testenv.Noted(b.t, "axe-core, which .ci/vendor installs")
		return nil
	}
	if !eval[bool](b, "!!window.axe") {
		eval[bool](b, "{"+js+"}; true")
	}
	said := ask(b, chromedp.Evaluate[string](axeWhereNew, chromedp.EvalAwaitPromise))
	fine(b.t, json.Unmarshal([]byte(said), &found))
	return found
}

// axeWhereNew runs axe-core on the whole page at first, and later on what can be seen only now. What axe-core
// finds in a part follows from its markup and from whether it is seen; and from whether it scrolls, which one
// rule asks, of whatever scrolls. axe-core builds a tree of the whole page for each run, so there is one run,
// in which each rule is given only those parts it is asked about, and none if there are no such parts. Rules
// whose findings are at most moderate aren't asked. Selectors and passed rules cost a third of the time, and
// nobody reads them here.
const axeWhereNew = `(async () => {
	const first = !window.axeSaw, fresh = [];
	window.axeSaw ??= new WeakSet();
	window.axeScrolled ??= new WeakSet();
	let scrolls = false; // something does that didn't when it was asked before
	for (const e of document.querySelectorAll('body, body *')) {
		if (!e.checkVisibility()) continue;
		if ((e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth) && !axeScrolled.has(e) &&
			/auto|scroll/.test(getComputedStyle(e).overflow)) {
			scrolls = true;
			axeScrolled.add(e);
		}
		if (axeSaw.has(e)) continue;
		axeSaw.add(e);
		if (!fresh.some(other => other.contains(e))) fresh.push(e);
	}
	const slight = r => ['minor', 'moderate'].includes(r.impact);
	const optional = r => !r.enabled || r.tags.some(tag => axe._audit.tagExclude.includes(tag));
	const all = new Set(fresh.flatMap(top => [top, ...top.querySelectorAll('*')]));
	const whole = r => first || r.id === 'scrollable-region-focusable';
	const rules = axe._audit.rules.filter(r => !slight(r) && !optional(r) && r.id !== 'color-contrast' &&
		(whole(r) ? first || scrolls : fresh.length));
	if (!rules.length) return '[]';
	for (const r of rules) {
		const { gather } = Object.getPrototypeOf(r);
		r.gather = (...context) => gather.apply(r, context).filter(node => whole(r) || all.has(node.actualNode));
	}
	const { violations } = await axe.run(document,
		{ resultTypes: ['violations'], selectors: false, runOnly: rules.map(r => r.id) });
	return JSON.stringify(violations.filter(v => ['serious', 'critical'].includes(v.impact)).map(v => ({
		id: v.id, impact: v.impact, help: v.help,
		nodes: v.nodes.map(n => n.html.slice(0, 160) + ' ' + n.any.map(c => c.message).join(' ').slice(0, 200)),
	})));
})()`

// TestAxeSees: it finds what is wrong with a page as it comes, and what is wrong later with a part that was
// in order or not to be seen at first.
func TestAxeSees(t *testing.T) {
	t.Parallel()
	b := openTab(t, webtest.Open(t).URL(), phone)
	if _, err := axeScript(); err != nil {
		testenv.Noted(t, "axe-core, which .ci/vendor installs")
		return
	}
	const sight = `
		var wrong = document.createElement('div'), wide = document.createElement('p');
		document.querySelector('main').append(wrong, wide);
		wrong.append(document.createElement('button'));
		wide.textContent = 'a line that is longer than it seems';
		wide.style.whiteSpace = 'nowrap';
		true`
	finds := func(when, want string) {
		t.Helper()
		ids := map[string]bool{}
		for _, v := range b.violations() {
			ids[v.ID] = true
		}
		if got := strings.Join(slices.Sorted(maps.Keys(ids)), " "); got != want {
			t.Errorf("%s: axe-core finds %q, not %q", when, got, want)
		}
	}
	b.visit("/attic")
	eval[bool](b, sight)
	finds("at first", "button-name")
	finds("once more", "")

	b.visit("/attic")
	eval[bool](b, sight+"; wrong.hidden = true")
	finds("while it is hidden", "")
	eval[bool](b, "wrong.hidden = false; true")
	finds("once it shows", "button-name")
	eval[bool](b, "wrong.remove(); wide.style.cssText += '; width: 50px; overflow: auto'; true")
	finds("once it scrolls", "scrollable-region-focusable")
}
