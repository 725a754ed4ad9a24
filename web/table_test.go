package web_test

// The table's handlers, through the real router on a real book.

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web"
	"ouverte/web/webtest"
)

type sel = goquery.Selection

// part asks as htmx does.
func part(h *webtest.Site, method, path string, form url.Values) *webtest.Answer {
	h.T.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	if method == http.MethodGet {
		r = httptest.NewRequest(method, path+"?"+form.Encode(), nil)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("HX-Request", "true")
	r.Header.Set("HX-Request-Type", "partial")
	return h.Ask(r)
}

// TestRecord says many deals. Those that are refused are in testdata/refused.txt.
func TestRecord(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	for _, c := range []struct {
		set, say string
		seats    int
		net      []int64
	}{
		{"hoyle", "call=solo&who=1&tricks=7", 4, []int64{24, -8, -8, -8}},
		{"hoyle", "call=prop&who=1&with=3&tricks=8", 4, []int64{6, -6, 6, -6}},
		{"hoyle", "call=passed", 4, []int64{0, 0, 0, 0}},
		{"hoyle", "call=void", 4, []int64{0, 0, 0, 0}},
		{"hoyle", "call=misere&who=1&forfeit=3", 4, []int64{36, 0, -36, 0}},
		{"hoyle", "call=solo&who=1&tricks=4&revokes-3=1", 4, []int64{24, 0, -24, 0}},
		{"hoyle", "call=solo&who=2&wrong=1&wrong=3", 4, []int64{-6, 18, -6, -6}},
		{"hoyle", "call=declared&who=1&tricks=13&trumps=S", 4, []int64{108, -36, -36, -36}},
		{"irish", "call=irish&who=1&bid=6&suit=S&tricks=6", 4, []int64{18, -6, -6, -6}},
		{"hoyle", "call=solo&who=1&tricks=5", 5, []int64{18, -6, -6, 0, -6}},
		{"hoyle", "call=solo&who=1&tricks=5", 3, []int64{12, -6, -6}},
		// what the call does not ask is not read
		{"hoyle", "call=passed&who=1&with=2&tricks=5&revokes-1=2&forfeit=2&wrong=1&trumps=C", 4, []int64{0, 0, 0, 0}},
		{"hoyle", "call=solo&who=1&with=2&tricks=5&forfeit=2&bid=3&suit=C", 4, []int64{18, -6, -6, -6}},
	} {
		t.Run(fmt.Sprintf("%s/%d/%s", c.set, c.seats, c.say), func(t *testing.T) {
			h := webtest.Open(t)
			night := h.Night(c.set, h.Players("Ann", "Bob", "Cat", "Dan", "Eve")[:c.seats]...)
			h.Post(webtest.NightPath(night)+"/deals", h.Deal(night, c.say)).Is(303)
			n := h.NightNow(night)
			if len(n.Deals) != 1 {
				t.Fatalf("%d deals are recorded", len(n.Deals))
			}
			for s, want := range c.net {
				same(t, n.Deals[0].Result.Net[s+1], want, fmt.Sprintf("seat %d has %%d", s+1))
			}
			h.Get(webtest.NightPath(night)).Is(200).Has(1, "#sheet tbody tr").Has(0, "#deal [name=call][checked]")
		})
	}
}

// TestWhatIsNoForm asks in ways no page of ours does.
func TestWhatIsNoForm(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	night := webtest.NightPath(h.Night("units", h.Players("Ann", "Bob", "Cat")...))
	for _, c := range []struct {
		method, path, typ, body string
		status                  int
	}{
		{"GET", "/nights/99", "", "", 404},
		{"GET", "/nights/x", "", "", 404},
		{"GET", "/nights/-1", "", "", 404},
		{"GET", "/nights/99999999999999999999", "", "", 404},
		{"GET", "/nights/99/now", "", "", 404},
		{"GET", "/nights/99/events", "", "", 404},
		{"GET", "/nights/99/preview?call=solo", "", "", 404},
		{"GET", "/nights/99/auction?say=pass", "", "", 404},
		{"POST", "/nights/99/deals", "application/x-www-form-urlencoded", "call=passed&key=k", 404},
		{"POST", "/nights/99/take-back", "application/x-www-form-urlencoded", "deal=1&saw=1&key=k", 404},
		{"GET", night + "/deals", "", "", 405},
		{"POST", night, "application/x-www-form-urlencoded", "", 405},
		{"POST", night + "/deals", "application/json", `{"call":"solo"}`, 415},
		{"POST", night + "/deals", "", "call=passed&key=k", 415},
		{"POST", night + "/deals", "application/x-www-form-urlencoded", "call=" + strings.Repeat("x", 100_000),
			413},
		{"POST", night + "/deals", "application/x-www-form-urlencoded", "call=%zz", 400},
		{"POST", night + "/take-back", "application/x-www-form-urlencoded", "deal=x&saw=1&key=k", 422},
		{"POST", night + "/take-back", "application/x-www-form-urlencoded", "deal=77&saw=1&key=k", 404},
		{"POST", night + "/take-back", "application/x-www-form-urlencoded", "deal=1&saw=1&key=k&began=7", 422},
		{"GET", night + "/now?had=x", "", "", 422},
		{"GET", night + "/now?had=-1", "", "", 422},
		{"GET", night + "/preview?call=solo&who=x", "", "", 200},
		{"GET", night + "/auction?said=" + strings.Repeat("pass+", 100), "", "", 400},
		{"GET", night + "/auction?say=nonsense", "", "", 200},
	} {
		r := httptest.NewRequest(c.method, c.path, strings.NewReader(c.body))
		if c.typ != "" {
			r.Header.Set("Content-Type", c.typ)
		}
		got := h.Ask(r)
		if got.StatusCode != c.status {
			t.Errorf("%s %.60s %.40s: %d, not %d", c.method, c.path, c.body, got.StatusCode, c.status)
		}
		if got.Doc == nil || len(got.Text("main")) < 20 {
			t.Errorf("%s %.60s: no page with a sentence", c.method, c.path)
		}
	}
}

// TestSameKey sends a form twice: recorded once, and told so. With other content the key is refused.
func TestSameKey(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	night := h.Night("units", h.Players("Ann", "Bob", "Cat")...)
	form := h.Deal(night, "call=solo&who=1&tricks=7")
	part(h, "POST", webtest.NightPath(night)+"/deals", form).Is(200).
		Says("#notice", "Ann makes solo, two over Deal 1 recorded: 1 from each.").Has(1, "#sheet tbody tr")
	part(h, "POST", webtest.NightPath(night)+"/deals", form).Is(200).
		Says("#notice", "Ann makes solo, two over Deal 1 was already recorded: 1 from each.").
		Has(1, "#sheet tbody tr")
	form.Set("tricks", "3")
	part(h, "POST", webtest.NightPath(night)+"/deals", form).Is(422)
	if n, err := h.Book.Now().Night(night); err != nil || len(n.Deals) != 1 {
		t.Errorf("%d deals, %v", len(n.Deals), err)
	}
}

// TestSomebodyWasFaster records a deal of a number that is taken: both are shown, nothing that was said is
// lost, and it can be recorded as the next.
func TestSomebodyWasFaster(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	night := h.Night("units", h.Players("Ann", "Bob", "Cat", "Dan")...)
	mine, theirs := h.Deal(night, "call=misere&who=2&tricks=0"), h.Deal(night, "call=solo&who=1&tricks=7")
	h.Post(webtest.NightPath(night)+"/deals", theirs).Is(303)
	got := h.Post(webtest.NightPath(night)+"/deals", mine).Is(409)
	got.Says("#meanwhile p:first-child",
		"Deal 1 is already on the sheet, from the tablet: Ann makes solo, two over: 1 from each. If yours is "+
			"another, record it as deal 2.")
	again := got.Form("#deal", "")
	if again.Get("call") != "misere" || again.Get("who") != "2" || again.Get("tricks") != "0" ||
		again.Get("nth") != "2" || again.Get("dealer") != "1" || again.Get("key") != mine.Get("key") {
		t.Errorf("the form says %v", again)
	}
	h.Post(webtest.NightPath(night)+"/deals", again).Is(303)
	if d := h.NthDeal(night, 2).Deal; d.Call != rules.Misere || d.Dealer != 1 {
		t.Errorf("recorded as the second: %+v", d)
	}
}

// TestPreview reckons without recording: fourteen outcomes where the tricks decide, one where they don't.
func TestPreview(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	ask := func(q string) *webtest.Answer {
		v, _ := url.ParseQuery(q)
		return part(h, "GET", webtest.NightPath(night)+"/preview", v).Is(200)
	}
	ask("call=solo&who=1").Has(14, "[data-tricks]").
		Says(`[data-tricks="7"]`, "Ann makes solo, two over8d from each: Ann +2s").Has(14, "[data-ready]")
	ask("call=misere&who=1&forfeit=2").Has(1, "[data-tricks]").Has(1, `[data-tricks=""][data-ready]`)
	ask("call=passed").Has(1, `[data-tricks=""][data-ready]`)
	ask("call=prop&who=1&with=1").Has(14, "[data-wrong]").Has(0, "[data-ready]")
	ask("call=solo&who=77").Has(1, "[data-wrong]")
	page := h.Get(webtest.NightPath(night) + "/preview?call=solo&who=1&tricks=7").Is(200)
	page.Says("#result", "Ann makes solo, two over8d from each: Ann +2s").Has(1, "#call-solo[checked]").
		Has(1, "#tricks-7[checked]")
	h.Get(webtest.NightPath(night)+"/preview?call=solo&tricks=7").Is(200).Says("#says-who", "Say who called.")
	if n, err := h.Book.Now().Night(night); err != nil || len(n.Deals) != 0 {
		t.Errorf("%d deals, %v", len(n.Deals), err)
	}
}

// TestWhenAllPass has each game of §6 asked for in its own words.
func TestWhenAllPass(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		form   rules.AllPass
		choice string
		answer string
		net    []int64
	}{
		{rules.ThrowIn, "passed", "call=passed", []int64{0, 0, 0, 0}},
		{rules.Goulash, "passed", "call=passed", []int64{0, 0, 0, 0}},
		{rules.LastTrick, "general-misere", "call=general-misere&who=2", []int64{1, -3, 1, 1}},
		{rules.FiveOrFour, "general-misere", "call=general-misere&who=3", []int64{1, 1, -3, 1}},
		{rules.Fewest, "general-misere", "call=general-misere&took-1=1&took-2=4&took-3=4&took-4=4",
			[]int64{3, -1, -1, -1}},
		{rules.LastTrick, "general-misere", "call=general-misere&revokes-4=1", []int64{1, 1, 1, -3}},
		{rules.LastTrick, "general-misere", "call=general-misere&wrong=2", []int64{1, -3, 1, 1}},
		{rules.Fewest, "general-misere", "call=general-misere&wrong=2&wrong=3", []int64{0, 0, 0, 0}},
	} {
		t.Run(string(c.form)+" "+c.answer, func(t *testing.T) {
			h := webtest.Open(t)
			units, _ := rules.Set("units")
			own := *units
			own.ID, own.AllPass = "own", c.form
			ids := h.Players("Ann", "Bob", "Cat", "Dan")
			started := must(h.Book.StartNight(context.Background(), h.Slip(),
				ledger.NewNight{House: &own, Seats: ids, Dealer: ids[3]}))(t)
			page := h.Get(webtest.NightPath(started.Night)).Is(200)
			page.Has(1, "#ask-call .opts .k:last-child #call-"+c.choice)
			if c.form == rules.Fewest {
				page.Has(4, "#ask-each .each").Has(4*14, "#ask-each .each input[name^=took-]").
					Has(0, "#ask-each input:checked")
			} else {
				page.Has(0, "#ask-each")
			}
			h.Post(webtest.NightPath(started.Night)+"/deals", h.Deal(started.Night, c.answer)).Is(303)
			for s, want := range c.net {
				if got := h.NthDeal(started.Night, 1).Result.Net[s+1]; got != want {
					t.Errorf("seat %d has %d, not %d", s+1, got, want)
				}
			}
		})
	}
}

// TestLinksOpen: no link on a page leads a device where it is turned away, neither one that only looks on nor
// one that records too.
func TestLinksOpen(t *testing.T) {
	t.Parallel()
	right := web.Keeper
	h := webtest.Open(t, func(o *web.Options) {
		o.Who = func(*http.Request) web.Visitor { return web.Visitor{Right: right} }
	})
	open := h.Night("units", h.Players("Kim", "Lou", "Max", "Ned")...)
	h.Post(webtest.NightPath(open)+"/deals", h.Deal(open, "call=solo&who=1&tricks=6")).Is(303)
	meeting := h.Meeting(8, 2)
	over := h.Night("ten-pence", h.Players("Tom", "Uma", "Vic", "Wim")...)
	h.Post(webtest.NightPath(over)+"/deals", h.Deal(over, "call=misere&who=2&tricks=0")).Is(303)
	must(h.Book.CloseNight(t.Context(), h.Slip(), over, 0))(t)
	for right = range web.Keeper {
		if right == web.Nobody {
			continue // is asked to pair everywhere
		}
		seen, next := map[string]bool{}, []string{"/", webtest.NightPath(open),
			webtest.NightPath(over), webtest.MeetingPath(meeting)}
		for len(next) > 0 && len(seen) < 300 {
			a := h.Get(next[0])
			if a.StatusCode == 403 {
				t.Errorf("with right %v a page links %s", right, next[0])
			}
			next = next[1:]
			if a.StatusCode != 200 || a.Doc == nil {
				continue
			}
			a.Doc.Find("a[href^='/']").Each(func(_ int, link *sel) {
				if to, _, _ := strings.Cut(link.AttrOr("href", ""), "#"); !seen[to] {
					seen[to], next = true, append(next, to)
				}
			})
		}
		if len(seen) < 40 {
			t.Errorf("with right %v only %d pages were found", right, len(seen))
		}
	}
}

// TestEvents follows a night: the version at once, the next one within a second of a deal, and the end when
// the house stops.
func TestEvents(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	night := h.Night("units", h.Players("Ann", "Bob", "Cat")...)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	r := must(http.NewRequestWithContext(ctx, "GET", h.URL()+webtest.NightPath(night)+"/events", nil))(t)
	res := must(http.DefaultClient.Do(r))(t)
	defer res.Body.Close()
	if typ := res.Header.Get("Content-Type"); typ != "text/event-stream" {
		t.Fatalf("it is %s", typ)
	}
	lines := bufio.NewScanner(res.Body)
	version := func() string {
		event := ""
		for lines.Scan() {
			if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				event = name
			} else if v, ok := strings.CutPrefix(lines.Text(), "data: "); ok && event == "night" {
				return v
			}
		}
		t.Fatal("the stream ended")
		return ""
	}
	n, err := h.Book.Now().Night(night)
	if err != nil {
		t.Fatal(err)
	}
	if v := version(); v != fmt.Sprint(n.Version) {
		t.Errorf("it begins with %s, not %d", v, n.Version)
	}
	began := time.Now()
	h.Post(webtest.NightPath(night)+"/deals", h.Deal(night, "call=passed")).Is(303)
	if n, err = h.Book.Now().Night(night); err != nil {
		t.Fatal(err)
	}
	if v := version(); v != fmt.Sprint(n.Version) {
		t.Errorf("after the deal it says %s, not %d", v, n.Version)
	}
	t.Logf("told %v after the deal was posted", time.Since(began))
}

// FuzzDeal throws anything at the form of a deal and at its preview. The house stands, and the book adds up.
func FuzzDeal(f *testing.F) {
	for _, seed := range []string{"call=solo&who=1&tricks=7&key=a",
		"call=prop&who=1&with=2&tricks=8&key=b&nth=1", "call=passed&key=c", "call=misere&who=1&forfeit=2&key=d",
		"call=irish&who=1&bid=6&suit=S&tricks=6&key=e", "call=general-misere&took-1=13&key=f",
		"call=solo&who=255&tricks=7&key=g", "call=solo&who=1&tricks=-1&key=h",
		"players=1,2,3,4&dealer=9&call=passed&key=i", "players=1:2,2:1,3,4&call=passed&key=j",
		"said=pass+prop+cop&say=pass", "call=solo&wrong=1&wrong=1&wrong=5&who=1&key=k",
		"revokes-1=13&revokes-2=13&call=solo&who=1&tricks=0&key=l", "nth=999999&key=m&call=void",
		"tricks=%F0%9F%83%8F&call=solo", "key=" + strings.Repeat("x", 65), "%zz", "a;b"} {
		f.Add(seed)
	}
	h := webtest.Open(f)
	ids := h.Players("Ann", "Bob", "Cat", "Dan")
	id := h.Night("hoyle", ids...)
	f.Fuzz(func(t *testing.T, query string) {
		h.T = t
		night := webtest.NightPath(id)
		for _, path := range []string{"/preview", "/auction", "/now"} {
			r := httptest.NewRequest("GET", night, nil)
			r.URL.Path += path
			r.URL.RawQuery = query
			check(t, h.Ask(r), 200, 400, 422)
		}
		r := httptest.NewRequest("POST", night+"/deals", strings.NewReader(query))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		check(t, h.Ask(r), 303, 400, 404, 409, 413, 422)
		n := must(h.Book.Now().Night(id))(t)
		if n.Nth > 30 { // an evening is no longer
			id = h.Night("hoyle", ids...)
		}
		var sum int64
		for _, p := range n.People {
			sum += p.Sum.Total()
		}
		if sum += n.Kitty.Sum.Total(); sum != 0 {
			t.Fatalf("the book is out by %d", sum)
		}
	})
}
