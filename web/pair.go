package web

// Pairing: a device nobody knows is let in with a code from the terminal or the keeper's page, typed or
// scanned. Looking at the page doesn't use the code up, whatever a phone does with a link before it is
// tapped.

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/templates"
	"ouverte/templates/keeper"
	"ouverte/web/guard"
)

var pairFrame = templates.Frame{Title: "Pair this device", Styles: []string{"keeper.css"}}

type pairForm struct {
	Code string `form:"code" validate:"required,max=40" label:"The code"`
	Name string `form:"name" validate:"required,max=100" label:"The name"`
}

// pairPage asks for the code, unless the address has it, and for a name.
func (s *server) pairPage(c echo.Context) error {
	v := keeper.PairView{Code: c.Param("code")}
	if d, ok := s.book.DeviceWith(tokenIn(c.Request())); ok {
		v.Name, v.Already = d.Name, rightInWords(d.Right)
	}
	if v.Code == "" {
		return s.page(c, pairFrame, keeper.Pair(v))
	}
	if err := s.tryCode(c); err != nil {
		return err
	}
	right, err := s.book.CodeRight(c.Request().Context(), v.Code)
	if err != nil {
		return s.pairRefused(c, v, err)
	}
	v.May, v.Scanned = rightInWords(right), true
	return s.page(c, pairFrame, keeper.Pair(v))
}

// pair lets a device in.
func (s *server) pair(c echo.Context) error {
	var form pairForm
	bound := bind(c, &form)
	v := keeper.PairView{Code: form.Code, Name: form.Name}
	if bound != nil {
		return s.pairRefused(c, v, bound)
	}
	if err := s.tryCode(c); err != nil {
		return err
	}
	token, d, err := s.book.Pair(c.Request().Context(), form.Code, form.Name, tokenIn(c.Request()))
	if err != nil {
		return s.pairRefused(c, v, err)
	}
	s.Log.Info("a device was let in", "request", number(c.Request()), "device", d.Name, "right", d.Right,
		"from", arrivalOf(c.Request()).from)
	giveToken(c, token)
	if d.Right < Scorer {
		return s.goTo(c, "/nights")
	}
	return s.goTo(c, "/")
}

func (s *server) pairRefused(c echo.Context, v keeper.PairView, err error) error {
	if errors.As(err, new(*ledger.Refusal)) {
		s.Log.Warn("not let in", "request", number(c.Request()), "why", err, "from", arrivalOf(c.Request()).from)
	}
	return refuse(err, pairFrame, func(says templates.Says) templ.Component {
		v.Says = says
		return keeper.Pair(v)
	})
}

// tryCode counts a look at a code against the client.
func (s *server) tryCode(c echo.Context) error {
	r := c.Request()
	wait, ok := s.codeTries.Allow(guard.Neighbour(arrivalOf(r).from), s.Now())
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
	return [...]string{"nothing", "look on", "record and correct deals", "do everything"}[r]
}
