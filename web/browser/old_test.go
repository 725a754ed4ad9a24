package browser_test

// An engine from below the floor, such as an iPad of 2013 has: Chromium that is sent the style sheets without
// what Safari 12 doesn't parse, and says of :has() that it doesn't know it, so that no script of ours starts.
// And one at the floor, as on an iPhone of 2015: without what Safari 15.4 doesn't parse.

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/web/webtest"
)

var safari15 = webtest.Late{
	Selector: regexp.MustCompile(`&`),
	Declaration: regexp.MustCompile(
		`^container$|color-mix\(|overflow(-[xy])?: clip|text-decoration: underline \w|content: ".*" / `),
	Block: regexp.MustCompile(`^@container`),
}

// growsOld puts the house at an address of its own, where styles come aged.
func growsOld(h *webtest.House, by webtest.Late) {
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, ".css") {
			h.Handler.ServeHTTP(w, r)
			return
		}
		r.Header.Del("Accept-Encoding")
		sheet := httptest.NewRecorder()
		h.Handler.ServeHTTP(sheet, r)
		w.Header().Set("Content-Type", sheet.Header().Get("Content-Type"))
		fmt.Fprint(w, webtest.Aged(sheet.Body.String(), by))
	}))
}

// TestAtTheFloor: what a phone shows without container queries and mixed colours is nowhere wider than it is,
// but where it scrolls in its own box, and no emblem is lost on the green.
func TestAtTheFloor(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	growsOld(h, safari15)
	names := []string{"Bartholomew", "Henrietta", "Maximiliane", "Konstantin", "Wilhelmina"}
	path := h.Played("hoyle", nil, names, "solo hen 5", "mis max 1", "abundance kon 9")
	b := openTab(t, h.URL(), phone)
	for _, at := range []string{path, path + "/settle", "/houses", "/watch", "/", "/laws", "/stats"} {
		b.visit(at)
		if wide := eval[string](b, `(() => {
			const wide = e => e.getBoundingClientRect().right > innerWidth + 1;
			const scrolls = e => e && (/auto|scroll/.test(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
			return [...document.querySelectorAll('main :not(svg *)')].filter(e => e.checkVisibility() && wide(e) &&
				!scrolls(e.parentElement)).slice(0, 5).map(e => e.outerHTML.slice(0, 80)).join('\n');
		})()`); wide != "" {
			t.Errorf("%s is wider than a phone:\n%s", at, wide)
		}
		if lost := eval[int](b, `[...document.querySelectorAll('.face')].filter(e =>
			getComputedStyle(e).backgroundColor === 'rgba(0, 0, 0, 0)').length`); lost > 0 {
			t.Errorf("%s: %d emblems have no ground", at, lost)
		}
	}
}

// badlyPlaced names the places at the table that cover another, or are too narrow for a finger.
const badlyPlaced = `(() => {
	const at = [...document.querySelectorAll('.seat > span, .mid')].filter(e => e.offsetHeight)
		.map(e => [e.textContent.trim(), e.getBoundingClientRect()]);
	return at.filter(([, r], i) => r.width < 48 || at.some(([, s], j) => i < j && r.left < s.right &&
		s.left < r.right && r.top < s.bottom && s.top < r.bottom)).map(([name]) => name).join(', ');
})()`

// TestOldEngine is a whole evening below the floor, by plain forms and links: started, a deal of each call,
// one taken back, one put right, a penalty, settled and closed.
func TestOldEngine(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	growsOld(h, webtest.Safari12)
	h.Players("Ann", "Bob", "Cat")
	b := openTab(t, h.URL(), phone, old)
	b.visit("/")
	for i := range 3 {
		b.taps(fmt.Sprintf("#p%d", i+1))
		b.arrives(fmt.Sprintf("#seat%d", i+1))
	}
	b.write(`[name="newname"]`, "Dan")
	b.taps(`.newcomer button`)
	b.arrives("#seat4")
	b.taps(`.deals .abreast button:nth-child(4)`)
	b.arrives(`.deals .abreast button:nth-child(4)[aria-pressed=true]`)
	b.taps(`.houses summary`, `[name="house"][value="hoyle"]`)
	b.taps(`button[value="start"]`)
	b.arrives("#deal")
	if eval[bool](b, `!!window.htmx || !!document.querySelector('#deal.quick')`) {
		t.Fatal("scripts have taken over what they can't keep")
	}
	discs := `[...document.querySelectorAll('.seat .disc')].filter(d => d.offsetHeight).length`
	same(t, eval[int](b, discs), 1, "%d are marked as the dealer")
	same(t, eval[string](b, badlyPlaced), "", "badly placed at the table: %s")

	id := ledger.NightID(1)
	b.taps(one("solo", 1, 7)...)
	b.arrives("#sheet tbody tr.new")
	b.taps(one("misere", 2, 0)...)
	b.arrives("#sheet tbody tr:nth-child(2)")
	b.taps("#deal .undo")
	b.arrives(".put-back button")
	if got := h.Lines(id); got != "Dan: solo Ann 7" {
		t.Fatalf("after it was taken back: %s", got)
	}

	b.taps("#sheet tbody tr.new th a")
	b.arrives(`.mending a[href$="/change"]`)
	b.taps(`.mending a[href$="/change"]`)
	b.arrives("#ask-dealer")
	b.taps("#tricks-6", "#deal .record")
	b.arrives("#effect .save button")
	b.taps("#effect .save button")
	b.arrives(".versions .stands")
	if got := h.Sums(id); got != "Ann 21 Bob -7 Cat -7 Dan -7" {
		t.Fatalf("after it was put right: %s", got)
	}

	b.visit(webtest.NightPath(id))
	b.taps(".menu.page summary", `.menu.page a[href$="/penalties"]`)
	b.arrives("#penalty")
	b.taps(`#penalty [name="by"][value="3"]`, `#penalty [name="to"][value="others"]`)
	b.write(`#penalty [name="amount"]`, "2d")
	b.write(`#penalty [name="reason"]`, "talked")
	b.taps("#penalty .save button")
	b.until(`!!document.querySelector('.penalties li, #sheet tr.aside')`)
	if got := h.Sums(id); got != "Ann 23 Bob -5 Cat -13 Dan -5" {
		t.Fatalf("after the penalty: %s", got)
	}

	b.visit(webtest.NightPath(id))
	for nth, call := range []string{"prop", "abundance", "royal", "misere-ouverte", "declared", "passed"} {
		taps := one(call, 2, 9)
		switch call {
		case "prop":
			taps = two(1, 3, 8)
		case "passed":
			taps = passes
		}
		b.taps(taps...)
		b.until(fmt.Sprintf(`document.querySelector('#sheet tr.new th b')?.textContent === '%d'`, nth+2))
	}
	b.visit(webtest.NightPath(id) + "/settle")
	for eval[bool](b, `!!document.querySelector('form.whole button')`) {
		before := eval[int](b, `document.querySelectorAll('form.whole').length`)
		b.taps(`form.whole button`)
		b.until(
			fmt.Sprintf(`document.readyState === 'complete' && document.querySelectorAll('form.whole').length < %d`,
				before),
		)
	}
	if n := h.NightNow(id); n.People[0].Sum.Total() != 0 {
		t.Fatalf("Ann is still owed %d", n.People[0].Sum.Total())
	}
	b.taps(`form[action$="/close"] button`)
	b.until(`document.readyState === 'complete' && !!document.querySelector('.seal')`)
	if n := h.NightNow(id); n.Open || b.text(".seal") != n.Seal {
		t.Errorf("open: %v; sealed with %q, and the page shows %q", n.Open, n.Seal, b.text(".seal"))
	}
}

// TestOldEngineByRarerCalls: an Irish bid, and a general misère of either kind, are recorded below the floor.
func TestOldEngineByRarerCalls(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	growsOld(h, webtest.Safari12)
	seats := h.Players("Ann", "Bob", "Cat", "Dan")
	b := openTab(t, h.URL(), phone, old)
	for _, c := range []struct {
		set     string
		allPass rules.AllPass
		taps    []string
		want    string
	}{
		{"irish", rules.ThrowIn, []string{"#call-irish", "#bid-6H", "#who-1", "#tricks-7"}, "Dan: 6h Ann 7"},
		{"units", rules.LastTrick, []string{"#call-general-misere", "#who-2"}, "Dan: misery loser Bob"},
		{"units", rules.Fewest,
			[]string{"#call-general-misere", "#took-1-2", "#took-2-3", "#took-3-4", "#took-4-4"},
			"Dan: misery Ann 2 Bob 3 Cat 4 Dan 4"},
	} {
		set, _ := rules.Set(c.set)
		house := *set
		if house.AllPass != c.allPass {
			house.ID, house.Name, house.AllPass, house.Misery = "own", string(c.allPass), c.allPass, 4
		}
		got, err := h.Book.StartNight(context.Background(), h.Slip(),
			ledger.NewNight{House: &house, Seats: seats, Dealer: seats[3]})
		if err != nil {
			t.Fatal(err)
		}
		b.visit(webtest.NightPath(got.Night))
		b.taps(append(c.taps, record)...)
		b.arrives("#sheet tbody tr.new")
		if lines := h.Lines(got.Night); lines != c.want {
			t.Errorf("%s, when all pass %s: recorded was %q, not %q", c.set, c.allPass, lines, c.want)
		}
	}
}
