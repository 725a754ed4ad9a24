package main

// A demo is what it promises, and the same again from the same seed.

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web"
)

// demoToday is when the demos of the tests are made: a Saturday.
var demoToday = time.Date(2026, 11, 21, 21, 30, 0, 0, time.UTC)

// aDemo makes a demo: so many deals of a club, or 0 for the three seasons of the nine.
func aDemo(t testing.TB, deals, players int) *ledger.Book {
	t.Helper()
	b, w := anEmptyDemo(t, players)
	var err error
	if deals > 0 {
		err = w.club(context.Background(), deals, demoToday)
	} else {
		err = w.circle(context.Background(), demoToday)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.clock.set(demoToday)
	return b
}

// anEmptyDemo makes a book in a temporary folder, and who writes into it.
func anEmptyDemo(t testing.TB, players int) (*ledger.Book, *demoWriter) {
	t.Helper()
	clock := &demoClock{}
	clock.set(demoToday)
	path := filepath.Join(t.TempDir(), "demo.db")
	options := ledger.Options{Clock: clock.now, Throwaway: true}
	b := testenv.Must(ledger.Open(context.Background(), path, options))(t)
	t.Cleanup(func() { b.Close() })
	return b, newDemoWriter(b, clock, 1926, players)
}

func aHouse(b *ledger.Book) http.Handler {
	return web.New(
		b,
		web.Options{
			Now: func() time.Time { return demoToday },
			Log: slog.New(slog.NewTextHandler(io.Discard, nil)),

			TrustThisMachine: true,
		},
	)
}

func ask(t testing.TB, h http.Handler, path string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest("GET", path, nil)
	r.RemoteAddr, r.Host = "127.0.0.1:4000", "127.0.0.1:8052"
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != 200 {
		t.Fatalf("%s: %d", path, w.Code)
	}
	return w
}

// threeAtTheTable looks at the evenings of three: at none of them are most deals passed.
func threeAtTheTable(t *testing.T, b *ledger.Book) {
	t.Helper()
	evenings := 0
	nights := testenv.Must(b.Now().Nights(show.NightFilter{}))(t)
	for _, line := range nights {
		n := testenv.Must(b.Now().Night(line.ID))(t)
		deals, passed := 0, 0
		for _, d := range n.Deals {
			if d.Deal.Seats == 3 {
				deals++
				if d.Deal.Call == rules.Passed {
					passed++
				}
			}
		}
		if deals >= 10 {
			evenings++
			if passed*2 > deals {
				t.Errorf("three at the table on %s: %d of %d deals are passed", n.Date, passed, deals)
			}
		}
	}
	if evenings == 0 {
		t.Error("no evening of three")
	}
}

// clubNights looks at the evenings at several tables: one a month of the three seasons, one line in the list,
// to which the newest is a step from the first page of it.
func clubNights(t *testing.T, b *ledger.Book, h http.Handler) {
	t.Helper()
	nights := testenv.Must(b.Now().Nights(show.NightFilter{Limit: 1000}))(t)
	months, newest := map[string]int{}, chain.NightID(0)
	for _, line := range nights {
		if line.Tables == 0 {
			months[line.Date[:7]] += 0
			continue
		}
		months[line.Date[:7]]++
		newest = max(newest, line.ID)
		e := testenv.Must(b.Now().Meeting(line.ID))(t)
		if len(e.Tables) != 2 || len(e.People) != 9 || e.Round != 5 || line.Deals != 40 || e.Night.Open {
			t.Errorf("on %s: %d tables, %d people, %d rounds, %d deals", line.Date, len(e.Tables), len(e.People),
				e.Round, line.Deals)
		}
	}
	for month, evenings := range months {
		if evenings != 1 {
			t.Errorf("%d evenings at several tables in %s", evenings, month)
		}
	}
	page := fmt.Sprintf("/nights/%d", newest)
	if !strings.Contains(ask(t, h, "/nights").Body.String(), `href="`+page+`"`) {
		t.Errorf("no step from the list of evenings to %s", page)
	}
	ask(t, h, page)
	ask(t, h, fmt.Sprintf("/meetings/%d/wall", newest))
}

// TestClubRounds holds that everybody sits once in a round or rests, and nobody rests twice.
func TestClubRounds(t *testing.T) {
	var numbered, rested []chain.PlayerID
	for i := range clubPeople {
		numbered = append(numbered, chain.PlayerID(i+1))
	}
	for round := range clubRounds {
		seats, rest := clubSeats(round, numbered)
		all := slices.Sorted(slices.Values(slices.Concat(seats[0], seats[1], rest)))
		if !slices.Equal(all, numbered) || slices.Contains(rested, rest[0]) {
			t.Errorf("round %d: %v, %v rests", round+1, seats, rest)
		}
		rested = append(rested, rest...)
	}
}

// TestSmallDemo makes demos of fewer people than a club night has, and of more.
func TestSmallDemo(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	for _, players := range []int{rules.MaxSeats, clubPeople + 3} {
		b := aDemo(t, 0, players)
		nights := testenv.Must(b.Now().Nights(show.NightFilter{Limit: 1000}))(t)
		several := slices.ContainsFunc(nights, func(n show.NightLine) bool { return n.Tables > 0 })
		if several != (players >= clubPeople) || len(nights) < 50 {
			t.Errorf("%d players: %d evenings, at several tables: %v", players, len(nights), several)
		}
	}
}

// TestDemo looks at what a demo is: nine players, three seasons, a night in progress, and every page there.
func TestDemo(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	b, w := anEmptyDemo(t, 0)
	ctx := context.Background()
	testenv.Fine(t, w.circle(ctx, demoToday))
	w.clock.set(demoToday)
	if players := b.Now().Players(); len(players) != 9 {
		t.Fatalf("%d players", len(players))
	}
	if seasons := b.Now().Seasons(); len(seasons) != 3 {
		t.Fatalf("seasons %v", seasons)
	}
	if open := b.Now().OpenNights(100); len(open) != 1 || open[0].Deals != 11 {
		t.Fatalf("open nights %+v", open)
	}
	var revokes, corrected int
	for range testenv.Must(b.Now().FindDeals(show.DealFilter{Tricks: -1, Revoked: true}, 0))(t) {
		revokes++
	}
	reasons := map[string]int{}
	for _, d := range testenv.Must(b.Now().FindDeals(show.DealFilter{Tricks: -1, Changed: true}, 0))(t) {
		corrected++
		versions := testenv.Must(b.Now().History(d.Night, d.ID))(t)
		reasons[versions[len(versions)-1].Reason]++
	}
	if revokes < 5 || corrected < 10 {
		t.Fatalf("%d revokes, %d corrected", revokes, corrected)
	}
	for reason, n := range reasons { // nobody says the same each time
		if reason == "" || n*2 > corrected {
			t.Errorf("%q is the reason of %d corrections of %d", reason, n, corrected)
		}
	}
	if len(reasons) < 6 {
		t.Errorf("the reasons are %v", reasons)
	}
	c := b.Now().CircleBook("lsd", show.Span{}, 0)
	for _, f := range c.Calls { // the believable evening: nothing always comes off, nothing never
		if f.N > 100 && f.Call.Biddable() && (f.Rate().Share() < .4 || f.Rate().Share() > .85) {
			t.Errorf("%s is won %d times of %d", f.Call, f.Won, f.Won+f.Lost)
		}
	}
	threeAtTheTable(t, b)
	h := aHouse(b)
	clubNights(t, b, h)
	for _, path := range pathsIn(t, b) {
		ask(t, h, path)
	}
	csv := ask(t, h, "/deals.csv?find=1&call=declared").Body.String()
	if !strings.Contains(csv, ",declared,") || strings.Contains(csv, ",solo,") {
		t.Error("the table has other deals than asked for, or none")
	}
}

// TestDemoAgain makes the same evenings from the same seed.
func TestDemoAgain(t *testing.T) {
	seal := func(deals int) string {
		nights, err := aDemo(t, deals, 12).Now().Nights(show.NightFilter{Limit: 1})
		if err != nil || len(nights) != 1 {
			t.Fatal(nights, err)
		}
		return nights[0].Seal
	}
	if one, two := seal(200), seal(200); one != two || one == "" {
		t.Errorf("the same seed made %q and %q", one, two)
	}
}
