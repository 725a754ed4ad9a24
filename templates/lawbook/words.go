package lawbook

import (
	"slices"

	"ouverte/rules"
	"ouverte/rules/laws"
	"ouverte/templates/ui"
)

// WordsView is the form of the circle's own names for the calls.
type WordsView struct {
	Key   string
	Words rules.Words
	Says  ui.Says
	Kept  bool
}

// withChoice are the calls that go by more than one name.
func (v WordsView) withChoice() []rules.Call {
	return slices.DeleteFunc(rules.Calls(), func(c rules.Call) bool { return len(v.names(c)) < 2 })
}

// names are those a call can go by, the usual one first, and one that was typed when any could be.
func (v WordsView) names(c rules.Call) []ui.Option {
	names := laws.Names(c)
	out := []ui.Option{{Name: names[0]}}
	for _, name := range names[1:] {
		out = append(out, ui.Option{Value: name, Name: name})
	}
	if own := v.Words[c]; own != "" && !slices.Contains(names, own) {
		out = append(out, ui.Option{Value: own, Name: own})
	}
	for i, o := range out {
		out[i].On = o.Value == v.Words[c]
	}
	return out
}
