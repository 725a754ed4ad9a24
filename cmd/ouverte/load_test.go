package main

// Load: many tables recording and many people looking on, at the real program, over the network of this
// machine. A few seconds of a small evening are an ordinary test; the figures in docs/figures.md come from
//
//	go test ./cmd/ouverte -run TestLoad -v -load 2m                           200 tables, 1,000 looking on
//	go test ./cmd/ouverte -run TestLoad -v -load 1m -tables 1 -watchers 200   all on one night
//
// Every table closes its night after some deals and begins the next, as people do, so that what the program
// holds in memory can be seen to level off. A watcher does what the page of one does: it follows the stream,
// fetches the night whenever it hears that something is new, and goes on to the next night by its own link.
// Recording is counted from the tap to the sheet that comes back: for a quarter of the time with nobody
// looking on, then with everybody, so that what looking on costs those who play is one figure of one run.

import (
	"bufio"
	"context"
	"flag"
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

	"ouverte/ledger"
	"ouverte/ledger/testenv"
)

var (
	loadFor      = flag.Duration("load", 0, "run TestLoad in earnest for so long")
	loadTables   = flag.Int("tables", 200, "tables that record, with -load")
	loadWatchers = flag.Int("watchers", 1000, "people who look on, with -load")
	loadEvening  = flag.Int("evening", 30,
		"deals until a table closes its night and begins the next, with -load")
	loadEvery = flag.Duration("every", 2*time.Second, "each table records a deal so often, with -load")
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

// load is one evening of it, or several.
type load struct {
	base     string
	client   *http.Client
	evening  int   // deals until a table closes its night and begins the next
	quietly  spans // recording, before anybody looked on
	recorded spans
	closed   spans // settling, closing, and beginning anew
	heard    spans // from the tap until a watcher was told
	seen     spans // from the tap until a watcher had the sheet
	errors   atomic.Int64
	first    atomic.Pointer[string] // the first error
}

// loadTable is where four people play one night after the other, some looking on.
type loadTable struct {
	tapped atomic.Int64 // when the last deal was tapped, in ns

	mu     sync.Mutex
	night  int
	secret string        // of those who look on
	ended  bool          // the night is being closed
	next   chan struct{} // closed when the next night has begun
}

// now is the night at the table, for those who look on.
func (t *loadTable) now() (secret string, next <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.secret, t.next
}

// over says whether a night that was looked at is over, or about to be.
func (t *loadTable) over(secret string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ended || t.secret != secret
}

func (l *load) failed(what string, err any) {
	l.errors.Add(1)
	text := fmt.Sprintf("%s: %.300v", what, err)
	l.first.CompareAndSwap(nil, &text)
}

// record records at one table until it is over.
func (l *load) record(over context.Context, number int, t *loadTable, every time.Duration, took *spans) {
	next := time.NewTimer(time.Duration(rand.Int64N(int64(every))))
	defer next.Stop()
	played := rand.IntN(l.evening) // the tables don't all end at once
	for {
		select {
		case <-over.Done():
			return
		case <-next.C:
		}
		next.Reset(every)
		if played++; played > l.evening {
			played = 0
			if err := l.anew(number, t); err != nil {
				l.failed(fmt.Sprintf("ending the night at table %d", number), err)
				return
			}
			continue
		}
		began := time.Now()
		t.tapped.Store(began.UnixNano())
		status, page := record(context.Background(), l.client, l.base, t.night,
			fmt.Sprintf("load-%d-%d", number, began.UnixNano()))
		if status != 200 {
			l.failed(fmt.Sprintf("recording at table %d: %d", number, status), page)
			continue
		}
		took.add(time.Since(began))
	}
}

// play has all tables record for so long.
func (l *load) play(over context.Context, at []*loadTable, length, every time.Duration, took *spans) {
	during, stop := context.WithTimeout(over, length)
	defer stop()
	var recording sync.WaitGroup
	for n, t := range at {
		recording.Go(func() { l.record(during, n+1, t, every, took) })
	}
	recording.Wait()
}

// anew closes the night at a table, and begins the next with the same people.
func (l *load) anew(number int, t *loadTable) error {
	began := time.Now()
	settle, err := l.client.Get(fmt.Sprintf("%s/nights/%d/settle", l.base, t.night))
	if err != nil {
		return err
	}
	page, err := io.ReadAll(settle.Body)
	settle.Body.Close()
	if err != nil {
		return err
	}
	saw := regexp.MustCompile(`(?s)action="/nights/\d+/close".*?name="saw" value="(\d+)"`).FindSubmatch(page)
	if saw == nil {
		return fmt.Errorf("no button to close with: %d", settle.StatusCode)
	}
	t.mu.Lock()
	t.ended = true
	t.mu.Unlock()
	var night int
	var secret string
	seats := []string{
		strconv.Itoa(4*number - 3),
		strconv.Itoa(4*number - 2),
		strconv.Itoa(4*number - 1),
		strconv.Itoa(4 * number),
	}
	for _, step := range []struct {
		path string
		form url.Values
		find *regexp.Regexp // in the path it leads to
		give any
	}{
		{fmt.Sprintf("/nights/%d/close", t.night), url.Values{"key": {fmt.Sprintf("close-%d", t.night)},
			"saw": {string(saw[1])}}, regexp.MustCompile(`^/nights/\d+$`), nil},
		{"/nights", url.Values{"do": {"start"}, "seats": seats, "dealer": {seats[3]}, "house": {"hoyle"},
			"scale": {"1"}, "key": {fmt.Sprintf("start-%d", t.night)}}, regexp.MustCompile(`^/nights/(\d+)$`), &night},
		{"/nights/%d/watch", nil, regexp.MustCompile(`/watch/(.+)$`), &secret},
	} {
		if strings.Contains(step.path, "%d") {
			step.path = fmt.Sprintf(step.path, night)
		}
		answer, err := l.client.PostForm(l.base+step.path, step.form)
		if err != nil {
			return err
		}
		answer.Body.Close()
		led := step.find.FindStringSubmatch(answer.Request.URL.Path)
		if answer.StatusCode != 200 || led == nil {
			return fmt.Errorf("%s: %d at %s", step.path, answer.StatusCode, answer.Request.URL.Path)
		}
		if step.give != nil {
			if _, err := fmt.Sscan(led[1], step.give); err != nil {
				return err
			}
		}
	}
	t.mu.Lock()
	t.night, t.secret, t.ended = night, secret, false
	begun := t.next
	t.next = make(chan struct{})
	t.mu.Unlock()
	close(begun)
	l.closed.add(time.Since(began))
	return nil
}

// watch looks on at one table until it is over, one night after the other.
func (l *load) watch(over context.Context, t *loadTable, ready *sync.WaitGroup) {
	told := sync.OnceFunc(ready.Done)
	defer told()
	for over.Err() == nil {
		secret, next := t.now()
		night, leave := context.WithCancel(over)
		go func() { // the last page stays, with the seal; whoever wants the next night opens its link
			defer leave()
			select {
			case <-next:
			case <-night.Done():
			}
		}()
		l.look(night, t, secret, told)
		leave()
		if over.Err() == nil && !t.over(secret) {
			l.failed("looking on", "the stream ended")
			return
		}
		select {
		case <-next:
		case <-over.Done():
		}
	}
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

// look looks on at one night until it is over.
func (l *load) look(over context.Context, t *loadTable, secret string, told func()) {
	found := false
	status, err := news(over, l.client, l.base+"/watch/"+secret+"/events", func(string) bool {
		told()
		if !found {
			found = true
			return true // the night as it was found
		}
		return t.over(secret) || l.sheet(over, t, secret) // over: the seal, which nobody tapped
	})
	switch {
	case err != nil && over.Err() == nil: // or the evening ended while this one was still coming in
		l.failed("looking on", err)
	case err == nil && status != 200 && !t.over(secret):
		l.failed("looking on", status)
	}
}

// sheet fetches the night somebody was told of, and tells whether to look on.
func (l *load) sheet(over context.Context, t *loadTable, secret string) bool {
	began := time.Unix(0, t.tapped.Load())
	l.heard.add(time.Since(began))
	page, err := l.client.Get(l.base + "/watch/" + secret + "/now")
	if err != nil {
		if over.Err() == nil {
			l.failed("the sheet", err)
		}
		return false
	}
	_, err = io.Copy(io.Discard, page.Body)
	page.Body.Close()
	if err != nil || page.StatusCode != 200 {
		if !t.over(secret) {
			l.failed("the sheet", page.Status)
		}
		return false
	}
	l.seen.add(time.Since(began))
	return true
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

func TestLoad(t *testing.T) {
	length, tables, watchers, every, evening := *loadFor, *loadTables, *loadWatchers, *loadEvery, *loadEvening
	earnest := length > 0
	if !earnest {
		length, tables, watchers, every = 1500*time.Millisecond, 6, 30, 100*time.Millisecond
		evening = 5
		if !testenv.Whole() {
			length /= 3
		}
	}
	file := newBook(t, tables)
	at := make([]*loadTable, tables)
	b, err := ledger.Open(context.Background(), file, ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for n := range at {
		at[n] = &loadTable{night: n + 1, next: make(chan struct{})}
		if at[n].secret, err = b.MakeWatch(context.Background(), ledger.NightID(n+1)); err != nil {
			t.Fatal(err)
		}
	}
	testenv.Fine(t, b.Close())

	p := serve(t, file)
	client := aClient(t)
	client.Transport.(*http.Transport).MaxConnsPerHost = 0
	l := &load{base: p.url, client: client, evening: evening}
	alone := p.memory()
	over, end := context.WithCancel(context.Background())
	defer end()
	l.play(over, at, length/4, every, &l.quietly)
	var looking, ready sync.WaitGroup
	ready.Add(watchers)
	for n := range watchers {
		looking.Go(func() { l.watch(over, at[n%tables], &ready) })
	}
	ready.Wait()
	seated := p.memory()
	during, done := context.WithCancel(over)
	go func() {
		defer done()
		l.play(over, at, length, every, &l.recorded)
	}()
	var memory []string
	tick := time.NewTicker(max(length/10, 100*time.Millisecond))
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
	testenv.Same(t, p.ended(), 0, "ended with %d")
	if first := l.first.Load(); first != nil {
		t.Errorf("%d errors, the first: %s", l.errors.Load(), *first)
	}
	t.Logf("%d tables, a deal every %v each; %d looking on; %v", tables, every, watchers, length)
	t.Logf("recorded with nobody looking on: %v", &l.quietly)
	t.Logf("recorded with everybody looking on: %v", &l.recorded)
	t.Logf("with / without, p50: %.2f, p99: %.2f", ratio(&l.recorded, &l.quietly, .5),
		ratio(&l.recorded, &l.quietly, .99))
	t.Logf("nights closed, and the next begun: %v", &l.closed)
	t.Logf("watchers told: %v", &l.heard)
	t.Logf("watchers have the sheet: %v", &l.seen)
	t.Logf("memory in MB: %.0f alone, %.0f with everybody there, then %s", alone, seated,
		strings.Join(memory, " "))
	t.Logf("processor time: %v of %v",
		(p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()).Round(10*time.Millisecond),
		length+length/4)
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
