package laws

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
)

// demands finds what is said of money or of a duty.
var demands = regexp.MustCompile(`(?i)\b(pays?|paid|earns?|costs?|stakes?|loses?|settles?|penalty|punish\w*|` +
	`forfeits?|void|must|may not|cannot|nobody (may|can)|forbid|owes?|owed|hands? (it|over|them|each)|gives?|` +
	`given|puts? (in|into)|fined?|gets?|coins?|\w*pence|penny|shillings?)\b`)

// TestEachDemandIsNamed: every sentence of the laws about money or duty that no ruling quotes stands in
// testdata/demands.txt, behind the test that tries the same of package rules, or behind *people* where only
// those at the table can hold it. No test reads the sentence itself. The list is written by hand, so a law
// that is changed or invented is red until somebody has looked at what the rules do.
func TestEachDemandIsNamed(t *testing.T) {
	var ruled, says []string
	for _, r := range rulings {
		ruled = append(ruled, r.Says...)
		for _, c := range r.Choices {
			ruled = append(ruled, c.May, c.Who+" "+c.May)
		}
	}
	say := func(texts ...string) {
		for _, text := range texts {
			for s := range strings.SplitAfterSeq(text, ". ") {
				s = strings.TrimSpace(s)
				quoted := func(r string) bool { return strings.Contains(r, s) }
				if demands.MatchString(s) && !slices.ContainsFunc(ruled, quoted) {
					says = append(says, s)
				}
			}
		}
	}
	for _, c := range Chapters {
		for _, p := range c.Says {
			say(append(p.Says, p.Points...)...)
		}
	}
	for _, texts := range [][]string{FirstEvening, Card.Pays, Card.Deal, Card.Mishaps, Variants} {
		say(texts...)
	}
	for _, variants := range told {
		for _, v := range variants {
			say(v.says)
		}
	}
	var tests strings.Builder
	for _, of := range []string{"*_test.go", "../*_test.go", "../../web/*_test.go"} {
		for _, file := range testenv.Must(filepath.Glob(of))(t) {
			tests.Write(testenv.Must(os.ReadFile(file))(t))
		}
	}
	had := map[string]bool{}
	for line := range strings.Lines(string(testenv.Must(os.ReadFile("testdata/demands.txt"))(t))) {
		holds, s, _ := strings.Cut(strings.TrimSpace(line), ": ")
		had[s] = true
		if !slices.Contains(says, s) {
			t.Errorf("the laws don't say so, or a ruling quotes it: %s", s)
		}
		if holds != "people" && !strings.Contains(tests.String(), "\nfunc "+holds+"(") {
			t.Errorf("there is no test %q, to hold %s", holds, s)
		}
	}
	for _, s := range says {
		if !had[s] {
			t.Errorf("no line of testdata/demands.txt says which test holds this: %s", s)
			had[s] = true
		}
	}
}
