package web

// The end of a night: the last round agreed, the night closed and opened again; and what a closed night
// shows: its page and its sheet to print.

import (
	"cmp"
	"context"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/templates/frame"
	"ouverte/templates/last"
	"ouverte/templates/meeting"
	"ouverte/templates/say"
	"ouverte/templates/sheet"
)

type lastForm struct {
	settleKey
	More int `form:"more" validate:"min=-1,max=1000" label:"The number of deals"`
}

// write agrees how many more deals there are to be, or takes that back.
func (f *lastForm) write(ctx context.Context, in settling) (ledger.Receipt, error) {
	return in.book.SetLastRound(ctx, in.slip, in.night.ID, f.More)
}

type closeForm struct {
	settleKey
	Saw chain.EntryID `form:"saw" validate:"required,min=1" label:"The page’s version"`
}

func (f *closeForm) write(ctx context.Context, in settling) (ledger.Receipt, error) {
	if in.night.Meeting != 0 {
		return in.book.CloseTable(ctx, in.slip, in.night.ID, f.Saw)
	}
	if in.night.Tables != nil {
		return in.book.CloseMeeting(ctx, in.slip, in.night.ID, f.Saw)
	}
	return in.book.CloseNight(ctx, in.slip, in.night.ID, f.Saw)
}

// afterClose is the last page; of an evening taken back the form that starts it, as it was filled in.
func (s *server) afterClose(c echo.Context, n *show.Night) string {
	now := s.snapshot(c)
	if _, err := now.Night(n.ID); err == nil {
		return say.NightPath(n.ID)
	}
	was, _ := now.LineUpOf(n.ID)
	form := s.formFacts(now).formOf(was)
	form.Date = n.Date
	return form.address()
}

type reopenForm struct {
	settleKey
	Reason string `form:"reason" validate:"max=200" label:"The reason"`
}

func (f *reopenForm) write(ctx context.Context, in settling) (ledger.Receipt, error) {
	return in.book.ReopenNight(ctx, in.slip, in.night.ID, f.Reason)
}

// closedView is a night once it is over; may says that things are written down there.
func (s *server) closedView(c echo.Context, n *show.Night, may bool) (v last.Closed, err error) {
	now := s.snapshot(c)
	v = last.Closed{Night: n, Where: s.Now().Location(), May: may, DebtsLeft: now.DebtsLeft(n)}
	if v.May {
		if v.Debts, err = now.Bringable(n.ID); err != nil {
			return v, err
		}
	}
	v.Row = now.TakenInARow(n)
	if v.Tables, err = s.tablesOf(c, n); err != nil {
		return v, err
	}
	if n.Tables != nil {
		e, err := now.Meeting(n.ID)
		if err != nil {
			return v, err
		}
		v.Rounds = meeting.NewList(e)
	}
	if n.Meeting != 0 {
		if v.Meeting, err = now.Night(n.Meeting); err != nil {
			return v, err
		}
	}
	return v, nil
}

// closedNight is a night's own page once it is over.
func (s *server) closedNight(c echo.Context, n *show.Night) error {
	now := s.snapshot(c)
	v, err := s.closedView(c, n, s.may(c, Scorer))
	if err != nil {
		return err
	}
	v.Bound = s.who(c).Only == n.ID
	f := tableFrame(n)
	f.Here, f.Htmx, f.Scripts = frame.Evenings, false, []string{"closed.js"}
	f.Sub = "" // the date and the rules stand below, with who took the night
	if v.May && s.Now().Sub(n.Closed) < 48*time.Hour {
		again := frame.Doing{Name: "The same again", Href: "/", Primary: true, Next: !v.Owing()}
		// of a closed night, or of the evening it was a table of
		switch a := s.sameAgain(now, s.formFacts(now), cmp.Or(n.Meeting, n.ID)); {
		case a == nil:
		case a.Asks:
			again.Href = a.With
		default:
			again.Href, again.Sends = "/nights", a.Sends
		}
		settled := f.Doings[2]
		settled.Primary = false
		f.Doings = []frame.Doing{f.Doings[0], settled, again} // the laws are in the menu
	}
	f.Follow = frame.NewFollowed(n)
	f.Styles = dealStyles("lines.css", "years.css", "coins.css", "closed.css")
	return s.page(c, f, last.ClosedPage(v))
}

// sheetPage is the sheet to print.
func (s *server) sheetPage(c echo.Context, n *show.Night) (err error) {
	versions := map[chain.DealID][]show.Version{}
	for _, d := range n.Deals {
		if d.Changed == 0 {
			continue
		}
		if versions[d.ID], err = s.snapshot(c).History(n.ID, d.ID); err != nil {
			return err
		}
	}
	f := frame.Frame{
		Title: "Score sheet, " + say.NightTitle(n), Bare: true, Styles: []string{"scoresheet.css"},
		Scripts: []string{"print.js"},
	}
	printed := sheet.Printed{Night: n, Versions: versions, Day: s.Now()}
	if n.Tables != nil {
		e, err := s.snapshot(c).Meeting(n.ID)
		if err != nil {
			return err
		}
		printed.Till = meeting.NewTill(e, s.Now().Location()).OnPaper()
	}
	return s.page(c, f, sheet.PrintedPage(printed))
}
