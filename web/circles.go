package web

// A house of circles: many books in one folder, each served at a host name of its own by a server of its own,
// as if it were alone. The house looks at the name a request comes for, and at nothing else of it. What a
// circle has in common with the others is in circlesshare.go; circleswake.go opens books and closes them
// again; circleshost.go answers for the house itself.

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"ouverte/ledger/circles"
	"ouverte/web/guard"
)

// HouseOptions is what a house of circles needs from outside.
type HouseOptions struct {
	Now func() time.Time // time.Now where nil
	Log *slog.Logger     // slog.Default() where nil; each circle's lines have its name

	// Domains are what follows a circle's name in its host name: friday.whist.example with whist.example. The
	// house itself is at each of them, and at Hosts, which no circle can be called.
	Domains, Hosts []string

	// As in Options.
	Proxies []netip.Prefix
	Strict  bool
	Trust   *Trust

	Idle time.Duration // after which a circle that nobody uses is closed
	Most int           // circles that are open at once

	// Copies is the folder for the copies of all circles, which take so many bytes at most; empty for none.
	Copies     string
	CopiesMost int64
	CopiesOnce bool // a flag named it: of a stick, perhaps
}

// House serves every circle of a folder. Its methods may be used from many goroutines at once.
type House struct {
	HouseOptions
	folder circles.Folder
	own    *server      // of what belongs to no circle
	pages  http.Handler // its pages
	lost   http.Handler // tells why a circle isn't there
	shared *shared
	wakes  *guard.Throttle

	ctx      context.Context // ends when the house is closed
	end      context.CancelFunc
	copying  chan struct{} // taken by whose book is copied
	opening  chan struct{} // taken by who opens a book
	sweeping chan struct{} // closed when the sweeper has ended

	mu      sync.Mutex
	awake   map[string]*awake
	shares  map[string]*circleShare // of circles that are awake, or were lately
	told    map[string]string       // the faults by names in the folder, as last logged
	stopped bool                    // streams have been ended
}

// NewHouse serves the circles of a folder until Close.
func NewHouse(folder circles.Folder, o HouseOptions) *House {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	h := &House{
		HouseOptions: o, folder: folder, shared: newShared(),
		// A house of people opens a few circles an evening.
		wakes:    guard.NewThrottle(5, 100, 100, 1000),
		copying:  make(chan struct{}, 1),
		opening:  make(chan struct{}, runtime.GOMAXPROCS(0)),
		sweeping: make(chan struct{}),
		awake:    map[string]*awake{}, shares: map[string]*circleShare{}, told: map[string]string{},
	}
	h.ctx, h.end = context.WithCancel(context.Background())
	options := Options{Now: o.Now, Log: o.Log, Hosts: slices.Concat(o.Domains, o.Hosts),
		Proxies: o.Proxies, Strict: o.Strict, Trust: o.Trust}
	h.own = newServer(nil, options)
	h.pages = h.own.middleware(h.hostRouter())
	lost := newServer(nil, options)
	lost.anyName = true
	h.lost = lost.middleware(http.HandlerFunc(lost.tellLost))
	go h.sweepAlways()
	return h
}

// ServeHTTP has the circle answer whose name is asked for.
func (h *House) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	came, host := h.own.arrivalFor(r)
	name, ok := h.circleAt(host)
	switch {
	case h.atHome(host):
		h.pages.ServeHTTP(w, r)
	case !ok:
		h.tell(w, r, unknownCircle)
	default:
		a, why := h.enter(r.Context(), name, guard.Neighbour(came.from))
		if why != nil {
			h.tell(w, r, why)
			return
		}
		defer h.leave(a)
		a.handler.ServeHTTP(w, r)
	}
}

// atHome tells whether a Host is the house's own: a name of its own, localhost or an address.
func (h *House) atHome(host string) bool {
	name, ok := plainHost(host)
	if !ok {
		return false
	}
	own := func(n string) bool { return strings.EqualFold(n, name) }
	return slices.ContainsFunc(h.Hosts, own) || slices.ContainsFunc(h.Domains, own) || name == "localhost" ||
		addressIn(name).IsValid()
}

// circleAt is the name of the circle a Host asks for: the one label before a domain of the house. Upper case,
// a port and one dot at the end make no difference, as for every host name; nothing else is let pass.
func (h *House) circleAt(host string) (name string, ok bool) {
	whole, ok := plainHost(host)
	if !ok {
		return "", false
	}
	name, domain, _ := strings.Cut(whole, ".")
	known := func(d string) bool { return strings.EqualFold(d, domain) }
	return name, circles.Good(name) && (domain == "localhost" || slices.ContainsFunc(h.Domains, known))
}

// plainHost is a Host without its port, in small letters. ok is false for what is no Host of a browser's.
func plainHost(host string) (name string, ok bool) {
	for i := range len(host) {
		if host[i] <= ' ' || host[i] >= 0x7f {
			return "", false
		}
	}
	name = host
	if at, port, err := net.SplitHostPort(host); err == nil {
		if strings.Trim(port, "0123456789") != "" {
			return "", false
		}
		name = at
		if strings.HasPrefix(host, "[") != strings.Contains(at, ":") {
			return "", false // brackets are for addresses
		}
	}
	return strings.ToLower(strings.TrimSuffix(name, ".")), true
}

// Vouches tells whether the house may have a certificate for a name: its own, and those of its circles.
func (h *House) Vouches(host string) bool {
	if name, ok := plainHost(host); !ok || addressIn(name).IsValid() {
		return false
	}
	if h.atHome(host) {
		return true
	}
	name, ok := h.circleAt(host)
	if !ok {
		return false
	}
	s, _ := h.folder.State(name)
	return s != circles.Unknown && s != circles.Moved
}

// Why a circle isn't there.
var (
	unknownCircle = &fault{Status: http.StatusNotFound, Heading: "No circle has this name",
		Sentence: "Nobody keeps a book under this address. You may have mistyped it: " +
			"ask the person who keeps yours."}
	closedCircle = &fault{Status: http.StatusGone, Heading: "This circle is closed",
		Sentence: "Its book is safe. The person who runs this house can open it again."}
	movingCircle = &fault{Status: http.StatusServiceUnavailable, Heading: "This circle is being moved",
		Sentence: "It goes on in a minute, with everything in it. Deals waiting on a tablet go out then."}
	movedCircle = &fault{Status: http.StatusServiceUnavailable, Heading: "This circle lives elsewhere now",
		Sentence: "It moved to another machine, and its address doesn’t lead there yet. Try again soon."}
	brokenCircle = &fault{Status: http.StatusServiceUnavailable, Heading: "This circle can’t be opened",
		Sentence: "The person who runs this house finds the reason in its log. Every recorded deal is safe."}
	fullHouse = &fault{Status: http.StatusServiceUnavailable, Heading: "Too many circles are in use",
		Sentence: "This house is full at the moment. Try again in a minute."}
	hastyVisitor = &fault{Status: http.StatusTooManyRequests, Heading: "Wait a little",
		Sentence: "You asked for too many circles. Try again in a moment."}
	stoppedHouse = &fault{Status: http.StatusServiceUnavailable, Heading: "Ouverte is being stopped",
		Sentence: "It may be back in a moment."}
)

type lostKey struct{}

// tell answers in place of a circle.
func (h *House) tell(w http.ResponseWriter, r *http.Request, why *fault) {
	h.lost.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), lostKey{}, why)))
}

// tellLost draws the page that says why a circle isn't there. A deal that is posted to one that may come back
// waits on its tablet.
func (s *server) tellLost(w http.ResponseWriter, r *http.Request) {
	if f, ok := s.static.At(r.URL.Path); ok { // of that page
		_ = sendReady(w, r, http.StatusOK, f.Type, f.Body, f.Gzip())
		return
	}
	why, _ := r.Context().Value(lostKey{}).(*fault)
	said := *why
	if why == closedCircle && r.Method != http.MethodGet && r.Method != http.MethodHead {
		said.Status = http.StatusServiceUnavailable
	}
	if said.Status >= 500 || said.Status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "5")
	}
	s.answerFault(w, r, &said)
}

// nameStrays names in the log what in the folder is no book.
func (h *House) nameStrays() {
	all, strays, err := h.folder.List()
	if err != nil {
		h.Log.Error("the folder of circles can't be read", "error", err)
	}
	for _, a := range slices.Concat(all, strays) {
		if a.Wrong != "" && h.news(a.Name, a.Wrong) {
			h.Log.Warn("in the folder of circles lies what is no book", "name", a.Name, "what", a.Wrong)
		}
	}
}

// news tells whether something wrong wasn't told of this name last, and notes it.
func (h *House) news(name, wrong string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.told[name]
	h.told[name] = wrong
	return wrong != before
}

// houseCodes limit guessing at codes over all circles, and housePINs at PINs.
func houseCodes() *guard.Throttle { return guard.NewThrottle(rate.Every(3*time.Second), 30, 20, 200) }
func housePINs() *guard.Throttle  { return guard.NewThrottle(rate.Every(time.Minute), 5, 5, 100) }
