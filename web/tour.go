package web

import "github.com/labstack/echo/v4"

// tourCookie remembers that the card of a demo's tour was put away.
const tourCookie = "ouverte-tour"

type tourForm struct {
	To string `form:"to" validate:"max=500"` // the page it was put away on
}

func (s *server) putTourAway(c echo.Context) error {
	var form tourForm
	if err := c.Bind(&form); err != nil {
		return err
	}
	setCookie(c, tourCookie, "away", "/")
	return s.goTo(c, ownPath(form.To))
}
