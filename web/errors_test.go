package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"ouverte/web"
	"ouverte/web/webtest"
)

// TestFaults sends what no page of ours sends, and wants the right status, a real page with a way back, and
// every header that keeps others out.
func TestFaults(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	request := func(method, path, body string, headers ...string) *http.Request {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		for i := 0; i < len(headers); i += 2 {
			if r.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
				r.Host = headers[i+1]
			}
		}
		return r
	}
	const form = "application/x-www-form-urlencoded"
	for _, c := range []struct {
		name    string
		request *http.Request
		status  int
		heading string
	}{
		{"no such page", request("GET", "/attic", ""), 404, "Page not found"},
		{"no such file", request("GET", "/static/css/base.css", ""), 404, "Page not found"},
		{"a path trick", request("GET", "/static/../web/server.go", ""), 404, "Page not found"},
		{"a coded path trick", request("GET", "/static/%2e%2e%2fserver.go", ""), 404, "Page not found"},
		{"the wrong method", request("DELETE", "/nights", ""), 405, "Not possible here"},
		{"a method nobody knows", request("BREW", "/", ""), 405, "Not possible here"},
		{"JSON", request("POST", "/nights", "{}", "Content-Type", "application/json"), 415, "Not a form"},
		{"no type at all", request("POST", "/nights", "a=b"), 415, "Not a form"},
		{"parts", request("POST", "/nights", "--x--", "Content-Type", "multipart/form-data; boundary=x"), 415,
			"Not a form"},
		{"broken coding", request("POST", "/nights", "a=%zz", "Content-Type", form), 400,
			"We couldn’t read that form"},
		{"a broken query", request("GET", "/?do=%zz", ""), 400, "We couldn’t read that form"},
		{"too much", request("POST", "/nights", "name="+strings.Repeat("x", 100<<10), "Content-Type", form), 413,
			"Too much at once"},
		{"another page", request("POST", "/nights", "", "Content-Type", form, "Sec-Fetch-Site", "cross-site"), 403,
			"Sent from another page"},
		{"another origin", request("POST", "/nights", "", "Content-Type", form, "Origin", "http://evil.example"),
			403, "Sent from another page"},
		{"another name for us", request("GET", "/", "", "Host", "evil.example:8052"), 421, "A name we don't know"},
		{"a name like an address", request("GET", "/", "", "Host", "127.0.0.1.evil.example"), 421,
			"A name we don't know"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h.T = t
			a := h.Ask(c.request).Is(c.status).Says("main h2", c.heading)
			a.Has(1, `main a.button[href="/"]`)
			a.Says("title", c.heading+" · Ouverte")
			if strings.Contains(string(a.Bytes), "goroutine") || strings.Contains(string(a.Bytes), ".go:") {
				t.Errorf("shows its insides:\n%s", a.Bytes)
			}
			for name, want := range map[string]string{"Content-Type": "text/html; charset=utf-8",
				"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "X-Frame-Options": "DENY",
				"Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin"} {
				if got := a.Header.Get(name); got != want {
					t.Errorf("%s: %q, not %q", name, got, want)
				}
			}
			if csp := a.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") ||
				strings.Contains(csp, "unsafe") {
				t.Errorf("policy %q", csp)
			}
		})
	}
}

// TestOurFault breaks the book and wants a plain page with a number, and the whole story in the log under it.
func TestOurFault(t *testing.T) {
	t.Parallel()
	panics := true
	h := webtest.Open(t, func(o *web.Options) {
		o.Who = func(r *http.Request) web.Visitor {
			if panics && r.Method == http.MethodGet {
				panic("the roof came down")
			}
			return web.Visitor{Right: web.Keeper}
		}
	})
	a := h.Get("/").Is(500).Says("main h2", "This was our fault").Has(1, `main a.button:not(.second)[href="/"]`)
	n := a.Text("main .figures")
	if n == "" || n != a.Header.Get("X-Request-Id") {
		t.Errorf("number %q on the page, %q in the header", n, a.Header.Get("X-Request-Id"))
	}
	if log := h.Log.String(); !strings.Contains(log, n) || !strings.Contains(log, "the roof came down") {
		t.Errorf("the log says only: %s", log)
	}
	if strings.Contains(string(a.Bytes), "roof") {
		t.Errorf("the page tells of the roof")
	}
	panics = false
	h.Get("/").Is(200)
}

// TestLeft: a page that was closed and a download that was stopped are no mishaps, and the log says so; what
// goes wrong while somebody waits for it is one.
func TestLeft(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	h := webtest.Open(t, func(o *web.Options) {
		o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	night := h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
	h.Plays(night, "solo ann 6")
	for _, c := range []struct{ path, says string }{
		{"/nothing-here", "no page for a mishap"},
		{"/stats", "left before the answer"},
		{"/deals?find=1", "left before the answer"},
		{"/keeper/backup", "left before the answer"},
		{"/keeper/export/json", "left before the answer"},
	} {
		log.Reset()
		r := httptest.NewRequest(http.MethodGet, c.path, nil)
		r.Host, r.RemoteAddr = "127.0.0.1:8052", "127.0.0.1:50000"
		gone, leave := context.WithCancel(r.Context())
		leave()
		h.Handler.ServeHTTP(httptest.NewRecorder(), r.WithContext(gone))
		if got := log.String(); !strings.Contains(got, `level=DEBUG msg="`+c.says) || strings.Contains(got,
			"level=ERROR") || strings.Contains(got, "level=WARN") {
			t.Errorf("%s: the log says\n%s", c.path, got)
		}
	}

	for name, want := range map[string]string{"stopped": "DEBUG", "broken": "WARN"} {
		log.Reset()
		r := httptest.NewRequest(http.MethodGet, "/deals.csv?find=1", nil)
		r.Host, r.RemoteAddr = "127.0.0.1:8052", "127.0.0.1:50000"
		gone, leave := context.WithCancel(r.Context())
		defer leave()
		w := stopping{httptest.NewRecorder(), func() {}}
		if name == "stopped" {
			w.leave = leave
		}
		func() {
			defer func() { _ = recover() }() // the connection is cut, as it is for narrow
			h.Handler.ServeHTTP(w, r.WithContext(gone))
		}()
		if got := log.String(); !strings.Contains(got, "level="+want+` msg="after the answer had begun"`) {
			t.Errorf("%s: the log says\n%s", name, got)
		}
	}
}

// stopping is a download that comes to an end at its first piece.
type stopping struct {
	*httptest.ResponseRecorder
	leave func()
}

func (s stopping) Write([]byte) (int, error) {
	s.leave()
	return 0, io.ErrClosedPipe
}

// TestRights lets nobody in who has no right to be there.
func TestRights(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t, func(o *web.Options) {
		o.Who = func(*http.Request) web.Visitor { return web.Visitor{} }
	})
	h.Get("/").Is(403).Says("main h2", "This browser isn’t known here").Has(1, "form[action='/pair']")
	h.Post("/nights", url.Values{}).Is(403)
	h.Get("/healthz").Is(200)

	// Left to itself the house knows nobody, and this machine's browsers only with its flag.
	for trusted, status := range map[bool]int{false: 403, true: 200} {
		h = webtest.Open(t, func(o *web.Options) { o.Who, o.TrustThisMachine = nil, trusted })
		h.Get("/").Is(status)
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = "192.168.1.20:4444"
		h.Ask(r).Is(403).Says("main h2", "This device isn’t known here")
	}
}

// TestHead answers as GET does, without the page.
func TestHead(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	got := h.Get("/")
	head := h.Ask(httptest.NewRequest("HEAD", "/", nil)).Is(200)
	if len(head.Bytes) != 0 || head.Header.Get("Content-Length") == "" ||
		got.Header.Get("Content-Type") != head.Header.Get("Content-Type") {
		t.Errorf("HEAD: %d bytes, %v", len(head.Bytes), head.Header)
	}
}

// TestCompressed compares the compressed page with the plain one.
func TestCompressed(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	for header, zipped := range map[string]bool{"gzip": true, "br, GZIP ;q=0.5": true, "gzip;q=0": false,
		"": false, "br": false} {
		r := httptest.NewRequest("GET", "/nights", nil)
		r.Header.Set("Accept-Encoding", header)
		a := h.Ask(r)
		if got := a.Header.Get("Content-Encoding") == "gzip"; got != zipped {
			t.Errorf("%q: compressed %v", header, got)
		}
		body := a.Bytes
		if zipped {
			z, err := gzip.NewReader(bytes.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			if body, err = io.ReadAll(z); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Contains(body, []byte("<!doctype html>")) || !bytes.HasSuffix(body, []byte("</html>")) {
			t.Errorf("%q: not the whole page", header)
		}
	}
}

// TestParts gives htmx the part it asked for and the browser the page.
func TestParts(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	r := httptest.NewRequest("GET", "/?do=keep&scale=1&house=units", nil)
	r.Header.Set("HX-Request", "true")
	r.Header.Set("HX-Request-Type", "partial")
	a := h.Ask(r).Is(200)
	if strings.Contains(string(a.Bytes), "<html") || !strings.HasPrefix(string(a.Bytes), `<div id="start"`) {
		t.Errorf("not only the part: %.80s", a.Bytes)
	}
	if !strings.HasPrefix(a.Header.Get("HX-Replace-Url"), "/?") {
		t.Errorf("the address isn't kept: %q", a.Header.Get("HX-Replace-Url"))
	}
	if v := a.Header.Values("Vary"); !strings.Contains(strings.Join(v, ","), "HX-Request") {
		t.Errorf("Vary: %v", v)
	}
	r.Header.Set("HX-Request-Type", "full")
	h.Ask(r).Has(1, "header.bar")
}
