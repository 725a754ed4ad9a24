package main

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// TestQuiet: the program rests once nobody asked between two ticks, once for each time somebody had, and not
// while they ask.
func TestQuiet(t *testing.T) {
	var q quiet
	h := q.counting(http.NotFoundHandler())
	ticks, stop, ended := make(chan time.Time), make(chan struct{}), make(chan struct{})
	rests := 0
	go func() {
		defer close(ended)
		q.watch(ticks, stop, func() { rests++ })
	}()
	ask := func() { h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)) }
	tick := func(times int) {
		for range times {
			ticks <- time.Time{}
		}
	}
	tick(3) // nobody has asked at all
	for range 3 {
		ask()
		tick(1) // somebody has just asked
	}
	tick(4)
	ask()
	ask()
	tick(3)
	close(stop)
	<-ended
	if rests != 2 {
		t.Errorf("it rested %d times, want 2", rests)
	}
}
