package host_test

// Circles come and go while they are served: they fall asleep and wake, are closed and moved, and are held up
// by nobody.

import (
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
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/circles"
	"ouverte/ledger/testenv"
	"ouverte/web"
	"ouverte/web/host"
)

// TestCircleSleeps: a circle nobody uses is closed after a while, one with an open page is not, and both are
// as they were when they are asked for again.
func TestCircleSleeps(t *testing.T) {
	t.Parallel()
	c := openClub(t, "friday", "saturday")
	c.play("friday")
	friday := c.letIn("friday", web.Keeper)
	server := httptest.NewServer(c.host)
	defer server.Close()
	r := must(http.NewRequest("GET", server.URL+"/nights/1/events", nil))(t)
	r.Host = "friday.whist.example"
	r.Header.Set("Cookie", friday)
	stream, err := http.DefaultClient.Do(r)
	if err != nil || stream.StatusCode != 200 {
		t.Fatal(err, stream)
	}
	c.asks("GET", "saturday.whist.example", "/", "", nil)
	open := func() int { return c.host.Awake() }
	if open() != 2 {
		t.Fatalf("%d are open", open())
	}
	c.clock.Add(299)
	c.host.Sweep()
	if open() != 2 {
		t.Error("a circle was closed too early")
	}
	c.clock.Add(2)
	c.host.Sweep()
	for open() != 1 {
		c.host.Sweep()
	}
	stream.Body.Close()
	for open() != 0 { // the server learns a little later that the page was closed
		c.clock.Add(-3600) // put back, the clock keeps nobody awake
		c.host.Sweep()
		c.clock.Add(301)
		c.host.Sweep()
	}
	if w := c.asks("GET", "friday.whist.example", "/nights/1", friday, nil); w.Code != 200 {
		t.Errorf("awake again it answers %d", w.Code)
	}
}

// TestCircleKeepsTheHostsClock: what is recorded in a circle has the time of the clock the host goes by.
func TestCircleKeepsTheHostsClock(t *testing.T) {
	t.Parallel()
	c := openClub(t, "friday")
	c.play("friday")
	friday := c.letIn("friday", web.Keeper)
	c.clock.Add(3600)
	if w := c.asks("POST", "friday.whist.example", "/nights/1/deals", friday, aSolo("one")); w.Code != 303 {
		t.Fatalf("recording: %d %s", w.Code, w.Body)
	}
	c.host.SleepAll()
	b := must(ledger.Open(t.Context(), c.folder.Book("friday"), ledger.Options{}))(t)
	defer b.Close()
	n := must(b.Now().Night(1))(t)
	if at := n.Deals[0].At; !at.Equal(c.now().Truncate(time.Millisecond)) {
		t.Errorf("recorded at %v, and at %v by the clock", at, c.now())
	}
}

// TestFolderHasMore: what lies beside the circles and is no book is named once in the log. It makes nobody
// ill, and isn't called being moved.
func TestFolderHasMore(t *testing.T) {
	t.Parallel()
	c := openClub(t, "friday")
	c.host.Close()
	at := func(name string) string { return filepath.Join(string(c.folder), name) }
	empty := must(os.ReadFile(at("friday.db")))(t)
	broken := append(slices.Clone(empty[:100]), make([]byte, len(empty)-100)...)
	for name, text := range map[string][]byte{"notes.txt": nil, "stray.db": []byte("no book"),
		"cut.db": empty[:len(empty)-100], "holes.db": broken, "Capital.db": empty, ".hidden": nil,
		"friday.db-kept-1": empty} {
		fine(t, os.WriteFile(at(name), text, 0o600))
	}
	fine(t, os.Mkdir(at("folder.db"), 0o700))
	fine(t, os.Symlink("friday.db", at("link.db")))
	fine(t, os.Symlink("nowhere", at("nowhere.db")))
	c.serve()
	c.asks("GET", "friday.whist.example", "/", "", nil)
	for range 3 {
		for _, name := range []string{"stray", "cut", "holes", "folder", "link", "nowhere"} {
			w := c.asks("GET", name+".whist.example", "/", "", nil)
			if w.Code != 404 && w.Code != 503 || strings.Contains(w.Body.String(), "moved") {
				t.Errorf("%s answers %d %s", name, w.Code, w.Body)
			}
		}
		if w := c.asks("GET", "whist.example", "/healthz", "", nil); w.Code != 200 {
			t.Errorf("the host is ill: %s", w.Body)
		}
		c.host.SleepAll() // they are tried again
	}
	for name, why := range map[string]string{"notes.txt": "belongs to no circle",
		"Capital.db": "belongs to no circle", "folder.db": "is no file",
		"link.db": "link to the book of the circle friday", "nowhere.db": "leads nowhere",
		"stray": "a book of Ouverte", "cut": "cut off", "holes": "holes.db"} {
		line := regexp.MustCompile(`(?m)^.* (name|circle)=` + regexp.QuoteMeta(name) + ` .*$`)
		if said := line.FindAllString(c.log.String(), -1); len(said) != 1 || !strings.Contains(said[0], why) {
			t.Errorf("of %s the log says %q", name, said)
		}
	}
	if said := c.log.String(); strings.Contains(said, "hidden") || strings.Contains(said, "kept-1") {
		t.Errorf("the log says %s", said)
	}
}

// TestCirclesAwakeAndAsleep: while circles are closed and opened all the time, the right one answers, and no
// more are open than may be.
func TestCirclesAwakeAndAsleep(t *testing.T) {
	t.Parallel()
	testenv.Slow(t)
	names := []string{"friday", "saturday", "sunday", "monday"}
	c := openClub(t, names...)
	cookies := map[string]string{}
	for _, name := range names {
		c.play(name)
		cookies[name] = c.letIn(name, web.Scorer)
	}
	var wait sync.WaitGroup
	var busy atomic.Int64
	busy.Store(int64(len(names)))
	for _, name := range names {
		wait.Go(func() {
			defer busy.Add(-1)
			for n := range 60 {
				deal := aSolo(fmt.Sprintf("%s-%d", name, n))
				w := c.asks("POST", name+".whist.example", "/nights/1/deals", cookies[name], deal)
				if w.Code == 429 { // it was opened too often
					c.clock.Add(30)
					continue
				}
				if w.Code != 303 {
					t.Errorf("%s: %d", name, w.Code)
				}
			}
		})
	}
	for busy.Load() > 0 {
		c.clock.Add(400)
		c.host.Sweep()
	}
	wait.Wait()
	c.host.Close()
	for _, name := range names {
		b := must(ledger.Open(context.Background(), c.folder.Book(name), ledger.Options{}))(t)
		n, err := b.Now().Night(1)
		if err != nil || len(n.Deals) == 0 || !strings.HasSuffix(n.People[0].Name, " of "+name) {
			t.Errorf("%s has %d deals: %v", name, len(n.Deals), err)
		}
		b.Close()
	}
}

// TestCircleSigns: a circle that is closed or moved while it is served lets go of its book at once, says so,
// and loses nothing; the others notice nothing.
func TestCircleSigns(t *testing.T) {
	t.Parallel()
	testenv.Slow(t)
	c := openClub(t, "friday", "saturday")
	c.play("friday")
	friday := c.letIn("friday", web.Scorer)
	ctx := context.Background()
	page := func(method string) int {
		var form url.Values
		if method == "POST" {
			form = aSolo("once")
		}
		return c.asks(method, "friday.whist.example", map[string]string{"GET": "/nights/1",
			"POST": "/nights/1/deals"}[method], friday, form).Code
	}
	if got := page("GET"); got != 200 {
		t.Fatal(got)
	}
	fine(t, c.folder.Close(ctx, "friday", time.Minute))
	if get, post := page("GET"), page("POST"); get != 410 || post != 503 {
		t.Errorf("closed it answers %d and %d", get, post)
	}
	fine(t, c.folder.Open("friday"))
	same(t, page("POST"), 303, "open again it records with %d")
	other := circles.Folder(t.TempDir())
	if _, _, err := c.folder.Move(ctx, "friday", string(other), time.Minute, nil); err != nil {
		t.Fatal(err)
	}
	if get, post := page("GET"), page("POST"); get != 503 || post != 503 {
		t.Errorf("moved away it answers %d and %d", get, post)
	}
	b := must(ledger.Open(ctx, other.Book("friday"), ledger.Options{}))(t)
	if n, err := b.Now().Night(1); err != nil || len(n.Deals) != 1 || len(b.Devices()) != 1 {
		t.Errorf("what moved has %d deals, %v", len(n.Deals), err)
	}
	b.Close()
	if _, _, err := other.Move(ctx, "friday", string(c.folder), time.Minute, nil); err != nil {
		t.Fatal(err)
	}
	same(t, page("GET"), 200, "back again it answers %d")
	// A book that is served by itself knows no signs: it is left as it is.
	alone := must(ledger.Open(ctx, c.folder.Book("saturday"), ledger.Options{}))(t)
	defer alone.Close()
	if err := c.folder.Close(ctx, "saturday", 0); err == nil {
		t.Error("a book that is open was closed")
	}
	if _, _, err := c.folder.Move(ctx, "saturday", string(other), 0, nil); err == nil {
		t.Error("a book that is open was moved")
	}
	if s, _ := c.folder.State("saturday"); s != circles.Served {
		t.Errorf("it is %v now", s)
	}
}

// TestCircleSlowVisitors: however many send a form without end to a circle, or take its pages without end, it
// answers others.
func TestCircleSlowVisitors(t *testing.T) {
	t.Parallel()
	c := openClub(t, "friday")
	server := httptest.NewServer(c.host)
	defer server.Close()
	for range 40 {
		conn := must(net.Dial("tcp", server.Listener.Addr().String()))(t)
		defer conn.Close()
		fmt.Fprint(conn, "POST /pair HTTP/1.1\r\nHost: friday.whist.example\r\nContent-Length: 100\r\n"+
			"Content-Type: application/x-www-form-urlencoded\r\n\r\ncode=")
	}
	for range 20 {
		if w := c.asks("GET", "friday.whist.example", "/", "", nil); w.Code != 403 {
			t.Errorf("meanwhile it answers %d", w.Code)
		}
	}
}

// panics is a log that panics at a message.
type panics struct {
	slog.Handler
	at string
}

func (p panics) Handle(ctx context.Context, r slog.Record) error {
	if r.Message == p.at {
		panic(p.at)
	}
	return p.Handler.Handle(ctx, r)
}

func (p panics) WithAttrs([]slog.Attr) slog.Handler { return p }

// TestPanicWhileACircleOpens: that circle says so, the others are played in.
func TestPanicWhileACircleOpens(t *testing.T) {
	t.Parallel()
	c := openClub(t, "friday")
	all := slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelDebug})
	log := slog.New(panics{all, "awake"})
	h := host.New(c.folder, host.Options{Options: web.Options{Now: c.now, Log: log},
		Domains: []string{"whist.example"}, Idle: 5 * time.Minute})
	defer h.Close()
	r := httptest.NewRequest("GET", "http://friday.whist.example/", nil)
	out := httptest.NewRecorder()
	h.ServeHTTP(out, r)
	same(t, out.Code, http.StatusServiceUnavailable, "a circle whose opening panics answers %d")
}
