package rules

import "testing"

// What each number of tricks pays is what Settle makes of it, which TestSweep holds.
func TestPayoffs(t *testing.T) {
	hoyle, _ := Set("hoyle")
	// The slam doubles its over-tricks.
	want := [14]int64{-14, -13, -12, -11, -10, -9, -8, -7, 6, 7, 8, 9, 10, 16}
	if got, err := hoyle.Payoffs(Prop, 0); err != nil || got != want {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	units, _ := Set("units")
	if _, err := units.Payoffs(Irish, 6); err == nil {
		t.Error("a call the house doesn't play pays something")
	}
	for _, h := range Sets() {
		for _, r := range h.Calls {
			bid := 0
			if r.Call == Irish {
				bid = 7
			}
			if _, err := h.Payoffs(r.Call, bid); err != nil {
				t.Errorf("%s, %s: %v", h.ID, r.Call, err)
			}
		}
	}
}
