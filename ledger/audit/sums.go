package audit

// Reckoning sums: what each account has, and what each night brought whom.

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"ouverte/ledger/chain"
)

// stands counts a deal that begins to stand (by is 1) or ceases to (by is −1).
func (r *reckoning) stands(n *reckonedNight, by int) {
	n.standing += by
	r.deals += by
}

// post adds an entry's transfers to the accounts and to the night's sums. A reversal counts as the kind it
// reverses.
func (r *reckoning) post(f *Entry, n *reckonedNight, kind chain.Kind) error {
	for _, t := range f.Transfers {
		if n == nil && r.compare != nil {
			r.ready.slate = append(r.ready.slate,
				slateLine{holding{t.Money, t.From}, f.Seq, t.To, -t.Amount, kind},
				slateLine{holding{t.Money, t.To}, f.Seq, t.From, t.Amount, kind})
		}
		for _, side := range [2]struct {
			p chain.PlayerID
			n int64
		}{{t.From, -t.Amount}, {t.To, t.Amount}} {
			if side.p != chain.Kitty && r.players[side.p] == nil {
				return fmt.Errorf("it moves money of player %d, whom nobody entered", side.p)
			}
			a := r.accounts[holding{t.Money, side.p}]
			if a == nil {
				a = new(reckonedAccount)
				r.accounts[holding{t.Money, side.p}] = a
			}
			if !plus(&a.total, side.n) || kind == chain.KindPayment && !plus(&a.paid, side.n) ||
				t.Night == 0 && !plus(&a.slate, side.n) {
				return errors.New("with it the sums leave the range of numbers")
			}
			if t.Night == 0 {
				continue
			}
			at := r.night(t.Night)
			if at == nil || at != n {
				return errors.New("it moves money in another night")
			}
			sum := &n.person(side.p).sum
			part := sumOf(sum, kind)
			if part == nil {
				return fmt.Errorf("a %s moves no money", kind)
			}
			if !plus(part, side.n) {
				return errors.New("with it the sums leave the range of numbers")
			}
		}
	}
	return nil
}

// sums is what a night brought one person, by what it came from.
type sums struct{ deals, penalties, costs, kitty, rounding, payments, carried, handed int64 }

// total is what the person is still owed.
func (s sums) total() int64 {
	return s.deals + s.penalties + s.costs + s.kitty + s.rounding + s.payments + s.carried + s.handed
}

// sumOf is the sum a kind of entry goes into. It repeats the desk's Sums.part on purpose: the audit finds an
// entry that the desk adds to another sum.
func sumOf(s *sums, kind chain.Kind) *int64 {
	switch kind {
	case chain.KindDeal:
		return &s.deals
	case chain.KindPenalty:
		return &s.penalties
	case chain.KindCost:
		return &s.costs
	case chain.KindShare:
		return &s.kitty
	case chain.KindRounding:
		return &s.rounding
	case chain.KindPayment:
		return &s.payments
	case chain.KindCarry, chain.KindBring:
		return &s.carried
	case chain.KindHand, chain.KindTake:
		return &s.handed
	}
	return nil
}

// who resolves a player to the person they were joined into.
func (r *reckoning) who(p chain.PlayerID) chain.PlayerID {
	for at := r.players[p]; at != nil && at.same != 0; at = r.players[p] {
		p = at.same
	}
	return p
}

func (n *reckonedNight) person(id chain.PlayerID) *reckonedPerson {
	for i := range n.people {
		if n.people[i].id == id {
			return &n.people[i]
		}
	}
	n.people = append(n.people, reckonedPerson{id: id})
	return &n.people[len(n.people)-1]
}

// plus adds, and tells whether 64 bits hold the sum.
func plus(to *int64, n int64) bool {
	if n > 0 && *to > math.MaxInt64-n || n < 0 && *to < math.MinInt64-n {
		return false
	}
	*to += n
	return true
}

// peopleOf are the people of a night by id; players joined into one person are one.
func (r *reckoning) peopleOf(n *reckonedNight) []reckonedPerson { return n.peopleAs(r.who) }

func (n *reckonedNight) peopleAs(who func(chain.PlayerID) chain.PlayerID) []reckonedPerson {
	one := reckonedNight{people: make([]reckonedPerson, 0, len(n.people))}
	for _, p := range n.people {
		q := one.person(who(p.id))
		q.sat = q.sat || p.sat
		q.sum = q.sum.plus(p.sum)
	}
	slices.SortFunc(one.people, func(a, b reckonedPerson) int { return cmp.Compare(a.id, b.id) })
	return one.people
}

func (s sums) plus(t sums) sums {
	return sums{
		upTo(s.deals, t.deals), upTo(s.penalties, t.penalties), upTo(s.costs, t.costs), upTo(s.kitty, t.kitty),
		upTo(s.rounding, t.rounding), upTo(s.payments, t.payments), upTo(s.carried, t.carried),
		upTo(s.handed, t.handed),
	}
}

// upTo adds, and stays within 64 bits: no table agrees with a sum beyond them.
func upTo(a, b int64) int64 {
	switch sum := a; {
	case plus(&sum, b):
		return sum
	case b > 0:
		return math.MaxInt64
	}
	return math.MinInt64
}

// balances are everybody's accounts; players joined into one person have one. beyond is somebody whose sums
// 64 bits don't hold.
func (r *reckoning) balances() (sums map[holding]*reckonedAccount, beyond chain.PlayerID) {
	sums = map[holding]*reckonedAccount{}
	for h, a := range r.accounts {
		h.player = r.who(h.player)
		s := sums[h]
		if s == nil {
			s = new(reckonedAccount)
			sums[h] = s
		}
		if !plus(&s.total, a.total) || !plus(&s.paid, a.paid) || !plus(&s.slate, a.slate) {
			beyond = h.player
		}
	}
	return sums, beyond
}
