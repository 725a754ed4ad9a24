package web

// Penalties: what somebody pays for an offence that no deal settles, and its withdrawal.

import (
	"fmt"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/templates"
	"ouverte/templates/table"
	"ouverte/web/forms"
)

// penaltyAsked is what the address says of the page: a ruling of the laws leads here with all it knows.
type penaltyAsked struct {
	didForm
	By     int64  `form:"by" validate:"min=0" label:"Who pays"`
	To     string `form:"to" validate:"omitempty,oneof=others kitty" label:"Who gets it"`
	Amount string `form:"amount" validate:"max=40" label:"The amount"`
	Reason string `form:"reason" validate:"max=120" label:"The reason"`
}

var penaltyDid = map[string]string{
	"written":   "It is on the sheet.",
	"withdrawn": "Withdrawn. It counts for nothing any more, and stays to be seen.",
}

func (s *server) penaltiesPage(c echo.Context, n *ledger.Night, form *penaltyAsked) error {
	v := s.penalties(c, n)
	if form.By != 0 {
		v.By, v.To, v.Amount, v.Reason, v.Given = fmt.Sprint(form.By), form.To, form.Amount, form.Reason, true
	}
	v.Did = penaltyDid[form.Did]
	return s.page(c, penaltiesFrame(n), table.Penalties(v))
}

func penaltiesFrame(n *ledger.Night) templates.Frame { return nightFrame(n, "Penalties", "mend.css") }

func (s *server) penalties(c echo.Context, n *ledger.Night) table.PenaltiesView {
	return table.NewPenaltiesView(n, s.may(c, Scorer), newKey)
}

type penaltyForm struct {
	keyed
	By     int64  `form:"by" validate:"min=0" label:"Who pays"`
	To     string `form:"to" validate:"required,oneof=others kitty" label:"Who gets it"`
	Amount string `form:"amount" validate:"max=40" label:"The amount"`
	Reason string `form:"reason" validate:"max=120" label:"The reason"`
}

func (s *server) penalise(c echo.Context, n *ledger.Night) error {
	var form penaltyForm
	err := bind(c, &form)
	if err == nil {
		err = s.writePenalty(c, n, &form)
	}
	if err == nil {
		return s.goTo(c, templates.NightPath(n.ID)+"/penalties?did=written")
	}
	return refuse(err, penaltiesFrame(n), func(says templates.Says) templ.Component {
		v := s.penalties(c, n)
		v.By, v.To, v.Amount, v.Reason, v.Says = fmt.Sprint(form.By), form.To, form.Amount, form.Reason, says
		if form.Key != "" {
			v.Key = form.Key
		}
		return table.Penalties(v)
	})
}

func (s *server) writePenalty(c echo.Context, n *ledger.Night, form *penaltyForm) error {
	if form.By == 0 {
		return forms.Wrong{"by": "Who pays it?"}
	}
	if form.Amount == "" {
		return forms.Wrong{"amount": "How much is it?"}
	}
	amount, err := n.Money.Parse(form.Amount)
	if err != nil {
		return forms.Wrong{"amount": err.Error()}
	}
	_, err = s.book.Penalise(c.Request().Context(), s.slip(c, form.Key), n.ID, ledger.Penalty{
		By: ledger.PlayerID(form.By), Kitty: form.To == "kitty", Amount: amount, Reason: form.Reason,
	})
	return err
}

type penaltyBackForm struct {
	keyed
	Reason string `form:"reason" validate:"max=120" label:"The reason"`
}

// withdrawPenalty takes a penalty back by an entry that reverses it.
func (s *server) withdrawPenalty(c echo.Context, n *ledger.Night) error {
	var form penaltyBackForm
	err := bind(c, &form)
	if err == nil {
		err = s.reversePenalty(c, n, &form)
	}
	if err == nil {
		return s.goTo(c, templates.NightPath(n.ID)+"/penalties?did=withdrawn")
	}
	return refuse(err, penaltiesFrame(n), func(says templates.Says) templ.Component {
		v := s.penalties(c, n)
		v.Says = plainly(says)
		return table.Penalties(v)
	})
}

func (s *server) reversePenalty(c echo.Context, n *ledger.Night, form *penaltyBackForm) error {
	id, err := idIn(c, "entry")
	if err != nil {
		return err
	}
	for _, r := range n.Rows {
		if r.Entry == ledger.EntryID(id) && r.Kind == ledger.KindPenalty {
			_, err := s.book.Withdraw(c.Request().Context(), s.slip(c, form.Key), r.Entry, form.Reason)
			return err
		}
	}
	return &ledger.NotFound{What: "entry"}
}
