package web

// Who somebody is: another name, put away and brought back, and two who turn out to be one person.

import (
	"errors"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/frame"
	"ouverte/templates/keeper"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

func personFrame(p show.Player) frame.Frame {
	f := yearsFrame(p.Name, frame.Players)
	f.Face, f.Sub = p.Face, "name and person"
	f.Doings = []frame.Doing{{Name: "Figures", Href: say.PlayerPath(p.ID), Primary: true}}
	return f
}

// personDid words the notice after each action.
var personDid = map[string]string{
	"faced": "Changed, on all evenings.",
	"named": "The name is changed, on all evenings.", "away": "Put away.", "back": "Brought back.",
	"joined": "They are one person now.", "parted": "They are two people again.",
}

// personView is the page; as is whom they may turn out to be, and part the join that may be taken back, where
// that was chosen.
func (s *server) personView(
	c echo.Context, p show.Player, as chain.PlayerID, part chain.EntryID,
) (v keeper.PersonView, err error) {
	now := s.snapshot(c)
	v = keeper.PersonView{Path: say.PlayerPath(p.ID), Player: p, Name: p.Name, Key: newKey()}
	for _, o := range now.Players() {
		if o.ID == p.ID {
			continue
		}
		v.Others = append(v.Others, o)
		if o.ID == as {
			v.As = &o
		}
	}
	for _, j := range now.JoinedTo(p.ID) {
		v.Joined = append(v.Joined, keeper.JoinedLine{
			Entry: say.EntryNo(j.Entry), Name: j.Name,
			Since: say.Day(j.At.In(s.Now().Location()).Format(time.DateOnly)),
		})
		if j.Entry == part && err == nil {
			if v.Parting, err = now.Parting(part); errors.As(err, new(*show.Stale)) {
				err = nil // parted meanwhile
			}
		}
	}
	return v, err
}

type personAsked struct {
	didForm
	As   chain.PlayerID `form:"as" validate:"min=0" label:"The other player’s number"`
	Part chain.EntryID  `form:"part" validate:"min=0" label:"The player’s number"`
}

func (s *server) personPage(c echo.Context, p show.Player) error {
	var asked personAsked
	if err := c.Bind(&asked); err != nil {
		return err
	}
	v, err := s.personView(c, p, asked.As, asked.Part)
	if err != nil {
		return err
	}
	if v.As != nil {
		var refused *rules.Problem
		if err := s.snapshot(c).MayJoin(p.ID, v.As.ID); errors.As(err, &refused) {
			v.As, v.Says = nil, ui.Says{refused.Field: refused.Sentence}
		} else if err != nil {
			return err
		}
	}
	v.Did = personDid[asked.Did]
	return s.page(c, personFrame(p), keeper.Person(v))
}

// personDo writes what a form of the page says, and shows the page of the person it is then.
func (s *server) personDo(
	c echo.Context, p show.Player, form any, write func() (at chain.PlayerID, did string, err error),
) error {
	err := c.Bind(form)
	if err == nil {
		at, did, wrong := write()
		if wrong == nil {
			return s.goTo(c, say.PlayerPath(at)+"/person?did="+did)
		}
		err = wrong
	}
	return refuse(err, func(says ui.Says) (*screen, error) {
		var part chain.EntryID
		if f, parts := form.(*partForm); parts {
			part = f.Entry
		}
		v, err := s.personView(c, p, 0, part)
		if typed, ok := c.Request().PostForm["name"]; ok {
			v.Name = typed[0]
		}
		v.Says = beside(says, []string{"name", "face", "as"})
		return &screen{personFrame(p), keeper.Person(v)}, err
	})
}

type nameForm struct {
	keyed
	Name string `form:"name" validate:"max=80" label:"The name"`
}

func (s *server) renamePlayer(c echo.Context, p show.Player) error {
	var form nameForm
	return s.personDo(c, p, &form, func() (chain.PlayerID, string, error) {
		_, err := s.book.RenamePlayer(c.Request().Context(), s.slip(c, form.Key), p.ID, form.Name)
		return p.ID, "named", err
	})
}

type faceForm struct {
	keyed
	Colour face.Colour `form:"colour" validate:"max=20"`
	Emblem face.Emblem `form:"emblem" validate:"max=20"`
}

func (s *server) chooseFace(c echo.Context, p show.Player) error {
	var form faceForm
	return s.personDo(c, p, &form, func() (chain.PlayerID, string, error) {
		_, err := s.book.ChooseFace(c.Request().Context(), s.slip(c, form.Key), p.ID,
			face.Face{Colour: form.Colour, Emblem: form.Emblem})
		return p.ID, "faced", err
	})
}

type awayForm struct {
	keyed
	Back bool `form:"back"`
}

func (s *server) putAway(c echo.Context, p show.Player) error {
	var form awayForm
	return s.personDo(c, p, &form, func() (chain.PlayerID, string, error) {
		set, did := s.book.PutAwayPlayer, "away"
		if form.Back {
			set, did = s.book.BringBackPlayer, "back"
		}
		_, err := set(c.Request().Context(), s.slip(c, form.Key), p.ID)
		return p.ID, did, err
	})
}

type joinForm struct {
	keyed
	As chain.PlayerID `form:"as" validate:"required,min=1" label:"The other player’s number"`
}

func (s *server) joinPlayer(c echo.Context, p show.Player) error {
	var form joinForm
	return s.personDo(c, p, &form, func() (chain.PlayerID, string, error) {
		gone, err := idIn[chain.PlayerID](c, "player") // sent twice, the page is already the other's
		if err == nil {
			_, err = s.book.JoinPlayers(c.Request().Context(), s.slip(c, form.Key), gone, form.As)
		}
		return form.As, "joined", err
	})
}

type partForm struct {
	keyed
	Entry chain.EntryID `form:"entry" validate:"required,min=1" label:"The player’s number"`
	Saw   chain.EntryID `form:"saw" validate:"min=0"`
}

// partPlayer parts two who were joined, as the page showed it.
func (s *server) partPlayer(c echo.Context, p show.Player) error {
	var form partForm
	return s.personDo(c, p, &form, func() (chain.PlayerID, string, error) {
		_, err := s.book.PartPlayers(c.Request().Context(), s.slip(c, form.Key), form.Entry, form.Saw)
		return p.ID, "parted", err
	})
}
