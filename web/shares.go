package web

// What is shared in the settlement: a cost one laid out for several, the kitty, and what a rounding leaves
// over.

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/web/forms"
)

// shareFields are the amounts by name, where something isn't shared equally: who and how much, in the same
// order.
type shareFields struct {
	Who    []chain.PlayerID `form:"who" validate:"max=100" label:"The names"`
	Shares []string         `form:"shares" validate:"max=100,dive,max=40" label:"A share"`
}

// read gives those that were filled in; none where it is shared equally.
func (f *shareFields) read(n *show.Night) ([]chain.Share, error) {
	if len(f.Shares) != len(f.Who) {
		return nil, forms.Bad("The form’s names and shares don’t match. Nothing was recorded.")
	}
	var out []chain.Share
	for i, text := range f.Shares {
		if strings.TrimSpace(text) == "" {
			continue
		}
		p := f.Who[i]
		amount, err := n.Money.Parse(text)
		if err != nil {
			return nil, forms.Wrong{"shares": fmt.Sprintf("%s: %v", n.PlayerName(p), err)}
		}
		if amount < 0 {
			return nil, forms.Wrong{"shares": fmt.Sprintf("%s: a share can’t be below nothing.", n.PlayerName(p))}
		}
		if amount > 0 {
			out = append(out, chain.Share{Player: p, Amount: amount})
		}
	}
	return out, nil
}

type costForm struct {
	settleKey
	shareFields
	Payer  chain.PlayerID   `form:"payer" validate:"required" label:"The player who paid"`
	What   string           `form:"what" validate:"required,max=80" label:"The purpose"`
	Amount string           `form:"amount" validate:"max=40" label:"The amount"` // empty: the shares say it
	For    []chain.PlayerID `form:"for" validate:"max=100" label:"Those it was for"`
}

// write notes what one laid out for several, in equal parts or by name.
func (f *costForm) write(ctx context.Context, in settling) (ledger.Receipt, error) {
	cost := ledger.Cost{By: f.Payer, What: f.What}
	var err error
	if cost.Shares, err = f.read(in.night); err != nil {
		return ledger.Receipt{}, err
	}
	switch typed := strings.TrimSpace(f.Amount) != ""; {
	case typed:
		cost.Amount, err = amountIn(in.night.Money, "amount", f.Amount)
	case cost.Shares == nil:
		err = forms.Wrong{"amount": "How much did it cost?"}
	default:
		cost.Amount, err = sumOf(cost.Shares)
	}
	if err != nil {
		return ledger.Receipt{}, err
	}
	if cost.Shares == nil {
		cost.For = f.For
	}
	return in.book.AddCost(ctx, in.slip, in.night.ID, cost)
}

func sumOf(shares []chain.Share) (sum int64, err error) {
	for _, share := range shares {
		if share.Amount > math.MaxInt64-sum {
			return 0, forms.Wrong{"shares": "The book can’t count that much money."}
		}
		sum += share.Amount
	}
	return sum, nil
}

type kittyForm struct {
	settleKey
	shareFields
	Amount string           `form:"amount" validate:"max=40" label:"The amount"` // empty is all of it
	Among  []chain.PlayerID `form:"among" validate:"max=100" label:"Those who share it"`
	Reason string           `form:"reason" validate:"max=80" label:"The reason"`
}

// write shares the kitty out among some, equally or by name.
func (f *kittyForm) write(ctx context.Context, in settling) (ledger.Receipt, error) {
	share := ledger.KittyShare{Reason: f.Reason}
	var err error
	if share.Shares, err = f.read(in.night); err != nil {
		return ledger.Receipt{}, err
	}
	if share.Shares == nil {
		share.Among = f.Among
	}
	if strings.TrimSpace(f.Amount) != "" {
		if share.Amount, err = amountIn(in.night.Money, "amount", f.Amount); err != nil {
			return ledger.Receipt{}, err
		}
	}
	return in.book.ShareKitty(ctx, in.slip, in.night.ID, share)
}

type roundForm struct {
	settleKey
	Coin int64 `form:"coin" validate:"min=0" label:"The coin"` // 1 and less: no rounding
}

// write rounds everybody's total to a coin, or takes that back.
func (f *roundForm) write(ctx context.Context, in settling) (ledger.Receipt, error) {
	if f.Coin <= 1 {
		f.did = "unrounded"
	} else if !slices.Contains(settle.CoinsToRound(in.night.Money), f.Coin) {
		err := forms.Wrong{"coin": "You can’t round to that coin. Choose one of these."}
		return ledger.Receipt{}, err
	}
	return in.book.RoundTo(ctx, in.slip, in.night.ID, f.Coin)
}
