package lawbook

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/rules/laws"
	"ouverte/templates/say"
)

// View is the page of laws for one set of house rules: tonight's where it is opened from a night, else those
// last played.
type View struct {
	laws.Play
	Of        say.LawsOf
	NightName string // where it was opened from a night
	Scores    bool   // by the reader
}

// New is the laws as a night plays them.
func New(n *show.Night) View {
	return View{Play: laws.Play{House: n.Stakes, Words: n.Words, Seats: len(n.Table)},
		Of: say.NightLaws(n.ID), NightName: n.Name}
}

// marked draws a text with what is marked in it (see laws.Passage); words of the laws and the questions are
// those of the same rules. No other address is a link, whoever typed it.
func marked(text string, of say.LawsOf) templ.Component {
	text = boldWords.ReplaceAllString(templ.EscapeString(text), "<b>$1</b>")
	return templ.Raw(links.ReplaceAllStringFunc(text, func(link string) string {
		part := links.FindStringSubmatch(link)
		class, href := "", part[2]
		switch word, ok := strings.CutPrefix(part[2], "#"); {
		case ok:
			class, href = `class="term" `, say.LawHref(say.Word(word), of)
		case part[2] == "/laws/trouble":
			href = TroubleHref("", of, rules.NoCall)
		}
		return "<a " + class + `href="` + templ.EscapeString(string(href)) + `">` + part[1] + "</a>"
	}))
}

var (
	boldWords = regexp.MustCompile(`\*([^*]+)\*`)
	links     = regexp.MustCompile(`\[([^]]+)\]\((#[\w-]+|/laws/trouble)\)`)
)

// others are the calls of the game that can't be made here.
func (v View) others() []rules.Call {
	return slices.DeleteFunc(rules.BiddableCalls(), v.Has)
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
	own := strings.ReplaceAll(v.Words.Name(c), "&", "and")
	others := slices.DeleteFunc(laws.Names(c)[1:], func(a string) bool { return strings.EqualFold(a, own) })
	return strings.Join(laws.Each(others, english.Small), ", ")
}

// freeTricks says in which calls tricks that would cost are free; nothing where none is.
func (v View) freeTricks() string {
	if s := v.ByCall(say.FreeTricks); s != "" {
		return "Nothing is paid for " + s + "."
	}
	return ""
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
	for _, e := range []struct {
		call rules.Call
		away int // from the target
	}{{rules.Prop, 1}, {rules.Solo, 2}, {rules.Solo, -1}, {rules.Abundance, -2}, {rules.Misere, 1},
		{rules.Irish, 6}} {
		r, _ := v.House.Rank(e.call)
		d := rules.Sample(e.call, len(names), r.Target+e.away, 6, rules.Spades)
		if res, err := rules.Settle(v.House, &d); err == nil && v.Has(e.call) {
			a := rules.Explain(v.House, &d, &res, names, v.Words)
			out = append(out, example{a.Headline, a.Money})
		}
	}
	return out
}

// callHeads are those of the columns of the table of calls.
func (v View) callHeads() []string {
	heads := []string{"Call", "Tricks", "Stake"}
	if v.CostsOther() {
		heads[2] = "Won / lost"
	}
	if v.PaysTricks() {
		heads = append(heads, "Over / short")
	}
	return heads
}

// stakes is what a call pays, and what it costs where some cost another amount.
func (v View) stakes(r rules.Rank) string {
	if v.CostsOther() {
		return v.House.Money.Words(r.Stake) + " / " + v.House.Money.Words(r.LostStake())
	}
	return v.House.Money.Words(r.Stake)
}

func (v View) overUnder(r rules.Rank) string {
	over := v.House.Money.Words(r.Over)
	if r.Over == 0 && r.Under == 0 {
		return "–"
	}
	if r.Call.Losing() { // what each trick taken costs
		over = "–"
	}
	return over + " / " + v.House.Money.Words(r.Under)
}

// lawName is what the laws call the place of a word: a call, a chapter, or the word itself within one.
func lawName(w say.Word, words rules.Words) string {
	if c, ok := rules.ParseCall(string(w)); ok {
		return words.Noun(c)
	}
	i := slices.IndexFunc(laws.Chapters, func(c laws.Chapter) bool { return c.ID == string(w) })
	if i < 0 {
		return strings.ReplaceAll(string(w), "-", " ")
	}
	return english.Small(laws.Chapters[i].Name)
}
