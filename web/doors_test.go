package web_test

// Every route, tried by everybody. mayDo says by hand, apart from routes.go, what the least right for each
// route is: somebody who adds a route says here once more who may use it, and the two must agree.

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
	"ouverte/web"
)

// mayDo is the least right for each route. A route below /watch/:secret is for whoever has the link, and for
// its night alone: a device that is paired gains nothing there.
var mayDo = map[string]web.Right{
	"GET /healthz":           web.Nobody,
	"GET /pair":              web.Nobody,
	"GET /pair/:code":        web.Nobody,
	"GET /static/*":          web.Nobody,
	"GET /sw.js":             web.Nobody,
	"GET /trust":             web.Nobody,
	"GET /trust/ouverte.crt": web.Nobody,
	"POST /pair":             web.Nobody,

	"GET /houses":                    web.Watcher,
	"GET /houses/:house":             web.Watcher,
	"GET /houses/:house/file":        web.Watcher,
	"GET /laws":                      web.Watcher,
	"GET /laws/advice":               web.Watcher,
	"GET /laws/find":                 web.Watcher,
	"GET /laws/trouble":              web.Watcher,
	"GET /laws/trouble/*":            web.Watcher,
	"GET /nights":                    web.Watcher,
	"GET /nights/:night":             web.Watcher,
	"GET /nights/:night/events":      web.Watcher,
	"GET /nights/:night/news":        web.Watcher,
	"GET /nights/:night/now":         web.Watcher,
	"GET /nights/:night/sheet":       web.Watcher,
	"GET /players":                   web.Watcher,
	"GET /players/:player":           web.Watcher,
	"GET /players/:player/person":    web.Scorer,
	"POST /players/:player/face":     web.Scorer,
	"POST /players/:player/name":     web.Scorer,
	"POST /players/:player/away":     web.Scorer,
	"POST /players/:player/join":     web.Scorer,
	"POST /players/:player/part":     web.Scorer,
	"GET /stats":                     web.Watcher,
	"GET /stats/calls":               web.Watcher,
	"GET /stats/together":            web.Watcher,
	"GET /stats/seats":               web.Watcher,
	"GET /stats/evenings":            web.Watcher,
	"GET /stats/records":             web.Watcher,
	"GET /table":                     web.Watcher,
	"POST /tour":                     web.Watcher,
	"GET /seasons":                   web.Watcher,
	"GET /seasons/:season":           web.Watcher,
	"GET /stats/otherwise":           web.Watcher,
	"GET /deals":                     web.Watcher,
	"GET /deals.csv":                 web.Watcher,
	"GET /watch/:secret":             web.Watcher,
	"GET /watch/:secret/events":      web.Watcher,
	"GET /watch/:secret/now":         web.Watcher,
	"GET /watch/:secret/picture.svg": web.Watcher,
	"POST /laws/first":               web.Watcher,

	// whoever has the link says whose phone it is; what needs that said is in ownPhone besides
	"GET /watch/:secret/me":     web.Watcher,
	"POST /watch/:secret/me":    web.Watcher,
	"POST /watch/:secret/pay":   web.Watcher,
	"POST /watch/:secret/unpay": web.Watcher,
	"POST /watch/:secret/agree": web.Watcher,

	"GET /meetings/:meeting":                      web.Watcher,
	"GET /meetings/:meeting/events":               web.Watcher,
	"GET /meetings/:meeting/wall":                 web.Watcher,
	"GET /meetings/:meeting/wall/now":             web.Watcher,
	"GET /meetings/:meeting/wall/events":          web.Watcher,
	"GET /meetings/:meeting/watch/:secret":        web.Watcher,
	"GET /meetings/:meeting/watch/:secret/now":    web.Watcher,
	"GET /meetings/:meeting/watch/:secret/events": web.Watcher,
	"GET /evenings/:meeting/events":               web.Watcher,
	"GET /evenings/:meeting/wall/events":          web.Watcher,
	"GET /evenings/:meeting/watch/:secret/events": web.Watcher,
	"POST /meetings/:meeting/rounds":              web.Scorer,
	"POST /meetings/:meeting/people":              web.Scorer,

	"GET /":                            web.Scorer,
	"GET /laws/words":                  web.Scorer,
	"POST /laws/words":                 web.Scorer,
	"GET /houses/:house/edit":          web.Scorer,
	"GET /houses/new":                  web.Scorer,
	"GET /nights/:night/auction":       web.Scorer,
	"GET /nights/:night/preview":       web.Scorer,
	"GET /nights/:night/outcomes":      web.Scorer,
	"GET /nights/:night/watch":         web.Scorer,
	"GET /nights/:night/watch/:secret": web.Scorer,
	"POST /nights/:night/watch":        web.Scorer,
	"POST /nights/:night/watch/end":    web.Scorer,
	"POST /nights/:night/watch/phones": web.Scorer,

	"POST /nights/:night/watch/phones/end": web.Scorer,

	"POST /houses":                  web.Scorer,
	"POST /houses/:house/hide":      web.Scorer,
	"POST /houses/draft":            web.Scorer,
	"POST /houses/file":             web.Scorer,
	"POST /nights":                  web.Scorer,
	"POST /stats/season":            web.Scorer,
	"POST /nights/:night/deals":     web.Scorer,
	"POST /nights/:night/dealer":    web.Scorer,
	"POST /nights/:night/put-back":  web.Scorer,
	"POST /nights/:night/entering":  web.Scorer,
	"POST /nights/:night/take-back": web.Scorer,
	"POST /pin":                     web.Scorer,

	// putting a night right
	"GET /nights/:night/deals/:deal":        web.Watcher,
	"GET /nights/:night/deals/:deal/before": web.Scorer,
	"GET /nights/:night/deals/:deal/change": web.Scorer,
	"GET /nights/:night/deals/:deal/effect": web.Scorer,
	"POST /nights/:night/deals/:deal":       web.Scorer,
	"POST /nights/:night/deals/:deal/agree": web.Scorer,
	"POST /nights/:night/deals/:deal/note":  web.Scorer,
	"GET /nights/:night/penalties":          web.Watcher,
	"GET /nights/:night/table":              web.Scorer,
	"POST /nights/:night/date":              web.Scorer,
	"GET /nights/:night/paper":              web.Scorer,
	"POST /nights/:night/paper":             web.Scorer,
	"POST /nights/:night/paper/reckon":      web.Scorer,
	"POST /nights/:night/penalties":         web.Scorer,
	"POST /nights/:night/table":             web.Scorer,

	"POST /nights/:night/penalties/:entry/withdraw": web.Scorer,

	// settling up
	"GET /balances":                         web.Watcher,
	"GET /nights/:night/picture.svg":        web.Watcher,
	"POST /balances/open":                   web.Scorer,
	"POST /balances/pay":                    web.Scorer,
	"POST /balances/strike":                 web.Scorer,
	"POST /balances/withdraw":               web.Scorer,
	"GET /nights/:night/settle":             web.Watcher,
	"GET /nights/:night/settle/why/:player": web.Watcher,
	"POST /nights/:night/settle/pay":        web.Scorer,
	"POST /nights/:night/settle/withdraw":   web.Scorer,
	"POST /nights/:night/settle/round":      web.Scorer,
	"POST /nights/:night/settle/costs":      web.Scorer,
	"POST /nights/:night/settle/kitty":      web.Scorer,
	"POST /nights/:night/settle/bring":      web.Scorer,
	"POST /nights/:night/settle/former":     web.Scorer,
	"POST /nights/:night/settle/last":       web.Scorer,
	"POST /nights/:night/settle/way":        web.Scorer,
	"POST /nights/:night/gather":            web.Scorer,
	"POST /nights/:night/close":             web.Scorer,
	"POST /nights/:night/reopen":            web.Scorer,
	"POST /nights/:night/plain":             web.Scorer,

	"GET /keeper":                      web.Keeper,
	"GET /keeper/backup":               web.Keeper,
	"GET /keeper/export/:form":         web.Keeper,
	"POST /keeper/check":               web.Keeper,
	"POST /keeper/codes":               web.Keeper,
	"GET /keeper/evenings":             web.Keeper,
	"POST /keeper/evenings":            web.Keeper,
	"POST /keeper/evenings/file":       web.Keeper,
	"POST /keeper/devices/:device":     web.Keeper,
	"POST /keeper/devices/:device/out": web.Keeper,

	"POST /keeper/devices/:device/table": web.Keeper,

	"POST /keeper/pin": web.Keeper,
}

// ownPhone are the routes for a phone that said whose it is, where the table lets it (web/me_test.go); a link
// alone opens none of them.
var ownPhone = map[string]bool{
	"POST /watch/:secret/pay":   true,
	"POST /watch/:secret/unpay": true,
	"POST /watch/:secret/agree": true,
}

// behindPIN are the routes that ask for the PIN: the keeper's page, what ends or reopens a night, and what
// makes two people one.
var behindPIN = map[string]bool{
	"GET /keeper":                      true,
	"GET /keeper/backup":               true,
	"GET /keeper/export/:form":         true,
	"POST /keeper/check":               true,
	"POST /keeper/codes":               true,
	"GET /keeper/evenings":             true,
	"POST /keeper/evenings":            true,
	"POST /keeper/evenings/file":       true,
	"POST /keeper/devices/:device":     true,
	"POST /keeper/devices/:device/out": true,

	"POST /keeper/devices/:device/table": true,

	"POST /keeper/pin":           true,
	"POST /nights/:night/close":  true,
	"POST /nights/:night/reopen": true,
	"POST /players/:player/join": true,
	"POST /players/:player/part": true,
}

// TestEveryRouteHasItsRight compares routes.go with the table above.
func TestEveryRouteHasItsRight(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range web.RoutesForTest() {
		name := r.Method + " " + r.Path
		seen[name] = true
		right, ok := mayDo[name]
		switch {
		case !ok:
			t.Errorf(
				"%s is in routes.go, and nobody said in mayDo (web/doors_test.go) who may use it: add it there by hand",
				name,
			)
		case right != r.Right:
			t.Errorf("%s is open to a %v in routes.go, to a %v in mayDo", name, r.Right, right)
		}
		if ends := strings.HasSuffix(r.Path, "/close") ||
			strings.HasSuffix(r.Path, "/reopen"); r.Method == "POST" &&
			ends &&
			!r.PIN {
			t.Errorf("%s ends a night or opens one that was ended: it must ask for the PIN (PIN: true in routes.go)",
				name)
		}
		if r.PIN != behindPIN[name] {
			t.Errorf("%s: PIN is %v in routes.go, %v in behindPIN", name, r.PIN, behindPIN[name])
		}
	}
	for name := range mayDo {
		if !seen[name] {
			t.Errorf("%s is in mayDo and not in routes.go any more", name)
		}
	}
}

// street is a house seen from the network: two nights with different people, and devices of every right.
type street struct {
	*house
	one, two ledger.NightID
	tokens   map[string]string
	links    map[string]string // of one and of two
	put      map[string]string // what stands for a part of an address
	file     *sql.DB           // of the book, opened by the first who looks what stands in it
}

// who can come along.
var passersBy = []string{
	"nobody", "nobody on this machine", "watcher", "scorer", "keeper", "link to another night",
}

func openStreet(t testing.TB, change ...func(*web.Options)) *street {
	t.Helper()
	h := openHouse(t, append([]func(*web.Options){func(o *web.Options) { o.Who = nil }}, change...)...)
	ctx := context.Background()
	s := &street{house: h, tokens: map[string]string{}, links: map[string]string{}}
	s.one = h.night("hoyle", h.players("Xanthippe", "Quirin", "Ottilie", "Wolfram")...)
	s.two = h.night("units", h.players("Eve", "Fay", "Gil", "Hal")...)
	for _, r := range []web.Right{web.Watcher, web.Scorer, web.Keeper} {
		s.tokens[r.String()] = s.pairs(r, "the "+r.String())
	}
	s.pairs(web.Watcher, "a spare device")
	for name, night := range map[string]ledger.NightID{"one": s.one, "two": s.two} {
		secret := must(h.book.MakeWatch(ctx, night))(t)
		s.links[name] = secret
	}
	devices := h.book.Devices()
	s.put = map[string]string{
		"night": fmt.Sprint(s.one), "house": "units", "code": "AAAA-AAAA", "deal": "1", "player": "1",
		"device": fmt.Sprint(
			devices[len(devices)-1].ID,
		), "*": "x", "secret": s.links["two"], "entry": "1", "form": "json", "season": "2026",
	}
	return s
}

// pairs lets a device in and gives its token.
func (s *street) pairs(r web.Right, name string) string {
	s.t.Helper()
	code, _, err := s.book.MakeCode(context.Background(), r)
	if err != nil {
		s.t.Fatal(err)
	}
	token, _, err := s.book.Pair(context.Background(), code, name, "")
	if err != nil {
		s.t.Fatal(err)
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
		if what == "secret" && strings.Contains(route.Path, ":meeting") {
			what = "meeting's secret"
		}
		to, ok := s.put[what]
		if !ok {
			s.t.Fatalf("%s: say in openStreet (web/doors_test.go) what may stand for %s", route.Path, part)
		}
		return to
	})
}

// hasMeeting begins an evening at several tables, and a link to its wall, if there is none yet.
func (s *street) hasMeeting() {
	if s.put["meeting"] != "" {
		return
	}
	id := s.meetingOf(2, s.players("Ada", "Bea", "Cleo", "Dora", "Edda", "Fina", "Gesa", "Hedi")...)
	secret := must(s.book.MakeWatch(context.Background(), id))(s.t)
	s.put["meeting"] = fmt.Sprint(id)
	if s.put["meeting's secret"] == "" {
		s.put["meeting's secret"] = secret
	}
}

// standing is what the book holds, in one line: if it is the same afterwards, nothing was written.
func (s *street) standing() string {
	s.t.Helper()
	if s.file == nil {
		s.file = testenv.Beside(s.t, s.book.Path(), "query_only(ON)")
	}
	var line string
	err := s.file.QueryRow(`SELECT (SELECT count(*) FROM entry) || ' entries, '
		|| (SELECT count(*) || coalesce(group_concat(name || may), '') FROM device) || ' devices, '
		|| (SELECT count(*) FROM code) || ' codes, ' || (SELECT count(*) FROM pin) || ' pin, '
		|| (SELECT count(*) FROM watch) || ' links'`).
		Scan(&line)
	if err != nil {
		s.t.Fatal(err)
	}
	return line
}

// opened is a ResponseWriter for streams: once something was said, whoever asked goes away.
type opened struct {
	*httptest.ResponseRecorder
	leave context.CancelFunc
}

func (o opened) Flush() { o.ResponseRecorder.Flush(); o.leave() }

// come sends a request and gives the answer; of a stream only its beginning.
func (s *street) come(r *http.Request) *answer {
	ctx, leave := context.WithCancel(r.Context())
	defer leave()
	w := opened{httptest.NewRecorder(), leave}
	s.handler.ServeHTTP(w, r.WithContext(ctx))
	return &answer{Response: w.Result(), t: s.t, body: w.Body.Bytes()}
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
		"keeper": web.Keeper}[who] >= mayDo[method0(route)] && !ownPhone[method0(route)] ||
		byLink
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
			if bytes.Contains(a.body, person) {
				t.Errorf("%s: reads of %s", name, person)
			}
		}
	}
	if after := s.standing(); (!may || route.Method == "GET") && after != before {
		t.Errorf("%s: the book had %s, now %s", name, before, after)
	}
	if a.StatusCode < 500 && a.Header.Get("Content-Security-Policy") == "" {
		t.Errorf("%s: no policy", name)
	}
}

// opensByLink tells whether a link for looking on is the right to a route.
func opensByLink(r web.Route) bool {
	return strings.HasPrefix(r.Path, "/watch/:secret") || strings.Contains(r.Path, "/:meeting/watch/:secret")
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
		for _, secret := range []string{"made-up", strings.Repeat("A", 24), s.tokens["keeper"],
			strings.ToLower(s.links["two"])} {
			s.put["secret"], s.put["meeting's secret"] = secret, secret
			if a := s.come(s.request(route.Method, s.at(route), s.tokens["keeper"],
				nil)); a.StatusCode != http.StatusNotFound {
				t.Errorf("%s with %q: %d", route.Path, secret, a.StatusCode)
			}
		}
	}
}
