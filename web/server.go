// Package web is the house seen from a browser: echo, one list of all routes, one file per noun.
//
// A request passes the porch (porch.go: its number, the Host it asked for, where it comes from, how large it is), then the
// right its route asks (rights.go), then one handler. A handler binds its form (bind.go), asks the book, and shows a
// page (render.go). What goes wrong is returned, and errors.go makes the one page for it. Nothing else writes a response.
package web

import (
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"ouverte/ledger"
	"ouverte/static"
)

// Options is what the house needs from outside. The zero Options are right for this machine alone.
type Options struct {
	Now   func() time.Time // the clock; time.Now where left out. Its time zone is the evening's
	Rand  *rand.Rand       // for drawing lots; seeded by chance where left out
	Log   *slog.Logger     // slog.Default() where left out
	Meter *Meter           // counts what is asked; nothing does where left out

	// Stopping is closed when the program is about to stop: streams end then, instead of keeping it waiting.
	Stopping <-chan struct{}

	// Hosts are names the house answers to besides its own addresses and localhost. Any other Host is turned away, so that
	// a page elsewhere cannot reach in by pointing its own name at this machine.
	Hosts []string

	// Address is where other devices reach the house, as "http://192.168.1.7:8052"; it goes into the codes phones scan. Where
	// left out it is the address each request came by.
	Address string

	// Proxies are the addresses of proxies whose word is taken for who asks, for what name, and whether over TLS.
	Proxies []netip.Prefix

	// Strict tells browsers never to come without TLS again. Only for certificates that everybody trusts.
	Strict bool

	// Trust is our own certificate authority, which devices have to be told to trust; nil where there is none.
	Trust *Trust

	// Who tells who sent this request. Where left out it is found out as rights.go says; this machine's own browser is the
	// keeper then, other devices are paired.
	Who func(*http.Request) Visitor
}

// Server is the house. Its handlers are in the file of their noun.
type Server struct {
	Options
	book   *ledger.Book
	static *static.Set
	lots   lots
	looks  looks

	unlocked  unlocked
	pinTries  *throttle
	codeTries *throttle
	streams   atomic.Int64
	whole     chan struct{} // taken by who goes through the whole book
	copies    chan struct{} // taken by each file made of it
}

// Trust is a certificate authority of our own: its certificate as a file to take along, and its fingerprint.
type Trust struct {
	Certificate []byte // DER
	Fingerprint string // SHA-256, as browsers show it
}

// New gives the whole house as one handler.
func New(book *ledger.Book, o Options) http.Handler {
	s := newServer(book, o)
	return s.porch(s.router())
}

func newServer(book *ledger.Book, o Options) *Server {
	files, err := static.Load()
	if err != nil {
		panic(err) // a mistake in the tree; every test meets it
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Rand == nil {
		o.Rand = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	s := &Server{
		Options: o, book: book, static: files, lots: lots{rand: o.Rand},
		whole: make(chan struct{}, 1), copies: make(chan struct{}, mostCopies),
		unlocked: unlocked{until: map[ledger.DeviceID]time.Time{}},
		// A PIN of four digits takes a week of guessing by one device; a code lives ten minutes and has 36 bits.
		pinTries:  newThrottle(rate.Every(time.Minute), 5, rate.Every(10*time.Second), 20),
		codeTries: newThrottle(rate.Every(6*time.Second), 10, 5, 50),
	}
	if s.Who == nil {
		s.Who = s.visitor
	}
	return s
}

// router hangs every route of routes.go into echo, each behind its right.
func (s *Server) router() *echo.Echo {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = s.wentWrong
	for _, r := range s.routes() {
		h := s.behind(r)
		e.Add(r.Method, r.Path, h)
		if r.Method == http.MethodGet && !r.Stream {
			e.Add(http.MethodHead, r.Path, h)
		}
	}
	return e
}
