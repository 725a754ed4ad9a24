package browser_test

// An engine from below the floor, such as an iPad of 2013 has: Chromium that is sent the style sheets without
// what Safari 12 doesn't parse, and says of :has() that it doesn't know it, so that no script of ours starts.
// And one at the floor, as on an iPhone of 2015: without what Safari 15.4 doesn't parse.

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
	"ouverte/web/webtest"
)

var safari15 = webtest.Late{
	Selector: regexp.MustCompile(`&`),
	Declaration: regexp.MustCompile(
		`^container$|color-mix\(|overflow(-[xy])?: clip|text-decoration: underline \w|content: ".*" / `),
	Block: regexp.MustCompile(`^@container`),
}

// growsOld puts the house at an address of its own, where styles come aged.
func growsOld(h *webtest.Site, by webtest.Late) {
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

// TestPlayedBelowTheFloor plays the evening of webtest.Played by touch, by plain forms and links.
func TestPlayedBelowTheFloor(t *testing.T) {
	testenv.Rarely(t)
	t.Parallel()
	h := webtest.Open(t)
	growsOld(h, webtest.Safari12)
	b := openTab(t, h.URL(), phone, old)
	b.plays(h, func(step webtest.Step) {
		if strings.HasPrefix(step.CSS, "#penalty .w-") {
			return // a word of the sentence, which isn't there: everything is asked at once
		}
		b.touches(step)
		if step.CSS != "button[value=start]" {
			return
		}
		b.arrives("#deal")
		if eval[bool](b, `!!window.htmx || !!document.querySelector('#deal.quick')`) {
			t.Fatal("scripts have taken over what they can't keep")
		}
		discs := `[...document.querySelectorAll('.seat .disc')].filter(d => d.offsetHeight).length`
		same(t, eval[int](b, discs), 1, "%d are marked as the dealer")
		same(t, eval[string](b, badlyPlaced), "", "badly placed at the table: %s")
	})
}
