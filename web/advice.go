package web

// The old advice, with what the circle's book says of it.

import (
	"github.com/labstack/echo/v4"

	"ouverte/templates"
	"ouverte/templates/stats"
)

func (s *server) advicePage(c echo.Context) error {
	var form spanForm
	ctx := c.Request().Context()
	span, wrong, err := form.read(c.Bind(&form))
	if err != nil {
		return err
	}
	v := stats.AdviceView{Words: s.book.Words()}
	if v.Pick, v.Money, err = s.pickOf(ctx, "/laws/advice", form); err != nil {
		return err
	}
	book, err := s.book.WholeCircle(ctx, v.Money, span)
	if err != nil {
		return err
	}
	if v.Led, err = s.book.MisereLeads(ctx, v.Money, span); err != nil {
		return err
	}
	v.Seats, v.Calls = book.Seats, book.Calls
	v.Pick.Nights, v.Pick.Deals, v.Pick.Says = book.Nights, book.Deals, wrong
	f := yearsFrame("Old advice", templates.Laws)
	return s.showWrong(c, wrong, f, stats.AdvicePage(v))
}
