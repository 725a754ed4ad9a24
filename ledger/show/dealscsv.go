package show

// Found deals as a table for a spreadsheet, written while they are found: a million deals need no more memory
// than ten.

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strconv"

	"ouverte/ledger/chain"
	"ouverte/ledger/spreadsheet"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// dealColumns head a table with a line for each chair of a deal. Amounts are in the money's smallest unit.
var dealColumns = []string{
	"date", "night", "nr", "deal", "house", "money", "call", "outcome", "bid", "trumps", "tricks", "over",
	"under", "corrected", "player", "account", "role", "dealer", "revokes", "amount", "note",
}

// DealsCSV writes the deals that fit. With dearest above 0 it writes only that many: those that cost the
// player most.
func (now *Snapshot) DealsCSV(ctx context.Context, f DealFilter, dearest int, to io.Writer) error {
	names := now.state.Names()
	w, err := spreadsheet.New(to, dealColumns)
	if err != nil {
		return err
	}
	text := spreadsheet.Text
	deals, err := now.FindDeals(f, 0)
	if err != nil {
		return err
	}
	if dearest > 0 {
		deals = func(yield func(chain.NightID, DealFound) bool) {
			for _, d := range now.DearestDeals(f, dearest) {
				if !yield(d.Night, d) {
					return
				}
			}
		}
	}
	for _, d := range deals {
		tricks := ""
		if d.Deal.Tricks != rules.NotSaid {
			tricks = strconv.Itoa(d.Deal.Tricks)
		}
		for i, c := range d.Chairs {
			s := rules.Seat(i + 1)
			role := years.RoleName(&d.Deal, s)
			err = errors.Join(err, w.Row(
				d.Date, strconv.FormatInt(int64(d.Night), 10), strconv.Itoa(d.Nth), strconv.FormatInt(int64(d.ID), 10),
				text(d.Stakes.Name), string(d.Money), d.Deal.Call.String(), d.Result.Outcome.String(),
				aboveZero(d.Deal.Bid), chain.SuitName(d.Deal.Trumps), tricks,
				aboveZero(d.Result.Over), aboveZero(d.Result.Under), yes(d.Change),
				text(names.Name(c.Player)), text(names.Name(c.Pays())), role, yes(s == d.Deal.Dealer),
				aboveZero(int(d.Deal.Revokes[s])), strconv.FormatInt(d.Result.Net[s], 10),
				text(d.Note)))
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
	}
	return w.Flush()
}

func aboveZero(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return ""
}
