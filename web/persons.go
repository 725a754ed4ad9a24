package web

// Who somebody is: another name, put away and brought back, and two who turn out to be one person.

import (
	"net/http"
	"strconv"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/templates"
	"ouverte/templates/keeper"
)

func personFrame(p ledger.Player) templates.Frame {
	return templates.Frame{Title: p.Name, Sub: "name and person", Here: templates.Players, Styles: []string{"years.css"},
		Doings: []templates.Doing{{Name: "Figures", Href: templates.PlayerPath(p.ID), Primary: true}}}
}

func personPath(p ledger.PlayerID) string { return templates.PlayerPath(p) + "/person" }

// personDid says what was just done.
var personDid = map[string]string{
	"named": "The name is changed, on all evenings.", "away": "Put away.", "back": "Brought back.",
	"joined": "They are one person now.", "parted": "They are two people again.",
}

// person makes the page; as is whom they may turn out to be, where that was chosen.
func (s *Server) person(c echo.Context, p ledger.Player, as ledger.PlayerID) (keeper.PersonView, error) {
	ctx := c.Request().Context()
	v := keeper.PersonView{Path: templates.PlayerPath(p.ID), Player: p, Name: p.Name, Key: newKey()}
	all, err := s.book.Players(ctx)
	if err != nil {
		return v, err
	}
	for _, o := range all {
		if o.ID == p.ID {
			continue
		}
		v.Others = append(v.Others, o)
		if o.ID == as {
			v.As = &o
		}
	}
	joined, err := s.book.JoinedTo(ctx, p.ID)
	if err != nil {
		return v, err
	}
	for _, j := range joined {
		v.Joined = append(v.Joined, keeper.JoinedLine{Entry: strconv.FormatInt(int64(j.Entry), 10), Name: j.Name, Since: templates.Day(j.At.In(s.Now().Location()).Format(time.DateOnly))})
	}
	return v, nil
}

func (s *Server) personPage(c echo.Context) error {
	var asked struct {
		As  int64  `form:"as" validate:"min=0" label:"The other"`
		Did string `form:"did" validate:"max=20"`
	}
	if err := bind(c, &asked); err != nil {
		return err
	}
	p, err := s.playerOf(c)
	if err != nil {
		return err
	}
	v, err := s.person(c, p, ledger.PlayerID(asked.As))
	if err != nil {
		return err
	}
	v.Did = personDid[asked.Did]
	return s.show(c, http.StatusOK, personFrame(p), keeper.Person(v))
}

// personDo writes what a form of the page says, and shows the page again.
func (s *Server) personDo(c echo.Context, form any, did string, write func(p ledger.Player) (ledger.PlayerID, error), again func(v *keeper.PersonView)) error {
	p, err := s.playerOf(c)
	if err != nil {
		return err
	}
	at := p.ID
	if err = bind(c, form); err == nil {
		at, err = write(p)
	}
	if err == nil {
		return s.goTo(c, personPath(at)+"?did="+did)
	}
	v, problem := s.person(c, p, 0)
	if problem != nil {
		return problem
	}
	return refuse(err, personFrame(p), func(says templates.Says) templ.Component {
		again(&v)
		if v.Says = says; says["name"] == "" {
			v.Says = plainly(says)
		}
		return keeper.Person(v)
	})
}

func (s *Server) renamePlayer(c echo.Context) error {
	var form struct {
		Key  string `form:"key" validate:"required,max=64" label:"The key of the form"`
		Name string `form:"name" validate:"max=80" label:"The name"`
	}
	return s.personDo(c, &form, "named", func(p ledger.Player) (ledger.PlayerID, error) {
		_, err := s.book.RenamePlayer(c.Request().Context(), s.slip(c, form.Key), p.ID, form.Name)
		return p.ID, err
	}, func(v *keeper.PersonView) { v.Name = form.Name })
}

func (s *Server) putAway(c echo.Context) error {
	var form struct {
		Key  string `form:"key" validate:"required,max=64" label:"The key of the form"`
		Back bool   `form:"back"`
	}
	did := "away"
	if c.FormValue("back") != "" {
		did = "back"
	}
	return s.personDo(c, &form, did, func(p ledger.Player) (ledger.PlayerID, error) {
		set := s.book.PutAwayPlayer
		if form.Back {
			set = s.book.BringBackPlayer
		}
		_, err := set(c.Request().Context(), s.slip(c, form.Key), p.ID)
		return p.ID, err
	}, func(*keeper.PersonView) {})
}

func (s *Server) joinPlayer(c echo.Context) error {
	var form struct {
		Key string `form:"key" validate:"required,max=64" label:"The key of the form"`
		As  int64  `form:"as" validate:"required,min=1" label:"The other"`
	}
	return s.personDo(c, &form, "joined", func(p ledger.Player) (ledger.PlayerID, error) {
		stays := ledger.PlayerID(form.As)
		_, err := s.book.JoinPlayers(c.Request().Context(), s.slip(c, form.Key), p.ID, stays)
		return stays, err
	}, func(*keeper.PersonView) {})
}

// partPlayer parts two who were joined. Only what this page shows can be taken back on it.
func (s *Server) partPlayer(c echo.Context) error {
	var form struct {
		Key   string `form:"key" validate:"required,max=64" label:"The key of the form"`
		Entry int64  `form:"entry" validate:"required,min=1" label:"Who is to be parted"`
	}
	return s.personDo(c, &form, "parted", func(p ledger.Player) (ledger.PlayerID, error) {
		_, err := s.book.PartPlayers(c.Request().Context(), s.slip(c, form.Key), ledger.EntryID(form.Entry))
		return p.ID, err
	}, func(*keeper.PersonView) {})
}
