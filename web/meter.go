package web

// The counts for monitoring, as Prometheus reads them, served at an address of their own (--metrics). They
// name routes as routes.go has them, and never who asked or for what.

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Meter counts requests. A nil Meter counts nothing.
type Meter struct {
	Version string
	Entries func() int64            // of the book; nil in a house of circles
	Circles func() (all, awake int) // nil where there is one book

	mu        sync.Mutex
	asked     map[asking]int64
	took      map[string]*timing // by route, streams left out
	recording [len(bounds) + 1]int64
	recorded  timing
	streams   int64
}

// asking is by what requests are counted.
type asking struct {
	method, route string
	status        int
}

type timing struct {
	n   int64
	sum time.Duration
}

// bounds are the upper bounds of the buckets for recording a deal: a tap should feel like nothing up to 50
// ms.
var bounds = [...]time.Duration{
	time.Millisecond, 2 * time.Millisecond, 5 * time.Millisecond,
	10 * time.Millisecond, 20 * time.Millisecond, 50 * time.Millisecond,
	100 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond,
	time.Second, 2 * time.Second, 5 * time.Second,
}

const recordRoute = "/nights/:night/deals"

// count counts a request that is answered.
func (m *Meter) count(method string, w *watched, took time.Duration) {
	if m == nil {
		return
	}
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost:
	default:
		method = "other" // anybody can make methods up
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.asked == nil {
		m.asked, m.took = map[asking]int64{}, map[string]*timing{}
	}
	m.asked[asking{method, w.route, w.status}]++
	if w.stream {
		return
	}
	t := m.took[w.route]
	if t == nil {
		t = &timing{}
		m.took[w.route] = t
	}
	t.n, t.sum = t.n+1, t.sum+took
	if method == http.MethodPost && w.route == recordRoute && w.status < 400 {
		at, _ := slices.BinarySearch(bounds[:], took)
		m.recording[at]++
		m.recorded.n, m.recorded.sum = m.recorded.n+1, m.recorded.sum+took
	}
}

// opened counts a stream until what it gives back is called.
func (m *Meter) opened() (closed func()) {
	if m == nil {
		return func() {}
	}
	add := func(n int64) {
		m.mu.Lock()
		m.streams += n
		m.mu.Unlock()
	}
	add(1)
	return func() { add(-1) }
}

// ServeHTTP writes all counts.
func (m *Meter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var b bytes.Buffer
	m.write(&b)
	if m.Entries != nil {
		family(&b, "ouverte_entries", "gauge", "Entries in the book.")
		fmt.Fprintf(&b, "ouverte_entries %d\n", m.Entries())
	}
	if m.Circles != nil {
		all, awake := m.Circles()
		family(&b, "ouverte_circles", "gauge", "Circles in the folder.")
		fmt.Fprintf(&b, "ouverte_circles %d\n", all)
		family(&b, "ouverte_circles_awake", "gauge", "Circles whose book is open.")
		fmt.Fprintf(&b, "ouverte_circles_awake %d\n", awake)
	}
	memory := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(memory)
	family(&b, "ouverte_memory_bytes", "gauge", "Memory the program holds.")
	fmt.Fprintf(&b, "ouverte_memory_bytes %d\n", memory[0].Value.Uint64()-memory[1].Value.Uint64())
	family(&b, "ouverte_goroutines", "gauge", "Goroutines there are.")
	fmt.Fprintf(&b, "ouverte_goroutines %d\n", runtime.NumGoroutine())
	family(&b, "ouverte_build_info", "gauge", "Which version this is, always 1.")
	fmt.Fprintf(&b, "ouverte_build_info{version=%s,go=%s} 1\n", label(m.Version), label(runtime.Version()))
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Write(b.Bytes()) // an error here is a monitor that went away
}

func (m *Meter) write(b *bytes.Buffer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	family(b, "ouverte_requests_total", "counter", "Requests answered, by route and status.")
	for _, a := range slices.SortedFunc(maps.Keys(m.asked), func(a, b asking) int {
		return cmp.Or(
			cmp.Compare(a.route, b.route), cmp.Compare(a.method, b.method), cmp.Compare(a.status, b.status))
	}) {
		fmt.Fprintf(b, "ouverte_requests_total{method=%s,route=%s,status=\"%d\"} %d\n",
			label(a.method), label(a.route), a.status, m.asked[a])
	}
	family(b, "ouverte_request_seconds", "summary", "How long answers took, by route, streams left out.")
	for _, route := range slices.Sorted(maps.Keys(m.took)) {
		t := m.took[route]
		fmt.Fprintf(b, "ouverte_request_seconds_sum{route=%s} %s\n", label(route), seconds(t.sum))
		fmt.Fprintf(b, "ouverte_request_seconds_count{route=%s} %d\n", label(route), t.n)
	}
	family(b, "ouverte_recording_seconds", "histogram",
		"How long it took until a deal was on the disk and answered.")
	var sum int64
	for i, n := range m.recording {
		sum += n
		bound := "+Inf"
		if i < len(bounds) {
			bound = seconds(bounds[i])
		}
		fmt.Fprintf(b, "ouverte_recording_seconds_bucket{le=\"%s\"} %d\n", bound, sum)
	}
	fmt.Fprintf(b, "ouverte_recording_seconds_sum %s\n", seconds(m.recorded.sum))
	fmt.Fprintf(b, "ouverte_recording_seconds_count %d\n", m.recorded.n)
	family(b, "ouverte_streams", "gauge", "Pages that are open and told of what is new.")
	fmt.Fprintf(b, "ouverte_streams %d\n", m.streams)
}

func family(b *bytes.Buffer, name, kind, help string) {
	fmt.Fprintf(b, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

func label(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'g', -1, 64) }
