package web

// What is done on the page where a night is settled. Each posting goes back to the page, or to htmx is the page's part anew.

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates/settle"
	"ouverte/web/forms"
)

// settleKey is what each form of the page carries.
type settleKey struct {
	settleWay
	Key string `form:"key" validate:"required,max=64" label:"The key of the form"`
}

// settleDo runs one posting: it binds the form, does what the form asks, and shows the page. at names the form among those of
// the page, did what is said of it afterwards, unless the book had it already.
func (s *Server) settleDo(c echo.Context, form any, key *settleKey, at, did string, do func(*ledger.Night) (ledger.Receipt, error)) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	var done ledger.Receipt
	if err = bind(c, form); err == nil {
		done, err = do(n)
	}
	if err != nil {
		return s.settleAgain(c, n, key.settleWay, at, sentBefore(err))
	}
	if done.Again {
		did = "again"
	}
	if !wantsPart(c.Request()) {
		return s.goTo(c, key.address(n.ID, "did", did))
	}
	if n = done.Shown; n == nil { // it was written apart from the night
		if n, err = s.nightOf(c); err != nil {
			return err
		}
	}
	v, err := s.settling(c, n, settleAsked{settleWay: key.settleWay})
	if err != nil {
		return err
	}
	v.Did = settled[did]
	return s.part(c, http.StatusOK, settle.Page(v))
}

// sentBefore words for whoever ticks a payment that somebody else has ticked with another amount, from a page that looked alike.
func sentBefore(err error) error {
	if refusal := (*ledger.Refusal)(nil); errors.As(err, &refusal) && refusal.Field == "key" {
		return &ledger.Stale{Sentence: "That was recorded already, and not quite so. This is how it stands now."}
	}
	return err
}

type payForm struct {
	settleKey
	From   int64  `form:"from" validate:"required" label:"Who pays"`
	To     int64  `form:"to" validate:"required" label:"Who is paid"`
	Owed   int64  `form:"owed" validate:"required,min=1" label:"What is owed"`
	Amount string `form:"amount" validate:"required,max=40" label:"The amount"`
}

// pay writes down a payment of the plan, in full or in part. Its key is the same on every page that shows the payment (see
// templates.payKey), so that two who tick it at once have ticked it once.
func (s *Server) pay(c echo.Context) error {
	var f payForm
	return s.settleDo(c, &f, &f.settleKey, "pay", "paid", func(n *ledger.Night) (ledger.Receipt, error) {
		amount, err := amountIn(n.Money, "amount", f.Amount)
		if err != nil {
			return ledger.Receipt{}, err
		}
		if amount > f.Owed {
			return ledger.Receipt{}, forms.Wrong{"amount": fmt.Sprintf("%s is more than is to be paid there: only %s", n.Money.Words(amount), n.Money.Words(f.Owed))}
		}
		from, err := partner(n, fmt.Sprint(f.From))
		if err != nil {
			return ledger.Receipt{}, err
		}
		to, err := partner(n, fmt.Sprint(f.To))
		if err != nil {
			return ledger.Receipt{}, err
		}
		way := ledger.Way{Banker: bankerOf(n, f.settleWay), Fell: f.By == "fell"}
		return s.book.PayOpen(c.Request().Context(), s.slip(c, f.Key), n.ID, ledger.Payment{From: from, To: to, Amount: amount}, way)
	})
}

// amountIn reads an amount somebody typed, and says under its field what is wrong with it.
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

// settleBack takes back a payment, a cost, a share of the kitty, a rounding or what was brought from before. Only what this night
// shows can be taken back on its page.
func (s *Server) settleBack(c echo.Context) error {
	var f withdrawForm
	return s.settleDo(c, &f, &f.settleKey, "paid", "withdrawn", func(n *ledger.Night) (ledger.Receipt, error) {
		for i := range n.Rows {
			if r := &n.Rows[i]; int64(r.Entry) == f.Entry && settle.Withdrawable(r.Kind) {
				return s.book.Withdraw(c.Request().Context(), s.slip(c, f.Key), r.Entry, "")
			}
		}
		return ledger.Receipt{}, &ledger.NotFound{What: "entry"}
	})
}

type roundForm struct {
	settleKey
	Coin int64 `form:"coin" validate:"min=0" label:"The coin"`
}

func (s *Server) round(c echo.Context) error {
	var f roundForm
	did := "rounded"
	if coin, err := strconv.ParseInt(c.FormValue("coin"), 10, 64); err == nil && coin <= 1 { // nothing is smaller than the smallest coin
		did = "unrounded"
	}
	return s.settleDo(c, &f, &f.settleKey, "round", did, func(n *ledger.Night) (ledger.Receipt, error) {
		if f.Coin > 1 && !settle.CanRoundTo(n.Money, f.Coin) {
			return ledger.Receipt{}, forms.Wrong{"coin": "That is none of the coins to round to. Choose one of those below."}
		}
		return s.book.RoundTo(c.Request().Context(), s.slip(c, f.Key), n.ID, f.Coin)
	})
}

// shareFields are the amounts by name, where something isn't shared equally: who and how much, in the same order.
type shareFields struct {
	Who    []int64  `form:"who" validate:"max=100" label:"The names"`
	Shares []string `form:"shares" validate:"max=100,dive,max=40" label:"A share"`
}

// read gives those that were filled in; none where it is shared equally.
func (f *shareFields) read(n *ledger.Night) ([]ledger.Share, error) {
	if len(f.Shares) != len(f.Who) {
		return nil, forms.Bad("The form names others than it has shares for. Nothing was recorded.")
	}
	var out []ledger.Share
	for i, text := range f.Shares {
		if strings.TrimSpace(text) == "" {
			continue
		}
		p := ledger.PlayerID(f.Who[i])
		amount, err := n.Money.Parse(text)
		if err != nil {
			return nil, forms.Wrong{"shares": fmt.Sprintf("%s: %v", n.PlayerName(p), err)}
		}
		if amount < 0 {
			return nil, forms.Wrong{"shares": fmt.Sprintf("%s: a share can’t be below nothing.", n.PlayerName(p))}
		}
		if amount > 0 {
			out = append(out, ledger.Share{Player: p, Amount: amount})
		}
	}
	return out, nil
}

type costForm struct {
	settleKey
	shareFields
	Payer  int64   `form:"payer" validate:"required" label:"Who laid it out"`
	What   string  `form:"what" validate:"required,max=80" label:"What it was for"`
	Amount string  `form:"amount" validate:"max=40" label:"The amount"` // may be left out where the shares say it
	For    []int64 `form:"for" validate:"max=100" label:"Those it was for"`
}

// addCost writes down what one laid out for several, in equal parts or by name.
func (s *Server) addCost(c echo.Context) error {
	var f costForm
	return s.settleDo(c, &f, &f.settleKey, "cost", "cost", func(n *ledger.Night) (ledger.Receipt, error) {
		cost := ledger.Cost{By: ledger.PlayerID(f.Payer), What: f.What}
		shares, err := f.read(n)
		if err != nil {
			return ledger.Receipt{}, err
		}
		if shares != nil && strings.TrimSpace(f.Amount) == "" {
			for _, share := range shares {
				if share.Amount > math.MaxInt64-cost.Amount {
					return ledger.Receipt{}, forms.Wrong{"shares": "That is more money than the book can count."}
				}
				cost.Amount += share.Amount
			}
		} else if strings.TrimSpace(f.Amount) == "" {
			return ledger.Receipt{}, forms.Wrong{"amount": "How much was laid out?"}
		} else if cost.Amount, err = amountIn(n.Money, "amount", f.Amount); err != nil {
			return ledger.Receipt{}, err
		}
		if cost.Shares = shares; shares == nil {
			cost.For = playersOf(f.For)
		}
		return s.book.AddCost(c.Request().Context(), s.slip(c, f.Key), n.ID, cost)
	})
}

func playersOf(ids []int64) []ledger.PlayerID {
	out := make([]ledger.PlayerID, len(ids))
	for i, id := range ids {
		out[i] = ledger.PlayerID(id)
	}
	return out
}

type kittyForm struct {
	settleKey
	shareFields
	Amount string  `form:"amount" validate:"max=40" label:"The amount"` // empty is all of it
	Among  []int64 `form:"among" validate:"max=100" label:"Those who share it"`
	Reason string  `form:"reason" validate:"max=80" label:"The reason"`
}

// shareKitty shares the kitty out among some, equally or by name.
func (s *Server) shareKitty(c echo.Context) error {
	var f kittyForm
	return s.settleDo(c, &f, &f.settleKey, "kitty", "shared", func(n *ledger.Night) (ledger.Receipt, error) {
		share := ledger.KittyShare{Reason: f.Reason}
		var err error
		if share.Shares, err = f.read(n); err != nil {
			return ledger.Receipt{}, err
		}
		if share.Shares == nil {
			share.Among = playersOf(f.Among)
		}
		if strings.TrimSpace(f.Amount) != "" {
			if share.Amount, err = amountIn(n.Money, "amount", f.Amount); err != nil {
				return ledger.Receipt{}, err
			}
		}
		return s.book.ShareKitty(c.Request().Context(), s.slip(c, f.Key), n.ID, share)
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
func (s *Server) bring(c echo.Context) error {
	var f formerForm
	return s.settleDo(c, &f, &f.settleKey, "former", "brought", func(n *ledger.Night) (ledger.Receipt, error) {
		var debts []ledger.Debt
		if f.From != 0 {
			debts = []ledger.Debt{{From: ledger.PlayerID(f.From), To: ledger.PlayerID(f.To), Amount: f.Owed}}
		}
		return s.book.BringFromSlate(c.Request().Context(), s.slip(c, f.Key), n.ID, debts)
	})
}

// payFormer writes down that a debt from former evenings was paid, apart from tonight.
func (s *Server) payFormer(c echo.Context) error {
	var f formerForm
	return s.settleDo(c, &f, &f.settleKey, "former", "apart", func(n *ledger.Night) (ledger.Receipt, error) {
		p := ledger.Payment{From: ledger.PlayerID(f.From), To: ledger.PlayerID(f.To), Amount: f.Owed}
		return s.book.PaySlate(c.Request().Context(), s.slip(c, f.Key), n.Money, p, ledger.EntryID(f.Saw))
	})
}

type lastForm struct {
	settleKey
	More int `form:"more" validate:"min=-1,max=1000" label:"How many more deals"`
}

// lastRound agrees how many more deals there are to be, or takes that back.
func (s *Server) lastRound(c echo.Context) error {
	var f lastForm
	return s.settleDo(c, &f, &f.settleKey, "last", "last", func(n *ledger.Night) (ledger.Receipt, error) {
		return s.book.SetLastRound(c.Request().Context(), s.slip(c, f.Key), n.ID, f.More)
	})
}

type closeForm struct {
	settleKey
	Saw int64 `form:"saw" validate:"required,min=1" label:"What the page showed"`
}

func (s *Server) closeNight(c echo.Context) error {
	var f closeForm
	return s.settleDo(c, &f, &f.settleKey, "close", "closed", func(n *ledger.Night) (ledger.Receipt, error) {
		by := f.By
		if by == "" {
			by = "fewest"
		}
		plan, err := planFor(n, by, bankerOf(n, f.settleWay))
		if err != nil {
			return ledger.Receipt{}, err
		}
		var owing []ledger.Debt // what the page said is left, and later pages will
		for _, p := range plan.Pays {
			owing = append(owing, ledger.Debt(p))
		}
		return s.book.CloseNight(c.Request().Context(), s.slip(c, f.Key), n.ID, ledger.EntryID(f.Saw), owing...)
	})
}

type reopenForm struct {
	settleKey
	Reason string `form:"reason" validate:"max=200" label:"The reason"`
}

func (s *Server) reopenNight(c echo.Context) error {
	var f reopenForm
	return s.settleDo(c, &f, &f.settleKey, "reopen", "reopened", func(n *ledger.Night) (ledger.Receipt, error) {
		return s.book.ReopenNight(c.Request().Context(), s.slip(c, f.Key), n.ID, f.Reason)
	})
}
