package web

// Which evenings the pages of figures count: a choice of dates and money, in an address that can be kept.

import (
	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/say"
	"ouverte/templates/stats"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

// spanForm is the choice in an address.
type spanForm struct {
	From  string `form:"from" validate:"omitempty,datetime=2006-01-02" label:"The first day"`
	Until string `form:"until" validate:"omitempty,datetime=2006-01-02" label:"The last day"`
	Money string `form:"money" validate:"max=10"`
}

func (f spanForm) span() show.Span { return show.Span{From: f.From, Until: f.Until} }

// read gives the dates that were chosen, all years where they can't be, and what is wrong with the form, from
// how it was bound on.
func (f spanForm) read(bound error) (show.Span, ui.Says, error) {
	wrong, err := wrongOf(bound)
	if err == nil && wrong == nil {
		wrong, err = wrongOf(f.span().Check())
	}
	if wrong["from"] != "" || wrong["until"] != "" {
		return show.Span{}, wrong, err
	}
	return f.span(), wrong, err
}

// address is a path with the choice in it, and more names and values.
func (f spanForm) address(path string, more ...string) string {
	q := forms.Query(f)
	for i := 0; i+1 < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// moneyOf is the money asked for, or the one most evenings were played in.
func moneyOf(f spanForm, played []show.Played) rules.Money {
	for _, p := range played {
		if string(p.Money) == f.Money {
			return p.Money
		}
	}
	if len(played) > 0 {
		return played[0].Money
	}
	return rules.Units
}

// pickOf is the choice of season and money for a page.
func (s *server) pickOf(
	c echo.Context, path string, f spanForm, more ...string,
) (p stats.SpanPick, money rules.Money) {
	now := s.snapshot(c)
	played := now.Played()
	money = moneyOf(f, played)
	p = stats.SpanPick{Path: path, From: f.From, Until: f.Until, Money: money, May: s.may(c, Scorer)}
	season := func(name string, one spanForm) {
		p.Seasons = append(p.Seasons, stats.Choice{Name: name, Href: one.address(path, more...), On: one == f})
	}
	season("All", spanForm{Money: f.Money})
	for _, s := range now.Seasons() {
		season(s.Name, spanForm{s.From, s.Until, f.Money})
	}
	for _, m := range played {
		one := spanForm{f.From, f.Until, string(m.Money)}
		p.Moneys = append(p.Moneys, stats.Choice{
			Name: stats.MoneyWord(m.Money), Href: one.address(path, more...), On: m.Money == money,
		})
	}
	return p, money
}

// options are the answers of a select, with the one that was chosen on.
func options[T any](all []T, chosen string, of func(T) (value, name string)) []ui.Option {
	out := make([]ui.Option, len(all))
	for i, one := range all {
		out[i].Value, out[i].Name = of(one)
		out[i].On = out[i].Value == chosen
	}
	return out
}

func moneyOptions(played []show.Played, chosen string) []ui.Option {
	return options(played, chosen, func(p show.Played) (string, string) {
		return string(p.Money), stats.MoneyWord(p.Money)
	})
}

func houseOptions(houses []show.HouseLine, chosen string) []ui.Option {
	return options(houses, chosen, func(h show.HouseLine) (string, string) { return h.House.ID, h.House.Name })
}

func playerOptions(players []show.Player, chosen chain.PlayerID) []ui.Option {
	return options(players, say.PlayerNo(chosen), func(p show.Player) (string, string) {
		return say.PlayerNo(p.ID), p.Name
	})
}
