package main

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestQuiet: the program rests once nobody asked between two looks, once for each time somebody had, and not
// while they ask.
func TestQuiet(t *testing.T) {
	var q quiet
	h := q.counting(http.NotFoundHandler())
	for i, step := range []struct{ asked, rests int }{
		{0, 0}, {0, 0}, // nobody has asked at all
		{1, 0}, {1, 0}, {3, 0}, // somebody has just asked
		{0, 1}, {0, 0}, {0, 0},
		{2, 0}, {0, 1}, {0, 0},
	} {
		for range step.asked {
			h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
		}
		if got := q.rests(); got != (step.rests == 1) {
			t.Errorf("look %d: it rests: %v", i+1, got)
		}
	}
	for i, want := range []bool{false, true, false} { // a book that is closed is one more reason to rest
		if i == 0 {
			q.letGo()
		}
		if got := q.rests(); got != want || !q.let.Load() {
			t.Errorf("look %d after a book was closed: it rests: %v", i+1, got)
		}
	}
}

// TestGarbage: so much of it may gather over a small heap, and a quarter of what is there over a large one;
// and the collector is told so after each collection.
func TestGarbage(t *testing.T) {
	for live, want := range map[uint64]int{
		0: 400, garbage / 8: 400, garbage / 4: 400, garbage / 2: 200, garbage: 100, 2 * garbage: 50,
		4 * garbage: 25, 20 * garbage: 25,
	} {
		if got := percentFor(live, busy-1, time.Second); got != want {
			t.Errorf("over %d bytes it is %d %%, not %d", live, got, want)
		}
		if live *= garbageBusy / garbage; percentFor(live, busy, time.Second) != want {
			t.Errorf("over %d bytes of a busy program it isn't %d %%", live, want)
		}
	}
	if got := percentFor(garbage, leastAsked-1, 0); got != 100 {
		t.Errorf("a few requests at once make a program busy: %d %%", got)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	new(quiet).gathers()
	before := debug.SetGCPercent(1)
	for range 1000 {
		runtime.GC()
		if debug.SetGCPercent(1) != 1 {
			return // set anew after it
		}
	}
	t.Errorf("after a thousand collections GOGC is what it was, beginning with %d", before)
}
