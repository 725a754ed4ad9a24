package laws

import (
	"fmt"
	"slices"
	"strconv"

	"ouverte/rules"
	"ouverte/rules/english"
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
	Switches    map[string]string // by field
	Penalty     string            // for shuffling, as typed
	Revoke      string            // tricks for a revoke, as typed

	Says  templates.Says
	Sound *rules.House // nil as long as something is wrong
	Try   Trial
}

// DraftCall is a line of the ladder, as typed.
type DraftCall struct {
	Call                       rules.Call
	Target, Stake, Over, Under string
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
		return "The order is the rank."
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

func (d HouseDraft) moneys() []rules.Money {
	if m := rules.Money(d.Money); m != "" && !slices.Contains(templates.Moneys, m) {
		return append(slices.Clone(templates.Moneys), m)
	}
	return templates.Moneys
}

// HouseDraftOf begins a draft with a set.
func HouseDraftOf(h *rules.House, words rules.Words) HouseDraft {
	d := HouseDraft{
		Words: words, Name: h.Name, Money: string(h.Money), Sound: h,
		Penalty: h.Money.Words(h.ShufflePenalty), Revoke: strconv.Itoa(h.RevokeTricks),
		Switches: map[string]string{},
	}
	for _, s := range switches {
		d.Switches[s.Field] = h.Switch(s.Field)
	}
	for _, r := range h.Calls {
		c := DraftCall{Call: r.Call, Stake: h.Money.Words(r.Stake)}
		if c.Call.Counted() {
			c.Target, c.Over, c.Under = strconv.Itoa(r.Target), h.Money.Words(r.Over), h.Money.Words(r.Under)
		}
		d.Calls = append(d.Calls, c)
	}
	return d
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
