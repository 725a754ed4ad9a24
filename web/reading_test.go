package web_test

// What a page reads like, as plain text, and the texts that are kept of it.
//
//	# Heading, ## and so on by its rank        «Button», «Button ★» the gold one, «Link»(/to) drawn as one
//	[link](/to)                                [what stands in a field], (•) ( ) [x] [ ] choices
//	▸ closed ▾ open details                    ▲ won ▼ lost, as an amount is coloured
//	! a refusal    ~ what screen readers call a part    <picture: its words>
//	* a row that is no deal    ↔3 a cell over three columns
//
// A text that has changed as it was meant to is written anew:
//
//	go test ./web -run 'Kept|Read|Refused|Rights' -golden

import (
	"flag"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"ouverte/web"
	"ouverte/web/webtest"
)

var golden = flag.Bool("golden", false, "write what pages read like anew, into testdata")

// byChance are keys, secrets, codes and the numbers of requests, which differ from run to run.
var byChance = regexp.MustCompile(`\b[A-Z2-7]{26}\b|\b[A-Z2-9]{4}(-[A-Z2-9]{4}|( [A-Z2-9]{4}){3})\b|` +
	`(/watch/)[\w-]{14}|/\S*/Test\S*/`)

// beforeStop is a blank that only stands where two elements meet.
var beforeStop = regexp.MustCompile(` ([,;.](?: |$))`)

// reading writes a page down block by block.
type reading struct {
	lines  []string
	line   strings.Builder
	prefix string // of the next line
	indent int
	cell   bool // within a row, where blocks don't begin lines
}

// readingOf is what can be read in a part of a page.
func readingOf(part *goquery.Selection) string {
	var r reading
	for _, n := range part.Nodes {
		r.node(n)
		r.end()
	}
	return byChance.ReplaceAllString(strings.Join(r.lines, "\n")+"\n", "$3…")
}

// end ends a line.
func (r *reading) end() {
	if text := beforeStop.ReplaceAllString(webtest.Plain(r.line.String()), "$1"); text != "" {
		r.lines = append(r.lines, strings.Repeat("  ", r.indent)+r.prefix+text)
		r.prefix = ""
	}
	r.line.Reset()
}

func (r *reading) block(n *html.Node, prefix string) {
	if r.cell {
		r.line.WriteString(" ")
		r.within(n)
		r.line.WriteString(" ")
		return
	}
	r.end()
	r.prefix = prefix
	r.within(n)
	r.end()
	r.prefix = ""
}

// within reads what a node holds, with a blank between two elements.
func (r *reading) within(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && c.PrevSibling != nil && c.PrevSibling.Type == html.ElementNode {
			r.line.WriteString(" ")
		}
		r.node(c)
	}
}

func textOf(n *html.Node) string { return webtest.Plain(goquery.NewDocumentFromNode(n).Text()) }

func attr(n *html.Node, name string) string { s, _ := has(n, name); return s }

func has(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

func classed(n *html.Node, any ...string) bool {
	for _, class := range strings.Fields(attr(n, "class")) {
		if slices.Contains(any, class) {
			return true
		}
	}
	return false
}

var ofRank = map[string]string{"h1": "# ", "h2": "## ", "h3": "### ", "h4": "#### ",
	"li": "- ", "figcaption": "",
	"p": "", "div": "", "section": "", "header": "", "footer": "", "main": "", "nav": "", "form": "", "ul": "",
	"ol": "", "dl": "", "dt": "", "dd": "  ", "fieldset": "", "legend": "", "figure": "", "article": "",
	"aside": "", "table": "", "caption": "", "thead": "", "tbody": "", "tfoot": "", "pre": "", "blockquote": "",
	"address": "", "dialog": "", "hr": "", "menu": ""}

func (r *reading) node(n *html.Node) {
	if n.Type == html.TextNode {
		r.line.WriteString(n.Data)
		return
	}
	if _, hidden := has(n, "hidden"); n.Type == html.ElementNode && hidden {
		return
	}
	switch n.Data {
	case "script", "style", "template", "datalist", "link", "meta":
	case "br":
		r.line.WriteString(" ")
	case "noscript":
		inner, _ := html.ParseFragment(strings.NewReader(textOf(n)),
			&html.Node{Type: html.ElementNode, Data: "div"})
		for _, in := range inner {
			r.node(in)
		}
	case "svg":
		var words []string
		goquery.NewDocumentFromNode(n).Find("text, title").Each(func(_ int, s *goquery.Selection) {
			words = append(words, webtest.Plain(s.Text()))
		})
		if label := attr(n, "aria-label"); label != "" {
			words = slices.Insert(words, 0, label)
		}
		if len(words) > 0 {
			r.line.WriteString("<picture: " + strings.Join(words, " / ") + ">")
		}
	case "img":
		r.line.WriteString("<picture: " + attr(n, "alt") + ">")
	case "a":
		r.press(n, attr(n, "href"), classed(n, "button", "b"))
	case "button":
		r.press(n, "", true)
	case "input", "select", "textarea":
		r.field(n)
	case "summary":
		mark := "▸ "
		if _, open := has(n.Parent, "open"); open {
			mark = "▾ "
		}
		r.block(n, mark)
		r.indent++
	case "details":
		r.end()
		was, cell := r.indent, r.cell
		r.cell = false
		r.within(n)
		r.end()
		r.indent, r.cell = was, cell
	case "label":
		choice := goquery.NewDocumentFromNode(n).Find("input[type=radio], input[type=checkbox]").Length() > 0
		if choice && len(textOf(n)) < 30 {
			r.within(n)
			r.line.WriteString(" ")
			return
		}
		r.block(n, "")
	case "tr":
		r.end()
		r.cell = true
		if classed(n, "aside") {
			r.prefix = "* "
		}
		for c, first := n.FirstChild, true; c != nil; c = c.NextSibling {
			if c.Type == html.ElementNode {
				if !first {
					r.line.WriteString(" | ")
				}
				first = false
				r.node(c)
				if span := attr(c, "colspan"); span != "" {
					r.line.WriteString(" ↔" + span)
				}
			}
		}
		r.cell = false
		r.end()
	default:
		if prefix, ok := ofRank[n.Data]; ok {
			if label := attr(n, "aria-label"); label != "" && !r.cell {
				r.end()
				r.line.WriteString("~ " + label)
				r.end()
			}
			if attr(n, "role") == "alert" {
				prefix = "! "
			}
			r.block(n, prefix)
			return
		}
		switch {
		case classed(n, "w"):
			r.line.WriteString("▲")
		case classed(n, "l"):
			r.line.WriteString("▼")
		}
		r.within(n)
		if label := attr(n, "aria-label"); label != "" {
			r.line.WriteString(" (" + label + ")")
		}
	}
}

// press reads what can be pressed.
func (r *reading) press(n *html.Node, to string, button bool) {
	var inner reading
	inner.cell = true
	inner.within(n)
	inner.end()
	text := strings.Join(inner.lines, " ")
	if label := attr(n, "aria-label"); label != "" && label != text {
		text = webtest.Plain(text + " (" + label + ")")
	}
	if button && classed(n, "gold", "brass") {
		text += " ★"
	}
	_, off := has(n, "disabled")
	if off || attr(n, "aria-disabled") == "true" {
		text += ", off"
	}
	if attr(n, "aria-pressed") == "true" {
		text += ", pressed"
	}
	if current := attr(n, "aria-current"); current != "" && current != "false" {
		text += ", here"
	}
	if button {
		text = "«" + text + "»"
	} else {
		text = "[" + text + "]"
	}
	if to != "" {
		text += "(" + to + ")"
	}
	r.line.WriteString(text + " ")
}

// field reads a field as it stands.
func (r *reading) field(n *html.Node) {
	_, checked := has(n, "checked")
	mark := func(open, on, shut string) string {
		if checked {
			return open + on + shut
		}
		return open + " " + shut
	}
	text := ""
	switch kind := attr(n, "type"); {
	case kind == "hidden":
		return
	case kind == "radio":
		text = mark("(", "•", ")")
	case kind == "checkbox":
		text = mark("[", "x", "]")
	case n.Data == "select":
		options := goquery.NewDocumentFromNode(n).Find("option")
		chosen := options.Filter("[selected]")
		if chosen.Length() == 0 {
			chosen = options.First()
		}
		text = fmt.Sprintf("[%s, 1 of %d]", webtest.Plain(chosen.First().Text()), options.Length())
	case n.Data == "textarea":
		text = "[" + webtest.Plain(textOf(n)) + "]"
	default:
		text = "[" + attr(n, "value") + "]"
		if hint := attr(n, "placeholder"); hint != "" && attr(n, "value") == "" {
			text = "[…" + hint + "]"
		}
	}
	if label := attr(n, "aria-label"); label != "" {
		text = label + " " + text
	}
	if attr(n, "aria-invalid") == "true" {
		text += "!"
	}
	if _, off := has(n, "disabled"); off {
		text += " off"
	}
	r.line.WriteString(" " + text + " ")
}

// reads compares what a page, or the parts of it that match, reads like with the text that is kept of it.
func reads(a *webtest.Answer, name, css string) {
	a.T.Helper()
	var got string
	if a.Doc != nil {
		got = readingOf(a.Doc.Find(css))
	} else {
		got = string(a.Bytes)
	}
	if css == "body" {
		got = fmt.Sprintf("%s (%d)\n", a.Text("title"), a.StatusCode) + got
	}
	kept(a.T, name, got)
}

// kept compares a text with the one that is kept in testdata.
func kept(t testing.TB, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if *golden {
		fine(t, os.MkdirAll(filepath.Dir(file), 0o755))
		fine(t, os.WriteFile(file, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v: -golden writes it", err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); d != "" {
		t.Errorf("%s reads otherwise now (-golden writes it anew):\n%s", name, d)
	}
}

// TestDidReads: the pages' notices are as testdata/did.txt has them.
func TestDidReads(t *testing.T) {
	var list strings.Builder
	for _, page := range slices.Sorted(maps.Keys(web.DidForTest)) {
		for _, did := range slices.Sorted(maps.Keys(web.DidForTest[page])) {
			fmt.Fprintf(&list, "%s %s: %s\n", page, did, web.DidForTest[page][did])
		}
	}
	kept(t, "did", list.String())
}

// brokenAmount is old money with a plain space between its parts (RULES.md §9).
var brokenAmount = regexp.MustCompile(`.{0,40}(£\d+|\b\d+s) \d+[sd]\b`)

// TestScreensRead: every screen reads as its text in testdata/screens says, each word of the game on it leads
// to a place in the laws, no amount on it may break, and a messenger's own field in its address does no harm.
func TestScreensRead(t *testing.T) {
	t.Parallel()
	named := map[string]bool{}
	for _, s := range webtest.Screens {
		named[s.Name+".txt"] = true
	}
	for _, file := range must(os.ReadDir("testdata/screens"))(t) {
		if !named[file.Name()] {
			t.Errorf("testdata/screens/%s is of no screen: delete it", file.Name())
		}
	}
	for _, s := range webtest.Screens {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			var change []func(*web.Options)
			if s.Change != nil {
				change = append(change, s.Change)
			}
			h := webtest.Open(t, change...)
			path := s.Open(h)
			page := h.Get(path)
			if !strings.Contains(path, "?") && !strings.HasSuffix(path, "/change") { // which is drawn from a form
				h.Get(path + "?fbclid=x1").Is(page.StatusCode)
			}
			if to := page.Header.Get("Location"); to != "" {
				r := httptest.NewRequest(http.MethodGet, to, nil)
				for _, c := range page.Cookies() {
					r.AddCookie(c)
				}
				page = h.Ask(r)
			}
			if breaks := brokenAmount.Find(page.Bytes); breaks != nil {
				t.Errorf("an amount may break, as its space is a plain one: %q", breaks)
			}
			for _, css := range []string{".skip", ".bar .home", ".bar .menu.book"} {
				if s.Name != "menu" { // which has what is the same everywhere
					page.Doc.Find(css).Remove()
				}
			}
			reads(page, "screens/"+s.Name, "body")
			page.Has(0, "button a, label a, summary a")
			for _, table := range page.Doc.Find("table:not(:has([rowspan]))").EachIter() {
				wide := map[int]bool{}
				for _, row := range table.Find("tr").EachIter() {
					cells := 0
					for _, cell := range row.ChildrenFiltered("th, td").EachIter() {
						span, _ := strconv.Atoi(cell.AttrOr("colspan", "1"))
						cells += span
					}
					wide[cells] = true
				}
				if len(wide) > 1 {
					t.Errorf("the rows of %s have %v cells", table.AttrOr("class", "a table"), wide)
				}
			}
			laws := map[string]*webtest.Answer{}
			for _, term := range page.Doc.Find("a.term").EachIter() {
				at, word, _ := strings.Cut(term.AttrOr("href", ""), "#")
				if at == "" {
					continue
				}
				if laws[at] == nil {
					laws[at] = h.Get(at).Is(200)
				}
				laws[at].Has(1, "#"+word)
			}
		})
	}
}
