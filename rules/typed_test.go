package rules

import "testing"

// A number alone is what the table counts in; what Parse understands stays what it is.
func TestAmountsAsTyped(t *testing.T) {
	at := func(id string, scale int) *House {
		h, ok := Set(id)
		if !ok {
			t.Fatalf("there is no set %s", id)
		}
		scaled, err := h.Scaled(scale)
		if err != nil {
			t.Fatal(err)
		}
		return scaled
	}
	pence, pounds := at("ten-pence", 1), at("ten-pence", 100)
	old, shillings := at("hoyle", 1), at("hoyle", 12)
	for _, c := range []struct {
		house *House
		typed string
		want  int64
	}{
		{pence, "10", 10}, {pence, " 10 ", 10}, {pence, "10p", 10}, {pence, "£10", 1000}, {pence, "0.10", 10},
		{pounds, "10", 1000}, {pounds, "10p", 10}, {pounds, "£1.20", 120},
		{old, "10", 10}, {old, "1/6", 18}, {old, "6d", 6}, {shillings, "2", 24}, {shillings, "2d", 2},
		{at("units", 1), "3", 3}, {pence, "ten", -1}, {pence, "-10", -1}, {pence, "", -1}, {pence, "1 0", -1},
		{pounds, "99999999999999999999", -1}, {pounds, "9223372036854775807", -1}, {pence, "٣", -1},
	} {
		got, err := c.house.ParseAmount(c.typed)
		if c.want < 0 && err == nil || c.want >= 0 && (err != nil || got != c.want) {
			t.Errorf("%q at %s is %d, %v; want %d", c.typed, c.house.Name, got, err, c.want)
		}
	}
}

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

// A total is read as an amount is, with a sign before it.
func TestTotalsAsTyped(t *testing.T) {
	pence, _ := Set("ten-pence")
	for typed, want := range map[string]int64{
		"10": 10, "-10": -10, "−10": -10, "+10": 10, "- 10": -10, "-10p": -10, "-£1": -100, "0": 0,
	} {
		if got, err := pence.ParseTotal(typed); err != nil || got != want {
			t.Errorf("%q is %d, %v; want %d", typed, got, err, want)
		}
	}
	for _, typed := range []string{"", "-", "--10", "--10p", "+-10", "ten", "-9223372036854775809"} {
		if got, err := pence.ParseTotal(typed); err == nil {
			t.Errorf("%q is read as %d", typed, got)
		}
	}
}
