package web

// Balances: what is left between people from all evenings, money by money, with the forms for payments apart
// from any night and for debts from before this book.

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/frame"
	"ouverte/templates/say"
	"ouverte/templates/settleup"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

var balancesFrame = frame.Frame{
	Title: "Balances", Here: frame.TheBook, Htmx: true,
	Styles: []string{"settle.css"}, Scripts: []string{"follow.js", "share.js", "ticked.js"},
	Doings: []frame.Doing{{Name: "To tonight", Href: "/", Primary: true}},
}

// balancesDid words the notice after each action.
var balancesDid = map[string]string{
	"paid": "Written down.", "opened": "It is in the book.", "struck": "Cancelled: nobody loses anything.",
	"withdrawn": "Taken back.",
	"again":     "This was recorded already.",
}

func (s *server) balancesPage(c echo.Context, form *didForm) error {
	v := s.balances(c)
	v.Did = balancesDid[form.Did]
	return s.page(c, balancesFrame, settleup.BalancesPage(v))
}

// slateLines is how many of the latest payments apart from any evening the page shows.
const slateLines = 12

// balancesInOrder are the balances, those in the money of most evenings first.
func balancesInOrder(now *show.Snapshot) []show.MoneyBalances {
	all, played := now.Balances(), now.Played()
	place := func(m show.MoneyBalances) int {
		at := slices.IndexFunc(played, func(p show.Played) bool { return p.Money == m.Money })
		return cmp.Or(at+1, len(played)+1) // what nobody sat down for comes last
	}
	slices.SortStableFunc(all, func(a, b show.MoneyBalances) int { return place(a) - place(b) })
	return all
}

func (s *server) balances(c echo.Context) settleup.BalancesView {
	now := s.snapshot(c)
	v := settleup.BalancesView{
		Scores: s.may(c, Scorer), Key: newKey, Printed: s.Now().Format("2 January 2006"),
		Players: now.Players(),
	}
	for _, m := range balancesInOrder(now) {
		one := settleup.MoneyView{
			MoneyBalances: m, Debts: now.Debts(m.Money, 0),
			Lines: now.SlateLines(m.Money, slateLines), Where: s.Now().Location(),
		}
		if len(one.Debts.Shown) > 0 {
			one.Reopened = now.ReopenedDebts(m.Money, 0)
		}
		v.Moneys = append(v.Moneys, one)
	}
	return v
}

// balanceForm is a payment on the slate, or a debt from before the book.
type balanceForm struct {
	keyed
	Money  string         `form:"money" validate:"required,max=20" label:"The money"`
	From   chain.PlayerID `form:"from" validate:"required" label:"The first"`
	To     chain.PlayerID `form:"to" validate:"required" label:"The second"`
	Owed   int64          `form:"owed" validate:"min=0" label:"The amount owed"` // of an old debt
	Amount string         `form:"amount" validate:"required,max=40" label:"The amount"`
	Reason string         `form:"reason" validate:"max=80" label:"Where it comes from"`
	Saw    chain.EntryID  `form:"saw" validate:"min=0" label:"The page’s version"`
	Back   chain.NightID  `form:"back" validate:"min=0"` // the evening on whose last page it was ticked
}

// knewNone is what a page saw of a slate that was empty: no payment is the first entry of a book.
const knewNone chain.EntryID = 1

// paySlate writes down that an old debt was paid apart from any night. The key of a debt's form is the same
// on every page that shows it, and every form says what its page knew (ledger.OldDebt.Key): one debt is paid
// once.
func (s *server) paySlate(c echo.Context) error {
	var f balanceForm
	p := &balancePosting{&f, "pay", "paid", &f.Back}
	return s.balanceDo(c, p, func(ctx context.Context) (ledger.Receipt, error) {
		m := rules.Money(f.Money)
		amount, err := amountIn(m, "amount", f.Amount)
		if err != nil {
			return ledger.Receipt{}, err
		}
		if f.Owed > 0 && amount > f.Owed {
			return ledger.Receipt{}, forms.Wrong{"amount": fmt.Sprintf(
				"%s is too much: only %s is owed", m.Words(amount), m.Words(f.Owed))}
		}
		paid := settle.Payment{From: f.From, To: f.To, Amount: amount}
		return s.book.PaySlate(ctx, s.slip(c, f.Key), m, paid, max(f.Saw, knewNone))
	})
}

// strikeForm asks to strike debts that lead in a circle.
type strikeForm struct {
	keyed
	Money rules.Money   `form:"money" validate:"required,max=20" label:"The money"`
	Saw   chain.EntryID `form:"saw" validate:"required,min=1" label:"The page’s version"`
}

// strikeCircle strikes debts that lead in a circle.
func (s *server) strikeCircle(c echo.Context) error {
	var f strikeForm
	p := &balancePosting{&f, "strike", "struck", nil}
	return s.balanceDo(c, p, func(ctx context.Context) (ledger.Receipt, error) {
		return s.book.StrikeCircle(ctx, s.slip(c, f.Key), f.Money, f.Saw)
	})
}

// openBalance enters what somebody owed before the book began.
func (s *server) openBalance(c echo.Context) error {
	var f balanceForm
	p := &balancePosting{&f, "open", "opened", nil}
	return s.balanceDo(c, p, func(ctx context.Context) (ledger.Receipt, error) {
		m := rules.Money(f.Money)
		amount, err := amountIn(m, "amount", f.Amount)
		if err != nil {
			return ledger.Receipt{}, err
		}
		debt := chain.Debt{From: f.From, To: f.To, Amount: amount}
		return s.book.OpenBalance(ctx, s.slip(c, f.Key), m, debt, f.Reason)
	})
}

// slateBackForm takes back an entry made apart from any night.
type slateBackForm struct {
	keyed
	Entry  chain.EntryID `form:"entry" validate:"required,min=1" label:"The entry to take back"`
	Reason string        `form:"reason" validate:"max=200" label:"The reason"`
}

// withdrawSlate takes back a payment or an old balance.
func (s *server) withdrawSlate(c echo.Context) error {
	var f slateBackForm
	p := &balancePosting{&f, "withdraw", "withdrawn", nil}
	return s.balanceDo(c, p, func(ctx context.Context) (ledger.Receipt, error) {
		return s.book.WithdrawSlate(ctx, s.slip(c, f.Key), f.Entry, f.Reason)
	})
}

// balancePosting is one posting of the page: its form, which of the page's forms it is, and what is said when
// it is done.
type balancePosting struct {
	form    any
	at, did string
	back    *chain.NightID // the evening that is shown when it is done; nil or zero: this page
}

// balanceDo runs one posting of the page and shows it again.
func (s *server) balanceDo(
	c echo.Context, p *balancePosting, do func(context.Context) (ledger.Receipt, error),
) error {
	var done ledger.Receipt
	err := c.Bind(p.form)
	if err == nil {
		done, err = do(c.Request().Context())
	}
	if done.Repeated {
		p.did = "again"
	}
	if err == nil && p.back != nil && *p.back != 0 {
		return s.goTo(c, say.NightPath(*p.back))
	}
	if err == nil && !wantsPart(c.Request()) {
		return s.goTo(c, "/balances?did="+p.did)
	}
	if err != nil {
		return refuse(sentBefore(err), func(says ui.Says) (*screen, error) {
			v := s.balances(c)
			v.At, v.Typed = p.at, c.Request().PostForm
			v.Says = beside(says, []string{"from", "to", "amount", "money", "reason"})
			return &screen{balancesFrame, settleup.BalancesPage(v)}, nil
		})
	}
	v := s.balances(c)
	v.Did = balancesDid[p.did]
	return s.fragments(c, http.StatusOK, settleup.BalancesPage(v))
}
