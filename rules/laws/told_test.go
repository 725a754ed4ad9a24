package laws

import (
	"strings"
	"testing"

	"ouverte/rules"
)

// Every condition names a switch, a call or a fact; whatever a line has in braces is filled in; and each
// place has an address of its own.
func TestEveryLineIsFilledIn(t *testing.T) {
	for _, h := range rules.Sets() {
		for _, seats := range []int{3, 4, 5} {
			fill := Play{House: h, Seats: seats}.Filling()
			fill.call = h.Calls[len(h.Calls)-1].Call
			for _, s := range switches {
				fill.holds(s.Where)
			}
			ids := map[string]bool{}
			for _, p := range (Play{House: h, Seats: seats}).places() {
				if ids[p.ID] {
					t.Fatalf("two places are #%s", p.ID)
				}
				ids[p.ID] = true
			}
			for _, c := range Chapters {
				for _, p := range c.Says {
					fill.holds(p.Where)
				}
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
