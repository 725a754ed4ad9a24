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
	Path    string // where the form goes
	Key     string
	NightID int64
	Words   rules.Words
	Closed  bool
	Players []ui.Option // who can have done it
	Shuffle string      // what shuffling out of turn costs under these rules, if anything
	Kitty   string      // what lies in it

	Goes bool // paid as it goes: nobody owes the coin
	Bowl bool // what goes into the kitty is put into the bowl at once …
	Owes bool // … unless somebody says that the coin isn't there

	As, By, To, Amount, Reason string // the input
	Stake, For                 string // the tapped amount and reason
	Version                    string
	Stakes                     []ui.Option // amounts to tap
	Alone                      string      // what a number alone means
	Reasons                    []string    // to tap
	Says                       ui.Says
	Given                      bool // it came with the address, out of the laws: only to be written down
	Did                        string
	Rows                       []penaltyRow
}

// ShuffledReason is what is written down for the one penalty the rules of a house know.
const ShuffledReason = "Shuffled when it wasn’t due"

// penaltyRow is one penalty.
type penaltyRow struct {
	Text, Reason string
	Withdraw     string // where it is withdrawn; nothing where it can't be
	Key          string
	Withdrawn    string // that it was, and why
	InBowl       bool
}

// NewPenaltiesView lists the penalties of a night.
func NewPenaltiesView(n *show.Night, scores bool, key func() string) PenaltiesView {
	path := say.NightPath(n.ID) + "/penalties"
	v := PenaltiesView{NightID: int64(n.ID), Words: n.Words, Path: path,
		Key: key(), Closed: !n.Open || !scores, To: "others"}
	v.Version, v.Reasons = say.EntryNo(n.Version), reasonsTonight(n)
	v.Bowl, v.Goes = n.Money.Handed(), n.Way.Kind().Go
	v.Stakes, v.Alone = amountsToTap(n.Stakes)
	for _, sits := range []bool{true, false} { // who sits here first
		for _, p := range n.People {
			if (p.Seat != 0) == sits {
				v.Players = append(v.Players, ui.Option{Value: say.PlayerNo(p.ID), Name: p.Name})
			}
		}
	}
	if fine := n.Stakes.ShufflePenalty; fine > 0 {
		v.Shuffle, v.To = n.Money.Words(fine), "kitty"
	}
	if n.Kitty.Sum.Score() != 0 || n.Kitty.Holds != 0 {
		v.Kitty = english.Stop("In the kitty tonight: " + n.Money.Words(n.Kitty.Sum.Score()))
		if n.Kitty.Holds != n.Kitty.Sum.Score() {
			v.Kitty += english.Stop(" With earlier evenings: " + n.Money.Words(n.Kitty.Holds))
		}
	}
	for _, r := range n.Rows {
		if r.Kind != chain.KindPenalty {
			continue
		}
		row := penaltyRow{Text: r.Text, Reason: r.Reason, InBowl: n.PutIn(r)}
		switch {
		case r.Undone != 0:
			row.Withdrawn = "Withdrawn"
			if r.Why != "" {
				row.Withdrawn += ": " + r.Why
			}
			if out := n.OutOfBowl(r); out != nil {
				row.Withdrawn = english.Stop(row.Withdrawn) + " " + say.TakesOut(n, out)
			}
		case !v.Closed:
			row.Withdraw, row.Key = path+"/"+say.EntryNo(r.Entry)+"/withdraw", key()
		}
		v.Rows = append(v.Rows, row)
	}
	return v
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
	for _, p := range v.Players {
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
		{Value: "by", Name: word(v.Players, v.By, "Who")},
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
