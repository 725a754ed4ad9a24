package web

// The laws to read: of the rules of the night they were opened from, of any set, else of those last played.

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/laws"
	"ouverte/templates/frame"
	"ouverte/templates/lawbook"
	"ouverte/templates/say"
)

// lawsOf is by which rules.
type lawsOf struct {
	Night chain.NightID `form:"night" validate:"min=0" label:"The night"`
	House string        `form:"house" validate:"max=60" label:"The rules"`
}

// lawsForm is what the address says of the page.
type lawsForm struct {
	lawsOf
	Call string `form:"call" validate:"max=20" label:"The call"`
}

// playOf finds the rules, and the night if they are a night's. Where neither is said they are those the book
// would offer first.
func (s *server) playOf(now *show.Snapshot, of lawsOf) (lawbook.View, *show.Night, error) {
	if of.Night != 0 {
		n, err := now.Night(of.Night)
		if err != nil {
			return lawbook.View{}, nil, err
		}
		return lawbook.New(n), n, nil
	}
	if of.House != "" {
		line, err := s.houseLine(now, of.House)
		if err != nil {
			return lawbook.View{}, nil, err
		}
		return lawbook.View{Play: laws.Play{House: line.House, Words: now.Words(), Seats: 4},
			Of: say.LawsOf{House: of.House}}, nil, nil
	}
	p := laws.Play{House: rules.Sets()[0], Words: now.Words(), Seats: 4}
	if lines := now.Houses(); len(lines) > 0 {
		p.House = lines[0].House
	}
	return lawbook.View{Play: p}, nil, nil
}

func (s *server) lawsPage(c echo.Context, form *lawsForm) error {
	v, _, err := s.playOf(s.snapshot(c), form.lawsOf)
	if err != nil {
		return err
	}
	v.Scores = s.may(c, Scorer)
	f := frame.Frame{
		Title: "Laws", Sub: v.NightName, Here: frame.Laws,
		Styles: []string{"laws.css"}, Scripts: []string{"laws.js", "print.js"}, Htmx: true,
	}
	return s.page(c, f, lawbook.Page(v))
}

// lawFindForm is what is looked for in the laws.
type lawFindForm struct {
	lawsOf
	Typed string `form:"q" validate:"max=100" label:"The text"`
}

// findLaws searches the laws and the rulings. htmx gets the results alone.
func (s *server) findLaws(c echo.Context, form *lawFindForm) error {
	v, _, err := s.playOf(s.snapshot(c), form.lawsOf)
	if err != nil {
		return err
	}
	found := lawbook.Find(form.Typed, v)
	if wantsPart(c.Request()) {
		return s.fragments(c, http.StatusOK, lawbook.Found(found))
	}
	f := frame.Frame{
		Title: "Find in the laws", Sub: v.NightName, Here: frame.Laws, Styles: []string{"laws.css"}, Htmx: true,
	}
	return s.page(c, f, lawbook.FindPage(found))
}
