package lawbook

import (
	"slices"
	"testing"

	"ouverte/rules"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

// Every money in use has a name and can be chosen, once; those few people know aren't listed.
func TestEveryMoneyHasAName(t *testing.T) {
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			for c := 'A'; c <= 'Z'; c++ {
				m := rules.Money([]rune{a, b, c})
				if known := m.Check() == nil; known != (moneyNames[m] != "") {
					t.Errorf("%s: in use %v, called %q", m, known, moneyNames[m])
				}
			}
		}
	}
	offered := moneys()
	for _, m := range append(slices.Clone(say.Moneys), "ZAR", "CHF", "KZT", "ISK") {
		other := func(o ui.Option) bool { return o.Value != string(m) }
		if n := len(slices.DeleteFunc(slices.Clone(offered), other)); n != 1 {
			t.Errorf("%s is offered %d times", m, n)
		}
	}
}
