package main

// Recording over HTTP, at the real program and over the network of this machine, beside the same rows written
// to a book by the shortest code there is. Tables play evenings as people do: each starts a night, records 25
// deals one after another, settles, closes, and starts the next. Only the deals are timed.
//
//	go test ./cmd/ouverte -run '^$' -bench OverHTTP -benchtime 10x

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/ledger/yardstick"
	"ouverte/rules"
)

const (
	tablesAtOnce = 32
	anEvening    = 25 // deals
)

// wired is a tablet: one connection, one request after another. It does little itself, since it has its
// processors from the same machine as the program.
type wired struct {
	tb    testing.TB
	host  string
	parts bool // has a script, and swaps the parts of the page that a deal changes
	conn  net.Conn
	in    *bufio.Reader

	seats []string
	night string
	nth   int
	had   string // what its page shows, as the script says it: the version …
	of    string // … and where the outcomes are
	bytes int64  // of the answers to its deals

	header http.Header // of the last answer
	body   int         // and how long that was, as it came
}

func aTablet(tb testing.TB, p *program, parts bool, seats []string) *wired {
	tb.Helper()
	w := &wired{tb: tb, host: strings.TrimPrefix(p.url, "http://"), parts: parts, seats: seats}
	var err error
	if w.conn, err = net.Dial("tcp", w.host); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { w.conn.Close() })
	w.in = bufio.NewReader(w.conn)
	return w
}

// ask sends a form, or asks for a page where there is none. It gives the body as it came, and where to go on.
func (w *wired) ask(path string, form url.Values, part bool, zipped bool) (body []byte, to string) {
	w.tb.Helper()
	var b strings.Builder
	method, text := "GET", ""
	if form != nil {
		method, text = "POST", form.Encode()
	}
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, path, w.host)
	if zipped {
		b.WriteString("Accept-Encoding: gzip, deflate\r\n")
	}
	if part {
		fmt.Fprintf(&b, "HX-Request: true\r\nOuverte-Had: %s %s\r\n", w.had, w.of)
	}
	if form != nil {
		fmt.Fprintf(&b, "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n", len(text))
	}
	b.WriteString("\r\n")
	b.WriteString(text)
	testenv.Must(io.WriteString(w.conn, b.String()))(w.tb)
	answer, err := http.ReadResponse(w.in, nil)
	if err != nil {
		w.tb.Fatal(err)
	}
	if body, err = io.ReadAll(answer.Body); err != nil || answer.StatusCode >= 400 {
		w.tb.Fatalf("%s %s: %d %.300s %v", method, path, answer.StatusCode, body, err)
	}
	w.header, w.body = answer.Header, len(body)
	return body, answer.Header.Get("Location")
}

// begin opens the first page, starts a night there, and opens its page.
func (w *wired) begin() {
	w.tb.Helper()
	w.ask("/", nil, false, true)
	form := url.Values{"do": {"start"}, "seats": w.seats, "dealer": {w.seats[3]}, "house": {"hoyle"},
		"scale": {"1"}, "key": {aKey()}}
	_, w.night = w.ask("/nights", form, false, true)
	w.opens()
}

// opens opens the page of the night.
func (w *wired) opens() {
	w.tb.Helper()
	w.nth = 0
	page, _ := w.ask(w.night, nil, false, false)
	shows := tablePage.FindSubmatch(page)
	if shows == nil {
		w.tb.Fatal("no table to record at")
	}
	w.of, w.had = string(shows[1]), string(shows[2])
}

var tablePage = regexp.MustCompile(`(?s) data-outcomes="([^"]+)" data-empty.* data-version="(\d+)"`)

// deal records the next deal of the night.
func (w *wired) deal() {
	w.tb.Helper()
	w.nth++
	form := url.Values{"key": {aKey()}, "nth": {strconv.Itoa(w.nth)}, "players": {strings.Join(w.seats, ",")},
		"dealer": {strconv.Itoa((w.nth+2)%4 + 1)}, "call": {"solo"}, "who": {strconv.Itoa(w.nth%4 + 1)},
		"tricks":    {strconv.Itoa(3 + w.nth%8)},
		"revokes-1": {"0"}, "revokes-2": {"0"}, "revokes-3": {"0"}, "revokes-4": {"0"}}
	w.ask(w.night+"/deals", form, w.parts, true)
	w.bytes += int64(w.body)
	_, saw, _ := strings.Cut(w.header.Get("Ouverte-Deal"), "saw=")
	w.had, _, _ = strings.Cut(saw, "&")
}

var closeForm = regexp.MustCompile(`(?s)action="/nights/\d+/close".*?name="saw" value="(\d+)"`)

// end settles the night and closes it.
func (w *wired) end() {
	w.tb.Helper()
	page, _ := w.ask(w.night+"/settle", nil, false, false)
	saw := closeForm.FindSubmatch(page)
	if saw == nil {
		w.tb.Fatal("no button to close with")
	}
	w.ask(w.night+"/close", url.Values{"key": {aKey()}, "saw": {string(saw[1])}}, false, true)
}

// aKey is that of a form nobody sent yet.
func aKey() string { return "wire-" + strconv.FormatInt(formsSent.Add(1), 36) }

var formsSent atomic.Int64

// aClub is a program on a book where so many tables of four are about to play, and others left nights open.
func aClub(tb testing.TB, four, left int) (*program, [][]string) {
	tb.Helper()
	file := newBook(tb, 0)
	ctx := context.Background()
	book := testenv.Must(ledger.Open(ctx, file, ledger.Options{Throwaway: true}))(tb)
	var tables [][]string
	for table := range four {
		tables = append(tables, inForms(fourOf(tb, book, table)))
	}
	var others [][]chain.PlayerID
	for table := range 10 {
		others = append(others, fourOf(tb, book, four+table))
	}
	house, _ := rules.Set("hoyle")
	deals := make([]ledger.DealSaid, 3)
	for i := range deals {
		deals[i].Deal = rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 4 + i}
	}
	for i := range left {
		seats := others[i%len(others)]
		n := testenv.Must(book.StartNight(ctx, ledger.Slip{Key: aKey()},
			ledger.NewNight{House: house, Seats: seats, Dealer: seats[3]}))(tb)
		testenv.Must(book.RecordMany(ctx, ledger.Slip{Key: aKey()}, n.Night, 0, deals))(tb)
	}
	testenv.Fine(tb, book.Close())
	return serve(tb, file, "--no-copies"), tables // of each evening that closes; a room closes one
}

// fourOf enters the people of a table.
func fourOf(tb testing.TB, book *ledger.Book, table int) (seats []chain.PlayerID) {
	tb.Helper()
	for i := range 4 {
		r := testenv.Must(book.AddPlayer(tb.Context(), ledger.Slip{Key: aKey()},
			fmt.Sprintf("Player %d of %d", i+1, table+1)))(tb)
		seats = append(seats, chain.PlayerID(r.ID))
	}
	return seats
}

// inForms are people as a form names them.
func inForms(people []chain.PlayerID) (seats []string) {
	for _, p := range people {
		seats = append(seats, strconv.FormatInt(int64(p), 10))
	}
	return seats
}

// bareRows is the yardstick, on a book of its own.
func bareRows(tb testing.TB) *yardstick.Rows {
	tb.Helper()
	nights := make([]int64, tablesAtOnce)
	for i := range nights {
		nights[i] = int64(i + 1)
	}
	rows := testenv.Must(yardstick.Open(newBook(tb, tablesAtOnce), nights))(tb)
	tb.Cleanup(func() { rows.Close() })
	return rows
}

// BenchmarkTablesOverHTTP has 32 tables play an evening each, with 10 nights left open and with 1,000, by
// turns. Before and after the deals of each half as many bare rows are written, so that both meet the disk in
// the same mood; ×raw and times are the medians of all evenings. cpu-µs is what the program used of the
// processors for a deal; tablet-cpu-µs is what the tables themselves used.
func BenchmarkTablesOverHTTP(b *testing.B) {
	for _, way := range []struct {
		name  string
		parts bool
	}{{"plain", false}, {"parts", true}} {
		b.Run(way.name, func(b *testing.B) {
			lefts := [...]int{10, 1000}
			var clubs [len(lefts)]*program
			var tables [len(lefts)][]*wired
			for i, left := range lefts {
				var seats [][]string
				clubs[i], seats = aClub(b, tablesAtOnce, left)
				for _, s := range seats {
					tables[i] = append(tables[i], aTablet(b, clubs[i], way.parts, s))
				}
			}
			rows := bareRows(b)
			const deals = tablesAtOnce * anEvening
			var took, worked, tablets [len(lefts)]time.Duration
			var bare, bareWorked time.Duration
			var ofRaw [len(lefts)][]float64
			var times []float64
			half := func() time.Duration {
				began, own := time.Now(), processors(b)
				testenv.Fine(b, rows.Write(deals/2, yardstick.AtOnce))
				it := time.Since(began)
				bare += it
				bareWorked += processors(b) - own
				return it
			}
			rounds := 0
			for b.Loop() {
				rounds++
				var evening [len(lefts)]time.Duration
				before := half()
				for i, club := range clubs {
					all := func(do func(*wired)) {
						var playing sync.WaitGroup
						for _, w := range tables[i] {
							playing.Go(func() { do(w) })
						}
						playing.Wait()
					}
					all((*wired).begin)
					began, own, its := time.Now(), processors(b), club.worked()
					all((*wired).deals)
					evening[i] = time.Since(began)
					tablets[i] += processors(b) - own
					worked[i] += club.worked() - its
					all((*wired).end)
					after := half()
					ofRaw[i] = append(ofRaw[i], float64(before+after)/float64(evening[i]))
					took[i] += evening[i]
					before = after
				}
				times = append(times, float64(evening[1])/float64(evening[0]))
			}
			all := float64(rounds * deals)
			var bytes int64
			for _, w := range tables[0] {
				bytes += w.bytes
			}
			for i, left := range []string{"10", "1,000"} {
				b.ReportMetric(all/took[i].Seconds(), "deals/s-"+left+"-open")
				b.ReportMetric(median(ofRaw[i]), "×raw-"+left+"-open")
				b.ReportMetric(float64(worked[i].Microseconds())/all, "cpu-µs-"+left+"-open")
			}
			b.ReportMetric(median(times), "times-1,000-open")
			b.ReportMetric(1.5*all/bare.Seconds(), "raw-deals/s")
			b.ReportMetric(float64(bareWorked.Microseconds())/1.5/all, "raw-cpu-µs")
			b.ReportMetric(float64(tablets[0].Microseconds())/all, "tablet-cpu-µs")
			b.ReportMetric(float64(bytes)/all, "bytes/deal")
		})
	}
}

// BenchmarkOneTableOverHTTP records evenings at one table, and the bare rows of a deal after each deal.
func BenchmarkOneTableOverHTTP(b *testing.B) {
	club, seats := aClub(b, 1, 0)
	w, rows := aTablet(b, club, true, seats[0]), bareRows(b)
	var took, bare spans
	for b.Loop() {
		for range 10 {
			w.begin()
			for range anEvening {
				began := time.Now()
				w.deal()
				took.add(time.Since(began))
				began = time.Now()
				testenv.Fine(b, rows.Write(1, 1))
				bare.add(time.Since(began))
			}
			w.end()
		}
	}
	for what, s := range map[string]*spans{"": &took, "raw-": &bare} {
		b.ReportMetric(float64(s.at(.5).Microseconds())/1000, what+"p50-ms")
		b.ReportMetric(float64(s.at(.99).Microseconds())/1000, what+"p99-ms")
		b.ReportMetric(float64(s.at(.99))/float64(s.at(.5)), what+"p99-of-p50")
	}
}

// deals has the table record those of an evening.
func (w *wired) deals() {
	for range anEvening {
		w.deal()
	}
}

func median(all []float64) float64 {
	slices.Sort(all)
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2
}

// worked is how long the program has used the processors; 0 where the system doesn't say.
func (p *program) worked() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil || runtime.GOOS != "linux" {
		return 0
	}
	_, after, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(after)
	var ticks int64
	for _, f := range fields[11:13] { // utime and stime
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return 0
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}
