package sheet

import (
	"fmt"

	"ouverte/ledger/show"
	"ouverte/templates/say"
)

// Noted is a word about a deal, as the evening's page and the printed sheet tell it.
type Noted struct {
	Deal string // "Deal 7"
	Href string
	Text string
}

// Notes are those of a night's deals, oldest deal first.
func Notes(n *show.Night) (out []Noted) {
	for _, d := range n.Remarked() {
		out = append(out, Noted{fmt.Sprintf("Deal %d", d.Nth), say.DealPath(n.ID, d.ID), d.Note.Text})
	}
	return out
}
