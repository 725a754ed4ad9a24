package rules

import "testing"

func TestPayoffs(t *testing.T) {
	for _, tc := range []struct {
		set  string
		call Call
		bid  int
		want [14]int64
	}{
		{"hoyle", Prop, 0,
			[14]int64{-14, -13, -12, -11, -10, -9, -8, -7, 6, 7, 8, 9, 10, 16}}, // the slam doubles its over-tricks
		{"hoyle", Solo, 0, [14]int64{-11, -10, -9, -8, -7, 6, 7, 8, 9, 10, 11, 12, 13, 14}},
		{"hoyle", Misere, 0, [14]int64{12, -12, -12, -12, -12, -12, -12, -12, -12, -12, -12, -12, -12, -12}},
		{"units", Declared, 0, [14]int64{-6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, 6}},
		{"fagelson", Prop, 0, [14]int64{-1, -1, -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, 1, 1}},
		{"irish", Irish, 6, [14]int64{-6, -6, -6, -6, -6, -6, 6, 6, 6, 6, 6, 6, 6, 6}},
	} {
		h, _ := Set(tc.set)
		got, err := h.Payoffs(tc.call, tc.bid)
		if err != nil || got != tc.want {
			t.Errorf("%s, %s: %v, %v, want %v", tc.set, tc.call, got, err, tc.want)
		}
	}
	units, _ := Set("units")
	if _, err := units.Payoffs(Irish, 6); err == nil {
		t.Error("a call the house doesn't play pays something")
	}
	for _, h := range Sets() {
		for _, r := range h.Calls {
			if _, err := h.Payoffs(r.Call, 7*b2i(r.Call == Irish)); err != nil {
				t.Errorf("%s, %s: %v", h.ID, r.Call, err)
			}
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
