package web

// One deal: its page, with every version of it; and its result agreed or disputed.

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/templates/frame"
	"ouverte/templates/say"
	"ouverte/templates/sheet"
	"ouverte/templates/table"
	"ouverte/templates/ui"
)

// oneDeal is a deal of a night, standing or removed.
type oneDeal struct {
	night   *show.Night
	id      chain.DealID
	history []show.Version
	notes   []show.Noted
	nth     int
}

// last is the latest version.
func (d *oneDeal) last() show.Version { return d.history[len(d.history)-1] }

// path is the address of the deal's page.
func (d *oneDeal) path() string { return say.DealPath(d.night.ID, d.id) }

func (s *server) dealOf(c echo.Context, n *show.Night) (*oneDeal, error) {
	now := s.snapshot(c)
	id, err := idIn[chain.DealID](c, "deal")
	if err != nil {
		return nil, err
	}
	d := &oneDeal{night: n, id: id}
	if d.history, err = now.History(n.ID, d.id); err != nil {
		return nil, err
	}
	if d.notes, err = now.Notes(n.ID, d.id); err != nil {
		return nil, err
	}
	for _, all := range [][]*show.Dealt{n.Deals, n.Removed} {
		for _, one := range all {
			if one.ID == d.id {
				d.nth = one.Nth
			}
		}
	}
	return d, nil
}

func (d *oneDeal) frame(title string) frame.Frame {
	f := nightFrame(d.night, title, dealStyles("mend.css")...)
	f.Htmx = true
	return f
}

var mended = map[string]string{
	"correct":  "Changed. The history keeps the old version.",
	"remove":   "Taken off the sheet. You can put it back here.",
	"back":     "Back on the sheet.",
	"insert":   "Put in. The later deals have moved one on.",
	"swap":     "The two have changed places.",
	"agreed":   "Agreed.",
	"noted":    "Noted.",
	"no-note":  "The note is gone. The history keeps it.",
	"disputed": "Noted. The sheet marks it until you change or agree it.",
}

func (s *server) dealPage(c echo.Context, d *oneDeal) error {
	var form didForm
	if err := c.Bind(&form); err != nil {
		return err
	}
	v := s.dealView(c, d)
	v.Did = mended[form.Did]
	return s.page(c, d.frame(v.Title()), table.DealPage(v))
}

func (s *server) dealView(c echo.Context, d *oneDeal) table.DealView {
	stands, _ := d.night.Deal(d.id)
	return table.DealView{
		Night: d.night, Deal: d.id, Nth: d.nth, Stands: stands, History: d.history, Notes: d.notes,
		Scores: s.may(c, Scorer), Where: s.Now().Location(), Key: newKey,
	}
}

// showRefused shows the deal's page again, and why something wasn't done.
func (s *server) showRefused(c echo.Context, err error) error {
	return refuse(err, func(says ui.Says) (*screen, error) {
		d, err := s.dealNow(c)
		if err != nil {
			return nil, err
		}
		v := s.dealView(c, d)
		v.Says = plainly(says)
		return &screen{d.frame(v.Title()), table.DealPage(v)}, nil
	})
}

// dealNow is the deal as it stands by now.
func (s *server) dealNow(c echo.Context) (*oneDeal, error) {
	n, err := s.nightOf(c)
	if err != nil {
		return nil, err
	}
	return s.dealOf(c, n)
}

type noteForm struct {
	keyed
	Saw  chain.EntryID `form:"saw" validate:"min=0" label:"The page’s version"`
	Note string        `form:"note" validate:"max=140" label:"The note"`
}

// noteDeal writes a word about a deal, or takes it away. A closed night asks for the PIN first, as for its
// name.
func (s *server) noteDeal(c echo.Context, d *oneDeal) error {
	if !d.night.Open {
		if asked, err := s.askedPIN(c); asked || err != nil {
			return err
		}
	}
	var form noteForm
	err := c.Bind(&form)
	if err == nil {
		_, err = s.book.NoteDeal(c.Request().Context(), s.slip(c, form.Key), d.night.ID, d.id,
			form.Saw, form.Note)
	}
	if err == nil && strings.TrimSpace(form.Note) == "" {
		return s.goTo(c, d.path()+"?did=no-note")
	}
	if err == nil {
		return s.goTo(c, d.path()+"?did=noted")
	}
	stale := errors.As(err, new(*show.Stale))
	return refuse(err, func(says ui.Says) (*screen, error) {
		d, err := s.dealNow(c)
		if err != nil {
			return nil, err
		}
		v := s.dealView(c, d)
		v.Typed, v.Says = form.Note, ui.Says{"note": plainly(says)[""]}
		if stale {
			v.Says["note"] += " Your words are still here: send them again to put them in its place."
		}
		return &screen{d.frame(v.Title()), table.DealPage(v)}, nil
	})
}

type agreeForm struct {
	keyed
	Saw    chain.EntryID  `form:"saw" validate:"required,min=1" label:"The page’s version"`
	By     chain.PlayerID `form:"by" validate:"required,min=1" label:"The player who says so"`
	Say    string         `form:"say" validate:"required,oneof=agreed disputed" label:"The answer"`
	Reason string         `form:"reason" validate:"max=200" label:"The reason"`
	Back   string         `form:"back" validate:"omitempty,oneof=deal table"`
}

// agreeDeal notes that one of those who didn't call a deal agrees its result, or that somebody who sat there
// disputes it.
func (s *server) agreeDeal(c echo.Context, d *oneDeal) error {
	var form agreeForm
	if err := c.Bind(&form); err != nil {
		return err
	}
	ctx, slip := c.Request().Context(), s.slip(c, form.Key)
	var receipt ledger.Receipt
	var err error
	if form.Say == "agreed" {
		receipt, err = s.book.AgreeDeal(ctx, slip, d.night.ID, d.id, form.Saw, form.By)
	} else {
		receipt, err = s.book.DisputeDeal(ctx, slip, d.night.ID, d.id, form.Saw, form.By, form.Reason)
	}
	switch {
	case err == nil && form.Back != "table":
		return s.goTo(c, d.path()+"?did="+form.Say)
	case err == nil && receipt.Shown == nil:
		return s.goTo(c, say.NightPath(d.night.ID))
	case err == nil:
		t := s.table(c, receipt.Shown)
		t.Notice = sheet.AgreedNotice(receipt.Shown, d.id)
		return s.showParts(c, http.StatusOK, receipt.Shown, t)
	case form.Back == "table":
		return s.refusedAtTable(c, err)
	}
	return s.showRefused(c, err)
}
