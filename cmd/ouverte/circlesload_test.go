package main

// What many circles cost in one process, and what one of them can do to another:
//
//	go test ./cmd/ouverte -run '^$' -bench ManyCircles -benchtime 1x
//
// CIRCLES says how many, FOR for how long fifty of them record every ten seconds.

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/circles"
	"ouverte/ledger/door"
	"ouverte/ledger/testenv"
)

// manyCircles makes a folder of copies of one book, in which four people play, and gives the token of a
// device that records in each of them.
func manyCircles(t testing.TB, many int) (folder circles.Folder, token string) {
	t.Helper()
	folder = circles.Folder(t.TempDir())
	first := filepath.Join(t.TempDir(), "first.db")
	furnish(t, first, 1)
	ctx := context.Background()
	code, _, err := ledger.CodeBeside(ctx, first, door.Scorer)
	if err != nil {
		t.Fatal(err)
	}
	b, err := ledger.Open(ctx, first, ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if token, _, err = b.Pair(ctx, code, "The tablet", ""); err != nil {
		t.Fatal(err)
	}
	testenv.Fine(t, b.Close())
	text := testenv.Must(os.ReadFile(first))(t)
	for n := range many {
		testenv.Fine(t, os.WriteFile(folder.Book(circleName(n)), text, 0o600))
	}
	return folder, token
}

func circleName(n int) string { return fmt.Sprintf("circle-%d", n) }

// circleTable is a tablet at a circle, as a proxy on this machine passes it on.
type circleTable struct {
	client        *http.Client
	base, cookie  string
	circle, calls int
	night         int // zero is the first
}

// anEveningLong is how many deals a table plays until it begins the next night.
const anEveningLong = 25

func (c *circleTable) ask(t testing.TB, method, path, form string) time.Duration {
	took, _ := c.asks(t, method, path, form)
	return took
}

// asks gives the path that an answer leads to, too.
func (c *circleTable) asks(t testing.TB, method, path, form string) (took time.Duration, leads string) {
	r := testenv.Must(http.NewRequest(method, c.base+path, strings.NewReader(form)))(t)
	r.Host = circleName(c.circle) + ".whist.example"
	r.Header.Set("Cookie", c.cookie)
	r.Header.Set("X-Forwarded-For", fmt.Sprintf("10.1.%d.%d", c.circle/250, c.circle%250))
	if method == "POST" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("HX-Request", "true")
	}
	began := time.Now()
	answer, err := c.client.Do(r)
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	if err != nil || answer.StatusCode != 200 {
		t.Errorf("%s%s: %d %v", r.Host, path, answer.StatusCode, err)
	}
	return time.Since(began), answer.Header.Get("HX-Redirect")
}

// record records a deal. After as many as an evening has, the same people begin another night first.
func (c *circleTable) record(t testing.TB) time.Duration {
	if c.night = max(c.night, 1); c.calls > 0 && c.calls%anEveningLong == 0 {
		c.begin(t)
	}
	c.calls++
	key := fmt.Sprintf("k-%d-%d", c.circle, c.calls)
	return c.ask(t, "POST", fmt.Sprintf("/nights/%d/deals", c.night), aDeal(key))
}

// begin begins another night of the four.
func (c *circleTable) begin(t testing.TB) {
	form := url.Values{"do": {"start"}, "seats": {"1", "2", "3", "4"}, "dealer": {"4"}, "house": {"hoyle"},
		"scale": {"1"}, "key": {fmt.Sprintf("n-%d-%d", c.circle, c.calls)}}
	_, leads := c.asks(t, "POST", "/nights", form.Encode())
	if _, err := fmt.Sscanf(leads, "/nights/%d", &c.night); err != nil {
		t.Errorf("the next night of %s is at %q", circleName(c.circle), leads)
	}
}

// files counts the files the program has open; 0 where the system doesn't say.
func (p *program) files() int {
	list, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", p.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	return len(list)
}

// number reads one from the environment.
func number(t testing.TB, name string, usual int) int {
	if os.Getenv(name) == "" {
		return usual
	}
	n := testenv.Must(strconv.Atoi(os.Getenv(name)))(t)
	return n
}

// flooding asks a circle for its pages over many connections at once.
type flooding struct {
	address, token string
	connections    int
	answers        atomic.Int64
}

// begin asks without a pause until it is ended.
func (f *flooding) begin() (end func()) {
	head := fmt.Sprintf("GET /nights/1 HTTP/1.1\r\nHost: %s.whist.example\r\nCookie: ouverte=%s\r\n"+
		"Accept: text/html\r\nX-Forwarded-For: 10.2.0.1\r\n\r\n", circleName(1), f.token)
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for range f.connections {
		all.Go(func() {
			conn, err := net.Dial("tcp", f.address)
			if err != nil {
				return
			}
			defer conn.Close()
			in := bufio.NewReaderSize(conn, 1<<16)
			for ctx.Err() == nil {
				if _, err := io.WriteString(conn, head); err != nil {
					return
				}
				answer, err := http.ReadResponse(in, nil)
				if err != nil {
					return
				}
				if _, err := io.Copy(io.Discard, answer.Body); err != nil {
					return
				}
				f.answers.Add(1)
			}
		})
	}
	return func() { cancel(); all.Wait() }
}

// serveMany serves a folder, as behind a proxy, and gives the address.
func serveMany(b *testing.B, folder circles.Folder) (p *program, address string) {
	p = serveWith(b, "--books", string(folder), "--domain", "whist.example", "--behind-proxy", "127.0.0.1",
		"--idle", "15s")
	_, address, _ = strings.Cut(p.hears("version="), "msg=serving address=")
	address, _, _ = strings.Cut(address, " ")
	return p, address
}

func BenchmarkManyCircles(b *testing.B) {
	many, length := number(b, "CIRCLES", 2000), time.Duration(number(b, "FOR", 30))*time.Second
	const recording, every = 50, 10 * time.Second
	folder, token := manyCircles(b, many)
	p, address := serveMany(b, folder)
	client := aClient(b)
	table := func(n int) *circleTable {
		return &circleTable{client: client, base: "http://" + address, cookie: "ouverte=" + token, circle: n}
	}
	b.ResetTimer()
	for range b.N {
		asleep, files := p.memory(), p.files()
		b.Logf("%d circles, all asleep: %.0f MB, %d files; %.0f MB of it are the program's file", many, asleep,
			files, p.holds("RssFile"))

		var took spans
		var playing sync.WaitGroup
		over, end := context.WithTimeout(context.Background(), length)
		for n := range recording {
			playing.Go(func() {
				at := table(n)
				next := time.NewTimer(every * time.Duration(n) / recording)
				defer next.Stop()
				for {
					select {
					case <-over.Done():
						return
					case <-next.C:
						next.Reset(every)
					}
					took.add(at.record(b))
				}
			})
		}
		playing.Wait()
		end()
		b.Logf("%d of them record every %v: %v; %.0f MB, %d files", recording, every, &took, p.memory(), p.files())

		var first, second spans
		before, filesBefore := p.memory(), p.files()
		woken := min(500, many-recording)
		for n := recording; n < recording+woken; n++ {
			at := table(n)
			first.add(at.ask(b, "GET", "/nights/1", ""))
			second.add(at.ask(b, "GET", "/nights/1", ""))
		}
		b.Logf("the first page of a circle asleep: %v; the same again: %v", &first, &second)
		b.Logf("%d more awake: %.0f MB more, %.0f KB each; %d files more, %.1f each", woken, p.memory()-before,
			(p.memory()-before)*1024/float64(woken), p.files()-filesBefore,
			float64(p.files()-filesBefore)/float64(woken))
		b.ReportMetric(float64(first.at(.5).Microseconds())/1000, "wake-ms")
		b.ReportMetric(float64(second.at(.5).Microseconds())/1000, "raw-awake-ms")
		b.ReportMetric(asleep, "MB-all-asleep")
		b.ReportMetric((p.memory()-before)*1024/float64(woken), "KB-each-awake")

		for late := time.Now().Add(90 * time.Second); p.files() > files+5 && time.Now().Before(late); {
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(8 * time.Second) // memory is returned when it is quiet
		b.Logf("all asleep again: %.0f MB, %d files; %.0f MB of it are the program's file", p.memory(), p.files(),
			p.holds("RssFile"))
	}
}

// BenchmarkFlood records at a circle, by turns while nobody floods, while another circle of the same program
// is flooded over few connections and over many, and while one of another program is: that takes as much of
// the processors, and shares nothing else. It records fifty deals a second, for without a pause it would be a
// flood itself. ROUNDS says how often.
func BenchmarkFlood(b *testing.B) {
	folder, token := manyCircles(b, 2)
	_, here := serveMany(b, folder)
	folder, others := manyCircles(b, 2)
	_, elsewhere := serveMany(b, folder)
	quiet := &circleTable{client: aClient(b), base: "http://" + here, cookie: "ouverte=" + token}
	const another, ofAnother = "another circle is flooded", "one of another program is"
	cases := []struct {
		name        string
		flood       flooding
		first, took spans // in the first half second, and later
	}{
		{name: "nobody floods"},
		{name: another, flood: flooding{address: here, token: token, connections: 3}},
		{name: another, flood: flooding{address: here, token: token, connections: 32}},
		{name: ofAnother, flood: flooding{address: elsewhere, token: others, connections: 3}},
		{name: ofAnother, flood: flooding{address: elsewhere, token: others, connections: 32}},
	}
	nobody := &cases[0]
	quiet.record(b)
	pace := time.NewTicker(20 * time.Millisecond)
	defer pace.Stop()
	for b.Loop() {
		for range number(b, "ROUNDS", 10) {
			for i := range cases {
				c := &cases[i]
				end := c.flood.begin()
				for began := time.Now(); time.Since(began) < 3*time.Second; <-pace.C {
					later := time.Since(began) > time.Second/2
					if took := quiet.record(b); later {
						c.took.add(took)
					} else {
						c.first.add(took)
					}
				}
				end()
			}
		}
	}
	for i := range cases {
		c := &cases[i]
		b.Logf("a deal while %s, over %d connections (%d pages): %v; in the first half second %v",
			c.name, c.flood.connections, c.flood.answers.Load(), &c.took, &c.first)
		b.Logf("	as times of nobody's flood: p50 %.2f, p90 %.2f, p99 %.2f; in the first half second p50 %.2f, "+
			"p90 %.2f", ratio(&c.took, &nobody.took, .5), ratio(&c.took, &nobody.took, .9),
			ratio(&c.took, &nobody.took, .99), ratio(&c.first, &nobody.first, .5),
			ratio(&c.first, &nobody.first, .9))
	}
	b.ReportMetric(float64(nobody.took.at(.5).Microseconds())/1000, "raw-p50-ms-without")
	b.ReportMetric(ratio(&cases[1].took, &nobody.took, .5), "flood-3")
	b.ReportMetric(ratio(&cases[2].took, &nobody.took, .5), "flood-32")
	b.ReportMetric(ratio(&cases[3].took, &nobody.took, .5), "raw-another-program-3")
	b.ReportMetric(ratio(&cases[4].took, &nobody.took, .5), "raw-another-program-32")
}
