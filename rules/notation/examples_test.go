package notation_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"ouverte/rules"
	"ouverte/rules/notation"
)

// TestNotationIsOneTable: the guide of the package and docs/commands.md have the same lines, in the same
// order.
func TestNotationIsOneTable(t *testing.T) {
	for _, file := range []string{"doc.go", "../../docs/commands.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rest := string(text)
		for _, n := range notation.Examples {
			_, after, found := strings.Cut(rest, n.Line)
			if !found {
				t.Errorf("%s doesn't have %q, or not in its place", file, n.Line)
				continue
			}
			rest = after
		}
	}
	for _, file := range []string{"aside.go", "../../docs/commands.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range notation.AsideExamples {
			if !strings.Contains(string(text), n.Line) {
				t.Errorf("%s doesn't have %q", file, n.Line)
			}
		}
	}
}

func TestNotationUnder(t *testing.T) {
	seen := map[string]bool{}
	for set, without := range map[string]string{
		"hoyle": "6h ann 7", "straight": "prop ann bob 8", "irish": "solo ann 7",
	} {
		h, _ := rules.Set(set)
		for _, n := range notation.ExamplesUnder(h, nil) {
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
		for _, n := range notation.ExamplesUnder(&with, nil) {
			seen[n.Line] = true
		}
	}
	for _, n := range notation.Examples {
		if !seen[n.Line] {
			t.Errorf("%q is shown under no rules at all", n.Line)
		}
	}
}

// TestNotationInOwnWords: the meaning of a line uses the circle's words, and leaves no name in braces.
func TestNotationInOwnWords(t *testing.T) {
	own := rules.Words{
		rules.Solo: "Alone", rules.Misere: "Null", rules.Passed: "Thrown in", rules.Irish: "Auction bid",
		rules.GeneralMisere: "Ramsch",
	}
	for _, set := range append(rules.Sets(), withMisery(t)) {
		for _, words := range []rules.Words{nil, own} {
			said := ""
			for _, n := range append(notation.ExamplesUnder(set, words), notation.CallsTyped(set, words)...) {
				said += n.Says + "\n"
			}
			if strings.ContainsAny(said, "{}") {
				t.Errorf("%s: %s", set.ID, said)
			}
			usual := regexp.MustCompile(`(?i)solo|misère|all passed|irish`)
			if words != nil && usual.MatchString(strings.ReplaceAll(said, "Open misère", "")) {
				t.Errorf("%s, in our own words: %s", set.ID, said)
			}
		}
	}
	for _, n := range notation.ExamplesUnder(withMisery(t), own) {
		if want := map[string]string{
			"solo ann 7":        "Ann called alone, and took seven tricks",
			"mis dan 1 rev cat": "null by Dan, one trick, Cat revoked",
			"misery loser ann":  "a ramsch, and Ann pays",
		}[n.Line]; want != "" && n.Says != want {
			t.Errorf("%s: %q, not %q", n.Line, n.Says, want)
		}
	}
}

// withMisery is a set in which a game is played when all pass.
func withMisery(t *testing.T) *rules.House {
	t.Helper()
	h, _ := rules.Set("hoyle")
	with := *h
	with.ID, with.AllPass = "with-misery", rules.LastTrick
	return &with
}

// TestCallsTyped: every call of a set is there, and typed so it is that call.
func TestCallsTyped(t *testing.T) {
	for _, set := range append(rules.Sets(), withMisery(t)) {
		typed := map[rules.Call]bool{}
		for _, n := range notation.CallsTyped(set, nil) {
			for _, rest := range []string{" ann 7", " ann bob 7", " loser ann"} {
				d, err := notation.Parse(set, []string{"Ann", "Bob", "Cat", "Dan"}, 4, n.Line+rest)
				if err == nil && n.Says == rules.Words(nil).Name(d.Call) {
					typed[d.Call] = true
				}
			}
		}
		for _, r := range set.Calls {
			if r.Call != rules.Irish && !typed[r.Call] {
				t.Errorf("%s: nobody is told how %s is typed", set.ID, r.Call)
			}
		}
		if typed[rules.GeneralMisere] != set.AllPass.Played() {
			t.Errorf("%s: misery is typed: %v", set.ID, typed[rules.GeneralMisere])
		}
	}
}
