package web

// What is answered where there is no book: under the names of a host of circles itself, and in place of a
// circle that isn't there.

import (
	"context"
	"net/http"
	"net/netip"

	"github.com/labstack/echo/v4"
)

// Front has the pages that need no book: files, how to trust our certificates, and whether all is well.
type Front struct {
	http.Handler
	s *server
}

// NewFront is a host's. ready tells what is wrong with it, for monitors and the log.
func NewFront(o Options, ready func(context.Context) error) *Front {
	s := newServer(nil, o)
	e := s.echo()
	for path, handle := range map[string]echo.HandlerFunc{"/static/*": s.staticFile, "/trust": s.trustPage,
		"/trust/ouverte.crt": s.trustFile, "/healthz": func(c echo.Context) error {
			if err := ready(c.Request().Context()); err != nil {
				s.Log.Error("the host isn't well", "request", number(c.Request()), "error", err)
				return c.String(http.StatusServiceUnavailable, NotWell+": one or more circles, or their folder\n")
			}
			return c.String(http.StatusOK, "ok\n")
		}} {
		e.GET(path, handle)
		e.HEAD(path, handle)
	}
	return &Front{s.middleware(e), s}
}

// Arrival is where a request comes from, and the Host the client used.
func (f *Front) Arrival(r *http.Request) (from netip.Addr, host string) {
	a, host := f.s.arrivalFor(r)
	return a.from, host
}

// Answer sends a page with these words, whatever is asked for. A deal that is posted to what may come back
// waits on its tablet.
func (f *Front) Answer(w http.ResponseWriter, r *http.Request, status int, heading, sentence string) {
	f.s.middleware(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if file, ok := f.s.static.At(r.URL.Path); ok { // of that page
			_ = sendReady(w, r, http.StatusOK, file.Type, file.Body, file.Gzip())
			return
		}
		if status >= 500 || status == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", "5")
		}
		f.s.answerFault(w, r, &fault{Status: status, Heading: heading, Sentence: sentence})
	})).ServeHTTP(w, r)
}
