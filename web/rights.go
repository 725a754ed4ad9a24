package web

// Who may do what. A visitor is known by the token in its cookie, by a link for looking on at one night, or by being the
// browser of the machine the book lies on. behind stands before every route and lets through who has its right.

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/templates/keeper"
)

// Right is what somebody may do. Each includes those before it.
type Right = ledger.Right

const (
	Nobody  = ledger.Nobody
	Watcher = ledger.Watcher
	Scorer  = ledger.Scorer
	Keeper  = ledger.Keeper
)

// Visitor is whoever sent a request: what they may do, and the name of their device, which is kept with what they record.
type Visitor struct {
	Right  Right
	Device string
	ID     ledger.DeviceID // zero for this machine itself, and for those who are not paired
	Night  ledger.NightID  // of one who came by a link: the only night that can be looked at
}

// visitor finds out who sent a request.
func (s *Server) visitor(r *http.Request) Visitor {
	v := Visitor{}
	if s.onThisMachine(r) {
		v = Visitor{Right: Keeper, Device: ledger.ThisMachine}
	}
	if d, ok := s.book.DeviceWith(tokenIn(r)); ok {
		v = Visitor{Right: max(d.Right, v.Right), Device: d.Name, ID: d.ID}
	}
	return v
}

// The cookie with a device's token. Under TLS its name binds it to this host and to TLS.
const (
	cookie      = "ouverte"
	cookieUnder = "__Host-" + cookie
	cookieLasts = 400 * 24 * time.Hour // no browser keeps one longer; it is given anew while the device is in use
)

func cookieName(r *http.Request) string {
	if arrivalOf(r).secure {
		return cookieUnder
	}
	return cookie
}

func tokenIn(r *http.Request) string {
	c, err := r.Cookie(cookieName(r))
	if err != nil {
		return ""
	}
	return c.Value
}

// giveToken hands a device the token by which it is known from now on. Lax and not Strict: a link to the night in a message
// must open as the device it is opened on, and looking changes nothing.
func giveToken(w http.ResponseWriter, r *http.Request, token string) {
	http.SetCookie(w, &http.Cookie{
		Name: cookieName(r), Value: token, Path: "/", MaxAge: int(cookieLasts / time.Second),
		Secure: arrivalOf(r).secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// slip is what a posting hands in at the book: the key its page made, the device it comes from, and whether the answer is
// drawn from the night as it then stands.
func (s *Server) slip(c echo.Context, key string) ledger.Slip {
	return ledger.Slip{Key: key, Device: s.Who(c.Request()).Device, Show: wantsPart(c.Request())}
}

// behind puts a route behind its right, the PIN where it asks one, and its limits.
func (s *Server) behind(r Route) echo.HandlerFunc {
	limit := r.Limit
	if limit == 0 {
		limit = ordinaryBody
	}
	return func(c echo.Context) error {
		if out, ok := c.Response().Writer.(*watched); ok {
			out.route, out.stream = r.Path, r.Stream
		}
		if fromElsewhere(c.Request()) && (r.Long || strings.HasPrefix(r.Path, "/keeper")) {
			return &fault{Status: http.StatusForbidden, Heading: "That came from elsewhere",
				Sentence: "Another web page led here. Nobody is led to the keeper’s page, or to the whole book, but from here.", BackName: "To the keeper’s page", BackTo: "/keeper"}
		}
		changed := s.book.DevicesChanged() // asked for before looking, so that nothing falls between
		v, err := s.atTheDoor(c, r)
		if err != nil {
			return err
		}
		if v.Right < r.Right {
			return s.turnAway(c, v)
		}
		if r.Right > Nobody {
			s.isKnown(c, v)
		}
		if c.Request().ContentLength > limit {
			c.Response().Header().Set("Connection", "close") // nobody reads the rest
			return tooLarge(limit)
		}
		c.Request().Body = http.MaxBytesReader(innermost(c.Response()), c.Request().Body, limit)
		if c.Request().ContentLength == 0 {
			// Nothing more is to be read: how long the answer takes is nobody's fault. Where the deadline can't be moved there is none.
			_ = http.NewResponseController(c.Response()).SetReadDeadline(time.Time{})
		}
		if r.Long {
			_ = http.NewResponseController(c.Response()).SetWriteDeadline(time.Now().Add(longest))
		}
		if r.PIN {
			if done, err := s.askedPIN(c, v); done || err != nil {
				return err
			}
		}
		if r.Stream {
			return s.streamed(c, r, v, changed)
		}
		return r.Handle(c)
	}
}

// innermost is the server's own writer: MaxBytesReader tells it to hang up on a body without end instead of reading on.
func innermost(w http.ResponseWriter) http.ResponseWriter {
	for {
		outer, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return w
		}
		w = outer.Unwrap()
	}
}

// atTheDoor finds out who stands there. A link for looking on is a right by itself, good for its night alone, and only on the
// pages that are made for it.
func (s *Server) atTheDoor(c echo.Context, r Route) (Visitor, error) {
	if !strings.HasPrefix(r.Path, "/watch/:secret") {
		return s.Who(c.Request()), nil
	}
	n, err := s.watchedNight(c)
	if err != nil {
		return Visitor{}, err
	}
	c.Set(atTheDoorKey, n)
	return Visitor{Right: Watcher, Night: n.ID}, nil
}

// atTheDoorKey is under what a request carries the night of its link, so that it needn't be looked up twice.
const atTheDoorKey = "night at the door"

// turnAway shows the way in to whoever has no right to be here.
func (s *Server) turnAway(c echo.Context, v Visitor) error {
	if v.Right > Nobody {
		return &fault{Status: http.StatusForbidden, Heading: "Not from this device",
			Sentence: "This device may look on, but not do that. Whoever keeps the book can give it more from the keeper's page.",
			BackName: "To the evenings", BackTo: "/nights"}
	}
	if c.Request().Method != http.MethodGet && c.Request().Method != http.MethodHead {
		return &fault{Status: http.StatusForbidden, Heading: "Not from this device",
			Sentence: "This device isn't paired with the book, or was turned out. Nothing was recorded.", BackName: "Pair this device", BackTo: "/pair"}
	}
	return s.show(c, http.StatusForbidden, pairFrame, keeper.Pair(keeper.PairView{Turned: true}))
}

// isKnown notes that a device is in use, and that its connection belongs to somebody.
func (s *Server) isKnown(c echo.Context, v Visitor) {
	belongs(c.Request().Context())
	if v.ID == 0 {
		return
	}
	fresh, err := s.book.Saw(c.Request().Context(), v.ID)
	if err != nil {
		s.Log.Log(c.Request().Context(), unlessLeft(c.Request(), slog.LevelWarn), "not noted that a device is in use", "request", number(c.Request()), "device", v.Device, "error", err)
	}
	if fresh && !c.Response().Committed {
		giveToken(c.Response(), c.Request(), tokenIn(c.Request())) // so that its time starts anew
	}
}

// streamed runs a stream for as long as its visitor has the right to it. One who came by a link is told by the night itself
// when the link is ended.
func (s *Server) streamed(c echo.Context, r Route, v Visitor, changed <-chan struct{}) error {
	if s.streams.Add(1) > mostStreams {
		s.streams.Add(-1)
		c.Response().Header().Set("Retry-After", "30")
		return &fault{Status: http.StatusServiceUnavailable, Heading: "Too many are watching", Sentence: "The page stays as it is for now. Load it again to see what is new."}
	}
	defer s.streams.Add(-1)
	defer s.Meter.opened()()
	if v.Night != 0 {
		return r.Handle(c)
	}
	whole := c.Request()
	ctx, cut := context.WithCancel(whole.Context())
	c.SetRequest(whole.WithContext(ctx))
	var looking sync.WaitGroup
	defer func() {
		cut()
		looking.Wait()
		c.SetRequest(whole) // what went wrong is told even to a stream that was cut
	}()
	looking.Go(func() {
		for {
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
			changed = s.book.DevicesChanged()
			if v, err := s.atTheDoor(c, r); err != nil || v.Right < r.Right {
				cut()
				return
			}
		}
	})
	return r.Handle(c)
}

// longest is how long the longest answer may take before it begins.
const longest = 15 * time.Minute

// mostStreams are open at the same time. It is below what the gate lets in, so that pages and deals still come through.
const mostStreams = 3000

// ownPath makes sure that an address leads nowhere but to a page of ours.
func ownPath(to string) string {
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || len(to) == 0 || to[0] != '/' || len(to) > 1 && (to[1] == '/' || to[1] == '\\') {
		return "/"
	}
	return u.RequestURI()
}
