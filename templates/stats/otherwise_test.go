package stats

import (
	"testing"

	"ouverte/ledger/show"
	"ouverte/ledger/years"
)

// TestWhoWouldLead: who led and who would, alone and together.
func TestWhoWouldLead(t *testing.T) {
	for want, scores := range map[string][2][2]int64{
		"Ann would lead all the same.":                  {{5, 2}, {5, 2}},
		"Bob would lead, not Ann.":                      {{5, 2}, {2, 5}},
		"Ann would lead, not Bob.":                      {{5, 5}, {5, 2}},
		"Ann and Bob would lead, where Ann does alone.": {{5, 2}, {5, 5}},
		"Ann and Bob would lead all the same.":          {{5, 5}, {2, 2}},
	} {
		var a show.Otherwise
		for i, name := range []string{"Ann", "Bob"} {
			l := years.OtherwiseLine{Was: scores[0][i], WouldBe: scores[1][i]}
			l.Name = name
			a.Standing = append(a.Standing, l)
		}
		if got := wouldLead(&a); got != want {
			t.Errorf("it says %q, not %q", got, want)
		}
	}
}
