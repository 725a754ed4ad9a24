package settle

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ouverte/ledger/chain"
)

// TestLargestFirst compares with its definition: of all payments between two the largest, of equal ones the
// lowest payer's, then the lowest receiver's.
func TestLargestFirst(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		var open []Net
		var sum int64
		for p := range 2 + r.IntN(8) {
			n := r.Int64N(9) - 4
			open, sum = append(open, Net{Player: chain.PlayerID(p + 1), Amount: n}), sum+n
		}
		open[len(open)-1].Amount -= sum
		was := slices.Clone(open)
		var want []Payment
		left := slices.Clone(open)
		for {
			best, from, to := int64(0), 0, 0
			for i, d := range left {
				for j, c := range left {
					if amount := min(-d.Amount, c.Amount); amount > best {
						best, from, to = amount, i, j
					}
				}
			}
			if best == 0 {
				break
			}
			want = append(want, handOver(left, from, to))
		}
		if got := largestFirst(open); !slices.Equal(got, want) {
			t.Fatalf("%v are settled by %v, want %v", was, got, want)
		}
	}
}
