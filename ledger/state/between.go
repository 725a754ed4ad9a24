package state

import (
	"cmp"
	"iter"
	"slices"

	"ouverte/ledger/chain"
)

// Between is who owes whom by what passed between each two, sorted by who they are.
func Between(passed iter.Seq[Transfer]) []Debt {
	sums := map[Couple]int64{}
	for t := range passed {
		if c := CoupleOf(t.From, t.To); t.From == c[0] {
			sums[c] += t.Amount
		} else {
			sums[c] -= t.Amount
		}
	}
	var owed []Debt
	for c, amount := range sums {
		switch {
		case amount > 0:
			owed = append(owed, Debt{From: c[0], To: c[1], Amount: amount})
		case amount < 0:
			owed = append(owed, Debt{From: c[1], To: c[0], Amount: -amount})
		}
	}
	slices.SortFunc(owed, func(x, y Debt) int {
		a, b := CoupleOf(x.From, x.To), CoupleOf(y.From, y.To)
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	return owed
}

// Unpaid is who owes whom in a night; of an evening at several tables, at all of them together.
func (s *State) Unpaid(n *ResolvedNight) []Debt {
	return Between(func(yield func(Transfer) bool) {
		for n := range s.WithTables(n.ID) {
			for t := range n.passed() {
				if !yield(t) {
					return
				}
			}
		}
	})
}

// Moved tells whether what stands of an evening besides its deals came to anything. Payments there and back
// didn't: an evening that is paid as it goes has them of a deal that was taken back.
func Moved(standing iter.Seq2[Kind, []Transfer]) bool {
	var paid []Transfer
	for kind, moves := range standing {
		if kind == chain.KindPayment {
			paid = append(paid, moves...)
		} else if len(moves) > 0 {
			return true
		}
	}
	return len(Between(slices.Values(paid))) > 0
}

func (n *ResolvedNight) Between() []Debt { return Between(n.passed()) }
