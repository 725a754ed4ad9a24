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
	for _, file := range []string{"notationaside.go", "../README.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range rules.NotationAside {
			if !strings.Contains(string(text), n.Line) {
				t.Errorf("%s doesn't have %q", file, n.Line)
			}
		}
	}
}

func TestNotationAside(t *testing.T) {
	names, others := []string{"Ann", "Bob", "Cat", "Dan"}, []string{"Eve", "Bobby", "Étienne du Bois"}
	for line, want := range map[string]rules.Aside{
		"join eve":                      {Kind: rules.Joins, Who: 0},
		"Joins EVE after ann":           {Kind: rules.Joins, Who: 0, After: 1},
		"join bobby":                    {Kind: rules.Joins, Who: 1},
		`join "Étienne du Bois"`:        {Kind: rules.Joins, Who: 2},
		"join eti after d":              {Kind: rules.Joins, Who: 2, After: 4},
		"leave dan":                     {Kind: rules.Leaves, Who: 3},
		"penalty cat 6d kitty":          {Kind: rules.Penalty, Who: 2, Amount: 6, Kitty: true},
		`penalty cat "1s 6d" others`:    {Kind: rules.Penalty, Who: 2, Amount: 18},
		"penalty cat 1/6 others talk 2": {Kind: rules.Penalty, Who: 2, Amount: 18, Reason: "talk 2"},
	} {
		if got, ok, err := rules.ParseAside(rules.LSD, names, others, line); err != nil || !ok || got != want {
			t.Errorf("%s: %+v %v %v", line, got, ok, err)
		}
	}
	for line, says := range map[string]string{
		"join":                 "The line ends where it should say who sits down.",
		"join ann":             "“ann” sits at the table already.",
		"join zed":             "Nobody by that name is in the book yet. Seat them once under People, then type on.",
		"join eve after":       "The line ends where it should say on whose left.",
		"join eve bob":         "“bob” is not understood there.",
		"leave eve":            "Nobody at the table is called “eve”; the line should say who gets up there.",
		"leave dan bob":        "“bob” is not understood there.",
		"penalty cat":          "Say how much, then kitty or others.",
		"penalty cat 6d":       "Say after the amount whether it goes to the kitty or to each of the others: kitty, or others.",
		"penalty cat 0d kitty": "A penalty is more than nothing.",
		"penalty eve 6d kitty": "Nobody at the table is called “eve”; the line should say who pays there.",
	} {
		if _, ok, err := rules.ParseAside(rules.LSD, names, others, line); err == nil || !ok || err.Error() != says {
			t.Errorf("%s: %v %v", line, ok, err)
		}
	}
	for _, line := range []string{"solo ann 7", "", `"join" x`, "p ann bob 8", "pass"} {
		if _, ok, err := rules.ParseAside(rules.LSD, names, others, line); ok || err != nil {
			t.Errorf("%s was taken for no deal: %v", line, err)
		}
	}
	for _, m := range []rules.Money{rules.LSD, rules.Units, "GBP", "EUR"} {
		for _, n := range rules.NotationAsideIn(m) {
			if _, ok, err := rules.ParseAside(m, names, others, n.Line); !ok || err != nil {
				t.Errorf("in %s the page shows %q: %v", m, n.Line, err)
			}
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
