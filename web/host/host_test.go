package host_test

// A host of circles from a browser's side of the wire: each circle is as alone as if it were the only one,
// and what belongs to one is worth nothing at another.

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/circles"
	"ouverte/ledger/door"
	"ouverte/rules"
	"ouverte/web"
	"ouverte/web/host"
	"ouverte/web/webtest"
)

// club is a folder of circles and the host that serves it.
type club struct {
	t      testing.TB
	folder circles.Folder
	host   *host.Host
	log    *bytes.Buffer
	clock  atomic.Int64 // seconds after the evening's beginning
	copies string       // where the host keeps copies, if it does
}

func (c *club) now() time.Time {
	return webtest.Evening.Add(time.Duration(c.clock.Load()) * time.Second)
}

// openClub makes circles of these names. In each plays somebody whose name has the circle's in it.
func openClub(t testing.TB, names ...string) *club {
	t.Helper()
	c := &club{t: t, folder: circles.Folder(t.TempDir()), log: &bytes.Buffer{}}
	empty := must(webtest.EmptyBook())(t)
	for _, name := range names {
		fine(t, os.WriteFile(c.folder.Book(name), empty, 0o600))
	}
	c.serve()
	return c
}

func (c *club) serve() {
	log := slog.New(slog.NewTextHandler(&lockedWriter{to: c.log}, nil))
	c.host = host.New(c.folder, host.Options{
		Options: web.Options{Now: c.now, Log: log, Hosts: []string{"host.example"}},
		Domains: []string{"whist.example"}, Idle: 5 * time.Minute, CopiesIn: c.copies, CopiesMost: 1 << 30})
	c.t.Cleanup(c.host.Close)
}

type lockedWriter struct {
	mu sync.Mutex
	to io.Writer
}

func (l *lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.to.Write(b)
}

// asks sends a request as a browser elsewhere on the network would.
func (c *club) asks(method, host, path, cookie string, form url.Values) *httptest.ResponseRecorder {
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	r := httptest.NewRequest(method, path, body)
	r.Host, r.RemoteAddr = host, "192.168.1.20:40000"
	r.Header.Set("Accept", "text/html")
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "http://"+host)
	}
	if cookie != "" {
		r.Header.Set("Cookie", cookie)
	}
	w := httptest.NewRecorder()
	c.host.ServeHTTP(w, r)
	return w
}

// opens sends what a browser of this machine does when somebody opens a page in it.
func (c *club) opens(host, path string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", path, nil)
	r.RemoteAddr, r.Host = "127.0.0.1:50000", host
	r.Header.Set("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
	r.Header.Set("Sec-Fetch-Site", "none")
	r.Header.Set("Sec-Fetch-Mode", "navigate")
	r.Header.Set("Sec-Fetch-Dest", "document")
	w := httptest.NewRecorder()
	c.host.ServeHTTP(w, r)
	return w
}

// letIn lets a device into a circle, and gives its cookie.
func (c *club) letIn(name string, right door.Right) (cookie string) {
	c.t.Helper()
	code := c.code(name, right)
	w := c.asks("POST", name+".whist.example", "/pair", "", url.Values{"code": {code}, "name": {"A " + name}})
	if w.Code != 303 || len(w.Result().Cookies()) != 1 {
		c.t.Fatalf("not let into %s: %d", name, w.Code)
	}
	given := w.Result().Cookies()[0]
	if given.Domain != "" {
		c.t.Errorf("the cookie of %s is for all of %s", name, given.Domain)
	}
	return given.Name + "=" + given.Value
}

// code makes a code beside the host, on its clock.
func (c *club) code(name string, right door.Right) string {
	c.t.Helper()
	code, _, err := ledger.CodeBeside(context.Background(), c.folder.Book(name), right)
	if err != nil {
		c.t.Fatal(err)
	}
	c.clock.Store(int64(time.Since(webtest.Evening).Seconds()) + 1)
	// it was made by the machine's clock, however slowly
	return code
}

// play has four people of a circle begin a night, before the host opens its book, and gives a link to it.
func (c *club) play(name string) (secret string) {
	c.t.Helper()
	ctx := context.Background()
	b := must(ledger.Open(ctx, c.folder.Book(name), ledger.Options{Clock: webtest.Clock}))(c.t)
	defer b.Close()
	house, _ := rules.Set("hoyle")
	var seats []chain.PlayerID
	for _, who := range []string{"Ann", "Bob", "Cat", "Dan"} {
		r := must(b.AddPlayer(ctx, ledger.Slip{Key: "p" + who}, who+" of "+name))(c.t)
		seats = append(seats, chain.PlayerID(r.ID))
	}
	r, err := b.StartNight(ctx, ledger.Slip{Key: "n"},
		ledger.NewNight{House: house, Seats: seats, Dealer: seats[3]})
	if err != nil {
		c.t.Fatal(err)
	}
	if secret, err = b.MakeWatch(ctx, r.Night); err != nil {
		c.t.Fatal(err)
	}
	return secret
}

// TestHostIsWellForMany: several who ask at once whether the host is well don't disturb each other.
func TestHostIsWellForMany(t *testing.T) {
	t.Parallel()
	c := openClub(t, "friday")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 200 {
				if err := c.host.Writable(); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
}

// TestHostOfCirclesIsWell: a monitor is told that the host is ill, and not of which circle; the log names it.
func TestHostOfCirclesIsWell(t *testing.T) {
	t.Parallel()
	c := openClub(t, "friday")
	well := func(code int, says string) {
		t.Helper()
		if w := c.asks("GET", "whist.example", "/healthz", "", nil); w.Code != code || w.Body.String() != says {
			t.Errorf("it answers %d: %s", w.Code, w.Body)
		}
	}
	well(200, "ok\n")
	c.asks("GET", "friday.whist.example", "/", "", nil) // its book is open now
	fine(t, os.Rename(c.folder.Book("friday"), c.folder.Book("friday")+"-away"))
	well(503, web.NotWell+": one or more circles, or their folder\n")
	if !strings.Contains(c.log.String(), "circle friday") {
		t.Errorf("the log: %s", c.log)
	}
}

// TestCircleHosts: a circle is reached by its name before a domain of the host and by nothing else, and who
// asks for another name isn't told which there are.
func TestCircleHosts(t *testing.T) {
	t.Parallel()
	c := openClub(t, "friday", "the-red-lion", "host")
	const circle, none = "This device isn’t known here", "No circle has this name"
	const several = "Several circles live here"
	for host, says := range map[string]string{
		"friday.whist.example":                     circle,
		"friday.whist.example:8052":                circle,
		"FRIDAY.Whist.Example":                     circle,
		"friday.whist.example.":                    circle,
		"friday.whist.example.:443":                circle,
		"the-red-lion.whist.example":               circle,
		"friday.localhost":                         circle,
		"friday.localhost:8052":                    circle,
		"whist.example":                            several,
		"WHIST.example.:8052":                      several,
		"host.example":                             several,
		"localhost:8052":                           several,
		"127.0.0.1:8052":                           several,
		"[::1]:8052":                               several,
		"saturday.whist.example":                   none,
		"friday.evil.example":                      none,
		"friday.whist.example.evil":                none,
		"whist.example.evil":                       none,
		"friday":                                   none,
		"friday.":                                  none,
		".whist.example":                           none,
		"a.friday.whist.example":                   none,
		"friday.a.whist.example":                   none,
		"friday..whist.example":                    none,
		"friday.whist.example..":                   none,
		"friday.db.whist.example":                  none,
		"friday.db-note.whist.example":             none,
		"..whist.example":                          none,
		"../friday.whist.example":                  none,
		"..%2ffriday.whist.example":                none,
		`..\friday.whist.example`:                  none,
		"friday/.whist.example":                    none,
		"/friday.whist.example":                    none,
		"friday\x00.whist.example":                 none,
		"fr%69day.whist.example":                   none,
		"-friday.whist.example":                    none,
		"friday-.whist.example":                    none,
		"xn--friday-.whist.example":                none,
		"ﬁriday.whist.example":                     none,
		"friday\u200b.whist.example":               none,
		"friday.whist.example:80:80":               none,
		"friday.whist.example:x":                   none,
		"[friday.whist.example]":                   none,
		"[friday.whist.example]:80":                none,
		"friday.whist.example@evil":                none,
		"evil@friday.whist.example":                none,
		"friday.whist.example, evil":               none,
		"con.whist.example":                        none,
		strings.Repeat("a", 64) + ".whist.example": none,
		".house.whist.example":                     none,
		"":                                         none,
	} {
		w := c.asks("GET", host, "/", "", nil)
		status := map[string]int{circle: 403, none: 404, several: 404}[says]
		if page := w.Body.String(); w.Code != status || !strings.Contains(page, says) {
			t.Errorf("%q: %d, not %d", host, w.Code, status)
		} else if says != circle &&
			(strings.Contains(page, "red-lion") || strings.Contains(page, "href=\"/nights")) {
			t.Errorf("%q is told too much", host)
		}
	}
	if w := c.asks("POST", "whist.example", "/", "", url.Values{"code": {"1"}}); w.Code != 404 ||
		!strings.Contains(w.Body.String(), several) {
		t.Errorf("a form at the host's own name: %d", w.Code)
	}
	if s := c.host; !s.Vouches("friday.whist.example") || !s.Vouches("whist.example") ||
		s.Vouches("saturday.whist.example") || s.Vouches("friday.evil.example") || s.Vouches("10.0.0.1") ||
		s.Vouches("") {
		t.Error("certificates would be for other names than there are")
	}
	for _, proxied := range []string{"X-Forwarded-Host", "Forwarded", "X-Original-Host", "X-Host"} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = "saturday.whist.example"
		r.Header.Set(proxied, "friday.whist.example")
		w := httptest.NewRecorder()
		if c.host.ServeHTTP(w, r); w.Code != 404 {
			t.Errorf("%s of a stranger was believed: %d", proxied, w.Code)
		}
	}
}

// TestCircleAbsoluteForm: of a request that names two hosts the one in its first line counts, as in HTTP.
func TestCircleAbsoluteForm(t *testing.T) {
	t.Parallel()
	c := openClub(t, "friday")
	server := httptest.NewServer(c.host)
	defer server.Close()
	for head, status := range map[string]int{
		"GET http://friday.whist.example/ HTTP/1.1\r\nHost: saturday.whist.example\r\n":    403,
		"GET http://saturday.whist.example/ HTTP/1.1\r\nHost: friday.whist.example\r\n":    404,
		"GET / HTTP/1.1\r\nHost: friday.whist.example\r\nHost: saturday.whist.example\r\n": 400,
		"GET / HTTP/1.1\r\n": 400,
		"GET / HTTP/1.0\r\n": 404,
		"GET //friday.whist.example/ HTTP/1.1\r\nHost: nobody.example\r\n": 404,
	} {
		conn := must(net.Dial("tcp", server.Listener.Addr().String()))(t)
		fmt.Fprint(conn, head+"Connection: close\r\n\r\n")
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(head, err)
		}
		if answer.StatusCode != status {
			t.Errorf("%q: %d, not %d", head, answer.StatusCode, status)
		}
		conn.Close()
	}
}

// TestCirclesNeverMeet: a device, a code, a link and a page of one circle are nothing at another, nor at the
// host; and the host's link is nothing at a circle.
func TestCirclesNeverMeet(t *testing.T) {
	t.Parallel()
	c := openClub(t, "friday", "saturday")
	fridays, saturdays := c.play("friday"), c.play("saturday")
	friday := c.letIn("friday", web.Keeper)
	saturday := c.letIn("saturday", web.Keeper)
	const atFriday, atSaturday = "friday.whist.example", "saturday.whist.example"
	see := func(host, path, cookie string, status int) string {
		t.Helper()
		w := c.asks("GET", host, path, cookie, nil)
		if w.Code != status {
			t.Errorf("%s%s: %d, not %d", host, path, w.Code, status)
		}
		return w.Body.String()
	}
	for _, path := range []string{"/", "/nights/1", "/players", "/balances", "/keeper", "/keeper/backup"} {
		if own := see(atFriday, path, friday, 200); strings.Contains(own, "of saturday") {
			t.Errorf("%s of friday shows somebody of saturday", path)
		}
		for _, cookie := range []string{saturday, strings.Replace(saturday, "ouverte=", "__Host-ouverte=", 1), ""} {
			if other := see(atFriday, path, cookie, 403); strings.Contains(other, "Ann of") {
				t.Errorf("%s is shown to a device of saturday", path)
			}
		}
	}
	both := friday + "." + strings.TrimPrefix(saturday, "ouverte=") // as a browser would have that mixed them up
	if page := see(atFriday, "/players", both, 200); strings.Contains(page, "of saturday") {
		t.Error("two tokens show both circles")
	}
	deal := aSolo("moved")
	if w := c.asks("POST", atFriday, "/nights/1/deals", saturday, deal); w.Code != 403 {
		t.Errorf("a device of saturday records in friday: %d", w.Code)
	}
	see(atFriday, "/watch/"+fridays, "", 200)
	see(atFriday, "/watch/"+saturdays, "", 404)
	see(atFriday, "/watch/"+saturdays+"/events", saturday, 404)
	see(atSaturday, "/nights/1/watch/"+fridays, saturday, 303)
	code := c.code("saturday", web.Keeper)
	w := c.asks("POST", atFriday, "/pair", "", url.Values{"code": {code}, "name": {"A thief"}})
	if w.Code != 422 {
		t.Errorf("a code of saturday lets into friday: %d", w.Code)
	}
	home := url.Values{"code": {code}, "name": {"The tablet"}}
	if w := c.asks("POST", atSaturday, "/pair", "", home); w.Code != 303 {
		t.Errorf("a code tried elsewhere is worth nothing at home: %d", w.Code)
	}

	see("whist.example", "/", friday, 404)
	see("whist.example", "/nights/1", friday, 404)
	for _, line := range strings.Split(c.log.String(), "\n") {
		if strings.Contains(line, "A friday") && !strings.Contains(line, "circle=friday") {
			t.Errorf("the log doesn't say of which circle it speaks: %s", line)
		}
	}
}

// TestACircleTakesACopy: one circle gets its copy back while it is open. Its keeper stays in, its pages learn
// that the book is another, and the circle beside it notices nothing.
func TestACircleTakesACopy(t *testing.T) {
	t.Parallel()
	c := openClub(t, "friday", "sunday")
	c.play("friday")
	c.play("sunday")
	c.host.Close()
	c.copies = t.TempDir()
	c.serve()
	const friday, sunday = "friday.whist.example", "sunday.whist.example"
	keeper, other := c.letIn("friday", web.Keeper), c.letIn("sunday", web.Scorer)
	book := func(host, cookie string) string {
		t.Helper()
		w := c.asks("GET", host, "/nights/1", cookie, nil)
		_, after, found := strings.Cut(w.Body.String(), ` data-book="`)
		if w.Code != 200 || !found {
			t.Fatalf("%s: %d", host, w.Code)
		}
		mark, _, _ := strings.Cut(after, `"`)
		return mark
	}
	does := func(host, path, cookie string, form url.Values) {
		t.Helper()
		if w := c.asks("POST", host, path, cookie, form); w.Code != 303 {
			t.Fatalf("%s%s: %d %s", host, path, w.Code, w.Body)
		}
	}
	deals := func(host, cookie string) int {
		return strings.Count(c.asks("GET", host, "/nights/1", cookie, nil).Body.String(), `id="deal-`)
	}
	does(friday, "/keeper/copy", keeper, url.Values{})
	deal := aSolo("d")
	does(friday, "/nights/1/deals", keeper, deal)
	does(sunday, "/nights/1/deals", other, deal)
	was, beside := book(friday, keeper), book(sunday, other)
	copied := must(filepath.Glob(filepath.Join(c.copies, "friday", "*.db")))(t)
	id := "0/" + filepath.Base(copied[0])
	page := c.asks("GET", friday, "/keeper/copies?copy="+url.QueryEscape(id), keeper, nil).Body.String()
	_, saw, _ := strings.Cut(page, `name="saw" value="`)
	saw, _, _ = strings.Cut(saw, `"`)
	does(friday, "/keeper/copies", keeper, url.Values{"copy": {id}, "key": {"back"}, "saw": {saw}})
	same(t, deals(friday, keeper), 0, "friday has %d deals")
	same(t, deals(sunday, other), 1, "sunday has %d deals")
	if book(friday, keeper) == was || book(sunday, other) != beside {
		t.Error("a page takes another book for its own")
	}
	does(friday, "/nights/1/deals", keeper, deal)
	same(t, deals(friday, keeper), 1, "friday has %d deals again")
}

// TestCircleHasNoFirstVisitor: nobody keeps a circle for asking from this machine.
func TestCircleHasNoFirstVisitor(t *testing.T) {
	t.Parallel()
	c := openClub(t, "friday")
	for _, host := range []string{"friday.localhost", "friday.whist.example", "friday.localhost:8052"} {
		w := c.opens(host, "/")
		if w.Code != 403 || len(w.Result().Cookies()) > 0 {
			t.Errorf("%s: the first visitor got %d and %v", host, w.Code, w.Result().Cookies())
		}
		if page := w.Body.String(); !strings.Contains(page, "a link from the host of these circles") {
			t.Error("nobody says who makes the first link")
		}
	}
	code := c.code("friday", web.Keeper)
	w := c.opens("friday.localhost", "/pair/"+code)
	if w.Code != 200 || !strings.Contains(w.Body.String(), "It will keep this book") {
		t.Errorf("the keeper's link: %d", w.Code)
	}
}

// TestCircleGuesses: guessing at one circle stands in the way of nobody at another, isn't begun anew when the
// book is closed meanwhile, and goes no further at many circles than at one host.
func TestCircleGuesses(t *testing.T) {
	t.Parallel()
	var names []string
	for n := range 12 {
		names = append(names, fmt.Sprintf("circle-%d", n))
	}
	c := openClub(t, names...)
	guess := func(name string) int {
		return c.asks("GET", name+".whist.example", "/pair/ABCD-EFGH", "", nil).Code
	}
	for range 10 {
		if got := guess(names[0]); got != 422 {
			t.Fatalf("a guess: %d", got)
		}
	}
	same(t, guess(names[0]), 429, "the eleventh guess: %d")
	same(t, guess(names[1]), 422, "a guess at another circle: %d")
	c.host.SleepAll()
	same(t, guess(names[0]), 429, "with the book closed meanwhile: %d")
	tried := 0
	for range 5 {
		for _, name := range names[1:] {
			if guess(name) == 422 {
				tried++
			}
		}
	}
	if tried > 30 {
		t.Errorf("%d guesses at a host at once", tried)
	}
}
