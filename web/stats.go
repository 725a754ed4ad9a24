package web

// The circle's page in the book of years, and what other house rules would have made of the evenings.

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/stats"
)

type statsForm struct {
	spanForm
	Skip int `form:"skip" validate:"min=0,max=100000"` // of those who played most
}

func (s *Server) statsPage(c echo.Context) error {
	var form statsForm
	wrong, err := wrongOf(bind(c, &form))
	if err != nil {
		return err
	}
	return s.showStats(c, form, wrong)
}

func (s *Server) showStats(c echo.Context, form statsForm, wrong templates.Says) error {
	ctx := c.Request().Context()
	pick, money, err := s.pickOf(ctx, "/stats", form.spanForm)
	if err != nil {
		return err
	}
	span := form.span()
	if wrong == nil {
		if wrong, err = wrongOf(span.Check()); err != nil {
			return err
		}
	}
	if wrong["from"] != "" || wrong["until"] != "" {
		span = ledger.Span{}
	}
	v := stats.View{Words: s.book.Words(), Says: wrong, MaySet: s.Who(c.Request()).Right >= Scorer}
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
	if n := len(v.Book.Shown); form.Skip > 0 {
		v.Earlier = chosen.address("/stats", "skip", strconv.Itoa(max(0, form.Skip-ledger.ShownAtOnce)))
	} else if n == ledger.ShownAtOnce && n < len(v.Book.Standing) {
		v.Later = chosen.address("/stats", "skip", strconv.Itoa(n))
	}
	if n := len(v.Book.Shown); form.Skip > 0 && form.Skip+n < len(v.Book.Standing) {
		v.Later = chosen.address("/stats", "skip", strconv.Itoa(form.Skip+n))
	}
	v.Otherwise, v.Find = chosen.address("/stats/otherwise"), chosen.address("/deals")
	pick.Counts, pick.Says = countsWords(v.Book.Nights, v.Book.Deals, money, span), wrong
	pick.Of = "The book of years"
	v.Pick = pick
	status := http.StatusOK
	if wrong != nil {
		status = http.StatusUnprocessableEntity
	}
	return s.show(c, status, templates.Frame{Title: "The book of years", Here: templates.TheBook, Styles: []string{"years.css"}}, stats.Page(v))
}

type seasonForm struct {
	Day   int `form:"day" validate:"min=1,max=31" label:"The day"`
	Month int `form:"month" validate:"min=1,max=12" label:"The month"`
}

// saveSeason says when the circle's season begins.
func (s *Server) saveSeason(c echo.Context) error {
	var form seasonForm
	err := bind(c, &form)
	if err == nil {
		err = s.book.SetSeason(c.Request().Context(), fmt.Sprintf("%02d-%02d", form.Month, form.Day))
	}
	if wrong, other := wrongOf(err); wrong != nil {
		says := templates.Says{}
		for _, sentence := range wrong {
			says["begins"] = sentence
		}
		return s.showStats(c, statsForm{}, says)
	} else if other != nil {
		return other
	}
	return s.goTo(c, "/stats")
}

type otherwiseForm struct {
	spanForm
	House string `form:"house" validate:"max=60"`
	Whole bool   `form:"whole"`
}

// otherwise finds what is asked for; house is nil where nothing is yet.
func (s *Server) otherwise(c echo.Context) (form otherwiseForm, house *rules.House, err error) {
	if err := bind(c, &form); err != nil {
		return form, nil, err
	}
	if err := form.span().Check(); err != nil {
		return form, nil, err
	}
	if form.House == "" {
		return form, nil, nil
	}
	houses, err := s.book.Houses(c.Request().Context())
	if err != nil {
		return form, nil, err
	}
	for _, h := range houses {
		if h.House.ID == form.House {
			return form, h.House, nil
		}
	}
	return form, nil, &ledger.NotFound{What: "house"}
}

// otherwisePage asks; the answer comes by the stream, or, without a script, all at once.
func (s *Server) otherwisePage(c echo.Context) error {
	form, house, err := s.otherwise(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	pick, money, err := s.pickOf(ctx, "/stats/otherwise", form.spanForm, "house", form.House)
	if err != nil {
		return err
	}
	form.Money = string(money)
	houses, err := s.book.Houses(ctx)
	if err != nil {
		return err
	}
	v := stats.OtherwiseView{Pick: pick, Asked: house != nil}
	for _, h := range houses {
		v.Houses = append(v.Houses, templates.Option{Value: h.House.ID, Name: h.House.Name, On: h.House.ID == form.House})
	}
	if house != nil {
		v.Name = house.Name
		v.Stream = form.address("/stats/otherwise/events", "house", house.ID)
		v.Whole = form.address("/stats/otherwise", "house", house.ID, "whole", "1")
	}
	if house != nil && form.Whole {
		v.Stream = ""
		err := s.book.Otherwise(ctx, money, form.span(), house, func(o ledger.Otherwise) bool {
			answer := otherwiseAnswer(o, money)
			v.Answer = &answer
			return ctx.Err() == nil
		})
		if err != nil {
			return err
		}
	}
	f := templates.Frame{Title: "By other house rules", Here: templates.TheBook, Styles: []string{"years.css"}, Scripts: []string{"years.js"}}
	return s.show(c, http.StatusOK, f, stats.OtherwisePage(v))
}

func otherwiseAnswer(o ledger.Otherwise, was rules.Money) stats.OtherwiseAnswer {
	a := stats.OtherwiseAnswer{Done: o.Gone.Nights >= o.Gone.Of, Share: 1,
		Through: fmt.Sprintf("%d of %s gone through.", o.Gone.Nights, plural(o.Gone.Of, "evening")),
		Counts:  fmt.Sprintf("%s settled anew.", strings.ToUpper(plural(o.Deals, "deal")[:1])+plural(o.Deals, "deal")[1:])}
	if o.Gone.Of > 0 {
		a.Share = float64(o.Gone.Nights) / float64(o.Gone.Of)
	}
	if o.Left > 0 {
		a.Counts += fmt.Sprintf(" %s could not have been played by these rules and are left out.", plural(o.Left, "deal"))
	}
	before := map[ledger.PlayerID]int{}
	for _, l := range o.Standing {
		at := 1
		for _, other := range o.Standing {
			if other.Was > l.Was {
				at++
			}
		}
		before[l.Player] = at
	}
	sign := func(n int64) string {
		switch {
		case n > 0:
			return "w"
		case n < 0:
			return "l"
		}
		return ""
	}
	for i, l := range o.Standing {
		a.Lines = append(a.Lines, stats.OtherwiseRow{Name: l.Name, Was: was.Signed(l.Was), WasSign: sign(l.Was),
			Would: o.House.Money.Signed(l.WouldBe), WouldSign: sign(l.WouldBe), Place: i + 1, Before: before[l.Player]})
	}
	return a
}

// otherwiseEvents streams the answer as it grows. When the page goes away the reckoning stops.
func (s *Server) otherwiseEvents(c echo.Context) error {
	form, house, err := s.otherwise(c)
	if err != nil {
		return err
	}
	if house == nil {
		return &ledger.NotFound{What: "house"}
	}
	ctx, stop := context.WithCancel(c.Request().Context())
	defer stop()
	go func() {
		select {
		case <-s.Stopping:
			stop()
		case <-ctx.Done():
		}
	}()
	w := c.Response()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	out, to := http.NewResponseController(w), piece(c)
	money := rules.Money(form.Money)
	var last time.Time
	return s.book.Otherwise(ctx, money, form.span(), house, func(o ledger.Otherwise) bool {
		done := o.Gone.Nights >= o.Gone.Of
		if !done && time.Since(last) < 100*time.Millisecond {
			return true
		}
		last = time.Now()
		var text bytes.Buffer
		if err := stats.OtherwiseTable(otherwiseAnswer(o, money)).Render(ctx, &text); err != nil {
			return false
		}
		event := "part"
		if done {
			event = "done"
		}
		if _, err := fmt.Fprintf(to, "event: %s\ndata: %s\n\n", event, strings.ReplaceAll(text.String(), "\n", "\ndata: ")); err != nil {
			return false
		}
		return out.Flush() == nil
	})
}
