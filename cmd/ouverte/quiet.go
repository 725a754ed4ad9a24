package main

// Giving memory back. Go's collector leaves what the largest page took until its next round, which a program
// that nobody asks anything never comes to. So it is collected and returned to the system once it is quiet.

import (
	"net/http"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// quietAfter is how long nobody must have asked for anything.
const quietAfter = 3 * time.Second

// worthReturning is from how many bytes on it is done: a page or two leave less, and are asked for again.
const worthReturning = 4 << 20

// frugally has a server return memory whenever it gets quiet, until end is called.
func frugally(server *http.Server) (end func()) {
	q, stop, ticks := new(quiet), make(chan struct{}), time.NewTicker(quietAfter)
	server.Handler = q.counting(server.Handler)
	go func() {
		for {
			select {
			case <-stop:
				return
			case <-ticks.C:
				if q.rests() {
					returnMemory()
				}
			}
		}
	}()
	return func() { ticks.Stop(); close(stop) }
}

// quiet notices when nobody asks any more.
type quiet struct {
	asked        atomic.Int64
	last, rested int64 // asked at the last look, and when it last rested
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

// returnMemory collects what is garbage and returns what is free, where that is worth it.
func returnMemory() {
	held := []metrics.Sample{
		{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"},
		{Name: "/gc/heap/live:bytes"},
	}
	metrics.Read(held)
	if held[0].Value.Uint64()+held[1].Value.Uint64() > held[2].Value.Uint64()+worthReturning {
		debug.FreeOSMemory()
	}
}
