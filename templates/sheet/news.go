package sheet

import (
	"fmt"
	"strings"

	"ouverte/ledger"
	"ouverte/rules/english"
	"ouverte/templates"
)

// meanwhile says what happened in a night after an entry: the newest three things in words.
func meanwhile(n *ledger.Night, had ledger.EntryID) string {
	var said []string
	for _, r := range n.Rows {
		switch {
		case r.Entry <= had || r.Undone != 0:
		case r.Deal != nil:
			said = append(said, fmt.Sprintf("Deal %d: %s", r.Deal.Nth, templates.DealSentence(n, r.Deal)))
		default:
			said = append(said, english.Stop(r.Text))
		}
	}
	switch {
	case !n.Open:
		return "the night was closed."
	case len(said) == 0:
		return "something was changed on the sheet."
	case len(said) > 3:
		said = append(said[:3], "And more.")
	}
	return strings.Join(said, " ")
}
