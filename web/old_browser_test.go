package web_test

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
)

// late is what an engine doesn't parse, by MDN's data: in a selector, which loses the rule; in a declaration,
// which is lost alone; and whole blocks.
type late struct {
	selector, declaration, block *regexp.Regexp
	flexGap                      bool
}

var safari12 = late{
	selector: regexp.MustCompile(`&|:(has|is|where)\(|:focus-visible`),
	declaration: regexp.MustCompile(`^(inset|rotate|translate|scale|aspect-ratio|appearance|container|` +
		`accent-color|overscroll-behavior|(padding|margin)-(inline|block)|inset-(inline|block).*)$|` +
		`color-mix\(|clamp\(|rgb\([^,]*\)|overflow(-[xy])?: clip|text-decoration: underline \w|[0-9][dsl]v[hw]\b|` +
		`content: ".*" / `),
	block:   regexp.MustCompile(`^@(container|supports (not )?selector)`),
	flexGap: true,
}

var safari15 = late{
	selector: regexp.MustCompile(`&`),
	declaration: regexp.MustCompile(
		`^container$|color-mix\(|overflow(-[xy])?: clip|text-decoration: underline \w|content: ".*" / `),
	block: regexp.MustCompile(`^@container`),
}

// aged is a style sheet as such an engine reads it.
func aged(css string, late late) string {
	css = regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(css, "")
	var out strings.Builder
	for {
		head, rest, more := strings.Cut(css, "{")
		if !more {
			return out.String()
		}
		end, deep := 0, 1
		for ; deep > 0; end++ {
			switch rest[end] {
			case '{':
				deep++
			case '}':
				deep--
			}
		}
		body, head := rest[:end-1], strings.TrimSpace(head)
		css = rest[end:]
		switch {
		case strings.HasPrefix(head, "@") && !late.block.MatchString(head):
			head = strings.Replace(head, "not (container-type: inline-size)", "(display: block)", 1)
			if strings.HasPrefix(head, "@media") || strings.HasPrefix(head, "@supports") {
				body = aged(body, late)
			}
			fmt.Fprintf(&out, "%s {%s}\n", head, body)
		case strings.HasPrefix(head, "@"), late.selector.MatchString(head):
		case strings.Contains(body, "{"): // nested rules end what can be read of it
		default:
			fmt.Fprintf(&out, "%s {", head)
			for declared := range strings.SplitSeq(body, ";") {
				declared = strings.TrimSpace(declared)
				name, _, _ := strings.Cut(declared, ":")
				flexGap := late.flexGap && name == "gap" && strings.Contains(body, "flex")
				if !flexGap && !late.declaration.MatchString(name) && !late.declaration.MatchString(declared) {
					fmt.Fprintf(&out, "%s;", declared)
				}
			}
			out.WriteString("}\n")
		}
	}
}

// TestAged: the ageing brings back what older engines made of the styles when they relied on more.
func TestAged(t *testing.T) {
	t.Parallel()
	for was, want := range map[string]string{
		".pairs { display: none } @supports not selector(:has(a)) { .pairs { top: 0 } }": ".pairs {display: none;}",

		".seat { color: red; & .mark { display: block } }":          "",
		".term { text-decoration: underline dotted; color: red }":   ".term {color: red;}",
		".tile { overflow: hidden; overflow: clip }":                ".tile {overflow: hidden;}",
		"@media print { .a:has(b) { color: red } .c { top: 1px } }": "@media print {.c {top: 1px;}\n}",
		".row { display: flex; gap: 1px }":                          ".row {display: flex;}",
	} {
		if got := strings.TrimSpace(aged(was, safari12)); got != want {
			t.Errorf("%s\nis read as\n%s\nnot as\n%s", was, got, want)
		}
	}
}

// growsOld puts the house at an address of its own, where styles come aged.
func (h *house) growsOld(by late) {
	h.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, ".css") {
			h.handler.ServeHTTP(w, r)
			return
		}
		r.Header.Del("Accept-Encoding")
		sheet := httptest.NewRecorder()
		h.handler.ServeHTTP(sheet, r)
		w.Header().Set("Content-Type", sheet.Header().Get("Content-Type"))
		fmt.Fprint(w, aged(sheet.Body.String(), by))
	}))
}

// TestAtTheFloor: what a phone shows without container queries and mixed colours is nowhere wider than it is,
// but where it scrolls in its own box, and no emblem is lost on the green.
func TestAtTheFloor(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.growsOld(safari15)
	names := []string{"Bartholomew", "Henrietta", "Maximiliane", "Konstantin", "Wilhelmina"}
	path := h.played("hoyle", nil, names, "solo hen 5", "mis max 1", "abundance kon 9")
	b := openTab(t, h.url(), phone)
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
	h := openHouse(t)
	h.growsOld(safari12)
	h.players("Ann", "Bob", "Cat")
	b := openTab(t, h.url(), phone, old)
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
	if got := h.lines(id); got != "Dan: solo Ann 7" {
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
	if got := h.sums(id); got != "Ann 21 Bob -7 Cat -7 Dan -7" {
		t.Fatalf("after it was put right: %s", got)
	}

	b.visit(nightPath(id))
	b.taps(".menu.page summary", `.menu.page a[href$="/penalties"]`)
	b.arrives("#penalty")
	b.taps(`#penalty [name="by"][value="3"]`, `#penalty [name="to"][value="others"]`)
	b.write(`#penalty [name="amount"]`, "2d")
	b.write(`#penalty [name="reason"]`, "talked")
	b.taps("#penalty .save button")
	b.until(`!!document.querySelector('.penalties li, #sheet tr.aside')`)
	if got := h.sums(id); got != "Ann 23 Bob -5 Cat -13 Dan -5" {
		t.Fatalf("after the penalty: %s", got)
	}

	b.visit(nightPath(id))
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
	b.visit(nightPath(id) + "/settle")
	for eval[bool](b, `!!document.querySelector('form.whole button')`) {
		before := eval[int](b, `document.querySelectorAll('form.whole').length`)
		b.taps(`form.whole button`)
		b.until(
			fmt.Sprintf(`document.readyState === 'complete' && document.querySelectorAll('form.whole').length < %d`,
				before),
		)
	}
	if n := h.nightNow(id); n.People[0].Sum.Total() != 0 {
		t.Fatalf("Ann is still owed %d", n.People[0].Sum.Total())
	}
	b.taps(`form[action$="/close"] button`)
	b.until(`document.readyState === 'complete' && !!document.querySelector('.seal')`)
	if n := h.nightNow(id); n.Open || b.text(".seal") != n.Seal {
		t.Errorf("open: %v; sealed with %q, and the page shows %q", n.Open, n.Seal, b.text(".seal"))
	}
}

// TestOldEngineByRarerCalls: an Irish bid, and a general misère of either kind, are recorded below the floor.
func TestOldEngineByRarerCalls(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	h.growsOld(safari12)
	seats := h.players("Ann", "Bob", "Cat", "Dan")
	b := openTab(t, h.url(), phone, old)
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
		got, err := h.book.StartNight(context.Background(), h.slip(),
			ledger.NewNight{House: &house, Seats: seats, Dealer: seats[3]})
		if err != nil {
			t.Fatal(err)
		}
		b.visit(nightPath(got.Night))
		b.taps(append(c.taps, record)...)
		b.arrives("#sheet tbody tr.new")
		if lines := h.lines(got.Night); lines != c.want {
			t.Errorf("%s, when all pass %s: recorded was %q, not %q", c.set, c.allPass, lines, c.want)
		}
	}
}
