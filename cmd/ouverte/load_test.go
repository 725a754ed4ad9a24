package main

// Load: many tables recording and many people looking on, at the real program, over the network of this
// machine. .ci/figures runs it:
//
//	go test ./cmd/ouverte -run '^$' -bench Load -benchtime 100x
//
// Each table records a deal every two seconds, so often. Phones and walls do what their pages do: they follow
// the stream, and fetch the sheet whenever they hear of a deal. Recording is counted from the tap to the
// sheet that comes back: first with nobody looking on, then with everybody, so that what looking on costs
// those who play is one figure of one run.

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/templates/say"
)

// spans are how long something took, over and over.
type spans struct {
	mu  sync.Mutex
	all []time.Duration
}

func (s *spans) add(d time.Duration) {
	s.mu.Lock()
	s.all = append(s.all, d)
	s.mu.Unlock()
}

// at is how long at most this part of them took.
func (s *spans) at(part float64) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) == 0 {
		return 0
	}
	slices.Sort(s.all)
	return s.all[min(len(s.all)-1, int(part*float64(len(s.all))))].Round(100 * time.Microsecond)
}

func (s *spans) String() string {
	return fmt.Sprintf("%d, p50 %v, p99 %v, longest %v", len(s.all), s.at(.5), s.at(.99), s.at(1))
}

// ratio is how many times as long it took the one as the other.
func ratio(a, b *spans, part float64) float64 {
	return float64(a.at(part)) / float64(max(b.at(part), time.Nanosecond))
}

// load is who looks on, and how long that took.
type load struct {
	base   string
	client *http.Client
	errors atomic.Int64
	first  atomic.Pointer[string] // the first error
}

// loadTable is where four people play and some look on.
type loadTable struct {
	watch  string       // the path of those who look on
	tapped atomic.Int64 // when the last deal was tapped, in ns
	wall   *loadWall    // of its evening
}

// loadWall is the wall of an evening, whose tables record while it is told of one another's deals.
type loadWall struct {
	watch   string
	mu      sync.Mutex
	shown   int64 // the version it had last …
	at      time.Time
	waiting map[int64]time.Time // … and when newer deals were tapped, by their entry
}

// recorded notes a deal that was tapped then.
func (w *loadWall) recorded(entry string, tapped time.Time, seen *spans) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n, _ := strconv.ParseInt(entry, 10, 64); n > w.shown {
		w.waiting[n] = tapped
	} else { // the wall was quicker than the tablet
		seen.add(w.at.Sub(tapped))
	}
}

// shows notes that the wall has a version now.
func (w *loadWall) shows(version string, seen *spans) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.shown, _ = strconv.ParseInt(version, 10, 64)
	w.at = time.Now()
	for entry, tapped := range w.waiting {
		if entry <= w.shown {
			seen.add(w.at.Sub(tapped))
			delete(w.waiting, entry)
		}
	}
}

func (l *load) failed(what string, err any) {
	l.errors.Add(1)
	text := fmt.Sprintf("%s: %.300v", what, err)
	l.first.CompareAndSwap(nil, &text)
}

// look looks on at a path until over, and calls told with each version there is news of. ready is called once
// the night was found.
func (l *load) look(over context.Context, path string, told func(version string) bool, ready func()) {
	ready = sync.OnceFunc(ready)
	defer ready()
	found := false
	status, err := news(over, l.client, l.base+path+"/events", func(version string) bool {
		ready()
		if !found {
			found = true
			return true
		}
		return told(version)
	})
	if over.Err() == nil {
		l.failed("looking on", fmt.Sprint("the stream ended: ", status, err))
	}
}

// fetches fetches what those see who look on at a path.
func (l *load) fetches(over context.Context, path string) bool {
	page, err := l.client.Get(l.base + path + "/now")
	if err == nil {
		_, err = io.Copy(io.Discard, page.Body)
		page.Body.Close()
	}
	if err == nil && page.StatusCode == 200 {
		return true
	}
	if over.Err() == nil {
		l.failed("the sheet", err)
	}
	return false
}

// news follows a stream and tells of each entry in it, until the stream ends, or told doesn't want to hear
// more.
func news(
	over context.Context, client *http.Client, stream string, told func(version string) bool,
) (status int, err error) {
	r, err := http.NewRequestWithContext(over, "GET", stream, nil)
	if err != nil {
		return 0, err
	}
	answer, err := client.Transport.RoundTrip(r)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	lines, event := bufio.NewScanner(answer.Body), ""
	for answer.StatusCode == 200 && lines.Scan() {
		if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			event = name
		} else if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && event == "night" && !told(data) {
			break
		}
	}
	return answer.StatusCode, nil
}

// memory is what the program has in memory, in MB; 0 where the system doesn't say.
func (p *program) memory() float64 { return p.holds("VmRSS") }

// holds is so much of it in memory as the system has under a name, in MB.
func (p *program) holds(what string) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	m := regexp.MustCompile(what + `:\s+(\d+) kB`).FindSubmatch(text)
	if m == nil {
		return 0
	}
	kb, err := strconv.Atoi(string(m[1]))
	if err != nil {
		return 0
	}
	return float64(kb) / 1024
}

// loadRoom is evenings of up to sixteen tables each, with a wall, and a tablet at each table.
func loadRoom(
	b *testing.B, four int,
) (club *program, walls []*loadWall, tables []*loadTable, tablets []*wired) {
	file := newBook(b, 0)
	book := testenv.Must(ledger.Open(b.Context(), file, ledger.Options{Throwaway: true}))(b)
	house, _ := rules.Set("hoyle")
	slip := func() ledger.Slip { return ledger.Slip{Key: aKey()} }
	for len(tables) < four {
		e := ledger.NewMeeting{House: house, Deals: chain.MostDeals}
		for range min(four-len(tables), ledger.MostTables) {
			seats := fourOf(b, book, len(tables)+len(e.Tables))
			e.Tables = append(e.Tables, show.SeatTable{Seats: seats, Dealer: seats[3]})
		}
		id := testenv.Must(book.StartMeeting(b.Context(), slip(), e))(b).Night
		wall := &loadWall{watch: fmt.Sprintf("/meetings/%d/wall", id), waiting: map[int64]time.Time{}}
		walls = append(walls, wall)
		for i, n := range testenv.Must(book.Now().Meeting(id))(b).Tables {
			secret := testenv.Must(book.MakeWatch(b.Context(), n.ID))(b)
			tables = append(tables, &loadTable{watch: "/watch/" + secret, wall: wall})
			tablets = append(tablets, &wired{night: say.NightPath(n.ID), seats: inForms(e.Tables[i].Seats)})
		}
	}
	testenv.Fine(b, book.Close())
	club = serve(b, file, "--no-copies")
	for i, w := range tablets {
		tablets[i] = aTablet(b, club, true, w.seats)
		tablets[i].night = w.night
		tablets[i].opens()
	}
	return club, walls, tables, tablets
}

// BenchmarkLoad reports milliseconds: of recording, with and without people who look on, and until phones and
// the wall have the deal; and the program's memory in megabytes and its processor time for a deal.
func BenchmarkLoad(b *testing.B) {
	for _, size := range []struct{ tables, phones int }{{1, 1000}, {32, 1000}, {200, 1000}} {
		b.Run(fmt.Sprintf("tables=%d,phones=%d", size.tables, size.phones), func(b *testing.B) {
			club, walls, at, tablets := loadRoom(b, size.tables)
			l := &load{base: club.url, client: aClient(b)}
			const every = 2 * time.Second
			play := func(deals int, took, wall *spans) {
				var playing sync.WaitGroup
				for n, w := range tablets {
					playing.Go(func() {
						<-time.After(rand.N(every)) // not all at once
						pace := time.NewTicker(every)
						defer pace.Stop()
						for range deals {
							began := time.Now()
							at[n].tapped.Store(began.UnixNano())
							w.deal()
							took.add(time.Since(began))
							if wall != nil {
								at[n].wall.recorded(w.had, began, wall)
							}
							<-pace.C
						}
					})
				}
				playing.Wait()
			}
			var quietly, recorded, told, seen, wall spans
			play(max(1, b.N/2), &quietly, nil)
			alone := club.memory()
			over, end := context.WithCancel(b.Context())
			var looking, ready sync.WaitGroup
			ready.Add(size.phones + len(walls))
			for n := range size.phones {
				t := at[n%len(at)]
				looking.Go(func() {
					l.look(over, t.watch, func(string) bool {
						tapped := time.Unix(0, t.tapped.Load())
						told.add(time.Since(tapped))
						had := l.fetches(over, t.watch)
						seen.add(time.Since(tapped))
						return had
					}, ready.Done)
				})
			}
			for _, w := range walls {
				looking.Go(func() {
					l.look(over, w.watch, func(version string) bool {
						had := l.fetches(over, w.watch)
						w.shows(version, &wall)
						return had
					}, ready.Done)
				})
			}
			ready.Wait()
			worked := club.worked()
			b.ResetTimer()
			play(b.N, &recorded, &wall)
			worked = club.worked() - worked
			b.ReportMetric(alone, "MB-alone")
			b.ReportMetric(club.memory(), "MB-watched")
			end()
			looking.Wait()
			if first := l.first.Load(); first != nil {
				b.Errorf("%d errors, the first: %s", l.errors.Load(), *first)
			}
			for what, s := range map[string]*spans{
				"alone": &quietly, "watched": &recorded, "told": &told, "seen": &seen, "wall": &wall,
			} {
				b.ReportMetric(float64(s.at(.5).Microseconds())/1000, what+"-p50-ms")
				b.ReportMetric(float64(s.at(.99).Microseconds())/1000, what+"-p99-ms")
			}
			b.ReportMetric(float64(worked.Microseconds())/float64(b.N*size.tables), "cpu-µs/deal")
		})
	}
}
