package templates

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"ouverte/rules"
)

// Word is a place on the page of laws that other pages link to.
type Word string

// LawHref leads to a word of the laws, with the numbers of a night where there is one.
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

// HouseLawHref leads to a word of the laws, with the numbers of a set at so many times its stakes.
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

// LawTerm is a word of the game that leads to the laws.
type LawTerm struct {
	Name   string
	Href   templ.SafeURL
	Beside bool // opens beside the page, where something long is being typed
}

// CallTerms lead from calls to their place in the laws, each place once.
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

// Ranked lists the calls of a set, the lowest first.
func Ranked(h *rules.House) []rules.Call {
	var out []rules.Call
	for _, r := range h.Calls {
		out = append(out, r.Call)
	}
	return out
}
