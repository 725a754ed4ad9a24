package lawbook

import (
	"slices"
	"strings"
	"testing"

	"ouverte/rules"
)

// Every money in use has a name, by which and by its code it is found; those few people know aren't listed.
func TestEveryMoneyHasAName(t *testing.T) {
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			for c := 'A'; c <= 'Z'; c++ {
				m := rules.Money([]rune{a, b, c})
				if known := m.Check() == nil; known != (moneyNames[m] != "") {
					t.Errorf("%s: in use %v, called %q", m, known, moneyNames[m])
				}
				name, _, _ := strings.Cut(moneyNames[m], ",")
				for _, typed := range []string{string(m), name} {
					if typed != "" && moneyNames[m] != "" && !slices.Contains(moneysLike(typed), m) {
						t.Errorf("%q finds %v, not %s", typed, moneysLike(typed), m)
					}
				}
			}
		}
	}
}
