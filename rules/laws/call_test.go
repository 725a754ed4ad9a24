package laws

import (
	"slices"
	"testing"

	"ouverte/rules"
)

// TestEveryCall names the misfortunes for which the laws have no ruling yet in a new call.
func TestEveryCall(t *testing.T) {
	hoyle, _ := rules.Set("hoyle")
	for _, c := range rules.Calls() {
		h := *hoyle
		h.Slam = rules.SlamPlain
		misfortunes := map[Posting]string{}
		switch {
		case c == rules.GeneralMisere:
			h.AllPass = rules.LastTrick
			misfortunes[PostMiseryRevoked] = "a revoke"
		case c.Biddable():
			h.Calls = []rules.Rank{{Call: c, Target: c.UsualTarget(), Stake: 6}}
			misfortunes[PostCallerRevoked] = "a revoke of the caller’s side"
			misfortunes[PostOpponentRevoked] = "an opponent’s revoke"
			misfortunes[PostCallerWrongCards] = "the caller’s wrong hand"
			misfortunes[PostOpponentWrongCard] = "an opponent’s wrong hand"
			if c.Losing() {
				misfortunes[PostForfeit] = "an opponent’s exposed card"
			}
		}
		reached := map[Posting]bool{}
		var walk func(id string)
		walk = func(id string) {
			if r, ok := RulingOf(id); ok {
				in := Play{House: &h, Seats: 4}
				if slices.Contains(in.Offered(r.Calls), c) && len(r.Worths(in, c)) > 0 {
					reached[r.Posting] = true
				}
				return
			}
			q, _ := QuestionOf(id)
			for _, a := range q.Answers {
				if a.Possible(Play{House: &h, Seats: 4}) {
					walk(a.To)
				}
			}
		}
		walk("trouble")
		for posting, what := range misfortunes {
			if !reached[posting] {
				t.Errorf("%s: the questions (inquiry.go) lead to no ruling on %s", c, what)
			}
		}
		if c.Biddable() && !slices.Contains(Play{House: &h, Seats: 4}.Offered(nil), c) {
			t.Errorf("%s is on no ladder", c)
		}
	}
}
