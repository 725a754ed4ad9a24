package guard

import (
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
)

// MostConnections is how many are open at once, where the system gives us as many files.
const MostConnections = 4096

// gate counts connections. Ten thousand idle ones keep nobody out, and nothing grows without end.
type gate struct {
	most int

	mu    sync.Mutex
	conns map[net.Conn]*conn
	clock uint64 // counts events
}

// conn is one connection.
type conn struct {
	net.Conn
	since  uint64 // of the gate's clock: when its last request began or ended
	active bool
	known  atomic.Int32 // a Standing
}

type connKey struct{}

// Standing says whose a connection is, those last to be closed last.
type Standing int32

const (
	Stranger Standing = iota
	ByLink            // with a link, which may be in anybody's hands
	Device            // one that was let in
)

// Known notes whose connection a request came by.
func Known(ctx context.Context, who Standing) {
	if c, ok := ctx.Value(connKey{}).(*conn); ok && c.known.Load() < int32(who) {
		c.known.Store(int32(who)) // a proxy's connection is worth as much as the best that came by it
	}
}

// watch has a server report its connections.
func (g *gate) watch(srv *http.Server) {
	g.conns = map[net.Conn]*conn{}
	srv.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		return context.WithValue(ctx, connKey{}, g.enter(c))
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

// enter lets a connection in, and closes another, or this one, where there is no room.
func (g *gate) enter(c net.Conn) *conn {
	g.mu.Lock()
	g.clock++
	in := &conn{Conn: c, since: g.clock}
	var goes *conn
	if len(g.conns) >= g.most {
		if goes = g.leastMissed(); goes == nil {
			goes = in // all others are at work
		}
	}
	g.conns[c] = in
	if goes != nil {
		delete(g.conns, goes.Conn)
	}
	g.mu.Unlock()
	if goes != nil {
		goes.Close()
	}
	return in
}

// leastMissed picks strangers first, then those who come by a link, then devices; of each who waits before
// who is at work, and who is here longest. A device at work stays.
func (g *gate) leastMissed() *conn {
	var found *conn
	best := 2*int(Device) + 1
	for _, c := range g.conns {
		rank := 2 * int(c.known.Load())
		if c.active {
			rank++
		}
		if rank < best || rank == best && found != nil && c.since < found.since {
			found, best = c, rank
		}
	}
	return found
}

func (g *gate) turned(c net.Conn, active bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if in := g.conns[c]; in != nil {
		g.clock++
		in.active, in.since = active, g.clock
	}
}

func (g *gate) leave(c net.Conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.conns, c)
}
