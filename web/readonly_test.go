package web_test

// A book that was opened for reading only: nobody can be let in, so the remedy stands where everybody sees
// it, and strangers learn no more of the book than that.

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"

	"ouverte/ledger/audit"
	"ouverte/web"
	"ouverte/web/webtest"
)

// olderSite is one whose book is a copy from before its last deal, and before its keeper. It is open for
// reading only.
func olderSite(t testing.TB, change ...func(*web.Options)) *webtest.Site {
	t.Helper()
	h := webtest.Unkept(t, change...)
	h.GrowsOlder(change...)
	return h
}

// TestNobodyIsLetInToABookForReading: the first visit, the keeper's link, a code and the page for them all
// say the same; what helps stands on the machine itself. None of them says what is in the book.
func TestNobodyIsLetInToABookForReading(t *testing.T) {
	t.Parallel()
	h := olderSite(t)
	secret := must(h.Book.MakeLink(0))(t)
	const says = "This book has less in it than before. The host has to mend it first."
	for path, status := range map[string]int{"/": 403, "/keeper": 403, "/nights": 403, "/pair": 200, "/pair/" +
		secret: 200, "/pair/AAAA-AAAA": 200} {
		for _, from := range []string{"127.0.0.1:50000", "192.168.1.50:1"} {
			r := opens(path, "")
			r.RemoteAddr = from
			a := h.Ask(r).Is(status).Says(".warning .inset > p", says).Has(0, "form.pair")
			here := strings.HasPrefix(from, "127.")
			if given(a) != "" || strings.Contains(a.Text("body"), "1 deal") ||
				strings.Contains(a.Text("body"), "--accept-older") != here {
				t.Errorf("%s for %s: %s", path, from, a.Text("body"))
			}
		}
	}
	if h.Book.HasKeeper() || !h.Book.UseLink(secret) {
		t.Error("somebody was let in, or the link was used up")
	}
	a := h.Post("/pair", url.Values{"code": {"AAAA-AAAA"}, "name": {"Laptop"}}).Is(503)
	if !strings.Contains(a.Text("main"), "The host has to mend it first") {
		t.Errorf("a form says %s", a.Text("main"))
	}
	if a := h.Ask(httptest.NewRequest("GET", "/healthz", nil)); a.StatusCode != 503 ||
		!strings.Contains(string(a.Bytes), "less in it than before") ||
		strings.Contains(string(a.Bytes), "1 deal") {
		t.Errorf("its health: %d %s", a.StatusCode, a.Bytes)
	}
}

// TestKeeperOfABookForReading: the keeper's page has no form that would be refused, and says so; it has those
// that only read. Where the file is back, they are back.
func TestKeeperOfABookForReading(t *testing.T) {
	t.Parallel()
	asKeeper := func(o *web.Options) {
		o.Who = func(*http.Request) web.Visitor { return web.Visitor{Right: web.Keeper, Device: "the tablet"} }
	}
	older := webtest.Open(t)
	older.LetIn(web.Scorer, "Laptop")
	older.GrowsOlder(asKeeper)
	taken := webtest.Open(t)
	taken.LetIn(web.Scorer, "Laptop")
	path := taken.Book.Path()
	fine(t, os.Rename(path, path+"-away"))
	for _, h := range []*webtest.Site{older, taken} {
		h.Get("/keeper").Is(200).Has(1, "form").Has(1, "form[action='/keeper/check']").
			Has(0, "input[name=pin], input[name=name], input[name=right], a[href='/keeper/evenings']").
			Tells("main", "Laptop", "until the book can be written to again")
	}
	fine(t, os.Rename(path+"-away", path))
	taken.Get("/keeper").Is(200).Has(1, "input[name=pin]").Has(1, "input[value='Laptop']")
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
			"pair --book FILE in a terminal, with the name of the book’s file, which Ouverte printed at its " +
			"start:"},
	} {
		h := webtest.Unkept(t, c.change...)
		h.LetIn(web.Keeper, "Laptop")
		for _, path := range []string{"/", "/pair"} {
			r := opens(path, "")
			r.RemoteAddr = c.from
			a := h.Ask(r)
			if !strings.Contains(a.Text("main"), c.says) {
				t.Errorf("%s for %s says %s", path, c.from, a.Text("main"))
			}
			if c.from == "192.168.1.50:1" && strings.Contains(string(a.Bytes), "/var/lib") {
				t.Error("the name of the file is told to the network")
			}
		}
	}
}

// Every page of a book that isn't as it was says until when it is shown, and what is sent is refused in
// words.
func TestUnsoundBookOnEveryPage(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	night := webtest.NightPath(h.Unsound(func(o *web.Options) {
		o.Who = func(*http.Request) web.Visitor { return web.Visitor{Right: web.Keeper, Device: "the tablet"} }
	}))
	h.Get("/").Is(200).Has(0, ".until").Has(1, "a[href='/keeper/copies']").
		Tells("main h2", "An entry of Friday 20 November", "isn’t as it was written")
	for _, page := range []string{night, night + "/settle", "/nights", "/players", "/players/1", "/stats",
		"/laws", "/houses", "/balances", "/keeper"} {
		h.Get(page).Is(200).Says(".until", "You see this book up to the evening of 20 November 2026. The "+
			"entries after that are damaged.")
	}
	h.Post("/players/1/name", url.Values{"name": {"Eve"}, "key": {"k1"}}).Is(503)
}

// TestPlayOnInANewBook: in the place of an unsound book an empty one can be begun, at one tap and a second;
// the damaged one becomes a copy, which can be put back. A sound book has no such page.
func TestPlayOnInANewBook(t *testing.T) {
	t.Parallel()
	asKeeper := func(o *web.Options) {
		o.Who = func(*http.Request) web.Visitor { return web.Visitor{Right: web.Keeper, Device: "the tablet"} }
	}
	h := webtest.Open(t)
	h.Get("/keeper/new").Is(404)
	h.Get("/keeper/fault").Is(404)
	h.Post("/keeper/new", url.Values{"key": {"k"}}).Is(404)
	h.LetIn(web.Scorer, "The tablet")
	h.Unsound(asKeeper)
	before := h.Book.Path()
	form := h.Get("/keeper/new").Is(200).Form("form.unsound", "")
	for range 2 {
		h.Post("/keeper/new", form).Is(303)
	}
	same(t, h.Book.Now().Entries(), 0, "the new book has %d entries")
	h.Get("/").Is(200).Has(1, "form#night")
	h.Get("/keeper").Is(200).Tells(".devices", "The tablet")
	h.Post("/nights", url.Values{"key": {"n"}, "seats": {"+A", "+B", "+C", "+D"}, "dealer": {"+A"},
		"house": {"hoyle"}, "scale": {"1"}}).Is(303)
	list := h.Get("/keeper/copies").Is(200).Has(1, ".pick")
	h.Get(strings.TrimSuffix(list.Doc.Find(".pick").AttrOr("href", ""), "#chosen")).Is(200).Tells("#chosen", "Entry ")
	found, err := audit.Check(t.Context(), before, nil, nil)
	if err != nil || !found.Well() || found.Nights != 1 {
		t.Errorf("the book: %v, %v", found, err)
	}
}
