package laws

import (
	"os"
	"slices"
	"strings"
	"testing"

	"ouverte/rules"
)

// answersTo are the rulings, or places of the laws, that answer a quarrel of testdata/hurried.tsv.
var answersTo = map[string][]string{
	"misdeal":                  {"misdeal", "faced-late"},
	"wrong hand":               {"cards-caller"},
	"wrong hand, misery":       {"cards-misery"},
	"who shuffles":             {"#shuffling"},
	"shuffled by habit":        {"shuffled"},
	"who cuts":                 {"#shuffling"},
	"who deals":                {"next-deals"},
	"turned card":              {"turned-card"},
	"what are trumps":          {"ask-trumps-other"},
	"pass is final":            {"passed-call"},
	"eldest accepts":           {"passed-call", "#accept"},
	"out of turn call":         {"call-turn"},
	"too low":                  {"low-call"},
	"which came first":         {"first-call"},
	"second proposal":          {"second-proposal"},
	"slip of the tongue":       {"slip"},
	"naming trumps":            {"name-trumps"},
	"must I win":               {"must-win"},
	"lone proposal":            {"#accept"},
	"all pass":                 {"#all-passed"},
	"who leads":                {"#play", "#eldest"},
	"exposed, caller":          {"exposed-caller"},
	"exposed, solo":            {"exposed-opponent"},
	"exposed, proposal":        {"exposed-prop"},
	"exposed, misere":          {"exposed-misere"},
	"lead out of turn":         {"led-opponent"},
	"lead out of turn, misere": {"turn-misere"},
	"played before partner":    {"played-opponent"},
	"all played already":       {"all-played"},
	"out of turn, misere":      {"turn-misere"},
	"revoke open":              {"mended-opponent"},
	"revoke stands":            {"revoke-opponent-target"},
	"both revoked":             {"revoke-both"},
	"who pays for the revoke":  {"revoke-opponent-target"},
	"revoke, misere":           {"revoke-opponent-stake"},
	"prove the revoke":         {"revoke-opponent-target", "revoke-caller-target", "#revoke"},
	"asking partner":           {"ask-suit-other"},
	"last trick":               {"last-trick-other"},
	"place the cards":          {"placed"},
	"remark":                   {"remark"},
	"consulting":               {"#turn"},
	"refused penalty":          {"led-opponent", "#calling-a-suit"},
	"misery loser":             {"#all-passed", "#misery"},
	"five at table":            {"#five"},
	"play to the end":          {"#play"},
	"score":                    {"score-wrong"},
	"leaves":                   {"leaves"},
	"claims":                   {"claims"},
	"raise":                    {"raise-last"},
	"faced":                    {"misdeal", "faced-late"},
	"misere means":             {"#misere", "#words"},
	"turned suit chosen":       {"name-trumps", "#auction"},
	"declared over":            {"#play"},
	"pay after each deal":      {"#stakes"},
	"three at table":           {"#three"},
	"dummy":                    {"#dummy"},
	"goulash":                  {"#goulash"},
}

// A quarrel told in a hurry, with slips and names, finds its ruling among the first.
func TestSearchFindsQuarrelsToldInAHurry(t *testing.T) {
	set, _ := rules.Set("high-scoring")
	house := *set
	house.AllPass, house.DeclaredTrumps = rules.Fewest, rules.DeclaredChosen
	for _, f := range []struct {
		name  string
		among int
	}{
		{"hurried", 2}, {"hurried-held-back", 2},
		{"misspelt", 3}, {"misspelt-held-back", 3}, {"misspelt-again", 3},
	} {
		told, err := os.ReadFile("testdata/" + f.name + ".tsv")
		if err != nil {
			t.Fatal(err)
		}
		all, missed := 0, 0
		for line := range strings.Lines(string(told)) {
			quarrel, typed, _ := strings.Cut(strings.TrimSpace(line), "\t")
			wanted := answersTo[quarrel]
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
