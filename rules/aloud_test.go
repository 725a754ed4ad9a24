package rules

import "testing"

// What is read out says sums as people do, and nothing else of the sentence changes.
func TestAloud(t *testing.T) {
	said := func(m Money, n int64) string { return m.Aloud(m.Words(n)) }
	for n, want := range map[int64]string{
		1: "a penny", 6: "sixpence", 11: "elevenpence", 12: "a shilling", 13: "one and a penny", 18: "one and six",
		24: "two shillings", 240: "one pound", 276: "one pound, three shillings", 282: "one pound, three and six",
		246: "one pound, sixpence", 492: "two pounds, a shilling",
	} {
		if got := said(LSD, n); got != want {
			t.Errorf("%d is said %q, not %q", n, got, want)
		}
	}
	for _, c := range []struct {
		money         Money
		written, want string
	}{
		{LSD, "Ann makes solo, one over: 7d from each.", "Ann makes solo, one over: sevenpence from each."},
		{LSD, "Dan " + LSD.Signed(18) + ", Cat " + LSD.Signed(-6), "Dan plus one and six, Cat minus sixpence"},
		{LSD, "Room 7dx, 3sd and 12", "Room 7dx, 3sd and 12"},
		{"GBP", "20p from each", "20p from each"},
		{Units, "Ann +2, Bob " + Units.Signed(-2), "Ann plus 2, Bob minus 2"},
	} {
		if got := c.money.Aloud(c.written); got != c.want {
			t.Errorf("%q is said %q, not %q", c.written, got, c.want)
		}
	}
}
