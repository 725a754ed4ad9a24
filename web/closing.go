package web

// The end of a night: the last round agreed, the night closed and opened again; and what a closed night
// shows: its page, its sheet to print, its picture.

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/templates"
	"ouverte/templates/meeting"
	"ouverte/templates/settleup"
	"ouverte/templates/sheet"
)

type lastForm struct {
	settleKey
	More int `form:"more" validate:"min=-1,max=1000" label:"How many more deals"`
}

// write agrees how many more deals there are to be, or takes that back.
func (f *lastForm) write(ctx context.Context, in settling) (ledger.Receipt, error) {
	return in.book.SetLastRound(ctx, in.slip, in.night.ID, f.More)
}

type closeForm struct {
	settleKey
	Saw int64 `form:"saw" validate:"required,min=1" label:"What the page showed"`
}

func (f *closeForm) write(ctx context.Context, in settling) (ledger.Receipt, error) {
	if in.night.Meeting != 0 {
		return in.book.CloseTable(ctx, in.slip, in.night.ID, ledger.EntryID(f.Saw))
	}
	plan, err := f.plan(in.night)
	if err != nil {
		return ledger.Receipt{}, err
	}
	var owing []ledger.Debt // what the page said is left, and later pages will
	for _, p := range plan.Pays {
		owing = append(owing, ledger.Debt(p))
	}
	if in.night.Tables != nil {
		return in.book.CloseMeeting(ctx, in.slip, in.night.ID, ledger.EntryID(f.Saw), owing...)
	}
	return in.book.CloseNight(ctx, in.slip, in.night.ID, ledger.EntryID(f.Saw), owing...)
}

type reopenForm struct {
	settleKey
	Reason string `form:"reason" validate:"max=200" label:"The reason"`
}

func (f *reopenForm) write(ctx context.Context, in settling) (ledger.Receipt, error) {
	return in.book.ReopenNight(ctx, in.slip, in.night.ID, f.Reason)
}

// closedNight is a night's own page once it is over.
func (s *server) closedNight(c echo.Context, n *ledger.Night) (err error) {
	about := settleup.ClosedAbout{
		Night: n, Left: s.book.Left(n), Where: s.Now().Location(), NewKey: newKey, May: s.may(c, Scorer),
	}
	if about.May {
		if about.Debts, err = s.book.Bringable(c.Request().Context(), n.ID); err != nil {
			return err
		}
	}
	if about.Row, err = s.takenInARow(c.Request().Context(), n); err != nil {
		return err
	}
	if about.Tables, err = s.tablesOf(c, n); err != nil {
		return err
	}
	if n.Tables != nil {
		e, err := s.book.Meeting(c.Request().Context(), n.ID)
		if err != nil {
			return err
		}
		about.Rounds = meeting.NewList(e)
	}
	if n.Meeting != 0 {
		whole, err := s.book.Night(c.Request().Context(), n.Meeting)
		if err != nil {
			return err
		}
		about.Meeting = whole
	}
	v := settleup.NewClosed(about)
	f := tableFrame(n)
	f.Here, f.Htmx, f.Scripts = templates.Evenings, false, []string{"closed.js"}
	f.Sub = "" // the date and the rules stand below, with who took the night
	if v.May && s.Now().Sub(n.Closed) < 48*time.Hour {
		again := templates.Doing{Name: "The same again", Href: "/", Primary: true}
		// of a closed night, or of the evening it was a table of
		if a := s.sameAgain(s.circle(), cmp.Or(n.Meeting, n.ID)); a != nil {
			again.Href, again.Sends = "/nights", a.Sends()
		}
		f.Doings = append(f.Doings, again)
		f.Doings[2].Primary = false
	}
	f.Follow = templates.NewFollowed(n)
	f.Styles = dealStyles("lines.css", "years.css", "coins.css", "closed.css")
	return s.page(c, f, settleup.ClosedPage(v))
}

// rowCounted is how many evenings are looked back for how many in a row somebody took.
const rowCounted = 13

// takenInARow counts the evenings in a row, of those they were at for the same money, that whoever took this
// one took, this one included; 0 where several took it.
func (s *server) takenInARow(ctx context.Context, n *ledger.Night) (int, error) {
	winners, _ := settleup.Winners(n)
	if len(winners) != 1 {
		return 0, nil
	}
	before, err := s.book.Nights(ctx, ledger.NightFilter{
		Player: winners[0].ID, Money: n.Money, Before: n.ID, Limit: rowCounted,
	})
	row := 1
	for _, line := range before {
		switch {
		case line.Open || line.Deals == 0:
		case len(line.Standing) > 1 && line.Standing[0].Player == winners[0].ID && line.Standing[0].Amount > 0 &&
			line.Standing[1].Amount < line.Standing[0].Amount:
			row++
		default:
			return row, err
		}
	}
	return row, err
}

// sheetPage is the sheet to print.
func (s *server) sheetPage(c echo.Context, n *ledger.Night) (err error) {
	versions := map[ledger.DealID][]ledger.Version{}
	for _, d := range n.Deals {
		if d.Changed == 0 {
			continue
		}
		if versions[d.ID], err = s.book.History(c.Request().Context(), n.ID, d.ID); err != nil {
			return err
		}
	}
	f := templates.Frame{
		Title: "Score sheet, " + templates.NightTitle(n), Bare: true, Styles: []string{"scoresheet.css"},
		Scripts: []string{"years.js"},
	}
	return s.page(c, f, sheet.PrintedPage(sheet.NewPrinted(n, versions, s.Now())))
}

// nightPicture sends a night as a picture, to be passed on.
func (s *server) nightPicture(c echo.Context, n *ledger.Night) error {
	var drawn bytes.Buffer
	if err := settleup.NightPicture(settleup.NewPicture(n)).Render(c.Request().Context(), &drawn); err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return send(c.Response(), c.Request(), http.StatusOK, "image/svg+xml", drawn.Bytes())
}
