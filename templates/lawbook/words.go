package lawbook

import (
	"slices"
	"strings"

	"ouverte/rules"
	"ouverte/rules/laws"
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

// alsoCalled are the other names of a call, after the usual one.
func alsoCalled(c rules.Call) string {
	others := laws.Names(c)[1:]
	if len(others) == 0 {
		return ""
	}
	return "or " + strings.Join(others, ", ")
}
