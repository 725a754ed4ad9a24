package web

import (
	"github.com/labstack/echo/v4"

	"ouverte/templates"
)

// partsPage shows the parts pages are drawn from, by the same templates and styles.
func (s *server) partsPage(c echo.Context) error {
	return s.page(c, templates.Frame{Title: "Parts", Sub: "what every screen is built from",
		Styles: []string{"seats.css", "coins.css"}}, templates.PartsSheet())
}
