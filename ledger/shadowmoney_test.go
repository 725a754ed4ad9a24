package ledger

// What happens to the shadow's money besides the deals: what is posted in a night and withdrawn, rounding,
// the close, and the slate.

import (
	"fmt"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/rules"
)

func (s *shadow) money(n *shadowNight) {
	if !n.money.Handed() {
		return
	}
	people := s.persons()
	a, b := people[0], people[1]
	amount := int64(s.pick(50) + 1)
	it := &shadowItem{money: n.money}
	move := func(from, to chain.PlayerID, amount int64) { it.move(n, from, to, amount) }
	var r Receipt
	switch s.pick(6) {
	case 0:
		if as := pickOf(s, []string{"", AsBet, AsCorrection, "kitty"}); as != "kitty" {
			it.kind = chain.KindPenalty
			move(a, b, amount)
			r = s.send("between two", func(slip Slip) (Receipt, error) {
				return s.book.Penalise(s.t.Context(), slip, n.id, Penalty{By: a, To: []chain.PlayerID{b}, Amount: amount,
					Reason: "the rubber", As: as})
			})
			break
		}
		it.kind = chain.KindPenalty
		move(a, chain.Kitty, amount)
		owes := !n.goes && s.chance(0.5)
		r = s.send("penalty", func(slip Slip) (Receipt, error) {
			return s.book.Penalise(s.t.Context(), slip, n.id, Penalty{By: a, Kitty: true, Amount: amount,
				Reason: "shuffled", Owes: owes})
		})
		if !owes {
			defer func() { n.items = append(n.items, it.puts(n, r.Entry+1)) }()
		}
	case 1:
		it.kind = chain.KindPenalty
		by := s.who(n.chairs[0].Player)
		for _, c := range n.chairs[1:] {
			if s.who(c.Pays()) != by {
				move(by, s.who(c.Pays()), amount)
			}
		}
		if len(it.moves) == 0 {
			return
		}
		r = s.send("penalty", func(slip Slip) (Receipt, error) {
			return s.book.Penalise(s.t.Context(), slip, n.id, Penalty{By: by, Amount: amount,
				Reason: "talked"})
		})
	case 2:
		it.kind = chain.KindCost
		among := people[:s.pick(len(people)-1)+2]
		for i, p := range among {
			share := amount / int64(len(among))
			if int64(i) < amount%int64(len(among)) {
				share++
			}
			if p != a && share > 0 {
				move(p, a, share)
			}
		}
		if len(it.moves) == 0 {
			return
		}
		r = s.send("cost", func(slip Slip) (Receipt, error) {
			return s.book.AddCost(s.t.Context(), slip, n.id, Cost{By: a, What: "beer", Amount: amount,
				For: among})
		})
	case 3:
		if n.goes {
			_, err := s.book.Pay(s.t.Context(), s.slip(), n.id, settle.Payment{From: a, To: b, Amount: amount})
			s.wantRefused("amount", "a payment by hand", err)
			return
		}
		it.kind = chain.KindPayment
		if s.chance(0.3) {
			b = chain.Kitty
		} else if s.chance(0.5) { // in full
			var owes, gets int64
			for p, kinds := range s.summed(n) {
				var total int64
				for _, amount := range kinds {
					total += amount
				}
				if p > 0 && (total < owes || total == owes && total < 0 && p < a) {
					a, owes = p, total
				}
				if p > 0 && (total > gets || total == gets && total > 0 && p < b) {
					b, gets = p, total
				}
			}
			if owes == 0 || gets == 0 {
				return
			}
			amount = min(-owes, gets)
		}
		move(b, a, amount)
		r = s.send("pay", func(slip Slip) (Receipt, error) {
			return s.book.Pay(s.t.Context(), slip, n.id, settle.Payment{From: a, To: b, Amount: amount})
		})
	case 4:
		it.kind = chain.KindShare
		now := s.shown(n)
		holds := now.Kitty.Holds
		if holds < 2 {
			return
		}
		move(chain.Kitty, a, holds/2)
		move(chain.Kitty, b, holds/2)
		r = s.send("share kitty", func(slip Slip) (Receipt, error) {
			return s.book.ShareKitty(s.t.Context(), slip, n.id, KittyShare{Among: []chain.PlayerID{a, b}})
		})
	case 5:
		s.round(n)
		return
	}
	it.entry = r.Entry
	n.items = append(n.items, it)
}

// round rounds, and looks that it is a rounding; by how much each was rounded the shadow takes from the book.
func (s *shadow) round(n *shadowNight) {
	if !n.money.Handed() {
		return
	}
	coin := pickOf(s, []int64{2, 3, 5, 6, 10})
	var was *shadowItem
	for _, it := range n.items {
		if it.kind == chain.KindRounding && !it.gone {
			was = it
		}
	}
	if was != nil {
		was.gone = true
	}
	before := s.sums(n)
	total := func(p chain.PlayerID) (t int64) {
		for _, n := range before[p] {
			t += n
		}
		return t
	}
	round := true
	for p := range before {
		round = round && (p == chain.Kitty || total(p)%coin == 0)
	}
	if round {
		if was != nil {
			was.gone = false
		}
		return
	}
	if was != nil {
		then := s.shown(n)
		would := then.Rounded(coin)
		has := then.Kitty.Holds + would[len(would)-1].Amount
		for _, m := range was.moves {
			if m.To == chain.Kitty {
				has -= m.Amount
			} else {
				has += m.Amount
			}
		}
		if has < 0 && has < then.Kitty.Holds {
			s.did = "round what the kitty gave away"
			_, err := s.book.RoundTo(s.t.Context(), s.slip(), n.id, coin)
			s.wantRefused("coin", fmt.Sprintf("the kitty would hold %d after rounding to %d", has, coin), err)
			was.gone = false
			return
		}
	}
	r := s.send("round", func(slip Slip) (Receipt, error) {
		return s.book.RoundTo(s.t.Context(), slip, n.id, coin)
	})
	now := s.shown(n)
	it := &shadowItem{entry: r.Entry, kind: chain.KindRounding, money: n.money}
	var left int64
	for _, p := range now.People {
		gives := -p.Sum.Rounding
		left += gives
		if (total(p.ID)-gives)%coin != 0 || gives >= coin || gives <= -coin {
			s.failf("%s had %d and was rounded by %d to a coin of %d", p.Name, total(p.ID), gives, coin)
		}
		it.move(n, p.ID, chain.Kitty, gives)
	}
	if left < 0 {
		s.failf("rounding took %d out of the kitty", -left)
	}
	n.items = append(n.items, it)
}

func (s *shadow) withdraw(n *shadowNight) {
	all := n.items
	if s.chance(0.2) {
		all = s.slate
	}
	for _, i := range s.rng.Perm(len(all)) {
		it := all[i]
		if it.gone || it.kind == chain.KindCarry || it.entry == 0 {
			continue
		}
		if n.goes && it.kind == chain.KindPayment && it.moves[0].Night == n.id {
			_, err := s.book.Withdraw(s.t.Context(), s.slip(), it.entry, "no")
			s.wantRefused("entry", "to withdraw what goes with its deal", err)
			return
		}
		if s.overdraws(it) {
			s.did = "withdraw what the kitty gave away"
			_, err := s.book.Withdraw(s.t.Context(), s.slip(), it.entry, "no")
			if refusal, ok := err.(*rules.Problem); !ok || !strings.Contains(refusal.Sentence,
				"The kitty has shared that out") {
				s.failf("without %+v the kitty would owe: %v", it, err)
			}
			return
		}
		s.send("withdraw "+string(it.kind), func(slip Slip) (Receipt,
			error) {
			return s.book.Withdraw(s.t.Context(), slip, it.entry, "no")
		})
		if it.gone = true; it.put != nil {
			it.put.gone = true
		}
		return
	}
}

// overdraws tells whether the kitty would owe more without it.
func (s *shadow) overdraws(it *shadowItem) bool {
	if it.kind == chain.KindPayment || it.kind == chain.KindBring {
		return false // what is owed changes, or where, and not what the kitty holds
	}
	var gave int64
	for _, m := range it.moves {
		if m.To == chain.Kitty {
			gave += m.Amount
		} else if m.From == chain.Kitty {
			gave -= m.Amount
		}
	}
	if gave <= 0 {
		return false
	}
	for _, n := range s.nights {
		if n.money == it.money { // the kitty of a money is one, in all nights
			now := s.shown(n)
			return now.Kitty.Holds < gave
		}
	}
	return true
}

func (s *shadow) closeNight(n *shadowNight) {
	if len(n.deals) < 3 {
		return
	}
	s.send("close", func(slip Slip) (Receipt, error) {
		return s.book.CloseNight(s.t.Context(), slip, n.id, 0)
	})
	n.closed = true
	s.carryOn(n)
}

// carryOn puts what is left open of a night onto the slate; some is false if that is nothing. Between whom
// the book pairs debts is its choice; that it leaves nothing is what counts.
func (s *shadow) carryOn(n *shadowNight) (some bool) {
	if !n.money.Handed() {
		return false
	}
	it := &shadowItem{kind: chain.KindCarry, money: n.money}
	for p, kinds := range s.sums(n) {
		var total int64
		for _, amount := range kinds {
			total += amount
		}
		if p == anybody {
			continue
		}
		it.move(n, p, anybody, total)
	}
	n.items = append(n.items, it)
	sums := s.sums(n)
	for _, amount := range sums[anybody] {
		if amount != 0 {
			s.failf("the shadow's night doesn't add up: %d", amount)
		}
	}
	return len(it.moves) > 0
}

func (s *shadow) reopen() {
	var closed []*shadowNight
	for _, n := range s.nights {
		if n.closed {
			closed = append(closed, n)
		}
	}
	if len(closed) == 0 {
		return
	}
	n := pickOf(s, closed)
	n.summed = nil
	s.send("reopen", func(slip Slip) (Receipt, error) {
		return s.book.ReopenNight(s.t.Context(), slip, n.id, "")
	})
	n.closed = false
	for _, it := range n.items {
		if it.kind == chain.KindCarry {
			it.gone = true
		}
	}
}

func (s *shadow) bring(n *shadowNight) {
	debts, err := s.book.Now().Bringable(n.id)
	if err != nil {
		s.failf("%v", err)
	}
	if len(debts) == 0 {
		return
	}
	if n.goes {
		_, err := s.book.BringFromSlate(s.t.Context(), s.slip(), n.id, nil)
		s.wantRefused("debts", "to bring a debt where it would be written as paid", err)
		return
	}
	r := s.send("bring", func(slip Slip) (Receipt, error) {
		return s.book.BringFromSlate(s.t.Context(), slip, n.id, nil)
	})
	it := &shadowItem{entry: r.Entry, kind: chain.KindBring, money: n.money}
	for _, d := range debts {
		it.moves = append(it.moves, chain.Transfer{Night: n.id, Money: n.money, From: d.From, To: d.To,
			Amount: d.Amount})
	}
	n.items = append(n.items, it)
}

func (s *shadow) onSlate() {
	people := s.persons()
	a, b := people[0], people[1]
	m := pickOf(s, s.nights).money
	if !m.Handed() {
		return
	}
	amount := int64(s.pick(30) + 1)
	it := &shadowItem{money: m}
	var r Receipt
	if s.chance(0.5) {
		it.kind = chain.KindPayment
		it.moves = []chain.Transfer{{Night: 0, Money: m, From: b, To: a, Amount: amount}}
		r = s.send("pay slate", func(slip Slip) (Receipt, error) {
			return s.book.PaySlate(s.t.Context(), slip, m, settle.Payment{From: a, To: b, Amount: amount}, 0)
		})
	} else {
		it.kind = chain.KindOpening
		it.moves = []chain.Transfer{{Night: 0, Money: m, From: a, To: b, Amount: amount}}
		r = s.send("opening", func(slip Slip) (Receipt, error) {
			return s.book.OpenBalance(s.t.Context(), slip, m, chain.Debt{From: a, To: b, Amount: amount},
				"the old book")
		})
	}
	it.entry = r.Entry
	s.slate = append(s.slate, it)
}

// payEverything closes what is open and pays what is left between each two, as the pages offer it. Then
// nobody owes anything any more, in the shadow either.
func (s *shadow) payEverything() {
	s.t.Helper()
	moneys := map[rules.Money]bool{}
	for _, it := range s.slate {
		moneys[it.money] = true
	}
	for _, n := range s.nights {
		moneys[n.money] = true
		n.summed = nil
		if !n.closed {
			s.send("close", func(slip Slip) (Receipt, error) {
				return s.book.CloseNight(s.t.Context(), slip, n.id, 0)
			})
			n.closed = true
			s.carryOn(n)
			n.summed = nil
		}
	}
	for m := range moneys {
		if !m.Handed() {
			continue
		}
		debts := s.book.Now().Debts(m, 0)
		for _, d := range debts.Shown {
			s.send("pay a debt", func(slip Slip) (Receipt, error) {
				return s.book.PaySlate(s.t.Context(), slip, m, settle.Payment(d.Debt), d.Version)
			})
			s.slate = append(s.slate, &shadowItem{kind: chain.KindPayment, money: m,
				moves: []chain.Transfer{{Money: m, From: d.To, To: d.From, Amount: d.Amount}}})
		}
	}
	s.agreeAll()
	total, _, _ := s.totals()
	for at, n := range total {
		if n != 0 && at.p != anybody && at.money.Handed() {
			s.failf("everything is paid, and %d still has %d in %s", at.p, n, at.money)
		}
	}
}
