package web

// Seasons as the club counts them.

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/templates/frame"
	"ouverte/templates/say"
	"ouverte/templates/stats"
	"ouverte/templates/ui"
)

type ladderForm struct {
	By  string         `form:"by" validate:"max=10"`
	Who chain.PlayerID `form:"who" validate:"min=0"`
}

// ladderAsked is the season an address names.
type ladderAsked struct {
	season *years.ClubSeason
	count  *years.Counted
}

func (s *server) ladderOf(c echo.Context) (*ladderAsked, error) {
	id, err := idIn[chain.EntryID](c, "ladder")
	if err != nil {
		return nil, &chain.NotFound{What: "season"}
	}
	season, count, err := s.snapshot(c).CountedSeason(id)
	return &ladderAsked{season, count}, err
}

func (s *server) ladderView(c echo.Context, asked *ladderAsked, form *ladderForm) stats.LadderView {
	by := asked.count.By
	for _, way := range asked.count.Ways() {
		if string(way) == form.By {
			by = way
		}
	}
	v := stats.NewLadder(asked.season, asked.count, by, form.Who)
	v.May, v.Key, v.Links = s.may(c, Scorer), newKey(), s.book.SeasonWatches(asked.season.ID)
	v.Over = s.over(s.snapshot(c), show.Span{From: v.From, Until: v.Until})
	v.Printed = "Printed on " + say.Day(s.Now().Format("2006-01-02")) + " by Ouverte"
	return v
}

// watchedSeason shows the ladder to who has a season's link, and all others what the link is of.
func (s *server) watchedSeason(other echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		w, ok := s.book.Watched(c.Param("secret"))
		if !ok || w.Season() == 0 {
			return other(c)
		}
		var form ladderForm
		if err := c.Bind(&form); err != nil {
			return err
		}
		season, count, err := s.snapshot(c).CountedSeason(w.Season())
		if err != nil {
			return err
		}
		v := s.ladderView(c, &ladderAsked{season, count}, &form)
		v.May, v.At = false, watchPath(c)
		f := ladderFrame(v.Name)
		f.Bare = true
		return s.page(c, f, stats.Ladder(v))
	}
}

// ladderWatch shows a season's link just after it was made, for only then is its secret known.
func (s *server) ladderWatch(c echo.Context, asked *ladderAsked) error {
	w, ok := s.book.Watched(c.Param("code"))
	if !ok || w.Season() != asked.season.ID {
		return s.goTo(c, stats.LadderPath(asked.season.ID, ""))
	}
	v := s.ladderView(c, asked, &ladderForm{})
	v.Link = s.address(c.Request()) + "/watch/" + c.Param("code")
	return s.page(c, ladderFrame(v.Name), stats.Ladder(v))
}

func (s *server) makeLadderWatch(c echo.Context, asked *ladderAsked, _ *noForm) error {
	secret, err := s.book.MakeSeasonWatch(c.Request().Context(), asked.season.ID)
	if err != nil {
		return err
	}
	return s.goTo(c, stats.LadderPath(asked.season.ID, "/watch/"+secret))
}

func (s *server) endLadderWatches(c echo.Context, asked *ladderAsked, _ *noForm) error {
	if err := s.book.EndSeasonWatches(c.Request().Context(), asked.season.ID); err != nil {
		return err
	}
	return s.goTo(c, stats.LadderPath(asked.season.ID, ""))
}

func ladderFrame(name string) frame.Frame {
	f := yearsFrame(name, frame.TheBook)
	f.Styles = append(f.Styles, "ladder.css")
	return f
}

func (s *server) ladderPage(c echo.Context, asked *ladderAsked, form *ladderForm) error {
	v := s.ladderView(c, asked, form)
	f := ladderFrame(v.Name)
	if len(v.Lines) > 0 {
		f.Doings = []frame.Doing{{Name: "Sheet to print", Href: stats.LadderPath(asked.season.ID, "/paper"),
			Primary: true}}
	}
	return s.page(c, f, stats.Ladder(v))
}

func (s *server) ladderPaper(c echo.Context, asked *ladderAsked) error {
	f := ladderFrame(asked.count.Name)
	f.Scripts = []string{"print.js"}
	return s.page(c, f, stats.LadderPaper(s.ladderView(c, asked, &ladderForm{})))
}

func (s *server) ladderCSV(c echo.Context, asked *ladderAsked) error {
	h := c.Response().Header()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="ladder.csv"`)
	h.Set("Cache-Control", "no-store")
	c.Response().WriteHeader(http.StatusOK)
	return brokenOff(show.LadderCSV(asked.count, piece(c)))
}

// countForm says how a season is counted.
type countForm struct {
	keyed
	Name     string `form:"name" validate:"max=200" label:"The name"`
	From     string `form:"from" validate:"max=10" label:"The first day"`
	Until    string `form:"until" validate:"max=10" label:"The last day"`
	Money    string `form:"money" validate:"max=10" label:"The money"`
	Evenings string `form:"evenings" validate:"max=200" label:"The evenings"`
	By       string `form:"by" validate:"max=10" label:"The way"`
	Best     int    `form:"best" validate:"min=0,max=400" label:"The number of evenings"`
	Points   string `form:"points" validate:"max=600" label:"The points"`
	Least    int    `form:"least" validate:"min=0,max=10000" label:"The number of rounds"`
}

// season reads the form.
func (f *countForm) season(id chain.EntryID) (out years.HowCounted, err error) {
	out = years.HowCounted{Season: id, Name: f.Name, From: f.From, Until: f.Until, Money: rules.Money(f.Money),
		Evenings: f.Evenings, By: years.Count(f.By), Best: f.Best, Least: f.Least}
	between := func(r rune) bool { return strings.ContainsRune(",; ", r) }
	for _, word := range strings.FieldsFunc(f.Points, between) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > years.MostPoints || len(out.Points) == years.MostPlaces {
			return out, &rules.Problem{Field: "points", Sentence: "Write whole numbers, like 10, 8, 7, 6."}
		}
		out.Points = append(out.Points, n)
	}
	return out, nil
}

// countView is the form as it stands.
func (s *server) countView(
	c echo.Context, id chain.EntryID, f countForm, says ui.Says,
) stats.LadderForm {
	now := s.snapshot(c)
	v := stats.LadderForm{Season: id, Key: f.Key, Name: f.Name, From: f.From, Until: f.Until, Points: f.Points,
		Least: strconv.Itoa(f.Least), Choices: stats.LadderChoices(years.Count(f.By)), Says: says,
		Evenings: []ui.Option{{Name: "All evenings"}}}
	if f.Best > 0 {
		v.Best = strconv.Itoa(f.Best)
	}
	for _, p := range now.Played() {
		v.Moneys = append(v.Moneys, ui.Option{Value: string(p.Money), Name: stats.MoneyWord(p.Money),
			On: string(p.Money) == f.Money})
	}
	for _, name := range now.EveningNames() {
		v.Evenings = append(v.Evenings, ui.Option{Value: name, Name: name, On: name == f.Evenings})
	}
	return v
}

func (s *server) newLadderPage(c echo.Context) error {
	_, today := tonight(s.Now())
	season := years.SeasonOf(today, s.snapshot(c).SeasonBegins())
	f := countForm{keyed: keyed{newKey()}, Name: season.Name, From: season.From, Until: season.Until,
		By: string(years.ByAll), Points: stats.UsualPoints, Least: stats.UsualLeast}
	return s.page(c, ladderFrame("Count a season"), stats.LadderFormPage(s.countView(c, 0, f, nil)))
}

func (s *server) changeLadderPage(c echo.Context, asked *ladderAsked) error {
	b := asked.count.Season
	f := countForm{keyed: keyed{newKey()}, Name: b.Name, From: b.From, Until: b.Until, Money: string(b.Money),
		Evenings: b.Evenings, By: string(b.By), Best: b.Best, Points: stats.PointsText(b.Points), Least: b.Least}
	return s.page(c, ladderFrame(b.Name), stats.LadderFormPage(s.countView(c, asked.season.ID, f, nil)))
}

func (s *server) countLadder(c echo.Context) error { return s.count(c, 0, nil) }

func (s *server) recountLadder(c echo.Context, asked *ladderAsked) error {
	return s.count(c, asked.season.ID, asked.count.Without)
}

// withoutForm leaves an evening or a table out, or counts it again.
type withoutForm struct {
	keyed
	Do string `form:"do" validate:"required,max=30"` // "out:7", "back:7"
}

func (s *server) leaveOut(c echo.Context, asked *ladderAsked, form *withoutForm) error {
	season := asked.count.Season
	season.Season, season.Without = asked.season.ID, slices.Clone(season.Without)
	does, no, _ := strings.Cut(form.Do, ":")
	n, _ := strconv.ParseInt(no, 10, 64)
	night := chain.NightID(n)
	switch i := slices.Index(season.Without, night); {
	case does == "back" && i >= 0:
		season.Without = slices.Delete(season.Without, i, i+1)
	case does == "out" && i < 0:
		season.Without = append(season.Without, night)
	default: // tapped twice
		return s.goTo(c, stats.LadderPath(asked.season.ID, ""))
	}
	there := slices.ContainsFunc(asked.count.Evenings, func(e years.CountedEvening) bool {
		return e.Night == night || slices.ContainsFunc(e.Tables, func(t years.CountedTable) bool {
			return t.Night == night
		})
	})
	if !there {
		return &chain.NotFound{What: "evening"}
	}
	if _, err := s.book.CountSeason(c.Request().Context(), s.slip(c, form.Key), season); err != nil {
		return err
	}
	return s.goTo(c, stats.LadderPath(asked.season.ID, ""))
}

func (s *server) count(c echo.Context, id chain.EntryID, without []chain.NightID) error {
	var form countForm
	err := c.Bind(&form)
	var receipt ledger.Receipt
	if err == nil {
		var season years.HowCounted
		if season, err = form.season(id); err == nil {
			season.Without = without
			receipt, err = s.book.CountSeason(c.Request().Context(), s.slip(c, form.Key), season)
		}
	}
	if err == nil {
		return s.goTo(c, stats.LadderPath(chain.EntryID(receipt.ID), ""))
	}
	return refuse(err, func(says ui.Says) (*screen, error) {
		return &screen{ladderFrame("Count a season"), stats.LadderFormPage(s.countView(c, id, form, says))}, nil
	})
}

// ladderLines are the seasons the club counts, for the list of all.
func (s *server) ladderLines(now *show.Snapshot) (out []stats.LadderLine) {
	for _, season := range now.Counted() {
		out = append(out, stats.NewLadderLine(season))
	}
	return out
}
