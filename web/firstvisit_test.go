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

	"ouverte/ledger/door"
	"ouverte/ledger/testenv"
	"ouverte/web"
	"ouverte/web/webtest"
)

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
func given(a *webtest.Answer) string {
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
		h := webtest.Unkept(t)
		a := h.Ask(opens(c.path, "", c.headers...)).Is(303)
		if a.Header.Get("Location") != c.path || given(a) == "" {
			t.Errorf("%s: sent to %q with the cookie %q", c.says, a.Header.Get("Location"), given(a))
		}
		cookie := a.Cookies()[0]
		if !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Domain != "" || cookie.Secure {
			t.Errorf("%s: the cookie: %+v", c.says, cookie)
		}
		h.Ask(opens(c.path, given(a))).Is(200)
		h.Ask(opens("/keeper", given(a))).Is(200)
		for range 2 {
			h.Ask(opens("/", "")).Is(403).Says("main h2", "This browser isn’t known here")
		}
		if d := h.Book.Devices(); len(d) != 1 || d[0].Right != web.Keeper {
			t.Errorf("%s: %+v", c.says, d)
		}
		if strings.Contains(h.Log.String(), given(a)) || !strings.Contains(h.Log.String(), "a device was let in") {
			t.Errorf("%s: the log says %s", c.says, h.Log)
		}
	}
}

// TestNoFirstVisit: nobody becomes the keeper by anything but opening a page on this machine.
func TestNoFirstVisit(t *testing.T) {
	t.Parallel()
	proxied := func(o *web.Options) { o.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }
	h, behind := webtest.Unkept(t), webtest.Unkept(t, proxied)
	night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	as := func(r *http.Request, change func(*http.Request)) *http.Request { change(r); return r }
	method := func(m string) func(*http.Request) { return func(r *http.Request) { r.Method = m } }
	posted := func(path string) *http.Request {
		return as(opens(path, "", "Sec-Fetch-Site", "same-origin"), method("POST"))
	}
	from := func(address string) *http.Request {
		return as(opens("/", ""), func(r *http.Request) { r.RemoteAddr = address })
	}
	for says, c := range map[string]struct {
		h *webtest.Site
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
		a := c.h.Ask(c.r)
		if given(a) != "" || c.h.Book.HasKeeper() {
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
	h := webtest.Unkept(t)
	var wait sync.WaitGroup
	var in, out atomic.Int64
	for range 40 {
		wait.Go(func() {
			w := httptest.NewRecorder()
			h.Handler.ServeHTTP(w, opens("/", ""))
			switch w.Code {
			case 303:
				in.Add(1)
			case 403:
				out.Add(1)
			}
		})
	}
	wait.Wait()
	if in.Load() != 1 || out.Load() != 39 || len(h.Book.Devices()) != 1 {
		t.Errorf("%d are in, %d were shown the way, %d devices", in.Load(), out.Load(), len(h.Book.Devices()))
	}
}

// TestFirstVisitOfAKeptBook: a book that was kept by this machine's browser without a cookie, with devices
// that score and look on. They stay what they are; the first browser of this machine becomes the keeper, also
// one that is such a device, when it asks for what only the keeper may.
func TestFirstVisitOfAKeptBook(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	for _, scored := range []bool{false, true} {
		h := webtest.Unkept(t)
		tablet, phone := h.LetIn(web.Scorer, "Tablet"), h.LetIn(web.Watcher, "Phone")
		here, name := "", "The keeper’s browser"
		if scored {
			here, name = h.LetIn(web.Scorer, "Laptop"), "Laptop"
			h.Ask(opens("/", here)).Is(200) // what it may do it does as before
			if h.Book.HasKeeper() {
				t.Fatal("a device became the keeper without asking for it")
			}
		}
		a := h.Ask(opens("/keeper", here)).Is(303)
		h.Ask(opens("/keeper", given(a))).Is(200).Has(1, fmt.Sprintf(".devices input[value=%q]", name))
		if scored {
			h.Ask(opens("/", here)).Is(403)
		}
		h.Ask(opens("/", tablet)).Is(200)
		h.Ask(opens("/nights", phone)).Is(200)
		h.Ask(opens("/keeper", tablet)).Is(403)
	}
}

// TestTheFirstIsTold: while nobody keeps the book, the page says how the first device comes in, and the
// keeper's link that it will keep the book. After that codes are the keeper's.
func TestTheFirstIsTold(t *testing.T) {
	t.Parallel()
	h := webtest.Unkept(t)
	ask := func(path string) *webtest.Answer {
		r := opens(path, "", "Host", "192.168.1.5:8052")
		r.RemoteAddr = "192.168.1.50:1"
		return h.Ask(r)
	}
	secret := must(h.Book.MakeLink(0))(t)
	scorer, _, err := h.Book.MakeCode(t.Context(), door.Scorer)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/pair"} {
		ask(path).Says("main header p", "Nobody keeps this book yet. The first device keeps it, "+
			"and lets the others in.").
			Has(3, "details:not([open]) li")
	}
	ask("/pair/"+secret).Is(200).
		Says("main header p", "It will keep this book, as the first device: it may do everything.")
	ask("/pair/"+scorer).Is(200).Says("main header p", "It may record deals and put them right.")
	h.LetIn(web.Keeper, "The keeper’s browser")
	ask("/").Is(403).Says("main header p", "Ask the book’s keeper for a code. It comes from "+
		"the keeper’s page, on a device that is in already.").Has(2, "details:not([open]) li")
	ask("/pair/"+secret).Is(200).Says("main header p", "It may do everything.")
}

// TestKeepersLink: the printed link makes a browser of this machine the keeper's at once, and another device
// after one tap; once, however it is opened. Fetching it early, or by another page, uses nothing up.
func TestKeepersLink(t *testing.T) {
	t.Parallel()
	h := webtest.Unkept(t)
	h.LetIn(web.Keeper, "The keeper’s browser")
	link := func() string {
		secret := must(h.Book.MakeLink(0))(t)
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
		a := h.Ask(r).Is(200).Says("main header p", "It may do everything.")
		if name, _ := a.Doc.Find("#name").Attr("value"); given(a) != "" || name != "The keeper’s browser 2" {
			t.Errorf("%s: the cookie %q, the name %q", says, given(a), name)
		}
	}
	a := h.Ask(opens(first, "")).Is(303)
	if a.Header.Get("Location") != "/" {
		t.Errorf("sent to %q", a.Header.Get("Location"))
	}
	token := given(a)
	h.Ask(opens("/keeper", token)).Is(200)
	h.Ask(opens(first, "")).Is(422)
	if a := h.Ask(opens(first, token)).Is(303); given(a) != "" {
		t.Error("the browser that is in by it is let in again")
	}

	second := link() // the keeper's own browser opens it: nobody else does afterwards
	if a := h.Ask(opens(second, token)).Is(303); given(a) != "" || a.Header.Get("Location") != "/" {
		t.Errorf("%v", a.Header)
	}
	h.Ask(opens(second, "")).Is(422)

	third := link() // on a phone: one tap
	page := h.Ask(from("192.168.1.50:1", opens(third, "", "Host", "192.168.1.5:8052"))).Is(200)
	form := page.Form("form.pair", "")
	post := func() *webtest.Answer {
		r := httptest.NewRequest("POST", "/pair", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "http://192.168.1.5:8052")
		r.RemoteAddr, r.Host = "192.168.1.50:1", "192.168.1.5:8052"
		return h.Ask(r)
	}
	if a := post().Is(303); given(a) == "" {
		t.Error("the phone isn't let in")
	}
	form.Set("name", "Another")
	post().Is(422)

	for _, secret := range []string{first, second, third} {
		if strings.Contains(h.Log.String(), strings.TrimPrefix(secret, "/pair/")) {
			t.Error("a secret is in the log")
		}
	}
	same(t, len(h.Book.Devices()), 3, "%d devices")
}

// TestLinkUnderTLS: the link opens over TLS and through a proxy as well, and its cookie is bound to TLS
// there.
func TestLinkUnderTLS(t *testing.T) {
	t.Parallel()
	h := webtest.Unkept(t, func(o *web.Options) {
		o.Proxies, o.Hosts = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, []string{"whist.example"}
	})
	secret := must(h.Book.MakeLink(0))(t)
	through := []string{"X-Forwarded-For", "203.0.113.9", "X-Forwarded-Host", "whist.example",
		"X-Forwarded-Proto", "https"}
	form := h.Ask(opens("/pair/"+secret, "", through...)).Is(200).Form("form.pair", "")
	r := httptest.NewRequest("POST", "/pair", strings.NewReader(form.Encode()))
	r.RemoteAddr = "127.0.0.1:1"
	for i := 0; i < len(through); i += 2 {
		r.Header.Set(through[i], through[i+1])
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "https://whist.example")
	a := h.Ask(r).Is(303)
	if c := a.Cookies(); len(c) != 1 || c[0].Name != "__Host-ouverte" || !c[0].Secure || c[0].Path != "/" {
		t.Errorf("%v", c)
	}
}

// TestTwoBooks: two books served from one machine, one after the other or on two ports, have one cookie
// between them. Being let in to one doesn't shut the other.
func TestTwoBooks(t *testing.T) {
	t.Parallel()
	one, other := webtest.Unkept(t), webtest.Unkept(t)
	jar := given(one.Ask(opens("/", "")).Is(303))
	jar = given(other.Ask(opens("/", jar)).Is(303))
	for range 3 {
		one.Ask(opens("/keeper", jar)).Is(200)
		other.Ask(opens("/keeper", jar)).Is(200)
		secret := must(one.Book.MakeLink(0))(t)
		form := url.Values{"code": {secret}, "name": {"Laptop"}}
		r := httptest.NewRequest("POST", "/pair", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.AddCookie(&http.Cookie{Name: "ouverte", Value: jar})
		jar = given(one.Ask(r).Is(303))
	}
	if n := strings.Count(jar, "."); n != 1 {
		t.Errorf("the cookie has %d tokens", n+1)
	}
	for range 20 { // it doesn't grow without end, and the newest is in it
		jar = given(webtest.Unkept(t).Ask(opens("/", jar)).Is(303))
	}
	if len(jar) > 400 {
		t.Errorf("the cookie has %d letters", len(jar))
	}
}

// TestFirstVisitLeadsNowhereElse: whatever the address looks like, the browser stays with us.
func TestFirstVisitLeadsNowhereElse(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"//evil.example/", "/\\evil.example", "/nights?to=//evil.example",
		"/nights//evil.example"} {
		h := webtest.Unkept(t)
		r := opens("/", "")
		u, err := url.ParseRequestURI(path)
		if err != nil {
			continue
		}
		r.URL, r.RequestURI = u, path
		a := h.Ask(r)
		to := a.Header.Get("Location")
		if to != "" && (to[0] != '/' || strings.HasPrefix(to, "//") || to[:2] == "/\\") {
			t.Errorf("%q leads to %q", path, to)
		}
	}
}

// TestNoSecretInTheLog: the log of every request has neither a code nor a link, however its address was
// mistyped.
func TestNoSecretInTheLog(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	h := webtest.Unkept(t, func(o *web.Options) {
		o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	h.LetIn(web.Keeper, "Laptop")
	link := must(h.Book.MakeLink(0))(t)
	code, _, err := h.Book.MakeCode(t.Context(), web.Scorer)
	if err != nil {
		t.Fatal(err)
	}
	night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	watch := strings.TrimPrefix(h.Link(night), "/watch/")
	for _, secret := range []string{link, code, watch} {
		for _, way := range []string{"/pair/", "//pair/", "/pair//", "/PAIR/", "/./pair/", "/pair/../pair/",
			"/pair/ ", "/pair;", "/keeper/", "/", "/watch/", "/Watch//", "/nights/1/watch/", "//nights/1/watch/",
			"/static/"} {
			for _, end := range []string{"", "/", "/events", "\n", "\x00", ";"} {
				for _, method := range []string{"GET", "HEAD", "POST", "PUT"} {
					r := opens("/", "", "Accept", "*/*")
					r.Method, r.URL.Path = method, way+secret+end
					ctx, leave := context.WithCancel(r.Context())
					leave() // from streams too
					h.Handler.ServeHTTP(httptest.NewRecorder(), r.WithContext(ctx))
				}
			}
		}
		if at := strings.Index(log.String(), secret); at >= 0 {
			t.Errorf("the log says …%s", log.String()[max(0, at-80):at+len(secret)])
		}
	}
	h.Ask(opens("/nights/1/take-back", ""))
	if !strings.Contains(log.String(), "path=/nights/1/take-back") {
		t.Error("the log has no paths any more")
	}
}
