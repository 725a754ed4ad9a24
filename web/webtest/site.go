package webtest

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
	"ouverte/ledger/chain"
	"ouverte/ledger/copies"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web"
	"ouverte/web/host"
)

// Evening is when the tests play: a Friday, at eight.
var Evening = time.Date(2026, time.November, 20, 20, 0, 0, 0, time.UTC)

// Site is a book and the router on it.
type Site struct {
	T       testing.TB
	Book    *ledger.Book
	Handler http.Handler
	Log     *bytes.Buffer
	Keys    int
	Server  *httptest.Server // its own, where a test makes one
	Reopens host.Reopen      // opens the book once more, after a copy took its place
	at      *address
	copying *copies.Keeper
}

// Stopped is a client that stops reading a download: Write waits until GoOn is closed.
type Stopped struct {
	*httptest.ResponseRecorder
	Reached, GoOn chan struct{}
	Once          bool
}

func (s *Stopped) Write(b []byte) (int, error) {
	if !s.Once {
		s.Once = true
		close(s.Reached)
		<-s.GoOn
	}
	return s.ResponseRecorder.Write(b)
}

// address is a server that sites of several tests stand behind, one after another. A browser that knows the
// address has its styles and scripts already, which at a new one it fetches and compiles again.
type address struct {
	*httptest.Server
	inside sync.RWMutex // held for reading by each request
	site   *Site
}

var addresses struct {
	sync.Mutex
	free []*address
}

func (h *Site) movesIn() *address {
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
	at.site = h
	return at
}

// movesOut comes after the tabs have left: their pages are closed, and what they kept is cleared.
func (h *Site) movesOut() {
	h.at.CloseClientConnections()
	h.at.inside.Lock()
	defer h.at.inside.Unlock()
	h.at.site = nil
	addresses.Lock()
	defer addresses.Unlock()
	addresses.free = append(addresses.free, h.at)
}

func (at *address) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at.inside.RLock()
	defer at.inside.RUnlock()
	if at.site == nil {
		http.Error(w, "nobody lives here", http.StatusServiceUnavailable)
		return
	}
	at.site.Handler.ServeHTTP(w, r)
}

func Clock() time.Time { return Evening }

// EmptyBook is the file of a book with nothing in it, made once: its tables cost as much as a short test.
var EmptyBook = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "ouverte-empty-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "book.db")
	book, err := ledger.Open(context.Background(), path, ledger.Options{Clock: Clock})
	if err != nil {
		return nil, err
	}
	if err := book.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// Copying stands for the keeper of the copies of a site that is opened, in the change of its options.
var Copying = new(copies.Keeper)

// Open opens an empty book and the site around it.
func Open(t testing.TB, change ...func(*web.Options)) *Site {
	t.Helper()
	path := filepath.Join(t.TempDir(), "book.db")
	empty := must(EmptyBook())(t)
	fine(t, os.WriteFile(path, empty, 0o600))
	book := must(ledger.Open(context.Background(), path, ledger.Options{Clock: Clock}))(t)
	h := &Site{T: t, Book: book, Log: &bytes.Buffer{}}
	t.Cleanup(func() {
		if err := h.Book.Close(); err != nil {
			t.Error(err)
		}
	})
	o := web.Options{
		Now: Clock, Rand: rand.New(rand.NewPCG(1, 2)), Log: slog.New(slog.NewTextHandler(h.Log, nil)),
		Who: func(*http.Request) web.Visitor { return web.Visitor{Right: web.Keeper, Device: "the tablet"} },
	}
	for _, c := range change {
		c(&o)
	}
	copying := func(book *ledger.Book) *copies.Keeper {
		places := []string{copies.Beside(path)}
		return copies.Keep(book, nil, copies.Options{Places: places, Clock: Clock, Log: o.Log})
	}
	keeps := o.Copies == Copying
	if keeps {
		o.Copies = copying(book)
		h.copying = o.Copies
	}
	t.Cleanup(func() { o.Copies.End() })
	h.Reopens = func(ctx context.Context) (_ *ledger.Book, again *copies.Keeper, err error) {
		h.Book, err = ledger.Open(ctx, path, ledger.Options{Clock: Clock, Existing: true})
		if err == nil && keeps {
			again = copying(h.Book)
			t.Cleanup(again.End)
		}
		return h.Book, again, err
	}
	alone := host.NewAlone(book, o, h.Reopens)
	h.Handler = alone
	t.Cleanup(func() {
		if t.Failed() && h.Log.Len() > 0 {
			t.Log("what the server logged:\n" + h.Log.String())
		}
	})
	t.Cleanup(func() {
		alone.Stop()
		if h.Server != nil {
			h.Server.Close()
		}
		if h.at != nil {
			h.movesOut()
		}
	})
	return h
}

// URL is the site on the network, for browsers.
func (h *Site) URL() string {
	if h.Server != nil {
		return h.Server.URL
	}
	if h.at == nil {
		h.at = h.movesIn()
	}
	return h.at.URL
}

// Slip is a posting's slip with a key never used before.
func (h *Site) Slip() ledger.Slip {
	h.Keys++
	return ledger.Slip{Key: fmt.Sprintf("test-%d", h.Keys), Device: "the tablet"}
}

// Player enters somebody into the book.
func (h *Site) Player(name string) chain.PlayerID {
	h.T.Helper()
	got := must(h.Book.AddPlayer(context.Background(), h.Slip(), name))(h.T)
	return chain.PlayerID(got.ID)
}

// Closes closes a night.
func (h *Site) Closes(id chain.NightID) {
	h.T.Helper()
	must(h.Book.CloseNight(context.Background(), h.Slip(), id, 0))(h.T)
}

// Players enters several.
func (h *Site) Players(names ...string) []chain.PlayerID {
	h.T.Helper()
	var ids []chain.PlayerID
	for _, name := range names {
		ids = append(ids, h.Player(name))
	}
	return ids
}

// Night starts a night by a set of house rules; the last of the seats deals first.
func (h *Site) Night(set string, seats ...chain.PlayerID) chain.NightID {
	h.T.Helper()
	rulesOf, ok := rules.Set(set)
	if !ok {
		h.T.Fatalf("no set %q", set)
	}
	got, err := h.Book.StartNight(context.Background(), h.Slip(),
		ledger.NewNight{Name: "Friday night", House: rulesOf, Seats: seats, Dealer: seats[len(seats)-1]})
	if err != nil {
		h.T.Fatal(err)
	}
	return got.Night
}

// Answer is what came back.
type Answer struct {
	*http.Response
	T     testing.TB
	Bytes []byte
	Doc   *goquery.Document
}

// Ask sends a request through the whole site.
func (h *Site) Ask(r *http.Request) *Answer {
	h.T.Helper()
	if r.RemoteAddr == "192.0.2.1:1234" {
		r.RemoteAddr = "127.0.0.1:50000"
	}
	if r.Host == "example.com" {
		r.Host = "127.0.0.1:8052"
	}
	w := httptest.NewRecorder()
	h.Handler.ServeHTTP(w, r)
	res := w.Result()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		h.T.Fatal(err)
	}
	a := &Answer{Response: res, T: h.T, Bytes: body}
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") &&
		res.Header.Get("Content-Encoding") == "" {
		if a.Doc, err = goquery.NewDocumentFromReader(bytes.NewReader(body)); err != nil {
			h.T.Fatal(err)
		}
	}
	return a
}

func (h *Site) Get(path string) *Answer {
	h.T.Helper()
	return h.Ask(httptest.NewRequest(http.MethodGet, path, nil))
}

// Post sends a form as a page of ours does.
func (h *Site) Post(path string, form url.Values) *Answer {
	h.T.Helper()
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return h.Ask(r)
}

// Is checks the status.
func (a *Answer) Is(status int) *Answer {
	a.T.Helper()
	if a.StatusCode != status {
		a.T.Errorf("%d where %d was due\n%s", a.StatusCode, status, a.Text("main"))
	}
	return a
}

// Text is what can be read in the first element that matches, its blanks made single.
func (a *Answer) Text(css string) string {
	if a.Doc == nil {
		return string(a.Bytes)
	}
	return Plain(a.Doc.Find(css).First().Text())
}

// Plain has single ordinary blanks, also between shillings and pence.
func Plain(text string) string { return strings.Join(strings.Fields(text), " ") }

// Says checks that the first element that matches reads so.
func (a *Answer) Says(css, want string) *Answer {
	a.T.Helper()
	if got := a.Text(css); got != want {
		a.T.Errorf("%s says %q, not %q", css, got, want)
	}
	return a
}

// Tells checks that a text has all these in it.
func (a *Answer) Tells(css string, all ...string) *Answer {
	a.T.Helper()
	got := a.Text(css)
	for _, want := range all {
		if !strings.Contains(got, want) {
			a.T.Errorf("%s says %q, without %q", css, got, want)
		}
	}
	return a
}

// Has checks how many elements match.
func (a *Answer) Has(n int, css string) *Answer {
	a.T.Helper()
	if a.Doc == nil {
		a.T.Fatalf("no page where %s was looked for", css)
	}
	if got := a.Doc.Find(css).Length(); got != n {
		a.T.Errorf("%d of %s, not %d", got, css, n)
	}
	return a
}

// Form reads the form that matches as a browser would send it, with the button that has this value, if any.
func (a *Answer) Form(css, do string) url.Values {
	a.T.Helper()
	v := url.Values{}
	form := a.Doc.Find(css)
	if form.Length() != 1 {
		a.T.Fatalf("%d forms match %s", form.Length(), css)
	}
	form.Find("input[name], select[name], textarea[name]").Each(func(_ int, in *goquery.Selection) {
		if form.Is("form") && in.Is("[form]") {
			return // another's
		}
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
			a.T.Fatalf("no button %q in %s", do, css)
		}
		v.Add(button.AttrOr("name", ""), do)
	}
	return v
}

var fine = testenv.Fine

func must[T any](got T, err error) func(testing.TB) T { return testenv.Must(got, err) }
