package rules

import "fmt"

// Problem is a refusal a person can act on: which field is wrong, and a whole plain sentence about it. The sentence never
// names a player, since a Deal knows seats only; it makes sense beside the field on a form as well as on the wire.
type Problem struct {
	Field    string // as on the wire: "caller", "calls[2].stake"; may be empty
	Sentence string
}

func (p *Problem) Error() string { return p.Sentence }

func problem(field, sentence string, args ...any) *Problem {
	if len(args) > 0 {
		sentence = fmt.Sprintf(sentence, args...)
	}
	return &Problem{Field: field, Sentence: sentence}
}

// clipped keeps a field's name from outside short.
func clipped(text string) string {
	const most = 40
	runes := 0
	for i := range text {
		if runes == most {
			return text[:i] + "…"
		}
		runes++
	}
	return text
}
