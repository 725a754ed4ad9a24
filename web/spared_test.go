package web_test

// What the answer to a recorded deal leaves out, because the page that sent it has it.

import (
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// tabletPage is a page that records deals, as the script does: what stays is put in from what it shows.
type tabletPage struct {
	h     *house
	night ledger.NightID
	text  string // the sheet and the form, as they stand there
	has   string // what it says of them, or the last answer did
}

// opens loads the page of a night.
func (h *house) opens(night ledger.NightID) *tabletPage {
	h.t.Helper()
	a := h.get(nightPath(night)).is(200)
	has, _ := a.doc.Find("#sheet").Attr("data-has")
	return &tabletPage{h: h, night: night, text: string(a.body), has: has}
}

var sameMark = regexp.MustCompile(`<i data-same="([\w-]+)"></i>`)

// records sends a deal and gives how many parts its answer left out.
func (p *tabletPage) records(answers string) (spared int) {
	p.h.t.Helper()
	r := httptest.NewRequest("POST", nightPath(p.night)+"/deals",
		strings.NewReader(p.h.deal(p.night, answers).Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("HX-Request", "true")
	r.Header.Set("HX-Request-Type", "partial")
	r.Header.Set("Ouverte-Has", p.has)
	a := p.h.ask(r).is(200)
	page, err := goquery.NewDocumentFromReader(strings.NewReader(p.text))
	if err != nil {
		p.h.t.Fatal(err)
	}
	p.text = sameMark.ReplaceAllStringFunc(string(a.body), func(mark string) string {
		spared++
		html, err := goquery.OuterHtml(page.Find("#" + sameMark.FindStringSubmatch(mark)[1]))
		if err != nil || html == "" {
			p.h.t.Fatalf("%s stands for nothing the page has: %v", mark, err)
		}
		return html
	})
	p.has = a.Header.Get("Ouverte-Has")
	return spared
}

// stays compares what the page then shows with what it would load now.
func (p *tabletPage) stays(after string) {
	p.h.t.Helper()
	for _, part := range []string{
		"#sheet .scroll", "#ask-call", "#ask-tricks", "#mishaps", "#ask-trumps", "#ask-who",
	} {
		html := func(text string) string {
			doc, err := goquery.NewDocumentFromReader(strings.NewReader(text))
			if err != nil {
				p.h.t.Fatal(err)
			}
			s, err := goquery.OuterHtml(doc.Find(part))
			if err != nil || s == "" {
				p.h.t.Fatalf("no %s: %v", part, err)
			}
			return s
		}
		now := p.h.part("GET", nightPath(p.night)+"/now", url.Values{}).is(200)
		if got, want := html(p.text), html(string(now.body)); got != want {
			p.h.t.Errorf("after %s the page has another %s than it would load:\n%s\n%s", after, part, got, want)
		}
	}
}

// TestWhatAPageHasIsLeftOut plays an evening in which everything changes between the deals that stands in the
// sheet and the form. After each the page shows what it would if it were loaded anew, and where nothing else
// happened, the answer leaves out all but what the deal changed.
func TestWhatAPageHasIsLeftOut(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	h, night := fourOfUs(t)
	p := h.opens(night)
	const questions = 4            // the calls, the tricks, the mishaps, trumps
	const form = questions + 4 + 4 // and four names at the table, and four who went along
	const whole = form + 1         // and those on the sheet
	step := func(what, deal string, least, most int) {
		t.Helper()
		if spared := p.records(deal); spared < least || spared > most {
			t.Errorf("after %s the answer leaves out %d parts, not %d to %d", what, spared, least, most)
		}
		p.stays(what)
	}
	step("the first deal", "call=solo&who=1&tricks=5", whole, whole)
	step("a deal", "call=misere&who=2&tricks=0", whole, whole)
	step("a deal", "call=solo&who=3&tricks=7&trumps=H", whole+1, whole+1)
	step("a revoke", "call=solo&who=3&tricks=7&revokes-1=1", whole+2, whole+2)
	step("a deal", "call=passed", whole+3, whole+3)

	h.post("/players/3/name", url.Values{"key": {"cathy"}, "name": {"Catherine the Great"}}).is(303)
	step("another name", "call=solo&who=1&tricks=5", 0, 0)
	step("a deal", "call=solo&who=4&tricks=5", whole+5, whole+5)

	n := h.nightNow(night)
	h.notes(night, n.Deals[2].ID, "in the rain")
	step("a note", "call=solo&who=1&tricks=6", form, form)
	h.mends(night, ledger.Mend{Do: ledger.Remove, Deal: n.Deals[1].ID, Saw: n.Deals[1].Version})
	step("a removed deal", "call=solo&who=1&tricks=6", form, form)
	if _, err := h.book.Penalise(t.Context(), h.slip(), night, ledger.Penalty{By: 1, Kitty: true, Amount: 6,
		Reason: "spilt the tea"}); err != nil {
		t.Fatal(err)
	}
	step("a penalty and the kitty", "call=solo&who=1&tricks=6", form, form)
	step("a deal", "call=solo&who=1&tricks=6", whole+5, whole+9)

	h.sits(night, 1, 2, 3, 4, h.player("Eve"))
	step("a fifth", "call=solo&who=1&tricks=6", 0, 0)
	step("a deal of five", "call=solo&who=5&tricks=6", 7, 12)
	h.sits(night, 1, 2, 3)
	step("three", "call=solo&who=1&tricks=6", 0, 12)
	step("a deal of three", "call=solo&who=1&tricks=6", whole+6, whole+13)
}

// TestWhatAPageHasByTurns: where a call is none in some deals, the questions always come whole; and what a
// page says it has is believed only if it is what this program drew.
func TestWhatAPageHasByTurns(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	night := h.ruled("hoyle", func(set *rules.House) { set.Trumps = rules.TrumpsCycleNT })
	p := h.opens(night)
	for _, spared := range []int{1, 1, 2, 3, 4} {
		if got := p.records("call=solo&who=1&tricks=6"); got != spared {
			t.Errorf("the answer leaves out %d parts, not %d", got, spared)
		}
		p.stays("a deal by turns")
	}
	for _, has := range []string{"", "-", "0-0", "1-1", "x", p.has + "0", strings.Repeat("z", 5000)} {
		p.has = has
		if got := p.records("call=passed"); got != 0 {
			t.Errorf("%.20q leaves out %d parts", has, got)
		}
	}
}
