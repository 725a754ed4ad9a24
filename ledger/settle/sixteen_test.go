package settle

import (
	"math/rand/v2"
	"testing"

	"ouverte/ledger/chain"
)

// TestSixteenAreProved: with sixteen people up or down the fewest payments are always proved, also where very
// many selections come out even. More are said to be proved only where they are.
func TestSixteenAreProved(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 20))
	for _, spread := range []int64{1, 2, 3, 5, 8, 20, 100, 10_000, 1_000_000_000} {
		for range 12 {
			var open []Net
			var sum int64
			for p := range 16 {
				amount := 1 + r.Int64N(spread)
				if p%2 == 1 {
					amount = -amount
				}
				open, sum = append(open, Net{Player: chain.PlayerID(p + 1), Amount: amount}), sum+amount
			}
			open[0].Amount -= sum
			plan, err := Fewest(open)
			if err != nil || !plan.Proved {
				t.Fatalf("%v: proved %v, %v", open, plan.Proved, err)
			}
		}
	}
	var apart []Net // all different, and as many even selections as can be: 1 to 8 and their opposites
	for i := range int64(8) {
		apart = append(apart, Net{Player: chain.PlayerID(2*i + 1), Amount: i + 1},
			Net{Player: chain.PlayerID(2*i + 2), Amount: -i - 1})
	}
	if plan, err := Fewest(apart); err != nil || !plan.Proved || len(plan.Pays) != 8 {
		t.Errorf("%+v, %v", plan, err)
	}
}
