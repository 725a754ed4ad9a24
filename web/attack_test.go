package web_test

// Attacks from a browser's side of the wire: forged and replayed posts, tokens that weren't given, guessing,
// other hosts' names, proxies nobody was told of, and names meant to do harm.

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/web"
	"ouverte/web/webtest"
)

var aSolo = url.Values{"call": {"solo"}, "who": {"1"}, "tricks": {"6"}}

func withKey(form url.Values, key string) url.Values {
	out := url.Values{"key": {key}}
	for name, values := range form {
		out[name] = values
	}
	return out
}

// TestForgedPosts: another page in the same browser writes nothing, whatever it says it is. A browser without
// a word about itself, such as curl, is no other page.
func TestForgedPosts(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	s := openStreet(t)
	path := fmt.Sprintf("/nights/%d/deals", s.one)
	for i, c := range []struct {
		says    string
		headers map[string]string
		status  int
	}{
		{"the page itself", map[string]string{"Origin": "http://192.168.1.5:8052"}, 303},
		{"the page itself, over TLS", map[string]string{"Sec-Fetch-Site": "same-origin"}, 303},
		{"no browser", map[string]string{"Origin": ""}, 303},
		{"another page", map[string]string{"Origin": "http://evil.example"}, 403},
		{"another page, as newer browsers say it",
			map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "http://evil.example"}, 403},
		{"another page that says it is ours",
			map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "http://192.168.1.5:8052"}, 403},
		{"a page of another name here",
			map[string]string{"Sec-Fetch-Site": "same-site", "Origin": "http://other.192.168.1.5"}, 403},
		{"another port of this machine", map[string]string{"Origin": "http://192.168.1.5:3000"}, 403},
		{"a page in a box", map[string]string{"Origin": "null"}, 403},
		{"nonsense", map[string]string{"Origin": "::::"}, 403},
	} {
		r := s.request("POST", path, s.tokens["scorer"], withKey(aSolo, fmt.Sprintf("forged-%d", i)))
		for name, value := range c.headers {
			r.Header.Del(name)
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		if strings.HasPrefix(c.says, "the page itself, over") {
			r.Header.Del("Origin")
		}
		before := s.standing()
		a := s.come(r)
		if a.StatusCode != c.status {
			t.Errorf("%s: %d, not %d", c.says, a.StatusCode, c.status)
		}
		if c.status == 403 && s.standing() != before {
			t.Errorf("%s: it was written", c.says)
		}
	}

	// What another page may fetch: nothing; where it may lead somebody: anywhere but to the keeper's page and
	// to what goes through the whole book, for looking changes nothing.
	r := s.request("GET", "/keeper/backup", s.tokens["keeper"], nil)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	r.Header.Set("Sec-Fetch-Mode", "no-cors")
	if a := s.come(r); a.StatusCode != 403 {
		t.Errorf("a picture elsewhere fetched the backup: %d", a.StatusCode)
	}
	code, _, err := s.Book.MakeCode(context.Background(), web.Scorer)
	if err != nil {
		t.Fatal(err)
	}
	night := fmt.Sprintf("/nights/%d", s.one)
	for _, c := range []struct {
		says, path, site, dest string
		status                 int
	}{
		{"a link in a message", night, "cross-site", "document", 200},
		{"a code in a message", "/pair/" + code, "cross-site", "document", 200},
		{"a link to look on", s.at(web.Route{Path: "/watch/:secret"}), "cross-site", "document", 200},
		{"a link to the keeper's page", "/keeper", "cross-site", "document", 403},
		{"a link from another port of this machine", "/keeper/backup", "same-site", "document", 403},
		{"a link that takes the book along", "/keeper/backup", "cross-site", "document", 403},
		{"a link that exports it", "/keeper/export/json", "cross-site", "document", 403},
		{"a frame that takes the book along", "/keeper/backup", "cross-site", "iframe", 403},
		{"a frame with a night in it", night, "cross-site", "iframe", 403},
		{"the same as an object", night, "cross-site", "object", 403},
		{"the same, embedded", night, "cross-site", "embed", 403},
		{"the keeper's own button", "/keeper/backup", "same-origin", "document", 200},
		{"the keeper's bookmark", "/keeper/backup", "none", "document", 200},
	} {
		r := s.request("GET", c.path, s.tokens["keeper"], nil)
		r.Header.Set("Sec-Fetch-Site", c.site)
		r.Header.Set("Sec-Fetch-Mode", "navigate")
		r.Header.Set("Sec-Fetch-Dest", c.dest)
		if a := s.come(r); a.StatusCode != c.status {
			t.Errorf("%s: %d, not %d", c.says, a.StatusCode, c.status)
		}
	}
}

// TestReplayed: the same post over and over is one deal; by another device it is still that deal; with other
// content it is refused; and after its device was turned out it is worth nothing.
func TestReplayed(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	path, ctx := fmt.Sprintf("/nights/%d/deals", s.one), context.Background()
	deals := func() int {
		n := must(s.Book.Now().Night(s.one))(t)
		return len(n.Deals)
	}
	var wait sync.WaitGroup
	for range 20 {
		wait.Go(func() {
			w := httptest.NewRecorder()
			s.Handler.ServeHTTP(w, s.request("POST", path, s.tokens["scorer"], withKey(aSolo, "replayed")))
			if w.Code != 303 {
				t.Errorf("replayed: %d", w.Code)
			}
		})
	}
	wait.Wait()
	other := withKey(aSolo, "replayed")
	other.Set("tricks", "13")
	if a := s.come(s.request("POST", path, s.tokens["keeper"], other)); a.StatusCode != 422 || deals() != 1 {
		t.Errorf("with other content: %d, %d deals", a.StatusCode, deals())
	}
	for _, d := range s.Book.Devices() {
		if d.Right == web.Scorer {
			fine(t, s.Book.TurnOut(ctx, d.ID))
		}
	}
	if a := s.come(s.request("POST", path, s.tokens["scorer"], withKey(aSolo, "later"))); a.StatusCode != 403 ||
		deals() != 1 {
		t.Errorf("after it was turned out: %d, %d deals", a.StatusCode, deals())
	}
}

// TestFixation: a token that somebody else put into a browser never becomes good, and pairing anew makes the
// old one worthless.
func TestFixation(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	code := func(r web.Right) string {
		c, _, err := s.Book.MakeCode(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	pair := func(token, name string, r web.Right) *http.Cookie {
		a := s.come(s.request("POST", "/pair", token, url.Values{"code": {code(r)}, "name": {name}}))
		if a.StatusCode != 303 || len(a.Cookies()) != 1 {
			t.Fatalf("not paired: %d", a.StatusCode)
		}
		return a.Cookies()[0]
	}
	planted := strings.Repeat("A", 43)
	given := pair(planted, "Ann’s phone", web.Scorer)
	if token, rest, _ := strings.Cut(given.Value, "."); token == planted || len(token) != 43 || rest != planted {
		t.Errorf("the token is %q", given.Value)
	}
	if !given.HttpOnly || given.SameSite != http.SameSiteLaxMode || given.Path != "/" || given.Domain != "" ||
		given.MaxAge < 300*24*3600 || given.Secure {
		t.Errorf("the cookie: %+v", given)
	}
	if a := s.come(s.request("GET", "/", planted, nil)); a.StatusCode != 403 {
		t.Errorf("the planted token opens: %d", a.StatusCode)
	}
	higher := pair(given.Value, "Ann’s phone", web.Keeper)
	if a := s.come(s.request("GET", "/", given.Value, nil)); a.StatusCode != 403 {
		t.Errorf("the token from before still opens: %d", a.StatusCode)
	}
	if a := s.come(s.request("GET", "/keeper", higher.Value, nil)); a.StatusCode != 200 {
		t.Errorf("the new one doesn't: %d", a.StatusCode)
	}
	r := s.request("GET", "/keeper", "", nil) // two cookies of the name: the first counts, and it must be good
	r.Header.Set("Cookie", "ouverte=nonsense; ouverte="+higher.Value)
	if a := s.come(r); a.StatusCode != 403 {
		t.Errorf("behind a planted cookie: %d", a.StatusCode)
	}
	// looking at a scanned link uses nothing up
	good := code(web.Watcher)
	for range 3 {
		a := s.come(s.request("GET", "/pair/"+good, "", nil))
		if a.StatusCode != 200 || len(a.Cookies()) != 0 || !strings.Contains(string(a.Bytes), "look on") {
			t.Errorf("looked at: %d %v", a.StatusCode, a.Cookies())
		}
	}
	if a := s.come(s.request("POST", "/pair", "", url.Values{"code": {strings.ToLower(good)},
		"name": {"Phone"}})); a.StatusCode != 303 || a.Header.Get("Location") != "/table" {
		t.Errorf("used: %d to %q", a.StatusCode, a.Header.Get("Location"))
	}
	if a := s.come(s.request("GET", "/pair/"+good, "", nil)); a.StatusCode != 422 {
		t.Errorf("used twice: %d", a.StatusCode)
	}
}

// TestWhoseWord: forwarded headers count from the proxies that were named, and make nobody else this
// machine's browser. That browser is trusted where the program was told to; else it may become the keeper of
// a book that has none, and of no other.
func TestWhoseWord(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	proxied := func(o *web.Options) {
		o.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/24")}
		o.Hosts = []string{"club.example"}
	}
	for _, c := range []struct {
		says    string
		proxies bool
		from    string
		host    string
		proto   string
		headers map[string]string
		status  int // of the keeper's page
	}{
		{"this machine's browser", false, "127.0.0.1:1", "127.0.0.1:8052", "HTTP/1.1", nil, 200},
		{"by its name", false, "[::1]:1", "localhost:8052", "HTTP/1.1", nil, 200},
		{"another name on this machine", false, "127.0.0.1:1", "192.168.1.5:8052", "HTTP/1.1", nil, 403},
		{"a device", false, "192.168.1.50:1", "127.0.0.1:8052", "HTTP/1.1", nil, 403},
		{"a proxy nobody was told of", false, "127.0.0.1:1", "127.0.0.1:8052", "HTTP/1.1",
			map[string]string{"X-Forwarded-For": "203.0.113.9"}, 403},
		{"another of that kind", false, "127.0.0.1:1", "127.0.0.1:8052", "HTTP/1.1",
			map[string]string{"Forwarded": "for=203.0.113.9"}, 403},
		{"one that speaks an old tongue", false, "127.0.0.1:1", "127.0.0.1:8052", "HTTP/1.0", nil, 403},
		{"one that shows where its pages are", false, "127.0.0.1:1", "127.0.0.1:8052", "HTTP/1.1",
			map[string]string{"Origin": "https://club.example"}, 403},
		{"a device that lies about itself", false, "192.168.1.50:1", "127.0.0.1:8052", "HTTP/1.1",
			map[string]string{"X-Forwarded-For": "127.0.0.1"}, 403},
		{"through the proxy", true, "127.0.0.1:1", "club.example", "HTTP/1.1",
			map[string]string{"X-Forwarded-For": "203.0.113.9"}, 403},
		{"through the proxy, lying", true, "127.0.0.1:1", "127.0.0.1", "HTTP/1.1",
			map[string]string{"X-Forwarded-For": "127.0.0.1, 203.0.113.9"}, 403},
		{"through the proxy, all of it a lie", true, "10.0.0.7:1", "127.0.0.1", "HTTP/1.1",
			map[string]string{"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "localhost"}, 403},
		{"the proxy itself", true, "127.0.0.1:1", "127.0.0.1:8052", "HTTP/1.1", nil, 403},
		{"a name through the proxy that isn't ours", true, "127.0.0.1:1", "127.0.0.1:8052", "HTTP/1.1",
			map[string]string{"X-Forwarded-Host": "evil.example"}, 421},
		{"a name of other pages, pointed here", false, "127.0.0.1:1", "evil.example:8052", "HTTP/1.1", nil, 421},
		{"the same, cleverer", false, "127.0.0.1:1", "127.0.0.1.evil.example", "HTTP/1.1", nil, 421},
		{"the same, with a dot", false, "127.0.0.1:1", "evil.example.", "HTTP/1.1", nil, 421},
		{"no name at all", false, "127.0.0.1:1", "", "HTTP/1.1", nil, 421},
	} {
		for _, trusted := range []bool{true, false} {
			for _, kept := range []bool{true, false} {
				change := []func(*web.Options){func(o *web.Options) { o.Who, o.TrustThisMachine = nil, trusted }}
				if c.proxies {
					change = append(change, proxied)
				}
				h := webtest.Open(t, change...)
				if kept {
					h.LetIn(web.Keeper, "the keeper")
				}
				r := httptest.NewRequest("GET", "/keeper", nil)
				r.RemoteAddr, r.Host, r.Proto = c.from, c.host, c.proto
				r.ProtoMajor, r.ProtoMinor, _ = http.ParseHTTPVersion(c.proto)
				r.Header.Set("Accept", "text/html")
				for name, value := range c.headers {
					r.Header.Set(name, value)
				}
				want := c.status
				if want == 200 && !trusted {
					want = map[bool]int{true: 403, false: 303}[kept]
				}
				if a := h.Ask(r); a.StatusCode != want {
					t.Errorf("%s, trusted %v, with a keeper %v: %d, not %d", c.says, trusted, kept, a.StatusCode, want)
				}
				if want != 303 && h.Book.HasKeeper() != kept {
					t.Errorf("%s, trusted %v, with a keeper %v: there is another", c.says, trusted, kept)
				}
			}
		}
	}

	// The proxy says who it is and that it came over TLS: the cookie knows, and tries are counted for each by
	// himself.
	s := openStreet(t, proxied)
	code, _, err := s.Book.MakeCode(context.Background(), web.Scorer)
	if err != nil {
		t.Fatal(err)
	}
	for client, told := range map[string]bool{"": true, "203.0.113.9": false} {
		r := s.request("GET", "/healthz", "", nil)
		r.RemoteAddr, r.Host = "127.0.0.1:1", "127.0.0.1:8052"
		if client != "" {
			r.Header.Set("X-Forwarded-For", client)
		}
		if a := s.come(r); (a.Header.Get(web.BookMark) != "") != told {
			t.Errorf("asked through the proxy by %q, which book it is: %q", client, a.Header.Get(web.BookMark))
		}
	}
	scheme := "https"
	through := func(client string, form url.Values) *webtest.Answer {
		r := s.request("POST", "/pair", "", form)
		r.RemoteAddr, r.Host = "127.0.0.1:1", "127.0.0.1:8052"
		r.Header.Set("Origin", scheme+"://club.example")
		r.Header.Set("X-Forwarded-Host", "club.example")
		r.Header.Set("X-Forwarded-Proto", "https")
		r.Header.Set("X-Forwarded-For", client)
		return s.come(r)
	}
	for range 11 {
		through("198.51.100.1", url.Values{"code": {"AAAA-AAAA"}, "name": {"x"}})
	}
	if a := through("198.51.100.1", url.Values{"code": {code}, "name": {"x"}}); a.StatusCode != 429 {
		t.Errorf("who guessed: %d", a.StatusCode)
	}
	if a := through("1.2.3.4, 198.51.100.1", url.Values{"code": {code}, "name": {"x"}}); a.StatusCode != 429 {
		t.Errorf("who guessed, under a made-up name: %d", a.StatusCode)
	}
	phone := url.Values{"code": {code}, "name": {"Phone"}}
	scheme = "http"
	if a := through("198.51.100.2", phone); a.StatusCode != 403 {
		t.Errorf("a page by plain http, which anybody on the way can write: %d", a.StatusCode)
	}
	scheme = "https"
	a := through("198.51.100.2", phone)
	if c := a.Cookies(); a.StatusCode != 303 || len(c) != 1 || c[0].Name != "__Host-ouverte" || !c[0].Secure {
		t.Errorf("%d, %v", a.StatusCode, c)
	}
}

// TestStaticPaths: nothing but the files that are embedded, by their own names.
func TestStaticPaths(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	for _, path := range []string{"/static/", "/static/.", "/static/..", "/static/../book.db",
		"/static/%2e%2e/%2e%2e/etc/passwd", "/static/..%2f..%2fetc%2fpasswd", "/static//etc/passwd",
		"/static/static.go", "/static/css/base.css", "/static/vendor/package.json", "/static/vendor",
		"/static/icons/", "/static/%00", "/static/css/base.css%00.js", "/static/a\\..\\b", "/static/" +
			strings.Repeat("a/", 2000), "//static/css/base.css",
		"/static/%c0%ae%c0%ae/", "/static/?x=../../etc/passwd",
		"/STATIC/base.css", "/static/css/tokens.0000000000.css"} {
		r := s.request("GET", "/", "", nil)
		u, err := url.ParseRequestURI(path)
		if err != nil {
			continue // no server hands it on
		}
		r.URL, r.RequestURI = u, path
		if a := s.come(r); a.StatusCode != 404 && a.StatusCode != 403 {
			t.Errorf("%q: %d", path, a.StatusCode)
		}
	}
}

// TestHostileNames: what can be kept as a name is shown as letters everywhere, and what would deceive the eye
// or the terminal is refused.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	s := openStreet(t)
	ctx := context.Background()
	for _, bad := range []string{"Ann\u202eevil", "\u2066Ann", "A\u200bnn", "Ann\ufeff", "Ann\x1b[31m",
		"Ann\x1b]0;owned\x07", "Ann\x00", "\u200d", strings.Repeat("🃏", 41), strings.Repeat("x", 5000),
		"\xff\xfe"} {
		if got, err := s.Book.AddPlayer(ctx, s.Slip(), bad); err == nil {
			t.Errorf("%q was taken as player %d", bad, got.ID)
		}
	}
	names := []string{`<script>alert(1)</script>`, `"><img src=x onerror=a>`, `'; DROP TABLE entry; --`,
		strings.Repeat("🃏", 40), "👩‍👩‍👧‍👦 Weber", `=HYPERLINK("http://x")`, "+1+1", "@SUM(A1)", "-2+3",
		"{{7*7}}${7*7}", "عبد الله", "Ẑ͑̀a", "javascript:alert(1)"}
	if got, err := s.Book.AddPlayer(ctx, s.Slip(), "Zoë\r\nSet-Cookie:\u2028x=y"); err != nil {
		t.Error(err)
	} else if p, err := s.Book.Now().Player(chain.PlayerID(got.ID)); err != nil ||
		p.Name != "Zoë Set-Cookie: x=y" {
		t.Errorf("lines in a name became %q, %v", p.Name, err)
	}
	var seats []chain.PlayerID
	for i, name := range names {
		got, err := s.Book.AddPlayer(ctx, s.Slip(), name)
		if err != nil {
			t.Errorf("%q is no harm: %v", name, err)
			continue
		}
		if i < 4 {
			seats = append(seats, chain.PlayerID(got.ID))
		}
	}
	night := s.Night("hoyle", seats...)
	if a := s.come(s.request("POST", fmt.Sprintf("/nights/%d/deals", night), s.tokens["scorer"],
		withKey(aSolo, "hostile"))); a.StatusCode != 303 {
		t.Fatalf("not recorded: %d", a.StatusCode)
	}
	s.put["night"] = fmt.Sprint(night)
	shown := 0
	for _, route := range web.RoutesForTest() {
		if route.Method != "GET" || strings.HasPrefix(route.Path, "/keeper/backup") || strings.HasPrefix(route.Path,
			"/keeper/export/") || strings.HasSuffix(route.Path, ".csv") {
			continue
		}
		a := s.come(s.request("GET", s.at(route), s.tokens["keeper"], nil))
		page := string(a.Bytes)
		shown += strings.Count(page, "&lt;script&gt;alert(1)")
		if strings.Contains(page, "<script>alert") || strings.Contains(page, "<img src=x") {
			t.Errorf("%s carries a name as a tag", route.Path)
		}
		if strings.Contains(page, `href="javascript:`) {
			t.Errorf("%s carries a name as a link", route.Path)
		}
	}
	if shown < 2 {
		t.Errorf("the names were seen on %d pages only: this test looks at the wrong ones", shown)
	}
}

// TestLogIsText: nothing that comes from outside reaches the log as it is.
func TestLogIsText(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	evil := "\x1b]0;owned\x07\x1b[2J\u202e\r\nlevel=INFO msg=forged"
	r := s.request("POST", "/pair", "", url.Values{"code": {evil}, "name": {"Phone"}})
	r.Header.Set("User-Agent", evil)
	s.come(r)
	r = s.request("GET", "/", "", nil)
	r.URL.Path, r.Host = "/"+evil, evil
	s.come(r)
	code, _, err := s.Book.MakeCode(context.Background(), web.Watcher)
	if err != nil {
		t.Fatal(err)
	}
	s.come(s.request("POST", "/pair", "", url.Values{"code": {code}, "name": {"=cmd|' /C calc'!A0"}}))
	fine(t, s.Book.SetPIN(context.Background(), "471182064711"))
	s.come(s.request("POST", "/keeper/codes", s.tokens["keeper"], url.Values{"pin-asked": {"1\x1b[2J"},
		"right": {"keeper"}}))
	log := s.Log.String()
	if !strings.Contains(log, "not let in") || !strings.Contains(log, "a device was let in") ||
		!strings.Contains(log, "a wrong PIN") {
		t.Errorf("the log doesn't tell of what happened:\n%s", log)
	}
	for line := range strings.Lines(log) {
		line = strings.TrimSuffix(line, "\n")
		if i := strings.IndexFunc(line, func(c rune) bool { return unicode.Is(unicode.C, c) }); i >= 0 {
			t.Errorf("a control sign in the log: %q", line)
		}
		if strings.HasPrefix(line, "level=INFO msg=forged") {
			t.Errorf("a forged line: %q", line)
		}
	}
	for _, secret := range []string{s.tokens["scorer"], s.tokens["keeper"], strings.ReplaceAll(code, "-", ""),
		code, "471182064711"} {
		if strings.Contains(log, secret) {
			t.Error("a secret is in the log")
		}
	}
}

// TestTurnedOutAtOnce: a stream ends the moment its device may no longer look.
func TestTurnedOutAtOnce(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	for _, c := range []struct{ says, path, token string }{
		{"a device", fmt.Sprintf("/nights/%d/events", s.one), s.tokens["watcher"]},
		{"a link", "/watch/" + s.links["one"] + "/events", ""},
	} {
		w := &listening{ResponseRecorder: httptest.NewRecorder(), first: make(chan struct{}, 8)}
		ended := make(chan struct{})
		go func() {
			s.Handler.ServeHTTP(w, s.request("GET", c.path, c.token, nil))
			close(ended)
		}()
		<-w.first
		if c.token == "" {
			fine(t, s.Book.EndWatches(context.Background(), s.one))
		} else {
			d, _ := s.Book.DeviceWith(c.token)
			fine(t, s.Book.TurnOut(context.Background(), d.ID))
		}
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			t.Fatalf("%s still listens", c.says)
		}
	}
}

// listening tells when something came.
type listening struct {
	*httptest.ResponseRecorder
	first chan struct{}
}

func (l *listening) SetWriteDeadline(time.Time) error { return nil }

func (l *listening) SetReadDeadline(time.Time) error { return nil }

func (l *listening) Flush() {
	select {
	case l.first <- struct{}{}:
	default:
	}
}
