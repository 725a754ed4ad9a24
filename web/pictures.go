package web

// Pictures to send: of a night, a person's evenings, two people, a season; and the pages they are sent from.

import (
	"bytes"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/templates/frame"
	"ouverte/templates/last"
	"ouverte/templates/picture"
	"ouverte/templates/say"
	"ouverte/templates/stats"
)

// sendPicture sends one as a file that needs nothing else.
func sendPicture(c echo.Context, p picture.Picture) error {
	p.Typefaces = typefaces()
	var drawn bytes.Buffer
	if err := picture.Draw(p).Render(c.Request().Context(), &drawn); err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	c.Response().Header().Set("Content-Security-Policy",
		"default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'")
	return send(c.Response(), c.Request(), http.StatusOK, "image/svg+xml", drawn.Bytes())
}

// nightPicture draws a night; an evening at several tables by its rounds.
func (s *server) nightPicture(c echo.Context, n *show.Night) error {
	if n.Tables == nil {
		return sendPicture(c, picture.Night(n, n.Lines(), false, n.LeadSince()))
	}
	e, err := s.snapshot(c).Meeting(n.ID)
	if err != nil {
		return err
	}
	return sendPicture(c, picture.Night(n, e.Lines(), true, e.AheadSince()))
}

// noPicture is of what can't be drawn well yet.
var noPicture = &chain.NotFound{What: "picture"}

type sendForm struct {
	spanForm
	With chain.PlayerID `form:"with" validate:"min=0"`
}

// ofPlayer draws somebody's evenings or, beside somebody, what the two took from each other.
func (s *server) ofPlayer(c echo.Context, p show.Player, form *sendForm) (picture.Picture, error) {
	now := s.snapshot(c)
	if err := form.span().Check(); err != nil {
		return picture.Picture{}, err
	}
	money := moneyOf(form.spanForm, now.Played())
	if form.With != 0 {
		with, err := now.Player(form.With)
		if err != nil {
			return picture.Picture{}, err
		}
		if d := now.Duel(p, with, money, form.span()); p.ID != with.ID && len(d.Evenings) >= years.LeastEvenings {
			return picture.Duel(d), nil
		}
		return picture.Picture{}, noPicture
	}
	stories := now.CircleBook(money, form.span(), 0).Stories()
	i := slices.IndexFunc(stories, func(story years.Story) bool { return story.Player == p.ID })
	if i < 0 {
		return picture.Picture{}, noPicture
	}
	b, err := now.PlayerBook(p.ID, money, form.span(), mostDrawn)
	if err != nil {
		return picture.Picture{}, err
	}
	over := form.Until != "" && s.over(now, form.span())
	return picture.Person(b, stories[i], now.Words(), over), nil
}

// mostDrawn is through how many evenings the line of a picture goes.
const mostDrawn = 100000

func (s *server) playerPicture(c echo.Context, p show.Player, form *sendForm) error {
	drawn, err := s.ofPlayer(c, p, form)
	if err != nil {
		return err
	}
	return sendPicture(c, drawn)
}

// sendPlayer is the page from which somebody's picture is sent.
func (s *server) sendPlayer(c echo.Context, p show.Player, form *sendForm) error {
	drawn, err := s.ofPlayer(c, p, form)
	if err != nil {
		return err
	}
	now, at := s.snapshot(c), say.PlayerPath(p.ID)
	money := moneyOf(form.spanForm, now.Played())
	with := func(id chain.PlayerID, f spanForm, path string) string {
		if id == 0 {
			return f.address(path)
		}
		return f.address(path, "with", say.PlayerNo(id))
	}
	v := picture.SendView{Picture: drawn, Title: "Send a picture of " + p.Name,
		Href: with(form.With, form.spanForm, at+"/picture.svg"), Of: p.Name + "’s page"}
	for _, season := range now.Seasons() {
		f := spanForm{season.From, season.Until, form.Money}
		if f != form.spanForm && len(v.Choices) > 0 {
			continue
		}
		if _, err := s.ofPlayer(c, p, &sendForm{f, form.With}); err == nil {
			v.Choices = append(v.Choices, stats.Choice{Name: season.Name, On: f == form.spanForm,
				Href: with(form.With, f, at+"/send")})
		}
	}
	all := spanForm{Money: form.Money}
	v.Choices = append(v.Choices, stats.Choice{Name: "All years", On: all == form.spanForm,
		Href: with(form.With, all, at+"/send")})
	b, err := now.PlayerBook(p.ID, money, form.span(), 1)
	if err != nil {
		return err
	}
	for _, f := range b.Pairs[:min(len(b.Pairs), years.FieldAtMost)] {
		if !slices.Contains(b.Rivals, f.B) {
			continue
		}
		if f.B == form.With {
			v.Title += " and " + f.NameB
			p.Face = face.Face{}
		}
		v.Beside = append(v.Beside, picture.BesideChoice{Face: f.FaceB, Choice: stats.Choice{Name: f.NameB,
			On: f.B == form.With, Href: with(f.B, form.spanForm, at+"/send")}})
	}
	v.Link = s.linkTo(c, form.address(at))
	return s.sendPage(c, v, p)
}

func (s *server) sendPage(c echo.Context, v picture.SendView, p show.Player) error {
	f := yearsFrame(v.Title, frame.TheBook)
	f.Face, f.Scripts = p.Face, []string{"picture.js"}
	return s.page(c, f, picture.Send(v))
}

// linkTo is a page's address, where others can reach it.
func (s *server) linkTo(c echo.Context, path string) string {
	if s.onlyHere(c.Request()) {
		return ""
	}
	return s.address(c.Request()) + path
}

// ofSeason is a season that can be drawn, and its race or its calendar.
func (s *server) ofSeason(c echo.Context, form *seasonPageForm, calendar bool) (
	v last.Season, drawn picture.Picture, err error,
) {
	asked, elsewhere, err := s.seasonOf(c, form)
	if err != nil {
		return v, drawn, err
	}
	if elsewhere != "" {
		return v, drawn, noPicture
	}
	v = s.aboutSeason(s.snapshot(c), asked)
	switch {
	case !v.Sends(), calendar && !v.SendsCalendar():
		return v, drawn, noPicture
	case calendar:
		return v, picture.Calendar(v), nil
	}
	return v, picture.Race(v), nil
}

func (s *server) seasonPicture(c echo.Context, form *seasonPageForm) error {
	_, drawn, err := s.ofSeason(c, form, false)
	if err != nil {
		return err
	}
	return sendPicture(c, drawn)
}

func (s *server) seasonCalendar(c echo.Context, form *seasonPageForm) error {
	_, drawn, err := s.ofSeason(c, form, true)
	if err != nil {
		return err
	}
	return sendPicture(c, drawn)
}

type sendSeasonForm struct {
	seasonPageForm
	Calendar bool `form:"calendar"`
}

// sendSeason is the page from which a season's pictures are sent.
func (s *server) sendSeason(c echo.Context, form *sendSeasonForm) error {
	season, drawn, err := s.ofSeason(c, &form.seasonPageForm, form.Calendar)
	if err != nil {
		return err
	}
	v := picture.SendView{Picture: drawn, Title: "Send the season " + season.Name, Of: "the season’s page",
		Link: s.linkTo(c, say.SeasonPath(season.Name)), Href: season.PictureHref("picture.svg")}
	if form.Calendar {
		v.Href = season.PictureHref("calendar.svg")
	}
	v.Choices = []stats.Choice{{Name: "The race", Href: season.PictureHref("send"), On: !form.Calendar}}
	if season.SendsCalendar() {
		v.Choices = append(v.Choices, stats.Choice{Name: "The calendar", On: form.Calendar,
			Href: season.PictureHref("send") + "&calendar=on"})
	}
	return s.sendPage(c, v, show.Player{})
}
