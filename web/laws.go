package web

// The laws to read, of the rules of the night they were opened from, else of those last played.

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/rules/laws"
	"ouverte/templates"
	"ouverte/templates/lawbook"
)

// lawsForm is what the address says of the page. A set of house rules, and how many times its stakes are
// played for, may stand in the place of a night.
type lawsForm struct {
	Night int64  `form:"night" validate:"min=0" label:"The night"`
	Call  string `form:"call" validate:"max=20" label:"The call"`
	House string `form:"house" validate:"max=80" label:"The house rules"`
	Scale int    `form:"scale" validate:"min=0,max=1000" label:"The scale"`
}

// play is the rules a page of laws speaks of.
type play struct {
	house *rules.House // at the amounts really played for
	words rules.Words
	seats int
	night *ledger.Night // nil where none was named
	id    int64         // of the night
	name  string
}

// laws is what the rulings speak of.
func (p play) laws() laws.Play { return laws.Play{House: p.house, Seats: p.seats, Words: p.words} }

// playOf finds the rules of a night, or, for night zero, those the book would offer first.
func (s *server) playOf(ctx context.Context, night int64) (play, error) {
	if night != 0 {
		n, err := s.book.Night(ctx, ledger.NightID(night))
		if err != nil {
			return play{}, err
		}
		return play{house: n.Stakes, words: n.Words, seats: len(n.Table), night: n, id: night, name: n.Name}, nil
	}
	lines := s.book.Houses()
	p := play{house: rules.Sets()[0], words: s.book.Words(), seats: 4}
	if len(lines) > 0 {
		p.house = lines[0].House
	}
	return p, nil
}

func (s *server) lawsPage(c echo.Context, form *lawsForm) error {
	ctx := c.Request().Context()
	p, err := s.playOf(ctx, form.Night)
	if err != nil {
		return err
	}
	v := lawbook.View{Play: p.laws(), Scores: s.may(c, Scorer)}
	switch {
	case form.House != "":
		line, err := s.houseLine(form.House)
		if err != nil {
			return err
		}
		v.House = line.House
		if scaled, err := line.House.Scaled(form.Scale); err == nil { // else its amounts are too large for that
			v.House, v.Times = scaled, form.Scale
		}
		p.name = ""
	case p.night != nil:
		v = lawbook.New(p.night)
	}
	f := templates.Frame{
		Title: "Laws", Sub: p.name, Here: templates.Laws,
		Styles: []string{"laws.css"}, Scripts: []string{"laws.js", "print.js"}, Htmx: true,
	}
	return s.page(c, f, lawbook.Page(v))
}

// lawFindForm is what is looked for in the laws.
type lawFindForm struct {
	Night int64  `form:"night" validate:"min=0" label:"The night"`
	Typed string `form:"q" validate:"max=100" label:"What you look for"`
}

// findLaws searches the laws and the rulings. htmx gets what was found alone.
func (s *server) findLaws(c echo.Context, form *lawFindForm) error {
	p, err := s.playOf(c.Request().Context(), form.Night)
	if err != nil {
		return err
	}
	v := lawbook.View{Play: p.laws()}
	if p.night != nil {
		v = lawbook.New(p.night)
	}
	found := lawbook.Find(form.Typed, v)
	if wantsPart(c.Request()) {
		return s.part(c, http.StatusOK, lawbook.Found(found))
	}
	f := templates.Frame{
		Title: "Find in the laws", Sub: p.name, Here: templates.Laws, Styles: []string{"laws.css"}, Htmx: true,
	}
	return s.page(c, f, lawbook.FindPage(found))
}
