package settle_test

import (
	"slices"
	"testing"

	"ouverte/ledger/settle"
)

func TestRoundingGivesToTheKitty(t *testing.T) {
	for _, c := range []struct {
		totals, want []int64
		coin         int64
	}{
		{[]int64{18, -6, -6, -6}, nil, 6},
		{[]int64{4, -2, -1, -1}, []int64{1, 1, -1, -1}, 3}, // 3 −3 0 0: nothing is left over
		{[]int64{5, 5, 5, -15}, []int64{-1, -1, -1, 3}, 6}, // 6 6 6 −18
		{[]int64{4, 4, -8}, []int64{4, -2, -2}, 6},         // not 6 6 −6, which would take 6 out: 0 6 −6
		{[]int64{3, -3}, []int64{3, 3}, 6},                 // halves go down
	} {
		shares := settle.Rounded(nets(c.totals...), c.coin)
		var got []int64
		var left int64
		for _, s := range shares {
			got = append(got, s.Amount)
			left += s.Amount
			if (c.totals[s.Player-1]-s.Amount)%c.coin != 0 {
				t.Errorf("%v: %d isn't rounded", c.totals, s.Player)
			}
		}
		if left < 0 || (len(got) == len(c.totals) && !slices.Equal(got, c.want)) {
			t.Errorf("%v to %d: %v, leaving %d; want %v", c.totals, c.coin, got, left, c.want)
		}
	}
}
