package web

// The circle's page in the book of years, and when its season begins.

import (
	"fmt"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/templates"
	"ouverte/templates/stats"
)

type statsForm struct {
	spanForm
	Skip int `form:"skip" validate:"min=0,max=100000"` // of those who played most
}

func (s *server) statsPage(c echo.Context) error {
	var form statsForm
	return s.showStats(c, &form, c.Bind(&form))
}

// showStats shows the page for a form, and what is wrong with it or with something else.
func (s *server) showStats(c echo.Context, form *statsForm, bound error) error {
	ctx := c.Request().Context()
	span, wrong, err := form.read(bound)
	if err != nil {
		return err
	}
	pick, money, err := s.pickOf(ctx, "/stats", form.spanForm)
	if err != nil {
		return err
	}
	v := stats.View{Words: s.book.Words(), Says: wrong, MaySet: s.may(c, Scorer)}
	if v.Book, err = s.book.CircleBook(ctx, money, span, form.Skip); err != nil {
		return err
	}
	if v.Rungs, err = s.book.Ladder(ctx); err != nil {
		return err
	}
	begins, err := s.book.SeasonBegins(ctx)
	if err != nil {
		return err
	}
	if day, err := time.Parse("01-02", begins); err == nil {
		v.SeasonMonth, v.SeasonDay = int(day.Month()), day.Day()
	}
	chosen := spanForm{span.From, span.Until, string(money)}
	v.Address = chosen.address
	if form.Skip == 0 {
		v.Sentences = stats.CircleSentences(v.Book, v.Words, v.Address)
	}
	v.Race = stats.NewRace(v.Book.Race, money)
	if form.Skip > 0 {
		v.Earlier = chosen.address("/stats", "skip", strconv.Itoa(max(0, form.Skip-ledger.ShownAtOnce)))
	}
	shown := len(v.Book.Shown)
	if (form.Skip > 0 || shown == ledger.ShownAtOnce) && form.Skip+shown < len(v.Book.Standing) {
		v.Later = chosen.address("/stats", "skip", strconv.Itoa(form.Skip+shown))
	}
	v.Otherwise, v.Find = chosen.address("/stats/otherwise"), chosen.address("/deals")
	v.Pick = pick
	v.Pick.Counts, v.Pick.Says = countsWords(v.Book.Nights, v.Book.Deals, money, span), wrong
	v.Pick.Of = "The book of years"
	f := yearsFrame(v.Pick.Of, templates.TheBook)
	f.Styles = append(f.Styles, "lines.css")
	return s.showWrong(c, wrong, f, stats.Page(v))
}

type seasonForm struct {
	Day   int `form:"day" validate:"min=1,max=31" label:"The day"`
	Month int `form:"month" validate:"min=1,max=12" label:"The month"`
}

// saveSeason says when the circle's season begins.
func (s *server) saveSeason(c echo.Context) error {
	var form seasonForm
	err := c.Bind(&form)
	if err == nil {
		err = s.book.SetSeason(c.Request().Context(), fmt.Sprintf("%02d-%02d", form.Month, form.Day))
	}
	if err == nil {
		return s.goTo(c, "/stats")
	}
	if says, ok := said(err); ok { // the page has one field for it
		err = &ledger.Refusal{Field: "begins", Sentence: plainly(says)[""]}
	}
	return s.showStats(c, &statsForm{}, err)
}
