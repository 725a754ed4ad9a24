package templates

import (
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
