package web_test

// The two ways in that ask for nothing: the first visit to a book without a keeper, and the keeper's link.
// What isn't a person opening a page in a browser of this machine goes neither.

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
	"ouverte/web"
)

// unkept is a house whose book has no keeper yet, as it is on its own machine.
func unkept(t testing.TB, change ...func(*web.Options)) *house {
	return openHouse(t, append([]func(*web.Options){func(o *web.Options) { o.Who = nil }}, change...)...)
}

// opens is what a browser sends when somebody opens a page in it; headers are set besides, or removed where
// they are empty.
func opens(path, token string, headers ...string) *http.Request {
	r := httptest.NewRequest("GET", path, nil)
	r.RemoteAddr, r.Host = "127.0.0.1:50000", "127.0.0.1:8052"
	r.Header.Set("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
	r.Header.Set("Sec-Fetch-Site", "none")
	r.Header.Set("Sec-Fetch-Mode", "navigate")
	r.Header.Set("Sec-Fetch-Dest", "document")
	if token != "" {
		r.AddCookie(&http.Cookie{Name: "ouverte", Value: token})
	}
	for i := 0; i < len(headers); i += 2 {
		switch header, value := headers[i], headers[i+1]; {
		case header == "Host":
			r.Host = value
		case value == "":
			r.Header.Del(header)
		default:
			r.Header.Set(header, value)
		}
	}
	return r
}

// given is the cookie an answer sets; empty where it sets none.
func (a *answer) given() string {
	for _, c := range a.Cookies() {
		if strings.HasSuffix(c.Name, "ouverte") {
			return c.Value
		}
	}
	return ""
}

// TestFirstVisit: the first browser with which somebody opens a page on this machine is sent to that page
// again with the keeper's cookie. After it nobody is let in for being on this machine.
func TestFirstVisit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		says, path string
		headers    []string
	}{
		{"the address, typed", "/", nil},
		{"by its name", "/", []string{"Host", "localhost:8052"}},
		{"a bookmark of a page that needs no more than looking", "/nights", nil},
		{"the keeper's page", "/keeper?did=pin", nil},
		{"a browser that doesn't say how it came", "/", []string{
			"Sec-Fetch-Site", "", "Sec-Fetch-Mode", "", "Sec-Fetch-Dest", ""}},
	} {
		h := unkept(t)
		a := h.ask(opens(c.path, "", c.headers...)).is(303)
		if a.Header.Get("Location") != c.path || a.given() == "" {
			t.Errorf("%s: sent to %q with the cookie %q", c.says, a.Header.Get("Location"), a.given())
		}
		cookie := a.Cookies()[0]
		if !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Domain != "" || cookie.Secure {
			t.Errorf("%s: the cookie: %+v", c.says, cookie)
		}
		h.ask(opens(c.path, a.given())).is(200)
		h.ask(opens("/keeper", a.given())).is(200)
		for range 2 {
			h.ask(opens("/", "")).is(403).says("main h2", "This browser isn’t known here")
		}
		if d := h.book.Devices(); len(d) != 1 || d[0].Right != web.Keeper {
			t.Errorf("%s: %+v", c.says, d)
		}
		if strings.Contains(h.log.String(), a.given()) || !strings.Contains(h.log.String(), "a device was let in") {
			t.Errorf("%s: the log says %s", c.says, h.log)
		}
	}
}

// TestNoFirstVisit: nobody becomes the keeper by anything but opening a page on this machine.
func TestNoFirstVisit(t *testing.T) {
	t.Parallel()
	proxied := func(o *web.Options) { o.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }
	h, behind := unkept(t), unkept(t, proxied)
	night := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	as := func(r *http.Request, change func(*http.Request)) *http.Request { change(r); return r }
	method := func(m string) func(*http.Request) { return func(r *http.Request) { r.Method = m } }
	posted := func(path string) *http.Request {
		return as(opens(path, "", "Sec-Fetch-Site", "same-origin"), method("POST"))
	}
	from := func(address string) *http.Request {
		return as(opens("/", ""), func(r *http.Request) { r.RemoteAddr = address })
	}
	for says, c := range map[string]struct {
		h *house
		r *http.Request
	}{
		"curl":                         {h, opens("/", "", "Accept", "*/*", "Sec-Fetch-Mode", "")},
		"a program without a word":     {h, opens("/", "", "Accept", "")},
		"a script of a page":           {h, opens("/", "", "Sec-Fetch-Mode", "cors", "Sec-Fetch-Dest", "empty")},
		"htmx":                         {h, opens("/", "", "HX-Request", "true")},
		"a picture":                    {h, opens("/", "", "Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "image")},
		"a frame of ours":              {h, opens("/", "", "Sec-Fetch-Dest", "iframe")},
		"what Chrome fetches early":    {h, opens("/", "", "Sec-Purpose", "prefetch;prerender")},
		"what Safari fetches early":    {h, opens("/", "", "Purpose", "prefetch")},
		"what Firefox fetched early":   {h, opens("/", "", "X-Moz", "prefetch")},
		"a link on another page":       {h, opens("/", "", "Sec-Fetch-Site", "cross-site")},
		"one on another port":          {h, opens("/", "", "Sec-Fetch-Site", "same-site")},
		"a page elsewhere":             {h, opens("/", "", "Origin", "http://evil.example")},
		"a head":                       {h, as(opens("/", ""), method("HEAD"))},
		"a form":                       {h, posted("/nights")},
		"a code that is none":          {h, posted("/pair")},
		"a stream":                     {h, opens(fmt.Sprintf("/nights/%d/events", night), "")},
		"a copy":                       {h, opens("/keeper/backup", "")},
		"an export":                    {h, opens("/keeper/export/json", "")},
		"the pairing page":             {h, opens("/pair", "")},
		"a made-up link":               {h, opens("/pair/AAAA-AAAA-AAAA", "")},
		"a health check":               {h, opens("/healthz", "")},
		"a device of the house":        {h, from("192.168.1.50:1")},
		"a container's network":        {h, from("10.88.0.1:1")},
		"another name of this machine": {h, opens("/", "", "Host", "192.168.1.5:8052")},
		"a name pointed here":          {h, opens("/", "", "Host", "evil.example:8052")},
		"one who takes us for a proxy": {h, as(opens("/", ""), func(r *http.Request) { r.URL.Host = "localhost" })},
		"a proxy nobody named":         {h, opens("/", "", "X-Forwarded-For", "203.0.113.9")},
		"one of another kind":          {h, opens("/", "", "Via", "1.1 squid")},
		"a tunnel":                     {h, opens("/", "", "Cf-Connecting-Ip", "203.0.113.9")},
		"a balancer":                   {h, opens("/", "", "X-Original-Forwarded-For", "203.0.113.9")},
		"one that only tells the port": {h, opens("/", "", "X-Forwarded-Port", "443")},
		"a proxy that was named":       {behind, opens("/", "")},
		"its visitor": {behind, opens("/", "", "X-Forwarded-For", "127.0.0.1", "X-Forwarded-Host",
			"localhost")},
	} {
		a := c.h.ask(c.r)
		if a.given() != "" || c.h.book.HasKeeper() {
			t.Fatalf("%s became the keeper: %d", says, a.StatusCode)
		}
		if a.StatusCode == 303 {
			t.Errorf("%s is sent to %q", says, a.Header.Get("Location"))
		}
	}
}

// TestFirstVisitAtOnce: of many browsers at the same moment one becomes the keeper.
func TestFirstVisitAtOnce(t *testing.T) {
	t.Parallel()
	h := unkept(t)
	var wait sync.WaitGroup
	var in, out atomic.Int64
	for range 40 {
		wait.Go(func() {
			w := httptest.NewRecorder()
			h.handler.ServeHTTP(w, opens("/", ""))
			switch w.Code {
			case 303:
				in.Add(1)
			case 403:
				out.Add(1)
			}
		})
	}
	wait.Wait()
	if in.Load() != 1 || out.Load() != 39 || len(h.book.Devices()) != 1 {
		t.Errorf("%d are in, %d were shown the way, %d devices", in.Load(), out.Load(), len(h.book.Devices()))
	}
}

// TestFirstVisitOfAKeptBook: a book that was kept by this machine's browser without a cookie, with devices
// that score and look on. They stay what they are; the first browser of this machine becomes the keeper, also
// one that is such a device, when it asks for what only the keeper may.
func TestFirstVisitOfAKeptBook(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	for _, scored := range []bool{false, true} {
		h := unkept(t)
		tablet, phone := h.letIn(web.Scorer, "Tablet"), h.letIn(web.Watcher, "Phone")
		here, name := "", "The keeper’s browser"
		if scored {
			here, name = h.letIn(web.Scorer, "Laptop"), "Laptop"
			h.ask(opens("/", here)).is(200) // what it may do it does as before
			if h.book.HasKeeper() {
				t.Fatal("a device became the keeper without asking for it")
			}
		}
		a := h.ask(opens("/keeper", here)).is(303)
		h.ask(opens("/keeper", a.given())).is(200).has(1, fmt.Sprintf(".devices input[value=%q]", name))
		if scored {
			h.ask(opens("/", here)).is(403)
		}
		h.ask(opens("/", tablet)).is(200)
		h.ask(opens("/nights", phone)).is(200)
		h.ask(opens("/keeper", tablet)).is(403)
	}
}

// TestTheFirstIsTold: while nobody keeps the book, the page says how the first device comes in, and the
// keeper's link that it will keep the book. After that codes are the keeper's.
func TestTheFirstIsTold(t *testing.T) {
	t.Parallel()
	h := unkept(t)
	ask := func(path string) *answer {
		r := opens(path, "", "Host", "192.168.1.5:8052")
		r.RemoteAddr = "192.168.1.50:1"
		return h.ask(r)
	}
	secret := must(h.book.MakeLink(0))(t)
	scorer, _, err := h.book.MakeCode(t.Context(), ledger.Scorer)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/pair"} {
		ask(path).says("main header p", "Nobody keeps this book yet. The first device does, "+
			"and lets the others in.").
			has(3, "details:not([open]) li")
	}
	ask("/pair/"+secret).is(200).
		says("main header p", "It will keep this book, as the first device: it will be allowed to do everything.")
	ask("/pair/"+scorer).is(200).says("main header p", "It will be allowed to record and correct deals.")
	h.letIn(web.Keeper, "The keeper’s browser")
	ask("/").is(403).says("main header p", "Ask whoever keeps the book for a code. It is made on the keeper’s "+
		"page, in the menu of a device that is in already.").has(2, "details:not([open]) li")
	ask("/pair/"+secret).is(200).says("main header p", "It will be allowed to do everything.")
}

// TestKeepersLink: the printed link makes a browser of this machine the keeper's at once, and another device
// after one tap; once, however it is opened. Fetching it early, or by another page, uses nothing up.
func TestKeepersLink(t *testing.T) {
	t.Parallel()
	h := unkept(t)
	h.letIn(web.Keeper, "The keeper’s browser")
	link := func() string {
		secret := must(h.book.MakeLink(0))(t)
		return "/pair/" + secret
	}
	from := func(address string, r *http.Request) *http.Request { r.RemoteAddr = address; return r }

	first := link()
	for says, r := range map[string]*http.Request{
		"fetched early":     opens(first, "", "Sec-Purpose", "prefetch"),
		"looked at by curl": opens(first, "", "Accept", "*/*"),
		"on another page":   opens(first, "", "Sec-Fetch-Site", "cross-site"),
		"with a hidden tab": opens(first, "", "Purpose", "prefetch"),
		"from the house":    from("192.168.1.50:1", opens(first, "", "Host", "192.168.1.5:8052")),
		"a forwarder":       opens(first, "", "X-Forwarded-For", "203.0.113.9"),
	} {
		a := h.ask(r).is(200).says("main header p", "It will be allowed to do everything.")
		if name, _ := a.doc.Find("#name").Attr("value"); a.given() != "" || name != "The keeper’s browser 2" {
			t.Errorf("%s: the cookie %q, the name %q", says, a.given(), name)
		}
	}
	a := h.ask(opens(first, "")).is(303)
	if a.Header.Get("Location") != "/" {
		t.Errorf("sent to %q", a.Header.Get("Location"))
	}
	token := a.given()
	h.ask(opens("/keeper", token)).is(200)
	h.ask(opens(first, "")).is(422)
	if a := h.ask(opens(first, token)).is(303); a.given() != "" {
		t.Error("the browser that is in by it is let in again")
	}

	second := link() // the keeper's own browser opens it: nobody else does afterwards
	if a := h.ask(opens(second, token)).is(303); a.given() != "" || a.Header.Get("Location") != "/" {
		t.Errorf("%v", a.Header)
	}
	h.ask(opens(second, "")).is(422)

	third := link() // on a phone: one tap
	page := h.ask(from("192.168.1.50:1", opens(third, "", "Host", "192.168.1.5:8052"))).is(200)
	form := page.form("form.pair", "")
	post := func() *answer {
		r := httptest.NewRequest("POST", "/pair", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "http://192.168.1.5:8052")
		r.RemoteAddr, r.Host = "192.168.1.50:1", "192.168.1.5:8052"
		return h.ask(r)
	}
	if a := post().is(303); a.given() == "" {
		t.Error("the phone isn't let in")
	}
	form.Set("name", "Another")
	post().is(422)

	for _, secret := range []string{first, second, third} {
		if strings.Contains(h.log.String(), strings.TrimPrefix(secret, "/pair/")) {
			t.Error("a secret is in the log")
		}
	}
	same(t, len(h.book.Devices()), 3, "%d devices")
}

// TestLinkUnderTLS: the link opens over TLS and through a proxy as well, and its cookie is bound to TLS
// there.
func TestLinkUnderTLS(t *testing.T) {
	t.Parallel()
	h := unkept(t, func(o *web.Options) {
		o.Proxies, o.Hosts = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, []string{"whist.example"}
	})
	secret := must(h.book.MakeLink(0))(t)
	through := []string{
		"X-Forwarded-For", "203.0.113.9", "X-Forwarded-Host", "whist.example", "X-Forwarded-Proto", "https",
	}
	form := h.ask(opens("/pair/"+secret, "", through...)).is(200).form("form.pair", "")
	r := httptest.NewRequest("POST", "/pair", strings.NewReader(form.Encode()))
	r.RemoteAddr = "127.0.0.1:1"
	for i := 0; i < len(through); i += 2 {
		r.Header.Set(through[i], through[i+1])
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "https://whist.example")
	a := h.ask(r).is(303)
	if c := a.Cookies(); len(c) != 1 || c[0].Name != "__Host-ouverte" || !c[0].Secure || c[0].Path != "/" {
		t.Errorf("%v", c)
	}
}

// TestTwoBooks: two books served from one machine, one after the other or on two ports, have one cookie
// between them. Being let in to one doesn't shut the other.
func TestTwoBooks(t *testing.T) {
	t.Parallel()
	one, other := unkept(t), unkept(t)
	jar := one.ask(opens("/", "")).is(303).given()
	jar = other.ask(opens("/", jar)).is(303).given()
	for range 3 {
		one.ask(opens("/keeper", jar)).is(200)
		other.ask(opens("/keeper", jar)).is(200)
		secret := must(one.book.MakeLink(0))(t)
		form := url.Values{"code": {secret}, "name": {"Laptop"}}
		r := httptest.NewRequest("POST", "/pair", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.AddCookie(&http.Cookie{Name: "ouverte", Value: jar})
		jar = one.ask(r).is(303).given()
	}
	if n := strings.Count(jar, "."); n != 1 {
		t.Errorf("the cookie has %d tokens", n+1)
	}
	for range 20 { // it doesn't grow without end, and the newest is in it
		jar = unkept(t).ask(opens("/", jar)).is(303).given()
	}
	if len(jar) > 400 {
		t.Errorf("the cookie has %d letters", len(jar))
	}
}

// TestFirstVisitLeadsNowhereElse: whatever the address looks like, the browser stays with us.
func TestFirstVisitLeadsNowhereElse(t *testing.T) {
	t.Parallel()
	for _, path := range []string{
		"//evil.example/", "/\\evil.example", "/nights?to=//evil.example", "/nights//evil.example",
	} {
		h := unkept(t)
		r := opens("/", "")
		u, err := url.ParseRequestURI(path)
		if err != nil {
			continue
		}
		r.URL, r.RequestURI = u, path
		a := h.ask(r)
		to := a.Header.Get("Location")
		if to != "" && (to[0] != '/' || strings.HasPrefix(to, "//") || to[:2] == "/\\") {
			t.Errorf("%q leads to %q", path, to)
		}
	}
}

// TestFirstVisitInABrowser goes both ways in with a real browser: the first visit, and, from another browser,
// the pairing page and the keeper's link.
func TestFirstVisitInABrowser(t *testing.T) {
	t.Parallel()
	h := unkept(t)
	b := openTab(t, h.url(), laptop)
	b.visit("/nights")
	b.wait("main")
	if got := b.text("main h2"); got == "This browser isn’t known here" {
		t.Error("the first browser isn't let in")
	}
	b.visit("/keeper")
	b.wait(".devices li")
	other := openTab(t, h.url(), laptop)
	other.visit("/nights")
	other.wait("form.pair")
	secret := must(h.book.MakeLink(0))(t)
	other.visit("/pair/" + secret)
	other.visit("/keeper")
	other.wait(".devices li:nth-child(2)")
	if h.book.UseLink(secret) {
		t.Error("the link is still good")
	}
}

// TestNoSecretInTheLog: the log of every request has neither a code nor a link, however its address was
// mistyped.
func TestNoSecretInTheLog(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	h := unkept(t, func(o *web.Options) {
		o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	h.letIn(web.Keeper, "Laptop")
	link := must(h.book.MakeLink(0))(t)
	code, _, err := h.book.MakeCode(t.Context(), web.Scorer)
	if err != nil {
		t.Fatal(err)
	}
	night := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
	watch := strings.TrimPrefix(h.link(night), "/watch/")
	for _, secret := range []string{link, code, watch} {
		for _, way := range []string{
			"/pair/", "//pair/", "/pair//", "/PAIR/", "/./pair/", "/pair/../pair/", "/pair/ ", "/pair;", "/keeper/",
			"/",
			"/watch/", "/Watch//", "/nights/1/watch/", "//nights/1/watch/", "/static/",
		} {
			for _, end := range []string{"", "/", "/events", "\n", "\x00", ";"} {
				for _, method := range []string{"GET", "HEAD", "POST", "PUT"} {
					r := opens("/", "", "Accept", "*/*")
					r.Method, r.URL.Path = method, way+secret+end
					ctx, leave := context.WithCancel(r.Context())
					leave() // from streams too
					h.handler.ServeHTTP(httptest.NewRecorder(), r.WithContext(ctx))
				}
			}
		}
		if at := strings.Index(log.String(), secret); at >= 0 {
			t.Errorf("the log says …%s", log.String()[max(0, at-80):at+len(secret)])
		}
	}
	h.ask(opens("/nights/1/take-back", ""))
	if !strings.Contains(log.String(), "path=/nights/1/take-back") {
		t.Error("the log has no paths any more")
	}
}
