package web

// What is shared in the settlement: a cost one laid out for several, the kitty, and what a rounding leaves
// over.

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/templates/settle"
	"ouverte/web/forms"
)

// shareFields are the amounts by name, where something isn't shared equally: who and how much, in the same
// order.
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
	Amount string  `form:"amount" validate:"max=40" label:"The amount"` // empty where the shares say it
	For    []int64 `form:"for" validate:"max=100" label:"Those it was for"`
}

// addCost writes down what one laid out for several, in equal parts or by name.
func (s *Server) addCost(c echo.Context, n *ledger.Night) error {
	var f costForm
	p := &settlement{form: &f, key: &f.settleKey, at: "cost", did: "cost"}
	return s.settleDo(c, n, p, func(ctx context.Context, slip ledger.Slip) (ledger.Receipt, error) {
		cost := ledger.Cost{By: ledger.PlayerID(f.Payer), What: f.What}
		var err error
		if cost.Shares, err = f.read(n); err != nil {
			return ledger.Receipt{}, err
		}
		switch typed := strings.TrimSpace(f.Amount) != ""; {
		case typed:
			cost.Amount, err = amountIn(n.Money, "amount", f.Amount)
		case cost.Shares == nil:
			err = forms.Wrong{"amount": "How much was laid out?"}
		default:
			cost.Amount, err = sumOf(cost.Shares)
		}
		if err != nil {
			return ledger.Receipt{}, err
		}
		if cost.Shares == nil {
			cost.For = playersOf(f.For)
		}
		return s.book.AddCost(ctx, slip, n.ID, cost)
	})
}

func sumOf(shares []ledger.Share) (sum int64, err error) {
	for _, share := range shares {
		if share.Amount > math.MaxInt64-sum {
			return 0, forms.Wrong{"shares": "That is more money than the book can count."}
		}
		sum += share.Amount
	}
	return sum, nil
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
func (s *Server) shareKitty(c echo.Context, n *ledger.Night) error {
	var f kittyForm
	p := &settlement{form: &f, key: &f.settleKey, at: "kitty", did: "shared"}
	return s.settleDo(c, n, p, func(ctx context.Context, slip ledger.Slip) (ledger.Receipt, error) {
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
		return s.book.ShareKitty(ctx, slip, n.ID, share)
	})
}

type roundForm struct {
	settleKey
	Coin int64 `form:"coin" validate:"min=0" label:"The coin"` // 1 and less: no rounding
}

func (s *Server) round(c echo.Context, n *ledger.Night) error {
	var f roundForm
	p := &settlement{form: &f, key: &f.settleKey, at: "round", did: "rounded"}
	return s.settleDo(c, n, p, func(ctx context.Context, slip ledger.Slip) (ledger.Receipt, error) {
		if f.Coin <= 1 {
			p.did = "unrounded"
		} else if !settle.CanRoundTo(n.Money, f.Coin) {
			err := forms.Wrong{"coin": "That is none of the coins to round to. Choose one of those below."}
			return ledger.Receipt{}, err
		}
		return s.book.RoundTo(ctx, slip, n.ID, f.Coin)
	})
}
