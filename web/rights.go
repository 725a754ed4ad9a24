package web

// Who may do what. A visitor is known by a token in its cookie, or by a link for looking on at one night.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/templates/keeper"
	"ouverte/templates/say"
	"ouverte/web/guard"
)

// Right is what somebody may do. Each includes those before it.
type Right = door.Right

const (
	Nobody  = door.Nobody
	Watcher = door.Watcher
	Scorer  = door.Scorer
	Keeper  = door.Keeper
)

// Visitor is who sent a request: what they may do, and the name of their device, which is kept with what they
// record.
type Visitor struct {
	Right  Right
	Device string
	ID     door.DeviceID // zero for this machine where it is trusted, and for those who are not paired
	Night  chain.NightID // of one who came by a link: the only night they may see
	Only   chain.NightID // of a scorer's device bound to a table: the only night it may record at
}

// visitor finds out who sent a request.
func (s *server) visitor(r *http.Request) Visitor {
	v := Visitor{}
	if s.TrustThisMachine && s.onThisMachine(r) {
		v = Visitor{Right: Keeper, Device: door.ThisMachine}
	}
	if d, _ := s.device(r); d.ID != 0 {
		v = Visitor{Right: max(d.Right, v.Right), Device: d.Name, ID: d.ID}
		if v.Right == Scorer {
			v.Only = d.Only
		}
	}
	return v
}

// paysFormer is the form that pays what former evenings left. It names a night, and is of none.
const paysFormer = "/nights/:night/settle/former"

// atOtherTable tells whether a visitor is bound to a table that a page isn't of. Unlocking with the PIN is of
// none.
func (v Visitor) atOtherTable(c echo.Context) bool {
	if v.Only == 0 || c.Path() == "/pin" {
		return false
	}
	if c.Path() == paysFormer {
		return true
	}
	id, err := idIn[chain.NightID](c, "night")
	return err != nil || id != v.Only
}

// who is the visitor of a request, found once.
func (s *server) who(c echo.Context) Visitor {
	if v, known := c.Get(visitorKey).(Visitor); known {
		return v
	}
	v := s.Who(c.Request())
	v.Only = s.snapshot(c).TableNow(v.Only)
	c.Set(visitorKey, v)
	return v
}

const visitorKey = "visitor"

// may tells whether the visitor has a right, on this page.
func (s *server) may(c echo.Context, right Right) bool {
	v := s.who(c)
	return v.Right >= right && !(right >= Scorer && v.atOtherTable(c))
}

// slip is what a posting hands in: the key of its form, the device it comes from, and whether the answer is
// drawn from the night as it then stands.
func (s *server) slip(c echo.Context, key string) ledger.Slip {
	return ledger.Slip{Key: key, Device: s.who(c).Device, Show: wantsPart(c.Request())}
}

// before is what a request passes before its route's handler, outermost first.
func (s *server) before(r Route) []echo.MiddlewareFunc {
	all := []echo.MiddlewareFunc{fromHere(r), s.withRight(r), limited(r)}
	if s.Share.circle != "" && !r.Stream && !r.Long && r.Limit == 0 { // the others have limits of their own
		all = slices.Insert(all, 0, s.Share.inTurn)
	}
	if r.PIN {
		all = append(all, s.withPIN)
	}
	if r.Stream {
		all = append(all, s.streamed(r))
	}
	return all
}

// fromHere turns away whom another page leads to the keeper's page, or to the whole book.
func fromHere(r Route) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if crossSite(c.Request()) && (r.Long || strings.HasPrefix(r.Path, "/keeper")) {
				return &fault{Status: http.StatusForbidden, Heading: "Sent from another page",
					BackName: "To the keeper’s page", BackTo: "/keeper",
					Sentence: "Another web page led here. Only our own pages lead to the keeper’s page or the " +
						"whole book."}
			}
			return next(c)
		}
	}
}

// withRight lets in who has the right the route asks, at the table it is of.
func (s *server) withRight(r Route) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			c.Set(devicesChangedKey, s.book.DevicesChanged()) // before the right is looked at: no change falls between
			v, err := s.atTheDoor(c, r)
			if err != nil {
				return err
			}
			if v.Right < r.Right {
				return s.turnAway(c, r, v)
			}
			if r.Right >= Scorer && v.atOtherTable(c) {
				return s.toItsTable(c, r, v)
			}
			if r.Right > Nobody {
				s.markSeen(c, v)
			}
			return next(c)
		}
	}
}

const devicesChangedKey = "devices changed"

// limited sets how much may be sent to a route and how long its answer may take. Where a deadline can't be
// moved there is none.
func limited(r Route) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			limit := cmp.Or(r.Limit, ordinaryBody)
			deadlines, sent := http.NewResponseController(c.Response()), c.Request().Body
			tooLong := func() error {
				c.Response().Header().Set("Connection", "close") // nobody reads the rest
				if r.Limit > 0 {
					_ = deadlines.SetReadDeadline(time.Now().Add(longestRest))
					_, _ = io.CopyN(io.Discard, sent, mostRest)
				}
				return tooLarge(limit)
			}
			if c.Request().ContentLength > limit {
				return tooLong()
			}
			c.Request().Body = http.MaxBytesReader(innermost(c.Response()), sent, limit)
			if c.Request().ContentLength == 0 { // nothing is left to read, however long the answer takes
				_ = deadlines.SetReadDeadline(time.Time{})
			}
			if r.Long {
				_ = deadlines.SetWriteDeadline(time.Now().Add(longest))
			}
			err := next(c)
			if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
				return tooLong()
			}
			return err
		}
	}
}

// Of a file that is too large so much is passed over, for so long: programs that send all of it before they
// listen get the page, too.
const (
	mostRest    = 256 << 20
	longestRest = 20 * time.Second
)

// withPIN asks for the PIN, where there is one.
func (s *server) withPIN(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if asked, err := s.askedPIN(c); asked || err != nil {
			return err
		}
		return next(c)
	}
}

const (
	ordinaryBody = 64 << 10         // bytes; more than any form of ours comes to
	longest      = 15 * time.Minute // until the longest answer begins
)

// innermost is the server's own writer: MaxBytesReader tells it to hang up on a body without end.
func innermost(w http.ResponseWriter) http.ResponseWriter {
	for {
		outer, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return w
		}
		w = outer.Unwrap()
	}
}

// atTheDoor finds out who asks. A link for looking on is a right by itself, for its night, on the pages made
// for it.
func (s *server) atTheDoor(c echo.Context, r Route) (Visitor, error) {
	if !strings.HasPrefix(r.Path, "/watch/:secret") {
		v := s.who(c)
		c.Set(doorKey, v)
		return v, nil
	}
	if w, ok := s.book.Watched(c.Param("secret")); ok && w.Season() != 0 && r.Path == "/watch/:secret" {
		v := Visitor{Right: Watcher, Night: w.Night}
		c.Set(doorKey, v)
		return v, nil
	}
	n, err := s.watchedNight(c)
	if err != nil {
		return Visitor{}, err
	}
	c.Set(atTheDoorKey, n)
	v := Visitor{Right: Watcher, Night: n.ID}
	c.Set(doorKey, v)
	return v, nil
}

// versionAsked finds the version of the night or evening a stream follows, by its link or its number.
func (s *server) versionAsked(c echo.Context) (chain.EntryID, error) {
	switch {
	case c.Param("meeting") != "":
		return s.meetingVersion(c)
	case c.Param("secret") != "":
		return s.watchedVersion(c)
	}
	return versionOf(s.nightOf)(c)
}

// doorKey is where a request carries as whom it was let in: by its device, or by a link alone.
const doorKey = "let in as"

// atTheDoorKey is where a request carries the night of its link, so that it isn't looked up twice.
const atTheDoorKey = "night at the door"

// turnAway shows the way in to a visitor without the right. The first browser of this machine is let in.
func (s *server) turnAway(c echo.Context, r Route, v Visitor) error {
	if first, err := s.firstKeeper(c, r); first || err != nil {
		return err
	}
	if v.Right == Watcher && r.Path == "/" {
		return s.goTo(c, "/nights")
	}
	if v.Right > Nobody {
		may := "look on"
		if v.Right >= Scorer {
			may = "record"
		}
		return &fault{Status: http.StatusForbidden, Heading: "Not from this device",
			BackName: "To the evenings", BackTo: "/nights", Sentence: "This device may " + may + ", but not " +
				"do that. The book's keeper can let it do more."}
	}
	if c.Request().Method != http.MethodGet && c.Request().Method != http.MethodHead {
		return &fault{Status: http.StatusForbidden, Heading: "Not from this device",
			Sentence: "This device isn't in, or was shut out. Nothing was recorded.",
			BackName: "Let this device in", BackTo: "/pair"}
	}
	pair := s.pairView(c.Request())
	pair.Turned = true
	return s.show(c, http.StatusForbidden, pairFrame, keeper.Pair(pair))
}

// toItsTable answers a device that is bound to a table, elsewhere: the start page leads to its table.
func (s *server) toItsTable(c echo.Context, r Route, v Visitor) error {
	if r.Path == "/" && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		return s.goTo(c, say.NightPath(v.Only))
	}
	return &fault{Status: http.StatusForbidden, Heading: "Not from this device",
		BackName: "To its table", BackTo: say.NightPath(v.Only),
		Sentence: "This device records at one table only. The book's keeper can change that. Nothing was " +
			"recorded."}
}

// markSeen records that the device was used, and lifts its connection’s limits.
func (s *server) markSeen(c echo.Context, v Visitor) {
	r := c.Request()
	if v.Night != 0 {
		guard.Known(r.Context(), guard.ByLink)
		return
	}
	guard.Known(r.Context(), guard.Device)
	if v.ID == 0 {
		return
	}
	fresh, err := s.book.Saw(r.Context(), v.ID)
	if err != nil {
		s.Log.Log(r.Context(), unlessLeft(r, slog.LevelWarn), "not noted that a device is in use",
			"request", number(r), "device", v.Device, "error", err)
	}
	if fresh && !c.Response().Committed {
		keepCookie(c)
	}
}

// How many streams may be open, below what guard lets in, so that pages and deals still come through. Devices
// have a share that no link takes from. Those who look on by links share the rest: one link can't take all of
// it, and neither can one address with many links.
const (
	deviceStreams  = 1000
	streamsADevice = 50
	linkStreams    = 2000
	streamsALink   = 1000
	linksAnAddress = 1200 // a club behind one router has one
)

// shares are those a stream counts in, in its book.
func shares(c echo.Context, v Visitor) []guard.Share {
	switch {
	case v.Night != 0:
		return []guard.Share{
			{Of: "links", Most: linkStreams},
			{Of: "link " + c.Param("secret"), Most: streamsALink},
			{Of: "from " + guard.Neighbour(arrivalOf(c.Request()).from), Most: linksAnAddress},
		}
	case v.ID == 0: // this machine, trusted
		return []guard.Share{{Of: "devices", Most: deviceStreams}}
	}
	return []guard.Share{
		{Of: "devices", Most: deviceStreams}, {Of: fmt.Sprintf("device %d", v.ID), Most: streamsADevice},
	}
}

// streamed runs a stream for as long as its visitor has the right to it. A link that is ended ends its stream
// by itself. A refused page gets the version of its night, and asks again soon: so it follows, only later.
func (s *server) streamed(r Route) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			v, _ := c.Get(doorKey).(Visitor)
			leave, ok := s.streams.Enter(shares(c, v)...)
			if !ok {
				return s.tooManyStreams(c)
			}
			defer leave()
			leaveHost, ok := s.Share.enterStream()
			if !ok {
				return s.tooManyStreams(c)
			}
			defer leaveHost()
			if v.Night != 0 {
				return next(c)
			}
			return s.whileAllowed(c, r, next)
		}
	}
}

// whileAllowed cuts a stream when its device loses the right to it.
func (s *server) whileAllowed(c echo.Context, r Route, next echo.HandlerFunc) error {
	changed, _ := c.Get(devicesChangedKey).(<-chan struct{})
	whole := c.Request()
	ctx, cut := context.WithCancel(whole.Context())
	c.SetRequest(whole.WithContext(ctx))
	var looking sync.WaitGroup
	defer func() {
		cut()
		looking.Wait()
		c.SetRequest(whole) // an error goes even to a cut stream
	}()
	looking.Go(func() {
		for {
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
			changed = s.book.DevicesChanged()
			if v := s.Who(whole); v.Right < r.Right || r.Right >= Scorer && v.atOtherTable(c) {
				cut()
				return
			}
		}
	})
	return next(c)
}

// tooManyStreams tells a page that is refused a stream the version of its night.
func (s *server) tooManyStreams(c echo.Context) error {
	if version, err := s.versionAsked(c); err == nil {
		c.Response().Header().Set("Ouverte-Version", fmt.Sprint(version))
	}
	return later(c, 5, "Too many pages are open",
		"Too many pages are live. This one asks for news every few seconds.")
}

// ownPath makes sure that an address leads nowhere but to a page of ours.
func ownPath(to string) string {
	u, err := url.Parse(to)
	foreign := err != nil || u.Scheme != "" || u.Host != "" || u.User != nil
	if foreign || to == "" || to[0] != '/' || len(to) > 1 && (to[1] == '/' || to[1] == '\\') {
		return "/"
	}
	return u.RequestURI()
}
