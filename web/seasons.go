package web

// The seasons: a page for each, and the list of all.

import (
	"bytes"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/settleup"
	"ouverte/templates/stats"
)

type seasonPageForm struct {
	Money string `form:"money" validate:"max=10"`
}

// over tells whether a season has ended: an evening that goes on after midnight is of the day it began.
func (s *server) over(season ledger.Season) bool {
	_, today := evening(s.Now())
	return season.Until < today
}

// seasonAsked is the season an address names and what was played in it.
type seasonAsked struct {
	ledger.Season
	before, after *stats.Choice
	moneys        []ledger.SeasonWon
	money         rules.Money
}

// seasonOf finds the season an address names. Where seasons began on another day when it was written down, it
// gives where the season that begins in the same year stands now.
func (s *server) seasonOf(c echo.Context, form *seasonPageForm) (
	asked *seasonAsked, elsewhere string, err error,
) {
	all := s.book.Seasons()
	name := c.Param("season")
	year, _, _ := strings.Cut(name, "-")
	link := func(i int) *stats.Choice {
		if i < 0 || i >= len(all) {
			return nil
		}
		return &stats.Choice{Name: all[i].Name, Href: templates.SeasonPath(all[i].Name)}
	}
	for i, season := range all {
		switch begins, _, _ := strings.Cut(season.Name, "/"); {
		case templates.SeasonPath(season.Name) == templates.SeasonPath(name):
			asked = &seasonAsked{Season: season, before: link(i + 1), after: link(i - 1)}
		case begins == year:
			elsewhere = templates.SeasonPath(season.Name)
		}
	}
	if asked == nil && elsewhere == "" {
		return nil, "", &ledger.NotFound{What: "season"}
	}
	if asked == nil {
		return nil, elsewhere, nil
	}
	asked.moneys = s.book.SeasonWon(asked.Season)
	asked.money = rules.Units
	for i, m := range asked.moneys {
		if i == 0 || string(m.Money) == form.Money {
			asked.money = m.Money
		}
	}
	return asked, "", nil
}

// aboutSeason gathers what a season's page and picture are made of.
func (s *server) aboutSeason(asked *seasonAsked) stats.SeasonView {
	chosen := spanForm{asked.From, asked.Until, string(asked.money)}
	return stats.SeasonView{Season: asked.Season, Over: s.over(asked.Season), Words: s.book.Words(),
		At: chosen.address, Book: s.book.CircleBook(asked.money, asked.Span, 0)}
}

// seasonPage shows how a season ended, or how it stands.
func (s *server) seasonPage(c echo.Context, form *seasonPageForm) error {
	asked, elsewhere, err := s.seasonOf(c, form)
	if err != nil {
		return err
	}
	if elsewhere != "" {
		return s.goTo(c, elsewhere)
	}
	v := s.aboutSeason(asked)
	v.Before, v.After = asked.before, asked.after
	for _, m := range asked.moneys {
		v.Moneys = append(v.Moneys, stats.Choice{Name: stats.MoneyWord(m.Money), On: m.Money == asked.money,
			Href: templates.SeasonPath(v.Name) + "?money=" + string(m.Money)})
	}
	v.Open = s.openIn(asked.Span)
	f := yearsFrame("The season "+asked.Name, templates.TheBook)
	f.Styles, f.Scripts = append(f.Styles, "lines.css", "closed.css"), []string{"closed.js"}
	return s.page(c, f, stats.Season(v))
}

// openIn are the evenings of a season that aren't closed.
func (s *server) openIn(span years.Span) (out []stats.Choice) {
	for _, n := range s.book.OpenNights(openShown) {
		if span.Holds(n.Date) {
			out = append(out, stats.Choice{Name: templates.Day(n.Date), Href: templates.NightPath(n.ID)})
		}
	}
	return out
}

// seasonPicture sends a season as a picture, to be passed on.
func (s *server) seasonPicture(c echo.Context, form *seasonPageForm) error {
	ctx := c.Request().Context()
	asked, elsewhere, err := s.seasonOf(c, form)
	if err != nil {
		return err
	}
	if elsewhere != "" || len(asked.moneys) == 0 {
		return &ledger.NotFound{What: "season"}
	}
	v := s.aboutSeason(asked)
	var standing []settleup.Stood
	for _, p := range v.Book.Standing {
		standing = append(standing, settleup.Stood{Name: p.Name, Face: p.Face, Score: p.Score})
	}
	var drawn bytes.Buffer
	picture := settleup.NewSeasonPicture(v.Title(), v.Counts(), asked.money, standing, v.Lines(),
		v.Awards().Lines())
	if err := settleup.NightPicture(picture).Render(ctx, &drawn); err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return send(c.Response(), c.Request(), http.StatusOK, "image/svg+xml", drawn.Bytes())
}

// seasonsPage lists all seasons, newest first.
func (s *server) seasonsPage(c echo.Context) error { return s.showSeasons(c, nil) }

// showSeasons shows them, and what is wrong with the day they begin on.
func (s *server) showSeasons(c echo.Context, bound error) error {
	wrong, err := wrongOf(bound)
	if err != nil {
		return err
	}
	v := stats.SeasonsView{May: s.may(c, Scorer), Says: wrong}
	if day, err := time.Parse("01-02", s.book.SeasonBegins()); err == nil {
		v.Month, v.Day = int(day.Month()), day.Day()
	}
	for _, season := range s.book.Seasons() {
		v.All = append(v.All, stats.NewSeasonLine(season, s.over(season), s.book.SeasonWon(season)))
	}
	return s.showWrong(c, wrong, yearsFrame("Seasons", templates.TheBook), stats.SeasonsPage(v))
}

// justOver is for how many days the first page and the evenings say that a season has ended.
const justOver = 31

// seasonOver names the season that ended lately and had a deal; empty where none did.
func (s *server) seasonOver() string {
	_, today := evening(s.Now())
	for _, season := range s.book.Seasons() {
		ended, err := time.Parse(time.DateOnly, season.Until)
		if err != nil || !s.over(season) {
			continue
		}
		if ended.AddDate(0, 0, justOver).Format(time.DateOnly) < today || len(s.book.SeasonWon(season)) == 0 {
			break
		}
		return season.Name
	}
	return ""
}
