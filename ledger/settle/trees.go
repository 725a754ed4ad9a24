package settle

// One group that settles among itself: in how many pieces must somebody pay, and who pays whom then.
//
// No part of the group can settle apart from the rest, so every plan without a payment too many is a tree: a
// payment links payer and receiver, and there is one payment fewer than people. A tree with several payers
// always has one payer who shares at most one receiver with the others: he pays some receivers all that they
// still get, and one more a part of it. So all trees are found by letting one payer after another pay in this
// way, the last paying the rest.

import (
	"cmp"
	"slices"

	"ouverte/ledger/chain"
)

type knot struct {
	payers, payees []Net // what each pays, what each gets; above zero
	pays           []Payment

	most  int // pieces for one payer, as tried now
	steps int
}

// maxSteps bounds the search of one group for so many pieces, well under a millisecond; past it, a tree with
// more pieces is tried. Groups of up to seven people never come near it.
const maxSteps = 1 << 12

func (g *knot) take(net int64, p chain.PlayerID) {
	if net < 0 {
		g.payers = append(g.payers, Net{Player: p, Amount: -net})
	} else {
		g.payees = append(g.payees, Net{Player: p, Amount: net})
	}
}

// solve finds the payments, and returns in how many pieces somebody pays.
func (g *knot) solve() int {
	larger := func(a, b Net) int {
		return cmp.Or(cmp.Compare(b.Amount, a.Amount), cmp.Compare(a.Player, b.Player))
	}
	slices.SortFunc(g.payers, larger)
	slices.SortFunc(g.payees, larger)
	for g.most = g.least(g.payers, g.payees); ; g.most++ {
		g.steps, g.pays = 0, g.pays[:0]
		if g.finish(g.payers, g.payees) {
			return g.most
		}
	}
}

// least is a lower bound on the pieces some payer needs: there are so many payments to share out, and the
// largest payer needs enough receivers.
func (g *knot) least(payers, payees []Net) int {
	most := 1 + (len(payees)-1+len(payers)-1)/len(payers)
	var largest int64
	for _, p := range payers {
		largest = max(largest, p.Amount)
	}
	gets := make([]int64, len(payees))
	for i, p := range payees {
		gets[i] = p.Amount
	}
	slices.Sort(gets)
	for i, amount := range slices.Backward(gets) {
		if largest -= amount; largest <= 0 {
			return max(most, len(gets)-i)
		}
	}
	return max(most, len(gets))
}

// finish lets payers pay payees; true if nobody needs more than g.most pieces.
func (g *knot) finish(payers, payees []Net) bool {
	if g.steps++; len(payers) == 1 {
		if len(payees) > g.most {
			return false
		}
		for _, to := range payees {
			g.pays = append(g.pays, Payment{From: payers[0].Player, To: to.Player, Amount: to.Amount})
		}
		return true
	}
	if g.least(payers, payees) > g.most {
		return false
	}
	atLeast := len(payees) - 1 - (g.most-1)*(len(payers)-1) // or the others would have too many left
	for i, from := range payers {
		others := slices.Delete(slices.Clone(payers), i, i+1)
		for whole := g.most - 1; whole >= max(atLeast, 0); whole-- {
			if g.choose(from, others, payees, 0, whole) {
				return true
			}
		}
	}
	return false
}

// choose lets from pay whole more receivers, from payees[at] on, all they get, and one more what is left.
func (g *knot) choose(from Net, others, payees []Net, at, whole int) bool {
	if g.steps++; g.steps > maxSteps {
		return false
	}
	for i := at; whole > 0 && i+whole <= len(payees); i++ {
		to := payees[i]
		if to.Amount >= from.Amount {
			continue
		}
		less := Net{Player: from.Player, Amount: from.Amount - to.Amount}
		if g.choose(less, others, slices.Delete(slices.Clone(payees), i, i+1), i, whole-1) {
			g.pays = append(g.pays, Payment{From: from.Player, To: to.Player, Amount: to.Amount})
			return true
		}
	}
	if whole > 0 {
		return false
	}
	for i, to := range payees {
		if to.Amount <= from.Amount {
			continue
		}
		left := slices.Clone(payees)
		left[i].Amount -= from.Amount
		if g.finish(others, left) {
			g.pays = append(g.pays, Payment{From: from.Player, To: to.Player, Amount: from.Amount})
			return true
		}
	}
	return false
}
