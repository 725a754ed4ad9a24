package picture

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/years"
	"ouverte/rules"
)

// TestSentencesDiffer: two people have the same sentence only where what it tells is the same of both, and
// each has at most 22 words and a year in its days where one is needed.
func TestSentencesDiffer(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	said := map[string]string{}
	day := func() years.EveningPoint {
		return years.EveningPoint{Date: fmt.Sprintf("2026-%02d-%02d", 1+r.IntN(12), 1+r.IntN(28)),
			Score: r.Int64N(400) - 200, After: r.Int64N(400) - 200}
	}
	for range 4000 {
		s := years.Story{Tale: years.Tale(r.IntN(int(years.Ends) + 1)), Score: r.Int64N(900) - 450,
			N: 1 + r.Int64N(9), Amount: r.Int64N(400) - 200, Of: 9 + r.Int64N(30), Place: 2 + r.IntN(8),
			With:   []string{"Ann"},
			Marked: []years.EveningPoint{day(), day()}, Dated: r.IntN(2) == 1}
		s.Name = "Eve"
		words := Sentence(rules.LSD, s, true)
		all := strings.Fields(words)
		if len(all) > 22 || strings.Count(words, "|") != 1 || !strings.HasSuffix(words, ".") {
			t.Errorf("%d words: %q", len(all), words)
		}
		ofDays := []years.Tale{years.CameBack, years.FellBack, years.Without, years.Passed, years.UpOften,
			years.DownOften}
		tellsDay := slices.Contains(ofDays, s.Tale)
		if strings.Contains(words, " 2026") != (tellsDay && s.Dated) {
			t.Errorf("%q of a story dated %v", words, s.Dated)
		}
		// what each tells, of a year
		told := map[years.Tale]string{
			years.Extremes: fmt.Sprint(s.Marked[0].Score > s.Marked[1].Score, all[min(6, len(all)):]),
			years.TookYet:  fmt.Sprint(s.N, max(s.Score, -s.Score)),
			years.CameBack: fmt.Sprint(max(s.Amount, -s.Amount), s.Marked[0].Date, max(s.Score, -s.Score)),
			years.Without:  fmt.Sprint(s.Amount, s.Marked[0].Date), years.LedYet: fmt.Sprint(s.N, s.Of, s.Place),
			years.Passed: s.Marked[0].Date + fmt.Sprint(s.N > 2, max(2, s.N)), years.Crossed: fmt.Sprint(s.N),
			years.UpOften: fmt.Sprint(s.N, s.Marked[1].Date), years.TookMost: fmt.Sprint(s.N, s.Of),
			years.BestOfAll: fmt.Sprint(s.Amount),
			years.TookNone:  fmt.Sprint(s.N), years.Calm: fmt.Sprint(max(s.Amount, -s.Amount)),
			years.OftenThere: fmt.Sprint(s.N, s.Of), years.Ends: fmt.Sprint(min(s.Marked[0].Score, s.Marked[1].Score),
				max(s.Marked[0].Score, s.Marked[1].Score)),
		}
		for same, as := range map[years.Tale]years.Tale{years.FellBack: years.CameBack,
			years.DownOften: years.UpOften, years.WorstOfAll: years.BestOfAll, years.Close: years.Calm,
			years.SeldomThere: years.OftenThere} {
			told[same] = told[as]
		}
		if before, twice := said[words]; twice && before != told[s.Tale] {
			t.Errorf("%q is said of %s and of %s", words, before, told[s.Tale])
		}
		said[words] = told[s.Tale]
	}
}
