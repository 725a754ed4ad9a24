package lawbook

import (
	"net/url"
	"strconv"
	"strings"

	"ouverte/rules"
	"ouverte/rules/laws"
	"ouverte/templates"
)

// FindView is what a search of the laws found: mishaps with their rulings, and places on the page of laws.
type FindView struct {
	Typed   string
	Night   int64
	Mishaps []laws.Mishap
	Places  []templates.LawTerm
	Words   rules.Words
}

// Find searches the laws by the rules of a house.
func Find(typed string, v View) FindView {
	out := FindView{Typed: strings.TrimSpace(typed), Night: v.Night, Words: v.Words}
	out.Mishaps = laws.Search(typed, v.House, v.Seats, v.Words)
	all := v.places()
	entries := make([][]string, len(all))
	for i, p := range all {
		entries[i] = append([]string{p.name}, p.typed...)
	}
	for _, i := range laws.Likely(typed, entries) {
		out.Places = append(out.Places,
			templates.LawTerm{Name: all[i].name, Href: templates.LawHref(all[i].word, v.Night)})
	}
	return out
}

// Terms are all that was found, as links.
func (v FindView) Terms() []templates.LawTerm {
	var out []templates.LawTerm
	for _, m := range v.Mishaps {
		out = append(out, templates.LawTerm{Name: m.Say, Href: troubleHref(m.Path, v.Night, rules.NoCall)})
	}
	return append(out, v.Places...)
}

// found tells whether anything was.
func (v FindView) found() bool { return len(v.Mishaps)+len(v.Places) > 0 }

// way leads to the ruling, or to the question before it.
func (v FindView) way(e laws.End) string { return TroubleHref(e.Path, v.Night, e.Call) }

// findHref searches for something, by the rules of a night where there is one.
func findHref(typed string, night int64) string {
	q := url.Values{"q": {typed}}
	if night != 0 {
		q.Set("night", strconv.FormatInt(night, 10))
	}
	return "/laws/find?" + q.Encode()
}

// exampleSearches show what may be typed.
var exampleSearches = []string{"too many cards", "showed a card", "led out of turn", "who deals now",
	"goulash"}

// place is somewhere on the page of laws, with what people type who look for it.
type place struct {
	word  templates.Word
	name  string
	typed []string
}

// places are the sections, the words and the calls.
func (v View) places() []place {
	out := append([]place(nil), fixedPlaces...)
	for _, s := range lawSections {
		out = append(out, place{s.word, s.name, s.typed})
	}
	if v.has(rules.Prop) {
		out = append(out, place{"accept", "Accepting " + v.one(rules.Prop),
			[]string{"cop", "acceptance", "i accept"}})
	}
	for _, c := range rules.BiddableCalls() {
		names := append([]string{c.String(), v.Words.Name(c)}, wordsOf(c)...)
		out = append(out, place{templates.CallWord(c), v.Words.Name(c), names})
	}
	return out
}

// fixedPlaces stand on the page whatever the rules.
var fixedPlaces = []place{
	{"over", "Over-tricks", []string{"overtricks", "tricks beyond the target"}},
	{"under", "Under-tricks", []string{"undertricks", "missing tricks", "tricks short"}},
	{"slam", "Slam", []string{"all thirteen tricks"}},
	{"shuffling", "Shuffling", []string{"shuffle", "who shuffles", "who cuts", "cut the cards"}},
	{"packets", "The packets",
		[]string{"how to deal", "dealing the cards", "three at a time", "how many at once"}},
	{"trumps", "Trumps", []string{"turned card", "no trumps", "which suit is trumps", "trump card"}},
	{"misdeal", "Misdeal", []string{"dealt wrong", "deal again"}},
	{"wrong-cards", "Wrong number of cards", []string{"too many cards", "too few cards", "twelve cards"}},
	{"void", "Void", []string{"void deal", "both sides revoked"}},
	{"forfeit", "Forfeit", []string{"loses the stakes at once"}},
	{"placed", "Cards placed", []string{"place the cards", "who played which card"}},
	{"three", "Three at the table", []string{"three players", "three handed", "a player is missing"}},
	{"five", "Five at the table", []string{"five players", "five handed", "who sits out", "who rests"}},
	{"eldest", "Eldest", []string{"eldest hand", "who calls first", "who leads first"}},
	{"dealer", "Dealer", nil},
	{"caller", "Caller", []string{"declarer"}},
	{"opponent", "Opponents", []string{"defenders", "adversaries"}},
	{"target", "Target", []string{"how many tricks"}},
	{"stake", "Stake", []string{"how much is a call"}},
	{"turned-suit", "Turned suit", nil},
	{"kitty", "Kitty", []string{"pool", "pot", "box"}},
	{"scale", "Scale", []string{"twice the stakes", "double stakes"}},
	{"goulash", "Goulash", []string{"unshuffled deal", "five three five"}},
	{"misery", "Misery", []string{"general misère"}},
	{"renounce", "Renounce", nil},
	{"finesse", "Finesse", nil},
	{"calling-a-suit", "Calling a suit", []string{"call a suit"}},
	{"dummy", "Dummy", []string{"open hand", "fourth hand laid open"}},
}
