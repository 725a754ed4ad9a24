package table

import (
	"cmp"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

// PenaltiesView is the page of a night's penalties: the form, and those there are.
type PenaltiesView struct {
	*show.Night
	Scores bool // penalties are written down and withdrawn here
	Key    string
	NewKey func() string // for each form that withdraws one

	As, By, To, Amount, Reason string // the input
	Stake, For                 string // the tapped amount and reason
	Owes                       bool   // the coin for the bowl isn't there
	Says                       ui.Says
	Given                      bool // it came with the address, out of the laws: only to be written down
	Did                        string
	Why                        map[chain.EntryID]string // the reason typed for a withdrawal that was refused
}

// ShuffledReason is what is written down for the one penalty the rules of a house know.
const ShuffledReason = "Shuffled when it wasn’t due"

// NewPenaltiesView has the form as nobody has filled it in.
func NewPenaltiesView(n *show.Night, scores bool, key func() string) PenaltiesView {
	v := PenaltiesView{Night: n, Scores: scores, Key: key(), NewKey: key, To: "others"}
	if n.Stakes.ShufflePenalty > 0 {
		v.To = "kitty"
	}
	return v
}

func (v PenaltiesView) path() string { return say.NightPath(v.ID) + "/penalties" }

// mayWrite tells whether a penalty may be written down and withdrawn.
func (v PenaltiesView) mayWrite() bool { return v.Open && v.Scores }

// payers are who can have done it; who sits here comes first.
func (v PenaltiesView) payers() (out []ui.Option) {
	for _, sits := range []bool{true, false} {
		for _, p := range v.People {
			if (p.Seat != 0) == sits {
				out = append(out, ui.Option{Value: say.PlayerNo(p.ID), Name: p.Name})
			}
		}
	}
	return out
}

// shuffling is what shuffling out of turn costs under these rules, if anything.
func (v PenaltiesView) shuffling() string {
	if fine := v.Stakes.ShufflePenalty; fine > 0 {
		return v.Money.Words(fine)
	}
	return ""
}

// inKitty says what lies there.
func (v PenaltiesView) inKitty() string {
	tonight, holds := v.Kitty.Sum.Score(), v.Kitty.Holds
	if tonight == 0 && holds == 0 {
		return ""
	}
	says := english.Stop("In the kitty tonight: " + v.Money.Words(tonight))
	if holds != tonight {
		says += english.Stop(" With earlier evenings: " + v.Money.Words(holds))
	}
	return says
}

// all are the penalties, withdrawn ones too.
func (v PenaltiesView) all() []*show.Row {
	return slices.DeleteFunc(slices.Clone(v.Rows), func(r *show.Row) bool { return r.Kind != chain.KindPenalty })
}

// withdrawn says that a penalty was, and why.
func (v PenaltiesView) withdrawn(r *show.Row) string {
	says := "Withdrawn"
	if r.Why != "" {
		says += ": " + r.Why
	}
	if out := v.OutOfBowl(r); out != nil {
		says = english.Stop(says) + " " + say.TakesOut(v.Night, out)
	}
	return says
}

// usualReasons are offered to tap, after those given tonight.
var usualReasons = []string{"talking", "looking at a card", "dealing out of turn", "coming late",
	"the deal", "a miscount"}

// mostReasons is how many are offered.
const mostReasons = 8

// reasonsTonight lists reasons to tap, those given tonight first.
func reasonsTonight(n *show.Night) []string {
	var out []string
	for _, r := range n.Standing(chain.KindPenalty) {
		if len([]rune(r.Reason)) <= 40 && len(out) < mostReasons-len(usualReasons) &&
			!slices.Contains(out, r.Reason) {
			out = append(out, r.Reason)
		}
	}
	for _, reason := range usualReasons {
		if !slices.Contains(out, reason) {
			out = append(out, reason)
		}
	}
	return out
}

// penaltyVerbs are what the one who pays does.
var penaltyVerbs = []ui.Option{{Name: "pays"}, {Value: chain.AsBet, Name: "loses a bet of"},
	{Value: chain.AsCorrection, Name: "gives back"}}

// takers are those it can go to.
func (v PenaltiesView) takers() []ui.Option {
	out := []ui.Option{{Value: "kitty", Name: "into the kitty"},
		{Value: "others", Name: "to each of the others"}}
	for _, p := range v.payers() {
		out = append(out, ui.Option{Value: p.Value, Name: "to " + p.Name})
	}
	return out
}

// sentence lists the five words of the penalty, by the question each answers. static/js/penalty.js keeps them
// up as answers are tapped.
func (v PenaltiesView) sentence() []ui.Option {
	word := func(of []ui.Option, value, ask string) string {
		for _, o := range of {
			if o.Value == value {
				return o.Name
			}
		}
		return ask
	}
	return []ui.Option{
		{Value: "by", Name: word(v.payers(), v.By, "Who")},
		{Value: "as", Name: word(penaltyVerbs, v.As, "pays")},
		{Value: "stake", Name: cmp.Or(v.Amount, v.Stake, "how much")},
		{Value: "to", Name: word(v.takers(), v.To, "to whom")},
		{Value: "for", Name: "for " + cmp.Or(v.Reason, v.For, "what")},
	}
}

// asks is the word whose choices are shown: one with a complaint, or who it was.
func (v PenaltiesView) asks() string {
	for _, of := range [][2]string{{"by", "by"}, {"as", "as"}, {"amount", "stake"}, {"to", "to"},
		{"reason", "for"}} {
		if v.Says[of[0]] != "" {
			return of[1]
		}
	}
	return "by"
}

// amountsToTap are half a stake and a stake, and what a number alone means here.
func amountsToTap(h *rules.House) (taps []ui.Option, alone string) {
	stake := h.UsualStake()
	for _, tap := range []struct {
		name   string
		amount int64
	}{{"Half a stake", stake / 2}, {"A stake", stake}} {
		if tap.amount > 0 && (tap.amount == stake || 2*tap.amount == stake) {
			words := h.Money.Words(tap.amount)
			taps = append(taps, ui.Option{Value: words, Name: tap.name + ", " + words})
		}
	}
	if _, err := h.Money.Parse("10"); err != nil {
		if ten, err := h.ParseAmount("10"); err == nil {
			alone = "10 is " + h.Money.Words(ten)
		}
	}
	return taps, alone
}
