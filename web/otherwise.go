package web

// What other house rules would have made of the evenings.

import (
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/templates"
	"ouverte/templates/stats"
)

type otherwiseForm struct {
	spanForm
	House string `form:"house" validate:"max=60"`
}

func (s *server) otherwisePage(c echo.Context, form *otherwiseForm) error {
	if err := form.span().Check(); err != nil {
		return err
	}
	houses := s.book.Houses()
	pick, money := s.pickOf(c, "/stats/otherwise", form.spanForm, "house", form.House)
	v := stats.OtherwiseView{Pick: pick, Was: money, Houses: houseOptions(houses, form.House)}
	for _, h := range houses {
		if h.House.ID == form.House {
			answer, err := s.book.Otherwise(money, form.span(), h.House)
			if err != nil {
				return err
			}
			v.Answer, v.Pick.Nights, v.Pick.Deals = &answer, answer.Nights, answer.Deals+answer.Left
		}
	}
	if form.House != "" && v.Answer == nil {
		return &ledger.NotFound{What: "house"}
	}
	f := yearsFrame("By other house rules", templates.TheBook)
	return s.page(c, f, stats.OtherwisePage(v))
}
