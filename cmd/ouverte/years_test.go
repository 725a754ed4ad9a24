package main

// The book of years at three sizes: what each page takes, and that a million deals take no more than they
// may.
//
//	go test ./cmd/ouverte -run '^$' -bench Years -timeout 60m
//
// makes the books first, which takes minutes; OUVERTE_MILLION names one that is there already, made by
//
//	ouverte demo --deals 1000000 --players 200 --no-serve --book million.db

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/web"
)

// demoToday is when the demos of the tests are made: a Saturday.
var demoToday = time.Date(2026, 11, 21, 21, 30, 0, 0, time.UTC)

// aDemo makes a book in a temporary folder.
func aDemo(t testing.TB, deals, players int) *ledger.Book {
	t.Helper()
	clock := &demoClock{}
	clock.set(demoToday)
	b, err := ledger.Open(
		context.Background(),
		filepath.Join(t.TempDir(), "demo.db"),
		ledger.Options{Clock: clock.now, Throwaway: true},
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	w := newDemoWriter(b, clock, 1926, players)
	if deals > 0 {
		err = w.club(context.Background(), deals, demoToday)
	} else {
		err = w.circle(context.Background(), demoToday)
	}
	if err != nil {
		t.Fatal(err)
	}
	clock.set(demoToday)
	return b
}

func aHouse(b *ledger.Book) http.Handler {
	return web.New(
		b,
		web.Options{
			Now: func() time.Time { return demoToday },
			Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		},
	)
}

func ask(t testing.TB, h http.Handler, path string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest("GET", "http://127.0.0.1:8052"+path, nil)
	r.RemoteAddr = "127.0.0.1:4000"
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != 200 {
		t.Fatalf("%s: %d", path, w.Code)
	}
	return w
}

// yearPages are the pages of the book of years.
var yearPages = []struct{ name, path string }{
	{"evenings", "/nights"},
	{"evenings-of-a-player", "/nights?player=3"},
	{"evenings-of-a-season", "/nights?season=2025"},
	{"evenings-of-a-house", "/nights?house=nobody-plays-it"},
	{"evenings-of-a-money", "/nights?money=XTS"},
	{"evenings-at-a-table", "/nights?table=Nowhere"},
	{"evenings-with-a-text", "/nights?text=night"},
	{"evenings-with-no-such-text", "/nights?text=nowhere"},
	{"evenings-with-a-name", "/nights?text=an"},
	{"evenings-with-a-name-in-a-money", "/nights?text=an&money=XTS"},
	{"evening", "/nights/7"},
	{"score-sheet", "/nights/7/sheet"},
	{"players", "/players"},
	{"player", "/players/1"},
	{"player-in-a-season", "/players/1?from=2025-01-01&until=2025-12-31"},
	{"player-before-there-were-any", "/players/1?from=1999-01-01&until=1999-12-31"},
	{"player-any-dates", "/players/1?from=2024-02-10&until=2026-03-15"},
	{"circle", "/stats"},
	{"circle-in-a-season", "/stats?from=2025-01-01&until=2025-12-31"},
	{"circle-before-there-was-any", "/stats?from=1999-01-01&until=1999-12-31"},
	{"circle-any-dates", "/stats?from=2024-02-10&until=2026-03-15"},
	{"circle-in-no-whole-year", "/stats?from=2024-01-02&until=2025-12-30"},
	{"find-form", "/deals"},
}

// BenchmarkYears asks for each page in books of a thousand, ten thousand and a million deals by turns, so
// that whatever else the machine does falls on all, and reports the medians in milliseconds and how many
// times the last is of each of the others.
func BenchmarkYears(b *testing.B) {
	sizes := [...]int{1_000, 10_000, 1_000_000}
	if testing.Short() {
		sizes[2] = sizes[1]
	}
	var houses [len(sizes)]http.Handler
	for i, size := range sizes {
		houses[i] = aHouse(theBook(b, size))
		ask(b, houses[i], "/players") // the ratings are worked out once
	}
	for _, p := range yearPages {
		b.Run(p.name, func(b *testing.B) {
			var took [len(sizes)][]time.Duration
			for _, h := range houses {
				ask(b, h, p.path)
			}
			for b.Loop() {
				for i, h := range houses {
					at := time.Now()
					ask(b, h, p.path)
					took[i] = append(took[i], time.Since(at))
				}
			}
			var median [len(sizes)]float64
			for i := range took {
				slices.Sort(took[i])
				median[i] = float64(took[i][len(took[i])/2].Microseconds()) / 1000
			}
			b.ReportMetric(median[0], "ms-1,000")
			b.ReportMetric(median[1], "ms-10,000")
			b.ReportMetric(median[2], "ms-1,000,000")
			b.ReportMetric(median[2]/median[0], "times-1,000")
			b.ReportMetric(median[2]/median[1], "times-10,000")
		})
	}
}

func theBook(b *testing.B, size int) *ledger.Book {
	path := os.Getenv("OUVERTE_MILLION")
	if size < 1_000_000 || path == "" {
		return aDemo(b, size, 200)
	}
	book, err := ledger.Open(context.Background(), path, ledger.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { book.Close() })
	return book
}

// TestDemo looks at what a demo is: nine players, three seasons, a night in progress, and every page there.
func TestDemo(t *testing.T) {
	b := aDemo(t, 0, 0)
	ctx := context.Background()
	players, err := b.Players(ctx)
	if err != nil || len(players) != 9 {
		t.Fatalf("%d players, %v", len(players), err)
	}
	seasons, err := b.Seasons(ctx)
	if err != nil || len(seasons) != 3 {
		t.Fatalf("seasons %v, %v", seasons, err)
	}
	open, err := b.OpenNights(ctx)
	if err != nil || len(open) != 1 || open[0].Deals != 11 {
		t.Fatalf("open nights %+v, %v", open, err)
	}
	var revokes, corrected int
	err = b.FindDeals(
		ctx,
		ledger.DealFilter{Tricks: -1, Revoked: true},
		0,
		func(ledger.DealFound) bool { revokes++; return true },
		nil,
	)
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[string]int{}
	err = b.FindDeals(ctx, ledger.DealFilter{Tricks: -1, Changed: true}, 0, func(d ledger.DealFound) bool {
		corrected++
		versions, err := b.History(ctx, d.Night, d.ID)
		if err != nil {
			t.Fatal(err)
		}
		reasons[versions[len(versions)-1].Reason]++
		return true
	}, nil)
	if err != nil || revokes < 5 || corrected < 10 {
		t.Fatalf("%d revokes, %d corrected, %v", revokes, corrected, err)
	}
	for reason, n := range reasons { // nobody says the same each time
		if reason == "" || n*2 > corrected {
			t.Errorf("%q is the reason of %d corrections of %d", reason, n, corrected)
		}
	}
	if len(reasons) < 6 {
		t.Errorf("the reasons are %v", reasons)
	}
	c, err := b.CircleBook(ctx, "lsd", ledger.Span{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range c.Calls { // the believable evening: nothing always comes off, nothing never
		if f.N > 100 && f.Call.Biddable() && (f.Rate().Share() < .4 || f.Rate().Share() > .85) {
			t.Errorf("%s is won %d times of %d", f.Call, f.Won, f.Won+f.Lost)
		}
	}
	h := aHouse(b)
	for _, p := range yearPages {
		ask(t, h, p.path)
	}
	csv := ask(t, h, "/deals.csv?find=1&call=declared").Body.String()
	if !strings.Contains(csv, ",declared,") || strings.Contains(csv, ",solo,") {
		t.Error("the table has other deals than asked for, or none")
	}
}

// TestDemoAgain makes the same evenings from the same seed.
func TestDemoAgain(t *testing.T) {
	seal := func(deals int) string {
		nights, err := aDemo(t, deals, 12).Nights(context.Background(), ledger.NightFilter{Limit: 1})
		if err != nil || len(nights) != 1 {
			t.Fatal(nights, err)
		}
		return nights[0].Seal
	}
	if one, two := seal(200), seal(200); one != two || one == "" {
		t.Errorf("the same seed made %q and %q", one, two)
	}
}
