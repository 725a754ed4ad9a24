package web

// What outlives a book that is closed for a while, and what a circle has of its host.

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"ouverte/ledger/door"
	"ouverte/web/forms"
	"ouverte/web/guard"
)

// Limits are those of a host, over all its circles.
type Limits struct {
	codes, pins *guard.Throttle
	streams     guard.Streams
	long        chan struct{} // taken by who goes through a whole book
}

func NewLimits() *Limits {
	return &Limits{codes: guard.NewThrottle(rate.Every(3*time.Second), 30, 20, 200),
		pins: guard.NewThrottle(rate.Every(time.Minute), 5, 5, 100), long: make(chan struct{}, longInAll)}
}

// A host's limits on what stays open are below what guard lets in. No circle can take more than a third.
const (
	streamsInAll  = 3000
	streamsOfEach = 1000
	longInAll     = 4
)

// Share is what a book has that must not begin anew when it is opened again or a copy takes its place: its
// limits, and who gave the PIN. A circle's counts in the limits of its host, too.
type Share struct {
	circle      string       // its name; empty of a book that is served by itself
	of          *Limits      // nil of a book that is served by itself
	turns       *guard.Turns // at most half of the processors: the rest is for the others
	codes, pins tries
	unlocked    unlocked
	putBy       atomic.Pointer[string] // the key of the form that put the last copy back
}

// NewShare is that of a circle of a host, or of a book that is served by itself, which has no limits besides
// its own.
func NewShare(circle string, of *Limits) *Share {
	// A PIN of four digits takes a week of guessing by one device; a code lives ten minutes and has 36 bits.
	codes := guard.NewThrottle(rate.Every(6*time.Second), 10, 5, 50)
	pins := guard.NewThrottle(rate.Every(time.Minute), 5, rate.Every(10*time.Second), 20)
	s := &Share{circle: circle, of: of, codes: tries{codes}, pins: tries{pins},
		unlocked: unlocked{until: map[door.DeviceID]time.Time{}}}
	if circle != "" {
		s.turns = guard.NewTurns(max(1, runtime.GOMAXPROCS(0)/2), 256)
		s.codes, s.pins = tries{of.codes, codes}, tries{of.pins, pins}
	}
	return s
}

// tries limit guessing: by the book's own limit, and before it by that of its host.
type tries []*guard.Throttle

func (t tries) Allow(who string, now time.Time) (wait time.Duration, ok bool) {
	for _, one := range t {
		if wait, ok := one.Allow(who, now); !ok {
			return wait, false
		}
	}
	return 0, true
}

// enterStream opens a stream that counts in the host, too.
func (s *Share) enterStream() (leave func(), ok bool) {
	if s.circle == "" {
		return func() {}, true
	}
	return s.of.streams.Enter(guard.Share{Of: "all", Most: streamsInAll},
		guard.Share{Of: s.circle, Most: streamsOfEach})
}

// beginLong waits until a whole book may be gone through: in a host a few are at once.
func (s *Share) beginLong(ctx context.Context) (end func(), err error) {
	if s.circle == "" {
		return func() {}, nil
	}
	select {
	case s.of.long <- struct{}{}:
		return func() { <-s.of.long }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// inTurn has a request wait for its circle's turn once its form is read, and gives the turn back when the
// answer begins: so no visitor holds it by sending or taking slowly.
func (s *Share) inTurn(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if err := readAhead(r); err != nil {
			return err
		}
		done, ok := s.turns.Take(r.Context())
		if !ok {
			return later(c, 5, "Too much at once",
				"This circle gets more requests than it can answer. Try again in a moment.")
		}
		defer done()
		c.Response().Before(done)
		if err := next(c); err != nil {
			c.Error(err) // its page is drawn in this turn too
		}
		return nil
	}
}

// readAhead reads the body of a request as far as an ordinary form goes, and one byte further.
func readAhead(r *http.Request) error {
	if r.ContentLength > ordinaryBody {
		return nil // it is refused unread
	}
	begin, err := io.ReadAll(io.LimitReader(r.Body, ordinaryBody+1))
	if err != nil {
		return forms.ErrTorn
	}
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(begin), r.Body), r.Body}
	return nil
}
