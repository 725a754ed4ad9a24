package lawbook

import (
	"testing"

	"ouverte/rules"
	"ouverte/rules/laws"
)

// TestEveryCall names what the laws' page doesn't know yet of a new call.
func TestEveryCall(t *testing.T) {
	units, _ := rules.Set("units")
	for _, c := range rules.BiddableCalls() {
		h := *units
		h.ID, h.Calls = "own", []rules.Rank{{Call: c, Target: c.UsualTarget(), Stake: 1}}
		// where it is played, and where the page says that it isn't
		for _, house := range []*rules.House{&h, units} {
			if says := (laws.Play{House: house, Seats: 4}).Said("meaning", c); says == "" {
				t.Errorf("%s has no meaning (told.go): what does its caller promise, and with which trumps?", c)
			}
		}
	}
}

// TestNothingToCallAtThree: a set with nothing but a proposal, which takes four, has its first evening too.
func TestNothingToCallAtThree(t *testing.T) {
	units, _ := rules.Set("units")
	h := *units
	h.ID, h.Calls = "own", []rules.Rank{{Call: rules.Prop, Target: rules.Prop.UsualTarget(), Stake: 1}}
	if says := (laws.Play{House: &h, Seats: 3}).Filling().Replace("{first calls}"); says == "" {
		t.Error("a newcomer hears of no call")
	}
}
