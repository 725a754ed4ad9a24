package people

import (
	"flag"
	"strings"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

var golden = flag.Bool("golden", false, "write the answers in testdata anew")

// TestTell reads what entries are in words.
func TestTell(t *testing.T) {
	r := New()
	for i, name := range []string{"Ann", "Bob", "Cat", "the Baron"} {
		r.Enter(chain.PlayerID(i+1), name)
	}
	testenv.Golden(t, "testdata/told.txt", *golden, func(_, line string) string {
		kind, text, _ := strings.Cut(line, " ")
		body := testenv.Must(chain.Decode(chain.Kind(kind), []byte(text)))(t)
		told, reason := r.Tell(rules.LSD, chain.Kind(kind), body)
		return strings.TrimSuffix(strings.ReplaceAll(told+" | "+reason, "\u00a0", "_"), " | ")
	})
	testenv.Same(t, ListOf([]int{}, nil), "nobody", "a list of nobody is %q")
}
