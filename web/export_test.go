package web

import (
	"log/slog"
	"net/http"

	"ouverte/ledger"
)

// RoutesForTest is the one list of all routes, for the tests that go through it.
func RoutesForTest() []Route { return (&server{}).routes() }

// DidForTest has the notices of each noun's page.
var DidForTest = map[string]map[string]string{"balances": balancesDid, "deal": mended, "house": houseDid,
	"penalties": penaltyDid, "person": personDid, "settle": settled}

// QuietLog is for servers whose log nobody reads.
func QuietLog() *slog.Logger { return slog.New(slog.DiscardHandler) }

// NewHeld is New with a lock in the test's hand: hold goes through the whole book until it is let go.
func NewHeld(book *ledger.Book, o Options) (h http.Handler, hold func() (letGo func())) {
	s := newServer(book, o)
	return s.middleware(s.router()), func() func() {
		s.whole <- struct{}{}
		return func() { <-s.whole }
	}
}

const MostCopies = mostCopies

// Evenings from another book, as many as come at once.
const MostComing = mostComing

var FewAtOnce = fewAtOnce
