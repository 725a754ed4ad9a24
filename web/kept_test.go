package web_test

// Every page of the books that earlier programs kept can be drawn: testdata/kept has those that are answered
// with anything but a page. What stands in these books is held by ledger/kept_test.go, how pages word it by
// testdata/screens.

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/web"
)

// keptBook is the folder of a book, and the pages that are asked for by what is in it.
type keptBook struct {
	folder string
	pages  []string
}

var keptBooks = []keptBook{
	{"../ledger/testdata/kept", []string{"/nights?text=crown", "/houses/our-euro", "/houses/loud"}},
	{"../ledger/testdata/keptwhole", []string{"/nights?text=club", "/nights?text=late", "/houses/ours",
		"/houses/fewest", "/houses/ours/edit", "/houses/five-or-four/file", "/seasons/2026", "/seasons/2026-27",
		"/seasons/2025-26", "/stats?money=EUR", "/stats?money=USD", "/pair", "/stats/otherwise?house=fewest",
		"/deals?find=on&call=solo&outcome=lost", "/deals.csv?find=on", "/players/13/person"}},
}

func (k keptBook) unpack(t *testing.T, name string) []byte {
	t.Helper()
	return testenv.Unpacked(t, filepath.Join(k.folder, name))
}

func TestPagesOfAKeptBook(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	for _, k := range keptBooks {
		t.Run(filepath.Base(k.folder), func(t *testing.T) {
			t.Parallel()
			k.wantPages(t)
		})
	}
}

func (k keptBook) wantPages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.ouverte")
	fine(t, os.WriteFile(path, k.unpack(t, "book"), 0o600))
	clock := func() time.Time { return time.Date(2026, 11, 20, 22, 30, 0, 0, time.UTC) }
	book := must(ledger.Open(t.Context(), path, ledger.Options{Clock: clock}))(t)
	defer book.Close()
	for _, copied := range must(filepath.Glob(path + "-version-*"))(t) { // made today, as a page would say
		fine(t, os.Remove(copied))
	}
	stopping := make(chan struct{})
	defer close(stopping)
	handler := web.New(book, web.Options{
		Now: clock, Rand: rand.New(rand.NewPCG(1, 2)), Stopping: stopping,
		Who: func(*http.Request) web.Visitor { return web.Visitor{Right: web.Keeper, Device: "the tablet"} },
	})
	pin := strings.NewReader("pin-asked=2468") // which is in the way of the keeper's page
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://localhost/pin", pin)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	if handler.ServeHTTP(w, r); w.Code != http.StatusSeeOther {
		t.Fatalf("the PIN is answered with %d", w.Code)
	}
	var other strings.Builder
	back := map[string]url.Values{} // what is sent to withdraw something
	for _, at := range k.all(t, book) {
		w := httptest.NewRecorder()
		address, phone, _ := strings.Cut(at, " ")
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost"+address, nil)
		if phone != "" {
			r.AddCookie(&http.Cookie{Name: "ouverte-me", Value: phone})
		}
		if handler.ServeHTTP(w, r); w.Code != http.StatusOK {
			fmt.Fprintf(&other, "%d %s\n", w.Code, address)
		} else if strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
			page := must(goquery.NewDocumentFromReader(w.Body))(t)
			if said := misstopped.FindString(readingOf(page.Find("main"))); said != "" {
				t.Errorf("%s: a full stop too many, or a blank too few: %s", at, said)
			}
			for _, form := range page.Find("form[method=post][action$=withdraw]").EachIter() {
				fields := url.Values{}
				for _, in := range form.Find("[name]").EachIter() {
					fields.Set(in.AttrOr("name", ""), cmp.Or(in.AttrOr("value", ""), "why"))
				}
				back[form.AttrOr("action", "")+" "+fields.Get("entry")] = fields
			}
		}
	}
	for _, at := range slices.Sorted(maps.Keys(back)) {
		action, _, _ := strings.Cut(at, " ")
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://localhost"+action,
			strings.NewReader(back[at].Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		if handler.ServeHTTP(w, r); w.Code != http.StatusSeeOther {
			t.Errorf("%s, which a page offers, is answered with %d", at, w.Code)
		}
	}
	kept(t, "kept/"+filepath.Base(k.folder), other.String())
}

// all are the pages to look at; after a blank, the token of the phone that looks.
func (k keptBook) all(t *testing.T, book *ledger.Book) []string {
	all := []string{"/", "/nights", "/nights?season=2025", "/houses", "/houses/hoyle", "/houses/gone",
		"/seasons", "/laws", "/laws/words", "/balances", "/players", "/stats", "/stats?money=lsd",
		"/stats?money=units&from=2025-01-01&until=2025-12-31",
		"/stats?money=units&from=2024-03-07&until=2025-02-20", "/stats/otherwise", "/deals", "/deals?find=on",
		"/deals?find=on&call=misere&outcome=lost", "/stats/otherwise?house=hoyle", "/keeper"}
	all = append(all, k.pages...)
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	players := book.Now().Players()
	for i, p := range players {
		add("/players/%d", p.ID)
		if i < 3 {
			add("/players/%d?money=units&from=2024-03-07&until=2025-02-20", p.ID)
			add("/players/%d/person", p.ID)
		}
	}
	nights := must(book.Now().Nights(show.NightFilter{Limit: 200}))(t)
	var shown []chain.NightID
	for _, line := range nights {
		shown = append(shown, line.ID)
	}
	for i := 0; i < len(shown); i++ {
		n := must(book.Now().Night(shown[i]))(t)
		if n.Tables != nil {
			shown = append(shown, n.Tables...) // which the list hasn't
			add("/meetings/%d", n.ID)
			add("/meetings/%d/wall", n.ID)
			add("/meetings/%d/wall/now", n.ID)
		}
		add("/nights/%d", n.ID)
		add("/nights/%d/settle", n.ID)
		if !n.Open && i%4 != 0 && n.Tables == nil && n.Meeting == 0 {
			continue
		}
		for _, page := range []string{"sheet", "penalties", "picture.svg", "settle", "watch"} {
			add("/nights/%d/%s", n.ID, page)
		}
		if n.Open {
			add("/nights/%d/table", n.ID)
			add("/nights/%d/paper", n.ID)
			add("/nights/%d/now", n.ID)
		}
		add("/nights/%d/settle/why/%d", n.ID, n.People[0].ID)
		for i, d := range n.Deals {
			if i%5 == 0 || d.Changed > 0 {
				add("/nights/%d/deals/%d", n.ID, d.ID)
				if n.Open {
					add("/nights/%d/deals/%d/change", n.ID, d.ID)
				}
			}
		}
	}
	secrets := must(os.ReadFile(filepath.Join(k.folder, "secrets.txt")))(t)
	for line := range strings.Lines(string(secrets)) {
		switch what, secret, _ := strings.Cut(strings.TrimSpace(line), " "); what {
		case "watch", "over", "ended":
			add("/watch/%s", secret)
			add("/watch/%s/me", secret)
		case "phone":
			add("/watch/%s", secret)
		}
	}
	return all
}
