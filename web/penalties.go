package web

// Penalties: what somebody pays for an offence that no deal reckons, and its withdrawal.

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
	"ouverte/templates/table"
	"ouverte/web/forms"
)

type penaltyForm struct {
	Key    string `form:"key" validate:"required,max=64" label:"The key of the form"`
	By     int64  `form:"by" validate:"min=0" label:"Who pays"`
	To     string `form:"to" validate:"required,oneof=others kitty" label:"Who gets it"`
	Amount string `form:"amount" validate:"max=40" label:"The amount"`
	Reason string `form:"reason" validate:"max=120" label:"The reason"`
}

func penaltiesFrame(n *ledger.Night) templates.Frame {
	return templates.Frame{
		Title: "Penalties", Sub: templates.NightTitle(n), Here: templates.Tonight, Styles: []string{"mend.css"}, Follow: templates.NewFollowed(n),
		Doings: []templates.Doing{{Name: "To the table", Href: nightPath(n.ID), Primary: true}},
	}
}

func (s *Server) penaltiesPage(c echo.Context) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	var form struct {
		didForm
		By     int64  `form:"by" validate:"min=0" label:"Who pays"`
		To     string `form:"to" validate:"omitempty,oneof=others kitty" label:"Who gets it"`
		Amount string `form:"amount" validate:"max=40" label:"The amount"`
		Reason string `form:"reason" validate:"max=120" label:"The reason"`
	}
	if err := bind(c, &form); err != nil {
		return err
	}
	v := s.penalties(c, n)
	if form.By != 0 { // as a ruling of the laws fills it in
		v.By, v.To, v.Amount, v.Reason, v.Given = fmt.Sprint(form.By), form.To, form.Amount, form.Reason, true
	}
	v.Did = map[string]string{"written": "It is on the sheet.", "withdrawn": "Withdrawn. It counts for nothing any more, and stays to be seen."}[form.Did]
	return s.show(c, http.StatusOK, penaltiesFrame(n), table.Penalties(v))
}

func (s *Server) penalties(c echo.Context, n *ledger.Night) table.PenaltiesView {
	return table.NewPenaltiesView(n, s.Who(c.Request()).Right >= Scorer, newKey)
}

func (s *Server) penalise(c echo.Context) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	var form penaltyForm
	if err = bind(c, &form); err == nil {
		err = s.writePenalty(c, n, &form)
	}
	if err != nil {
		return refuse(err, penaltiesFrame(n), func(says templates.Says) templ.Component {
			v := s.penalties(c, n)
			v.By, v.To, v.Amount, v.Reason, v.Says = fmt.Sprint(form.By), form.To, form.Amount, form.Reason, says
			if form.Key != "" {
				v.Key = form.Key
			}
			return table.Penalties(v)
		})
	}
	return s.goTo(c, nightPath(n.ID)+"/penalties?did=written")
}

func (s *Server) writePenalty(c echo.Context, n *ledger.Night, form *penaltyForm) error {
	if form.By == 0 {
		return forms.Wrong{"by": "Who pays it?"}
	}
	if form.Amount == "" {
		return forms.Wrong{"amount": "How much is it?"}
	}
	amount, err := n.Money.Parse(form.Amount)
	if problem := (*rules.Problem)(nil); errors.As(err, &problem) {
		return forms.Wrong{"amount": problem.Sentence}
	} else if err != nil {
		return err
	}
	_, err = s.book.Penalise(c.Request().Context(), s.slip(c, form.Key), n.ID, ledger.Penalty{
		By: ledger.PlayerID(form.By), Kitty: form.To == "kitty", Amount: amount, Reason: form.Reason,
	})
	return err
}

// withdrawPenalty takes a penalty back by an entry that reverses it.
func (s *Server) withdrawPenalty(c echo.Context) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	var form struct {
		Key    string `form:"key" validate:"required,max=64" label:"The key of the form"`
		Reason string `form:"reason" validate:"max=120" label:"The reason"`
	}
	if err = bind(c, &form); err == nil {
		err = s.withdraw(c, n, form.Key, form.Reason)
	}
	if err != nil {
		return refuse(err, penaltiesFrame(n), func(says templates.Says) templ.Component {
			v := s.penalties(c, n)
			v.Says = plainly(says)
			return table.Penalties(v)
		})
	}
	return s.goTo(c, nightPath(n.ID)+"/penalties?did=withdrawn")
}

func (s *Server) withdraw(c echo.Context, n *ledger.Night, key, reason string) error {
	id, err := strconv.ParseInt(c.Param("entry"), 10, 64)
	if err != nil {
		return &ledger.NotFound{What: "entry"}
	}
	for _, r := range n.Rows {
		if r.Entry == ledger.EntryID(id) && r.Kind == ledger.KindPenalty {
			_, err := s.book.Withdraw(c.Request().Context(), s.slip(c, key), r.Entry, reason)
			return err
		}
	}
	return &ledger.NotFound{What: "entry"}
}
