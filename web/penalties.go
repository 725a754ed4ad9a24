package web

// Penalties: what somebody pays for an offence that no deal settles, and its withdrawal.

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/frame"
	"ouverte/templates/say"
	"ouverte/templates/table"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

// penaltyAsked is what the address says of the page: a ruling of the laws leads here with all it knows.
type penaltyAsked struct {
	didForm
	By     chain.PlayerID `form:"by" validate:"min=0" label:"The player who pays"`
	To     string         `form:"to" validate:"max=20" label:"The player who gets it"`
	Amount string         `form:"amount" validate:"max=40" label:"The amount"`
	Reason string         `form:"reason" validate:"max=120" label:"The reason"`
}

var penaltyDid = map[string]string{
	"written":   "It is on the sheet.",
	"put":       "It is on the sheet, and in the bowl.",
	"withdrawn": "Withdrawn. It no longer counts, and the list keeps it.",
}

func (s *server) penaltiesPage(c echo.Context, n *show.Night, form *penaltyAsked) error {
	v := s.penalties(c, n)
	if form.By != 0 {
		v.By, v.To, v.Given = say.PlayerNo(form.By), form.To, true
		v.Amount, v.Reason = form.Amount, form.Reason
	}
	v.Did = penaltyDid[form.Did]
	if last := n.Lately().Penalty; form.Did == "withdrawn" && last != nil && last.Undone != 0 {
		v.Did = say.Lately(n) + strings.TrimPrefix(v.Did, "Withdrawn.")
	}
	return s.page(c, penaltiesFrame(n), table.Penalties(v))
}

func penaltiesFrame(n *show.Night) frame.Frame {
	f := nightFrame(n, "Penalties", "mend.css")
	f.Scripts = append(f.Scripts, "penalty.js")
	return f
}

func (s *server) penalties(c echo.Context, n *show.Night) table.PenaltiesView {
	return table.NewPenaltiesView(n, s.may(c, Scorer), newKey)
}

// penaltyForm has an amount and a reason twice: tapped, and typed.
type penaltyForm struct {
	keyed
	Word   string         `form:"word" validate:"omitempty,oneof=by as stake to for" label:"The word tapped"`
	As     string         `form:"as" validate:"omitempty,oneof=bet correction" label:"The kind"`
	By     chain.PlayerID `form:"by" validate:"min=0" label:"The player who pays"`
	To     string         `form:"to" validate:"max=20" label:"The player who gets it"`
	Stake  string         `form:"stake" validate:"max=40" label:"The amount"`
	Amount string         `form:"amount" validate:"max=40" label:"The amount"`
	For    string         `form:"for" validate:"max=120" label:"The reason"`
	Reason string         `form:"reason" validate:"max=120" label:"The reason"`
	Owes   bool           `form:"owes"`
	Saw    chain.EntryID  `form:"saw" validate:"required,min=1" label:"The page’s version"`
}

func (s *server) penalise(c echo.Context, n *show.Night) error {
	var form penaltyForm
	err := c.Bind(&form)
	if err == nil {
		err = s.writePenalty(c, n, &form)
	}
	if err == nil {
		did := "written"
		if form.To == "kitty" && !form.Owes && n.Money.Handed() {
			did = "put"
		}
		return s.goTo(c, say.NightPath(n.ID)+"/penalties?did="+did)
	}
	stale := errors.As(err, new(*show.Stale))
	return refuse(err, func(says ui.Says) (*screen, error) {
		n, err := s.nightOf(c)
		if err != nil {
			return nil, err
		}
		if stale { // not known by its page: writing it down once more is possible, and meant
			form.Saw, form.Key = n.Version, newKey()
		}
		v := s.penalties(c, n)
		v.By, v.To, v.As, v.Says = say.PlayerNo(form.By), form.To, form.As, says
		v.Owes = form.Owes
		v.Amount, v.Stake, v.Reason, v.For = form.Amount, form.Stake, form.Reason, form.For
		if form.Key != "" {
			v.Key = form.Key
		}
		return &screen{penaltiesFrame(n), table.Penalties(v)}, nil
	})
}

func (s *server) writePenalty(c echo.Context, n *show.Night, form *penaltyForm) error {
	if form.By == 0 {
		return forms.Wrong{"by": "Who pays it?"}
	}
	p := ledger.Penalty{By: form.By, As: form.As, Saw: form.Saw}
	if p.Kitty = form.To == "kitty"; p.Kitty {
		p.Owes = form.Owes
	} else if form.To != "others" {
		to, err := strconv.ParseInt(form.To, 10, 64)
		if err != nil || to <= 0 {
			return forms.Wrong{"to": "Who gets it?"}
		}
		p.To = []chain.PlayerID{chain.PlayerID(to)}
	}
	var err error
	if p.Amount, err = form.amount(n.Stakes); err != nil {
		return err
	}
	if p.Reason = form.For; p.Reason != "" && form.Reason != "" {
		p.Reason += ": "
	}
	p.Reason += form.Reason
	_, err = s.book.Penalise(c.Request().Context(), s.slip(c, form.Key), n.ID, p)
	return err
}

// amount is the typed amount, else the tapped one.
func (f *penaltyForm) amount(stakes *rules.House) (int64, error) {
	text := cmp.Or(strings.TrimSpace(f.Amount), f.Stake)
	if text == "" {
		return 0, forms.Wrong{"amount": "How much is it?"}
	}
	amount, err := stakes.ParseAmount(text)
	if err != nil {
		return 0, forms.Wrong{"amount": err.Error()}
	}
	if f.Amount != "" && f.Stake != "" {
		if tapped, err := stakes.ParseAmount(f.Stake); err != nil || tapped != amount {
			return 0, forms.Wrong{"amount": "Is it " + f.Stake + ", as tapped, or " + stakes.Money.Words(amount) +
				", as typed? Tap Another amount, or empty the field."}
		}
	}
	return amount, nil
}

type penaltyBackForm struct {
	keyed
	Reason string `form:"reason" validate:"max=120" label:"The reason"`
}

// withdrawPenalty takes a penalty back by an entry that reverses it.
func (s *server) withdrawPenalty(c echo.Context, n *show.Night) error {
	var form penaltyBackForm
	err := c.Bind(&form)
	if err == nil {
		err = s.reversePenalty(c, n, &form)
	}
	if err == nil {
		return s.goTo(c, say.NightPath(n.ID)+"/penalties?did=withdrawn")
	}
	return refuse(err, func(says ui.Says) (*screen, error) {
		v := s.penalties(c, n)
		v.Says = plainly(says)
		if id, err := idIn[chain.EntryID](c, "entry"); err == nil {
			v.Why = map[chain.EntryID]string{id: form.Reason}
		}
		return &screen{penaltiesFrame(n), table.Penalties(v)}, nil
	})
}

func (s *server) reversePenalty(c echo.Context, n *show.Night, form *penaltyBackForm) error {
	id, err := idIn[chain.EntryID](c, "entry")
	if err != nil {
		return err
	}
	for _, r := range n.Rows {
		if r.Entry == id && r.Kind == chain.KindPenalty {
			_, err := s.book.Withdraw(c.Request().Context(), s.slip(c, form.Key), r.Entry, form.Reason)
			return err
		}
	}
	return &chain.NotFound{What: "entry"}
}
