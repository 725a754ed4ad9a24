package main

// When garbage is collected. A book's own memory is a few megabytes, and Go's collector would come round
// after as many again, dozens of times a second while tables record. So it waits for more. And it leaves what
// the largest page took until its next round, which a program that nobody asks anything never comes to: that
// is collected and returned to the system once it is quiet.

import (
	"net/http"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// quietAfter is how long nobody must have asked for anything.
const quietAfter = 3 * time.Second

// garbage is how many bytes of it may gather before they are collected; garbageBusy while many people ask at
// once: busy requests a second, of at least leastAsked since the last collection.
const (
	garbage     = 4 << 20
	garbageBusy = 24 * garbage
	busy        = 500
	leastAsked  = 25
)

// gathers sets anew after each collection how much must gather until the next.
func (q *quiet) gathers() {
	type round struct{ _ *int } // collected in each
	var before int64
	last := time.Now()
	var after func(*round)
	after = func(*round) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		asked, now := q.asked.Load(), time.Now()
		debug.SetGCPercent(percentFor(live[0].Value.Uint64(), asked-before, now.Sub(last)))
		before, last = asked, now
		runtime.SetFinalizer(new(round), after)
	}
	after(nil)
}

// percentFor is GOGC for a heap of so many bytes after so many requests in such a time. A large one gathers a
// quarter of its own size at least, or it would be gone through all the time; and over 400 Go would let even
// an empty one gather more.
func percentFor(live uint64, asked int64, in time.Duration) int {
	may := uint64(garbage)
	if asked >= leastAsked && float64(asked) >= busy*in.Seconds() {
		may = garbageBusy
	}
	return int(min(400, max(25, 100*may/max(live, 1))))
}

// worthReturning is from how many bytes on it is done: a page or two leave less, and are asked for again.
const worthReturning = 4 << 20

// frugally has the program collect seldom while a server is busy, and return memory whenever it gets quiet,
// until end is called.
func frugally(server *http.Server, q *quiet) (end func()) {
	q.gathers()
	stop, ticks := make(chan struct{}), time.NewTicker(quietAfter)
	server.Handler = q.counting(server.Handler)
	go func() {
		returnProgram() // what starting took is hardly needed again
		for {
			select {
			case <-stop:
				return
			case <-ticks.C:
				if q.rests() {
					returnMemory(q.let.Swap(false))
					returnProgram()
				}
			}
		}
	}()
	return func() { ticks.Stop(); close(stop) }
}

// quiet notices when nobody asks any more.
type quiet struct {
	asked        atomic.Int64
	let          atomic.Bool // a book was closed since it last rested
	last, rested int64       // asked at the last look, and when it last rested
}

// letGo notes that a book was closed: what it held is to be returned at the next rest.
func (q *quiet) letGo() {
	q.let.Store(true)
	q.asked.Add(1)
}

// counting counts the requests to a handler.
func (q *quiet) counting(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q.asked.Add(1)
		h.ServeHTTP(w, r)
	})
}

// rests tells, once after each time somebody asked, that nobody did since the last look.
func (q *quiet) rests() bool {
	now := q.asked.Load()
	rests := now == q.last && now != q.rested
	if q.last = now; rests {
		q.rested = now
	}
	return rests
}

// returnMemory collects what is garbage and returns what is free, where that is worth it. After books were
// closed it is: what they held counts as live until it is collected.
func returnMemory(closed bool) {
	if closed {
		debug.FreeOSMemory()
		return
	}
	held := []metrics.Sample{
		{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"},
		{Name: "/gc/heap/live:bytes"},
	}
	metrics.Read(held)
	if held[0].Value.Uint64()+held[1].Value.Uint64() > held[2].Value.Uint64()+worthReturning {
		debug.FreeOSMemory()
	}
}
