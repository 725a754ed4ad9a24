package notation

import (
	"fmt"
	"strings"
	"testing"

	"ouverte/rules"
)

// TestEveryCall names what the notation and the wire don't know yet of a new call.
func TestEveryCall(t *testing.T) {
	for _, c := range rules.Calls() {
		var words []string
		for _, w := range callWords {
			if w.call == c {
				words = w.words
			}
		}
		if len(words) == 0 {
			t.Errorf("%s has no words in callWords (words.go), so nobody can type it", c)
			continue
		}
		h, d := sample(c)
		if _, err := rules.Settle(h, &d); err != nil {
			t.Errorf("%s: the deal of this test can't be settled: %v", c, err)
			continue
		}
		line := Write(h, table[:4], &d)
		if got, err := Parse(h, table[:4], 4, line); err != nil || got != d {
			t.Errorf("%s is written %q, which reads %+v, %v", c, line, got, err)
		}
		for _, word := range words {
			typed := strings.Replace(line, c.String(), word, 1)
			if got, err := Parse(h, table[:4], 4, typed); err != nil || got != d {
				t.Errorf("%s: %q reads %+v, %v", c, typed, got, err)
			}
		}
		wire, deal := Wire{}, fmt.Sprintf(`"contract":%q`, c)
		switch {
		case c == rules.GeneralMisere:
			deal += `,"loser":"Ann"`
		case c.Biddable():
			deal += fmt.Sprintf(`,"caller":"Ann","tricks":%d`, d.Tricks)
		}
		if d.Partner != 0 {
			deal += `,"partner":"Bob"`
		}
		if d.Bid != 0 {
			deal += `,"bid":6,"trumps":"H"`
		}
		house, err := h.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		text := hand("RULES", deal)
		text = strings.Replace(text, `"RULES"`, string(house), 1)
		if _, err := wire.Score(nil, []byte(text), true); err != nil {
			t.Errorf("%s on the wire: %v", c, err)
		}
	}
}

// sample is a deal of this call, with a house of its own in which it can be played.
func sample(c rules.Call) (*rules.House, rules.Deal) {
	set, _ := rules.Set("units")
	h := *set
	d := rules.Deal{Seats: 4, Dealer: 4, Call: c, Tricks: rules.NotSaid}
	switch {
	case c == rules.GeneralMisere:
		h.AllPass, d.Loser = rules.LastTrick, 1
	case c.Biddable():
		h.ID, h.Calls = "own", []rules.Rank{{Call: c, Target: c.UsualTarget(), Stake: 1}}
		d.Caller, d.Tricks = 1, 6
	}
	switch c {
	case rules.Prop:
		d.Partner = 2
	case rules.Irish:
		d.Bid, d.Trumps = 6, rules.Hearts
	}
	return &h, d
}
