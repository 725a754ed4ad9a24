package web

// Agreeing a round of an evening at several tables, and who comes late or goes home.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/templates"
	"ouverte/web/forms"
)

// agreeRound seats a round as the form has it, or takes it back. Who leaves goes home with it. A round that
// would take tables from their deals is asked about first.
func (s *server) agreeRound(c echo.Context, e *ledger.Meeting) error {
	var form seatingForm
	err := c.Bind(&form)
	if err == nil {
		err = s.seatRound(c, e, &form)
	}
	if err == nil {
		return s.goTo(c, templates.MeetingPath(e.Night.ID))
	}
	return s.roundRefused(c, e, &form, err)
}

func (s *server) seatRound(c echo.Context, e *ledger.Meeting, f *seatingForm) error {
	if f.Key == "" {
		return forms.Bad("The form came without its key. Load the page anew and try again.")
	}
	ctx := c.Request().Context()
	if f.Do == "back" {
		_, err := s.book.TakeBackRound(ctx, s.slip(c, f.Key), e.Night.ID, ledger.EntryID(f.Saw), f.Round)
		return err
	}
	if f.Do != "without" && f.Round == e.Round+1 && len(unfinished(e)) > 0 {
		f.Asked = true
		return forms.Wrong{"round": fmt.Sprintf("Round %d isn’t over yet.", e.Round)}
	}
	seats := slices.Clone(f.Seats)
	r := ledger.Seating{Round: f.Round}
	fresh := freshNames(e)
	for i, id := range f.Tables {
		if i >= len(f.Sizes) || f.Sizes[i] > len(seats) {
			return forms.Bad("The form seats more people than there are.")
		}
		t := ledger.SeatTable{Night: id, Seats: seats[:f.Sizes[i]]}
		if id == 0 {
			t.Name, fresh = fresh[0], fresh[1:]
		}
		seats = seats[f.Sizes[i]:]
		r.Tables = append(r.Tables, t)
	}
	r.Rest = seats
	if _, err := s.book.AgreeRound(ctx, s.slip(c, f.Key), e.Night.ID, ledger.EntryID(f.Saw), r); err != nil {
		return err
	}
	for _, p := range f.Leaving {
		slip := s.slip(c, f.Key[:min(len(f.Key), 40)]+"-home-"+templates.PlayerNo(p))
		if _, err := s.book.GoHome(ctx, slip, e.Night.ID, p); err != nil {
			return err
		}
	}
	return nil
}

// meetingPeople enters somebody who comes now, by a name that is known or new. The seating that was shown is
// planned anew.
func (s *server) meetingPeople(c echo.Context, e *ledger.Meeting) error {
	var form seatingForm
	err := c.Bind(&form)
	if err == nil {
		err = s.comes(c, e, &form)
	}
	if err != nil {
		return s.roundRefused(c, e, &form, err)
	}
	return s.goTo(c, templates.MeetingPath(e.Night.ID))
}

func (s *server) comes(c echo.Context, e *ledger.Meeting, f *seatingForm) error {
	if f.Key == "" {
		return forms.Bad("The form came without its key. Load the page anew and try again.")
	}
	ctx := c.Request().Context()
	name, err := ledger.CleanName(f.NewName)
	if says, ok := said(err); ok {
		return forms.Wrong{"newname": plainly(says)[""]}
	} else if err != nil {
		return err
	}
	id, err := s.someone(c, f.Key, name)
	if err != nil {
		return err
	}
	_, err = s.book.ComeLate(ctx, s.slip(c, f.Key), e.Night.ID, ledger.PlayerID(id))
	return err
}

// someone is the player of a name, entered if nobody has it.
func (s *server) someone(c echo.Context, key, name string) (int64, error) {
	ctx := c.Request().Context()
	for _, p := range s.book.Players() {
		if strings.EqualFold(p.Name, name) {
			return int64(p.ID), nil
		}
	}
	got, err := s.book.AddPlayer(ctx, s.slip(c, key[:min(len(key), 40)]+"-new"), name)
	return got.ID, err
}
