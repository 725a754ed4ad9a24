package lawbook

import (
	"slices"
	"strings"

	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
)

// WordsView is the form of the circle's own names for the calls.
type WordsView struct {
	Key   string
	Words rules.Words
	Says  templates.Says
	Kept  bool
}

// named are the calls that can be named.
func (v WordsView) named() []rules.Call {
	return slices.DeleteFunc(slices.Clone(rules.Calls()), func(c rules.Call) bool { return c == rules.Void })
}

// wordsOf are the names a call goes by here and there, the usual one first.
func wordsOf(c rules.Call) []string {
	usual := rules.Words(nil).Name(c)
	out := []string{usual}
	for _, a := range append(slices.Clone(aliases[c]), wordsBesides[c]...) {
		if !strings.EqualFold(a, usual) {
			out = append(out, english.Capital(a))
		}
	}
	return out
}

var wordsBesides = map[rules.Call][]string{
	rules.Prop:      {"proposal", "prop"},
	rules.Solo:      {"going alone"},
	rules.Declared:  {"bundle declared"},
	rules.PetitSlam: {"little slam"},
	rules.Passed:    {"thrown in"},
}

// alsoCalled are the other names of a call, after the usual one.
func alsoCalled(c rules.Call) string {
	others := wordsOf(c)[1:]
	if len(others) == 0 {
		return ""
	}
	return "or " + strings.Join(others, ", ")
}
