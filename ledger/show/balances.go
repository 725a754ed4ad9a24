package show

// What everybody has won, lost and still owes, over all nights.

import (
	"cmp"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/people"
	"ouverte/ledger/settle"
	"ouverte/rules"
)

type MoneyBalances struct {
	Money   rules.Money
	Players []Balance // those with anything in this money, by name
	Kitty   KittyBalance
}

type Balance struct {
	Player  chain.PlayerID
	Name    string
	Face    face.Face
	Total   int64 // all that is still owed to them, Slate and Tonight together
	Slate   int64 // left over from closed nights, openings and payments outside a night
	Tonight int64 // in nights still open
}

// Even tells whether they have nothing to pay or to get, and nothing that cancels out either.
func (b Balance) Even() bool { return b.Slate == 0 && b.Tonight == 0 }

type KittyBalance struct {
	Holds int64 // what belongs to it
	Owed  int64 // of that, what hasn't been put in yet (below zero: was shared out but not yet taken)
	Slate int64 // the part of Owed that stands on the slate
}

func (now *Snapshot) Balances() (out []MoneyBalances) {
	s := now.state
	everybody := s.Names().Listed()
	slices.SortFunc(everybody, func(a, b *people.Person) int {
		return cmp.Compare(chain.Fold(a.Name), chain.Fold(b.Name))
	})
	for _, m := range moneysOf(s) {
		kitty := s.Account(m, chain.Kitty)
		in := MoneyBalances{Money: m}
		in.Kitty = KittyBalance{Holds: s.KittyHolds(m), Owed: kitty.Total, Slate: kitty.Slate}
		for _, p := range everybody {
			if a := s.Account(m, p.ID); a.Moved {
				in.Players = append(in.Players, Balance{
					Player: p.ID, Name: p.Name, Face: p.Face, Total: a.Total, Slate: a.Slate, Tonight: a.Total - a.Slate,
				})
			}
		}
		out = append(out, in)
	}
	return out
}

// KittyFrom lists what each put into a money's kitty since it was last empty; below zero, what a rounding
// gave them out of it. Shares given out aren't subtracted.
func (now *Snapshot) KittyFrom(m rules.Money) (from []settle.Net) {
	s, holds := now.state, int64(0)
	put := func(p chain.PlayerID, amount int64) {
		p = s.Names().Who(p)
		i := slices.IndexFunc(from, func(net settle.Net) bool { return net.Player == p })
		if i < 0 {
			i, from = len(from), append(from, settle.Net{Player: p, Name: s.Names().Name(p)})
		}
		from[i].Amount += amount
	}
	for n := range s.Nights() {
		if n.Money() != m {
			continue
		}
		for _, o := range n.Others {
			if k := o.Kind; o.Undone != 0 || k != chain.KindPenalty && k != chain.KindCost && k != chain.KindRounding {
				continue
			}
			for _, t := range o.Transfers {
				switch chain.Kitty {
				case t.To:
					put(t.From, t.Amount)
				case t.From:
					put(t.To, -t.Amount)
				}
			}
		}
		if holds += n.Kitty.Penalties + n.Kitty.Costs + n.Kitty.Rounding + n.Kitty.Kitty; holds == 0 {
			from = nil
		}
	}
	return slices.DeleteFunc(from, func(net settle.Net) bool { return net.Amount == 0 })
}
