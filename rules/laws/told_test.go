package laws

import (
	"strings"
	"testing"

	"ouverte/rules"
)

// Every condition names a switch, a call or a fact, and whatever a line has in braces is filled in.
func TestEveryLineIsFilledIn(t *testing.T) {
	for _, h := range rules.Sets() {
		for _, seats := range []int{3, 4, 5} {
			fill := Play{House: h, Seats: seats}.Filling()
			fill.call = h.Calls[len(h.Calls)-1].Call
			for _, s := range switches {
				fill.holds(s.Where)
			}
			for key, lines := range told {
				for _, l := range lines {
					for word := range strings.FieldsSeq(l.where) {
						word = strings.TrimPrefix(word, "!")
						if field, _, ok := strings.Cut(word, "="); ok && h.Switch(field) == "" {
							t.Fatalf("%s hangs on %q, which is no switch", key, word)
						}
						fill.hold(word)
					}
					if says := fill.Replace(l.says); strings.ContainsAny(says, "{}") {
						t.Errorf("%s, %s: %s says %q", h.ID, l.where, key, says)
					}
				}
			}
		}
	}
}
