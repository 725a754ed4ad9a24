package state

// What is still to be settled, of a night and of former ones.

import (
	"iter"
	"maps"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/rules"
)

// Plan is who is to hand what to whom, as the night is settled. In points nobody hands anything.
func (n *ResolvedNight) Plan() (plan settle.Plan, err error) {
	if !n.Money().Handed() {
		return plan, nil
	}
	owed := n.Totals()
	if kitty := n.Sum(chain.Kitty).Total(); kitty != 0 {
		owed = append(owed, settle.Net{Player: chain.Kitty, Amount: kitty})
	}
	return Settled(n.Settles(), owed, n.Between(), n.Home(), func(yield func(Standing) bool) {
		for _, o := range n.Others {
			s := Standing{Kind: o.Kind, Moves: n.Known(o.Transfers)}
			switch b := o.Body.(type) {
			case *chain.Rounding:
				s.Coin = b.Coin
			case *chain.Payment:
				s.Paid = &settle.Payment{From: n.Who(b.From), To: n.Who(b.To), Amount: b.Amount}
			}
			if o.Undone == 0 && !yield(s) {
				return
			}
		}
	})
}

// Standing is what stands of a night besides its deals.
type Standing struct {
	Kind  Kind
	Moves []Transfer
	Coin  int64           // of a rounding
	Paid  *settle.Payment // of a payment
}

// Settled is the plan by what stands, the oldest first. What people owe the kitty by themselves are
// penalties, also those at a table of the evening, or from a former evening, and table money. Who went home
// early settles with the kitty alone, in one sum.
func Settled(
	way chain.Way, owed []settle.Net, between []Debt, home []PlayerID, all iter.Seq[Standing],
) (settle.Plan, error) {
	for _, p := range home {
		between = throughKitty(between, owed, p)
	}
	var made []settle.Payment
	var fines settle.Fines
	fined := map[PlayerID]int64{}
	for s := range all {
		switch s.Kind {
		case chain.KindPayment:
			made = append(made, *s.Paid)
		case chain.KindRounding:
			fines.Coin, fines.Made = s.Coin, len(made)
		case chain.KindPenalty, chain.KindTake, chain.KindBring, chain.KindCost:
			for _, t := range s.Moves {
				if t.To == chain.Kitty && !slices.Contains(home, t.From) {
					fined[t.From] += t.Amount
				}
			}
		}
	}
	for _, p := range slices.Sorted(maps.Keys(fined)) {
		fines.Owed = append(fines.Owed, settle.Payment{From: p, To: chain.Kitty, Amount: fined[p]})
	}
	return settle.By(way, owed, made, between, fines)
}

// throughKitty lets the kitty take over what is open between somebody and others, for their total.
func throughKitty(between []Debt, owed []settle.Net, p PlayerID) []Debt {
	return Between(func(yield func(Transfer) bool) {
		for _, d := range between {
			t := Transfer{From: d.From, To: d.To, Amount: d.Amount}
			if t.From == p {
				t.From = chain.Kitty
			} else if t.To == p {
				t.To = chain.Kitty
			}
			if t.From != t.To && !yield(t) {
				return
			}
		}
		for _, n := range owed {
			if n.Player == p && !yield(Transfer{From: chain.Kitty, To: p, Amount: n.Amount}) {
				return
			}
		}
	})
}

// OpenAmong lists what is open from former evenings between some people and the kitty, the oldest first.
func (s *State) OpenAmong(m rules.Money, people []PlayerID) (debts []*OldDebt) {
	if !m.Handed() {
		return nil // older books have carried points, which nobody owes
	}
	here := map[PlayerID]bool{chain.Kitty: true}
	for _, p := range people {
		here[s.names.Who(p)] = true
	}
	for _, d := range s.OpenDebts(m).Debts {
		if here[d.From] && here[d.To] {
			debts = append(debts, d)
		}
	}
	return debts
}

// Circle is some of the debts that lead in a circle; nil if there is none.
func (o *OpenDebts) Circle() []settle.Payment {
	owed := make([]settle.Payment, len(o.Debts))
	for i, d := range o.Debts {
		owed[i] = settle.Payment{From: d.From, To: d.To, Amount: d.Amount}
	}
	return settle.Circle(owed)
}

// LeftApart is what parting the two of a join leaves open between them, by the closed nights. There they came
// to nothing together, so what the one owes the other gets.
func (s *State) LeftApart(join *chain.Join) (out []Carried) {
	apart := s.names.Clone()
	apart.Part(join.Gone)
	gone, stays := join.Gone, apart.Who(join.Stays)
	for n := range s.Nights() {
		d := Debt{From: stays, To: gone, Amount: n.In(apart).Sum(gone).Total()}
		if n.Closed == 0 || d.Amount == 0 || !n.Money().Handed() || s.HandsOver(n) {
			continue
		}
		if d.Amount < 0 {
			d = Debt{From: gone, To: stays, Amount: -d.Amount}
		}
		out = append(out, Carried{
			Night: n.ID, Name: n.Name, Date: n.Date, Money: n.Money(), Debt: d,
			FromName: apart.Name(d.From), ToName: apart.Name(d.To),
		})
	}
	return out
}

// Carried is a debt that a closed night gets when two players are parted.
type Carried struct {
	Night            NightID
	Name             string
	Date             string
	Money            rules.Money
	Debt             Debt
	FromName, ToName string
}

// HandsOver tells whether a night is a closed table of an evening that is still open: what it left to that
// can be handed over anew.
func (s *State) HandsOver(n *Night) bool {
	evening := s.Night(n.Meeting)
	return n.Closed != 0 && evening != nil && evening.Closed == 0
}

// PutWith is the payment by which a penalty or table money came into the bowl, or what is paid out of it went
// out, when it was written; nil if there is none.
func (n *Night) PutWith(o *Other) *Other {
	switch b := o.Body.(type) {
	case *chain.Penalty:
		if b.To[0] != chain.Kitty {
			return nil
		}
	case *chain.Cost:
		if b.By != chain.Kitty {
			return nil
		}
	case *chain.Sharing:
		if n.Several == nil || b.Reason == "" {
			return nil
		}
	default:
		return nil
	}
	put := n.Other(o.Entry + 1)
	if put == nil || put.Kind != chain.KindPayment || put.Part != o.Part+1 || len(o.Transfers) != 1 {
		return nil
	}
	t, back := o.Transfers[0], put.Transfers[0]
	if t.From != back.To || t.To != back.From || t.Amount != back.Amount {
		return nil
	}
	return put
}

// Rounded is the entry that rounded what is owed, if that stands.
func (n *ResolvedNight) Rounded() EntryID {
	for _, o := range slices.Backward(n.Others) {
		if o.Kind == chain.KindRounding && o.Undone == 0 {
			return o.Entry
		}
	}
	return 0
}
