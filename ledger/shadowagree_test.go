package ledger

// Where the book and its shadow must agree: nights, balances, statements, and the pages of the book of years.

import (
	"errors"
	"maps"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
	"ouverte/rules"
)

func (s *shadow) agree(n *shadowNight) {
	s.t.Helper()
	standing := n.standing()
	if n.closed && len(standing) == 0 && !n.moved() {
		if _, err := s.book.Now().Night(n.id); !errors.As(err, new(*chain.NotFound)) {
			s.failf("night %d closed with nothing in it, and is read: %v", n.id, err)
		}
		return
	}
	got := s.shown(n)
	if len(got.Deals) != len(standing) || got.Nth != len(standing)+1 {
		s.failf("night %d: %d deals stand, the shadow has %d", n.id, len(got.Deals), len(standing))
	}
	for i, want := range standing {
		d := got.Deals[len(standing)-1-i]
		if d.ID != want.id || d.Version != want.version || d.Deal != want.deal || d.Nth != i+1 {
			s.failf("night %d: deal %d is %d (version %d) %+v, the shadow has %d (version %d) %+v", n.id, i+1,
				d.ID, d.Version, d.Deal, want.id, want.version, want.deal)
		}
		var said show.Agreement
		if want.said.Version == want.version {
			said = show.Agreement{State: show.Disputed, By: s.who(want.said.By), Name: s.names[s.who(want.said.By)],
				Reason: want.said.Reason}
			if want.said.Agreed {
				said.State = show.Agreed
			}
		}
		if d.Note.Entry != want.noted || d.Note.Text != want.note {
			s.failf("night %d: on deal %d is noted %+v, in the shadow %q", n.id, i+1, d.Note, want.note)
		}
		got := d.Agreed
		if got.By != 0 {
			got.By = s.who(got.By)
		}
		if got != said {
			s.failf("night %d: of deal %d is said %+v, in the shadow %+v", n.id, i+1, got, said)
		}
		for j, c := range d.Chairs {
			if c.Player != s.who(want.chairs[j].Player) || c.Pays() != s.who(want.chairs[j].Pays()) {
				s.failf("night %d: deal %d was played by %v, the shadow has %v", n.id, i+1, d.Chairs,
					want.chairs)
			}
		}
	}
	s.agreeDealer(n, got, s.turn(n))
	s.agreeFines(n, got)
	sums := maps.Clone(s.summed(n))
	var zero int64
	for _, p := range append(slices.Clone(got.People), show.Person{ID: chain.Kitty, Sum: got.Kitty.Sum}) {
		w := sums[p.ID]
		want := show.Sums{Deals: w[chain.KindDeal], Penalties: w[chain.KindPenalty], Costs: w[chain.KindCost],
			Kitty: w[chain.KindShare], Rounding: w[chain.KindRounding], Payments: w[chain.KindPayment],
			Carried: w[chain.KindCarry] + w[chain.KindBring]}
		if p.Sum != want {
			s.failf("night %d: %s has %+v, in the shadow %+v", n.id, p.Name, p.Sum, want)
		}
		zero += p.Sum.Total()
		delete(sums, p.ID)
	}
	if sums[anybody][chain.KindCarry] == 0 {
		delete(sums, anybody)
	}
	if zero != 0 || len(sums) != 0 {
		s.failf("night %d adds up to %d; %d are missing", n.id, zero, len(sums))
	}
	if n.closed == got.Open {
		s.failf("night %d: open is %v", n.id, got.Open)
	}
}

// agreeFines: the settlement comes out even, and asks for a penalty's coin only from the player fined, where
// nothing else is owed to the kitty.
func (s *shadow) agreeFines(n *shadowNight, got *show.Night) {
	s.t.Helper()
	plan, err := got.Plan()
	if err != nil {
		s.failf("night %d has no plan: %v", n.id, err)
	}
	if !n.money.Handed() || n.closed {
		return
	}
	left, owes, others := map[chain.PlayerID]int64{}, map[chain.PlayerID]int64{}, false
	for _, net := range got.Owed() {
		left[net.Player] = net.Amount
	}
	s.passed(n, func(k chain.Kind, from, to chain.PlayerID, amount int64) {
		switch {
		case to == chain.Kitty && (k == chain.KindPenalty || k == chain.KindBring):
			owes[from] += amount
		case from == chain.Kitty && k == chain.KindPayment:
			owes[to] -= amount
		case from == chain.Kitty || to == chain.Kitty:
			others = true
		}
	})
	for _, p := range plan.Pays {
		left[p.From] += p.Amount
		left[p.To] -= p.Amount
		if p.To == chain.Kitty && !others && p.Amount > owes[p.From] {
			s.failf("night %d asks %d for %d into the kitty, who owes it %d", n.id, p.From, p.Amount, owes[p.From])
		}
	}
	for p, amount := range left {
		if amount != 0 {
			s.failf("night %d: after the plan %d still has %d", n.id, p, amount)
		}
	}
}

func (s *shadow) agreeDealer(n *shadowNight, got *show.Night, turn []chain.PlayerID) {
	s.t.Helper()
	if due := got.Table[got.Dealer-1].Player; due != turn[0] {
		s.failf("night %d: player %d deals, in the shadow %d", n.id, due, turn[0])
	}
	if got.Doubt == nil && len(turn) > 1 || got.Doubt != nil && !slices.Equal(got.Doubt.Who, turn) {
		s.failf("night %d: the book asks %+v, in the shadow these may deal: %v", n.id, got.Doubt, turn)
	}
}

type shadowAccount struct {
	money rules.Money
	p     chain.PlayerID
}

// totals adds up everybody's accounts: all there is, what of it is on the slate, what of it was paid.
func (s *shadow) totals() (total, slate, paid map[shadowAccount]int64) {
	total, slate, paid = map[shadowAccount]int64{}, map[shadowAccount]int64{}, map[shadowAccount]int64{}
	for _, n := range s.nights {
		for p, kinds := range s.summed(n) {
			for kind, amount := range kinds {
				at := shadowAccount{n.money, p}
				if kind == chain.KindCarry || kind == chain.KindBring {
					slate[at] -= amount // what left the night is on the slate
				} else {
					total[at] += amount
				}
				if kind == chain.KindPayment {
					paid[at] += amount
				}
			}
		}
	}
	for _, it := range s.slate {
		for _, t := range it.moves {
			if from, to := s.who(t.From), s.who(t.To); !it.gone && from != to {
				for _, side := range []struct {
					p chain.PlayerID
					n int64
				}{{from, -t.Amount}, {to, t.Amount}} {
					at := shadowAccount{it.money, side.p}
					total[at] += side.n
					slate[at] += side.n
					if it.kind == chain.KindPayment {
						paid[at] += side.n
					}
				}
			}
		}
	}
	return total, slate, paid
}

func (s *shadow) agreeAll() {
	s.t.Helper()
	for _, n := range s.nights {
		s.agree(n)
	}
	for p := range s.names {
		if got, err := s.book.Now().Player(p); err != nil || got.Face != s.faces[s.who(p)] {
			s.failf("%s has %v, %v; in the shadow %v", s.names[p], got.Face, err, s.faces[s.who(p)])
		}
	}
	s.agreeMoney()
}

// moved tells whether anything but deals came to something. Payments there and back didn't.
func (n *shadowNight) moved() bool {
	paid := map[[2]chain.PlayerID]int64{}
	for _, it := range n.items {
		for _, m := range it.moves {
			switch {
			case it.gone:
			case it.kind != chain.KindPayment:
				return true
			case m.From < m.To:
				paid[[2]chain.PlayerID{m.From, m.To}] += m.Amount
			default:
				paid[[2]chain.PlayerID{m.To, m.From}] -= m.Amount
			}
		}
	}
	for _, sum := range paid {
		if sum != 0 {
			return true
		}
	}
	return false
}

func (s *shadow) agreeMoney() {
	s.t.Helper()
	total, slate, paid := s.totals()
	balances := s.book.Now().Balances()
	seen := map[shadowAccount]bool{}
	for _, m := range balances {
		for _, b := range m.Players {
			k := shadowAccount{m.Money, b.Player}
			seen[k] = true
			if b.Total != total[k] || b.Slate != slate[k] {
				s.failf("%s of %s: %d, on the slate %d; in the shadow %d and %d", b.Name, m.Money, b.Total,
					b.Slate, total[k], slate[k])
			}
		}
		k := shadowAccount{m.Money, chain.Kitty}
		seen[k] = true
		if m.Kitty.Owed != total[k] || m.Kitty.Slate != slate[k] || m.Kitty.Holds != total[k]-paid[k] {
			s.failf("the kitty of %s: %+v; in the shadow %d, %d, %d", m.Money, m.Kitty, total[k], slate[k],
				total[k]-paid[k])
		}
	}
	s.agreeDebts(slate)
	for k, n := range total {
		if n != 0 && k.money.Handed() && !seen[k] {
			s.failf("player %d has nothing in %s, in the shadow %d", k.p, k.money, n)
		}
	}
}

// agreeDebts adds up who owes whom in one money: one debt for each two at most, and for everybody what they
// have on the slate. Of one, of the first few and between two there are the same.
func (s *shadow) agreeDebts(slate map[shadowAccount]int64) {
	s.t.Helper()
	m := pickOf(s, s.nights).money
	debts := s.book.Now().Debts(m, 0).Shown
	people := append(s.persons(), chain.Kitty)
	sums, pairs := map[chain.PlayerID]int64{}, map[state.Couple]bool{}
	var ofOne, between []show.OldDebt
	for _, d := range debts {
		if pairs[state.CoupleOf(d.From, d.To)] || d.Amount <= 0 {
			s.failf("debts %+v", debts)
		}
		pairs[state.CoupleOf(d.From, d.To)] = true
		sums[d.From] -= d.Amount
		sums[d.To] += d.Amount
		if d.From == people[0] || d.To == people[0] {
			ofOne = append(ofOne, d)
		}
		here := func(p chain.PlayerID) bool { return p == people[0] || p == people[1] || p == chain.Kitty }
		if here(d.From) && here(d.To) {
			between = append(between, d)
		}
	}
	for _, p := range people {
		if sums[p] != slate[shadowAccount{m, p}] {
			s.failf("%d has %d on the slate in %s, and the debts come to %d", p,
				slate[shadowAccount{m, p}], m, sums[p])
		}
	}
	if got := s.book.Now().Debts(m, people[0]); !slices.Equal(got.Shown, ofOne) {
		s.failf("of one: %+v, want %+v", got, ofOne)
	}
	got := slices.DeleteFunc(s.book.Now().DebtsBetween(people[:2]),
		func(d show.OldDebt) bool { return d.Money != m })
	if !slices.Equal(got, between) {
		s.failf("between two: %+v, want %+v", got, between)
	}
}
