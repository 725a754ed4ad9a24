package webtest

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
)

// canBeCut puts the site behind a network that /cut cuts for good. Cutting the tab's alone leaves the worker
// its own.
func (h *Site) canBeCut() { h.Server = httptest.NewServer(h.Cuttable()) }

func (h *Site) Cuttable() http.Handler {
	var cut atomic.Bool
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if cut.Load() || r.URL.Path == "/cut" {
			cut.Store(true)
			panic(http.ErrAbortHandler)
		}
		h.Handler.ServeHTTP(w, r)
	})
}
