package web

// What is done on the page where a night is settled. Each posting goes back to the page, or to htmx is the page's part anew.

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
)

// settleKey is what each form of the page carries.
type settleKey struct {
	settleWay
	Key string `form:"key" validate:"required,max=64" label:"The key of the form"`
}

// settleDo runs one posting: it binds the form, does what the form asks, and shows the page. at names the form among those of
// the page, did what is said of it afterwards.
func (s *Server) settleDo(c echo.Context, form any, key *settleKey, at, did string, do func(*ledger.Night) error, typed func() map[string]string) error {
	n, err := s.nightOf(c)
	if err != nil {
		return err
	}
	if err = bind(c, form); err == nil {
		err = do(n)
	}
	if err != nil {
		var kept map[string]string
		if typed != nil {
			kept = typed()
		}
		return s.settleAgain(c, n, key.settleWay, at, kept, err)
	}
	if !wantsPart(c.Request()) {
		return s.goTo(c, key.address(n.ID, "did", did))
	}
	if n, err = s.book.Night(c.Request().Context(), n.ID); err != nil {
		return err
	}
	v, err := s.settling(c, n, settleAsked{settleWay: key.settleWay})
	if err != nil {
		return err
	}
	v.Did = settled[did]
	return s.part(c, http.StatusOK, templates.SettlePage(v))
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
	return s.settleDo(c, &f, &f.settleKey, "pay", "paid", func(n *ledger.Night) error {
		amount, err := amountIn(n.Money, "amount", f.Amount)
		if err != nil {
			return err
		}
		if amount > f.Owed {
			return Wrong{"amount": fmt.Sprintf("%s is more than is to be paid there: only %s", n.Money.Words(amount), n.Money.Words(f.Owed))}
		}
		from, err := partner(n, fmt.Sprint(f.From))
		if err != nil {
			return err
		}
		to, err := partner(n, fmt.Sprint(f.To))
		if err != nil {
			return err
		}
		_, err = s.book.Pay(c.Request().Context(), s.slip(c, f.Key), n.ID, ledger.Payment{From: from, To: to, Amount: amount})
		return err
	}, nil)
}

// amountIn reads an amount somebody typed, and says under its field what is wrong with it.
func amountIn(m rules.Money, field, text string) (int64, error) {
	amount, err := m.Parse(text)
	if err != nil {
		return 0, Wrong{field: err.Error()}
	}
	if amount <= 0 {
		return 0, Wrong{field: "The amount must be above nothing."}
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
	return s.settleDo(c, &f, &f.settleKey, "paid", "withdrawn", func(n *ledger.Night) error {
		for i := range n.Rows {
			if r := &n.Rows[i]; int64(r.Entry) == f.Entry && templates.Withdrawable(r.Kind) {
				_, err := s.book.Withdraw(c.Request().Context(), s.slip(c, f.Key), r.Entry, "")
				return err
			}
		}
		return &ledger.NotFound{What: "entry"}
	}, nil)
}

type roundForm struct {
	settleKey
	Coin int64 `form:"coin" validate:"min=0" label:"The coin"`
}

func (s *Server) round(c echo.Context) error {
	var f roundForm
	did := "rounded"
	return s.settleDo(c, &f, &f.settleKey, "round", did, func(n *ledger.Night) error {
		_, err := s.book.RoundTo(c.Request().Context(), s.slip(c, f.Key), n.ID, f.Coin)
		return err
	}, nil)
}

type costForm struct {
	settleKey
	Payer  int64   `form:"payer" validate:"required" label:"Who laid it out"`
	What   string  `form:"what" validate:"required,max=80" label:"What it was for"`
	Amount string  `form:"amount" validate:"required,max=40" label:"The amount"`
	For    []int64 `form:"for" validate:"max=100" label:"Those it was for"`
}

// addCost writes down what one laid out for several.
func (s *Server) addCost(c echo.Context) error {
	var f costForm
	return s.settleDo(c, &f, &f.settleKey, "cost", "cost", func(n *ledger.Night) error {
		amount, err := amountIn(n.Money, "amount", f.Amount)
		if err != nil {
			return err
		}
		cost := ledger.Cost{By: ledger.PlayerID(f.Payer), What: f.What, Amount: amount, For: playersOf(f.For)}
		_, err = s.book.AddCost(c.Request().Context(), s.slip(c, f.Key), n.ID, cost)
		return err
	}, func() map[string]string { return map[string]string{"what": f.What, "amount": f.Amount} })
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
	Amount string  `form:"amount" validate:"max=40" label:"The amount"` // empty is all of it
	Among  []int64 `form:"among" validate:"max=100" label:"Those who share it"`
	Reason string  `form:"reason" validate:"max=80" label:"The reason"`
}

// shareKitty shares the kitty out among some, or gives one of them a named share.
func (s *Server) shareKitty(c echo.Context) error {
	var f kittyForm
	return s.settleDo(c, &f, &f.settleKey, "kitty", "shared", func(n *ledger.Night) error {
		share := ledger.KittyShare{Among: playersOf(f.Among), Reason: f.Reason}
		if strings.TrimSpace(f.Amount) != "" {
			var err error
			if share.Amount, err = amountIn(n.Money, "amount", f.Amount); err != nil {
				return err
			}
		}
		_, err := s.book.ShareKitty(c.Request().Context(), s.slip(c, f.Key), n.ID, share)
		return err
	}, func() map[string]string { return map[string]string{"kitty": f.Amount, "reason": f.Reason} })
}

// bring takes what is open from former evenings into tonight.
func (s *Server) bring(c echo.Context) error {
	var f settleKey
	return s.settleDo(c, &f, &f, "former", "brought", func(n *ledger.Night) error {
		_, err := s.book.BringFromSlate(c.Request().Context(), s.slip(c, f.Key), n.ID, nil)
		return err
	}, nil)
}

type lastForm struct {
	settleKey
	More int `form:"more" validate:"min=-1,max=1000" label:"How many more deals"`
}

// lastRound agrees how many more deals there are to be, or takes that back.
func (s *Server) lastRound(c echo.Context) error {
	var f lastForm
	return s.settleDo(c, &f, &f.settleKey, "last", "last", func(n *ledger.Night) error {
		_, err := s.book.SetLastRound(c.Request().Context(), s.slip(c, f.Key), n.ID, f.More)
		return err
	}, nil)
}

type closeForm struct {
	settleKey
	Saw int64 `form:"saw" validate:"required,min=1" label:"What the page showed"`
}

func (s *Server) closeNight(c echo.Context) error {
	var f closeForm
	return s.settleDo(c, &f, &f.settleKey, "close", "closed", func(n *ledger.Night) error {
		by := f.By
		if by == "" {
			by = "fewest"
		}
		plan, err := planFor(n, by, bankerOf(n, f.settleWay))
		if err != nil {
			return err
		}
		var owing []ledger.Debt // what the page said is left, and later pages will
		for _, p := range plan.Pays {
			owing = append(owing, ledger.Debt(p))
		}
		_, err = s.book.CloseNight(c.Request().Context(), s.slip(c, f.Key), n.ID, ledger.EntryID(f.Saw), owing...)
		return err
	}, nil)
}

type reopenForm struct {
	settleKey
	Reason string `form:"reason" validate:"max=200" label:"The reason"`
}

func (s *Server) reopenNight(c echo.Context) error {
	var f reopenForm
	return s.settleDo(c, &f, &f.settleKey, "reopen", "reopened", func(n *ledger.Night) error {
		_, err := s.book.ReopenNight(c.Request().Context(), s.slip(c, f.Key), n.ID, f.Reason)
		return err
	}, nil)
}
