package web

// What the pages of the book of years have in common: which evenings somebody wants to see, by an address that can be kept.

import (
	"context"
	"fmt"
	"net/url"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates/stats"
)

// spanForm is the choice of evenings in an address.
type spanForm struct {
	From  string `form:"from" validate:"omitempty,datetime=2006-01-02" label:"The first day"`
	Until string `form:"until" validate:"omitempty,datetime=2006-01-02" label:"The last day"`
	Money string `form:"money" validate:"max=10"`
}

func (f spanForm) span() ledger.Span { return ledger.Span{From: f.From, Until: f.Until} }

// address is a path with the choice in it, and more.
func (f spanForm) address(path string, more ...string) string {
	q := url.Values{}
	for i := 0; i+1 < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	for name, value := range map[string]string{"from": f.From, "until": f.Until, "money": f.Money} {
		if value != "" {
			q.Set(name, value)
		}
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// moneyOf is the money asked for, or the one most evenings were played in.
func moneyOf(f spanForm, played []ledger.Played) rules.Money {
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

// pickOf draws the choice of season and money for a page.
func (s *Server) pickOf(ctx context.Context, path string, f spanForm, more ...string) (stats.SpanPick, rules.Money, error) {
	played, err := s.book.Played(ctx)
	if err != nil {
		return stats.SpanPick{}, "", err
	}
	seasons, err := s.book.Seasons(ctx)
	if err != nil {
		return stats.SpanPick{}, "", err
	}
	money := moneyOf(f, played)
	p := stats.SpanPick{Path: path, From: f.From, Until: f.Until, Money: money}
	all := spanForm{Money: f.Money}
	p.Seasons = append(p.Seasons, stats.Choice{Name: "All years", Href: all.address(path, more...), On: f.From == "" && f.Until == ""})
	for _, season := range seasons {
		one := spanForm{season.From, season.Until, f.Money}
		p.Seasons = append(p.Seasons, stats.Choice{Name: season.Name, Href: one.address(path, more...), On: one == f})
	}
	for _, m := range played {
		one := spanForm{f.From, f.Until, string(m.Money)}
		p.Moneys = append(p.Moneys, stats.Choice{Name: stats.MoneyName(m.Money), Href: one.address(path, more...), On: m.Money == money})
	}
	return p, money, nil
}

// countsWords says what the figures of a page count.
func countsWords(nights, deals int64, money rules.Money, span ledger.Span) string {
	return fmt.Sprintf("Counts %s and %s played for %s, %s. Other moneys are never added to these.",
		plural(nights, "evening"), plural(deals, "deal"), stats.MoneyName(money), stats.SpanWords(span))
}

func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
