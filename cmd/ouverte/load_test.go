package main

// Load: many tables recording and many people looking on, at the real program, over the network of this
// machine. .ci/figures runs it:
//
//	go test ./cmd/ouverte -run '^$' -bench Load -benchtime 100x
//
// Every table records a deal every two seconds, so often. Who looks on does what the page of a phone does: it
// follows the stream, and fetches the sheet whenever it hears of a deal. Recording is counted from the tap to
// the sheet that comes back: first with nobody looking on, then with everybody, so that what looking on costs
// those who play is one figure of one run.

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
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
	heard  spans // from the tap until a phone was told
	seen   spans // from the tap until a phone had the sheet
	errors atomic.Int64
	first  atomic.Pointer[string] // the first error
}

// loadTable is where four people play and some look on.
type loadTable struct {
	watch  string       // the path of those who look on
	tapped atomic.Int64 // when the last deal was tapped, in ns
}

func (l *load) failed(what string, err any) {
	l.errors.Add(1)
	text := fmt.Sprintf("%s: %.300v", what, err)
	l.first.CompareAndSwap(nil, &text)
}

// look looks on at a table until over. ready is called once the night was found.
func (l *load) look(over context.Context, t *loadTable, ready func()) {
	ready = sync.OnceFunc(ready)
	defer ready()
	found := false
	status, err := news(over, l.client, l.base+t.watch+"/events", func(string) bool {
		ready()
		if !found {
			found = true
			return true
		}
		return l.sheet(over, t)
	})
	if over.Err() == nil {
		l.failed("looking on", fmt.Sprint("the stream ended: ", status, err))
	}
}

// sheet fetches the night somebody was told of.
func (l *load) sheet(over context.Context, t *loadTable) bool {
	began := time.Unix(0, t.tapped.Load())
	l.heard.add(time.Since(began))
	page, err := l.client.Get(l.base + t.watch + "/now")
	if err == nil {
		_, err = io.Copy(io.Discard, page.Body)
		page.Body.Close()
	}
	if err != nil || page.StatusCode != 200 {
		if over.Err() == nil {
			l.failed("the sheet", err)
		}
		return false
	}
	l.seen.add(time.Since(began))
	return true
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

// BenchmarkLoad reports milliseconds: of recording, with and without people who look on, and until they have
// the deal; and the program's memory in megabytes and its processor time for a deal.
func BenchmarkLoad(b *testing.B) {
	for _, size := range []struct{ tables, phones int }{{200, 1000}, {1, 200}} {
		b.Run(fmt.Sprintf("tables=%d,phones=%d", size.tables, size.phones), func(b *testing.B) {
			club, seats := aClub(b, size.tables, 0)
			l := &load{base: club.url, client: aClient(b)}
			var tablets []*wired
			var at []*loadTable
			for _, s := range seats {
				w := aTablet(b, club, true, s)
				w.begin()
				_, watch := w.ask(w.night+"/watch", url.Values{}, false, true)
				tablets, at = append(tablets, w), append(at, &loadTable{watch: watch})
			}
			const every = 2 * time.Second
			play := func(deals int, took *spans) {
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
							<-pace.C
						}
					})
				}
				playing.Wait()
			}
			var quietly, recorded spans
			play(max(1, b.N/4), &quietly)
			alone := club.memory()
			over, end := context.WithCancel(b.Context())
			var looking, ready sync.WaitGroup
			ready.Add(size.phones)
			for n := range size.phones {
				looking.Go(func() { l.look(over, at[n%len(at)], ready.Done) })
			}
			ready.Wait()
			worked := club.worked()
			b.ResetTimer()
			play(b.N, &recorded)
			worked = club.worked() - worked
			b.ReportMetric(alone, "MB-alone")
			b.ReportMetric(club.memory(), "MB-watched")
			end()
			looking.Wait()
			if first := l.first.Load(); first != nil {
				b.Errorf("%d errors, the first: %s", l.errors.Load(), *first)
			}
			for what, s := range map[string]*spans{
				"alone": &quietly, "watched": &recorded, "told": &l.heard, "seen": &l.seen,
			} {
				b.ReportMetric(float64(s.at(.5).Microseconds())/1000, what+"-p50-ms")
				b.ReportMetric(float64(s.at(.99).Microseconds())/1000, what+"-p99-ms")
			}
			b.ReportMetric(float64(l.seen.at(1).Microseconds())/1000, "seen-longest-ms")
			b.ReportMetric(float64(worked.Microseconds())/float64(b.N*size.tables), "cpu-µs/deal")
		})
	}
}
