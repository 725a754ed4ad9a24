package main

import (
	"net/http"
	"net/http/httptest"
	"testing"
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
}
