package stats

import (
	"fmt"
	"slices"
	"strings"

	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/say"
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
	says := times(a.Deals, "deal") + " settled again; neither column has penalties."
	if a.Left > 0 {
		says += " " + times(a.Left, "deal") + " don’t fit these rules and are left out."
	}
	return says
}

// wouldLead says who would have come first, and who did.
func wouldLead(a *show.Otherwise) string {
	did, first := a.Firsts()
	if len(first) == 0 {
		return "None of these deals fits those rules."
	}
	says := english.List(first) + " would lead"
	if a.Left > 0 {
		says = "In the deals that fit those rules, " + says
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

// leads is who comes first by how many of some sets, in a sentence.
func leads(a *years.Answer) string {
	first, by, sets := a.Leader()
	switch {
	case sets == 0:
		return "No other set fits all of these deals."
	case by == sets:
		return first + " leads by any set of rules."
	}
	return first + " would lead by " + english.Number(by) + " of " + english.Spelled(sets, "other set") + "."
}

// settledBy counts the sets.
func settledBy(a *years.Answer) string {
	if len(a.All) == 0 {
		return ""
	}
	whole := a.Whole()
	says := english.Capital(times(a.All[0].Deals+a.All[0].Left, "deal")) + " settled again by " +
		english.Spelled(whole, "other set") + "."
	if some := len(a.All) - whole; some > 0 {
		says += " " + english.Capital(english.Number(some)) + " more " + english.Verb(some, "fits", "fit") +
			" only some of them."
	}
	return says + " Penalties stay out."
}

// movesSay is who gains most and whom they pass, or who falls behind whom, and by how much.
func movesSay(a *show.Otherwise) string {
	who := a.Mover()
	passed := a.Passed(who)
	does, places := "passes", who.Stood-who.Stands
	if places < 0 {
		does, places = "falls behind", -places
	}
	by := func(l years.OtherwiseLine) string {
		apart := who.WouldBe - l.WouldBe
		return " by " + a.House.Money.Words(max(apart, -apart))
	}
	says := who.Name + " " + does + " "
	switch n := len(passed); {
	case n == 0: // they are level with somebody
		return english.Stop(who.Name + " gains " + english.Spelled(places, "place"))
	case n > 2:
		return english.Stop(says + english.Number(n) + " others, the nearest" + by(passed[0]))
	}
	named := each(passed, func(l years.OtherwiseLine) string { return l.Name + by(l) })
	return english.Stop(says + english.List(named))
}

// slope is somebody's way from their place to the one they would have.
type slope struct {
	years.OtherwiseLine
	from, to int // rows, from 0
	moves    bool
}

// slopes are those of the first in the standing, in the order as it was.
func slopes(a *show.Otherwise) []slope {
	was := a.AsItWas()
	was = was[:min(len(was), show.ShownAtOnce)]
	would := slices.DeleteFunc(slices.Clone(a.Standing), func(l years.OtherwiseLine) bool {
		return !slices.Contains(was, l)
	})
	out := make([]slope, len(was))
	for i, l := range was {
		out[i] = slope{l, i, slices.Index(would, l), l.Stood != l.Stands}
	}
	return out
}

// href leads to their deals.
func (s slope) href(at Address) string { return at("/deals", "player", say.PlayerNo(s.Player)) }

// curve leads from one row to another, of rows a hundred high.
func (s slope) curve() string {
	from, to := 100*s.from+50, 100*s.to+50
	return fmt.Sprintf("M0 %d C50 %d 50 %d 100 %d", from, from, to, to)
}

// asItWas is a deal in words, and what each of its sides had to do.
func asItWas(words rules.Words, d *show.DealFound) string {
	names := [...]string{d.Names[d.Deal.Caller-1]}
	says := names[0] + " called " + words.One(d.Deal.Call)
	if d.Deal.Partner != 0 {
		says = names[0] + " proposed, " + d.Names[d.Deal.Partner-1] + " accepted"
	}
	if d.Deal.Tricks == rules.NotSaid {
		return says + "."
	}
	took := "took"
	if d.Deal.Partner != 0 {
		took = "they took"
	}
	return english.Stop(says + ", and " + took + " " + english.Spelled(d.Deal.Tricks, "trick"))
}
