package lawbook

import (
	"fmt"
	"slices"
	"strconv"

	"ouverte/rules"
	"ouverte/rules/laws"
	"ouverte/templates/ui"
)

// HouseDraft is a set on the way: the input as typed, with the sentences about it, and, as soon as it makes
// sense, what it would pay.
type HouseDraft struct {
	ID    string // of the circle's own set that is changed; empty for a new one
	Key   string
	From  string // the name of the set it was copied from
	Words rules.Words

	Name, Money string
	Played      []rules.Money // here, the most first
	Calls       []DraftCall
	More        bool              // asks for the amounts that most sets don't have
	Switches    map[string]string // by field
	Numbers     map[string]string // what laws.Numbers asks of the whole set, as typed, by field

	Says    ui.Says
	Changed string       // what another money did to the amounts
	Shape   *rules.House // as far as it could be read: says what applies
	Valid   *rules.House // nil as long as something is wrong
}

// DraftCall is a line of the ladder, as typed, by field.
type DraftCall struct {
	Call  rules.Call
	Typed map[string]string
}

// draftField is one amount or number of a call.
type draftField struct {
	Field, Label string
	number, more bool // more: most sets don't have it
	of           func(rules.Call) bool
}

var draftFields = []draftField{
	{"target", "Tricks", true, false, rules.Call.Counted},
	{"stake", "Stake", false, false, rules.Call.Biddable},
	{"over", "Each over", false, false, rules.Call.Counted},
	{"under", "Each short", false, false, rules.Call.Counted},
	{"lost", "When lost", false, true, rules.Call.Biddable},
	{"under", "Each trick", false, true, rules.Call.Losing},
	{"freeUnder", "Free short", true, true, func(c rules.Call) bool { return c.Counted() || c.Losing() }},
	{"bonus", "All 13", false, true, rules.Call.Counted},
}

// asks are the fields of a call on the form, those that most sets have or the others.
func (c DraftCall) asks(more bool) (out []draftField) {
	for _, f := range draftFields {
		if f.more == more && f.of(c.Call) {
			out = append(out, f)
		}
	}
	return out
}

// asksMore tells whether the form asks for the others too: it was asked to, or one of them is typed.
func (d HouseDraft) asksMore() bool {
	return d.More || slices.ContainsFunc(d.Calls, func(c DraftCall) bool {
		return slices.ContainsFunc(c.asks(true), func(f draftField) bool { return c.Typed[f.Field] != "" })
	})
}

// unasked are the fields a call can't have, and those the form doesn't ask for: it sends them all the same.
func (c DraftCall) unasked(more bool) []string {
	return slices.DeleteFunc(slices.Clone(rankFields), func(name string) bool {
		return slices.ContainsFunc(draftFields, func(f draftField) bool {
			return f.Field == name && f.of(c.Call) && (more || !f.more)
		})
	})
}

// rankFields are the fields of a call, beside which call it is.
var rankFields = []string{"target", "stake", "over", "under", "lost", "freeUnder", "bonus"}

// filled fills in a sentence about the set.
func (d HouseDraft) filled(text string) string {
	return laws.Play{House: d.Shape, Words: d.Words}.Filling().Replace(text)
}

// Missing lists the calls that can still be added.
func (d HouseDraft) Missing() []rules.Call {
	return slices.DeleteFunc(rules.BiddableCalls(), func(c rules.Call) bool {
		return slices.ContainsFunc(d.Calls, func(had DraftCall) bool { return had.Call == c })
	})
}

// HouseDraftOf begins a draft with a set.
func HouseDraftOf(h *rules.House, words rules.Words) HouseDraft {
	d := HouseDraft{
		Words: words, Name: h.Name, Money: string(h.Money), Shape: h, Valid: h, Switches: map[string]string{},
		Numbers: map[string]string{"shufflePenalty": h.Money.Words(h.ShufflePenalty),
			"revokeTricks": strconv.Itoa(h.RevokeTricks)},
	}
	if h.Misery > 0 {
		d.Numbers["misery"] = h.Money.Words(h.Misery)
	}
	for _, s := range laws.Switches(nil) {
		d.Switches[s.Field] = h.Switch(s.Field)
	}
	for _, r := range h.Calls {
		typed := map[string]string{"stake": h.Money.Words(r.Stake)}
		put := func(field, text string, said bool) {
			if said {
				typed[field] = text
			}
		}
		put("target", strconv.Itoa(r.Target), r.Call.Counted())
		put("over", h.Money.Words(r.Over), r.Call.Counted())
		put("under", h.Money.Words(r.Under), r.Call.Counted() || r.Under > 0)
		put("lost", h.Money.Words(r.Lost), r.LostStake() != r.Stake)
		put("freeUnder", strconv.Itoa(r.FreeUnder), r.FreeUnder > 0)
		put("bonus", h.Money.Words(r.Bonus), r.Bonus > 0)
		d.Calls = append(d.Calls, DraftCall{r.Call, typed})
	}
	return d
}

// asked are the questions that apply to the draft; the answers of the others are kept, in case they come
// back.
func (d HouseDraft) asked() (asked []laws.Switch, kept []string) {
	for _, s := range laws.Switches(d.Words) {
		if s.Applies(d.Shape) {
			offered := len(s.Options)
			s.Options = slices.DeleteFunc(s.Options, func(o laws.SwitchOption) bool { return !o.Fits(d.Shape) })
			if len(s.Options) < offered {
				s.For, s.Against = "", "" // of an answer that isn't offered
			}
			asked = append(asked, s)
		} else {
			kept = append(kept, s.Field, d.Switches[s.Field])
		}
	}
	return asked, kept
}

// oftenChanged parts the switches most circles change from the rest.
func oftenChanged(asked []laws.Switch) (first, rest []laws.Switch) {
	for _, s := range asked {
		if slices.Contains([]string{"auction", "trumps", "allPass", "shuffle"}, s.Field) {
			first = append(first, s)
		} else {
			rest = append(rest, s)
		}
	}
	return first, rest
}

// answer is the name of the answer to a switch, as it is filled in.
func (d HouseDraft) answer(s laws.Switch) string {
	for _, o := range s.Options {
		if o.Value == d.Switches[s.Field] {
			return o.Name
		}
	}
	return ""
}

// refuses tells whether something at a switch was refused, its number included.
func (d HouseDraft) refuses(s laws.Switch) bool {
	return d.Says[s.Field] != "" || slices.ContainsFunc(laws.Numbers(d.Words), func(n laws.Switch) bool {
		return n.Beside == s.Field && d.Says[n.Field] != ""
	})
}

// NewDraftCall is a line for a call that is added, with the usual target.
func NewDraftCall(c rules.Call) DraftCall {
	d := DraftCall{c, map[string]string{}}
	if c.Counted() {
		d.Typed = map[string]string{"target": strconv.Itoa(c.UsualTarget()), "over": "0", "under": "0"}
	}
	return d
}

func at(field string, i int) string { return fmt.Sprintf("%s-%d", field, i) }

func (d HouseDraft) title() string {
	if d.ID != "" {
		return "Change " + d.From
	}
	return "Your own rules, from " + d.From
}
