package web

// What other house rules would have made of the evenings.

import (
	"slices"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/frame"
	"ouverte/templates/stats"
)

type otherwiseForm struct {
	spanForm
	House string `form:"house" validate:"max=60"`
}

func (s *server) otherwisePage(c echo.Context, form *otherwiseForm) (err error) {
	now := s.snapshot(c)
	if err := form.span().Check(); err != nil {
		return err
	}
	pick, money := s.pickOf(c, "/stats/otherwise", form.spanForm, "house", form.House)
	v := stats.OtherwiseView{Pick: pick, Was: money, Words: now.Words()}
	var others []*rules.House
	chosen := spanForm{form.From, form.Until, string(money)}
	v.At = chosen.address
	houses := now.Houses()
	slices.SortStableFunc(houses, func(a, b show.HouseLine) int {
		return setPlace(a, money) - setPlace(b, money)
	})
	for _, h := range houses {
		played, err := now.Nights(show.NightFilter{
			House: h.House.ID, Money: money, From: form.From, Until: form.Until, Limit: 1,
		})
		if err != nil {
			return err
		}
		on := h.House.ID == form.House
		if len(played) == 0 && !h.Hidden {
			others = append(others, h.House)
		}
		v.Sets = append(v.Sets, stats.OtherwiseSet{
			Choice: stats.Choice{Name: h.House.Name, On: on,
				Href: chosen.address("/stats/otherwise", "house", h.House.ID)},
			Pays: stats.Pays(h.House, v.Words), Was: len(played) > 0,
		})
		if on {
			answer, err := now.Otherwise(money, form.span(), []*rules.House{h.House})
			if err != nil {
				return err
			}
			v.Answer = &answer.All[0]
			v.Pick.Open = answer.Open
			v.Pick.Nights, v.Pick.Deals = v.Answer.Nights, v.Answer.Deals+v.Answer.Left
		}
	}
	if form.House != "" && v.Answer == nil {
		return &chain.NotFound{What: "house"}
	}
	if form.House == "" && len(others) > 0 {
		if v.Near, err = now.Otherwise(money, form.span(), others); err != nil {
			return err
		}
		v.Pick.Open = v.Near.Open
		v.Pick.Nights, v.Pick.Deals = v.Near.All[0].Nights, v.Near.All[0].Deals+v.Near.All[0].Left
	}
	f := yearsFrame("By other house rules", frame.TheBook)
	return s.page(c, f, stats.OtherwisePage(v))
}

// setPlace puts those put away last, and the others after those of the same money.
func setPlace(h show.HouseLine, money rules.Money) int {
	switch {
	case h.Hidden:
		return 2
	case h.House.Money != money:
		return 1
	}
	return 0
}
