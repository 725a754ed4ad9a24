package rules_test

import (
	"os"
	"strings"
	"testing"

	"ouverte/rules"
)

// TestNotationIsOneTable: the documentation of ParseLine and the README have the same lines, in the same order.
func TestNotationIsOneTable(t *testing.T) {
	for _, file := range []string{"notation.go", "../README.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rest := string(text)
		for _, n := range rules.Notation {
			_, after, found := strings.Cut(rest, n.Line)
			if !found {
				t.Errorf("%s doesn't have %q, or not in its place", file, n.Line)
				continue
			}
			rest = after
		}
	}
}

func TestNotationUnder(t *testing.T) {
	seen := map[string]bool{}
	for set, without := range map[string]string{"hoyle": "6h ann 7", "straight": "prop ann bob 8", "irish": "solo ann 7"} {
		h, _ := rules.Set(set)
		for _, n := range rules.NotationUnder(h) {
			if n.Line == without {
				t.Errorf("%s can't happen under %s", without, set)
			}
			seen[n.Line] = true
		}
	}
	for _, all := range []rules.AllPass{rules.LastTrick, rules.Fewest} {
		h, _ := rules.Set("hoyle")
		with := *h
		with.AllPass = all
		for _, n := range rules.NotationUnder(&with) {
			seen[n.Line] = true
		}
	}
	for _, n := range rules.Notation {
		if !seen[n.Line] {
			t.Errorf("%q is shown under no rules at all", n.Line)
		}
	}
}
