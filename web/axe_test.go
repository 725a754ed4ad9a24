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

// axeByLook is axe for a page whose every text was measured by legible: what axe-core says of colours it is
// asked of three texts and three links of each look on all pages together, for that is most of its work.
func (b *tab) axeByLook(rules ...string) { b.t.Helper(); b.axeOn(false, rules) }

func (b *tab) axeOn(each bool, rules []string) {
	b.t.Helper()
	for _, v := range b.violations(each, rules) {
		b.t.Errorf("%s at %s: axe %s (%s): %s\n\t%s",
			b.at(), b.dev.name, v.ID, v.Impact, v.Help, strings.Join(v.Nodes, "\n\t"))
	}
}

// axeLooks counts how often axe-core was asked about a text or a link of some look, and had nothing to say.
var axeLooks = struct {
	sync.Mutex
	times map[string]int
}{times: map[string]int{}}

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
	only := must(json.Marshal(append([]string{}, rules...)))(b.t)
	axeLooks.Lock()
	looks, err := json.Marshal(axeLooks.times)
	axeLooks.Unlock()
	if err != nil {
		b.t.Fatal(err)
	}
	said := ask(b, chromedp.Evaluate[string](
		fmt.Sprintf(axeWhereNew, only, each, looks), chromedp.EvalAwaitPromise))
	var answer struct {
		Found []violation
		Asked map[string]int
	}
	fine(b.t, json.Unmarshal([]byte(said), &answer))
	if len(answer.Found) > 0 {
		return answer.Found
	}
	axeLooks.Lock()
	defer axeLooks.Unlock()
	for look, times := range answer.Asked {
		axeLooks.times[look] += times
	}
	return nil
}

// axeWhereNew runs axe-core on the whole page at first, and later on what has looked otherwise till now. What
// axe-core finds in a part follows from its markup, from whether it is seen, from its colours and those
// behind it, and from whether its letters are large; and from whether it scrolls, which one rule asks, of
// whatever scrolls. axe-core builds a tree of the whole page for each run, so there is one run, in which each
// rule is given only those parts it is asked about, and none if there are no such parts. Rules whose findings
// are at most moderate aren't asked. Selectors and passed rules cost a third of the time, and nobody reads
// them here.
const axeWhereNew = `(async (only, each, looks) => {
	const first = !window.axeSaw, seen = new Map(), asked = {}, fresh = [], texts = [], links = [];
	window.axeSaw ??= new WeakMap();
	let scrolls = false;
	const rare = look => {
		const times = looks[look] ?? 0;
		if (times < 3) asked[look] = 1 + (asked[look] ?? 0);
		return times < 3 && asked[look] <= 3;
	};
	const says = e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
	for (const e of document.querySelectorAll('body, body *')) {
		const s = getComputedStyle(e), above = seen.get(e.parentElement);
		const behind = (above?.behind ?? '') +
			(s.backgroundColor === 'rgba(0, 0, 0, 0)' && s.backgroundImage === 'none' ? '' :
				s.backgroundColor + s.backgroundImage) +
			(s.opacity === '1' ? '' : s.opacity);
		const size = parseFloat(s.fontSize);
		const look = [s.color, behind, size >= 24 || size >= 18.66 && s.fontWeight >= 700].join();
		seen.set(e, { behind, look });
		if (!e.checkVisibility()) continue;
		scrolls ||= /auto|scroll/.test(s.overflow) &&
			(e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth);
		const saw = axeSaw.get(e) ?? new Set();
		axeSaw.set(e, saw);
		if (saw.has(look)) continue;
		saw.add(look);
		if (!fresh.some(other => other.contains(e))) fresh.push(e);
		if (each || e.closest('.unseen, .skip, :disabled, [aria-hidden=true]') || s.clipPath !== 'none') continue;
		const link = () => 'link' + [look, above.look, says(e.parentElement), s.textDecorationLine, s.display];
		if (e.matches('a[href]') && rare(link())) links.push(e);
		if ((e.matches('input, select') || says(e)) && rare(look)) texts.push(e);
	}
	const slight = r => ['minor', 'moderate'].includes(r.impact);
	const optional = r => !r.enabled || r.tags.some(tag => axe._audit.tagExclude.includes(tag));
	const within = tops => {
		const all = new Set(tops.flatMap(top => [top, ...top.querySelectorAll('*')]));
		return node => all.has(node.actualNode);
	};
	const among = some => node => some.includes(node.actualNode);
	const isFresh = first ? () => true : within(fresh), isAny = first || fresh.length;
	const parts = {
		'color-contrast': each ? [isAny, isFresh] : [texts.length, among(texts)],
		'link-in-text-block': each ? [isAny, isFresh] : [links.length, among(links)],
		'scrollable-region-focusable': [scrolls, () => true],
	};
	const of = r => parts[r.id] ?? [isAny, isFresh];
	const rules = axe._audit.rules.filter(r =>
		of(r)[0] && (only.length ? only.includes(r.id) : !slight(r) && !optional(r)));
	if (!rules.length) return '{}';
	for (const r of rules) {
		const { gather } = Object.getPrototypeOf(r);
		r.gather = (...context) => gather.apply(r, context).filter(of(r)[1]);
	}
	const { violations: found } = await axe.run(document,
		{ resultTypes: ['violations'], selectors: false, runOnly: rules.map(r => r.id) });
	const grave = found.filter(v => ['serious', 'critical'].includes(v.impact)).map(v => ({
		id: v.id, impact: v.impact, help: v.help,
		nodes: v.nodes.map(n => n.html.slice(0, 160) + ' ' + n.any.map(c => c.message).join(' ').slice(0, 200)),
	}));
	return JSON.stringify({ asked, found: grave });
})(%s, %t, %s)`

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
