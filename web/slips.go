package web

// The evening on paper: the plan of the rounds, and slips to write on when the power is gone.

import (
	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/templates/frame"
	"ouverte/templates/meeting"
	"ouverte/templates/say"
	"ouverte/templates/sheet"
)

type slipsForm struct {
	Round int `form:"round" validate:"min=0,max=100" label:"The round"` // 0: all that are known
}

func (s *server) slipsPage(c echo.Context, e *show.Meeting, form *slipsForm) error {
	if !e.Night.Open || len(e.InPlay()) == 0 {
		return s.goTo(c, say.NightPath(e.Night.ID))
	}
	v := meeting.NewSlips(e, e.Slips(&s.plans))
	if v.Scores, v.Pays = s.may(c, Scorer), sheet.Pays(e.Night); form.Round > 0 {
		if form.Round < e.Round || form.Round > v.Rounds[len(v.Rounds)-1].No {
			return &chain.NotFound{What: "round"}
		}
		v.One = form.Round
	}
	return s.page(c, frame.Frame{
		Title: "Slips, " + say.NightTitle(e.Night), Bare: true, Styles: []string{"scoresheet.css"},
		Scripts: []string{"print.js"},
	}, meeting.SlipsPage(v))
}
