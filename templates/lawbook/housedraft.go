package lawbook

import (
	"fmt"
	"slices"
	"strconv"

	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/rules/laws"
	"ouverte/templates"
)

// HouseDraft is a set on the way: what was typed, as it was typed, with the sentences about it, and, as soon
// as it makes sense, what it would pay.
type HouseDraft struct {
	ID    string // of the circle's own set that is changed; empty for a new one
	Key   string
	From  string // the name of the set it was copied from
	Words rules.Words

	Name, Money string
	Calls       []DraftCall
	More        bool              // asks for the amounts that most sets don't have
	Switches    map[string]string // by field
	Penalty     string            // for shuffling, as typed
	Revoke      string            // tricks for a revoke, as typed
	Misery      string            // the stake of a game after all have passed, as typed

	Says    templates.Says
	Changed string       // what another money did to the amounts
	Shape   *rules.House // as far as it could be read: says what applies
	Sound   *rules.House // nil as long as something is wrong
	Try     Trial
}

// DraftCall is a line of the ladder, as typed.
type DraftCall struct {
	Call                       rules.Call
	Target, Stake, Over, Under string
	Lost, FreeUnder, Bonus     string
}

// more tells whether one of the amounts is typed that most sets don't have.
func (c DraftCall) more() bool {
	return c.Lost+c.FreeUnder+c.Bonus != "" || c.Call.Losing() && c.Under != ""
}

// asksMore tells whether the form asks for them.
func (d HouseDraft) asksMore() bool { return d.More || slices.ContainsFunc(d.Calls, DraftCall.more) }

// asks are the fields of a call on the form, those that most sets have or the others.
func (c DraftCall) asks(more bool) []draftField {
	all := []draftField{
		{"target", "Tricks", c.Target, true, c.Call.Counted() && !more},
		{"stake", "Stake", c.Stake, false, !more},
		{"over", "Each over", c.Over, false, c.Call.Counted() && !more},
		{"under", "Each short", c.Under, false, c.Call.Counted() && !more},
		{"lost", "When lost", c.Lost, false, more},
		{"under", "Each trick", c.Under, false, c.Call.Losing() && more},
		{"freeUnder", "Free short", c.FreeUnder, true, (c.Call.Counted() || c.Call.Losing()) && more},
		{"bonus", "All 13", c.Bonus, false, c.Call.Counted() && more},
	}
	return slices.DeleteFunc(all, func(f draftField) bool { return !f.asked })
}

// unasked are the fields a call can't have, and those the form doesn't ask for: it sends them all the same.
func (c DraftCall) unasked(more bool) []draftField {
	shown := c.asks(false)
	if more {
		shown = append(shown, c.asks(true)...)
	}
	all := []draftField{
		{Field: "target", Value: c.Target}, {Field: "stake", Value: c.Stake}, {Field: "over", Value: c.Over},
		{Field: "under", Value: c.Under}, {Field: "lost", Value: c.Lost},
		{Field: "freeUnder", Value: c.FreeUnder}, {Field: "bonus", Value: c.Bonus},
	}
	return slices.DeleteFunc(all, func(f draftField) bool {
		return slices.ContainsFunc(shown, func(s draftField) bool { return s.Field == f.Field })
	})
}

// draftField is one amount or number of a call.
type draftField struct {
	Field, Label, Value string
	number, asked       bool
}

// Trial is a deal tried out before the set is saved.
type Trial struct {
	Call, Tricks, Mishap string
	Account              rules.Account
	Sentence             string // why it can't be reckoned
}

// Mishaps are what may have happened in a deal that is tried out.
var Mishaps = []struct{ Value, Name string }{
	{"", "nothing went wrong"}, {"caller", "the caller revoked once"}, {"opponent",
		"an opponent revoked once"}, {"both", "both sides revoked"},
}

// ranked says what the order of the calls means.
func (d HouseDraft) ranked() string {
	has := func(call rules.Call) bool {
		return slices.ContainsFunc(d.Calls, func(c DraftCall) bool { return c.Call == call })
	}
	switch {
	case !has(rules.Irish):
		return "Each call beats those before it in this list."
	case has(rules.Misere):
		return english.Capital(d.Words.One(rules.Irish)) + " ranks by tricks and suit, and " +
			d.Words.Noun(rules.Misere) + " among them: just above 12 without trumps, and below 13 clubs."
	}
	return english.Capital(d.Words.One(rules.Irish)) + " ranks by tricks and suit."
}

// Missing lists the calls that can still be added.
func (d HouseDraft) Missing() []rules.Call {
	var out []rules.Call
	for _, c := range rules.BiddableCalls() {
		if !slices.ContainsFunc(d.Calls, func(had DraftCall) bool { return had.Call == c }) {
			out = append(out, c)
		}
	}
	return out
}

// HouseDraftOf begins a draft with a set.
func HouseDraftOf(h *rules.House, words rules.Words) HouseDraft {
	d := HouseDraft{
		Words: words, Name: h.Name, Money: string(h.Money), Shape: h, Sound: h,
		Penalty: h.Money.Words(h.ShufflePenalty), Revoke: strconv.Itoa(h.RevokeTricks),
		Misery: typedAmount(h.Money, h.Misery), Switches: map[string]string{},
	}
	for _, s := range laws.Switches(nil) {
		d.Switches[s.Field] = h.Switch(s.Field)
	}
	for _, r := range h.Calls {
		c := DraftCall{Call: r.Call, Stake: h.Money.Words(r.Stake), Bonus: typedAmount(h.Money, r.Bonus)}
		if r.Lost != r.Stake {
			c.Lost = typedAmount(h.Money, r.Lost)
		}
		if r.FreeUnder > 0 {
			c.FreeUnder = strconv.Itoa(r.FreeUnder)
		}
		if r.Call.Losing() {
			c.Under = typedAmount(h.Money, r.Under)
		}
		if c.Call.Counted() {
			c.Target, c.Over, c.Under = strconv.Itoa(r.Target), h.Money.Words(r.Over), h.Money.Words(r.Under)
		}
		d.Calls = append(d.Calls, c)
	}
	return d
}

// typedAmount is an amount as typed, nothing where there is none.
func typedAmount(m rules.Money, n int64) string {
	if n == 0 {
		return ""
	}
	return m.Words(n)
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

// NewDraftCall is a line for a call that is added, with the usual target.
func NewDraftCall(c rules.Call) DraftCall {
	d := DraftCall{Call: c}
	if c.Counted() {
		d.Target, d.Over, d.Under = strconv.Itoa(c.UsualTarget()), "0", "0"
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

// rankFields are the fields of a call in the form.
var rankFields = []string{"call", "target", "stake", "over", "under", "lost", "freeUnder", "bonus"}
