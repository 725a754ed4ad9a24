package main

// A small machine, such as a Raspberry Pi with an SD card: the program has a fifth of one processor, given to
// it by a control group in slices of two milliseconds in ten, 256 MB of memory, and each commit waits ten
// milliseconds more for the disk (store.committing). It must be run as root.
//
//	go test ./cmd/ouverte -run '^$' -bench SmallMachine -benchtime 1x

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/testenv"
)

// aSmallMachine has programs started from here on run on one.
func aSmallMachine(tb testing.TB) {
	tb.Helper()
	groups := map[string]map[string]string{
		"/sys/fs/cgroup/ouverte-test": {"cpu.max": "2000 10000", "memory.max": "268435456"},
	}
	if _, err := os.Stat("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"); err == nil {
		groups = map[string]map[string]string{
			"/sys/fs/cgroup/cpu/ouverte-test":    {"cpu.cfs_period_us": "10000", "cpu.cfs_quota_us": "2000"},
			"/sys/fs/cgroup/memory/ouverte-test": {"memory.limit_in_bytes": "268435456"},
		}
	}
	script := "#!/bin/sh\n"
	for group, limits := range groups {
		if err := os.Mkdir(group, 0o755); err != nil && !os.IsExist(err) {
			testenv.Refused(tb, "a control group", err)
		}
		tb.Cleanup(func() { os.Remove(group) })
		for name, limit := range limits {
			if err := os.WriteFile(filepath.Join(group, name), []byte(limit), 0o644); err != nil {
				testenv.Refused(tb, "a control group", err)
			}
		}
		script += fmt.Sprintf("echo $$ >%s/cgroup.procs\n", group)
	}
	program := testenv.Must(exec.LookPath("ouverte"))(tb)
	within := filepath.Join(tb.TempDir(), "ouverte")
	script += fmt.Sprintf("exec %s \"$@\"\n", program)
	testenv.Fine(tb, os.WriteFile(within, []byte(script), 0o755))
	tb.Setenv("PATH", filepath.Dir(within)+":"+os.Getenv("PATH"))
	tb.Setenv(slowDisk, "10ms")
}

// asked are the files a page of ours needs besides itself.
var asked = regexp.MustCompile(`(?:href|src)="(/static/[^"]+|/[^"]+\.webmanifest)"`)

// highest is the most memory a program had so far, in bytes.
func highest(tb testing.TB, p *program) (bytes int64) {
	tb.Helper()
	status := testenv.Must(os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid)))(tb)
	line := status[strings.Index(string(status), "VmHWM:"):]
	testenv.Must(fmt.Sscanf(string(line), "VmHWM: %d kB", &bytes))(tb)
	return bytes << 10
}

// TestSmallMachine serves a book of 20,000 deals on a small machine: its statistics, a copy and an export
// take 160 MB at most.
func TestSmallMachine(t *testing.T) {
	testenv.Rarely(t)
	file := filepath.Join(t.TempDir(), "book.db")
	demo := prepare(t, "demo", "--book", file, "--deals", "20000", "--no-serve")
	if out, err := demo.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	aSmallMachine(t)
	p := serve(t, file)
	client := aClient(t)
	for _, path := range strings.Fields("/ /stats /nights /players /keeper/backup /keeper/export/json") {
		answer := testenv.Must(client.Get(p.url + path))(t)
		testenv.Must(io.Copy(io.Discard, answer.Body))(t)
		answer.Body.Close()
		testenv.Same(t, answer.StatusCode, 200, path+" answers %d")
	}
	if most := highest(t, p); most > 160e6 {
		t.Errorf("at its highest it had %d bytes", most)
	}
}

// BenchmarkSmallMachine starts the program, records an evening with four phones looking on, and opens its
// page.
func BenchmarkSmallMachine(b *testing.B) {
	file := newBook(b, 1)
	book, err := ledger.Open(context.Background(), file, ledger.Options{})
	if err != nil {
		b.Fatal(err)
	}
	secret := testenv.Must(book.MakeWatch(context.Background(), 1))(b)
	at := &loadTable{watch: "/watch/" + secret}
	testenv.Fine(b, book.Close())
	aSmallMachine(b)
	var starts, page, recorded spans
	var sizes []int
	var p *program
	for range 5 {
		began := time.Now()
		p = serve(b, file)
		starts.add(time.Since(began))
		p.signal(15)
		p.ended()
	}
	p = serve(b, file)
	l := &load{base: p.url, client: aClient(b)}
	over, end := context.WithCancel(b.Context())
	var looking, ready sync.WaitGroup
	ready.Add(4)
	for range 4 {
		looking.Go(func() { l.look(over, at, ready.Done) })
	}
	ready.Wait()
	tablet := aTablet(b, p, true, []string{"1", "2", "3", "4"})
	tablet.night = "/nights/1"
	for b.Loop() {
		for range anEvening {
			time.Sleep(500 * time.Millisecond) // until the phones have seen the deal before
			began := time.Now()
			at.tapped.Store(began.UnixNano())
			tablet.deal()
			recorded.add(time.Since(began))
			sizes = append(sizes, tablet.onTheWire())
		}
		for range 10 {
			began := time.Now()
			tablet.ask(tablet.night, nil, false, true)
			page.add(time.Since(began))
		}
	}
	end()
	looking.Wait()
	if first := l.first.Load(); first != nil {
		b.Errorf("%d errors, the first: %s", l.errors.Load(), *first)
	}
	text, _ := tablet.ask(tablet.night, nil, false, false)
	seen := map[string]bool{tablet.night: true}
	for _, m := range asked.FindAllSubmatch(text, -1) {
		seen[string(m[1])] = true
	}
	first := 0
	for path := range seen {
		tablet.ask(path, nil, false, true)
		first += tablet.onTheWire()
	}
	for what, s := range map[string]*spans{
		"start": &starts, "record": &recorded, "page": &page, "phone-sees": &l.seen,
	} {
		b.ReportMetric(float64(s.at(.5).Microseconds())/1000, what+"-p50-ms")
		b.ReportMetric(float64(s.at(.99).Microseconds())/1000, what+"-p99-ms")
	}
	b.ReportMetric(float64(highest(b, p))/1e6, "highest-MB")
	b.ReportMetric(float64(first)/1000, "first-visit-KB")
	b.ReportMetric(float64(len(seen)), "first-visit-files")
	slices.Sort(sizes)
	b.ReportMetric(float64(sizes[len(sizes)-1])/1000, "largest-deal-KB")
	b.ReportMetric(float64(sizes[len(sizes)/2])/1000, "middle-deal-KB")
}
