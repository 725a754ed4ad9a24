package rules

import (
	"slices"
	"strings"
)

// Notated is a line in the players' notation, with what it says.
type Notated struct{ Line, Says string }

// Notation is the table of the players' notation, as it stands at ParseLine and in the README, and as pages show it. The
// names are those of a table of Ann, Bob, Cat and Dan.
var Notation = []Notated{
	{"solo ann 7", "Ann called solo, and took seven tricks"},
	{"solo ann 7 h", "the same, with hearts for trumps"},
	{"prop ann bob 8", "Ann proposed, Bob accepted, they took eight"},
	{"mis dan 1 rev cat", "misère by Dan, one trick, Cat revoked"},
	{"abundance ann 9 rev cat 2", "Cat revoked twice"},
	{"solo ann wrong bob", "Bob had a wrong number of cards"},
	{"mis ann exposed cat", "Cat exposed a card, or led or played out of turn"},
	{"6h ann 7", "Irish: Ann bid six in hearts, and took seven"},
	{"misery loser ann", "a general misère, and Ann is who pays"},
	{"misery ann 3 bob 4 cat 2 dan 4", "one where the tricks of each are counted"},
	{"pass", "all passed, and nothing was played"},
	{"void", "the deal is void"},
}

// NotationAside is the part of it that is no deal, as it stands at ParseAside and in the README.
var NotationAside = []Notated{
	{"join eve", "Eve sits down, after the last"},
	{"join eve after ann", "on Ann’s left"},
	{"leave dan", "Dan gets up"},
	{"penalty cat 6d kitty talked", "Cat pays sixpence into the kitty, for talking"},
	{"penalty cat 6d others", "sixpence to each of the others"},
}

// NotationAsideIn is that part with amounts of that money.
func NotationAsideIn(m Money) []Notated {
	out := slices.Clone(NotationAside)
	if m == LSD {
		return out
	}
	for i := range out {
		out[i].Line = strings.Replace(out[i].Line, "6d", m.Short(6), 1)
		out[i].Says = strings.Replace(out[i].Says, "sixpence", m.Words(6), 1)
	}
	return out
}

// NotationUnder is the part of it that can happen under a set of rules.
func NotationUnder(h *House) []Notated {
	var out []Notated
	for _, n := range Notation {
		d, err := ParseLine(h, []string{"Ann", "Bob", "Cat", "Dan"}, 4, n.Line)
		if err != nil {
			continue
		}
		if _, err := Settle(h, &d); err == nil {
			out = append(out, n)
		}
	}
	return out
}
