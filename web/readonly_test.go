package web_test

// A book that was opened for reading only: nobody can be let in, so what is to be done stands where everybody
// sees it, and whoever isn't let in learns no more of the book than that.

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/archive"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web"
)

func init() {
	asKeeper := func(o *web.Options) {
		o.Who = func(*http.Request) web.Visitor { return web.Visitor{Right: web.Keeper, Device: "the tablet"} }
	}
	screens = append(screens,
		screen{name: "keeper-older", open: func(h *house) string { h.growsOlder(asKeeper); return "/keeper" }},
		screen{name: "keeper-altered", open: func(h *house) string {
			path := h.book.Path()
			fine(h.t, h.book.Close())
			testenv.Alter(h.t, path, `CREATE INDEX by_name ON entry (device)`)
			h.reopen(path, asKeeper)
			return "/keeper"
		}},
		screen{name: "start-unsound", open: func(h *house) string { h.unsound(asKeeper); return "/" }},
		screen{name: "keeper-taken", open: func(h *house) string {
			path := h.book.Path()
			fine(h.t, os.Rename(path, path+"-away"))
			h.t.Cleanup(func() { _ = os.Rename(path+"-away", path) })
			return "/keeper"
		}},
		screen{name: "table-older", open: func(h *house) string {
			night := h.night("hoyle", h.players("Ann", "Bob", "Cat", "Dan")...)
			h.growsOlder(asKeeper)
			return nightPath(night)
		}, then: func(b *tab) {
			b.ready()
			b.taps(one("solo", 1, 7)...)
			b.wait("#waiting li")
		}},
		screen{name: "pair-closed", open: func(h *house) string { h.growsOlder(); return "/" }},
		screen{name: "pair-named", open: func(h *house) string {
			h.letIn(web.Keeper, "Laptop")
			return "/"
		}, change: func(o *web.Options) {
			o.Who, o.PairCommand = nil, "ouverte pair --book /home/konstantin/Documents/whist/of-our-circle/book.db"
		}},
	)
}

// olderHouse is a house whose book is a copy from before its last deal, and before its keeper. It is open for
// reading only.
func olderHouse(t testing.TB, change ...func(*web.Options)) *house {
	t.Helper()
	h := unkept(t, change...)
	h.growsOlder(change...)
	return h
}

// growsOlder opens a copy of the book that was made before its last deal.
func (h *house) growsOlder(change ...func(*web.Options)) {
	h.t.Helper()
	path, copied := h.book.Path(), filepath.Join(h.t.TempDir(), "copy.db")
	must(archive.Backup(h.t.Context(), path, copied, nil))(h.t)
	night := h.night("hoyle", h.players("Eve", "Fay", "Gus", "Hal")...)
	said := ledger.DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 5}}
	_, err := h.book.Record(h.t.Context(), h.slip(), night, said)
	fine(h.t, errors.Join(err, h.book.Close(), os.Rename(copied, path)))
	h.reopen(path, change...)
}

// reopen opens the book at a path, in this house.
func (h *house) reopen(path string, change ...func(*web.Options)) {
	h.t.Helper()
	book := must(ledger.Open(h.t.Context(), path, ledger.Options{Clock: clock}))(h.t)
	h.t.Cleanup(func() { _ = book.Close() })
	o := web.Options{Now: clock, Log: web.QuietLog()}
	for _, c := range change {
		c(&o)
	}
	h.book, h.handler = book, web.New(book, o)
}

// TestNobodyIsLetInToABookForReading: the first visit, the keeper's link, a code and the page for them all
// say the same, with what helps; none of them says what is in the book.
func TestNobodyIsLetInToABookForReading(t *testing.T) {
	t.Parallel()
	h := olderHouse(t)
	secret := must(h.book.MakeLink(0))(t)
	const says = "This book has less in it than it had: no device can be let in. It is open for reading only. " +
		"Whoever runs Ouverte puts the newer one back, with the files beside it, or restores a copy of it; or, " +
		"to go on with what is here, starts Ouverte once with --accept-older."
	for path, status := range map[string]int{
		"/": 403, "/keeper": 403, "/nights": 403, "/pair": 200, "/pair/" + secret: 200, "/pair/AAAA-AAAA": 200,
	} {
		for _, from := range []string{"127.0.0.1:50000", "192.168.1.50:1"} {
			r := opens(path, "")
			r.RemoteAddr = from
			a := h.ask(r).is(status).says(".warning p", says).has(0, "form.pair")
			if a.given() != "" || strings.Contains(a.text("body"), "1 deal") {
				t.Errorf("%s for %s: %s", path, from, a.text("body"))
			}
		}
	}
	if h.book.HasKeeper() || !h.book.UseLink(secret) {
		t.Error("somebody was let in, or the link was used up")
	}
	a := h.post("/pair", url.Values{"code": {"AAAA-AAAA"}, "name": {"Laptop"}}).is(503)
	if !strings.Contains(a.text("main"), "--accept-older") {
		t.Errorf("a form says %s", a.text("main"))
	}
	if a := h.ask(httptest.NewRequest("GET", "/healthz", nil)); a.StatusCode != 503 ||
		!strings.Contains(string(a.body), "--accept-older") || strings.Contains(string(a.body), "1 deal") {
		t.Errorf("its health: %d %s", a.StatusCode, a.body)
	}
}

// TestKeeperOfABookForReading: the keeper's page has no form that would be refused, and says so; it has those
// that only read. Where the file is back, they are back.
func TestKeeperOfABookForReading(t *testing.T) {
	t.Parallel()
	asKeeper := func(o *web.Options) {
		o.Who = func(*http.Request) web.Visitor { return web.Visitor{Right: web.Keeper, Device: "the tablet"} }
	}
	older := openHouse(t)
	older.letIn(web.Scorer, "Laptop")
	older.growsOlder(asKeeper)
	taken := openHouse(t)
	taken.letIn(web.Scorer, "Laptop")
	path := taken.book.Path()
	fine(t, os.Rename(path, path+"-away"))
	for _, h := range []*house{older, taken} {
		h.get("/keeper").is(200).has(1, "form").has(1, "form[action='/keeper/check']").
			has(0, "input[name=pin], input[name=name], input[name=right], a[href='/keeper/evenings']").
			tells("main", "Laptop", "until the book can be written to again")
	}
	fine(t, os.Rename(path+"-away", path))
	taken.get("/keeper").is(200).has(1, "input[name=pin]").has(1, "input[value='Laptop']")
}

// TestWhereACodeIsMade: the page for a code names the command that makes one for this book. The name of the
// file is for this machine's browser; from elsewhere it isn't told.
func TestWhereACodeIsMade(t *testing.T) {
	t.Parallel()
	named := func(o *web.Options) { o.PairCommand = "ouverte pair --book /var/lib/ouverte/book.db" }
	for _, c := range []struct {
		change     []func(*web.Options)
		from, says string
	}{
		{nil, "127.0.0.1:50000", "type ouverte pair in a terminal: it prints a code."},
		{nil, "192.168.1.50:1", "type ouverte pair in a terminal: it prints a code."},
		{[]func(*web.Options){named}, "127.0.0.1:50000",
			"here type ouverte pair --book /var/lib/ouverte/book.db in a terminal:"},
		{[]func(*web.Options){named}, "192.168.1.50:1", "on the machine where Ouverte runs type ouverte " +
			"pair --book FILE in a terminal, with the name of the book’s file, which Ouverte printed when it " +
			"was started:"},
	} {
		h := unkept(t, c.change...)
		h.letIn(web.Keeper, "Laptop")
		for _, path := range []string{"/", "/pair"} {
			r := opens(path, "")
			r.RemoteAddr = c.from
			a := h.ask(r)
			if !strings.Contains(a.text("main"), c.says) {
				t.Errorf("%s for %s says %s", path, c.from, a.text("main"))
			}
			if c.from == "192.168.1.50:1" && strings.Contains(string(a.body), "/var/lib") {
				t.Error("the name of the file is told to the network")
			}
		}
	}
}

// unsound opens the book again after its second night was changed in the file.
func (h *house) unsound(change ...func(*web.Options)) (first ledger.NightID) {
	h.t.Helper()
	four := h.players("Ann", "Bob", "Cat", "Dan")
	first = h.night("hoyle", four...)
	h.night("hoyle", four...)
	path := h.book.Path()
	fine(h.t, h.book.Close())
	db, guard := testenv.Beside(h.t, path), ""
	err := db.QueryRow(`SELECT sql FROM sqlite_schema WHERE name = 'entry_stands'`).Scan(&guard)
	fine(h.t, errors.Join(err, db.Close()))
	testenv.Alter(h.t, path, `DROP TRIGGER entry_stands`,
		`UPDATE entry SET device = 'another' WHERE seq = (SELECT max(seq) FROM entry)`, guard)
	h.reopen(path, change...)
	return first
}

// Every page of a book that isn't as it was says until when it is shown, and what is sent is refused in
// words.
func TestUnsoundBookOnEveryPage(t *testing.T) {
	t.Parallel()
	h := openHouse(t)
	night := nightPath(h.unsound(func(o *web.Options) {
		o.Who = func(*http.Request) web.Visitor { return web.Visitor{Right: web.Keeper, Device: "the tablet"} }
	}))
	for _, page := range []string{"/", night, night + "/settle", "/nights", "/players", "/players/1", "/stats",
		"/laws", "/houses", "/balances", "/keeper"} {
		h.get(page).is(200).says(".until", "This book is shown as far as the evening of 20 November 2026: "+
			"what was written after that isn’t as it was.")
	}
	h.post("/players/1/name", url.Values{"name": {"Eve"}, "key": {"k1"}}).is(503)
}
