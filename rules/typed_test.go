package rules

import "testing"

// Everything Words writes is read back, in each set at each scale, and a stake is one of the table's.
func TestAmountsReadBack(t *testing.T) {
	for _, set := range Sets() {
		for _, scale := range []int{1, 2, 3, 10, 12, 100, 240} {
			h, err := set.Scaled(scale)
			if err != nil {
				t.Fatal(err)
			}
			stake := h.UsualStake()
			if stake <= 0 {
				t.Errorf("%s has no stake", h.Name)
			}
			for _, n := range []int64{1, stake / 2, stake, 10 * stake, 1000 * stake} {
				got, err := h.ParseAmount(h.Money.Words(n))
				if err != nil || got != n {
					t.Errorf("%s at %d: %s is read as %d, %v", h.Name, scale, h.Money.Words(n), got, err)
				}
			}
		}
	}
}
