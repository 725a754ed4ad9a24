package notation

import (
	"regexp"
	"slices"
	"strings"

	"ouverte/rules"
)

// Example is a line in the players' notation, and what it says with the names of calls as rules.Words.Say
// takes them.
type Example struct{ Line, Says string }

// Examples is the table of the guide and of docs/commands.md for pages, at a table of Ann, Bob, Cat and Dan.
var Examples = []Example{
	{"solo ann 7", "Ann called {solo}, and took seven tricks"},
	{"solo ann 7 h", "the same, with hearts for trumps"},
	{"prop ann bob 8", "Ann proposed, Bob accepted, they took eight"},
	{"mis dan 1 rev cat", "{misere} by Dan, one trick, Cat revoked"},
	{"abundance ann 9 rev cat 2", "Cat revoked twice"},
	{"solo ann wrong bob", "Bob had a wrong number of cards"},
	{"mis ann exposed cat", "Cat exposed a card, or led or played out of turn"},
	{"6h ann 7", "{a irish} of six in hearts by Ann, who took seven"},
	{"misery loser ann", "{a general-misere}, and Ann pays"},
	{"misery wrong ann", "the same, since Ann had a wrong number of cards"},
	{"misery ann 3 bob 4 cat 2 dan 4", "one where each player’s tricks count"},
	{"pass", "{passed}, and nothing was played"},
	{"void", "the deal is void"},
}

// AsideExamples is the same for ParseAside.
var AsideExamples = []Example{
	{"join eve", "Eve sits down, after the last"},
	{"join eve after ann", "on Ann’s left"},
	{"leave dan", "Dan gets up"},
	{"penalty cat 6d kitty talked", "Cat pays sixpence into the kitty, for talking"},
	{"penalty cat 6d others", "sixpence to each of the others"},
	{"penalty cat 6d dan", "sixpence to Dan"},
	{"bet cat 6d dan", "Cat lost a bet of sixpence to Dan"},
	{"correction cat 6d dan miscounted", "sixpence from Cat to Dan, to put something right"},
}

// AsidesIn are the AsideExamples with amounts of this money.
func AsidesIn(m rules.Money) []Example {
	out := slices.Clone(AsideExamples)
	if m == rules.LSD {
		return out
	}
	for i := range out {
		out[i].Line = strings.Replace(out[i].Line, "6d", m.Words(6), 1)
		out[i].Says = strings.Replace(out[i].Says, "sixpence", m.Words(6), 1)
	}
	return out
}

var exampleName = regexp.MustCompile(`(?i)\b(ann|bob|cat|dan)\b`)

// AtTable says examples with the names of a table.
func AtTable(all []Example, names []string) []Example {
	own := func(text string) string {
		return exampleName.ReplaceAllStringFunc(text, func(name string) string {
			at := slices.Index([]string{"ann", "bob", "cat", "dan"}, strings.ToLower(name))
			own := names[at%len(names)]
			if name != strings.ToLower(name) {
				return own
			}
			return Typed(own)
		})
	}
	out := make([]Example, len(all))
	for i, e := range all {
		out[i] = Example{own(e.Line), own(e.Says)}
	}
	return out
}

// Typed is how somebody's name is typed in a line.
func Typed(name string) string {
	first, _, _ := strings.Cut(strings.ToLower(name), " ")
	return first
}

// ExamplesUnder are the Examples that can happen under a set of rules, in the circle's words.
func ExamplesUnder(h *rules.House, words rules.Words) []Example {
	var out []Example
	for _, n := range Examples {
		d, err := Parse(h, []string{"Ann", "Bob", "Cat", "Dan"}, 4, n.Line)
		if err != nil {
			continue
		}
		if _, err := rules.Settle(h, &d); err == nil {
			out = append(out, Example{n.Line, words.Say(n.Says)})
		}
	}
	return out
}

// CallsTyped is how each call of a set is typed, with the name it goes by. An Irish bid is typed as what is
// bid.
func CallsTyped(h *rules.House, words rules.Words) []Example {
	var out []Example
	for _, c := range callWords {
		misery := c.call == rules.GeneralMisere && h.AllPass.Played()
		if misery || h.Has(c.call) && c.call != rules.Irish {
			out = append(out, Example{c.words[0], words.Name(c.call)})
		}
	}
	return out
}
