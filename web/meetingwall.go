package web

// The wall of an evening at several tables, and the streams that tell its pages of news. It is drawn once for
// each version of the evening, for everybody who looks on.

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/show"
	"ouverte/templates"
	"ouverte/templates/meeting"
	"ouverte/templates/settleup"
)

// wallView is the evening as everybody sees it who looks on, with the next round as it is proposed.
func (s *server) wallView(e *show.Meeting) meeting.View {
	v := meeting.New(e)
	switch {
	case !e.Night.Open:
		v.Ended = meeting.NewEnded(e, v.Standing, s.Now().Location())
	case len(e.Playing()) == 0:
		v.Settling = v.Deals > 0 && e.Night.Money.Handed()
	case !e.LastRound() && e.Begun():
		var form seatingForm
		if form.propose(s, e) == nil {
			v.Next = s.nextView(e, &form)
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
	return templates.NightPath(e.Night.ID) + "/picture.svg"
}

// wallDrawn is the wall as it stands.
func (s *server) wallDrawn(c echo.Context, e *show.Meeting) (look, error) {
	as := *e.Night // drawn anew with each version of the evening, and with each name and face
	as.Version, as.People = e.Version, nil
	for _, p := range e.People {
		as.People = append(as.People, show.Person{ID: p.ID, Name: p.Name, Face: e.Night.Face(p.ID)})
	}
	picture := s.wallPicture(c, e)
	return s.looks.of(c, &as, s.lookedFrom(c, e.Night, picture), func() (templ.Component, error) {
		v := s.wallView(e)
		if picture == "" {
			if v.Ended != nil {
				v.Ended.Tables = nil
			}
			wall := meeting.Looked(v, templates.NightTitle(e.Night))
			if !v.Settling {
				return wall, nil
			}
			whole := e.Whole()
			plan, err := whole.Plan()
			return within(wall, settleup.WallPays(whole, plan)), err
		}
		last, err := s.lastPage(c, e.Night.ID)
		if err != nil {
			return nil, err
		}
		v.Ended.Pays = last.Pays()
		return within(meeting.Looked(v, templates.NightTitle(e.Night)), settleup.WallEnding(last, picture)), nil
	})
}

// lineCookie remembers, below one wall, whose line a phone shows first.
const lineCookie = "ouverte-line"

func (s *server) wallPage(c echo.Context, e *show.Meeting) error {
	at := strings.TrimSuffix(c.Request().URL.Path, "/")
	if me := c.QueryParam("me"); me != "" {
		id, err := strconv.ParseInt(me, 10, 64)
		if err != nil || id < 0 {
			return &ledger.NotFound{What: "player"}
		}
		setCookie(c, lineCookie, strconv.FormatInt(id, 10), at)
		return s.goTo(c, at)
	}
	drawn, err := s.wallDrawn(c, e)
	if err != nil {
		return err
	}
	var me int64
	if cookie, err := c.Cookie(lineCookie); err == nil {
		me, _ = strconv.ParseInt(cookie.Value, 10, 64)
	}
	f := templates.Frame{
		Title: templates.NightTitle(e.Night), Sub: templates.RulesLine(e.Night), Bare: true, Htmx: true,
		Styles:  []string{"coins.css", "closed.css", "evening.css"},
		Scripts: []string{"wall.js", "closed.js", "awake.js"},
	}
	v := meeting.New(e)
	if me != 0 || !e.Night.Open {
		v = s.wallView(e)
	}
	on := meeting.OnWall{Address: at}
	if e.Night.Open && c.Param("secret") != "" {
		on.Join = s.address(c.Request()) + at
	} else if e.Night.Open && s.may(c, Scorer) {
		on.Links, on.Evening = templates.NightPath(e.Night.ID)+"/watch", templates.MeetingPath(e.Night.ID)
	}
	wall := meeting.Wall(on, ledger.PlayerID(me), v)
	return s.page(c, f, within(wall, templ.Raw(string(drawn.html))))
}

func (s *server) wallNow(c echo.Context, e *show.Meeting) error {
	drawn, err := s.wallDrawn(c, e)
	if err != nil {
		return err
	}
	pageHeaders(c.Response())
	return sendReady(c.Response(), c.Request(), http.StatusOK, htmlType, drawn.html, drawn.zipped)
}

// meetingVersion is the newest entry that the pages of an evening show, for who may see it.
func (s *server) meetingVersion(c echo.Context) (ledger.EntryID, error) {
	if c.Param("secret") != "" {
		if _, err := s.watchedNight(c); err != nil {
			return 0, err
		}
	}
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
