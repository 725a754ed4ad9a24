package web

// Pairing: a device nobody knows is let in with a code, typed or scanned. Looking at the page doesn't use the
// code up, whatever a phone does with a link before it is tapped. Two ways in ask for nothing, and only a
// person who opens a page in a browser of this machine goes them: the first visit to a book without a keeper,
// and the keeper's link.

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/frame"
	"ouverte/templates/keeper"
	"ouverte/templates/say"
	"ouverte/templates/ui"
	"ouverte/web/guard"
)

var pairFrame = frame.Frame{Title: "Let this device in", Styles: []string{"keeper.css"}}

type pairForm struct {
	Code string `form:"code" validate:"required,max=40" label:"The code"`
	Name string `form:"name" validate:"required,max=100" label:"The name"`
}

// pairView is the page before anything is typed.
func (s *server) pairView(r *http.Request) keeper.PairView {
	v := keeper.PairView{Here: s.onThisMachine(r), Closed: s.book.ReadOnly(), Command: "ouverte pair",
		First: !s.book.HasKeeper(), Circle: s.Share.circle != ""}
	if v.Here && v.Closed != "" {
		v.Advice = s.book.Warnings()
	}
	switch {
	case s.PairCommand != "" && v.Here:
		v.Command = s.PairCommand
	case s.PairCommand != "":
		v.Command, v.Named = "ouverte pair --book FILE", true
	}
	return v
}

// pairPage asks for the code, unless the address has it, and for a name.
func (s *server) pairPage(c echo.Context) error {
	r := c.Request()
	v := s.pairView(r)
	v.Code = c.Param("code")
	d, was := s.device(r)
	if d.ID != 0 {
		v.Name, v.Already = d.Name, rightInWords(d.Right)
	}
	byLink := door.IsLink(v.Code)
	if v.Code == "" || v.Closed != "" && !(byLink && d.Right == Keeper) {
		return s.page(c, pairFrame, keeper.Pair(v))
	}
	if byLink && d.Right == Keeper { // it opens what this browser may do anyhow
		s.book.UseLink(v.Code)
		return s.goTo(c, "/")
	}
	if err := s.tryCode(c); err != nil {
		return err
	}
	right, only, err := s.book.CodeRight(r.Context(), v.Code)
	if err != nil {
		return s.pairRefused(c, v, err)
	}
	if byLink && v.Name == "" {
		v.Name = s.book.UnusedName("The keeper’s browser")
	} else if right == Scorer && v.Name == "" {
		v.Name = s.book.UnusedName(cmp.Or(s.nightName(s.snapshot(c), only), "The tablet"))
	}
	if byLink && v.Here && openedByHand(r) {
		token, in, err := s.book.Pair(r.Context(), v.Code, v.Name, was)
		if err != nil {
			return s.pairRefused(c, v, err)
		}
		s.letIn(c, token, was, in)
		return s.goTo(c, "/")
	}
	v.May, v.Keeps, v.Scanned = s.allowed(c, right, only), right == Keeper, true
	return s.page(c, pairFrame, keeper.Pair(v))
}

// firstKeeper makes the first browser of this machine with which a person opens a page the keeper's device of
// a book that has none, and has it ask again. done is false where that isn't so.
func (s *server) firstKeeper(c echo.Context, asked Route) (done bool, err error) {
	r := c.Request()
	if !s.pairs || asked.Stream || asked.Long || s.book.HasKeeper() || !s.onThisMachine(r) || !openedByHand(r) ||
		s.book.ReadOnly() != "" {
		return false, nil
	}
	d, was := s.device(r)
	if d.ID == 0 {
		d.Name = s.book.UnusedName("The keeper’s browser")
	}
	token, in, err := s.book.FirstKeeper(r.Context(), d.Name, was)
	if errors.As(err, new(*rules.Problem)) {
		return false, nil // somebody was faster
	}
	if err != nil {
		return false, err
	}
	s.letIn(c, token, was, in)
	return true, s.goTo(c, ownPath(r.URL.RequestURI()))
}

// openedByHand tells whether a browser shows a person the page that is asked for: nothing else made it ask,
// as far as it says. Programs that look whether we are well, and what fetches a page before it is wanted, do
// not.
func openedByHand(r *http.Request) bool {
	says := func(header string, one ...string) bool {
		said := r.Header.Get(header)
		return said == "" || slices.Contains(one, said)
	}
	return r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html") &&
		says("HX-Request") && says("Sec-Purpose") && says("Purpose") && says("X-Moz") &&
		says("Sec-Fetch-Site", "none", "same-origin") && says("Sec-Fetch-Mode", "navigate") &&
		says("Sec-Fetch-Dest", "document")
}

// letIn hands a device its token, in place of the one it had, and has the log say so.
func (s *server) letIn(c echo.Context, token, was string, d door.Device) {
	s.Log.Info("a device was let in", "request", number(c.Request()), "device", d.Name, "right", d.Right,
		"from", arrivalOf(c.Request()).from)
	s.giveToken(c, token, was)
}

// pair lets a device in.
func (s *server) pair(c echo.Context) error {
	var form pairForm
	bound := c.Bind(&form)
	v := s.pairView(c.Request())
	v.Code, v.Name = form.Code, form.Name
	if bound != nil {
		return s.pairRefused(c, v, bound)
	}
	if err := s.tryCode(c); err != nil {
		return err
	}
	_, was := s.device(c.Request())
	token, d, err := s.book.Pair(c.Request().Context(), form.Code, form.Name, was)
	if err != nil {
		return s.pairRefused(c, v, err)
	}
	s.letIn(c, token, was, d)
	if d.Right == Keeper || d.Only != 0 {
		return s.goTo(c, "/") // which leads a device that is bound to its table
	}
	return s.goTo(c, "/table")
}

func (s *server) pairRefused(c echo.Context, v keeper.PairView, err error) error {
	if errors.As(err, new(*rules.Problem)) {
		s.Log.Warn("not let in", "request", number(c.Request()), "why", err, "from", arrivalOf(c.Request()).from)
	}
	return refuse(err, func(says ui.Says) (*screen, error) {
		v.Says = says
		return &screen{pairFrame, keeper.Pair(v)}, nil
	})
}

// tryCode counts a look at a code against the client.
func (s *server) tryCode(c echo.Context) error {
	r := c.Request()
	wait, ok := s.Share.codes.Allow(guard.Neighbour(arrivalOf(r).from), s.Now())
	if ok {
		return nil
	}
	f := tooSoon(c.Response(), wait, fmt.Sprintf("Codes were tried too often. Try again in %s.", inWords(wait)))
	f.BackName, f.BackTo = "Back to the code", "/pair"
	if r.Method == http.MethodGet {
		f.BackTo = r.URL.RequestURI()
	}
	return f
}

func rightInWords(r Right) string {
	return [...]string{"nothing", "look on", "record deals and put them right", "do everything"}[r]
}

// does says what a device does with its right, and at which table only.
func (s *server) does(c echo.Context, right Right, only chain.NightID) string {
	does := [...]string{"does nothing", "looks on", "keeps score", "may do everything"}[right]
	if only != 0 {
		does += " at " + s.tableOf(c, only) + " only"
	}
	return does
}

// allowed says what a device may do, and at which table only.
func (s *server) allowed(c echo.Context, right Right, only chain.NightID) string {
	if only == 0 {
		return rightInWords(right)
	}
	return rightInWords(right) + " at " + s.tableOf(c, only) + " only"
}

func (s *server) tableOf(c echo.Context, id chain.NightID) string {
	if name := s.nightName(s.snapshot(c), id); name != "" {
		return "“" + name + "”"
	}
	return "one table"
}

func (s *server) nightName(now *show.Snapshot, id chain.NightID) string {
	n, err := now.Night(id)
	if err != nil {
		return ""
	}
	return say.NightTitle(n)
}
