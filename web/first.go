package web

// The first evening: five steps on the table page, until this device has dismissed them for good.

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/templates/laws"
	"ouverte/templates/table"
)

// firstCookie remembers that the steps were dismissed. It tells nothing else.
const firstCookie = "ouverte-first"

func firstEvening(c echo.Context, n *ledger.Night) *table.First {
	if _, err := c.Cookie(firstCookie); err == nil {
		noFirst(c) // so that its time starts anew
		return nil
	}
	if !n.Open {
		return nil
	}
	return &table.First{View: laws.New(n), Open: len(n.Deals) == 0}
}

func (s *Server) dismissFirst(c echo.Context) error {
	var form struct {
		Night int64 `form:"night" validate:"min=0" label:"The night"`
	}
	if err := bind(c, &form); err != nil {
		return err
	}
	noFirst(c)
	if wantsPart(c.Request()) {
		return s.part(c, http.StatusOK)
	}
	if form.Night == 0 {
		return s.goTo(c, "/")
	}
	return s.goTo(c, nightPath(ledger.NightID(form.Night)))
}

// noFirst remembers on this device that the steps were dismissed, for as long as a browser keeps a cookie.
func noFirst(c echo.Context) {
	c.SetCookie(&http.Cookie{
		Name: firstCookie, Value: "seen", Path: "/", MaxAge: int(cookieLasts.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: arrivalOf(c.Request()).secure,
	})
}
