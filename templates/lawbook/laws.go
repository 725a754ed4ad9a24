package lawbook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/rules/laws"
	"ouverte/templates"
)

// View is the page of laws for one set of house rules: tonight's where it is opened from a night, else those
// last played.
type View struct {
	laws.Play
	Times     int   // the scale, where it was not opened from a night
	Night     int64 // 0 when it was not opened from a night
	NightName string
	Scores    bool // by whoever looks
}

// New is the laws as a night plays them.
func New(n *ledger.Night) View {
	return View{Play: laws.Play{House: n.Stakes, Words: n.Words, Seats: len(n.Table)}, Night: int64(n.ID),
		NightName: n.Name}
}

// timesThese says at how many times its stakes a set is shown.
func timesThese(n int) string {
	if n < 2 {
		return ""
	}
	return " at " + strconv.Itoa(n) + " times its stakes"
}

// name is a call in the middle of a sentence.
func (v View) name(c rules.Call) string { return v.Words.Noun(c) }

// others are the calls of the game that can't be made here.
func (v View) others() []rules.Call {
	var out []rules.Call
	for _, c := range rules.BiddableCalls() {
		if !v.Has(c) {
			out = append(out, c)
		}
	}
	return out
}

// aim says what the caller's side must do.
func aim(r rules.Rank) string {
	switch {
	case r.Call.Losing():
		return "none"
	case r.Call == rules.Irish:
		return "the bid"
	case r.Target == rules.TricksInDeal && !r.Call.Counted():
		return "all 13"
	}
	return strconv.Itoa(r.Target) + " or more"
}

// alias gives the other names a call goes by, without the one this circle uses.
func (v View) alias(c rules.Call) string {
	var out []string
	for _, a := range laws.Names(c)[1:] {
		if !strings.EqualFold(a, strings.ReplaceAll(v.Words.Name(c), "&", "and")) {
			out = append(out, english.Small(a))
		}
	}
	return strings.Join(out, ", ")
}

// freeTricks says in which calls tricks that would cost are free; nothing where none is.
func (v View) freeTricks() string {
	if s := v.ByCall(templates.FreeTricks); s != "" {
		return "Nothing is paid for " + s + "."
	}
	return ""
}

// variants are other ways to play, in the circle's words.
func (v View) variants() []string {
	var out []string
	for _, s := range laws.Variants {
		out = append(out, v.Words.Say(s))
	}
	return out
}

// example is a deal of Ann, Bob, Cat and Dan reckoned by these rules.
type example struct{ Said, Sentence string }

// examples reckons a few deals with the very code that keeps the score, so that the page cannot say anything
// else.
func (v View) examples() []example {
	names := []string{"Ann", "Bob", "Cat", "Dan"}
	if v.Seats == 3 {
		names = names[:3]
	}
	var out []example
	try := func(c rules.Call, away int) {
		if !v.Has(c) {
			return
		}
		r, _ := v.House.Rank(c)
		d := rules.Deal{Seats: len(names), Dealer: rules.Seat(len(names)), Call: c, Caller: 1,
			Tricks: r.Target + away}
		if c == rules.Prop {
			d.Partner = 2
		}
		if c == rules.Irish {
			d.Bid, d.Trumps, d.Tricks = 6, rules.Spades, 6
		}
		res, err := rules.Settle(v.House, &d)
		if err != nil {
			return
		}
		a := rules.Explain(v.House, &d, &res, names, v.Words)
		out = append(out, example{a.Headline, a.Money})
	}
	try(rules.Prop, 1)
	try(rules.Solo, 2)
	try(rules.Solo, -1)
	try(rules.Abundance, -2)
	try(rules.Misere, 1)
	try(rules.Irish, 0)
	return out
}

// stakeHead is the head of the column with stakes.
func (v View) stakeHead() string {
	if v.costsOther() {
		return "Won / lost"
	}
	return "Stake"
}

// costsOther tells whether some call costs another amount when it is lost than it pays.
func (v View) costsOther() bool {
	return slices.ContainsFunc(v.Calls(), func(r rules.Rank) bool { return r.LostStake() != r.Stake })
}

// stakes is what a call pays, and what it costs where some cost another amount.
func (v View) stakes(r rules.Rank) string {
	if v.costsOther() {
		return v.House.Money.Words(r.Stake) + " / " + v.House.Money.Words(r.LostStake())
	}
	return v.House.Money.Words(r.Stake)
}

func (v View) overUnder(r rules.Rank) string {
	if r.Over == 0 && r.Under == 0 {
		return "–"
	}
	if r.Call.Losing() { // what each trick taken costs
		return "– / " + v.House.Money.Words(r.Under)
	}
	return fmt.Sprintf("%s / %s", v.House.Money.Words(r.Over), v.House.Money.Words(r.Under))
}

// switchLaw is what the laws call the place that speaks of a switch.
func switchLaw(s laws.Switch, words rules.Words) string {
	if c, ok := rules.ParseCall(s.Law); ok {
		return words.Noun(c)
	}
	return lawName(templates.Word(s.Law))
}

// lawName is what the laws call the place of a word: its heading, or the word itself within a section.
func lawName(w templates.Word) string {
	for _, c := range laws.Chapters {
		if c.ID == string(w) {
			return english.Small(c.Name)
		}
	}
	return strings.ReplaceAll(string(w), "-", " ")
}
