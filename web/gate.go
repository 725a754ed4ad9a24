package web

// The gate: how many connections there are at the same time. When there are too many, the one that waits longest without
// doing anything goes, and those that never showed a right go before those that did. So ten thousand idle connections keep
// nobody out, and nothing grows without end.

import (
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
)

// mostGuests are connected at the same time, where the system lets us have so many.
const mostGuests = 4096

type gate struct {
	most int

	mu     sync.Mutex
	guests map[net.Conn]*guest
	clock  uint64 // counts what happened
}

// guest is one connection.
type guest struct {
	conn   net.Conn
	since  uint64 // of the gate's clock: when it last began or ended to ask for something
	active bool
	known  atomic.Bool // somebody with a right came by it
}

type guestKey struct{}

// belongs notes that the connection of a request is somebody's who may be here.
func belongs(ctx context.Context) {
	if g, ok := ctx.Value(guestKey{}).(*guest); ok {
		g.known.Store(true)
	}
}

// watch sets the gate before a server.
func (g *gate) watch(srv *http.Server) {
	g.guests = map[net.Conn]*guest{}
	srv.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		return context.WithValue(ctx, guestKey{}, g.enter(c))
	}
	srv.ConnState = func(c net.Conn, state http.ConnState) {
		switch state {
		case http.StateClosed, http.StateHijacked:
			g.leave(c)
		case http.StateActive, http.StateIdle:
			g.turned(c, state == http.StateActive)
		}
	}
}

func (g *gate) enter(c net.Conn) *guest {
	g.mu.Lock()
	var goes net.Conn
	if len(g.guests) >= g.most {
		if goes = g.dullest(); goes == nil {
			goes = c // everybody here is at work
		} else {
			delete(g.guests, goes)
		}
	}
	g.clock++
	in := &guest{conn: c, since: g.clock}
	if goes != c {
		g.guests[c] = in
	}
	g.mu.Unlock()
	if goes != nil {
		goes.Close()
	}
	return in
}

// dullest is whoever is missed least: strangers first, then those who wait, then the longest here. Known guests at work stay.
func (g *gate) dullest() net.Conn {
	var found *guest
	rank := func(x *guest) (r int) {
		if x.known.Load() {
			r += 2
		}
		if x.active {
			r++
		}
		return r
	}
	best := 3
	for _, x := range g.guests {
		if r := rank(x); r < best || r == best && found != nil && x.since < found.since {
			found, best = x, r
		}
	}
	if found == nil {
		return nil
	}
	return found.conn
}

func (g *gate) turned(c net.Conn, active bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if in := g.guests[c]; in != nil {
		g.clock++
		in.active, in.since = active, g.clock
	}
}

func (g *gate) leave(c net.Conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.guests, c)
}
