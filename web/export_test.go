package web

import (
	"log/slog"
	"net/http"

	"ouverte/ledger"
)

// RoutesForTest is the one list of all routes, for the tests that go through it.
func RoutesForTest() []Route { return (&server{}).routes() }

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
