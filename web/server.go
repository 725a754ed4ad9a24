package web

import (
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/copies"
	"ouverte/ledger/seating"
	"ouverte/static"
	"ouverte/web/forms"
	"ouverte/web/guard"
)

// Options is what the server needs from outside. The zero Options are right for this machine alone.
type Options struct {
	Now  func() time.Time // time.Now where nil. Its time zone is the evening's
	Rand *rand.Rand       // draws for the deal; seeded by chance where nil
	Log  *slog.Logger     // slog.Default() where nil

	// Stopping is closed when the program is about to stop: streams end then.
	Stopping <-chan struct{}

	// Hosts are names the server answers to besides its addresses and localhost. Any other Host is turned
	// away, so that a page elsewhere can't reach in by pointing its own name at this machine.
	Hosts []string

	// Address tells where other devices reach the server, as "http://192.168.1.7:8052"; it goes into the codes
	// phones scan. Where it is nil, or tells nothing, it is the address each request came by.
	Address func() string

	// Named is the same address by the name that is announced, as "http://ouverte.local:8052", if one is.
	Named string

	// Proxies are the addresses of proxies that are believed about who asks, for what name, and whether over
	// TLS.
	Proxies []netip.Prefix

	// Strict tells browsers to come by https alone from now on, for half a year.
	Strict bool

	// Trust is our own certificate authority; nil where there is none.
	Trust *Trust

	// TrustThisMachine makes every visitor who seems to be on this machine the keeper, without a code, and with
	// them all who come through a forwarder on it.
	TrustThisMachine bool

	// Copies makes copies of the book by itself; nil where nobody does.
	Copies *copies.Keeper

	// Exchange has something done while the book is closed, such as a copy taking its place, and what then lies
	// there served; nil where it can't be closed.
	Exchange func(func() error) error

	// Share outlives the server; nil where nothing has to.
	Share *Share

	// ForGuest is how long the program works on another book that is sent; ten seconds where it is zero, in
	// which a book of some hundred thousand deals is read.
	ForGuest time.Duration

	// PairCommand is what makes a code on this machine where "ouverte pair" isn't enough, as it names the file
	// of the book. That name is shown to nobody who isn't let in, but on this machine.
	PairCommand string

	// Who tells who sent a request. Where nil, devices are known by their tokens, and the first browser of this
	// machine becomes the keeper's.
	Who func(*http.Request) Visitor
}

// Trust is a certificate authority of our own: its certificate to take along, and its fingerprint.
type Trust struct {
	Certificate []byte // DER
	Fingerprint string // SHA-256, as browsers show it
}

// server has the handlers; each is in the file of its noun.
type server struct {
	Options
	book   *ledger.Book // nil where there is none, and nothing to reach
	static *static.Set
	dice   dice
	looks  lookCache
	plans  seating.Memo

	streams  guard.Streams
	pairs    bool          // visitors are known as devices: Who wasn't given
	whole    chan struct{} // taken by who goes through the whole book
	copies   chan struct{} // taken by each file made of it
	guest    guest
	standing sync.Map      // DeviceID of a keeper to the *standing on its page
	handed   handed        // a copy that was handed in
	mark     string        // of the book: an open page that was drawn from another loads anew
	looking  chan struct{} // taken by who looks at a copy

	well atomic.Pointer[time.Time] // when all of the book was last found to be well
}

// Served is one book as visitors reach it: the whole program as one handler.
type Served struct {
	http.Handler
	s *server
}

func New(book *ledger.Book, o Options) *Served {
	s := newServer(book, o)
	return &Served{s.middleware(s.router()), s}
}

// Close removes what was handed in, and closes the book. Nobody is answered any more.
func (v *Served) Close() error {
	return errors.Join(v.s.put(guest{}), v.s.dropHanded(), v.s.book.Close())
}

func newServer(book *ledger.Book, o Options) *server {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.ForGuest == 0 {
		o.ForGuest = 10 * time.Second
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Rand == nil {
		o.Rand = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	s := &server{
		Options: o, book: book, static: files(), dice: dice{rand: o.Rand},
		whole: make(chan struct{}, 1), copies: make(chan struct{}, mostCopies),
		looking: make(chan struct{}, 1),
	}
	if s.Share == nil {
		s.Share = NewShare("", nil)
	}
	if book != nil {
		s.mark = book.Mark()
	}
	if book != nil && book.Well() {
		now := o.Now()
		s.well.Store(&now)
	}
	if s.Who == nil {
		s.Who, s.pairs = s.visitor, true
	}
	return s
}

// files are the embedded files, loaded once for all books of the process.
var files = sync.OnceValue(func() *static.Set {
	all, err := static.Load()
	if err != nil {
		panic(err) // a mistake in the tree; every test meets it
	}
	return all
})

// router gives echo every route, each behind its right.
func (s *server) router() *echo.Echo {
	e := s.echo()
	for _, r := range s.routes() {
		e.Add(r.Method, r.Path, r.Handle, s.before(r)...)
		if r.Method == http.MethodGet && !r.Stream {
			e.Add(http.MethodHead, r.Path, r.Handle, s.before(r)...)
		}
	}
	return e
}

// echo is one that knows our forms and our pages of errors, and no route yet.
func (s *server) echo() *echo.Echo {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler, e.Binder, e.Validator = s.wentWrong, forms.Binder{}, forms.Binder{}
	return e
}
