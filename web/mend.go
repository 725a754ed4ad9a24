package web

// Putting a deal right: the form that says it anew, what that would change, and the change itself. What is
// asked before (mendEffect, GET) and what is done (mendDeal, POST) read the same form; only the second
// writes.

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/frame"
	"ouverte/templates/say"
	"ouverte/templates/sheet"
	"ouverte/templates/table"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

// mendForm says what is to be put right, and how.
type mendForm struct {
	dealFields
	Do  string `form:"do" validate:"required,oneof=correct remove back insert swap" label:"The choice"`
	Key string `form:"key" validate:"max=64" label:"The key of the form"`

	Saw chain.EntryID `form:"saw" validate:"required,min=1" label:"The page’s version"`

	Swap    string `form:"swap" validate:"max=44" label:"The other deal"` // number and version: "12-40"
	Dealers string `form:"dealers" validate:"omitempty,oneof=move stay" label:"The choice for the dealers"`
	Reason  string `form:"reason" validate:"max=200" label:"The reason"`

	// The player there, place by place, where that is said anew, and on whose account; empty is nobody, and
	// their own.
	Sat   []chain.PlayerID `form:"sat" validate:"max=5,dive,min=0" label:"The player’s number"`
	Plays []chain.PlayerID `form:"plays" validate:"max=5,dive,min=0" label:"The account"`
}

var mendKinds = map[string]ledger.MendKind{
	"correct": ledger.Correct, "remove": ledger.Remove, "back": ledger.PutBack, "insert": ledger.Insert,
	"swap": ledger.Swap,
}

// saysDeal tells whether a Mend says a deal, and so has a form for it.
func saysDeal(do ledger.MendKind) bool { return do == ledger.Correct || do == ledger.Insert }

// changePage is the form of a deal as it stands, to be said anew.
func (s *server) changePage(c echo.Context, d *oneDeal) error {
	return s.mendPage(c, d, ledger.Correct)
}

// beforePage is the empty form of a deal that was forgotten.
func (s *server) beforePage(c echo.Context, d *oneDeal) error { return s.mendPage(c, d, ledger.Insert) }

func (s *server) mendPage(c echo.Context, d *oneDeal, do ledger.MendKind) error {
	last := d.last()
	if last.Removed || !d.night.Open {
		return s.goTo(c, d.path())
	}
	if len(c.QueryParams()) > 0 {
		return s.seatAnew(c, d)
	}
	m := ledger.Mend{Do: do, Said: ledger.DealSaid{Deal: last.Deal}}
	if do == ledger.Insert {
		m.Said.Deal = rules.Deal{Dealer: last.Deal.Dealer, Tricks: rules.NotSaid}
	}
	f, err := s.formAsTold(c, d, m, "")
	if err != nil {
		return err
	}
	return s.page(c, d.formFrame(f.Title), table.MendForm(f, table.EffectView{}))
}

// formFrame is the frame of a page with a deal to be filled in.
func (d *oneDeal) formFrame(title string) frame.Frame {
	f := d.frame(title)
	f.Scripts = []string{"mend.js"}
	return f
}

// seatAnew draws the form again with others at the table, and everything else in it.
func (s *server) seatAnew(c echo.Context, d *oneDeal) error {
	form, m, err := readMend(c, d)
	switch problem := (*rules.Problem)(nil); {
	case errors.As(err, &problem): // what the deal still lacks is asked for later
	case err != nil:
		return s.mendRefused(c, form, m, err)
	case !saysDeal(m.Do):
		return forms.Anew("The form doesn't say what it is about. Nothing was recorded")
	}
	f, err := s.formAsTold(c, d, m, form.Key)
	if err != nil {
		return err
	}
	if wantsPart(c.Request()) {
		return s.fragments(c, http.StatusOK, table.Deal(f))
	}
	return s.page(c, d.formFrame(f.Title), table.MendForm(f, table.EffectView{}))
}

// formAsTold is the form with its answers.
func (s *server) formAsTold(c echo.Context, d *oneDeal, m ledger.Mend, key string) (*table.DealForm, error) {
	deal, chairs := m.Said.Deal, m.Said.Chairs
	if chairs == nil {
		chairs = d.last().Chairs
	}
	if deal.Seats = len(chairs); deal.Dealer == 0 || int(deal.Dealer) > deal.Seats {
		deal.Dealer = 1
	}
	f := d.form(m.Do, table.DealAbout{Chairs: chairs, Deal: deal, Key: cmp.Or(key, newKey())})
	var err error
	f.Sat, err = s.satHere(c, d, chairs)
	f.SatAnew = !slices.Equal(chairs, d.last().Chairs)
	if now, stands := d.night.Deal(d.id); stands && m.Do == ledger.Correct && sheet.DisputeWords(now) != "" {
		f.Note = &table.Meanwhile{Head: sheet.DisputeWords(now)}
	}
	return f, err
}

// form is the deal form to correct a deal with, or to put one in before it.
func (d *oneDeal) form(do ledger.MendKind, about table.DealAbout) *table.DealForm {
	about.Night, about.Nth = d.night, d.nth
	f := table.NewDealForm(about)
	f.Action, f.Ask, f.Record, f.Dealt = d.path()+"/effect", true, "What changes?", "Who dealt it?"
	kind := "correct"
	f.Title, f.SeatThem = fmt.Sprintf("Change deal %d", d.nth), d.path()+"/change"
	if do == ledger.Insert {
		kind = "insert"
		f.Title, f.SeatThem = fmt.Sprintf("A deal before deal %d", d.nth), d.path()+"/before"
	}
	f.Duties = nil // who dealt is asked
	f.Hidden = []table.HiddenFact{
		{Name: "do", Value: kind}, {Name: "saw", Value: say.EntryNo(d.last().Entry)},
	}
	return f
}

// satHere asks who sat at a deal: anybody of the night, or else known. It refuses chairs for strangers.
func (s *server) satHere(c echo.Context, d *oneDeal, chairs []chain.Chair) ([]table.SatPlace, error) {
	players := s.snapshot(c).Players()
	known := func(id chain.PlayerID) bool {
		return slices.ContainsFunc(players, func(p show.Player) bool { return p.ID == id })
	}
	for _, chair := range chairs {
		if !known(chair.Player) || !known(chair.Pays()) {
			return nil, &chain.NotFound{What: "player"}
		}
	}
	return table.SatHere(d.night, chairs, players), nil
}

// reseat carries the answers over to the table as it really was: they stay with their person; those of
// somebody who wasn't there go to the player who sat there.
func (f *mendForm) reseat() error {
	if len(f.Sat) == 0 {
		return nil
	}
	was, ok := show.ParseChairs(f.Players)
	if !ok || len(f.Plays) != len(f.Sat) {
		return forms.Anew("The form doesn't say who sat at the table. Nothing was recorded")
	}
	now, instead := show.Chairs{}, map[int]int{} // by place as it was: the place now
	for i, who := range f.Sat {
		if who == 0 {
			continue
		}
		chair := chain.Chair{Player: who}
		if f.Plays[i] != who {
			chair.Account = f.Plays[i]
		}
		now = append(now, chair)
		instead[i+1] = len(now)
	}
	if len(now) < 3 {
		return forms.Wrong{"sat": "At least three must have sat at the table."}
	}
	at := func(all show.Chairs, who chain.PlayerID) int {
		return slices.IndexFunc(all, func(c chain.Chair) bool { return c.Player == who }) + 1
	}
	f.moveSeats(func(old int) int {
		if old < 1 || old > len(was) {
			return 0
		}
		if same := at(now, was[old-1].Player); same != 0 {
			return same
		}
		if there := instead[old]; there != 0 && at(was, now[there-1].Player) == 0 {
			return there
		}
		return 0
	}, len(was))
	f.Players, f.Sat, f.Plays = now.String(), nil, nil
	return nil
}

// readMend reads the form, and what it asks for: also where something in it is wrong, as far as it can be
// read.
func readMend(c echo.Context, d *oneDeal) (form mendForm, m ledger.Mend, err error) {
	if err = c.Bind(&form); err != nil && !errors.As(err, new(forms.Wrong)) {
		return form, m, err
	}
	if err == nil {
		err = form.reseat()
	}
	m, unread := d.read(&form)
	if err == nil {
		err = unread
	}
	return form, m, err
}

// read makes the Mend a form asks for. MoveDealers is as the players chose; where they haven't, it is set.
func (d *oneDeal) read(form *mendForm) (ledger.Mend, error) {
	m := ledger.Mend{
		Do: mendKinds[form.Do], Deal: d.id, Saw: form.Saw, MoveDealers: form.Dealers != "stay",
		Reason: form.Reason,
	}
	switch m.Do {
	case ledger.Correct, ledger.Insert:
		chairs, err := form.chairs()
		if err != nil {
			return m, err
		}
		if chairs == nil {
			chairs = d.last().Chairs
		}
		m.Said.Chairs = chairs
		m.Said.Deal, err = form.deal(d.night.Stakes, len(chairs))
		return m, err
	case ledger.Swap:
		if _, err := fmt.Sscanf(form.Swap, "%d-%d", &m.With, &m.SawWith); err != nil {
			return m, forms.Bad("The form doesn’t say which deals change places. Nothing was recorded.")
		}
	}
	return m, nil
}

// mendEffect shows what putting a deal right would change: a page, or to our script the part of the form's
// page that says so.
func (s *server) mendEffect(c echo.Context, d *oneDeal) error {
	form, m, err := readMend(c, d)
	if err != nil {
		return s.mendRefused(c, form, m, err)
	}
	e, err := s.effect(c, d, form, m)
	if err != nil {
		return s.mendRefused(c, form, m, err)
	}
	if wantsPart(c.Request()) {
		return s.fragments(c, http.StatusOK, table.Effect(e))
	}
	return s.page(c, d.frame(fmt.Sprintf("Deal %d", d.nth)), table.EffectPage(e))
}

// effect asks the book both ways: with the deal moving on to the deals after it, and without.
func (s *server) effect(c echo.Context, d *oneDeal, form mendForm, m ledger.Mend) (table.EffectView, error) {
	ctx := c.Request().Context()
	v := table.EffectView{
		Action: d.path(), Back: d.path(), Key: cmp.Or(form.Key, newKey()), Reason: form.Reason,
		Hidden: hiddenOf(c.QueryParams(), "key", "reason", "dealers"),
	}
	m.MoveDealers = false
	stay, err := s.book.WhatIf(ctx, d.night.ID, m)
	if err != nil {
		return v, err
	}
	v.Lead, v.Button = table.EffectLead(d.night, m, stay, d.nth)
	still := table.NewEffectChoice(d.night, m, stay)
	m.MoveDealers = true
	moved := table.EffectChoice{Value: "move", Label: "Move the dealers on too"}
	move, err := s.book.WhatIf(ctx, d.night.ID, m)
	if refusal := (*rules.Problem)(nil); errors.As(err, &refusal) {
		moved.Refused = refusal.Sentence
	} else if err != nil {
		return v, err
	} else {
		moved = table.NewEffectChoice(d.night, m, move)
	}
	v.Choose(moved, still, form.Dealers)
	return v, nil
}

// hiddenOf carries a form on to the next one, as it was sent.
func hiddenOf(values url.Values, but ...string) []table.HiddenFact {
	var out []table.HiddenFact
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for _, value := range values[name] {
			if !slices.Contains(but, name) {
				out = append(out, table.HiddenFact{Name: name, Value: value})
			}
		}
	}
	return out
}

// mendDeal does it.
func (s *server) mendDeal(c echo.Context, d *oneDeal) error {
	form, m, err := readMend(c, d)
	if err == nil && form.Key == "" {
		err = halfForm
	}
	if form.Dealers == "" {
		m.MoveDealers = false // both ways came to the same
	}
	if err != nil {
		return s.mendRefused(c, form, m, err)
	}
	receipt, err := s.book.Mend(c.Request().Context(), s.slip(c, form.Key), d.night.ID, m)
	if err != nil {
		return s.mendRefused(c, form, m, err)
	}
	return s.goTo(c, say.DealPath(d.night.ID, receipt.Deal)+"?did="+form.Do)
}

// mendRefused shows the page again with the answers and the refusal; where somebody was faster, also their
// change.
func (s *server) mendRefused(c echo.Context, form mendForm, m ledger.Mend, err error) error {
	var stale *show.Stale
	errors.As(err, &stale)
	return refuse(err, func(why ui.Says) (*screen, error) {
		d, err := s.dealNow(c) // it may have moved on
		if err != nil {
			return nil, err
		}
		if !saysDeal(m.Do) || !d.night.Open {
			v := s.dealView(c, d)
			v.Says = plainly(why)
			return &screen{d.frame(v.Title()), table.DealPage(v)}, nil
		}
		f, err := s.formAsTold(c, d, m, form.Key)
		if err != nil {
			return nil, err
		}
		if stale != nil {
			f.Note = table.MendNote(d.night, stale)
		} else if f.Says = questions(why, m.Said.Deal.Call == rules.Irish); why["seats"] != "" {
			f.Says = ui.Says{"sat": why["seats"]}
		}
		e := table.EffectView{Says: plainly(why)}
		if wantsPart(c.Request()) {
			return &screen{body: table.Effect(e)}, nil
		}
		return &screen{d.formFrame(f.Title), table.MendForm(f, e)}, nil
	})
}
