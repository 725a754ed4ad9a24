package main

// The wall under load, at the real program and over the network of this machine: six tables of one evening
// record, and a hundred people follow the wall's stream and fetch the wall whenever they hear of something.
//
//	go test ./cmd/ouverte -run '^$' -bench Wall -benchtime 20x

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

const wallTables = 6

// looker is somebody who looks on at the wall: which entries the wall had, and since when.
type looker struct {
	mu   sync.Mutex
	more sync.Cond // something was added, or the end came
	has  []int64
	from []time.Time
	gone bool
}

// since waits until the looker has an entry, and is when that was; false if the looker went without it.
func (k *looker) since(entry int64) (time.Time, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for {
		if at, _ := slices.BinarySearch(k.has, entry); at < len(k.has) {
			return k.from[at], true
		}
		if k.gone {
			return time.Time{}, false
		}
		k.more.Wait()
	}
}

// anEveningAt starts a program with an evening of so many tables: the wall's address, and the tablets.
func anEveningAt(tb testing.TB, tables int) (p *program, wall string, tablets []*wired) {
	tb.Helper()
	file := newBook(tb, 0)
	book := testenv.Must(ledger.Open(tb.Context(), file, ledger.Options{}))(tb)
	house, _ := rules.Set("hoyle")
	e := ledger.NewMeeting{House: house}
	for table := range tables {
		var seats []ledger.PlayerID
		for i := range 4 {
			name := fmt.Sprintf("Player %d", 4*table+i+1)
			r := testenv.Must(book.AddPlayer(tb.Context(), ledger.Slip{Key: aKey()}, name))(tb)
			seats = append(seats, ledger.PlayerID(r.ID))
		}
		e.Tables = append(e.Tables, ledger.NewTable{Seats: seats, Dealer: seats[3]})
	}
	id := testenv.Must(book.StartMeeting(tb.Context(), ledger.Slip{Key: aKey()}, e))(tb).Night
	secret := testenv.Must(book.MakeWatch(tb.Context(), id))(tb)
	begun := testenv.Must(book.Meeting(tb.Context(), id))(tb)
	testenv.Fine(tb, book.Close())
	p = serve(tb, file)
	for _, t := range begun.Tables {
		var seats []string
		for _, chair := range t.Table {
			seats = append(seats, strconv.FormatInt(int64(chair.Player), 10))
		}
		w := aTablet(tb, p, true, seats)
		w.night = fmt.Sprintf("/nights/%d", t.ID)
		w.ask(w.night, nil, false, true)
		tablets = append(tablets, w)
	}
	return p, fmt.Sprintf("%s/meetings/%d/watch/%s", p.url, id, secret), tablets
}

var wallVersion = regexp.MustCompile(`id="looked"[^>]*data-version="(\d+)"`)

// look looks on until over. ready is done once the first wall is there.
func (k *looker) look(over context.Context, tb testing.TB, client *http.Client, wall string, ready func()) {
	ready = sync.OnceFunc(ready)
	defer func() {
		k.mu.Lock()
		k.gone = true
		k.more.Broadcast()
		k.mu.Unlock()
		ready()
	}()
	status, err := news(over, client, wall+"/events", func(string) bool {
		page, err := client.Get(wall + "/now")
		if err != nil {
			return false
		}
		text, err := io.ReadAll(page.Body)
		page.Body.Close()
		m := wallVersion.FindSubmatch(text)
		if err != nil || m == nil {
			tb.Errorf("%d, no wall: %v", page.StatusCode, err)
			return false
		}
		version, _ := strconv.ParseInt(string(m[1]), 10, 64)
		k.mu.Lock()
		k.has, k.from = append(k.has, version), append(k.from, time.Now())
		k.more.Broadcast()
		k.mu.Unlock()
		ready()
		return true
	})
	if over.Err() == nil {
		tb.Errorf("the stream of the wall ended: %d, %v", status, err)
	}
}

// wallDeal is a deal that was recorded: when it was tapped, and its entry.
type wallDeal struct {
	tapped time.Time
	entry  int64
}

// atTheWall has all tables record so many deals each, about so far apart, and so many people look on. It
// returns when everybody has the last of them.
func atTheWall(
	tb testing.TB, tables, watchers, deals int, every time.Duration,
) (all []wallDeal, lookers []*looker, recorded *spans) {
	tb.Helper()
	_, wall, tablets := anEveningAt(tb, tables)
	client := aClient(tb)
	over, end := context.WithTimeout(tb.Context(), 2*time.Minute+time.Duration(2*deals)*every)
	defer end()
	var looking, ready sync.WaitGroup
	ready.Add(watchers)
	for range watchers {
		k := &looker{}
		k.more.L = &k.mu
		lookers = append(lookers, k)
		looking.Go(func() { k.look(over, tb, client, wall, ready.Done) })
	}
	ready.Wait()
	recorded = &spans{}
	var mu sync.Mutex
	var playing sync.WaitGroup
	for _, w := range tablets {
		playing.Go(func() {
			for range deals {
				if every > 0 {
					<-time.After(rand.N(2 * every))
				}
				began := time.Now()
				w.deal()
				recorded.add(time.Since(began))
				said, err := url.ParseQuery(w.header.Get("Ouverte-Deal"))
				entry, problem := strconv.ParseInt(said.Get("saw"), 10, 64)
				if err != nil || problem != nil {
					tb.Errorf("recorded, and the answer names no entry: %v", w.header)
				}
				mu.Lock()
				all = append(all, wallDeal{began, entry})
				mu.Unlock()
			}
		})
	}
	playing.Wait()
	newest := slices.MaxFunc(all, func(a, b wallDeal) int { return int(a.entry - b.entry) }).entry
	for n, k := range lookers {
		if _, ok := k.since(newest); !ok {
			tb.Fatalf("number %d of those who look on went without the last deal", n)
		}
	}
	end()
	looking.Wait()
	return all, lookers, recorded
}

// TestWallFollowsAllTables holds that everybody who looks on is told of each table's deals.
func TestWallFollowsAllTables(t *testing.T) {
	t.Parallel()
	testenv.Slow(t)
	all, lookers, _ := atTheWall(t, wallTables, 12, 2, 0)
	if len(all) != 2*wallTables || len(lookers) != 12 {
		t.Errorf("%d deals, %d look on", len(all), len(lookers))
	}
}

// BenchmarkWall reports how long it takes from the tap until those who look on have the wall with the deal:
// all of them, and the last of them.
func BenchmarkWall(b *testing.B) {
	const watchers = 100
	var each, last spans
	b.ResetTimer()
	all, lookers, recorded := atTheWall(b, wallTables, watchers, b.N, time.Second)
	for _, d := range all {
		var longest time.Duration
		for _, k := range lookers {
			had, _ := k.since(d.entry)
			took := had.Sub(d.tapped)
			each.add(took)
			longest = max(longest, took)
		}
		last.add(longest)
	}
	for what, s := range map[string]*spans{"record": recorded, "has-it": &each, "last-has-it": &last} {
		b.ReportMetric(float64(s.at(.5).Microseconds())/1000, what+"-p50-ms")
		b.ReportMetric(float64(s.at(.99).Microseconds())/1000, what+"-p99-ms")
	}
	b.ReportMetric(float64(last.at(1).Microseconds())/1000, "last-has-it-longest-ms")
}
