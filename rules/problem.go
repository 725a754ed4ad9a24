package rules

import (
	"fmt"
	"unicode"
)

// Problem is a refusal a person can act on: the field that is wrong, and a plain sentence about it. The
// sentence names no player, since a Deal knows seats only; it makes sense beside a form's field as well as on
// the wire.
type Problem struct {
	Field    string // as on the wire: "caller", "calls[2].stake"; may be empty
	Sentence string
}

func (p *Problem) Error() string { return p.Sentence }

// Problemf formats the sentence of a Problem.
func Problemf(field, format string, args ...any) *Problem {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	return &Problem{Field: field, Sentence: format}
}

// mostShown is how many characters of a text from outside a refusal repeats.
const mostShown = 40

// Clipped cuts a long field name from outside.
func Clipped(text string) string {
	runes := 0
	for i := range text {
		if runes == mostShown {
			return text[:i] + "…"
		}
		runes++
	}
	return text
}

// Quoted puts text from outside between quotation marks, cut where it is long, without unprintable
// characters.
func Quoted(text string) string {
	runes := []rune(Clipped(text))
	for i, r := range runes {
		if !unicode.IsPrint(r) {
			runes[i] = unicode.ReplacementChar
		}
	}
	return "“" + string(runes) + "”"
}
