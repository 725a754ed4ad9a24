package web

// What a circle has of its house, and what it has to itself though the house keeps it: limits that must not
// begin anew when its book was closed for a while.

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"time"

	"ouverte/web/guard"
)

// shared are the limits of a house, over all its circles.
type shared struct {
	codes, pins *guard.Throttle
	streams     guard.Streams
	long        chan struct{} // taken by who goes through a whole book
	manners     guard.Manners
}

// newTurns is a circle's share of the processors: at most half of them, so that one that is flooded leaves
// room for another's deal; and it waits for that one.
func (s *shared) newTurns() *guard.Turns {
	return guard.NewTurns(max(1, runtime.GOMAXPROCS(0)/2), 256, &s.manners)
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
	turns       *guard.Turns
	codes, pins *guard.Throttle
	last        time.Time // when its book was closed, guarded by the house
	failed      error     // why its book couldn't be opened when it was last tried, guarded by the house
}

func newShare(name string, house *shared) *circleShare {
	return &circleShare{
		name: name, house: house, turns: house.newTurns(), codes: newCodeTries(), pins: newPINTries(),
	}
}

// join makes a server that of a circle.
func (s *server) join(c *circleShare) {
	s.share = c
	s.codeTries = tries{c.house.codes, c.codes}
	s.pinTries = tries{c.house.pins, c.pins}
}

// named tells who of this circle is meant, to a limit of the house.
func (c *circleShare) named(who string) string {
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

// turn is that of a request.
type turn struct {
	turns *guard.Turns
	done  func() // gives it back
}

type turnKey struct{}

// aside does what takes long, or waits for a visitor, without the turn of its request. The request has
// another one afterwards, unless the line is full.
func aside(r *http.Request, do func() error) error {
	if t, held := r.Context().Value(turnKey{}).(*turn); held {
		t.done()
		defer func() {
			if done, ok := t.turns.Take(r.Context()); ok {
				t.done = done
			}
		}()
	}
	return do()
}

// inTurn has a handler wait for its turn, and gives the turn back when the answer begins: pages are drawn
// whole before that, and a visitor may take them as slowly as it likes. For the same reason the form is read
// before. Where the line is full, lost says so.
func inTurn(turns *guard.Turns, handler, lost http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		readAhead(r)
		done, ok := turns.Take(r.Context())
		if !ok {
			lost.ServeHTTP(w, withLost(r, busyCircle))
			return
		}
		its := &turn{turns, done}
		defer func() { its.done() }()
		r = r.WithContext(context.WithValue(r.Context(), turnKey{}, its))
		handler.ServeHTTP(&turned{w, its}, r)
	})
}

// readAhead reads the body of a request as far as an ordinary form goes, and one byte further.
func readAhead(r *http.Request) {
	if r.Body == nil || r.Body == http.NoBody || r.ContentLength > ordinaryBody {
		return
	}
	begin, err := io.ReadAll(io.LimitReader(r.Body, ordinaryBody+1))
	rest := io.Reader(r.Body)
	if err != nil {
		rest = failing{err}
	}
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(begin), rest), r.Body}
}

// failing is what is left of a body that couldn't be read.
type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, errors.Join(f.error) }

// turned is a ResponseWriter that gives the turn back with the first byte.
type turned struct {
	http.ResponseWriter
	turn *turn
}

func (w *turned) WriteHeader(status int) {
	if status >= 200 {
		w.turn.done()
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *turned) Write(b []byte) (int, error) {
	w.turn.done()
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach deadlines.
func (w *turned) Unwrap() http.ResponseWriter { return w.ResponseWriter }
