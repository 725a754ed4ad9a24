package web

// The evenings, newest first, and a night after it was closed: its page and its sheet to print.

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/settle"
	"ouverte/templates/sheet"
	"ouverte/templates/stats"
)

// eveningsAPage is how many evenings one page lists.
const eveningsAPage = 30

type eveningsForm struct {
	Before int64  `form:"before" validate:"min=0"`
	Season string `form:"season" validate:"omitempty,max=21" label:"The season"`
	Player int64  `form:"player" validate:"min=0"`
	With   int64  `form:"with" validate:"min=0"`
	Table  string `form:"table" validate:"max=200"`
	House  string `form:"house" validate:"max=60"`
	Money  string `form:"money" validate:"max=10"`
	Text   string `form:"text" validate:"max=60" label:"The name"`
	From   string `form:"from" validate:"omitempty,datetime=2006-01-02" label:"The first day"`
	Until  string `form:"until" validate:"omitempty,datetime=2006-01-02" label:"The last day"`
}

// filter is what of the book is asked for; the season narrows the dates.
func (f *eveningsForm) filter(seasons []ledger.Season) ledger.NightFilter {
	out := ledger.NightFilter{Player: ledger.PlayerID(f.Player), With: ledger.PlayerID(f.With), Name: f.Table, From: f.From, Until: f.Until, Money: rules.Money(f.Money), House: f.House, Text: f.Text,
		Before: ledger.NightID(f.Before), Limit: eveningsAPage + 1}
	for _, s := range seasons {
		if s.Name != f.Season {
			continue
		}
		out.From = max(out.From, s.From)
		if out.Until == "" || out.Until > s.Until {
			out.Until = s.Until
		}
	}
	return out
}

// address is the same search from another evening on.
func (f *eveningsForm) address(before ledger.NightID) string {
	q := url.Values{"before": {strconv.FormatInt(int64(before), 10)}}
	for name, value := range map[string]string{"season": f.Season, "table": f.Table, "house": f.House, "money": f.Money, "text": f.Text, "from": f.From, "until": f.Until} {
		if value != "" {
			q.Set(name, value)
		}
	}
	for name, id := range map[string]int64{"player": f.Player, "with": f.With} {
		if id != 0 {
			q.Set(name, strconv.FormatInt(id, 10))
		}
	}
	return "/nights?" + q.Encode()
}

func (s *Server) nightsPage(c echo.Context) error {
	var form eveningsForm
	wrong, err := wrongOf(bind(c, &form))
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	seasons, err := s.book.Seasons(ctx)
	if err != nil {
		return err
	}
	var v stats.EveningsView
	if v.Filter, err = s.eveningsFilter(c, &form, seasons); err != nil {
		return err
	}
	v.Filter.Says = wrong
	var nights []ledger.NightLine
	if wrong == nil {
		if nights, err = s.book.Nights(ctx, form.filter(seasons)); err != nil {
			return err
		}
	}
	if len(nights) > eveningsAPage {
		nights = nights[:eveningsAPage]
		v.Older = form.address(nights[eveningsAPage-1].ID)
	}
	ids := make([]ledger.NightID, len(nights))
	for i, n := range nights {
		ids[i] = n.ID
	}
	pictures, err := s.book.Pictures(ctx, ids)
	if err != nil {
		return err
	}
	names := map[string]string{}
	for _, o := range v.Filter.Houses {
		names[o.Value] = o.Name
	}
	for _, n := range nights {
		how := names[n.House]
		if how == "" {
			how = n.House
		}
		line := stats.EveningLine{
			Href: nightPath(n.ID), Name: n.Name, Date: templates.LongDay(n.Date), Open: n.Open,
			How: how + timesStakes(n.Scale) + " · " + dealsPlayed(n.Deals), Standing: standing(n),
		}
		if line.Name == "" {
			line.Name = templates.Day(n.Date)
		}
		if spark, ok := stats.NewSpark(pictures[n.ID]); ok {
			line.Spark = &spark
		}
		v.Evenings = append(v.Evenings, line)
	}
	status := http.StatusOK
	if wrong != nil {
		status = http.StatusUnprocessableEntity
	}
	return s.show(c, status, templates.Frame{Title: "Evenings", Here: templates.Evenings, Styles: []string{"years.css"}}, stats.EveningsPage(v))
}

func (s *Server) eveningsFilter(c echo.Context, form *eveningsForm, seasons []ledger.Season) (stats.EveningsFilter, error) {
	ctx := c.Request().Context()
	f := stats.EveningsFilter{Text: form.Text, From: form.From, Until: form.Until}
	f.On = form.Season != "" || form.Player != 0 || form.With != 0 || form.Table != "" || form.House != "" || form.Money != "" || form.Text != "" || form.From != "" || form.Until != ""
	for _, s := range seasons {
		f.Seasons = append(f.Seasons, templates.Option{Value: s.Name, Name: s.Name, On: s.Name == form.Season})
	}
	var err error
	if f.Players, err = s.playerOptions(c, form.Player); err != nil {
		return f, err
	}
	if f.With, err = s.playerOptions(c, form.With); err != nil {
		return f, err
	}
	tables, err := s.book.Tables(ctx)
	if err != nil {
		return f, err
	}
	for _, name := range tables {
		f.Tables = append(f.Tables, templates.Option{Value: name, Name: name, On: name == form.Table})
	}
	houses, err := s.book.Houses(ctx)
	if err != nil {
		return f, err
	}
	for _, h := range houses {
		f.Houses = append(f.Houses, templates.Option{Value: h.House.ID, Name: h.House.Name, On: h.House.ID == form.House})
	}
	played, err := s.book.Played(ctx)
	for _, p := range played {
		f.Moneys = append(f.Moneys, templates.Option{Value: string(p.Money), Name: stats.MoneyName(p.Money), On: string(p.Money) == form.Money})
	}
	return f, err
}

func (s *Server) playerOptions(c echo.Context, chosen int64) ([]templates.Option, error) {
	players, err := s.book.Players(c.Request().Context())
	if err != nil {
		return nil, err
	}
	var out []templates.Option
	for _, p := range players {
		out = append(out, templates.Option{Value: strconv.FormatInt(int64(p.ID), 10), Name: p.Name, On: int64(p.ID) == chosen})
	}
	return out, nil
}

// standing is what each won and lost so far, best first.
func standing(n ledger.NightLine) []templates.Total {
	var all []templates.Total
	for _, p := range n.Standing {
		all = append(all, templates.Total{Name: p.Name, Amount: n.Money.Signed(p.Amount), Won: p.Amount > 0, Lost: p.Amount < 0})
	}
	return all
}

func dealsPlayed(n int) string {
	switch n {
	case 0:
		return "no deal yet"
	case 1:
		return "one deal"
	}
	return fmt.Sprintf("%d deals", n)
}

// closedNight is a night's own page once it is over.
func (s *Server) closedNight(c echo.Context, n *ledger.Night) error {
	v := settle.ClosedView{Title: templates.NightTitle(n),
		Night: nightPath(n.ID), Date: templates.LongDay(n.Date), Rules: templates.RulesLine(n), Seal: n.Seal,
		Sheet: sheet.New(n, nil, false, newKey), Awards: stats.NightAwards(n), Settled: sheet.Settlement(n),
	}
	left, err := s.book.Left(c.Request().Context(), n)
	if err != nil {
		return err
	}
	v.Since = settle.PaidSince(n, left, s.Now().Location())
	if lines, ok := templates.NewRunningLines(n); ok {
		v.Lines = &lines
	}
	f := tableFrame(n)
	f.Here, f.Htmx, f.Scripts = templates.Evenings, false, nil
	if n.Name != "" {
		f.Sub = templates.LongDay(n.Date)
	}
	f.Follow = templates.NewFollowed(n)
	f.Styles = []string{"table.css", "lines.css", "years.css"}
	return s.show(c, http.StatusOK, f, settle.ClosedPage(v))
}

// sheetPage is the sheet to print.
func (s *Server) sheetPage(c echo.Context) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	versions := map[ledger.DealID][]ledger.Version{}
	for _, d := range n.Deals {
		if d.Changed == 0 {
			continue
		}
		if versions[d.ID], err = s.book.History(c.Request().Context(), n.ID, d.ID); err != nil {
			return err
		}
	}
	f := templates.Frame{Title: "Score sheet, " + templates.NightTitle(n), Bare: true, Styles: []string{"scoresheet.css"}, Scripts: []string{"years.js"}}
	return s.show(c, http.StatusOK, f, sheet.PrintedPage(sheet.NewPrinted(n, versions, s.Now())))
}
