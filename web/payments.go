package web

// Payments of a night, ticked or taken back, and what is open from former evenings: brought into the night,
// or paid apart.

import (
	"context"
	"fmt"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/settleup"
	"ouverte/web/forms"
)

type payForm struct {
	settleKey
	From   chain.PlayerID `form:"from" validate:"required" label:"The player who pays"`
	To     chain.PlayerID `form:"to" validate:"required" label:"The player to pay"`
	Owed   int64          `form:"owed" validate:"required,min=1" label:"The amount owed"`
	Amount string         `form:"amount" validate:"required,max=40" label:"The amount"`
}

// write notes a payment of the plan, in full or in part. Its key is the same on every page that shows the
// payment, so that two who tick it at once have ticked it once.
func (f *payForm) write(ctx context.Context, in settling) (ledger.Receipt, error) {
	m := in.night.Money
	amount, err := amountIn(m, "amount", f.Amount)
	if err != nil {
		return ledger.Receipt{}, err
	}
	if amount > f.Owed {
		return ledger.Receipt{}, forms.Wrong{"amount": fmt.Sprintf(
			"%s is too much: only %s is left to pay", m.Words(amount), m.Words(f.Owed))}
	}
	from, err := partOf(in.night, f.From)
	if err != nil {
		return ledger.Receipt{}, err
	}
	to, err := partOf(in.night, f.To)
	if err != nil {
		return ledger.Receipt{}, err
	}
	f.says = fmt.Sprintf("%s paid %s %s.", english.Capital(in.night.PlayerName(from)), in.night.PlayerName(to),
		m.Words(amount))
	return in.book.PayOpen(ctx, in.slip, in.night.ID, settle.Payment{From: from, To: to, Amount: amount})
}

// amountIn reads an amount somebody typed.
func amountIn(m rules.Money, field, text string) (int64, error) {
	amount, err := m.Parse(text)
	if err != nil {
		return 0, forms.Wrong{field: err.Error()}
	}
	if amount <= 0 {
		return 0, forms.Wrong{field: "The amount must be more than nothing."}
	}
	return amount, nil
}

type wayForm struct {
	settleKey
	By     string         `form:"by" validate:"required" label:"The way to pay"`
	Banker chain.PlayerID `form:"banker" validate:"min=0" label:"The banker"`
	Read   string         `form:"read" validate:"max=20000" label:"The payments"` // the amount to pay
}

// write says how the night is settled.
func (f *wayForm) write(ctx context.Context, in settling) (ledger.Receipt, error) {
	edit := ledger.NightEdit{Pay: &chain.Way{By: f.By, Banker: f.Banker}}
	if edit.Pay.Kind().Go && f.Read == settleup.OwedNow(in.night) {
		edit.Paid = in.night.Between()
	}
	return in.book.EditNight(ctx, in.slip, in.night.ID, edit)
}

type withdrawForm struct {
	settleKey
	Entry chain.EntryID `form:"entry" validate:"required,min=1" label:"The entry to take back"`
}

// write takes back a payment, a cost, a share of the kitty, a rounding or a debt brought from before: only
// rows of the night's page.
func (f *withdrawForm) write(ctx context.Context, in settling) (ledger.Receipt, error) {
	for _, r := range in.night.Rows {
		if r.Entry == f.Entry && r.OfSettling() {
			return in.book.Withdraw(ctx, in.slip, r.Entry, "")
		}
	}
	return ledger.Receipt{}, &chain.NotFound{What: "entry"}
}

// formerFields are one debt from former evenings, or all of them where they name nobody.
type formerFields struct {
	From chain.PlayerID `form:"from" label:"The player who owes"`
	To   chain.PlayerID `form:"to" label:"The player who gets it"`
	Owed int64          `form:"owed" validate:"min=0" label:"The amount owed"`
	Saw  chain.EntryID  `form:"saw" validate:"min=0" label:"The page’s version"`
}

type bringForm struct {
	settleKey
	formerFields
}

// write takes what is open from former evenings into tonight: all of it, or one debt.
func (f *bringForm) write(ctx context.Context, in settling) (ledger.Receipt, error) {
	var debts []chain.Debt
	if f.From != 0 {
		debts = []chain.Debt{{From: f.From, To: f.To, Amount: f.Owed}}
	}
	return in.book.BringFromSlate(ctx, in.slip, in.night.ID, debts)
}

type payFormerForm struct {
	settleKey
	formerFields
}

// write notes that a debt from former evenings was paid, apart from tonight.
func (f *payFormerForm) write(ctx context.Context, in settling) (ledger.Receipt, error) {
	paid := settle.Payment{From: f.From, To: f.To, Amount: f.Owed}
	return in.book.PaySlate(ctx, in.slip, in.night.Money, paid, max(f.Saw, knewNone))
}
