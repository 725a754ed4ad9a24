package web

// One deal and putting it right: its page, the form that says it anew, what that would change, and the change itself.
// What is asked before (mendEffect, GET) and what is done (mendDeal, POST) read the same form; only the second writes.

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/sheet"
	"ouverte/templates/table"
	"ouverte/web/forms"
)

// mendFields say what is to be put right, and how.
type mendFields struct {
	dealFields
	Do      string `form:"do" validate:"required,oneof=correct remove back insert swap" label:"What is to be done"`
	Key     string `form:"key" validate:"max=64" label:"The key of the form"`
	Saw     int64  `form:"saw" validate:"required,min=1" label:"What the page showed"`
	Swap    string `form:"swap" validate:"max=44" label:"The other deal"` // number and version: "12-40"
	Dealers string `form:"dealers" validate:"omitempty,oneof=move stay" label:"Whether the deal moves on"`
	Reason  string `form:"reason" validate:"max=200" label:"The reason"`

	// who sat there, place by place, where that is said anew, and on whose account; nothing is nobody, and their own
	Sat   []string `form:"sat" validate:"max=5,dive,max=20" label:"Who sat there"`
	Plays []string `form:"plays" validate:"max=5,dive,max=20" label:"Whose account played"`
}

var mendKinds = map[string]ledger.MendKind{
	"correct": ledger.Correct, "remove": ledger.Remove, "back": ledger.PutBack, "insert": ledger.Insert, "swap": ledger.Swap,
}

// oneDeal is a deal of a night, standing or removed, with what its page must know.
type oneDeal struct {
	night   *ledger.Night
	id      ledger.DealID
	history []ledger.Version
	nth     int
}

// last is the latest version, and that of the deal it stands by.
func (d *oneDeal) last() ledger.Version { return d.history[len(d.history)-1] }

// stands tells whether the deal is on the sheet.
func (d *oneDeal) stands() bool { return !d.last().Removed }

func (s *Server) dealOf(c echo.Context) (*oneDeal, error) {
	n, err := s.nightOf(c)
	if err != nil {
		return nil, err
	}
	id, err := strconv.ParseInt(c.Param("deal"), 10, 64)
	if err != nil || id < 1 {
		return nil, &ledger.NotFound{What: "deal"}
	}
	return s.oneDeal(c, n, ledger.DealID(id))
}

func (s *Server) oneDeal(c echo.Context, n *ledger.Night, id ledger.DealID) (*oneDeal, error) {
	d := &oneDeal{night: n, id: id}
	var err error
	if d.history, err = s.book.History(c.Request().Context(), n.ID, id); err != nil {
		return nil, err
	}
	if now, ok := n.Deal(id); ok {
		d.nth = now.Nth
		return d, nil
	}
	for _, r := range n.Removed {
		if r.ID == id {
			d.nth = r.Nth
		}
	}
	return d, nil
}

func (d *oneDeal) frame(title string) templates.Frame {
	return templates.Frame{
		Title: title, Sub: templates.NightTitle(d.night), Here: templates.Tonight, Htmx: true, Styles: []string{"table.css", "mend.css"}, Follow: templates.NewFollowed(d.night),
		Doings: []templates.Doing{{Name: "To the table", Href: nightPath(d.night.ID), Primary: true}},
	}
}

// formFrame is the frame of the two pages with a deal to be filled in.
func (d *oneDeal) formFrame(title string) templates.Frame {
	f := d.frame(title)
	f.Scripts = []string{"mend.js"}
	return f
}

var mended = map[string]string{
	"correct": "Changed. What it said before stays in the history.", "remove": "Taken off the sheet. It can be put back here.",
	"back": "Back on the sheet.", "insert": "Put in. The deals after it have moved one on.", "swap": "The two have changed places.",
	"agreed": "Agreed.", "disputed": "Noted. It is marked on the sheet until it is changed or agreed.",
}

func (s *Server) dealPage(c echo.Context) error {
	d, err := s.dealOf(c)
	if err != nil {
		return err
	}
	var form didForm
	if err := bind(c, &form); err != nil {
		return err
	}
	v := s.dealView(c, d)
	v.Did = mended[form.Did]
	return s.show(c, http.StatusOK, d.frame(v.Title), table.DealPage(v))
}

func (s *Server) dealView(c echo.Context, d *oneDeal) table.DealView {
	v := table.NewDealView(d.night, d.id, d.history, d.nth, s.Who(c.Request()).Right >= Scorer, s.Now().Location())
	if v.Agree != nil {
		v.Agree.Key = newKey()
	}
	return v
}

// changePage is the form of a deal as it stands, to be said anew.
func (s *Server) changePage(c echo.Context) error { return s.mendPage(c, ledger.Correct) }

// beforePage is the empty form of a deal that was forgotten.
func (s *Server) beforePage(c echo.Context) error { return s.mendPage(c, ledger.Insert) }

func (s *Server) mendPage(c echo.Context, do ledger.MendKind) error {
	d, err := s.dealOf(c)
	if err != nil {
		return err
	}
	if !d.stands() || !d.night.Open {
		return s.goTo(c, templates.DealPath(d.night.ID, d.id))
	}
	if len(c.QueryParams()) > 0 {
		return s.seatAnew(c, d)
	}
	deal := d.last().Deal
	if do == ledger.Insert {
		deal = rules.Deal{Seats: deal.Seats, Dealer: deal.Dealer, Tricks: rules.NotSaid}
	}
	f := d.form(do, deal, d.last().Chairs, newKey())
	if f.Sat, err = s.satHere(c, d, d.last().Chairs); err != nil {
		return err
	}
	return s.show(c, http.StatusOK, d.formFrame(f.Title), table.MendForm(f, table.EffectView{}))
}

// seatAnew draws the form again with others at the table, and everything else in it.
func (s *Server) seatAnew(c echo.Context, d *oneDeal) error {
	var form mendFields
	err := bind(c, &form)
	if err == nil {
		err = form.reseat()
	}
	m, problem := d.read(&form)
	if err == nil && m.Do != ledger.Correct && m.Do != ledger.Insert {
		return forms.Bad("The form doesn't say what it is about. Nothing was recorded; load the page anew and try again.")
	}
	if errors.As(problem, new(forms.Bad)) {
		return problem // what a deal still lacks is asked for later
	}
	if err != nil {
		return s.mendRefused(c, d, form, m, err)
	}
	f, err := s.formAsTold(c, d, m, form.Key)
	if err != nil {
		return err
	}
	if wantsPart(c.Request()) {
		return s.part(c, http.StatusOK, table.Deal(f))
	}
	return s.show(c, http.StatusOK, d.formFrame(f.Title), table.MendForm(f, table.EffectView{}))
}

// formAsTold is the form with what was said in it.
func (s *Server) formAsTold(c echo.Context, d *oneDeal, m ledger.Mend, key string) (table.DealForm, error) {
	deal, chairs := m.Said.Deal, m.Said.Chairs
	if chairs == nil {
		chairs = d.last().Chairs
	}
	if deal.Seats = len(chairs); deal.Dealer == 0 || int(deal.Dealer) > deal.Seats {
		deal.Dealer = 1
	}
	if key == "" {
		key = newKey()
	}
	f := d.form(m.Do, deal, chairs, key)
	var err error
	f.Sat, err = s.satHere(c, d, chairs)
	f.SatAnew = !slices.Equal(chairs, d.last().Chairs)
	return f, err
}

// satHere asks who sat at a deal: anybody of the night, or else known. It refuses chairs for strangers.
func (s *Server) satHere(c echo.Context, d *oneDeal, chairs []ledger.Chair) ([]table.SatPlace, error) {
	players, err := s.book.Players(c.Request().Context())
	if err != nil {
		return nil, err
	}
	known := func(id ledger.PlayerID) bool {
		return slices.ContainsFunc(players, func(p ledger.Player) bool { return p.ID == id })
	}
	for _, chair := range chairs {
		if !known(chair.Player) || !known(chair.Pays()) {
			return nil, &ledger.NotFound{What: "player"}
		}
	}
	return table.SatHere(d.night, chairs, players), nil
}

// reseat puts those at the table who really sat there, and takes the answers along: what was said of a person stays said of
// them, and what was said of somebody who wasn't there is said of whoever sat there instead.
func (f *mendFields) reseat() error {
	if len(f.Sat) == 0 {
		return nil
	}
	was, ok := table.ParseChairs(f.Players)
	if !ok || len(f.Plays) != len(f.Sat) {
		return forms.Bad("The form doesn't say who sat at the table. Nothing was recorded; load the page anew and try again.")
	}
	now, instead := table.Chairs{}, map[int]int{} // by place as it was: the place now
	for i, who := range f.Sat {
		if who == "" {
			continue
		}
		chair, ok := table.ParseChair(who, f.Plays[i])
		if !ok {
			return forms.Bad("The form seats somebody there can't be. Nothing was recorded; load the page anew and try again.")
		}
		now = append(now, chair)
		instead[i+1] = len(now)
	}
	if len(now) < 3 {
		return forms.Wrong{"sat": "Three at least must have sat at the table."}
	}
	seat := func(old int) int {
		if old < 1 || old > len(was) {
			return 0
		}
		at := func(all table.Chairs, who ledger.PlayerID) int {
			return slices.IndexFunc(all, func(c ledger.Chair) bool { return c.Player == who }) + 1
		}
		if same := at(now, was[old-1].Player); same != 0 {
			return same
		}
		if there := instead[old]; there != 0 && at(was, now[there-1].Player) == 0 {
			return there
		}
		return 0
	}
	f.moveSeats(seat, len(was))
	f.Players, f.Sat, f.Plays = now.String(), nil, nil
	return nil
}

// form is the deal form to correct a deal with, or to put one in before it.
func (d *oneDeal) form(do ledger.MendKind, deal rules.Deal, chairs []ledger.Chair, key string) table.DealForm {
	f := table.NewDealForm(table.DealAbout{Night: d.night, Chairs: chairs, Deal: deal, Nth: d.nth, Key: key})
	f.Action, f.Ask, f.Record, f.Dealt = templates.DealPath(d.night.ID, d.id)+"/effect", true, "What does that change?", "Who dealt it?"
	f.Title = fmt.Sprintf("Change deal %d", d.nth)
	kind := "correct"
	if do == ledger.Insert {
		kind, f.Title = "insert", fmt.Sprintf("A deal before deal %d", d.nth)
	}
	f.Duties = []sheet.Duty{{What: f.Title}}
	f.SeatThem = templates.DealPath(d.night.ID, d.id) + map[ledger.MendKind]string{ledger.Correct: "/change", ledger.Insert: "/before"}[do]
	f.Hidden = []table.HiddenFact{{Name: "do", Value: kind}, {Name: "saw", Value: strconv.FormatInt(int64(d.last().Entry), 10)}}
	return f
}

// read makes the Mend a form asks for. MoveDealers is as the players chose; where they haven't, it is set.
func (d *oneDeal) read(form *mendFields) (ledger.Mend, error) {
	m := ledger.Mend{
		Do: mendKinds[form.Do], Deal: d.id, Saw: ledger.EntryID(form.Saw), MoveDealers: form.Dealers != "stay", Reason: form.Reason,
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
		m.Said.Deal, err = form.said(d.night.Stakes, len(chairs))
		return m, err
	case ledger.Swap:
		if _, err := fmt.Sscanf(form.Swap, "%d-%d", &m.With, &m.SawWith); err != nil {
			return m, forms.Bad("The form doesn't say which deals are to change places. Nothing was recorded.")
		}
	}
	return m, nil
}

// mendEffect shows what putting a deal right would change: a page, or to our script the part of the form's page that says so.
func (s *Server) mendEffect(c echo.Context) error {
	d, form, m, err := s.mendAsked(c)
	if err != nil {
		return s.mendRefused(c, d, form, m, err)
	}
	e, err := s.effect(c, d, form, m)
	if err != nil {
		return s.mendRefused(c, d, form, m, err)
	}
	if wantsPart(c.Request()) {
		return s.part(c, http.StatusOK, table.Effect(e))
	}
	return s.show(c, http.StatusOK, d.frame(fmt.Sprintf("Deal %d", d.nth)), table.EffectPage(e))
}

func (s *Server) mendAsked(c echo.Context) (d *oneDeal, form mendFields, m ledger.Mend, err error) {
	if d, err = s.dealOf(c); err != nil {
		return nil, form, m, err
	}
	if err = bind(c, &form); err == nil {
		if err = form.reseat(); err == nil {
			m, err = d.read(&form)
		} else {
			m, _ = d.read(&form)
		}
	} else if errors.As(err, new(forms.Wrong)) {
		m, _ = d.read(&form) // to show again what could be read
	}
	return d, form, m, err
}

// effect asks the book both ways: with the deal moving on to the deals after it, and without.
func (s *Server) effect(c echo.Context, d *oneDeal, form mendFields, m ledger.Mend) (table.EffectView, error) {
	ctx := c.Request().Context()
	path := templates.DealPath(d.night.ID, d.id)
	v := table.EffectView{Action: path, Back: path, Key: form.Key, Reason: form.Reason, Hidden: hiddenOf(c.QueryParams(), "key", "reason", "dealers")}
	if c.Request().Method == http.MethodPost {
		v.Hidden = hiddenOf(c.Request().PostForm, "key", "reason", "dealers")
	}
	if v.Key == "" {
		v.Key = newKey()
	}
	m.MoveDealers = false
	stay, err := s.book.WhatIf(ctx, d.night.ID, m)
	if err != nil {
		return v, err
	}
	v.Lead, v.Button = table.EffectLead(d.night, m, stay, d.nth)
	still := table.NewEffectChoice(m, stay)
	m.MoveDealers = true
	moved := table.EffectChoice{Value: "move", Label: "The deal moves on with it"}
	move, err := s.book.WhatIf(ctx, d.night.ID, m)
	if refusal := (*ledger.Refusal)(nil); errors.As(err, &refusal) {
		moved.Refused = refusal.Sentence
	} else if err != nil {
		return v, err
	} else {
		moved = table.NewEffectChoice(m, move)
	}
	v.Choose(moved, still, form.Dealers)
	return v, nil
}

// hiddenOf carries a form on to the next one, as it was sent.
func hiddenOf(values url.Values, but ...string) []table.HiddenFact {
	var out []table.HiddenFact
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if slices.Contains(but, name) {
			continue
		}
		for _, value := range values[name] {
			out = append(out, table.HiddenFact{Name: name, Value: value})
		}
	}
	return out
}

// mendDeal does it.
func (s *Server) mendDeal(c echo.Context) error {
	d, form, m, err := s.mendAsked(c)
	if err == nil && form.Key == "" {
		err = forms.Bad("The form came without its key. Load the page anew and try again.")
	}
	if err == nil && form.Dealers == "" {
		m.MoveDealers = false // both ways came to the same
	}
	if err != nil {
		return s.mendRefused(c, d, form, m, err)
	}
	receipt, err := s.book.Mend(c.Request().Context(), s.slip(c, form.Key), d.night.ID, m)
	if err != nil {
		return s.mendRefused(c, d, form, m, err)
	}
	return s.goTo(c, templates.DealPath(d.night.ID, receipt.Deal)+"?did="+form.Do)
}

// mendRefused shows the page again with what was said and why it won't do; where somebody was faster, also what they did.
func (s *Server) mendRefused(c echo.Context, d *oneDeal, form mendFields, m ledger.Mend, err error) error {
	says, forPeople := said(err)
	if !forPeople || d == nil {
		return err
	}
	status := http.StatusUnprocessableEntity
	stale := (*ledger.Stale)(nil)
	if errors.As(err, &stale) {
		status = http.StatusConflict
	}
	n, problem := s.book.Night(c.Request().Context(), d.night.ID) // it may have moved on
	if problem != nil {
		return problem
	}
	if d, problem = s.oneDeal(c, n, d.id); problem != nil {
		return problem
	}
	if m.Do != ledger.Correct && m.Do != ledger.Insert || !d.night.Open {
		v := s.dealView(c, d)
		v.Says = plainly(says)
		return s.show(c, status, d.frame(v.Title), table.DealPage(v))
	}
	deal := m.Said.Deal
	f, problem := s.formAsTold(c, d, m, form.Key)
	if problem != nil {
		return problem
	}
	e := table.EffectView{}
	if stale != nil {
		f.Note = table.MendNote(n, stale)
		e.Says = plainly(says)
	} else {
		f.Says = questions(says, deal.Call == rules.Irish)
		if refusal := (*ledger.Refusal)(nil); errors.As(err, &refusal) && refusal.Field == "seats" {
			f.Says = templates.Says{"sat": refusal.Sentence}
		}
		e.Says = plainly(says)
	}
	if wantsPart(c.Request()) {
		return s.part(c, status, table.Effect(e))
	}
	return s.show(c, status, d.formFrame(f.Title), table.MendForm(f, e))
}
