package web_test

// A whole house for a test: the real router on a real book in a temporary folder, with a clock that stands
// and dice that always fall alike. Requests come from this machine's own browser, who is the keeper.
//
//	h := openHouse(t)
//	ann := h.player("Ann")
//	page := h.get("/")
//	page.is(200).says("h2", "Who plays?")

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web"
)

// evening is when the tests play: a Friday, at eight.
var evening = time.Date(2026, time.November, 20, 20, 0, 0, 0, time.UTC)

type house struct {
	t       testing.TB
	book    *ledger.Book
	handler http.Handler
	log     *bytes.Buffer
	keys    int
	server  *httptest.Server // its own, where a test makes one
	at      *address
}

// address is a server that houses of several tests stand behind, one after another. A browser that knows the
// address has its styles and scripts already, which at a new one it fetches and compiles again.
type address struct {
	*httptest.Server
	inside sync.RWMutex // held for reading by each request
	house  *house
}

var addresses struct {
	sync.Mutex
	free []*address
}

func (h *house) movesIn() *address {
	addresses.Lock()
	defer addresses.Unlock()
	var at *address
	if last := len(addresses.free) - 1; last >= 0 {
		at, addresses.free = addresses.free[last], addresses.free[:last]
	} else {
		at = &address{}
		at.Server = httptest.NewServer(at)
	}
	at.inside.Lock()
	defer at.inside.Unlock()
	at.house = h
	return at
}

// movesOut comes after the tabs have left: their pages are closed, and what they kept is cleared.
func (h *house) movesOut() {
	h.at.CloseClientConnections()
	h.at.inside.Lock()
	defer h.at.inside.Unlock()
	h.at.house = nil
	addresses.Lock()
	defer addresses.Unlock()
	addresses.free = append(addresses.free, h.at)
}

func (at *address) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at.inside.RLock()
	defer at.inside.RUnlock()
	if at.house == nil {
		http.Error(w, "nobody lives here", http.StatusServiceUnavailable)
		return
	}
	at.house.handler.ServeHTTP(w, r)
}

func clock() time.Time { return evening }

// emptyBook is the file of a book with nothing in it, made once: its tables cost as much as a short test.
var emptyBook = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "ouverte-empty-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "book.db")
	book, err := ledger.Open(context.Background(), path, ledger.Options{Clock: clock})
	if err != nil {
		return nil, err
	}
	if err := book.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// openHouse opens an empty book and the house around it.
func openHouse(t testing.TB, change ...func(*web.Options)) *house {
	t.Helper()
	path := filepath.Join(t.TempDir(), "book.db")
	empty := must(emptyBook())(t)
	fine(t, os.WriteFile(path, empty, 0o600))
	book := must(ledger.Open(context.Background(), path, ledger.Options{Clock: clock}))(t)
	t.Cleanup(func() {
		if err := book.Close(); err != nil {
			t.Error(err)
		}
	})
	h := &house{t: t, book: book, log: &bytes.Buffer{}}
	stopping := make(chan struct{})
	o := web.Options{
		Now: clock, Rand: rand.New(rand.NewPCG(1, 2)), Log: slog.New(slog.NewTextHandler(h.log, nil)),
		Stopping: stopping,
		Who:      func(*http.Request) web.Visitor { return web.Visitor{Right: web.Keeper, Device: "the tablet"} },
	}
	for _, c := range change {
		c(&o)
	}
	h.handler = web.New(book, o)
	t.Cleanup(func() {
		if t.Failed() && h.log.Len() > 0 {
			t.Log("what the server logged:\n" + h.log.String())
		}
	})
	t.Cleanup(func() {
		close(stopping)
		if h.server != nil {
			h.server.Close()
		}
		if h.at != nil {
			h.movesOut()
		}
	})
	return h
}

// url is the house on the network, for browsers.
func (h *house) url() string {
	if h.server != nil {
		return h.server.URL
	}
	if h.at == nil {
		h.at = h.movesIn()
	}
	return h.at.URL
}

// slip is a posting's slip with a key never used before.
func (h *house) slip() ledger.Slip {
	h.keys++
	return ledger.Slip{Key: fmt.Sprintf("test-%d", h.keys), Device: "the tablet"}
}

// player enters somebody into the book.
func (h *house) player(name string) ledger.PlayerID {
	h.t.Helper()
	got := must(h.book.AddPlayer(context.Background(), h.slip(), name))(h.t)
	return ledger.PlayerID(got.ID)
}

// closes closes a night.
func (h *house) closes(id ledger.NightID) {
	h.t.Helper()
	must(h.book.CloseNight(context.Background(), h.slip(), id, 0))(h.t)
}

// players enters several.
func (h *house) players(names ...string) []ledger.PlayerID {
	h.t.Helper()
	var ids []ledger.PlayerID
	for _, name := range names {
		ids = append(ids, h.player(name))
	}
	return ids
}

// night starts a night by a set of house rules; the last of the seats deals first.
func (h *house) night(set string, seats ...ledger.PlayerID) ledger.NightID {
	h.t.Helper()
	rulesOf, ok := rules.Set(set)
	if !ok {
		h.t.Fatalf("no set %q", set)
	}
	got, err := h.book.StartNight(context.Background(), h.slip(),
		ledger.NewNight{Name: "Friday night", House: rulesOf, Seats: seats, Dealer: seats[len(seats)-1]})
	if err != nil {
		h.t.Fatal(err)
	}
	return got.Night
}

// answer is what came back.
type answer struct {
	*http.Response
	t    testing.TB
	body []byte
	doc  *goquery.Document
}

// ask sends a request through the whole house.
func (h *house) ask(r *http.Request) *answer {
	h.t.Helper()
	if r.RemoteAddr == "192.0.2.1:1234" {
		r.RemoteAddr = "127.0.0.1:50000"
	}
	if r.Host == "example.com" {
		r.Host = "127.0.0.1:8052"
	}
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	res := w.Result()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	a := &answer{Response: res, t: h.t, body: body}
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") &&
		res.Header.Get("Content-Encoding") == "" {
		if a.doc, err = goquery.NewDocumentFromReader(bytes.NewReader(body)); err != nil {
			h.t.Fatal(err)
		}
	}
	return a
}

func (h *house) get(path string) *answer {
	h.t.Helper()
	return h.ask(httptest.NewRequest(http.MethodGet, path, nil))
}

// post sends a form as a page of ours does.
func (h *house) post(path string, form url.Values) *answer {
	h.t.Helper()
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return h.ask(r)
}

// is checks the status.
func (a *answer) is(status int) *answer {
	a.t.Helper()
	if a.StatusCode != status {
		a.t.Errorf("%d where %d was due\n%s", a.StatusCode, status, a.text("main"))
	}
	return a
}

// text is what can be read in the first element that matches, its blanks made single.
func (a *answer) text(css string) string {
	if a.doc == nil {
		return string(a.body)
	}
	return plain(a.doc.Find(css).First().Text())
}

// plain has single ordinary blanks, also between shillings and pence.
func plain(text string) string { return strings.Join(strings.Fields(text), " ") }

// says checks that the first element that matches reads so.
func (a *answer) says(css, want string) *answer {
	a.t.Helper()
	if got := a.text(css); got != want {
		a.t.Errorf("%s says %q, not %q", css, got, want)
	}
	return a
}

// tells checks that a text has all these in it.
func (a *answer) tells(css string, all ...string) *answer {
	a.t.Helper()
	got := a.text(css)
	for _, want := range all {
		if !strings.Contains(got, want) {
			a.t.Errorf("%s says %q, without %q", css, got, want)
		}
	}
	return a
}

// has checks how many elements match.
func (a *answer) has(n int, css string) *answer {
	a.t.Helper()
	if a.doc == nil {
		a.t.Fatalf("no page where %s was looked for", css)
	}
	if got := a.doc.Find(css).Length(); got != n {
		a.t.Errorf("%d of %s, not %d", got, css, n)
	}
	return a
}

// form reads the form that matches as a browser would send it, with the button that has this value, if any.
func (a *answer) form(css, do string) url.Values {
	a.t.Helper()
	v := url.Values{}
	form := a.doc.Find(css)
	if form.Length() != 1 {
		a.t.Fatalf("%d forms match %s", form.Length(), css)
	}
	form.Find("input[name], select[name], textarea[name]").Each(func(_ int, in *goquery.Selection) {
		kind, _ := in.Attr("type")
		if _, checked := in.Attr("checked"); (kind == "radio" || kind == "checkbox") && !checked {
			return
		}
		value, has := in.Attr("value")
		if !has && kind == "checkbox" {
			value = "on"
		}
		if goquery.NodeName(in) == "select" {
			chosen := in.Find("option[selected]")
			if chosen.Length() == 0 {
				chosen = in.Find("option")
			}
			value = chosen.First().AttrOr("value", "")
		}
		v.Add(in.AttrOr("name", ""), value)
	})
	if do != "" {
		button := form.Find(fmt.Sprintf("button[value=%q]", do))
		if button.Length() == 0 {
			a.t.Fatalf("no button %q in %s", do, css)
		}
		v.Add(button.AttrOr("name", ""), do)
	}
	return v
}

var fine = testenv.Fine

func must[T any](got T, err error) func(testing.TB) T { return testenv.Must(got, err) }

func same[T comparable](t testing.TB, got, want T, says string) {
	t.Helper()
	testenv.Same(t, got, want, says)
}
