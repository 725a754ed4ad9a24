package laws

import (
	"slices"
	"strings"

	"ouverte/rules"
	"ouverte/rules/english"
)

// What a house comes to: the facts and amounts that texts and their conditions name.

// facts are what else a condition may name.
var facts = map[string]func(*Filling) bool{
	"three":   func(f *Filling) bool { return f.Seats == 3 },
	"five":    func(f *Filling) bool { return f.Seats == 5 },
	"several": func(f *Filling) bool { return len(f.Offered(nil)) > 1 },
	"alone":   func(f *Filling) bool { return f.alone() },
	"tricks":  func(f *Filling) bool { return f.PaysTricks() },

	"a-misere":      func(f *Filling) bool { return f.Has(rules.Misere) || f.Has(rules.MisereOuverte) },
	"misere-tricks": func(f *Filling) bool { r, _ := f.House.Rank(rules.Misere); return r.Under > 0 },
	"prop-at-four":  func(f *Filling) bool { return f.House.Has(rules.Prop) },

	"turned":    func(f *Filling) bool { return f.House.TurnsTrumps() },
	"turned-up": func(f *Filling) bool { return turnsUp(f.House) },
	"turned-card": func(f *Filling) bool { // a card is turned for trumps that the dealer may take up
		return turnsUp(f.House) && !(f.Seats == 3 && f.House.Short == rules.ShortStrip)
	},
	"without-trumps": func(f *Filling) bool { return f.House.NoTrumpsEach() > 0 },

	"solo-after-prop": func(f *Filling) bool { return f.House.AloneAfterProp() },
	"back": func(f *Filling) bool { // a proposal nobody accepted comes back
		h := f.House
		return f.Has(rules.Prop) && (h.Lone == rules.LoneRaise || h.Lone == rules.LoneSolo && h.AloneAfterProp())
	},
	"royal-bound": func(f *Filling) bool { // can't be called straight away in every deal (§7, §8)
		return f.Has(rules.Royal) && (f.House.RoyalOver || f.House.NoTrumpsEach() > 0)
	},
	"royal-above": func(f *Filling) bool {
		calls := f.Offered(nil)
		return f.Has(rules.Abundance) && slices.Index(calls, rules.Royal) > slices.Index(calls, rules.Abundance)
	},
	"royal-next": func(f *Filling) bool { // comes right after abundance
		calls := f.House.Calls
		i := slices.IndexFunc(calls, func(r rules.Rank) bool { return r.Call == rules.Royal })
		return i < 0 || i > 0 && calls[i-1].Call == rules.Abundance
	},

	"lost":          func(f *Filling) bool { return f.CostsOther() },
	"free":          func(f *Filling) bool { return f.any(leavesFree) },
	"misery-played": func(f *Filling) bool { return f.House.AllPass.Played() },
	"over-in-prop": func(f *Filling) bool { // a proposal's over-tricks are paid for
		return f.any(func(r rules.Rank) bool { return r.Call == rules.Prop && r.Over > 0 })
	},

	"handed":  func(f *Filling) bool { return f.House.Money.Handed() },
	"misery":  func(f *Filling) bool { return f.House.Misery > 0 },
	"penalty": func(f *Filling) bool { return f.House.ShufflePenalty > 0 },
	"revokes": func(f *Filling) bool { return f.House.RevokeTricks > 1 },

	// of the call spoken of
	"names":     func(f *Filling) bool { return f.House.NamesTrumps(f.call) },
	"leads":     func(f *Filling) bool { return f.call.CallerLeads() },
	"losing":    func(f *Filling) bool { return f.call.Losing() },
	"other":     func(f *Filling) bool { return costsOther(f.rank()) },
	"alike":     func(f *Filling) bool { return f.rank().Over > 0 && f.rank().Over == f.rank().Under },
	"own-bonus": func(f *Filling) bool { return f.rank().Bonus > 0 },
	"one-free":  func(f *Filling) bool { return freed(f.rank()) && f.rank().FreeUnder == 1 },
	"some-free": func(f *Filling) bool { return freed(f.rank()) },
}

func freed(r rules.Rank) bool      { return r.FreeUnder > 0 && r.Under > 0 }
func leavesFree(r rules.Rank) bool { return r.Call.Counted() && freed(r) }
func costsOther(r rules.Rank) bool { return r.LostStake() != r.Stake }

// amounts are what is reckoned or listed.
var amounts map[string]func(*Filling) string

func init() { // they fill in texts themselves
	amounts = map[string]func(*Filling) string{
		"revoke tricks":   func(f *Filling) string { return english.Spelled(f.House.RevokeTricks, "trick") },
		"go":              func(f *Filling) string { return english.Verb(f.House.RevokeTricks, "goes", "go") },
		"come":            func(f *Filling) string { return english.Verb(f.House.RevokeTricks, "comes", "come") },
		"shuffle penalty": func(f *Filling) string { return f.money(f.House.ShufflePenalty) },
		"misery":          func(f *Filling) string { return f.money(f.House.MiseryStake()) },
		"first calls":     func(f *Filling) string { return f.firstCalls() },
		"what follows":    func(f *Filling) string { return english.Small(f.of("all pass")) },

		"target":      func(f *Filling) string { return f.target(f.call) },
		"stake":       func(f *Filling) string { return f.money(f.rank().Stake) },
		"cost":        func(f *Filling) string { r := f.rank(); return f.money(r.LostStake()) },
		"over":        func(f *Filling) string { return f.some(f.rank().Over) },
		"under":       func(f *Filling) string { return f.some(f.rank().Under) },
		"own bonus":   func(f *Filling) string { return f.some(f.rank().Bonus) },
		"free tricks": func(f *Filling) string { return english.Spelled(f.rank().FreeUnder, "trick") },

		"bonus": func(f *Filling) string {
			return f.ByCall(func(r rules.Rank) string { return f.some(r.Bonus) })
		},
		"stake only": func(f *Filling) string { return f.stakeOnly() },
		"calls":      func(f *Filling) string { return f.ladder() },
		"leading":    func(f *Filling) string { return f.those(rules.Call.CallerLeads) },
		"naming":     func(f *Filling) string { return f.those(f.House.NamesTrumps) },
		"lowest alone": func(f *Filling) string { // of one against all, to win tricks
			return f.Words.Noun(append(f.Offered(aloneCalls), rules.Solo)[0])
		},
		"taken": func(f *Filling) string { // what the misères cost for each trick taken
			var says []string
			for _, r := range f.House.Calls {
				if r.Call.Losing() && r.Under > 0 {
					says = append(says, f.perTaken(r))
				}
			}
			return english.List(says)
		},
	}
}

// firstCalls names the calls a newcomer hears of first.
func (in Play) firstCalls() string {
	var out []string
	for _, r := range in.Calls() {
		if s := in.Said("first", r.Call); s != "" {
			out = append(out, s)
		}
	}
	if out == nil { // a house of great calls only; at three perhaps none can be made
		return in.Words.Noun(in.House.Calls[0].Call)
	}
	return strings.Join(out, ", ")
}

// rank is the call spoken of.
func (f *Filling) rank() rules.Rank {
	r, _ := f.House.Rank(f.call)
	return r
}

// some is an amount, empty where there is none.
func (in Play) some(n int64) string {
	if n == 0 {
		return ""
	}
	return in.money(n)
}

func (in Play) ladder() string { return strings.Join(Each(in.Offered(nil), in.Words.Noun), ", ") }

// those are the calls of this house that are so, each with its article.
func (in Play) those(are func(rules.Call) bool) string {
	calls := slices.DeleteFunc(in.Offered(nil), func(c rules.Call) bool { return !are(c) })
	return english.List(Each(calls, in.Words.One))
}

// perTaken is what each trick taken costs in a misère: "4 for each trick taken in a misère after the first
// two".
func (in Play) perTaken(r rules.Rank) string {
	s := in.money(r.Under) + " for each trick taken in " + in.Words.One(r.Call)
	switch {
	case r.FreeUnder == 1:
		s += " after the first"
	case r.FreeUnder > 1:
		s += " after the first " + english.Number(r.FreeUnder)
	}
	return s
}

// target is how many tricks a call asks for, in this house or as it is usually played.
func (in Play) target(c rules.Call) string {
	n := c.UsualTarget()
	if r, ok := in.House.Rank(c); ok {
		n = r.Target
	}
	if n == rules.TricksInDeal {
		return "every trick"
	}
	return english.Number(n) + " tricks or more"
}

// stakeOnly says which calls have neither over- nor under-tricks.
func (in Play) stakeOnly() string {
	if !in.PaysTricks() {
		return "These rules pay nothing for either."
	}
	pays := func(r rules.Rank) bool { return r.Call.Counted() || r.Under > 0 }
	name := func(r rules.Rank) string { return in.Words.Noun(r.Call) }
	names := Each(slices.DeleteFunc(in.Calls(), pays), name)
	if names == nil {
		return ""
	}
	return english.Capital(english.List(names)) + english.Verb(len(names), " has", " have") + " neither."
}

// Calls are those that can be made here, in the order of the house.
func (in Play) Calls() []rules.Rank {
	return slices.DeleteFunc(slices.Clone(in.House.Calls),
		func(r rules.Rank) bool { return r.Call == rules.Prop && in.Seats == 3 })
}

// any tells whether a call can be made here that is so.
func (in Play) any(so func(rules.Rank) bool) bool { return slices.ContainsFunc(in.Calls(), so) }

// alone tells whether one can play alone here to win tricks.
func (in Play) alone() bool { return in.any(func(r rules.Rank) bool { return r.Call.Alone() }) }

// CostsOther tells whether some call costs another amount when it is lost than it pays.
func (in Play) CostsOther() bool { return in.any(costsOther) }

// PaysTricks tells whether over- or under-tricks are paid for.
func (in Play) PaysTricks() bool {
	return in.any(func(r rules.Rank) bool { return r.Over != 0 || r.Under != 0 })
}

func (in Play) money(n int64) string { return in.House.Money.Words(n) }

// turnsUp tells whether a card of this pack is turned up for trumps.
func turnsUp(h *rules.House) bool { return h.TurnsTrumps() && h.Trumps == rules.TrumpsTurnUp }

// Each is the words for each of the calls.
func Each[T any](all []T, say func(T) string) (out []string) {
	for _, one := range all {
		out = append(out, say(one))
	}
	return out
}

// Alike are calls with the same words, in the order of the house.
type Alike struct {
	Says  string
	Calls []rules.Call
}

// Alike groups the calls that have the same words, and leaves out those that have none.
func (in Play) Alike(says func(rules.Rank) string) (out []Alike) {
	for _, r := range in.Calls() {
		s := says(r)
		if i := slices.IndexFunc(out, func(a Alike) bool { return a.Says == s }); i >= 0 {
			out[i].Calls = append(out[i].Calls, r.Call)
		} else if s != "" {
			out = append(out, Alike{s, []rules.Call{r.Call}})
		}
	}
	return out
}

// ByCall is what is said of calls, in one line: "5 in a solo and an abundance, 7 in a royal".
func (in Play) ByCall(says func(rules.Rank) string) string {
	var out []string
	for _, a := range in.Alike(says) {
		out = append(out, a.Says+" in "+english.List(Each(a.Calls, in.Words.One)))
	}
	return strings.Join(out, ", ")
}
