package web_test

// What axe-core says of a page in the browser: nothing serious, nothing critical.

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"ouverte/ledger/testenv"
)

// axeScript finds axe-core: AXE_JS, or where .ci installs it.
var axeScript = sync.OnceValues(func() (string, error) {
	path := os.Getenv("AXE_JS")
	if path == "" {
		path = filepath.Join("..", ".ci", "node", "node_modules", "axe-core", "axe.min.js")
	}
	js, err := os.ReadFile(path)
	return string(js), err
})

// axe asks axe-core about the page as it is now, but for those parts that it was asked about before and that
// still look the same. An already loaded page that only changed its colours is asked about colours alone:
// TestDarkIsColoursOnly holds that nothing else differs.
func (b *tab) axe(rules ...string) { b.t.Helper(); b.axeOn(true, rules) }

// axeByLook is axe for a page whose every text was measured by legible: what axe-core says of contrast it is
// asked of three texts of each look, for that is most of its work.
func (b *tab) axeByLook(rules ...string) { b.t.Helper(); b.axeOn(false, rules) }

func (b *tab) axeOn(each bool, rules []string) {
	b.t.Helper()
	for _, v := range b.violations(each, rules) {
		b.t.Errorf("%s at %s: axe %s (%s): %s\n\t%s",
			b.at(), b.dev.name, v.ID, v.Impact, v.Help, strings.Join(v.Nodes, "\n\t"))
	}
}

// violation is what axe-core found, serious or critical, and where.
type violation struct {
	ID, Impact, Help string
	Nodes            []string
}

func (b *tab) violations(each bool, rules []string) []violation {
	b.t.Helper()
	js, err := axeScript()
	if err != nil {
		testenv.Noted(b.t, "axe-core, which .ci/vendor installs")
		return nil
	}
	if !eval[bool](b, "!!window.axe") {
		eval[bool](b, "{"+js+"}; true")
	}
	only, err := json.Marshal(append([]string{}, rules...))
	if err != nil {
		b.t.Fatal(err)
	}
	said := ask(b, chromedp.Evaluate[string](fmt.Sprintf(axeWhereNew, only, each), chromedp.EvalAwaitPromise))
	var found []violation
	if err := json.Unmarshal([]byte(said), &found); err != nil {
		b.t.Fatal(err)
	}
	return found
}

// axeWhereNew runs axe-core on the whole page at first, and later on what has looked otherwise till now. What
// axe-core finds in a part follows from its markup, from whether it is seen, from its colours and those
// behind it, and from whether its letters are large; and from whether it scrolls, which one rule asks, of the
// whole page each time. axe-core builds a tree of the whole page for each run, so there is one run, in which
// each rule is given only those parts it is asked about. Rules whose findings are at most moderate aren't
// asked. Selectors and passed rules cost a third of the time, and nobody reads them here.
const axeWhereNew = `(async (only, each) => {
	const first = !window.axeSaw, behind = new Map(), fresh = [], texts = [];
	window.axeSaw ??= {parts: new WeakMap(), looks: new Map()};
	for (const e of document.querySelectorAll('body, body *')) {
		const s = getComputedStyle(e);
		behind.set(e, (behind.get(e.parentElement) ?? '') +
			(s.backgroundColor === 'rgba(0, 0, 0, 0)' && s.backgroundImage === 'none' ? '' :
				s.backgroundColor + s.backgroundImage) +
			(s.opacity === '1' ? '' : s.opacity));
		if (!e.checkVisibility()) continue;
		const size = parseFloat(s.fontSize);
		const look = [s.color, behind.get(e), size >= 24 || size >= 18.66 && s.fontWeight >= 700].join();
		const saw = axeSaw.parts.get(e) ?? new Set();
		axeSaw.parts.set(e, saw);
		if (saw.has(look)) continue;
		saw.add(look);
		if (!fresh.some(other => other.contains(e))) fresh.push(e);
		if (each || e.closest('.unseen, .skip, :disabled, [aria-hidden=true]') || s.clipPath !== 'none' ||
			!e.matches('input, select') && ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
		const times = axeSaw.looks.get(look) ?? 0;
		axeSaw.looks.set(look, times + 1);
		if (times < 3 && !texts.some(other => other.contains(e))) texts.push(e);
	}
	const slight = r => ['minor', 'moderate'].includes(r.impact);
	const optional = r => !r.enabled || r.tags.some(tag => axe._audit.tagExclude.includes(tag));
	const within = tops => {
		const all = new Set(tops.flatMap(top => [top, ...top.querySelectorAll('*')]));
		return node => all.has(node.actualNode);
	};
	const everywhere = () => true, isFresh = first ? everywhere : within(fresh);
	const isText = each ? isFresh : within(texts);
	const scrolls = 'scrollable-region-focusable';
	let rules = axe._audit.rules.filter(r => only.length ? only.includes(r.id) : !slight(r) && !optional(r));
	if (!first && !fresh.length) rules = rules.filter(r => r.id === scrolls && !only.length);
	if (!rules.length) return '[]';
	for (const r of rules) {
		const asked = r.id === 'color-contrast' ? isText : r.id === scrolls && !only.length ? everywhere : isFresh;
		const { gather } = Object.getPrototypeOf(r);
		r.gather = (...context) => gather.apply(r, context).filter(asked);
	}
	const { violations: found } = await axe.run(document,
		{ resultTypes: ['violations'], selectors: false, runOnly: rules.map(r => r.id) });
	return JSON.stringify(found.filter(v => ['serious', 'critical'].includes(v.impact)).map(v => ({
		id: v.id, impact: v.impact, help: v.help,
		nodes: v.nodes.map(n => n.html.slice(0, 160) + ' ' + n.any.map(c => c.message).join(' ').slice(0, 200)),
	})));
})(%s, %t)`

// TestAxeSees: it finds what is wrong with a page as it comes, and what is wrong later with a part that was
// in order or not to be seen at first; asked of every text, or of some of each look.
func TestAxeSees(t *testing.T) {
	t.Parallel()
	b := openTab(t, openHouse(t).url(), phone)
	if _, err := axeScript(); err != nil {
		testenv.Noted(t, "axe-core, which .ci/vendor installs")
		return
	}
	const sight = `
		var show = (where, colour, text) => {
			const p = document.createElement('p');
			p.style.cssText = 'background: #fff; white-space: nowrap; color: ' + colour;
			p.textContent = text;
			where.append(p);
			return p;
		};
		var wrong = document.createElement('div'), wide = document.createElement('div'), fair;
		document.querySelector('main').append(wrong, wide);
		wrong.append(document.createElement('button'));
		show(wrong, '#999', 'pale');
		show(wide, '#000', 'a line that is longer than it seems');
		var hides = () => {
			wrong.hidden = true;
			fair = show(wrong.parentElement, '#000', 'it turns pale');
		};
		true`
	for _, each := range []bool{true, false} {
		finds := func(when, want string, rules ...string) {
			t.Helper()
			ids := map[string]bool{}
			for _, v := range b.violations(each, rules) {
				ids[v.ID] = true
			}
			if got := strings.Join(slices.Sorted(maps.Keys(ids)), " "); got != want {
				t.Errorf("each text %v, %s: axe-core finds %q, not %q", each, when, got, want)
			}
		}
		b.visit("/attic")
		eval[bool](b, sight)
		finds("at first", "button-name color-contrast")
		finds("once more", "")

		b.visit("/attic")
		eval[bool](b, sight+"; hides(); true")
		finds("while it is hidden", "")
		eval[bool](b, "wrong.hidden = false; true")
		finds("once it shows", "button-name color-contrast")
		eval[bool](b, "wrong.remove(); wide.style.cssText = 'width: 50px; overflow: auto'; true")
		finds("once it scrolls", "scrollable-region-focusable")
		eval[bool](b, "wide.remove(); fair.style.color = '#999'; true")
		finds("once it is pale", "color-contrast", colourRules...)
	}
}
