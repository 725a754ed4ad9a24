package rules

import (
	"strings"

	"ouverte/rules/english"
)

// Words are a circle's own names for the calls; a call left out has its usual name, and in nil all have.
type Words map[Call]string

// Name is a call as its button has it: "Prop & cop", "Solo", "Misère", "All passed".
func (w Words) Name(c Call) string {
	if own := w[c]; own != "" {
		return english.Capital(own)
	}
	if c.known() {
		return facts[c].name
	}
	return c.String()
}

// within is a call in the middle of a sentence: "the proposal", "solo".
func (w Words) within(c Call) string {
	if own := w[c]; own != "" || !c.known() {
		return english.Small(own)
	}
	return facts[c].within
}

// Noun is a call after an article: "a proposal", "no solo", "the royal abundance".
func (w Words) Noun(c Call) string {
	if w[c] == "" && c.known() {
		return facts[c].noun
	}
	return w.within(c)
}

// One is a call with its article: "a proposal", "an abundance".
func (w Words) One(c Call) string { return english.A(w.Noun(c)) }

// Say puts the names of calls into a sentence where their ids stand in braces: "{solo}", "{Solo}" where the
// sentence begins, "{a solo}" and "{A solo}" with the article the name wants.
func (w Words) Say(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	return w.Filling().Replace(text)
}

// Filling does what Say does, and replaces more: pairs of old and new text, of which the first that fits
// counts.
func (w Words) Filling(more ...string) *strings.Replacer {
	fill := more
	for _, c := range calls {
		id, noun, one := c.String(), w.Noun(c), w.One(c)
		fill = append(fill, "{"+id+"}", noun, "{"+english.Capital(id)+"}", english.Capital(noun),
			"{a "+id+"}", one, "{A "+id+"}", english.Capital(one))
	}
	return strings.NewReplacer(fill...)
}
