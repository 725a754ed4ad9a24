package web

// What other house rules would have made of the evenings. The answer grows in a stream, or, without a script,
// comes at once.

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/stats"
	"ouverte/web/live"
)

type otherwiseForm struct {
	spanForm
	House string `form:"house" validate:"max=60"`
	Whole bool   `form:"whole"` // all at once
}

// otherwise checks what is asked for; house is nil where nothing is yet.
func (s *server) otherwise(
	c echo.Context, form *otherwiseForm,
) (house *rules.House, houses []ledger.HouseLine, err error) {
	if err := form.span().Check(); err != nil {
		return nil, nil, err
	}
	if houses = s.book.Houses(); form.House == "" {
		return nil, houses, nil
	}
	for _, h := range houses {
		if h.House.ID == form.House {
			return h.House, houses, nil
		}
	}
	return nil, nil, &ledger.NotFound{What: "house"}
}

func (s *server) otherwisePage(c echo.Context, form *otherwiseForm) error {
	const path = "/stats/otherwise"
	house, houses, err := s.otherwise(c, form)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	pick, money := s.pickOf(c, path, form.spanForm, "house", form.House)
	form.Money = string(money)
	v := stats.OtherwiseView{Pick: pick, Asked: house != nil, Houses: houseOptions(houses, form.House)}
	if house != nil {
		v.Name = house.Name
		v.Stream = form.address(path+"/events", "house", house.ID)
		v.Whole = form.address(path, "house", house.ID, "whole", "1")
	}
	if house != nil && form.Whole {
		v.Stream = ""
		err = s.book.Otherwise(ctx, money, form.span(), house, func(o ledger.Otherwise) bool {
			v.Answer = &stats.OtherwiseAnswer{Otherwise: o, Was: money}
			return ctx.Err() == nil
		})
	}
	if err != nil {
		return err
	}
	f := yearsFrame("By other house rules", templates.TheBook)
	f.Styles, f.Scripts = append(f.Styles, "lines.css"), []string{"years.js"}
	return s.page(c, f, stats.OtherwisePage(v))
}

// otherwiseEvents streams the answer as it grows. When the page goes away the settling stops.
func (s *server) otherwiseEvents(c echo.Context, form *otherwiseForm) error {
	house, _, err := s.otherwise(c, form)
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
	live.Begin(c.Response())
	out, to := http.NewResponseController(c.Response()), piece(c)
	money := rules.Money(form.Money)
	var last time.Time
	return s.book.Otherwise(ctx, money, form.span(), house, func(o ledger.Otherwise) bool {
		done, event := o.Gone.Nights >= o.Gone.Of, "part"
		if !done && time.Since(last) < 100*time.Millisecond {
			return true
		}
		if done {
			event = "done"
		}
		last = time.Now()
		var text bytes.Buffer
		answer := stats.OtherwiseAnswer{Otherwise: o, Was: money}
		if err := stats.OtherwiseTable(answer).Render(ctx, &text); err != nil {
			return false
		}
		lines := strings.ReplaceAll(text.String(), "\n", "\ndata: ")
		if _, err := fmt.Fprintf(to, "event: %s\ndata: %s\n\n", event, lines); err != nil {
			return false
		}
		return out.Flush() == nil
	})
}
