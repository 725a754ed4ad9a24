package web_test

// The pages of a book that was kept by the program of November 2026 (see ledger/kept_test.go) say what they
// said then.

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
	"ouverte/web"
)

const keptFolder = "../ledger/testdata/kept"

var goldenPages = flag.String("keptpages", "", "folder for what the pages of a kept book say, written with "+
	"the program that kept it")

func unpackKept(t *testing.T, name string) []byte {
	t.Helper()
	f, err := os.Open(filepath.Join(keptFolder, name+".gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestPagesOfAKeptBook(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	path := filepath.Join(t.TempDir(), "book.ouverte")
	if err := os.WriteFile(path, unpackKept(t, "book"), 0o600); err != nil {
		t.Fatal(err)
	}
	clock := func() time.Time { return time.Date(2026, 11, 20, 22, 30, 0, 0, time.UTC) }
	book, err := ledger.Open(t.Context(), path, ledger.Options{Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	stopping := make(chan struct{})
	defer close(stopping)
	handler := web.New(book, web.Options{
		Now: clock, Rand: rand.New(rand.NewPCG(1, 2)), Stopping: stopping,
		Who: func(*http.Request) web.Visitor { return web.Visitor{Right: web.Keeper, Device: "the tablet"} },
	})
	var got strings.Builder
	for _, at := range keptPages(t, book) {
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost"+at, nil)
		handler.ServeHTTP(w, r)
		text := w.Body.String()
		if strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
			page, err := goquery.NewDocumentFromReader(w.Body)
			if err != nil {
				t.Fatal(err)
			}
			page.Find("script, style").Remove()
			text = page.Text()
		}
		fmt.Fprintf(&got, "%s %d %s\n", at, w.Code, strings.Join(strings.Fields(text), " "))
	}
	if *goldenPages != "" {
		var packed bytes.Buffer
		w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		io.WriteString(w, got.String())
		w.Close()
		if err := os.WriteFile(filepath.Join(*goldenPages, "pages.gz"), packed.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want := strings.Split(string(unpackKept(t, "pages")), "\n")
	is := strings.Split(got.String(), "\n")
	if len(want) != len(is) {
		t.Fatalf("%d pages, there were %d", len(is), len(want))
	}
	for i := range want {
		a, b := unspaced(want[i]), unspaced(is[i])
		if a == b {
			continue
		}
		at := 0
		for at < min(len(a), len(b)) && a[at] == b[at] {
			at++
		}
		around := func(s string) string { return s[max(0, min(at, len(s))-60):min(len(s), at+100)] }
		t.Errorf("%.60s\n said …%s…\n says …%s…", want[i], around(a), around(b))
	}
}

// unspaced leaves out the blanks, which are a matter of how a template is laid out.
func unspaced(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) {
			return -1
		}
		return c
	}, s)
}

// keptPages are the pages to look at.
func keptPages(t *testing.T, book *ledger.Book) []string {
	ctx := context.Background()
	all := []string{
		"/", "/nights", "/nights?text=crown", "/nights?season=2025", "/houses",
		"/houses/hoyle", "/houses/our-euro", "/houses/loud", "/houses/gone",
		"/laws", "/laws/words", "/balances",
		"/balances?player=1", "/players", "/stats", "/stats?money=lsd",
		"/stats?money=units&from=2025-01-01&until=2025-12-31",
		"/stats?money=units&from=2024-03-07&until=2025-02-20", "/stats/otherwise",
		"/deals",
		"/deals?find=on",
		"/deals?find=on&call=misere&outcome=lost", "/stats/otherwise?house=hoyle", "/keeper",
	}
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	players, err := book.Players(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range players {
		add("/players/%d", p.ID)
		add("/players/%d/statement", p.ID)
		if i < 3 {
			add("/players/%d?money=units&from=2024-03-07&until=2025-02-20", p.ID)
			add("/players/%d/statement?money=lsd", p.ID)
			add("/players/%d/person", p.ID)
		}
	}
	nights, err := book.Nights(ctx, ledger.NightFilter{Limit: 200})
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range nights {
		n, err := book.Night(ctx, line.ID)
		if err != nil {
			t.Fatal(err)
		}
		add("/nights/%d", n.ID)
		add("/nights/%d/settle", n.ID)
		if !n.Open && i%4 != 0 {
			continue
		}
		for _, page := range []string{"sheet", "penalties", "picture.svg", "settle?by=fell", "watch"} {
			add("/nights/%d/%s", n.ID, page)
		}
		if n.Open {
			add("/nights/%d/table", n.ID)
			add("/nights/%d/paper", n.ID)
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
	secrets, err := os.ReadFile(filepath.Join(keptFolder, "secrets.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(secrets)) {
		if what, secret, _ := strings.Cut(strings.TrimSpace(line), " "); what == "watch" || what == "over" {
			add("/watch/%s", secret)
		}
	}
	return all
}
