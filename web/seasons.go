package web

// The seasons: a page for each, and the list of all.

import (
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/templates/frame"
	"ouverte/templates/last"
	"ouverte/templates/lineup"
	"ouverte/templates/picture"
	"ouverte/templates/say"
	"ouverte/templates/stats"
)

type seasonPageForm struct {
	Money string `form:"money" validate:"max=10"`
}

// over tells whether a season has ended: an evening that goes on after midnight is of the day it began.
func (s *server) over(now *show.Snapshot, span show.Span) bool {
	_, today := tonight(s.Now())
	if span.Until != today {
		return span.Until < today
	}
	last, _, over := now.TurnedOver(today)
	return over && span == last.Span
}

// seasonAsked is the season an address names, with its evenings.
type seasonAsked struct {
	show.Season
	before, after *stats.Choice
	moneys        []show.SeasonWon
	money         rules.Money
}

// seasonOf finds the season an address names. Where seasons began on another day when it was written down, it
// gives where the season that begins in the same year stands now.
func (s *server) seasonOf(c echo.Context, form *seasonPageForm) (
	asked *seasonAsked, elsewhere string, err error,
) {
	now := s.snapshot(c)
	all := now.Seasons()
	name := c.Param("season")
	year, _, _ := strings.Cut(name, "-")
	link := func(i int) *stats.Choice {
		if i < 0 || i >= len(all) {
			return nil
		}
		return &stats.Choice{Name: all[i].Name, Href: say.SeasonPath(all[i].Name)}
	}
	for i, season := range all {
		switch begins, _, _ := strings.Cut(season.Name, "/"); {
		case say.SeasonPath(season.Name) == say.SeasonPath(name):
			asked = &seasonAsked{Season: season, before: link(i + 1), after: link(i - 1)}
		case begins == year:
			elsewhere = say.SeasonPath(season.Name)
		}
	}
	if asked == nil && elsewhere == "" {
		return nil, "", &chain.NotFound{What: "season"}
	}
	if asked == nil {
		return nil, elsewhere, nil
	}
	asked.moneys = now.SeasonWon(asked.Season)
	asked.money = rules.Units
	for i, m := range asked.moneys {
		if i == 0 || string(m.Money) == form.Money {
			asked.money = m.Money
		}
	}
	return asked, "", nil
}

// aboutSeason gathers what a season's page is made of.
func (s *server) aboutSeason(now *show.Snapshot, asked *seasonAsked) last.Season {
	chosen := spanForm{asked.From, asked.Until, string(asked.money)}
	return last.Season{Season: asked.Season, Over: s.over(now, asked.Span), Words: now.Words(),
		At: chosen.address, Book: now.CircleBook(asked.money, asked.Span, 0)}
}

// seasonPage shows how a season ended, or how it stands.
func (s *server) seasonPage(c echo.Context, form *seasonPageForm) error {
	now := s.snapshot(c)
	asked, elsewhere, err := s.seasonOf(c, form)
	if err != nil {
		return err
	}
	if elsewhere != "" {
		return s.goTo(c, elsewhere)
	}
	v := s.aboutSeason(now, asked)
	v.Before, v.After = asked.before, asked.after
	for _, m := range asked.moneys {
		v.Moneys = append(v.Moneys, stats.Choice{Name: stats.MoneyWord(m.Money), On: m.Money == asked.money,
			Href: say.SeasonPath(v.Name) + "?money=" + string(m.Money)})
	}
	v.Open = s.openIn(now, asked.Span)
	f := yearsFrame("The season "+asked.Name, frame.TheBook)
	f.Styles, f.Scripts = append(f.Styles, "lines.css", "closed.css"), []string{"print.js"}
	if v.Sends() {
		f.Doings = []frame.Doing{{Name: "Send a picture", Href: v.PictureHref("send"), Primary: true}}
	}
	return s.page(c, f, last.SeasonPage(v))
}

// seasonCookie remembers the last day of the season this device has put away.
const seasonCookie = "ouverte-season"

// offerSeason shows a season that has ended on the first page, until it is put away or the next begins.
func (s *server) offerSeason(c echo.Context, v *lineup.StartView) {
	_, today := tonight(s.Now())
	now := s.snapshot(c)
	season, next, over := now.TurnedOver(today)
	if seen, err := c.Cookie(seasonCookie); !over || err == nil && seen.Value >= season.Until {
		return
	}
	won := now.SeasonWon(season)
	if len(won) == 0 {
		return
	}
	turned := picture.TurnedView{Next: next.Name,
		Season: s.aboutSeason(now, &seasonAsked{Season: season, money: won[0].Money})}
	if turned.Sends() {
		v.Turned, v.Begins = picture.TurnedOver(turned), next.Name != "" && len(v.Open) == 0
	}
}

// putSeasonAway has heard of it.
func (s *server) putSeasonAway(c echo.Context, form *seasonPageForm) error {
	asked, elsewhere, err := s.seasonOf(c, form)
	if err != nil {
		return err
	}
	if elsewhere == "" {
		setCookie(c, seasonCookie, asked.Until, "/")
	}
	return s.goTo(c, "/")
}

// openIn are the evenings of a season that aren't closed.
func (s *server) openIn(now *show.Snapshot, span years.Span) (out []stats.Choice) {
	for _, n := range now.OpenNights(openShown) {
		if span.Holds(n.Date) {
			out = append(out, stats.Choice{Name: say.Day(n.Date), Href: say.NightPath(n.ID)})
		}
	}
	return out
}

// seasonsPage lists all seasons, newest first.
func (s *server) seasonsPage(c echo.Context) error { return s.showSeasons(c, nil) }

// showSeasons shows them, and what is wrong with the day they begin on.
func (s *server) showSeasons(c echo.Context, bound error) error {
	now := s.snapshot(c)
	wrong, err := wrongOf(bound)
	if err != nil {
		return err
	}
	v := stats.SeasonsView{May: s.may(c, Scorer), Says: wrong}
	if day, err := time.Parse("01-02", now.SeasonBegins()); err == nil {
		v.Month, v.Day = int(day.Month()), day.Day()
	}
	v.Counted = s.ladderLines(now)
	won := now.SeasonsWon()
	for i, season := range now.Seasons() {
		v.All = append(v.All, stats.NewSeasonLine(season, s.over(now, season.Span), won[i]))
	}
	return s.showWrong(c, wrong, yearsFrame("Seasons", frame.TheBook), stats.SeasonsPage(v))
}
