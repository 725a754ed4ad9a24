package web

// The first evening: five steps on the table page, until this device has dismissed them for good.

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/templates"
)

// firstCookie remembers that the steps were dismissed. It tells nothing else.
const firstCookie = "ouverte-first"

func firstEvening(c echo.Context, n *ledger.Night) *templates.FirstView {
	if _, err := c.Cookie(firstCookie); err == nil || !n.Open {
		return nil
	}
	return &templates.FirstView{House: n.Stakes, Words: n.Words, Night: int64(n.ID), Open: len(n.Deals) == 0}
}

func (s *Server) dismissFirst(c echo.Context) error {
	var form struct {
		Night int64 `form:"night" validate:"min=0" label:"The night"`
	}
	if err := bind(c, &form); err != nil {
		return err
	}
	c.SetCookie(&http.Cookie{
		Name: firstCookie, Value: "seen", Path: "/", MaxAge: int((10 * 365 * 24 * time.Hour).Seconds()),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: arrivalOf(c.Request()).secure,
	})
	if wantsPart(c.Request()) {
		return s.part(c, http.StatusOK)
	}
	if form.Night == 0 {
		return s.goTo(c, "/")
	}
	return s.goTo(c, nightPath(ledger.NightID(form.Night)))
}
