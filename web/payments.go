package web

// Payments of a night, ticked or taken back, and what is open from former evenings: brought into the night,
// or paid apart.

import (
	"context"
	"fmt"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates/settle"
	"ouverte/web/forms"
)

type payForm struct {
	settleKey
	From   int64  `form:"from" validate:"required" label:"Who pays"`
	To     int64  `form:"to" validate:"required" label:"Who is paid"`
	Owed   int64  `form:"owed" validate:"required,min=1" label:"What is owed"`
	Amount string `form:"amount" validate:"required,max=40" label:"The amount"`
}

// pay writes down a payment of the plan, in full or in part. Its key is the same on every page that shows the
// payment, so that two who tick it at once have ticked it once.
func (s *Server) pay(c echo.Context, n *ledger.Night) error {
	var f payForm
	p := &settlement{form: &f, key: &f.settleKey, at: "pay", did: "paid"}
	return s.settleDo(c, n, p, func(ctx context.Context, slip ledger.Slip) (ledger.Receipt, error) {
		amount, err := amountIn(n.Money, "amount", f.Amount)
		if err != nil {
			return ledger.Receipt{}, err
		}
		if amount > f.Owed {
			return ledger.Receipt{}, forms.Wrong{"amount": fmt.Sprintf(
				"%s is more than is to be paid there: only %s", n.Money.Words(amount), n.Money.Words(f.Owed))}
		}
		from, err := partOf(n, f.From)
		if err != nil {
			return ledger.Receipt{}, err
		}
		to, err := partOf(n, f.To)
		if err != nil {
			return ledger.Receipt{}, err
		}
		way := ledger.Way{Banker: f.banker(n), Fell: f.By == "fell"}
		return s.book.PayOpen(ctx, slip, n.ID, ledger.Payment{From: from, To: to, Amount: amount}, way)
	})
}

// amountIn reads an amount somebody typed.
func amountIn(m rules.Money, field, text string) (int64, error) {
	amount, err := m.Parse(text)
	if err != nil {
		return 0, forms.Wrong{field: err.Error()}
	}
	if amount <= 0 {
		return 0, forms.Wrong{field: "The amount must be above nothing."}
	}
	return amount, nil
}

type withdrawForm struct {
	settleKey
	Entry int64 `form:"entry" validate:"required,min=1" label:"What is to be taken back"`
}

// settleBack takes back a payment, a cost, a share of the kitty, a rounding or what was brought from before:
// only what the night's page shows.
func (s *Server) settleBack(c echo.Context, n *ledger.Night) error {
	var f withdrawForm
	p := &settlement{form: &f, key: &f.settleKey, at: "paid", did: "withdrawn"}
	return s.settleDo(c, n, p, func(ctx context.Context, slip ledger.Slip) (ledger.Receipt, error) {
		for i := range n.Rows {
			if r := &n.Rows[i]; int64(r.Entry) == f.Entry && settle.Withdrawable(r.Kind) {
				return s.book.Withdraw(ctx, slip, r.Entry, "")
			}
		}
		return ledger.Receipt{}, &ledger.NotFound{What: "entry"}
	})
}

// formerForm is one debt from former evenings, or all of them where it names nobody.
type formerForm struct {
	settleKey
	From int64 `form:"from" label:"Who owes"`
	To   int64 `form:"to" label:"Whom"`
	Owed int64 `form:"owed" validate:"min=0" label:"What is owed"`
	Saw  int64 `form:"saw" validate:"min=0" label:"What the page showed"`
}

// bring takes what is open from former evenings into tonight: all of it, or one debt.
func (s *Server) bring(c echo.Context, n *ledger.Night) error {
	var f formerForm
	p := &settlement{form: &f, key: &f.settleKey, at: "former", did: "brought"}
	return s.settleDo(c, n, p, func(ctx context.Context, slip ledger.Slip) (ledger.Receipt, error) {
		var debts []ledger.Debt
		if f.From != 0 {
			debts = []ledger.Debt{{From: ledger.PlayerID(f.From), To: ledger.PlayerID(f.To), Amount: f.Owed}}
		}
		return s.book.BringFromSlate(ctx, slip, n.ID, debts)
	})
}

// payFormer writes down that a debt from former evenings was paid, apart from tonight.
func (s *Server) payFormer(c echo.Context, n *ledger.Night) error {
	var f formerForm
	p := &settlement{form: &f, key: &f.settleKey, at: "former", did: "apart"}
	return s.settleDo(c, n, p, func(ctx context.Context, slip ledger.Slip) (ledger.Receipt, error) {
		paid := ledger.Payment{From: ledger.PlayerID(f.From), To: ledger.PlayerID(f.To), Amount: f.Owed}
		return s.book.PaySlate(ctx, slip, n.Money, paid, ledger.EntryID(f.Saw))
	})
}
