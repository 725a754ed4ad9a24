package laws

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// ask is what people type for a mishap, and the ruling it has to find, by the step it begins at.
type ask struct{ first, ruling, typed string }

func asks(t *testing.T) (all []ask) {
	t.Helper()
	text := testenv.Must(os.ReadFile("testdata/mishaps.tsv"))(t)
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		all = append(all, ask{fields[0], fields[1], fields[2]})
	}
	return all
}

// What people type for a mishap finds it first, and the ruling with it. Slips are TestSearchForgivesSlips'.
func TestSearchFindsMishaps(t *testing.T) {
	set, _ := rules.Set("high-scoring")
	for _, a := range asks(t) {
		got := Search(a.typed, Play{House: set, Seats: 4})
		if len(got) == 0 || got[0].Path != a.first {
			t.Errorf("%q finds %v, not %s", a.typed, paths(got), a.first)
			continue
		}
		if !slices.ContainsFunc(got[0].Ends, func(e End) bool { return e.Ruling == a.ruling }) {
			t.Errorf("%q finds %s, which doesn't come to %s: %v", a.typed, a.first, a.ruling, got[0].Ends)
		}
	}
	for _, typed := range []string{"", " ", "croquet", "the", "of it", "zzzz", "?!", strings.Repeat("x", 500)} {
		if got := Search(typed, Play{House: set, Seats: 4}); len(got) > 0 {
			t.Errorf("%q finds %v", typed, paths(got))
		}
	}
}

// A number of tricks or cards isn't one of players.
func TestSearchCountsNoPlayers(t *testing.T) {
	set, _ := rules.Set("hoyle")
	for _, typed := range []string{"player revoked on trick three", "three missing cards at the table",
		"a player took three tricks short"} {
		found := paths(Search(typed, Play{House: set, Seats: 4}))
		if len(found) == 0 || slices.Contains(found, "#three") {
			t.Errorf("%q finds %v", typed, found)
		}
	}
}

func paths(found []Hit) (out []string) {
	for _, h := range found {
		out = append(out, h.Path+strings.TrimSuffix("#"+h.Place, "#"))
	}
	return out
}

// Every phrase that is kept for a mishap finds it, with any two neighbouring letters of its longest word
// exchanged and with one letter left out, too: first, or beside what is as likely.
func TestSearchForgivesSlips(t *testing.T) {
	scoring, _ := rules.Set("high-scoring")
	own := *scoring
	own.RoyalOver = true // with this every question can come up
	set := &own
	first, _ := QuestionOf("trouble")
	tried := 0
	for _, a := range first.Answers {
		for _, phrase := range append([]string{a.Say}, a.Typed...) {
			phrase := (&Question{Ask: phrase}).For(Play{House: set, Seats: 4}).Ask
			if got := Search(phrase, Play{House: set, Seats: 4}); len(got) == 0 || got[0].Path != a.To {
				t.Errorf("%q finds %v, not %s first", phrase, paths(got), a.To)
			}
			var longest string
			for word := range strings.FieldsSeq(phrase) {
				if len(word) > len(longest) {
					longest = word
				}
			}
			if len(longest) < 6 {
				continue
			}
			for i := 1; i+1 < len(longest); i++ {
				if !testenv.Whole() && i != len(longest)/2 {
					continue
				}
				for _, slip := range []string{
					longest[:i] + longest[i+1:],
					longest[:i] + longest[i+1:i+2] + longest[i:i+1] + longest[i+2:],
				} {
					typed := strings.Replace(phrase, longest, slip, 1)
					tried++
					if got := Search(typed, Play{House: set, Seats: 4}); !slices.Contains(paths(got), a.To) {
						t.Errorf("%q for %q finds %v", typed, phrase, paths(got))
					}
				}
			}
		}
	}
	if tried < 500 && testenv.Whole() {
		t.Errorf("only %d slips were tried", tried)
	}
}

// What a search finds can be ruled in this house, at this table: each way leads to the ruling it names, or to
// the question of the call.
func TestSearchFindsRulingsOfTheHouse(t *testing.T) {
	for i, h := range housesOfAllKinds(t) {
		if !testenv.Whole() && i%10 != 0 {
			continue
		}
		for _, seats := range []int{0, 3, 4, 5} {
			all, asked := map[string]bool{}, map[string]bool{}
			for _, a := range asks(t) {
				if asked[a.first] {
					continue
				}
				asked[a.first] = true
				for i, m := range Search(a.typed, Play{House: h, Seats: seats}) {
					if i == 0 && m.Place == "" && len(m.Ends) == 0 {
						t.Errorf("%s, %d seats: %s has no ruling", h.ID, seats, m.Path)
					}
					for _, e := range m.Ends {
						if err := walkTo(e, h, seats); err != nil {
							t.Errorf("%s, %d seats, %q: %v", h.ID, seats, a.typed, err)
						}
						all[e.Ruling] = true
					}
				}
			}
			if len(all) < 20 {
				t.Errorf("%s, %d seats: only %d rulings are found", h.ID, seats, len(all))
			}
		}
	}
}

// walkTo goes the way of an end by the answers that are open.
func walkTo(e End, h *rules.House, seats int) error {
	at, _ := QuestionOf("trouble")
	steps := strings.Split(e.Path, "/")
	for n, step := range steps {
		i := slices.IndexFunc(at.Answers, func(a Answer) bool {
			return a.To == step && a.Possible(Play{House: h, Seats: seats})
		})
		if i < 0 {
			return fmt.Errorf("%s is not offered on the way %s", step, e.Path)
		}
		if _, ok := RulingOf(step); ok {
			each := at.Answers[i].Each
			if n != len(steps)-1 || step != e.Ruling || each != (e.Call != rules.NoCall) {
				return fmt.Errorf("%s is not the way to %s", e.Path, e.Ruling)
			}
			return nil
		}
		at, _ = QuestionOf(step)
	}
	if !slices.ContainsFunc(at.Answers, func(a Answer) bool { return a.Each && a.To == e.Ruling }) {
		return fmt.Errorf("%s does not lead on to %s", e.Path, e.Ruling)
	}
	return nil
}

// Both opponents are one side: their ruling comes first, before the word for them and before a void deal.
func TestBothOpponentsAreOneSide(t *testing.T) {
	set, _ := rules.Set("hoyle")
	found := Search("both opponents revoke", Play{House: set, Seats: 4})
	if len(found) == 0 || len(found[0].Ends) == 0 {
		t.Fatalf("finds %v", paths(found))
	}
	if r := found[0].Ends[0].Ruling; !strings.HasPrefix(r, "revoke-opponent") {
		t.Errorf("begins with %s", r)
	}
	seen := map[string]bool{}
	for _, e := range found[0].Ends {
		said := strings.Join(append(e.Said, e.Title), " · ")
		if seen[said] {
			t.Errorf("two ends read alike: %s", said)
		}
		seen[said] = true
	}
}
