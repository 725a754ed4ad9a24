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

func TestNotationAside(t *testing.T) {
	names, asked := []string{"Ann", "Bob", "Cat", "Dan"}, 0
	others := func() []string {
		asked++
		return []string{"Eve", "Bobby", "Étienne du Bois"}
	}
	hoyle, _ := rules.Set("hoyle")
	for line, want := range map[string]notation.Aside{
		"join eve":                      {Kind: notation.Joins, Who: 0},
		"Joins EVE after ann":           {Kind: notation.Joins, Who: 0, After: 1},
		"join bobby":                    {Kind: notation.Joins, Who: 1},
		`join "Étienne du Bois"`:        {Kind: notation.Joins, Who: 2},
		"join eti after d":              {Kind: notation.Joins, Who: 2, After: 4},
		"leave dan":                     {Kind: notation.Leaves, Who: 3},
		"penalty cat 6d kitty":          {Kind: notation.Penalty, Who: 2, Amount: 6, Kitty: true},
		`penalty cat "1s 6d" others`:    {Kind: notation.Penalty, Who: 2, Amount: 18},
		"penalty cat 1/6 others talk 2": {Kind: notation.Penalty, Who: 2, Amount: 18, Reason: "talk 2"},
		"penalty cat 6d dan looked":     {Kind: notation.Penalty, Who: 2, Amount: 6, To: 4, Reason: "looked"},
		`penalty cat 6d "Dan" dan`:      {Kind: notation.Penalty, Who: 2, Amount: 6, To: 4, Reason: "dan"},
		"bet cat 6 dan":                 {Kind: notation.Bet, Who: 2, Amount: 6, To: 4},
		"bet ann 1/6 b on the trumps":   {Kind: notation.Bet, Who: 0, Amount: 18, To: 2, Reason: "on the trumps"},
		"Correction dan 1d ann":         {Kind: notation.Correction, Who: 3, Amount: 1, To: 1},
	} {
		asked = 0
		if got, ok, err := notation.ParseAside(hoyle, names, others, line); err != nil || !ok || got != want {
			t.Errorf("%s: %+v %v %v", line, got, ok, err)
		}
		if joins := want.Kind == notation.Joins; joins != (asked == 1) || asked > 1 {
			t.Errorf("%s: who else may sit down was asked %d times", line, asked)
		}
	}
	kitty, ok, err := notation.ParseAside(hoyle, []string{"Ann", "Bob", "Kitty"}, nil, "bet ann 6d kitty")
	if err != nil || !ok || kitty.To != 3 || kitty.Kitty {
		t.Errorf("a bet to a player called Kitty: %+v, %v", kitty, err)
	}
	for line, says := range map[string]string{
		"join":     "The line ends where it should say who sits down.",
		"join ann": "“ann” sits at the table already.",
		"join zed": "Nobody by that name is in the book yet. Seat them once under People, then type " +
			"on.",
		"join eve after":       "The line ends where it should say on whose left.",
		"join eve bob":         "“bob” is not understood there.",
		"leave eve":            "Nobody at the table is called “eve”; the line should say who gets up there.",
		"leave dan bob":        "“bob” is not understood there.",
		"penalty cat":          "Say how much, then kitty, others or a name.",
		"penalty cat 6d":       "Say after the amount who gets it: kitty, others or a name.",
		"penalty cat 0d kitty": "The amount is more than nothing.",
		"penalty cat 6d eve":   "Nobody at the table is called “eve”; the line should say who gets it there.",
		"penalty cat 6d cat":   "Cat can’t pay to themselves.",
		"bet":                  "The line ends where it should say who pays.",
		"bet cat":              "Say how much, then who gets it.",
		"bet cat 6d":           "Say after the amount who gets it.",
		"bet cat 0d dan":       "The amount is more than nothing.",
		"bet cat 6d kitty":     "A bet or a correction goes to one other player: say who after the amount.",
		"correction cat 6d others": "A bet or a correction goes to one other player: say who after the " +
			"amount.",
		"bet cat dan 6d": "“dan” is not understood as an amount; write it like 6d, 6d., 1s, 1/6, 1/-, 2/6, 1s " +
			"6d, 1s. 6d., £1 2s 6d or £1/2/6.",
		"penalty eve 6d kitty": "Nobody at the table is called “eve”; the line should say who pays there.",
	} {
		_, ok, err := notation.ParseAside(hoyle, names, others, line)
		if err == nil || !ok || err.Error() != says {
			t.Errorf("%s: %v %v", line, ok, err)
		}
	}
	for _, line := range []string{"solo ann 7", "", `"join" x`, "p ann bob 8", "pass"} {
		if _, ok, err := notation.ParseAside(hoyle, names, others, line); ok || err != nil {
			t.Errorf("%s was taken for no deal: %v", line, err)
		}
	}
	for _, m := range []rules.Money{rules.LSD, rules.Units, "GBP", "EUR"} {
		h := *hoyle
		h.Money = m
		for _, n := range notation.AsidesIn(m) {
			a, ok, err := notation.ParseAside(&h, names, others, n.Line)
			if !ok || err != nil || a.Amount != 0 && a.Amount != 6 {
				t.Errorf("in %s the page shows %q: %v", m, n.Line, err)
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

// TestNotationInOwnWords: what a line means is told in the words the circle plays with, and no name is left
// in its braces.
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
			"misery loser ann":  "a ramsch, and Ann is who pays",
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
