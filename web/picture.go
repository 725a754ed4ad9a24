package web

import (
	"bytes"
	"net/http"

	"github.com/labstack/echo/v4"

	"ouverte/templates/settle"
)

// nightPicture sends a night as a picture, to be passed on.
func (s *Server) nightPicture(c echo.Context) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	var drawn bytes.Buffer
	if err := settle.NightPicture(settle.NewPicture(n)).Render(c.Request().Context(), &drawn); err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return send(c.Response(), c.Request(), http.StatusOK, "image/svg+xml", drawn.Bytes())
}
