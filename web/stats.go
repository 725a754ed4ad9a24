package web

// The chapters of the book of years, and when its seasons begin.

import (
	"fmt"
	"strconv"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/frame"
	"ouverte/templates/stats"
)

type chapterForm struct {
	spanForm
	Skip int            `form:"skip" validate:"min=0,max=100000"` // of those who played most
	Who  chain.PlayerID `form:"who" validate:"min=0"`             // whose line is singled out
	Call string         `form:"call" validate:"max=20"`           // whose money a phone shows
}

// chapter shows one of them.
func (s *server) chapter(c echo.Context) error {
	now := s.snapshot(c)
	var form chapterForm
	here := c.Path()
	span, wrong, err := form.read(c.Bind(&form))
	if err != nil {
		return err
	}
	v := stats.ChapterView{Here: here, Words: now.Words(), Who: form.Who}
	v.Call, _ = rules.ParseCall(form.Call)
	pick, money := s.pickOf(c, here, form.spanForm)
	v.Book = now.CircleBook(money, span, form.Skip)
	v.Seasons = now.Seasons()
	chosen := spanForm{span.From, span.Until, string(money)}
	v.At = chosen.address
	if form.Skip > 0 {
		v.Earlier = chosen.address(here, "skip", strconv.Itoa(max(0, form.Skip-show.ShownAtOnce)))
	}
	shown := len(v.Book.Shown)
	if (form.Skip > 0 || shown == show.ShownAtOnce) && form.Skip+shown < len(v.Book.Standing) {
		v.Later = chosen.address(here, "skip", strconv.Itoa(form.Skip+shown))
	}
	v.Pick = pick
	v.Pick.Nights, v.Pick.Deals, v.Pick.Says = v.Book.Nights, v.Book.Deals, wrong
	v.Pick.Open = v.Book.Open
	f := yearsFrame("The book of years", frame.TheBook)
	f.Doings = []frame.Doing{{Name: "Seasons", Href: "/seasons"},
		{Name: "Other rules", Href: chosen.address("/stats/otherwise")}, {Name: "Find deals",
			Href: chosen.address("/deals")}}
	return s.showWrong(c, wrong, f, stats.Chapter(v))
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
		return s.goTo(c, "/seasons")
	}
	if says, ok := refusals(err); ok {
		err = &rules.Problem{Field: "begins", Sentence: plainly(says)[""]}
	}
	return s.showSeasons(c, err)
}
