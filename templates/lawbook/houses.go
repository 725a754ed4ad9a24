package lawbook

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/rules/laws"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

// HousesView is the page of all sets of house rules.
type HousesView struct {
	Key    string // of the form that brings a file
	Sets   []HouseRow
	Words  rules.Words
	Change bool    // the reader may also change it
	Says   ui.Says // about a file that was brought
	Said   string  // the notice of the last action
}

// HouseRow is one set in the list.
type HouseRow struct {
	House   *rules.House
	Own     bool
	Hidden  bool
	Version int
	Nights  int
}

// HouseView is the page of one set: everything it says, and what every call pays.
type HouseView struct {
	HouseRow
	Words  rules.Words
	Key    string
	Change bool
	Said   string
}

// laws are those of the set.
func (v HouseView) laws() say.LawsOf { return say.LawsOf{House: v.House.ID} }

func houseHref(id string, more ...string) string {
	return "/houses/" + url.PathEscape(id) + strings.Join(more, "")
}

// ladderShown are the calls with a column of their own in the comparison; the rarer ones stand under
// "besides".
var ladderShown = []rules.Call{rules.Prop, rules.Solo, rules.Misere, rules.Abundance, rules.Royal,
	rules.MisereOuverte, rules.Declared}

// cell is what the comparison says of a call.
func cell(h *rules.House, c rules.Call) string {
	r, ok := h.Rank(c)
	if !ok {
		return "–"
	}
	return h.Money.Words(r.Stake)
}

// perTrick is what over- and under-tricks are worth, where they are worth anything, each way of it once. A
// second way is said with the first call that has it.
func perTrick(h *rules.House, words rules.Words) string {
	var said, out []string
	for _, r := range h.Calls {
		s := strings.Replace(say.TricksText(h.Money, r), "a trick", "over or short", 1)
		if s == "" || slices.Contains(said, s) {
			continue
		}
		said = append(said, s)
		if len(out) > 0 {
			s = "in " + words.Noun(r.Call) + " " + s
		}
		out = append(out, s)
	}
	return cmp.Or(strings.Join(out, "; "), "–")
}

// OwnRules is what a set has besides the stakes of its best known calls: rarer calls, another order, own
// targets, switches that are not the usual ones.
func OwnRules(h *rules.House, words rules.Words) string {
	var out []string
	order := -1
	turned := false
	for _, r := range h.Calls {
		i := slices.Index(ladderShown, r.Call)
		if i < 0 {
			out = append(out, words.Name(r.Call)+" "+h.Money.Words(r.Stake))
			continue
		}
		if n := r.Call.UsualTarget(); n != 0 && r.Target != n {
			out = append(out, words.One(r.Call)+" needs "+english.Spelled(r.Target, "trick"))
		}
		turned = turned || i < order
		order = max(order, i)
	}
	if turned {
		var names []string
		for _, r := range h.Calls {
			names = append(names, words.Noun(r.Call))
		}
		out = append(out, "the order is "+strings.Join(names, ", "))
	}
	usual, _ := rules.Set("units")
	for _, r := range h.Calls {
		if more := say.MoreAmounts(h.Money, r); len(more) > 0 {
			out = append(out, words.Noun(r.Call)+": "+strings.Join(more, ", "))
		}
	}
	for _, s := range laws.Unusual(h, words) {
		out = append(out, english.Small(s.Name)+": "+english.Small(s.Option(h.Switch(s.Field)).Name))
	}
	if misery := say.MiseryText(h); misery != "" {
		out = append(out, "then "+misery)
	}
	if h.ShufflePenalty > 0 {
		out = append(out, h.Money.Words(h.ShufflePenalty)+" for shuffling")
	}
	if h.RevokeTricks != usual.RevokeTricks {
		out = append(out, english.Spelled(h.RevokeTricks, "trick")+" for a revoke")
	}
	for i, s := range out {
		out[i] = english.Stop(english.Capital(s))
	}
	return strings.Join(out, " ")
}

// setOptions are the sets to start from.
func (v HousesView) setOptions() (out []ui.Option) {
	for _, r := range v.Sets {
		out = append(out, ui.Option{Value: r.House.ID, Name: r.House.Name})
	}
	return out
}

// ---- what every call pays

// payoff is the table and the picture of what calls pay, by tricks.
type payoff struct {
	Money   rules.Money
	Columns []payColumn
	Most    int64 // the largest amount, for the height of the pictures
}

// payColumn is one call.
type payColumn struct {
	Rank rules.Rank
	Name string
	Note string // "for a bid of 7"
	Made int    // the first number of tricks that makes it; for a misère the last
	None bool   // to be won by taking none
	At   [rules.TricksInDeal + 1]int64
}

// irishShown is the bid the table of an Irish set is reckoned for.
const irishShown = 7

// payoffOf reckons every call of a sound set.
func payoffOf(h *rules.House, words rules.Words) payoff {
	p := payoff{Money: h.Money}
	for _, r := range h.Calls {
		at, err := h.Payoffs(r.Call, irishShown)
		if err != nil {
			continue
		}
		col := payColumn{Rank: r, Name: words.Name(r.Call), Made: r.Target, At: at}
		if col.None = r.Call.Losing(); r.Call == rules.Irish {
			col.Made, col.Note = irishShown, fmt.Sprintf("for a bid of %d", irishShown)
		}
		for _, n := range at {
			p.Most = max(p.Most, n, -n)
		}
		p.Columns = append(p.Columns, col)
	}
	return p
}

// The picture of a call: a bar for each number of tricks, above the line when won, below when lost.
const (
	barWidth, barStep = 9.0, 12.0
	barRoom           = 34.0 // above the line, and below it
)

// bar is one of the picture, from where it begins.
func (p payoff) bar(n int64) (y, height float64) {
	height = 1.5
	if p.Most > 0 {
		height = max(height, barRoom*float64(max(n, -n))/float64(p.Most))
	}
	if n > 0 {
		return 2 + barRoom - height, height
	}
	return 2 + barRoom, height
}

func barX(tricks int) float64 { return 2 + float64(tricks)*barStep }

func num(f float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", f), ".0") }

// inWords is the picture in words.
func (p payoff) inWords(c payColumn) string {
	if c.None {
		won, first, last := c.At[0], c.At[1], c.At[rules.TricksInDeal]
		s := fmt.Sprintf("%s: %s at no trick, %s ", c.Name, p.Money.Signed(won), p.Money.Signed(first))
		if first == last {
			return s + "otherwise."
		}
		return s + fmt.Sprintf("at 1, %s at 13.", p.Money.Signed(last))
	}
	s := fmt.Sprintf("%s: %s at %d", c.Name, p.Money.Signed(c.At[c.Made]), c.Made)
	if c.Made < rules.TricksInDeal && c.At[rules.TricksInDeal] != c.At[c.Made] {
		s += fmt.Sprintf(", %s at 13", p.Money.Signed(c.At[rules.TricksInDeal]))
	}
	if c.Made > 0 {
		s += fmt.Sprintf("; %s at %d", p.Money.Signed(c.At[c.Made-1]), c.Made-1)
		if c.At[0] != c.At[c.Made-1] {
			s += fmt.Sprintf(", %s at none", p.Money.Signed(c.At[0]))
		}
	}
	return s + "."
}

func anyHidden(sets []HouseRow) bool {
	return slices.ContainsFunc(sets, func(r HouseRow) bool { return r.Hidden })
}

// stakeText is the stake of a call, and what a trick more or less brings.
func stakeText(m rules.Money, r rules.Rank) string {
	return strings.Join(say.PaidText(m, r), " · ")
}
