package journal

import (
	"strings"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
)

func TestAccountNamesDiffer(t *testing.T) {
	names := people.New()
	for i, name := range []string{"Ann B", "Ann-B", "ann:b", "🂡🂢", "***", "gone"} {
		names.Enter(chain.PlayerID(i+1), name)
	}
	names.Join(6, 1)
	c := &chronicle{names: names}
	for form, fit := range map[string]func(string) string{"plain": plainAccount, "beancount": BeancountName} {
		seen := map[string]bool{}
		for id, name := range c.accountNames("X:", fit) {
			if seen[strings.ToLower(name)] || id == 6 {
				t.Errorf("%s: %s twice, or for somebody who is somebody else", form, name)
			}
			seen[strings.ToLower(name)] = true
		}
		if len(seen) != 6 {
			t.Errorf("%s: %v", form, seen)
		}
	}
}

func TestDecimal(t *testing.T) {
	for _, c := range []struct {
		n      int64
		places int
		want   string
	}{{0, 0, "0"}, {0, 2, "0.00"}, {5, 2, "0.05"}, {-5, 2, "-0.05"}, {123456, 2, "1234.56"}, {-100, 3, "-0.100"},
		{-7, 0, "-7"}, {-9223372036854775808, 2, "-92233720368547758.08"}} {
		if got := decimal(c.n, c.places); got != c.want {
			t.Errorf("%d with %d places is %s, want %s", c.n, c.places, got, c.want)
		}
	}
}
