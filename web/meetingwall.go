package web

// The wall of an evening at several tables, and the streams that tell its pages of news. It is drawn once for
// each version of the evening, for everybody who looks on.

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/show"
	"ouverte/templates/frame"
	"ouverte/templates/last"
	"ouverte/templates/meeting"
	"ouverte/templates/say"
)

// wallView is the evening as everybody sees it who looks on, with the next round as it is proposed.
func (s *server) wallView(e *show.Meeting) meeting.View {
	v := meeting.New(e, s.Now().Location())
	switch {
	case !e.Night.Open:
		v.Ended = meeting.NewEnded(e, v.Standing, s.Now().Location())
	case len(e.Playing()) == 0:
		v.Settling = v.Deals > 0 && e.Night.Money.Handed()
	case !e.LastRound() && e.Begun() && !e.Undecided(): // planning takes a while, and nobody is shown a guess
		var form seatingForm
		if form.propose(s, e) == nil {
			v.Next = s.nextView(e, &form)
			v.Guide(e)
		}
	}
	return v
}

// wallPicture is where the wall has the picture of its evening once that is closed; empty while it goes on,
// and where a link shows only how it ended.
func (s *server) wallPicture(c echo.Context, e *show.Meeting) string {
	if c.Param("secret") != "" {
		return s.lastPicture(c, e.Night)
	} else if e.Night.Open {
		return ""
	}
	return say.NightPath(e.Night.ID) + "/picture.svg"
}

// wallDrawn is the wall as it stands.
func (s *server) wallDrawn(c echo.Context, e *show.Meeting) (look, error) {
	as := *e.Night // drawn anew with each version of the evening, and with each name and face
	as.Version, as.People = e.Version, nil
	for _, p := range e.People {
		as.People = append(as.People, show.Person{ID: p.ID, Name: p.Name, Face: e.Night.Face(p.ID)})
	}
	picture := s.wallPicture(c, e)
	from := s.lookedFrom(c, e.Night, picture)
	from.offers = s.wallOffers(c, e)
	return s.looks.of(c, &as, from, func() (templ.Component, error) {
		v := s.wallView(e)
		wall := meeting.Looked(v, say.NightTitle(e.Night), from.offers)
		if picture == "" {
			if v.Ended != nil {
				v.Ended.Tables = nil
			}
			if !v.Settling {
				return wall, nil
			}
			whole := e.Whole()
			plan, err := whole.Plan()
			return within(wall, last.WallPays(whole, plan)), err
		}
		closed, err := s.lastPage(c, e.Night.ID)
		if err != nil {
			return nil, err
		}
		v.Ended.Pays = closed.Pays()
		return within(wall, last.WallEnding(closed, picture)), nil
	})
}

// wallOffers is how others join by their phones: by the link the wall itself was opened with, until everybody
// who is there has said whose phone they have; or by one this device may make.
func (s *server) wallOffers(c echo.Context, e *show.Meeting) (o meeting.Offers) {
	switch secret := c.Param("secret"); {
	case !e.Night.Open:
	case secret == "":
		if s.may(c, Scorer) {
			o.Links, o.Evening = say.NightPath(e.Night.ID)+"/watch", say.MeetingPath(e.Night.ID)
		}
	default:
		phones := s.book.Phones(e.Night.ID)
		if slices.ContainsFunc(e.Here(), func(p chain.PlayerID) bool {
			return !slices.ContainsFunc(phones, func(said door.Phone) bool { return said.Player == p })
		}) {
			o.Join = s.address(c.Request()) + watchPath(c)
		}
	}
	return o
}

func wallFrame(n *show.Night) frame.Frame {
	return frame.Frame{
		Title: say.NightTitle(n), Sub: say.RulesLine(n), Bare: true, Htmx: true,
		Styles:  []string{"coins.css", "closed.css", "watch.css", "evening.css"},
		Scripts: []string{"wall.js", "closed.js", "awake.js"},
	}
}

func (s *server) wallPage(c echo.Context, e *show.Meeting) error {
	drawn, err := s.wallDrawn(c, e)
	if err != nil {
		return err
	}
	wall := meeting.Wall(say.MeetingPath(e.Night.ID)+"/wall", "looked")
	return s.page(c, wallFrame(e.Night), within(wall, templ.Raw(string(drawn.html))))
}

func (s *server) wallNow(c echo.Context, e *show.Meeting) error {
	drawn, err := s.wallDrawn(c, e)
	if err != nil {
		return err
	}
	pageHeaders(c.Response())
	return sendReady(c.Response(), c.Request(), http.StatusOK, htmlType, drawn.html, drawn.zipped)
}

// meetingVersion is the newest entry that the pages of an evening show.
func (s *server) meetingVersion(c echo.Context) (chain.EntryID, error) {
	e, err := s.meetingOf(c)
	if err != nil {
		return 0, err
	}
	return e.Latest(), nil
}

// meetingEvents streams that something is new at the evening or at one of its tables.
func (s *server) meetingEvents(c echo.Context, e *show.Meeting) error {
	return s.follow(c, e.Night.ID, 0, s.meetingVersion)
}

// wallEvents is meetingEvents for those who look on: they hear of it a moment after the tables.
func (s *server) wallEvents(c echo.Context, e *show.Meeting) error {
	later := 20*time.Millisecond + rand.N[time.Duration](16)*10*time.Millisecond
	return s.follow(c, e.Night.ID, later, s.meetingVersion)
}
