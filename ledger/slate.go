package ledger

// The slate: closing a night puts what is unpaid onto it, payments and later nights take it off. ledger/state
// follows who owes whom.

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// CloseNight closes a night: what is unpaid goes onto the slate, and the chain so far is sealed (Night.Seal).
// saw is the version of the night the page showed.
func (b *Book) CloseNight(ctx context.Context, s Slip, n chain.NightID, saw chain.EntryID) (Receipt, error) {
	content := []any{n, saw}
	return b.inNight(ctx, s, n, saw, "close night", content, func(d *desk, night *state.ResolvedNight) error {
		if night.Meeting != 0 {
			return refuse("night", "This is one table of an evening: close the table, or the evening.")
		}
		if err := d.stillPlaying(night); err != nil {
			return err
		}
		return d.closeNight(n)
	})
}

func (d *desk) closeNight(id chain.NightID) error {
	night, err := d.night(id)
	if err != nil {
		return err
	}
	plan, err := night.Plan()
	if err != nil {
		return err
	}
	if len(plan.Pays) > 0 {
		left := new(chain.Debts)
		for _, p := range plan.Pays {
			left.Debts = append(left.Debts, chain.Debt(p))
		}
		if err := d.post(id, chain.KindCarry, left); err != nil {
			return err
		}
	}
	return d.post(id, chain.KindClose, &chain.Close{})
}

func (d *desk) debt(debt chain.Debt) (chain.Debt, error) {
	from, err := d.holder(debt.From)
	if err != nil {
		return chain.Debt{}, err
	}
	to, err := d.holder(debt.To)
	if err != nil {
		return chain.Debt{}, err
	}
	if from == to {
		return chain.Debt{}, refuse("debts", "Nobody owes themselves.")
	}
	return chain.Debt{From: from, To: to, Amount: debt.Amount}, above("debts", debt.Amount)
}

// ReopenNight opens a closed night again and takes back what it put on the slate; of a table of an evening,
// what it left to that, which must be open. An evening's tables stay closed until each is opened.
func (b *Book) ReopenNight(ctx context.Context, s Slip, n chain.NightID, reason string) (Receipt, error) {
	return b.post(ctx, s, "reopen night", []any{n, reason}, func(d *desk) error {
		reason, err := chain.CleanText("reason", reason, false)
		if err != nil {
			return err
		}
		return d.reopen(n, reason)
	})
}

// reopen opens a closed night, and takes back what it carried and, of a table, what it left to its evening.
func (d *desk) reopen(n chain.NightID, reason string) error {
	night, err := d.night(n)
	if err != nil {
		return err
	}
	if night.Closed == 0 {
		return refuse("night", "This night is open.")
	}
	for _, o := range slices.Backward(night.Others) {
		if o.Kind == chain.KindCarry && o.Undone == 0 {
			if err := d.reverse(n, o.Entry, reason); err != nil {
				return err
			}
		}
	}
	if night.Meeting != 0 {
		if err := d.reopenTable(night, reason); err != nil {
			return err
		}
	}
	return d.post(n, chain.KindReopen, &chain.Reason{Reason: reason})
}

// BringFromSlate takes debts off the slate into tonight's settlement, whole or in part; nil is all that are
// Bringable.
func (b *Book) BringFromSlate(
	ctx context.Context, s Slip, n chain.NightID, debts []chain.Debt,
) (Receipt, error) {
	return b.inSettling(ctx, s, n, "bring", debts, func(d *desk, night *state.ResolvedNight) error {
		if night.Settles().Kind().Go {
			return refuse("debts", "You pay as you go: an old debt stays open until it is paid by itself.")
		}
		body := new(chain.Debts)
		if debts == nil {
			for _, old := range d.draft.OpenAmong(night.Money(), night.People()) {
				body.Debts = append(body.Debts, chain.Debt{From: old.From, To: old.To, Amount: old.Amount})
			}
		}
		for _, debt := range debts {
			at, err := d.debt(debt)
			if err != nil {
				return err
			}
			same := func(o chain.Debt) bool { return state.CoupleOf(o.From, o.To) == state.CoupleOf(at.From, at.To) }
			open := d.draft.OpenDebts(night.Money()).Between(at.From, at.To)
			if at.Amount > open || slices.ContainsFunc(body.Debts, same) {
				return refuse("debts", "%s owes %s less than this from former evenings.",
					d.names().Name(at.From), d.names().Name(at.To))
			}
			body.Debts = append(body.Debts, at)
		}
		if len(body.Debts) == 0 {
			return refuse("debts", "Nothing is open between these people from former evenings.")
		}
		return d.post(n, chain.KindBring, body)
	})
}

// PaySlate writes a payment of an old debt outside any night. saw is the latest entry on the slate the page
// knew of, or the latest between the two (OldDebt.Version): if these two paid something since, PaySlate
// returns *Stale. Zero doesn't check.
func (b *Book) PaySlate(
	ctx context.Context, s Slip, m rules.Money, p settle.Payment, saw chain.EntryID,
) (Receipt, error) {
	s.pays = show.SlateKeys(m, p.From, p.To)
	return b.post(ctx, s, "pay slate", []any{m, p, saw}, func(d *desk) error {
		if err := cmp.Or(m.Check(), handedOver(m)); err != nil {
			return err
		}
		body, err := d.payment(m, p)
		if err != nil {
			return err
		}
		last := d.draft.OpenDebts(m).Seen[state.CoupleOf(body.From, body.To)]
		if saw != 0 && last > saw {
			return d.slateMoved(m, last)
		}
		return d.post(0, chain.KindPayment, body)
	})
}

// StrikeCircle pays off debts of former evenings that lead in a circle (OldDebts.Circle), with nothing handed
// over. saw is the latest entry on the slate the page knew of: if anything was written since, StrikeCircle
// returns *Stale.
func (b *Book) StrikeCircle(ctx context.Context, s Slip, m rules.Money, saw chain.EntryID) (Receipt, error) {
	return b.post(ctx, s, "strike circle", []any{m, saw}, func(d *desk) error {
		open := d.draft.OpenDebts(m)
		circle := open.Circle()
		if open.Last != saw || circle == nil {
			return &show.Stale{Sentence: "Somebody has just written a payment down. Look at what is open now."}
		}
		for _, p := range circle {
			body := &chain.Payment{Money: m, From: p.From, To: p.To, Amount: p.Amount}
			if err := d.post(0, chain.KindPayment, body); err != nil {
				return err
			}
		}
		return nil
	})
}

func (d *desk) slateMoved(m rules.Money, seq chain.EntryID) error {
	moves := d.draft.SlateMoves(m)
	i := slices.IndexFunc(moves, func(move state.SlateMove) bool { return move.Entry == seq })
	said := slateEntry(&d.draft.State, seq, moves[i].Night)
	text, _ := said.Body.Tell(chain.At{Kind: said.Kind, Money: m}, d.names().Name)
	return &show.Stale{Sentence: "This was recorded already: " + strings.TrimSuffix(text, ".") +
		". Look at what is open now."}
}

// slateEntry is an entry that moved something on the slate. Of one that took another back, it has what that
// says, and nothing else.
func slateEntry(s *state.State, seq chain.EntryID, night chain.NightID) *state.Other {
	others := s.Apart()
	if n := s.Night(night); n != nil {
		others = n.Others
	}
	for _, o := range slices.Backward(others) {
		switch seq {
		case o.Entry:
			return o
		case o.Undone:
			return &state.Other{Entry: seq, Kind: chain.KindReversal, Body: &chain.Reason{Reason: o.Why}}
		}
	}
	return nil
}

// WithdrawSlate takes back an entry made apart from any night; of a cancelled circle of debts all its
// payments, since one alone would leave debts nobody has.
func (b *Book) WithdrawSlate(ctx context.Context, s Slip, e chain.EntryID, reason string) (Receipt, error) {
	if _, err := chain.CleanText("reason", reason, true); err != nil {
		return Receipt{}, err
	}
	o := b.newest.Load().FindApart(e)
	if o == nil || o.Kind != chain.KindPayment && o.Kind != chain.KindOpening {
		return Receipt{}, &chain.NotFound{What: "entry"}
	}
	return b.post(ctx, s, "withdraw", []any{e, reason}, func(d *desk) error {
		if err := d.withdraw(e, reason); err != nil {
			return err
		}
		for _, other := range d.draft.Apart() {
			struck := other.Kind == chain.KindPayment && other.Key == o.Key && other.Undone == 0
			if !struck || other.Entry == e {
				continue
			}
			if err := d.withdraw(other.Entry, reason); err != nil {
				return err
			}
		}
		return nil
	})
}

// OpenBalance enters what one already owes another (or the kitty) from before this book, with a word on where
// it comes from.
func (b *Book) OpenBalance(
	ctx context.Context, s Slip, m rules.Money, debt chain.Debt, reason string,
) (Receipt, error) {
	return b.post(ctx, s, "open balance", []any{m, debt, reason}, func(d *desk) error {
		if err := cmp.Or(m.Check(), handedOver(m)); err != nil {
			return err
		}
		words, err := chain.CleanText("reason", reason, true)
		if err != nil {
			return err
		}
		pair, err := d.payment(m, settle.Payment(debt))
		if err != nil {
			return err
		}
		return d.post(0, chain.KindOpening, &chain.Opening{
			Money: m, From: pair.From, To: pair.To, Amount: pair.Amount, Reason: words,
		})
	})
}
