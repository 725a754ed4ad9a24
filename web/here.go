package web

// Who is at their table once a round of an evening at several tables has begun: said by a tap on the table's
// tablet, by one's own phone, or for somebody by the organiser.

import (
	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/show"
	"ouverte/templates/say"
)

type hereForm struct {
	Key    string         `form:"key" validate:"max=64"`
	Round  int            `form:"round" validate:"min=1,max=100" label:"The round"`
	Player chain.PlayerID `form:"player" validate:"min=0" label:"The player"`
}

// sayHere is a tap on the tablet.
func (s *server) sayHere(c echo.Context, n *show.Night, form *hereForm) error {
	if err := s.isHere(c, n.Meeting, form, form.Player); err != nil {
		return s.refusedAtTable(c, err)
	}
	if !wantsPart(c.Request()) {
		return s.goTo(c, say.NightPath(n.ID))
	}
	return s.tableNow(c, n, &nowForm{})
}

// ownHere is a phone that says where its owner is.
func (s *server) ownHere(c echo.Context, n *show.Night, phone door.Phone, form *hereForm) error {
	return s.isHere(c, n.ID, form, phone.Player)
}

func (s *server) isHere(c echo.Context, meeting chain.NightID, form *hereForm, p chain.PlayerID) error {
	_, err := s.book.Seen(c.Request().Context(), s.slip(c, form.Key), meeting, form.Round, []chain.PlayerID{p},
		false)
	c.Set(snapshotKey, nil)
	return err
}
