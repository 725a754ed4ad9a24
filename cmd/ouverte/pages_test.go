package main

// What each page takes in a book of a million deals, beside a book of a thousand with the same 200 players;
// what those of the book of years take the first time and afterwards, beside a plain pass; and what the
// program holds in memory once every page was asked for.
//
//	go test ./cmd/ouverte -run '^$' -bench 'Pages|Years|Resident' -timeout 60m
//
// makes the large books first, which takes minutes; OUVERTE_MILLION and OUVERTE_YEARS, of 100,000 deals, name
// those that are there already, made by
//
//	ouverte demo --deals 1000000 --players 200 --no-serve --book million.db

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// bookPages are the pages that are no part of an evening, or of one that is over. Those that go through the
// whole book by design (a search, other house rules, a copy) aren't among them.
var bookPages = []struct{ name, path string }{
	{"start", "/"},
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
	{"evening-score-sheet", "/nights/7/sheet"},
	{"evening-settled", "/nights/7/settle"},
	{"evening-penalties", "/nights/7/penalties"},
	{"evening-picture", "/nights/7/picture.svg"},
	{"deal", "/nights/7/deals/DEAL"},
	{"players", "/players"},
	{"player", "/players/1"},
	{"player-in-a-season", "/players/1?from=2025-01-01&until=2025-12-31"},
	{"player-before-there-were-any", "/players/1?from=1999-01-01&until=1999-12-31"},
	{"player-any-dates", "/players/1?from=2024-02-10&until=2026-03-15"},
	{"person", "/players/1/person"},
	{"balances", "/balances"},
	{"circle", "/stats"},
	{"circle-in-a-season", "/stats?from=2025-01-01&until=2025-12-31"},
	{"circle-before-there-was-any", "/stats?from=1999-01-01&until=1999-12-31"},
	{"circle-any-dates", "/stats?from=2024-02-10&until=2026-03-15"},
	{"circle-in-no-whole-year", "/stats?from=2024-01-02&until=2025-12-30"},
	{"find-form", "/deals"},
	{"laws", "/laws"},
	{"words", "/laws/words"},
	{"houses", "/houses"},
	{"house", "/houses/hoyle"},
	{"keeper", "/keeper"},
}

// pathsIn are the paths of the pages in a book, in their order.
func pathsIn(tb testing.TB, b *ledger.Book) (out []string) {
	tb.Helper()
	n := testenv.Must(b.Now().Night(7))(tb)
	for _, p := range bookPages {
		out = append(out, strings.ReplaceAll(p.path, "DEAL", fmt.Sprint(n.Deals[0].ID)))
	}
	return out
}

// BenchmarkPages asks for each page in both books by turns, so that whatever else the machine does falls on
// both. It reports the medians in milliseconds, and how many times as long the page of the large book is.
func BenchmarkPages(b *testing.B) {
	books := [...]*ledger.Book{aSmallClub(b), theMillion(b)}
	var houses [len(books)]http.Handler
	var paths [len(books)][]string
	for i, book := range books {
		houses[i], paths[i] = aHouse(book), pathsIn(b, book)
	}
	for nth, p := range bookPages {
		b.Run(p.name, func(b *testing.B) {
			var took [len(books)][]time.Duration
			for i, h := range houses {
				ask(b, h, paths[i][nth])
			}
			for b.Loop() {
				for i, h := range houses {
					at := time.Now()
					ask(b, h, paths[i][nth])
					took[i] = append(took[i], time.Since(at))
				}
			}
			few, many := middle(took[0]), middle(took[1])
			b.ReportMetric(few, "ms-1,000")
			b.ReportMetric(many, "ms-1,000,000")
			b.ReportMetric(many/few, "times")
		})
	}
}

// yearPages are those of the book of years, its searches and other rules among them, and those that show
// sums of it.
var yearPages = []struct{ name, path string }{
	{"start", "/"},
	{"evenings", "/nights"},
	{"players", "/players"},
	{"player", "/players/7"},
	{"player-in-a-season", "/players/7?from=2025-01-01&until=2025-12-31"},
	{"rivalry", "/players/7?with=1"},
	{"player-sent", "/players/7/send"},
	{"player-picture", "/players/7/picture.svg"},
	{"standing", "/stats"},
	{"standing-in-a-season", "/stats?from=2025-01-01&until=2025-12-31"},
	{"calls", "/stats/calls"},
	{"together", "/stats/together"},
	{"year-of-evenings", "/stats/evenings"},
	{"records", "/stats/records"},
	{"other-rules", "/stats/otherwise"},
	{"other-set", "/stats/otherwise?house=hoyle"},
	{"seasons", "/seasons"},
	{"season", "/seasons/2025"},
	{"season-picture", "/seasons/2025/picture.svg"},
	{"season-sent", "/seasons/2025/send"},
	{"find", "/deals"},
	{"found", "/deals?call=misere&outcome=lost"},
	{"dearest", "/deals?player=7&dearest=on"},
	{"balances", "/balances"},
}

// BenchmarkYears asks for each page after an entry that makes all that was counted old, and once more. It
// reports the quickest of each in milliseconds, and how many times as long as a plain pass of the same rounds
// they are: one that counts every call and what everybody won.
func BenchmarkYears(b *testing.B) {
	book := aLargeBook(b, "OUVERTE_YEARS", 100_000)
	h, ctx := aHouse(book), context.Background()
	slip := func() ledger.Slip { return ledger.Slip{Key: rand.Text()} }
	for _, p := range yearPages {
		b.Run(p.name, func(b *testing.B) {
			least := [...]time.Duration{time.Hour, time.Hour, time.Hour}
			for b.Loop() {
				change := book.PutAwayPlayer
				if testenv.Must(book.Now().Player(200))(b).Away {
					change = book.BringBackPlayer
				}
				testenv.Must(change(ctx, slip(), 200))(b)
				for i, do := range [...]func(){
					func() { ask(b, h, p.path) }, func() { ask(b, h, p.path) }, func() { plainPass(book) },
				} {
					runtime.GC()
					at := time.Now()
					do()
					least[i] = min(least[i], time.Since(at))
				}
			}
			first, again, raw := middle(least[:1]), middle(least[1:2]), middle(least[2:])
			b.ReportMetric(first, "ms-first")
			b.ReportMetric(again, "ms-again")
			b.ReportMetric(first/raw, "times-first")
			b.ReportMetric(again/raw, "times-again")
			b.ReportMetric(raw, "ms-raw")
		})
	}
}

// plainPass counts every call, and what everybody won.
func plainPass(b *ledger.Book) (calls [rules.CallNumbers]int64, won []int64) {
	s := b.Now().State()
	won = make([]int64, s.Names().Len()+1)
	for n := range s.Nights() {
		for i := range n.Deals {
			if v := n.Stands(&n.Deals[i]); v != nil {
				calls[v.Call]++
				for seat, net := range v.Net[:v.Seats] {
					won[v.Players[seat]] += net
				}
			}
		}
	}
	return calls, won
}

// middle is the median in milliseconds.
func middle(took []time.Duration) float64 {
	slices.Sort(took)
	return float64(took[len(took)/2].Microseconds()) / 1000
}

// aSmallClub is a book of a thousand deals, in as many years as the large one, in which all 200 have played.
// What a page lists of somebody is as long as in the large book: the first sits at every second evening and
// has met all others, the third at every fourth. The first ten evenings are as long as those of the large
// book, the others short.
func aSmallClub(tb testing.TB) *ledger.Book {
	b, w := anEmptyDemo(tb, 200)
	ctx := context.Background()
	w.at = demoToday.AddDate(-seasons, 0, 0)
	testenv.Fine(tb, w.enlist(ctx))
	var order []int
	for i := 0; w.deals < 1000; i++ {
		if len(order) < 4 {
			order = append(order, w.rand.Perm(len(w.people))...)
		}
		seats := order[:4:4]
		regular, sits := map[int]int{0: 0, 1: 2, 2: 0}[i%4]
		if sits && !slices.Contains(seats, regular) {
			seats = append(order[:3:3], regular)
		}
		order = order[len(seats)-1:]
		w.at = demoToday.AddDate(-seasons, 0, 1+4*i)
		e := demoEvening{set: "hoyle", name: "Club night", deals: 3, seats: seats}
		if i < 10 {
			e.deals = 27
		}
		if i%4 == 2 { // the money a page begins with, by its name
			e.set = "ten-pence"
		}
		testenv.Fine(tb, w.quickly(ctx, e))
	}
	w.clock.set(demoToday)
	return b
}

// theMillion is the large book.
func theMillion(tb testing.TB) *ledger.Book {
	return aLargeBook(tb, "OUVERTE_MILLION", 1_000_000)
}

// aLargeBook is the one whose path the environment has under a name, or one that is made now.
func aLargeBook(tb testing.TB, named string, deals int) *ledger.Book {
	path := os.Getenv(named)
	if path == "" {
		if !testenv.Whole() {
			deals /= 100
		}
		return aDemo(tb, deals, 200)
	}
	book := testenv.Must(ledger.Open(context.Background(), path, ledger.Options{}))(tb)
	tb.Cleanup(func() { book.Close() })
	return book
}

// BenchmarkResident starts the program on an ordinary book and on large ones, asks for the first page and
// then for every page once, and reports what it holds in memory, in megabytes: what it has for itself, and
// what is of its own file, which the system takes back when it needs the room.
func BenchmarkResident(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("only Linux says what is resident")
	}
	built := filepath.Join(b.TempDir(), "ouverte") // without what the tests bring with them
	if out, err := exec.Command("go", "build", "-o", built, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	b.Setenv("PATH", filepath.Dir(built)+":"+os.Getenv("PATH"))
	for _, of := range []struct {
		name string
		book func(testing.TB) *ledger.Book
	}{
		{"ordinary", func(tb testing.TB) *ledger.Book { return aDemo(tb, 0, 0) }},
		{"100,000", func(tb testing.TB) *ledger.Book { return aLargeBook(tb, "OUVERTE_YEARS", 100_000) }},
		{"1,000,000", theMillion},
	} {
		b.Run(of.name, func(b *testing.B) {
			book := of.book(b)
			paths := pathsIn(b, book)
			testenv.Fine(b, book.Close())
			file := testenv.Must(os.Stat(book.Path()))(b)
			for b.Loop() {
				p := serve(b, book.Path(), "--no-copies")
				for i, path := range paths {
					answer := testenv.Must(http.Get(p.url + path))(b)
					_, err := io.Copy(io.Discard, answer.Body)
					answer.Body.Close()
					if err != nil || answer.StatusCode != 200 {
						b.Fatal(path, answer.Status, err)
					}
					if i == 0 {
						b.ReportMetric(p.holds("RssAnon"), "MB-first-page")
						b.ReportMetric(p.holds("RssFile"), "MB-of-its-own-file")
					}
				}
				b.ReportMetric(p.holds("RssAnon"), "MB-every-page")
				b.ReportMetric(float64(file.Size())/1e6, "raw-MB-in-the-book's-file")
				p.signal(15)
				p.ended()
			}
		})
	}
}
