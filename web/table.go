package web

// The table: the night's own page, with the form of the coming deal and the sheet; and the parts of it that other pages'
// doings change.

import (
	"crypto/rand"
	"net/http"
	"strconv"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/laws"
	"ouverte/templates/settle"
	"ouverte/templates/sheet"
	"ouverte/templates/table"
)

// newKey is a key for a form: the same one never records twice.
func newKey() string { return rand.Text() }

// nightOf finds the night an address names.
func (s *Server) nightOf(c echo.Context) (*ledger.Night, error) {
	id, err := strconv.ParseInt(c.Param("night"), 10, 64)
	if err != nil || id < 1 {
		return nil, &ledger.NotFound{What: "night"}
	}
	return s.book.Night(c.Request().Context(), ledger.NightID(id))
}

func (s *Server) tablePage(c echo.Context) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	if !n.Open {
		return s.closedNight(c, n)
	}
	t := s.table(c, n)
	if t.Form != nil && c.QueryParam("call") != "" {
		if err := fillIn(c, n, t.Form); err != nil {
			return err
		}
	}
	if t.Form != nil && n.Auction {
		t.Form.Auction, _ = auctionPanel(n, nil)
	}
	t.First = firstEvening(c, n)
	if n.Open && len(n.Deals) == 0 { // once they play it waits where the night is settled
		former, err := s.book.Bringable(c.Request().Context(), n.ID)
		if err != nil {
			return err
		}
		t.Former = settle.FormerWords(former)
	}
	return s.show(c, http.StatusOK, tableFrame(n), table.Screen(t))
}

// fillIn puts into the form what the address says of the deal: a ruling of the laws leads here with all it knows.
func fillIn(c echo.Context, n *ledger.Night, f *table.DealForm) error {
	var form dealFields
	if err := bind(c, &form); err != nil {
		return err
	}
	d, err := form.said(n.Stakes, len(n.Table))
	if err != nil {
		return err
	}
	about := table.ComingDeal(n, f.Key)
	about.Deal = seatedAs(d, about.Deal)
	*f = table.NewDealForm(about)
	return nil
}

// tableNow answers with the parts of the page that may have changed. had is the number of the deal that is half entered
// on it: if that was recorded meanwhile, the page is told. said are the calls tapped so far of its auction, which go on.
func (s *Server) tableNow(c echo.Context) error {
	var asked struct {
		Had  int    `form:"had" validate:"min=0,max=1000000"`
		Said string `form:"said" validate:"max=600"`
	}
	if err := bind(c, &asked); err != nil {
		return err
	}
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	t := s.table(c, n)
	if t.Form != nil && asked.Had > 0 && asked.Had < n.Nth {
		t.Form.Note = table.RecordedMeanwhile(n, asked.Had)
	}
	if t.Form != nil && n.Auction && asked.Had == n.Nth {
		t.Form.Auction, _ = auctionPanel(n, wordsOf(asked.Said))
	}
	return s.showParts(c, http.StatusOK, n, t)
}

// table is the screen of a night with an empty form, for whoever may fill it in.
func (s *Server) table(c echo.Context, n *ledger.Night) table.View {
	var last *ledger.Dealt
	if len(n.Removed) > 0 {
		last = n.Removed[0]
	}
	scores := s.Who(c.Request()).Right >= Scorer
	t := table.View{
		Night: templates.NightPath(n.ID), Version: int64(n.Version),
		Sheet: sheet.New(n, last, scores, newKey), Calls: laws.Meanings(n),
	}
	switch {
	case !n.Open:
		t.Closed = "This night is over and its sheet is closed."
	case !scores:
		t.Closed = "This device looks on. Deals are recorded on the tablet at the table."
	default:
		f := table.NewDealForm(table.ComingDeal(n, newKey()))
		t.Form = &f
	}
	return t
}

// showParts answers htmx with the notice, the form and the sheet; without a script it is the whole page.
func (s *Server) showParts(c echo.Context, status int, n *ledger.Night, t table.View) error {
	if t.Form != nil && t.Form.Auction == nil && n.Auction {
		t.Form.Auction, _ = auctionPanel(n, nil)
	}
	if !wantsPart(c.Request()) {
		return s.show(c, status, tableFrame(n), table.Screen(t))
	}
	parts := []templ.Component{templates.NoticeLine(t.Notice), sheet.Score(t.Sheet)}
	if t.Form != nil {
		parts = append(parts, table.Deal(*t.Form))
	}
	return s.part(c, status, parts...)
}

// tableFrame is the bar of a night's page, with what can be done from it.
func tableFrame(n *ledger.Night) templates.Frame {
	settle := templates.Doing{Name: "Settle up", Href: templates.NightPath(n.ID) + "/settle", Primary: true}
	if !n.Open {
		settle.Name = "Settled"
	}
	return templates.Frame{
		Title: templates.NightTitle(n), Sub: templates.RulesLine(n), Here: templates.Tonight, Htmx: true,
		Styles: []string{"table.css"}, Scripts: []string{"table.js"},
		Doings: []templates.Doing{{Name: "Watch", Href: templates.NightPath(n.ID) + "/watch"}, {Name: "Laws", Href: laws.TroubleHref("", int64(n.ID), rules.NoCall)}, settle},
	}
}
