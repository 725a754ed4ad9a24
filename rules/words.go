package rules

import (
	"strings"

	"ouverte/rules/english"
)

// How the table speaks: the names of the calls, and the small words sentences are made of.

// Words are a circle's own names for the calls; a call left out has its usual English name. nil is the usual names.
type Words map[Call]string

// Name gives the name of a call, capitalised for a button: "Prop & cop", "Solo", "Misère", "All passed".
func (w Words) Name(c Call) string {
	if own := w[c]; own != "" {
		return english.Capital(own)
	}
	if c.Known() {
		return facts[c].name
	}
	return c.String()
}

// within gives the name of a call as it stands in the middle of a sentence: "the proposal", "solo".
func (w Words) within(c Call) string {
	if own := w[c]; own != "" || !c.Known() {
		return english.Small(own)
	}
	return facts[c].within
}

// Noun gives the name of a call as it stands after an article: "a proposal", "no solo", "the royal abundance".
func (w Words) Noun(c Call) string {
	if w[c] == "" && c.Known() {
		return facts[c].noun
	}
	return w.within(c)
}

// One gives the name of a call with its article: "a proposal", "an abundance".
func (w Words) One(c Call) string { return english.A(w.Noun(c)) }

// Say puts the names of calls into a sentence, each where its id stands in braces: "{solo}" as it stands within, "{Solo}" where it
// begins, "{a solo}" and "{A solo}" with the article its name wants.
func (w Words) Say(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	return w.Filling().Replace(text)
}

// Filling puts names into sentences as Say does, and more besides: pairs of what stands there and what it becomes,
// of which the first that fits counts.
func (w Words) Filling(more ...string) *strings.Replacer {
	fill := more
	for _, c := range calls {
		id, noun, one := c.String(), w.Noun(c), w.One(c)
		fill = append(fill, "{"+id+"}", noun, "{"+english.Capital(id)+"}", english.Capital(noun),
			"{a "+id+"}", one, "{A "+id+"}", english.Capital(one))
	}
	return strings.NewReplacer(fill...)
}
