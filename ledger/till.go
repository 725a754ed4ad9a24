package ledger

// The door of an evening at several tables: table money, what is paid out of the till, and who goes home and
// settles with the kitty. Table money is a cost the kitty laid out, one entry for each person, with its
// payment beside it; so it is no score, and what isn't paid can be settled like any debt.

import (
	"cmp"
	"context"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
)

// asksHead checks what each is to bring.
func (d *desk) asksHead(n *state.ResolvedNight, amount int64) error {
	if n.Several == nil {
		return show.ErrNoMeeting
	}
	if _, err := d.opened(n.ID); err != nil {
		return err
	}
	if err := handedOver(n.Money()); err != nil || amount == 0 {
		return err
	}
	return sane("head", n.Money(), amount)
}

// HeadMoney is somebody's table money.
type HeadMoney struct {
	Player chain.PlayerID
	Amount int64
	Settle bool `json:",omitempty"` // it isn't paid, and goes into the settlement
}

// PayHead writes that somebody paid their table money, or that it goes into the settlement.
func (b *Book) PayHead(ctx context.Context, s Slip, meeting chain.NightID, h HeadMoney) (Receipt, error) {
	s.pays = show.HeadKeys(meeting, h.Player)
	return b.inMeeting(ctx, s, meeting, 0, "head", []any{meeting, h},
		func(d *desk, n *state.ResolvedNight) error { return d.payHead(n, h, nil) })
}

// PayHome writes what somebody who goes home pays into the kitty, or gets out of it, with head of it table
// money that wasn't paid yet.
func (b *Book) PayHome(
	ctx context.Context, s Slip, meeting chain.NightID, p settle.Payment, head HeadMoney,
) (Receipt, error) {
	s.pays = show.PayKeys(meeting, p)
	return b.inMeeting(ctx, s, meeting, 0, "go home", []any{meeting, p, head},
		func(d *desk, n *state.ResolvedNight) error {
			if err := cmp.Or(handedOver(n.Money()), paidApart(n)); err != nil {
				return err
			}
			return d.payHead(n, head, &p)
		})
}

// payHead posts table money with its payment, or after what its payer pays on going home, which has it in.
func (d *desk) payHead(n *state.ResolvedNight, h HeadMoney, home *settle.Payment) error {
	if home != nil {
		body, err := d.payment(n.Money(), *home)
		if err == nil {
			err = d.post(n.ID, chain.KindPayment, body)
		}
		if err != nil || h.Amount == 0 {
			return err
		}
	}
	who, err := d.names().Somebody(h.Player)
	if err == nil {
		err = cmp.Or(handedOver(n.Money()), sane("head", n.Money(), h.Amount), d.asked(n, who.ID, h))
	}
	if err != nil {
		return err
	}
	cost := &chain.Cost{By: chain.Kitty, What: "table money",
		Shares: []chain.Share{{Player: who.ID, Amount: h.Amount}}}
	if err := d.post(n.ID, chain.KindCost, cost); err != nil || h.Settle || home != nil {
		return err
	}
	return d.post(n.ID, chain.KindPayment,
		&chain.Payment{Money: n.Money(), From: who.ID, To: chain.Kitty, Amount: h.Amount})
}

// asked takes back what is in the settlement of somebody's table money, and refuses more of what is paid.
func (d *desk) asked(n *state.ResolvedNight, p chain.PlayerID, h HeadMoney) error {
	if !n.Here(p) && !n.Gone(p) {
		return refuse("player", "%s isn't at this evening.", d.names().Name(p))
	}
	if h.Settle && n.Settles().Kind().Go {
		return refuse("head", "You pay as you go: table money is paid at the door.")
	}
	for _, o := range n.Others {
		b, ok := o.Body.(*chain.Cost)
		if !ok || o.Undone != 0 || b.By != chain.Kitty || n.Who(b.Shares[0].Player) != p {
			continue
		}
		if put := n.PutWith(o); h.Settle || put != nil && put.Undone == 0 {
			return &show.Stale{Sentence: d.names().Name(p) + "’s table money is written down already."}
		}
		return d.reverse(n.ID, o.Entry, "paid at the door")
	}
	return nil
}

// Spent is what is paid out of the till for the club: the room, a prize. Who takes it hands it on.
type Spent struct {
	To     chain.PlayerID
	Amount int64
	What   string
}

// Spend pays out of the till. A club's till never pays out more than the kitty has.
func (b *Book) Spend(ctx context.Context, s Slip, meeting chain.NightID, p Spent) (Receipt, error) {
	return b.inMeeting(ctx, s, meeting, 0, "spend", []any{meeting, p},
		func(d *desk, n *state.ResolvedNight) error {
			to, err := d.names().Somebody(p.To)
			if err != nil {
				return err
			}
			what, err := chain.CleanText("what", p.What, true)
			if err == nil {
				err = cmp.Or(handedOver(n.Money()), sane("amount", n.Money(), p.Amount))
			}
			if err != nil {
				return err
			}
			if holds := d.draft.KittyHolds(n.Money()); p.Amount > holds {
				return refuse("amount", "The kitty holds only %s.", n.Money().Words(max(0, holds)))
			}
			share := &chain.Sharing{Shares: []chain.Share{{Player: to.ID, Amount: p.Amount}}, Reason: what}
			if err := d.post(n.ID, chain.KindShare, share); err != nil {
				return err
			}
			return d.post(n.ID, chain.KindPayment,
				&chain.Payment{Money: n.Money(), From: chain.Kitty, To: to.ID, Amount: p.Amount})
		})
}
