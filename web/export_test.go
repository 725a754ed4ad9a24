package web

import (
	"log/slog"
	"net/http"
	"runtime"

	"ouverte/ledger"
)

// RoutesForTest is the one list of all routes, for the tests that go through it.
func RoutesForTest() []Route { return (&Server{}).routes() }

// QuietLog is for servers whose log nobody reads.
func QuietLog() *slog.Logger { return slog.New(slog.DiscardHandler) }

// NewHeld is New with a lock in the test's hand: hold goes through the whole book until it is let go.
func NewHeld(book *ledger.Book, o Options) (h http.Handler, hold func() (letGo func())) {
	s := newServer(book, o)
	return s.porch(s.router()), func() func() {
		s.whole <- struct{}{}
		return func() { <-s.whole }
	}
}

const MostCopies = mostCopies

const MostGuests = mostGuests

var RoomFor = roomFor

// NarrowGate lets in no more than so many at the same time. quiet waits until nobody there is being answered any more: the
// last byte of an answer is there before the server knows that it has finished.
func NarrowGate(most int) (set func(*http.Server), quiet func()) {
	g := &gate{most: most}
	return g.watch, func() {
		for g.busy() {
			runtime.Gosched()
		}
	}
}

func (g *gate) busy() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, x := range g.guests {
		if x.active {
			return true
		}
	}
	return false
}
