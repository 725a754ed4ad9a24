package web

// The old advice, with what the circle's book says of it.

import (
	"github.com/labstack/echo/v4"

	"ouverte/templates"
	"ouverte/templates/stats"
)

func (s *server) advicePage(c echo.Context) error {
	now := s.snapshot(c)
	var form spanForm
	span, wrong, err := form.read(c.Bind(&form))
	if err != nil {
		return err
	}
	v := stats.AdviceView{Words: now.Words()}
	v.Pick, v.Money = s.pickOf(c, "/laws/advice", form)
	book := now.WholeCircle(v.Money, span)
	v.Led = now.MisereLeads(v.Money, span)
	v.Seats, v.Calls = book.Seats, book.Calls
	v.Pick.Nights, v.Pick.Deals, v.Pick.Says = book.Nights, book.Deals, wrong
	f := yearsFrame("Old advice", templates.Laws)
	return s.showWrong(c, wrong, f, stats.AdvicePage(v))
}
