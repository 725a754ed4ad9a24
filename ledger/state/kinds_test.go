package state

import (
	"os"
	"strings"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// TestEveryKind names what the book doesn't know about a kind of entry: what it is about, whether it can be
// taken back where it moves money, and under what its money is counted.
func TestEveryKind(t *testing.T) {
	for _, kind := range chain.Kinds() {
		if _, known := kinds[kind]; !known && kind != chain.KindNight && kind != chain.KindMeeting &&
			kind != chain.KindReversal {
			t.Errorf("a %s has no rule", kind)
		}
	}
	for line := range strings.Lines(string(testenv.Must(os.ReadFile("../chain/testdata/told.txt"))(t))) {
		kind, text, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || !strings.HasPrefix(text, "{") {
			continue
		}
		at := chain.At{Kind: Kind(kind), Night: 1, Money: rules.LSD}
		body := testenv.Must(chain.Decode(at.Kind, []byte(text)))(t)
		moved := body.Moved(at)
		if rule := kinds[at.Kind]; len(moved) > 0 && !rule.back {
			t.Errorf("a %s moves money and can't be taken back", kind)
		}
		for _, m := range moved {
			if m.Night != 0 && new(Sums).field(at.Kind) == nil {
				t.Errorf("the money of a %s is counted nowhere in its night", kind)
			}
		}
	}
}
