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
	House     *rules.House // with the amounts that are really played for
	Times     int          // the scale, where it was not opened from a night
	Words     rules.Words
	Night     int64 // 0 when it was not opened from a night
	NightName string
	Seats     int  // at the table; 0 is any number
	Scores    bool // by whoever looks
}

// New is the laws as a night plays them.
func New(n *ledger.Night) View {
	return View{House: n.Stakes, Words: n.Words, Night: int64(n.ID), NightName: n.Name, Seats: len(n.Table)}
}

// timesThese says at how many times its stakes a set is shown.
func timesThese(n int) string {
	if n < 2 {
		return ""
	}
	return " at " + strconv.Itoa(n) + " times its stakes"
}

// quoting is the page with the sentences that the rulings say, too.
type quoting struct {
	View
	fill *strings.Replacer
}

func (v View) quoting() quoting { return quoting{v, v.play().Filling()} }

// play is what the rulings speak of.
func (v View) play() laws.Play { return laws.Play{House: v.House, Seats: v.Seats, Words: v.Words} }

// law is a sentence of the laws by these rules.
func (v quoting) law(text string) string { return v.fill.Replace(text) }

// misereCosts tells whether the tricks taken in a misère cost anything here.
func (v View) misereCosts() bool {
	return slices.ContainsFunc(v.calls(), func(r rules.Rank) bool { return r.Call.Losing() && r.Under > 0 })
}

// trickCalls tells whether one can play alone here to win tricks.
func (v View) trickCalls() bool {
	return slices.ContainsFunc(v.calls(), func(r rules.Rank) bool { return r.Call.Alone() })
}

// calls are those that can be made here, in the order of the house.
func (v View) calls() []rules.Rank {
	return slices.DeleteFunc(slices.Clone(v.House.Calls),
		func(r rules.Rank) bool { return r.Call == rules.Prop && v.Seats == 3 })
}

func (v View) has(c rules.Call) bool {
	return slices.ContainsFunc(v.calls(), func(r rules.Rank) bool { return r.Call == c })
}

// aMisere is a misère of this house with its article, the closed one where there are both; nothing where
// there is none.
func (v View) aMisere() string {
	for _, c := range rules.Calls() {
		if c.Losing() && v.has(c) {
			return v.one(c)
		}
	}
	return ""
}

// callerLeads is who leads where it isn't eldest.
func (v View) callerLeads() string {
	var names []string
	for _, r := range v.House.Calls {
		if r.Call.CallerLeads() {
			names = append(names, v.name(r.Call))
		}
	}
	if names == nil {
		return ""
	}
	return "; in " + english.List(names) + " the caller leads"
}

// others are the calls of the game that can't be made here.
func (v View) others() []rules.Call {
	var out []rules.Call
	for _, c := range rules.BiddableCalls() {
		if !v.has(c) {
			out = append(out, c)
		}
	}
	return out
}

// name is a call in the middle of a sentence.
func (v View) name(c rules.Call) string { return v.Words.Noun(c) }

// one is a call with its article.
func (v View) one(c rules.Call) string { return v.Words.One(c) }

func (v View) money(n int64) string { return v.House.Money.Words(n) }

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

// target is how many tricks a call asks for, in this house or as it is usually played.
func (v View) target(c rules.Call) string {
	n := c.UsualTarget()
	if r, ok := v.House.Rank(c); ok {
		n = r.Target
	}
	if n == rules.TricksInDeal {
		return "every trick"
	}
	return english.Number(n) + " tricks or more"
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

// opening says how many play, and with what.
func (v View) opening() string {
	switch v.Seats {
	case 3:
		switch v.House.Short {
		case rules.ShortDummy:
			return "Three play with a whole pack, ace high: four hands of thirteen cards are dealt, and the fourth " +
				"is laid open."
		case rules.ShortDropSuit:
			return "Three play, thirteen cards each, ace high, without one whole suit."
		}
		return "Three play, thirteen cards each, ace high, without the twos, threes and fours."
	case 5:
		return "Five sit at the table, and in each deal one of them rests. Four play with a whole pack, thirteen " +
			"cards each, ace high."
	}
	return "Four play with a whole pack, thirteen cards each, ace high."
}

// stakeOnly says which calls have neither over- nor under-tricks.
func (v View) stakeOnly() string {
	var names []string
	for _, r := range v.calls() {
		if !r.Call.Counted() && r.Under == 0 {
			names = append(names, v.name(r.Call))
		}
	}
	switch {
	case !v.cardOverUnder():
		return "These rules pay nothing for either."
	case len(names) == 0:
		return ""
	}
	return english.Capital(english.List(names)) + english.Verb(len(names), " has", " have") + " neither."
}

// meaning says what a call is, in two sentences.
func (v View) meaning(c rules.Call) string {
	switch {
	case c == rules.Royal && v.has(c) && !v.has(rules.Abundance):
		return "Alone against all, to win " + v.target(c) + " with " + v.turnedSuit() +
			" as trumps."
	case c == rules.MisereOuverte && v.has(c) && !v.has(rules.Misere):
		return "Alone against all, to win no trick at all, without trumps, the caller’s hand laid face up on the " +
			"table after the first trick. The others see it, and may not talk about it."
	}
	switch c {
	case rules.Prop:
		return "One player proposes, another accepts, and the two play together against the other two, wherever " +
			"they sit. Between them they must win " + v.target(c) + "; " +
			v.turnedSuit() + " is trumps."
	case rules.Solo:
		return "Alone against all, to win " + v.target(c) + ". " +
			english.Capital(v.turnedSuit()) + " is trumps."
	case rules.Misere:
		return "Alone against all, to win no trick at all. There are no trumps. " + v.misereEnds(c)
	case rules.Royal:
		return english.Capital(v.name(rules.Abundance)) +
			" with " + v.turnedSuit() + " as trumps, and so a little above it. " + v.royalWhen()
	case rules.MisereOuverte:
		return english.Capital(v.name(rules.Misere)) +
			" with the caller’s hand laid face up on the table after the first trick. The others see it, and may " +
			"not talk about it."
	case rules.Abundance, rules.PetitSlam, rules.Declared, rules.GrandSlam:
		return "Alone against all, to win " + v.target(c) + v.ownTrumps(c)
	case rules.Irish:
		return "A bid to win so many tricks in a suit or without trumps: six hearts is above six diamonds, seven " +
			"clubs above both. The suits rank ♣ ♦ ♥ ♠, and no trumps is highest." + v.misereAmongBids()
	}
	return ""
}

// ownTrumps says with what trumps a call is played whose caller may choose them, and who leads.
func (v View) ownTrumps(c rules.Call) string {
	var s string
	switch names, leads := v.House.NamesTrumps(c), c.CallerLeads(); {
	case names && leads:
		s = ", with trumps of the caller’s choosing. He names the suit when the others have passed, and leads."
	case names:
		s = ", with trumps of the caller’s choosing. He names the suit when the others have passed, before the " +
			"first lead."
	default:
		s = ", without trumps. The caller leads."
	}
	if c == rules.Declared && v.House.DeclaredOpen {
		s += " His hand is laid face up after the first trick."
	}
	return s
}

// turnedSuit is the suit that is trumps before anybody calls: nothing is turned where the suits take turns or
// another pack shows them.
func (v View) turnedSuit() string {
	if v.House.Trumps == rules.TrumpsTurnUp {
		return "the suit turned up"
	}
	return "the suit of the deal"
}

// misereEnds says when a misère is over.
func (v View) misereEnds(c rules.Call) string {
	if r, _ := v.House.Rank(c); r.Under > 0 {
		return "Each trick taken costs, so it is played to the end."
	}
	return "The first trick taken ends it."
}

// misereOver says when a misère is over, and what is then shown.
func (v View) misereOver() string {
	const shown = "the opponents’ hands are then shown at once, to prove that none of them revoked."
	for _, c := range rules.Calls() {
		if r, _ := v.House.Rank(c); c.Losing() && r.Under > 0 {
			return "Where each trick taken costs, " + v.aMisere() + " is played to the end; else it is over with " +
				"the first trick its caller takes, and " + shown
		}
	}
	return english.Capital(v.aMisere()) + " ends with the first trick its caller takes. " +
		english.Capital(shown)
}

// paid says in one sentence what a call of this house is worth.
func (v View) paid(r rules.Rank) string {
	stake, lost := v.money(r.Stake), v.money(r.LostStake())
	other := r.LostStake() != r.Stake
	s := stake + " from each opponent when it is made, to each when it is not"
	switch {
	case r.Call == rules.Irish && other:
		return "For each trick bid " + stake + " from each opponent when it is made, " + lost +
			" to each when it is not."
	case r.Call == rules.Irish:
		return stake + " for each trick bid, from or to each opponent."
	case r.Call == rules.Prop && other:
		s = "Each of the others pays " + stake + " when it is made, each of the two " + lost + " when it is not"
	case r.Call == rules.Prop:
		s = "Each of the losing two pays " + stake + " to one of the others"
	case other:
		s = stake + " from each opponent when it is made, " + lost + " to each when it is not"
	}
	which := "short"
	if r.Call.Losing() {
		which = "taken"
	}
	switch {
	case r.Over == r.Under && r.Over > 0:
		s += "; " + v.money(r.Over) + " more for every trick over or short"
	case r.Over > 0 && r.Under > 0:
		s += "; " + v.money(r.Over) + " more for every trick over, " + v.money(r.Under) + " for every trick short"
	case r.Over > 0:
		s += "; " + v.money(r.Over) + " more for every trick over"
	case r.Under > 0:
		s += "; " + v.money(r.Under) + " more for every trick " + which
	}
	switch {
	case r.Under == 0 || r.FreeUnder == 0:
	case r.FreeUnder == 1:
		s += ", but the first trick " + which + " is free"
	default:
		s += ", but the first " + english.Spelled(r.FreeUnder, "trick") + " " + which + " are free"
	}
	if r.Bonus > 0 {
		s += "; " + v.money(r.Bonus) + " besides when all thirteen are taken"
	}
	return s + "."
}

// slamBonus says which calls are paid a bonus for all thirteen tricks; nothing where none is.
func (v View) slamBonus() string {
	bonus := func(r rules.Rank) string {
		if r.Bonus == 0 {
			return ""
		}
		return v.money(r.Bonus)
	}
	if s := v.byCall(bonus); s != "" {
		return english.Stop("All thirteen, really taken, bring besides " + s)
	}
	return ""
}

// freeTricks says in which calls tricks that would cost are free; nothing where none is.
func (v View) freeTricks() string {
	if s := v.byCall(templates.FreeTricks); s != "" {
		return "Nothing is paid for " + s + "."
	}
	return ""
}

// byCall puts what is said of several calls alike together: "5 in a solo and an abundance, 7 in a royal".
func (v View) byCall(says func(rules.Rank) string) string {
	var said []string
	names := map[string][]string{}
	for _, r := range v.calls() {
		s := says(r)
		if s == "" {
			continue
		}
		if names[s] == nil {
			said = append(said, s)
		}
		names[s] = append(names[s], v.one(r.Call))
	}
	for i, s := range said {
		said[i] += " in " + english.List(names[s])
	}
	return strings.Join(said, ", ")
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
		if !v.has(c) {
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
	return slices.ContainsFunc(v.calls(), func(r rules.Rank) bool { return r.LostStake() != r.Stake })
}

// stakes is what a call pays, and what it costs where some cost another amount.
func (v View) stakes(r rules.Rank) string {
	if v.costsOther() {
		return v.House.Money.Words(r.Stake) + " / " + v.House.Money.Words(r.LostStake())
	}
	return v.money(r.Stake)
}

// cardOverUnder is true where over- or under-tricks are paid for.
func (v View) cardOverUnder() bool {
	return slices.ContainsFunc(v.calls(), func(r rules.Rank) bool { return r.Over != 0 || r.Under != 0 })
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

// lawName is what the laws call the place of a word: its heading, or the word itself within a section.
func lawName(w templates.Word) string {
	for _, c := range laws.Chapters {
		if c.ID == string(w) {
			return english.Small(c.Name)
		}
	}
	return strings.ReplaceAll(string(w), "-", " ")
}
