package web_test

// Mishaps on our side of the wire, and what must hold through them: an answer that breaks off is never taken
// for a whole one, the clock may say what it likes, a night that was closed stays as it was sealed, and no
// secret is left lying in the log.

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/ledger/audit"
	"ouverte/ledger/testenv"
	"ouverte/web"
	"ouverte/web/webtest"
)

// TestPanicInTheMiddle: where an answer has begun, no page of ours is put behind it; the connection is cut,
// and the log knows.
func TestPanicInTheMiddle(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	w := &collapsing{ResponseRecorder: httptest.NewRecorder()}
	func() {
		defer func() {
			if p := recover(); p != http.ErrAbortHandler {
				t.Errorf("the server is told %v", p)
			}
		}()
		r := httptest.NewRequest("GET", "/nights/1/events", nil)
		r.Host = "127.0.0.1:8052"
		h.Handler.ServeHTTP(w, r)
		t.Error("nobody is told that it broke off")
	}()
	if strings.Contains(w.Body.String(), "<html") {
		t.Errorf("a page behind half a stream:\n%s", w.Body)
	}
	if log := h.Log.String(); !strings.Contains(log, "the floor gave way") ||
		!strings.Contains(log, "path=/nights/1/events") {
		t.Errorf("the log says only: %s", log)
	}
	h.Get("/nights/1").Is(200)
}

// collapsing gives way once something was said.
type collapsing struct{ *httptest.ResponseRecorder }

func (c *collapsing) SetWriteDeadline(time.Time) error { return nil }

func (c *collapsing) Flush() { panic("the floor gave way") }

// TestBrokenTable: a table of deals that can't be handed over to its end is cut as well, instead of ending as
// if it were whole.
func TestBrokenTable(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	h.Plays(1, "solo ann 6")
	h.Get("/deals.csv?find=1").Is(200)
	defer func() {
		if p := recover(); p != http.ErrAbortHandler {
			t.Errorf("the server is told %v", p)
		}
	}()
	r := httptest.NewRequest("GET", "/deals.csv?find=1", nil)
	r.Host = "127.0.0.1:8052"
	h.Handler.ServeHTTP(narrow{httptest.NewRecorder()}, r)
	t.Error("nobody is told that it broke off")
}

// narrow lets nothing through.
type narrow struct{ *httptest.ResponseRecorder }

func (narrow) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestSecretsAreNotLogged: with every request in the log, codes and links for looking on still aren't.
func TestSecretsAreNotLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := openStreet(t, func(o *web.Options) {
		o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	code, _, err := s.Book.MakeCode(context.Background(), web.Watcher)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/pair/" + code, "/watch/" + s.links["one"], "/watch/" + s.links["one"] +
		"/now", "/nights/1/watch/" + s.links["one"], "/nights/1?had=2"} {
		s.come(s.request("GET", path, s.tokens["scorer"], nil))
	}
	for _, want := range []string{"path=/pair/…", "path=/watch/…", "path=/watch/…/now", "path=/nights/1/watch/…",
		"path=/nights/1 "} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%q is not in the log", want)
		}
	}
	for _, secret := range []string{code, s.links["one"], s.tokens["scorer"]} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("%q is in the log", secret)
		}
	}
}

// TestClosedNightStands: with a PIN, nothing that a device without it can send changes a night that was
// closed, whatever the pages offered while it was open.
func TestClosedNightStands(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	s := formsHouse(t)
	ctx := context.Background()
	known := onPages(s)
	n := must(s.Book.Now().Night(s.one))(t)
	must(s.Book.CloseNight(ctx, s.Slip(), s.one, n.Version))(t)
	fine(t, s.Book.SetPIN(ctx, "4711"))
	tried := 0
	for _, route := range web.RoutesForTest() {
		if route.Method != "POST" || !strings.HasPrefix(route.Path, "/nights/:night/") ||
			strings.Contains(route.Path, "/watch") {
			continue
		}
		offers := known[s.at(route)]
		for i := range 8 {
			form := url.Values{}
			if base, ok := honest[method0(route)]; ok {
				form = maps.Clone(base)
			}
			for _, name := range slices.Sorted(maps.Keys(offers)) {
				if len(form[name]) == 0 {
					form.Set(name, offers[name][i%len(offers[name])])
				}
			}
			form.Set("key", fmt.Sprintf("closed-%s-%d", strings.ReplaceAll(route.Path, "/", "-"), i))
			before := s.standing()
			a := s.come(s.request("POST", s.at(route), s.tokens["scorer"], form))
			if s.standing() != before {
				t.Errorf("%s changed a closed night: %d, %v", route.Path, a.StatusCode, form)
			}
			tried++
		}
	}
	if tried < 100 {
		t.Errorf("only %d tries", tried)
	}
}

// TestTheClockAtTheDoor: the clock jumps by years in both directions under a house with everything in it.
// Devices stay known, pages are shown, deals and nights are recorded, new devices are let in, a stream lives
// on, and nobody waits for years.
func TestTheClockAtTheDoor(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	now := webtest.Evening
	var shown atomic.Pointer[time.Time] // the book's note looks at the clock, too, and in its own time
	shown.Store(&now)
	clock := func() time.Time { return *shown.Load() }
	book, err := ledger.Open(context.Background(), filepath.Join(t.TempDir(), "book.db"),
		ledger.Options{Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { book.Close() })
	s := openStreet(t, func(o *web.Options) { o.Now = clock })
	s.Book.Close()
	s.Book = book
	s.Handler = web.New(book, web.Options{Now: clock, Log: web.QuietLog()})
	ctx := context.Background()
	s.one = s.Night("hoyle", s.Players("Xanthippe", "Quirin", "Ottilie", "Wolfram")...)
	s.put["night"], s.put["deal"] = fmt.Sprint(s.one), "1"
	if s.links["two"], err = book.MakeWatch(ctx, s.one); err != nil {
		t.Fatal(err)
	}
	s.put["secret"] = s.links["two"]
	keeper := s.pairs(web.Keeper, "the keeper")
	deals := 0
	for _, years := range []int{0, 30, -50, 60, -45, 4} {
		now := shown.Load().AddDate(years, 0, 0)
		shown.Store(&now)
		for range 2 {
			n := must(book.Now().Night(s.one))(t)
			form := withKey(aSolo, fmt.Sprintf("in-%d-%d", now.Year(), n.Nth))
			if a := s.come(s.request("POST", fmt.Sprintf("/nights/%d/deals", s.one), keeper,
				form)); a.StatusCode != 303 {
				t.Errorf("in %d a deal is answered with %d: %s", now.Year(), a.StatusCode, a.Bytes)
			}
			deals++
		}
		if n, err := book.Now().Night(s.one); err != nil || len(n.Deals) != deals {
			t.Errorf("in %d there are %d deals, not %d: %v", now.Year(), len(n.Deals), deals, err)
		} else {
			s.put["deal"] = fmt.Sprint(n.Deals[0].ID)
		}
		code, _, err := book.MakeCode(ctx, web.Scorer)
		if err != nil {
			t.Fatal(err)
		}
		a := s.come(s.request("POST", "/pair", "", url.Values{"code": {code},
			"name": {fmt.Sprintf("Phone of %d", now.Year())}}))
		if a.StatusCode != 303 {
			t.Errorf("in %d a device is not let in: %d %s", now.Year(), a.StatusCode, a.Bytes)
		}
		for _, route := range web.RoutesForTest() {
			if route.Method != "GET" || route.Long {
				continue
			}
			if a := s.come(s.request("GET", s.at(route), keeper, nil)); a.StatusCode >= 500 || a.StatusCode == 403 ||
				a.StatusCode == 429 {
				t.Errorf("in %d %s is answered with %d", now.Year(), route.Path, a.StatusCode)
			} else if odd := absurd.FindString(tags.ReplaceAllString(string(a.Bytes), "")); odd != "" &&
				!strings.HasPrefix(route.Path, "/static") {
				t.Errorf("in %d %s says %q", now.Year(), route.Path, odd)
			}
		}
	}
	a := s.Ask(s.request("GET", "/keeper", keeper, nil)).Is(200)
	for name, seen := range map[string]string{
		"Phone of 2056": "on 20 November 2056", "Phone of 2006": "on 20 November 2006",
	} {
		line := a.Doc.Find(fmt.Sprintf(".devices li:has(input[value=%q]) summary", name)).Text()
		if !strings.Contains(line, seen) {
			t.Errorf("in %d the keeper reads %q of %s", now.Year(), line, name)
		}
	}
	if found, err := audit.Check(ctx, book.Path(), nil, nil); err != nil || !found.Well() {
		t.Errorf("%v, %v", found, err)
	}
}

// absurd is what no page says, whatever the clock: less than no time, and days nobody has seen.
var absurd = regexp.MustCompile(`[-−–]\s?\d+ (second|minute|hour|day|week|month|year|deal)s?\b|NaN|%!|\b0001\b`)

var tags = regexp.MustCompile(`<[^>]*>`)

// TestPolicyIsOfDocuments: whatever a request says, an answer goes without the policy only if it is a
// fragment for our own script.
func TestPolicyIsOfDocuments(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	s := formsHouse(t)
	fragments, others := 0, 0
	for _, route := range web.RoutesForTest() {
		if route.Method != "GET" || route.Stream {
			continue
		}
		path := s.at(route)
		if route.Path == "/static/*" {
			path = s.Get("/").Doc.Find("script[src]").AttrOr("src", "")
		}
		for _, kind := range []string{"partial", "full", ""} {
			r := httptest.NewRequest("GET", path, nil)
			r.Header.Set("HX-Request", "true")
			r.Header.Set("HX-Request-Type", kind)
			a := s.Ask(r)
			if a.Header.Get("Content-Security-Policy") != "" {
				others++
				continue
			}
			fragments++
			if kind == "full" || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") ||
				a.Header.Get("Content-Disposition") != "" || a.Header.Get("Cache-Control") != "no-store" ||
				bytes.Contains(bytes.ToLower(a.Bytes), []byte("<html")) {
				t.Errorf("%s, asked for as %q, goes without the policy", path, kind)
			}
		}
	}
	if fragments < 30 || others < 30 {
		t.Errorf("%d fragments and %d others", fragments, others)
	}
}

// TestNothingInline: no page has a script, a style or a handler in it that the policy would forbid, nor
// fetches anything from elsewhere; and the policy is the one that says so.
func TestNothingInline(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	s := formsHouse(t)
	pages := 0
	for _, route := range web.RoutesForTest() {
		if route.Method != "GET" || route.Stream || route.Long || route.Path == "/static/*" {
			continue
		}
		a := s.Get(s.at(route))
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; " +
				"font-src 'self'; img-src 'self'; " +
				"connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			if name == "Content-Security-Policy" && a.Header.Get("Content-Type") == "image/svg+xml" {
				want = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'"
			}
			if got := a.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q", route.Path, name, got)
			}
		}
		if a.Doc == nil || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/html") {
			continue
		}
		pages++
		a.Doc.Find("*").Each(func(_ int, e *goquery.Selection) {
			node := e.Nodes[0]
			if node.Data == "style" || node.Data == "iframe" || node.Data == "object" || node.Data == "base" ||
				node.Data == "script" && (e.AttrOr("src", "") == "" || strings.TrimSpace(e.Text()) != "") {
				t.Errorf("%s: <%s> %.60q", route.Path, node.Data, e.Text())
			}
			for _, attr := range node.Attr {
				if attr.Key == "style" || strings.HasPrefix(attr.Key, "on") {
					t.Errorf("%s: <%s %s=%q>", route.Path, node.Data, attr.Key, attr.Val)
				}
				if away := strings.HasPrefix(attr.Val, "http:") || strings.HasPrefix(attr.Val, "https:") ||
					strings.HasPrefix(attr.Val, "//"); away &&
					(attr.Key == "src" || node.Data == "link") {
					t.Errorf("%s: <%s> fetches %s", route.Path, node.Data, attr.Val)
				}
			}
		})
	}
	if pages < 30 {
		t.Errorf("only %d pages were looked at", pages)
	}
}
