package web

// What a circle has of its house, and what it has to itself though the house keeps it: limits that must not
// begin anew when its book was closed for a while.

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"runtime"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/web/forms"
	"ouverte/web/guard"
)

// shared are the limits of a house, over all its circles.
type shared struct {
	codes, pins *guard.Throttle
	streams     guard.Streams
	long        chan struct{} // taken by who goes through a whole book
}

func newShared() *shared {
	return &shared{codes: houseCodes(), pins: housePINs(), long: make(chan struct{}, houseLong)}
}

// The house's limits on what stays open, below what guard lets in. No circle can take more than a third.
const (
	houseStreams  = 3000
	streamsOfEach = 1000
	houseLong     = 4
)

// circleShare is a circle's share. Its methods take a nil one, of a book that is served alone.
type circleShare struct {
	name        string
	house       *shared
	turns       *guard.Turns // at most half of the processors: the rest is for the others
	codes, pins *guard.Throttle
	*lasting
	last time.Time // when its book was closed, guarded by the house
}

func newShare(name string, house *shared) *circleShare {
	return &circleShare{
		name: name, house: house, turns: guard.NewTurns(max(1, runtime.GOMAXPROCS(0)/2), 256),
		codes: newCodeTries(), pins: newPINTries(), lasting: newLasting(),
	}
}

// join makes a server that of a circle.
func (s *server) join(c *circleShare) {
	s.share, s.lasting = c, c.lasting
	s.codeTries = tries{c.house.codes, c.codes}
	s.pinTries = tries{c.house.pins, c.pins}
}

// limitKey tells who of this circle is meant, to a limit of the house.
func (c *circleShare) limitKey(who string) string {
	if c == nil {
		return who
	}
	return c.name + " " + who
}

// enterStream opens a stream that counts in the house too.
func (c *circleShare) enterStream() (leave func(), ok bool) {
	if c == nil {
		return func() {}, true
	}
	return c.house.streams.Enter(guard.Share{Of: "all", Most: houseStreams},
		guard.Share{Of: c.name, Most: streamsOfEach})
}

// beginLong waits until a whole book may be gone through: in the house a few are at once.
func (c *circleShare) beginLong(ctx context.Context) (end func(), err error) {
	if c == nil {
		return func() {}, nil
	}
	select {
	case c.house.long <- struct{}{}:
		return func() { <-c.house.long }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// inTurn has a request wait for its circle's turn once its form is read, and gives the turn back when the
// answer begins: so no visitor holds it by sending or taking slowly.
func (c *circleShare) inTurn(next echo.HandlerFunc) echo.HandlerFunc {
	return func(ctx echo.Context) error {
		r := ctx.Request()
		if err := readAhead(r); err != nil {
			return err
		}
		done, ok := c.turns.Take(r.Context())
		if !ok {
			return later(ctx, 5, "Too much at once",
				"This circle gets more requests than it can answer. Try again in a moment.")
		}
		defer done()
		ctx.Response().Before(done)
		if err := next(ctx); err != nil {
			ctx.Error(err) // its page is drawn in this turn too
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
