package chain

import (
	"slices"

	"ouverte/rules"
)

// Moves returns the transfers an entry makes. They follow from its body and from the money of its night, so
// that anybody can check them. It isn't for deals, which Settled reckons, nor for reversals, whose transfers
// are those of the entry they take back, turned round.
func Moves(kind Kind, night NightID, money rules.Money, body any) (out []Transfer, err error) {
	move := func(n NightID, m rules.Money, from, to PlayerID, amount int64) {
		switch {
		case from == to || amount == 0:
		case amount < 0:
			out = append(out, Transfer{n, m, to, from, -amount})
		default:
			out = append(out, Transfer{n, m, from, to, amount})
		}
	}
	if err := Sound(night, money, body); err != nil {
		return nil, err
	}
	switch b := body.(type) {
	case *Penalty:
		for _, to := range b.To {
			move(night, money, b.By, to, b.Amount)
		}
	case *Cost:
		for _, s := range b.Shares {
			move(night, money, s.Player, b.By, s.Amount)
		}
	case *Payment:
		move(night, b.Money, b.To, b.From, b.Amount)
	case *Sharing:
		for _, s := range b.Shares {
			move(night, money, Kitty, s.Player, s.Amount)
		}
	case *Rounding:
		for _, s := range b.Shares {
			move(night, money, s.Player, Kitty, s.Amount)
		}
	case *Opening:
		move(0, b.Money, b.From, b.To, b.Amount)
	case *Debts:
		leaves, enters := night, NightID(0) // a carry goes onto the slate, a bring the other way
		if kind == KindBring {
			leaves, enters = 0, night
		}
		for _, d := range b.Debts {
			move(leaves, money, d.To, d.From, d.Amount)
			move(enters, money, d.From, d.To, d.Amount)
		}
	case *Handed:
		for _, d := range b.Debts {
			if kind == KindHand {
				d.From, d.To = d.To, d.From
			}
			move(night, money, d.From, d.To, d.Amount)
		}
	}
	return out, nil
}

// Paid appends the transfers of a deal.
func Paid(
	out []Transfer, night NightID, money rules.Money, chairs []Chair, result *rules.Result,
) []Transfer {
	for _, p := range result.Pays() {
		from, to := chairs[p.From-1].Pays(), chairs[p.To-1].Pays()
		out = append(out, Transfer{night, money, from, to, p.Amount})
	}
	return out
}

// Named returns the players an entry names besides those it moves money between.
func Named(body any) (all []PlayerID) {
	seat := func(chairs []Chair) {
		for _, c := range chairs {
			all = append(all, c.Player, c.Pays())
		}
	}
	switch b := body.(type) {
	case *Away:
		return []PlayerID{b.Player}
	case *Edit:
		if b.Pay != nil && b.Pay.Banker != 0 {
			return []PlayerID{b.Pay.Banker}
		}
	case *Face:
		return []PlayerID{b.Player}
	case *Join:
		return []PlayerID{b.Gone, b.Stays}
	case *Night:
		return b.Seats
	case *Evening:
		return b.People
	case *Round:
		all = slices.Clone(b.Rest)
		for _, t := range b.Tables {
			all = append(all, t.Seats...)
		}
		return all
	case *Present:
		return []PlayerID{b.Player}
	case *Table:
		seat(b.Chairs)
	case *Deal:
		if _, chairs, err := b.Read(); err == nil {
			seat(chairs)
		}
	case *Agree:
		return []PlayerID{b.By}
	case *Penalty:
		return []PlayerID{b.By}
	case *Cost:
		return []PlayerID{b.By}
	}
	return all
}
