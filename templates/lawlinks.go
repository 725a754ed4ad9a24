package templates

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"ouverte/rules"
)

// Word is a place on the page of laws that other pages link to.
type Word string

// LawHref is the way to a word of the laws, with the numbers of a night where there is one.
func LawHref(w Word, night int64) templ.SafeURL {
	at := "/laws"
	if night != 0 {
		at += "?night=" + strconv.FormatInt(night, 10)
	}
	if w != "" {
		at += "#" + string(w)
	}
	return templ.SafeURL(at)
}

// HouseLawHref is the way to a word of the laws, with the numbers of a set at so many times its stakes.
func HouseLawHref(w Word, house string, scale int) templ.SafeURL {
	at := "/laws?house=" + url.QueryEscape(house)
	if scale > 1 {
		at += "&scale=" + strconv.Itoa(scale)
	}
	return templ.SafeURL(at + "#" + string(w))
}

// CallWord is where the laws speak of a call.
func CallWord(c rules.Call) Word {
	switch c {
	case rules.Passed, rules.GeneralMisere:
		return "all-passed"
	case rules.Void:
		return "void"
	}
	return Word(c.String())
}

// lawName is what the laws call the place where a word stands: the heading, for words within a section.
func LawName(w Word) string {
	for _, s := range LawSections {
		if s.Word == w {
			return strings.ToLower(s.Name[:1]) + s.Name[1:]
		}
	}
	return strings.ReplaceAll(string(w), "-", " ")
}

// lawSections are the headings of the page, in order.
var LawSections = []struct {
	Word Word
	Name string
}{
	{"first-evening", "A first evening"}, {"calls", "The calls"}, {"stakes", "What is paid"}, {"deal", "The deal"},
	{"auction", "The calling"}, {"play", "The play"}, {"revoke", "Revokes"}, {"exposed", "Exposed cards"}, {"turn", "Out of turn"},
	{"all-passed", "When all pass"}, {"numbers", "Three, four or five"}, {"manners", "Manners"}, {"variants", "Other ways to play"},
	{"advice", "Old advice"}, {"words", "Words"},
}

// LawTerm is a word of the game that leads to the laws.
type LawTerm struct {
	Name   string
	Href   templ.SafeURL
	Beside bool // opens beside the page, where something long is being typed
}

// callTerms are words of the game that lead to their place, each place once.
func CallTerms(calls []rules.Call, words rules.Words, href func(Word) templ.SafeURL) []LawTerm {
	var out []LawTerm
	for _, c := range calls {
		if at := href(CallWord(c)); !slices.ContainsFunc(out, func(l LawTerm) bool { return l.Href == at }) {
			out = append(out, LawTerm{Name: words.Name(c), Href: at})
		}
	}
	return out
}

func beside(l LawTerm) templ.Attributes {
	if !l.Beside {
		return nil
	}
	return templ.Attributes{"target": "_blank"}
}

// ranked are the calls of a set, the lowest first.
func Ranked(h *rules.House) []rules.Call {
	var out []rules.Call
	for _, r := range h.Calls {
		out = append(out, r.Call)
	}
	return out
}
