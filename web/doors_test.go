package web_test

// Every route, tried by everybody. testdata/routes.txt says what the least right for each is; -golden writes
// it.

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/web"
	"ouverte/web/webtest"
)

// TestRoutesAndTheirRights: the list of all routes, with the least right for each and what else it asks, is
// as it is kept in testdata/routes.txt; and whatever is written there, some of it can't be otherwise.
func TestRoutesAndTheirRights(t *testing.T) {
	t.Parallel()
	// What a device that only looks on may send: what it has put away, and what a phone says of its owner.
	lookers := []string{"POST /laws/first", "POST /watch/:secret/me", "POST /watch/:secret/on"}
	outside := []string{"GET /healthz", "GET /pair", "GET /pair/:code", "GET /static/*", "GET /sw.js",
		"GET /trust", "GET /trust/ouverte.crt", "POST /pair"}
	asksPIN := regexp.MustCompile(`^/keeper|/(close|reopen|join|part)$`)
	var list strings.Builder
	for _, r := range web.RoutesForTest() {
		name := method0(r)
		fmt.Fprintf(&list, "%-7v %s", r.Right, name)
		for _, also := range []struct {
			is   bool
			says string
		}{{r.PIN, "PIN"}, {ownPhone[name], "own phone"}, {r.Stream, "stream"},
			{r.Long, "long"}, {r.Limit > 0, "file"}} {
			if also.is {
				list.WriteString(", " + also.says)
			}
		}
		list.WriteString("\n")
		if (r.Right == web.Nobody) != slices.Contains(outside, name) {
			t.Errorf("%s is open to %v", name, r.Right)
		}
		if strings.HasPrefix(r.Path, "/keeper") != (r.Right == web.Keeper) {
			t.Errorf("%s is open to a %v", name, r.Right)
		}
		if r.Method == "POST" && r.Right == web.Watcher && !slices.Contains(lookers, name) && !ownPhone[name] {
			t.Errorf("%s writes, and is open to whoever looks on", name)
		}
		if r.PIN != asksPIN.MatchString(r.Path) {
			t.Errorf("%s: PIN is %v: it ends a night or opens one, makes two people one, or is the keeper's", name,
				r.PIN)
		}
	}
	kept(t, "routes", list.String())
}

// ownPhone are the routes for a phone that said whose it is (web/me_test.go); a link
// alone opens none of them.
var ownPhone = map[string]bool{
	"POST /watch/:secret/pay":   true,
	"POST /watch/:secret/unpay": true,
	"POST /watch/:secret/agree": true,
	"POST /watch/:secret/here":  true,
}

// street is a house seen from the network: two nights with different people, and devices of every right.
type street struct {
	*webtest.Site
	one, two chain.NightID
	tokens   map[string]string
	links    map[string]string // of one and of two
	put      map[string]string // what stands for a part of an address
	file     *sql.DB           // of the book, opened by the first who looks what stands in it
}

// who can come along.
var passersBy = []string{"nobody", "nobody on this machine", "watcher", "scorer", "keeper",
	"link to another night"}

func openStreet(t testing.TB, change ...func(*web.Options)) *street {
	t.Helper()
	h := webtest.Open(t, append([]func(*web.Options){func(o *web.Options) { o.Who = nil }}, change...)...)
	ctx := context.Background()
	s := &street{Site: h, tokens: map[string]string{}, links: map[string]string{}}
	s.one = h.Night("hoyle", h.Players("Xanthippe", "Quirin", "Ottilie", "Wolfram")...)
	s.two = h.Night("units", h.Players("Eve", "Fay", "Gil", "Hal")...)
	for _, r := range []web.Right{web.Watcher, web.Scorer, web.Keeper} {
		s.tokens[r.String()] = s.pairs(r, "the "+r.String())
	}
	s.pairs(web.Watcher, "a spare device")
	for name, night := range map[string]chain.NightID{"one": s.one, "two": s.two} {
		secret := must(h.Book.MakeWatch(ctx, night))(t)
		s.links[name] = secret
	}
	counted := must(h.Book.CountSeason(ctx, h.Slip(), years.HowCounted{Name: "2026", From: "2026-01-01",
		Until: "2026-12-31", Money: rules.LSD, By: years.ByAll}))(t)
	devices := h.Book.Devices()
	s.put = map[string]string{"night": fmt.Sprint(s.one), "house": "units", "code": "AAAA-AAAA", "deal": "1",
		"player": "1", "device": fmt.Sprint(devices[len(devices)-1].ID), "*": "x", "secret": s.links["two"],
		"entry": "1", "form": "json", "season": "2026", "ladder": fmt.Sprint(counted.ID)}
	return s
}

// pairs lets a device in and gives its token.
func (s *street) pairs(r web.Right, name string) string {
	s.T.Helper()
	code, _, err := s.Book.MakeCode(context.Background(), r)
	if err != nil {
		s.T.Fatal(err)
	}
	token, _, err := s.Book.Pair(context.Background(), code, name, "")
	if err != nil {
		s.T.Fatal(err)
	}
	return token
}

// request is one from the network, by a device with this token.
func (s *street) request(method, path, token string, form url.Values) *http.Request {
	r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	if method == "GET" || method == "HEAD" {
		r = httptest.NewRequest(method, path, nil)
	} else {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "http://192.168.1.5:8052")
	}
	r.RemoteAddr, r.Host = "192.168.1.50:40000", "192.168.1.5:8052"
	if token != "" {
		r.AddCookie(&http.Cookie{Name: "ouverte", Value: token})
	}
	return r
}

// at is the address of a route, for a person.
func (s *street) at(route web.Route) string {
	return regexp.MustCompile(`:[a-z]+|\*`).ReplaceAllStringFunc(route.Path, func(part string) string {
		what := strings.TrimPrefix(part, ":")
		if what == "meeting" {
			s.hasMeeting()
		}
		to, ok := s.put[what]
		if !ok {
			s.T.Fatalf("%s: say in openStreet (web/doors_test.go) what may stand for %s", route.Path, part)
		}
		return to
	})
}

// hasMeeting begins an evening at several tables, if there is none yet.
func (s *street) hasMeeting() {
	if s.put["meeting"] != "" {
		return
	}
	id := s.MeetingOf(2, s.Players("Ada", "Bea", "Cleo", "Dora", "Edda", "Fina", "Gesa", "Hedi")...)
	s.put["meeting"] = fmt.Sprint(id)
}

// standing is what the book holds, in one line: if it is the same afterwards, nothing was written.
func (s *street) standing() string {
	s.T.Helper()
	if s.file == nil {
		s.file = testenv.Beside(s.T, s.Book.Path(), "query_only(ON)")
	}
	var line string
	err := s.file.QueryRow(`SELECT (SELECT count(*) FROM entry) || ' entries, '
		|| (SELECT count(*) || coalesce(group_concat(name || may), '') FROM device) || ' devices, '
		|| (SELECT count(*) FROM code) || ' codes, ' || (SELECT count(*) FROM pin) || ' pin, '
		|| (SELECT count(*) FROM watch) || ' links'`).
		Scan(&line)
	if err != nil {
		s.T.Fatal(err)
	}
	return line
}

// opened is a ResponseWriter for streams: after the first event its reader goes away.
type opened struct {
	*httptest.ResponseRecorder
	leave context.CancelFunc
}

func (o opened) Flush() { o.ResponseRecorder.Flush(); o.leave() }

// come sends a request and gives the answer; of a stream only its beginning.
func (s *street) come(r *http.Request) *webtest.Answer {
	ctx, leave := context.WithCancel(r.Context())
	defer leave()
	w := opened{httptest.NewRecorder(), leave}
	s.Handler.ServeHTTP(w, r.WithContext(ctx))
	return &webtest.Answer{Response: w.Result(), T: s.T, Bytes: w.Body.Bytes()}
}

var peopleOfOne = [][]byte{[]byte("Xanthippe"), []byte("Quirin"), []byte("Ottilie"), []byte("Wolfram")}

// TestRightByRight tries every route as everybody.
func TestRightByRight(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	s := openStreet(t)
	for _, route := range web.RoutesForTest() {
		for _, who := range passersBy {
			methods := []string{route.Method}
			if route.Method == "GET" && !route.Stream {
				methods = append(methods, "HEAD")
			}
			for _, method := range methods {
				s.try(t, route, method, who)
			}
		}
	}
}

func (s *street) try(t *testing.T, route web.Route, method, who string) {
	t.Helper()
	name := fmt.Sprintf("%s %s as %s", method, route.Path, who)
	byLink := opensByLink(route) && !ownPhone[method0(route)]
	token := s.tokens[who]
	if who == "link to another night" {
		token = s.links["two"] // a link is not a device: as a cookie it opens nothing
	}
	may := map[string]web.Right{"watcher": web.Watcher, "scorer": web.Scorer,
		"keeper": web.Keeper}[who] >= route.Right && !ownPhone[method0(route)] || byLink
	path := s.at(route)
	before := s.standing()
	r := s.request(method, path, token, nil)
	if who == "nobody on this machine" {
		r.RemoteAddr, r.Host = "127.0.0.1:40000", "127.0.0.1:8052"
		r.Header.Del("Origin")
		r.Header.Set("Accept", "text/html")
	}
	a := s.come(r)
	switch {
	case a.StatusCode >= 500:
		t.Errorf("%s: %d", name, a.StatusCode)
	case may && (a.StatusCode == http.StatusForbidden || a.StatusCode == http.StatusUnauthorized):
		t.Errorf("%s: turned away with %d", name, a.StatusCode)
	case who == "watcher" && route.Path == "/": // what there is for it is elsewhere
		if to := a.Header.Get("Location"); to != "/nights" {
			t.Errorf("%s: %d to %q", name, a.StatusCode, to)
		}
	case !may && a.StatusCode != http.StatusForbidden:
		t.Errorf("%s: %d where 403 was due", name, a.StatusCode)
	}
	if !may || byLink {
		for _, person := range peopleOfOne {
			if bytes.Contains(a.Bytes, person) {
				t.Errorf("%s: reads of %s", name, person)
			}
		}
	}
	if who == "watcher" && method == "GET" { // what it can't send isn't drawn for it
		for _, form := range postForm.FindAllStringSubmatch(string(a.Bytes), -1) {
			if !looksOnly.MatchString(form[0]) {
				t.Errorf("%s: it has %s", name, form[0])
			}
		}
	}
	after := s.standing()
	if may && route.Path == "/keeper" { // where a code stands ready for the next device
		before, after = standingCodes.ReplaceAllString(before, ""), standingCodes.ReplaceAllString(after, "")
	}
	if (!may || route.Method == "GET") && after != before {
		t.Errorf("%s: the book had %s, now %s", name, before, after)
	}
	if a.StatusCode < 500 && a.Header.Get("Content-Security-Policy") == "" {
		t.Errorf("%s: no policy", name)
	}
}

var standingCodes = regexp.MustCompile(`\d+ codes, `)

var postForm = regexp.MustCompile(`<form[^>]*method="post"[^>]*>`)

// looksOnly are the forms of a device that only looks on.
var looksOnly = regexp.MustCompile(`action="(/laws/first|/pair|/watch/[^"]*)"`)

// opensByLink tells whether a link for looking on is the right to a route.
func opensByLink(r web.Route) bool {
	return strings.HasPrefix(r.Path, "/watch/:secret")
}

func method0(r web.Route) string { return r.Method + " " + r.Path }

// TestLinkIsNoDevice: a link for looking on opens its own night under its own address, and nothing with a
// made-up one.
func TestLinkIsNoDevice(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	for _, route := range web.RoutesForTest() {
		if !opensByLink(route) {
			continue
		}
		for _, secret := range []string{"made-up", "AAAA-AAAA-AAAA", strings.Repeat("A", 24), s.tokens["keeper"]} {
			s.put["secret"] = secret
			if a := s.come(s.request(route.Method, s.at(route), s.tokens["keeper"],
				nil)); a.StatusCode != http.StatusNotFound {
				t.Errorf("%s with %q: %d", route.Path, secret, a.StatusCode)
			}
		}
	}
}
