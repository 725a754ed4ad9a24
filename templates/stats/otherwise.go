package stats

import (
	"slices"
	"strings"

	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
)

// paysShown are the calls by which a set is known at a glance.
var paysShown = []rules.Call{rules.Solo, rules.Misere}

// Pays is what a set pays for the calls everybody knows.
func Pays(h *rules.House, words rules.Words) string {
	var out []string
	for _, call := range paysShown {
		if r, ok := h.Rank(call); ok {
			out = append(out, words.Name(call)+" "+h.Money.Words(r.Stake))
		}
	}
	return strings.Join(out, " · ")
}

// settledAnew are the deals of it, in words.
func settledAnew(a *show.Otherwise) string {
	says := times(a.Deals, "deal") + " settled again; penalties are in neither column."
	if a.Left > 0 {
		says += " " + times(a.Left, "deal") + " could not have been played by these rules and are left out."
	}
	return says
}

// wouldLead says who would have come first, and who did.
func wouldLead(a *show.Otherwise) string {
	var first, did []string
	for _, l := range a.Standing {
		was, would := places(a, l)
		if was == 1 {
			did = append(did, l.Name)
		}
		if would == 1 {
			first = append(first, l.Name)
		}
	}
	if len(first) == 0 {
		return "None of these deals could have been played so."
	}
	says := english.List(first) + " would lead"
	if a.Left > 0 {
		says = "In those that could have been played so, " + says
	}
	fell := slices.DeleteFunc(slices.Clone(did), func(name string) bool { return slices.Contains(first, name) })
	switch {
	case len(fell) > 0:
		return says + ", not " + english.List(fell) + "."
	case len(first) > len(did):
		return says + ", where " + english.List(did) + " " + english.Verb(len(did), "does", "do") + " alone."
	}
	return says + " all the same."
}

// places are somebody's place as it was, and as it would have been.
func places(a *show.Otherwise, of years.OtherwiseLine) (was, would int) {
	was, would = 1, 1
	for _, other := range a.Standing {
		if other.Was > of.Was {
			was++
		}
		if other.WouldBe > of.WouldBe {
			would++
		}
	}
	return was, would
}
