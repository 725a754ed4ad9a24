package state

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// Sums are the amounts of an account by kind. Winning is above zero: the others owe it.
type Sums struct {
	Deals, Penalties, Costs, Kitty, Rounding, Payments, Carried int64
	// Handed is of a table what it left to its evening, of an evening what its tables left to it.
	Handed int64
}

// Total is what is still owed to the account (or by it, below zero).
func (s Sums) Total() int64 {
	return s.Deals + s.Penalties + s.Costs + s.Kitty + s.Rounding + s.Payments + s.Carried + s.Handed
}

// Score is the money won and lost at the table itself: deals and penalties.
func (s Sums) Score() int64 { return s.Deals + s.Penalties }

func (s *Sums) Add(t *Sums) {
	s.Deals, s.Penalties, s.Costs = s.Deals+t.Deals, s.Penalties+t.Penalties, s.Costs+t.Costs
	s.Kitty, s.Rounding, s.Payments = s.Kitty+t.Kitty, s.Rounding+t.Rounding, s.Payments+t.Payments
	s.Carried, s.Handed = s.Carried+t.Carried, s.Handed+t.Handed
}

// field is the field that counts transfers of a kind; nil where such an entry moves none.
func (s *Sums) field(k Kind) *int64 {
	switch k {
	case chain.KindDeal:
		return &s.Deals
	case chain.KindPenalty:
		return &s.Penalties
	case chain.KindCost:
		return &s.Costs
	case chain.KindShare:
		return &s.Kitty
	case chain.KindRounding:
		return &s.Rounding
	case chain.KindPayment:
		return &s.Payments
	case chain.KindCarry, chain.KindBring:
		return &s.Carried
	case chain.KindHand, chain.KindTake:
		return &s.Handed
	}
	return nil
}

func (s *Sums) countable() error {
	var total int64
	for _, n := range [...]int64{
		s.Deals, s.Penalties, s.Costs, s.Kitty, s.Rounding, s.Payments, s.Carried, s.Handed,
	} {
		if err := add(&total, n); err != nil {
			return err
		}
	}
	return nil
}

// Why an entry can't follow, where the desk has a sentence of its own for it.
var (
	ErrTooMuch = errors.New("with it the sums leave the range of numbers")
	ErrKitty   = errors.New("it shares out more than the kitty has")
)

func add(to *int64, n int64) error {
	if n > 0 && *to > math.MaxInt64-n || n < 0 && *to < math.MinInt64-n {
		return ErrTooMuch
	}
	*to += n
	return nil
}

// Account is what all transfers come to for one holder in one money.
type Account struct {
	Total int64 // all of them
	Paid  int64 // of them, payments
	Slate int64 // of them, outside the nights
	Moved bool  // there are any
}

func (a *Account) add(b Account) error {
	a.Moved = a.Moved || b.Moved
	return errors.Join(add(&a.Total, b.Total), add(&a.Paid, b.Paid), add(&a.Slate, b.Slate))
}

func holder(p PlayerID) int {
	if p == Kitty {
		return 0
	}
	return int(p)
}

// Moneys are those in which anything was ever moved.
func (s *State) Moneys() []rules.Money {
	var out []rules.Money
	for m := range maps.Keys(s.accounts) {
		out = append(out, m)
	}
	return out
}

func (s *State) Account(m rules.Money, p PlayerID) (sum Account) {
	if p == Kitty {
		return s.accountOf(m, p)
	}
	for _, self := range s.names.Selves(p) {
		_ = sum.add(s.accountOf(m, self)) // it was found to fit when it came to be
	}
	return sum
}

func (s *State) accountOf(m rules.Money, p PlayerID) (a Account) {
	if all := s.accounts[m]; holder(p) < len(all) {
		a = all[holder(p)]
	}
	return a
}

// KittyHolds is what belongs to the kitty of a money: all that ever went into it or came out of it but for
// payments, which only say whether it is in the bowl already.
func (s *State) KittyHolds(m rules.Money) int64 {
	kitty := s.Account(m, Kitty)
	return kitty.Total - kitty.Paid
}

// post adds an entry's transfers to the accounts and to its night's sums. A reversal counts as the kind it
// reverses.
func (d *Draft) post(n *Night, kind Kind, transfers []Transfer) error {
	for _, t := range transfers {
		for _, side := range [2]struct {
			p PlayerID
			n int64
		}{{t.From, -t.Amount}, {t.To, t.Amount}} {
			if side.p != Kitty && d.names.At(side.p) == nil {
				return fmt.Errorf("it moves money of player %d, whom nobody entered", side.p)
			}
			change := Account{Total: side.n, Moved: true}
			if kind == chain.KindPayment {
				change.Paid = side.n
			}
			if t.Night == 0 {
				change.Slate = side.n
			}
			if err := d.account(t.Money, side.p).add(change); err != nil {
				return ErrTooMuch
			}
			if err := d.countable(t.Money, side.p); err != nil {
				return err
			}
			if t.Night == 0 {
				continue
			}
			if n == nil || t.Night != n.ID {
				return errors.New("it moves money in another night")
			}
			sum := &n.Kitty
			if side.p != Kitty {
				sum = &n.member(side.p).Sum
			}
			part := sum.field(kind)
			if part == nil {
				return fmt.Errorf("a %s moves no money", kind)
			}
			if err := add(part, side.n); err != nil {
				return err
			}
			if err := sum.countable(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *Draft) account(m rules.Money, p PlayerID) *Account {
	if d.mine.accounts == nil {
		d.accounts, d.mine.accounts = maps.Clone(d.accounts), map[rules.Money]bool{}
	}
	all, at := d.accounts[m], holder(p)
	if !d.mine.accounts[m] {
		all, d.mine.accounts[m] = slices.Clone(all), true
	}
	if at >= len(all) {
		all = append(all, make([]Account, at+1-len(all))...)
	}
	d.accounts[m] = all
	return &all[at]
}

// countable checks that all a person has, under every id they have, fits.
func (d *Draft) countable(m rules.Money, p PlayerID) error {
	if p == Kitty || d.names.Alone(p) {
		return nil
	}
	var sum Account
	for _, self := range d.names.Selves(p) {
		if err := sum.add(d.accountOf(m, self)); err != nil {
			return ErrTooMuch
		}
	}
	return nil
}
