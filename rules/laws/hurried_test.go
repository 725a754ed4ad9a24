package laws

import (
	"os"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// answersTo are the rulings, or places of the laws, that answer a quarrel of testdata/hurried.tsv.
func answersTo(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for line := range strings.Lines(string(testenv.Must(os.ReadFile("testdata/answers.tsv"))(t))) {
		quarrel, answers, _ := strings.Cut(line, "\t")
		all[quarrel] = strings.Fields(answers)
	}
	return all
}

// A quarrel told in a hurry, with slips and names, finds its ruling among the first.
func TestSearchFindsQuarrelsToldInAHurry(t *testing.T) {
	set, _ := rules.Set("high-scoring")
	wantedOf := answersTo(t)
	house := *set
	house.AllPass, house.DeclaredTrumps = rules.Fewest, rules.DeclaredChosen
	for _, f := range []struct {
		name  string
		among int
	}{
		{"hurried", 2}, {"hurried-held-back", 2},
		{"misspelt", 3}, {"misspelt-held-back", 3}, {"misspelt-again", 3}, {"misspelt-fresh", 3},
	} {
		told := testenv.Must(os.ReadFile("testdata/" + f.name + ".tsv"))(t)
		all, missed := 0, 0
		for line := range strings.Lines(string(told)) {
			quarrel, typed, _ := strings.Cut(strings.TrimSpace(line), "\t")
			wanted := wantedOf[quarrel]
			if wanted == nil {
				t.Fatalf("%s has an unknown quarrel: %q", f.name, quarrel)
			}
			found := Search(typed, Play{House: &house, Seats: 4})
			all++
			if !slices.ContainsFunc(found[:min(f.among, len(found))], func(h Hit) bool { return answers(h, wanted) }) {
				missed++
				t.Errorf("%q finds %v, none of %v", typed, paths(found), wanted)
			}
		}
		t.Logf("%s: %d of %d find their ruling among the first %d", f.name, all-missed, all, f.among)
	}
}

func answers(h Hit, wanted []string) bool {
	return slices.Contains(wanted, "#"+h.Place) ||
		slices.ContainsFunc(h.Ends, func(e End) bool { return slices.Contains(wanted, e.Ruling) })
}
