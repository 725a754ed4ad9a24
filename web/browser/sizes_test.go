package browser_test

// The evening at other sizes: on paper, on a phone with five columns of old money, on the wall.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"ouverte/ledger"
	"ouverte/web/webtest"
)

// TestNotch: a phone turned in the middle of a deal keeps the choices, and no button lies where the glass has
// a notch, or the bar by which one goes home.
func TestNotch(t *testing.T) {
	t.Parallel()
	h, night := webtest.FourOfUs(t)
	b := openTab(t, h.URL(), phone)
	notch := func(insets *emulation.SafeAreaInsets) {
		t.Helper()
		b.must(chromedp.Call(b.ctx, emulation.SetSafeAreaInsetsOverride,
			emulation.SetSafeAreaInsetsOverrideParams{Insets: insets}))
	}
	b.visit(webtest.NightPath(night))
	b.ready()
	b.taps("#call-solo", "#who-1")
	side, foot := int64(47), int64(21)
	notch(&emulation.SafeAreaInsets{Left: &side, Right: &side, Bottom: &foot})
	defer notch(&emulation.SafeAreaInsets{})
	b.becomes(sideways)
	b.until(`innerWidth > innerHeight`)
	const tapped = `document.querySelectorAll('main :is(label, button, summary, a), .bar a')`
	if hidden := eval[string](b, fmt.Sprintf(`[...`+tapped+`]
		.filter(e => e.checkVisibility()).map(e => [e, e.getBoundingClientRect()])
		.filter(([e, r]) => r.width && (r.left < %[1]d || r.right > innerWidth - %[1]d ||
			e.matches('.record') && r.bottom > innerHeight - %[2]d))
		.map(([e]) => e.outerHTML.slice(0, 80)).join('\n')`, side, foot)); hidden != "" {
		t.Errorf("beside the notch, or below the foot: %s", hidden)
	}
	b.taps("#tricks-7", record)
	b.arrives("#sheet tbody tr.new")
	if got := h.Lines(night); got != "Dan: solo Ann 7" {
		t.Errorf("recorded was %s", got)
	}
}

// TestAuctionOnAPhone: with names as long as people have, the calls of an auction stand above the bar with
// Record on a phone held sideways, and upright the tricks do once the auction is
// over, without scrolling.
func TestAuctionOnAPhone(t *testing.T) {
	t.Parallel()
	aBrowser(t)
	h := webtest.Open(t)
	names := []string{"Bartholomew", "Henrietta", "Maximiliane", "Konstantin"}
	path := h.Played("hoyle", func(n *ledger.NewNight) { n.Auction = true }, names, "solo hen 5", "mis max 1")
	b := openTab(t, h.URL(), phone)
	b.visit(path)
	b.ready()
	b.becomes(sideways)
	under := func(what string) float64 {
		return eval[float64](b, `scrollTo(0, 0), Math.max(...[...document.querySelectorAll('`+what+`')]
			.map(e => e.getBoundingClientRect().bottom)) - document.querySelector('.save').getBoundingClientRect().top`)
	}
	if over := under("#auction .say button"); over > 0 {
		t.Errorf("on a phone held sideways %v pixels of the calls are below the bar with Record", over)
	}
	b.becomes(phone)
	for i, say := range []string{"solo", "pass", "pass", "pass"} {
		b.tap(fmt.Sprintf("#auction [value=%q]", say))
		b.until(fmt.Sprintf(`document.querySelectorAll('#auction .said b').length === %d`, i+1))
	}
	if over := under(".ask-tricks"); over > 0 {
		t.Errorf("%v pixels of the tricks are below the bar with Record", over)
	}
}

// TestSizes: twenty deals print on one page, from the score sheet and from the table; a sheet of five in old
// money is read on a phone without pushing it sideways; the wall shows the newest deals that fit, and never
// scrolls.
func TestSizes(t *testing.T) {
	t.Parallel()
	aBrowser(t)
	deals := slices.Repeat([]string{"solo ann 8", "prop ann dan 12", "declared eve 12", "pass", "mis dan 1"}, 4)
	for _, names := range [][]string{{"Ann", "Eve", "Cat", "Dan"}, {"Ann", "Bartholomew", "Cat", "Dan", "Eve"}} {
		h := webtest.Open(t)
		id := h.Night("shilling", h.Players(names...)...)
		b := openTab(t, h.URL(), phone)
		h.Plays(id, deals...)
		for _, path := range []string{webtest.NightPath(id), webtest.NightPath(id) + "/sheet"} {
			b.visit(path)
			b.fits("")
			for _, table := range []string{"#sheet .scroll", ".a4"} {
				if cut := eval[int](b, `(e => e ? e.scrollWidth - e.clientWidth : 0)(document.querySelector('`+
					table+`'))`); cut > 0 {
					t.Errorf("%s: %d pixels of a sheet of %d are cut off on a phone", path, cut, len(names))
				}
			}
			if pages := b.printed(); pages != 1 {
				t.Errorf("%s: twenty deals of %d print on %d pages", path, len(names), pages)
			}
		}
		b.visit(h.Link(id))
		for _, wall := range []device{television, {"wall", 1280, 720, false}} {
			b.becomes(wall)
			b.until(`document.querySelector('#sheet tbody tr') &&
				document.documentElement.scrollHeight <= innerHeight`)
			// A ResizeObserver hears of the size within a frame.
			ask(b, chromedp.Evaluate[bool](`new Promise(r => requestAnimationFrame(() =>
				requestAnimationFrame(() => r(true))))`, chromedp.EvalAwaitPromise))
			first, last := eval[bool](b, `document.querySelector('#sheet tbody tr').checkVisibility()`),
				eval[bool](b, `(rows => {
					const hidden = [...rows].findIndex(r => r.hidden);
					if (hidden < 3 || [...rows].slice(hidden).some(r => !r.hidden)) return false;
					rows[hidden].hidden = false;
					const over = document.documentElement.scrollHeight > innerHeight;
					rows[hidden].hidden = true;
					return over;
				})(document.querySelectorAll('#sheet tbody tr'))`)
			if !first || !last {
				t.Errorf("the wall of %d by %d doesn't show the newest that fit", wall.width, wall.height)
			}
			b.legible()
		}
	}
}

// TestSameAgainFits: the last call and who made it stand on the felt, whole but for very long names and on a
// phone held sideways.
func TestSameAgainFits(t *testing.T) {
	t.Parallel()
	aBrowser(t)
	for names, deal := range map[[4]string]string{
		{"Ann", "Bob", "Cat", "Dan"}:                                "prop ann cat 8",
		{"Bartholomew", "Henrietta", "Maximiliane", "Konstantin"}:   "prop kon max 8",
		{"Bartholomew", "Ann", "Cat", "Dan"}:                        "prop bar ann 8",
		{"Elizabeth", "Catherine", "Constantine", "Anna Magdalena"}: "prop ann con 8",
	} {
		h := webtest.Open(t)
		b := openTab(t, h.URL(), phone)
		b.visit(h.Played("hoyle", nil, names[:], deal))
		b.ready()
		b.outOfSight()
		for _, d := range []device{between, phone, tabletUp, tablet, sideways, laptop} {
			b.becomes(d)
			if d == sideways || names[3] == "Anna Magdalena" && d != between {
				continue
			}
			if over := eval[float64](b, `(e => e.querySelector('b').getBoundingClientRect().bottom -
				e.getBoundingClientRect().bottom)(document.querySelector('.again'))`); over > 0 {
				t.Errorf("%s, on %s: %q is %v pixels too high", deal, d.name, b.text(".again"), over)
			}
			if eval[bool](b, `(e => e.scrollHeight > e.clientHeight + 1)(document.querySelector('.again b'))`) {
				t.Errorf("%s, on %s: %q is cut off", deal, d.name, b.text(".again"))
			}
		}
	}
}

// TestNamesAreNotBroken: at each size a name of up to ten letters stands whole in its line, wherever people
// are named: at the table with its sheet and its pairs, with three to five seats, at the start, at the
// settlement, on the last page and on phones.
func TestNamesAreNotBroken(t *testing.T) {
	t.Parallel()
	aBrowser(t)
	people := []string{"Margaret", "Harold", "Wilhelmina", "Bernadette", "Marguerite"}
	deals := []string{"solo margaret 8", "mis harold 1", "solo wilhelmina 2"}
	const broken = `(names => {
		const bad = new Set(), texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		for (let t = texts.nextNode(); t; t = texts.nextNode()) {
			if (!t.parentElement.checkVisibility({ visibilityProperty: true })) continue;
			if (t.parentElement.closest('.unseen, svg, option')) continue;
			for (const name of names) {
				for (let at = t.data.indexOf(name); at >= 0; at = t.data.indexOf(name, at + 1)) {
					const range = document.createRange();
					range.setStart(t, at);
					range.setEnd(t, at + name.length);
					const lines = new Set([...range.getClientRects()].map(r => Math.round(r.top)));
					const box = range.getBoundingClientRect(), edge = t.parentElement.closest('.paper, main');
					if (lines.size > 1) bad.add(name + ' is broken in ' + t.parentElement.outerHTML.slice(0, 60));
					if (edge && box.right > edge.getBoundingClientRect().right + 1) bad.add(name + ' sticks out');
				}
			}
		}
		const heads = [...document.querySelectorAll('#sheet thead .named')].map(e => {
			const range = document.createRange();
			range.selectNodeContents(e);
			return range.getBoundingClientRect();
		});
		for (const [i, a] of heads.entries()) {
			for (const b of heads.slice(i + 1)) {
				const over = (from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > 1;
				if (over('left', 'right') && over('top', 'bottom')) bad.add('a name lies on another over the sheet');
			}
		}
		return [...bad];
	})`
	for seats := 3; seats <= 5; seats++ {
		h := webtest.Open(t)
		night := h.Played("hoyle", nil, people[:seats], deals...)
		id := h.OnlyNight().ID
		b := openTab(t, h.URL(), phone)
		looks := func(what string) {
			t.Helper()
			for _, d := range []device{between, phone, tabletUp, tablet, sideways, laptop} {
				b.becomes(d)
				for _, bad := range eval[[]string](b, broken+`([`+"'"+strings.Join(people, "','")+`'])`) {
					t.Errorf("%s of %d, on %s: %s", what, seats, d.name, bad)
				}
				b.fits(" with names of ten letters")
			}
			b.becomes(phone)
		}
		b.visit(night)
		b.ready()
		looks("the table")
		if seats > 3 {
			b.tap("#call-prop")
			looks("the pairs")
		}
		b.visit(h.Link(id))
		looks("a phone")
		for what, path := range map[string]string{"the settlement": webtest.SettlePath(id),
			"the sheet": night + "/sheet",
			"people":    night + "/table", "players": "/players"} {
			b.visit(path)
			b.outOfSight()
			looks(what)
		}
		h.Closes(id)
		b.visit(night)
		looks("the last page")
		b.visit("/?do=keep&seats=1&seats=2&seats=3&house=hoyle&scale=2&name=Friday+night")
		looks("the start")
	}
}
