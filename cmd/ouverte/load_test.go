package main

// Load: many tables recording and many people looking on, at the real program, over the network of this machine. A few seconds of
// a small evening are an ordinary test; the figures in the README come from
//
//	go test ./cmd/ouverte -run TestLoad -v -load 2m                           200 tables, 1,000 looking on
//	go test ./cmd/ouverte -run TestLoad -v -load 1m -tables 1 -watchers 200   all on one night
//
// A watcher does what the page of one does: it follows the stream, and fetches the night whenever it hears that something is
// new. Recording is counted from the tap to the sheet that comes back: for a quarter of the time with nobody looking on, then
// with everybody, so that what looking on costs those who play is one figure of one run.

import (
	"bufio"
	"context"
	"flag"
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
)

var (
	loadFor      = flag.Duration("load", 0, "run TestLoad in earnest for so long")
	loadTables   = flag.Int("tables", 200, "tables that record, with -load")
	loadWatchers = flag.Int("watchers", 1000, "people who look on, with -load")
	loadEvery    = flag.Duration("every", 2*time.Second, "each table records a deal so often, with -load")
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

// ratio is how many times as long it took the one as the other.
func ratio(a, b *spans, part float64) float64 {
	return float64(a.at(part)) / float64(max(b.at(part), time.Nanosecond))
}

func (s *spans) String() string {
	return fmt.Sprintf("%d, p50 %v, p99 %v, longest %v", len(s.all), s.at(.5), s.at(.99), s.at(1))
}

// load is one evening of it.
type load struct {
	base     string
	client   *http.Client
	tapped   []atomic.Int64 // when the last deal of a night was tapped, in ns
	quietly  spans          // recording, before anybody looked on
	recorded spans
	heard    spans // from the tap until a watcher was told
	seen     spans // from the tap until a watcher had the sheet
	errors   atomic.Int64
	first    atomic.Pointer[string] // the first error
}

func (l *load) failed(what string, err any) {
	l.errors.Add(1)
	text := fmt.Sprintf("%s: %.300v", what, err)
	l.first.CompareAndSwap(nil, &text)
}

// record records at one table until it is over.
func (l *load) record(over context.Context, night int, every time.Duration, took *spans) {
	next := time.NewTimer(time.Duration(rand.Int64N(int64(every))))
	defer next.Stop()
	for {
		select {
		case <-over.Done():
			return
		case <-next.C:
		}
		next.Reset(every)
		began := time.Now()
		l.tapped[night].Store(began.UnixNano())
		status, page := record(context.Background(), l.client, l.base, night, fmt.Sprintf("load-%d-%d", night, began.UnixNano()))
		if status != 200 {
			l.failed(fmt.Sprintf("recording at table %d: %d", night, status), page)
			continue
		}
		took.add(time.Since(began))
	}
}

// evening records at all tables for so long.
func (l *load) evening(over context.Context, length, every time.Duration, took *spans) {
	during, stop := context.WithTimeout(over, length)
	defer stop()
	var recording sync.WaitGroup
	for night := 1; night < len(l.tapped); night++ {
		recording.Go(func() { l.record(during, night, every, took) })
	}
	recording.Wait()
}

// watch looks on at one night until it is over.
func (l *load) watch(over context.Context, night int, secret string, ready *sync.WaitGroup) {
	r, err := http.NewRequestWithContext(over, "GET", l.base+"/watch/"+secret+"/events", nil)
	if err != nil {
		panic(err)
	}
	told := sync.OnceFunc(ready.Done)
	defer told()
	answer, err := l.client.Transport.RoundTrip(r)
	if err != nil {
		l.failed("looking on", err)
		return
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 {
		l.failed("looking on", answer.Status)
		return
	}
	lines := bufio.NewScanner(answer.Body)
	event := ""
	for lines.Scan() {
		line := lines.Text()
		if name, ok := strings.CutPrefix(line, "event: "); ok {
			event = name
			continue
		}
		if !strings.HasPrefix(line, "data: ") || event != "night" {
			continue
		}
		told()
		began := time.Unix(0, l.tapped[night].Load())
		if began.UnixNano() == 0 {
			continue // the night as it was found
		}
		l.heard.add(time.Since(began))
		page, err := l.client.Get(l.base + "/watch/" + secret + "/now")
		if err != nil {
			if over.Err() == nil {
				l.failed("the sheet", err)
			}
			return
		}
		_, err = io.Copy(io.Discard, page.Body)
		page.Body.Close()
		if err != nil || page.StatusCode != 200 {
			l.failed("the sheet", page.Status)
			return
		}
		l.seen.add(time.Since(began))
	}
	if over.Err() == nil {
		l.failed("looking on", "the stream ended")
	}
}

// memory is what the program has in memory, in MB; 0 where the system doesn't say.
func (p *program) memory() float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	m := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(text)
	if m == nil {
		return 0
	}
	kb, err := strconv.Atoi(string(m[1]))
	if err != nil {
		return 0
	}
	return float64(kb) / 1024
}

func TestLoad(t *testing.T) {
	length, tables, watchers, every := *loadFor, *loadTables, *loadWatchers, *loadEvery
	earnest := length > 0
	if !earnest {
		length, tables, watchers, every = 1500*time.Millisecond, 6, 30, 100*time.Millisecond
	}
	file := newBook(t, tables)
	secrets := make([]string, tables+1)
	b, err := ledger.Open(context.Background(), file, ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= tables; n++ {
		if secrets[n], err = b.MakeWatch(context.Background(), ledger.NightID(n)); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}

	p := serve(t, file)
	client := aClient(t)
	client.Transport.(*http.Transport).MaxConnsPerHost = 0
	l := &load{base: p.url, client: client, tapped: make([]atomic.Int64, tables+1)}
	alone := p.memory()
	over, end := context.WithCancel(context.Background())
	defer end()
	l.evening(over, length/4, every, &l.quietly)
	for n := range l.tapped {
		l.tapped[n].Store(0)
	}
	var looking, ready sync.WaitGroup
	ready.Add(watchers)
	for n := range watchers {
		night := n%tables + 1
		looking.Go(func() { l.watch(over, night, secrets[night], &ready) })
	}
	ready.Wait()
	seated := p.memory()
	during, done := context.WithCancel(over)
	go func() {
		defer done()
		l.evening(over, length, every, &l.recorded)
	}()
	var memory []string
	tick := time.NewTicker(max(length/6, 100*time.Millisecond))
	defer tick.Stop()
measuring:
	for {
		select {
		case <-tick.C:
			memory = append(memory, fmt.Sprintf("%.0f", p.memory()))
		case <-during.Done():
			break measuring
		}
	}
	end()
	looking.Wait()
	p.signal(15)
	if status := p.ended(); status != 0 {
		t.Errorf("ended with %d", status)
	}
	if first := l.first.Load(); first != nil {
		t.Errorf("%d errors, the first: %s", l.errors.Load(), *first)
	}
	t.Logf("%d tables, a deal every %v each; %d looking on; %v", tables, every, watchers, length)
	t.Logf("recorded with nobody looking on: %v", &l.quietly)
	t.Logf("recorded with everybody looking on: %v", &l.recorded)
	t.Logf("with / without, p50: %.2f, p99: %.2f", ratio(&l.recorded, &l.quietly, .5), ratio(&l.recorded, &l.quietly, .99))
	t.Logf("watchers told: %v", &l.heard)
	t.Logf("watchers have the sheet: %v", &l.seen)
	t.Logf("memory in MB: %.0f alone, %.0f with everybody there, then %s", alone, seated, strings.Join(memory, " "))
	t.Logf("processor time: %v of %v", (p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()).Round(10*time.Millisecond), length)
	if in, all := inBook(t, file), len(l.quietly.all)+len(l.recorded.all); len(in) != all {
		t.Errorf("%d deals are in the book, %d were acknowledged", len(in), all)
	}
	if len(l.recorded.all) == 0 || len(l.seen.all) == 0 {
		t.Error("nothing happened")
	}
	if earnest {
		if p99 := l.recorded.at(.99); p99 > 100*time.Millisecond {
			t.Errorf("p99 of recording is %v", p99)
		}
		if longest := l.seen.at(1); tables == 1 && longest > time.Second {
			t.Errorf("a watcher had to wait %v", longest)
		}
	}
}
