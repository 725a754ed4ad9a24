package say

import (
	"net/url"
	"strconv"

	"ouverte/rules"
)

// Word is a place on the page of laws that other pages link to.
type Word string

// LawsOf says by which rules the laws are read: those of a night or of a set; those last played where it is
// neither.
type LawsOf struct {
	Night int64
	House string // the set's id
}

// NightLaws are those of a night.
func NightLaws[ID ~int64](night ID) LawsOf { return LawsOf{Night: int64(night)} }

// field is what an address says of it; it has no name where that is nothing.
func (of LawsOf) field() (name, value string) {
	switch {
	case of.Night != 0:
		return "night", strconv.FormatInt(of.Night, 10)
	case of.House != "":
		return "house", of.House
	}
	return "", ""
}

// Query is an address that says it.
func (of LawsOf) Query() url.Values {
	if name, value := of.field(); name != "" {
		return url.Values{name: {value}}
	}
	return url.Values{}
}

// LawHref leads to a word of the laws.
func LawHref(w Word, of LawsOf) string {
	to := "/laws"
	if name, value := of.field(); name != "" {
		to += "?" + name + "=" + url.QueryEscape(value)
	}
	if w != "" {
		to += "#" + string(w)
	}
	return to
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
