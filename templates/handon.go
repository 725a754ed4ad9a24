package templates

// Handing a settlement on: as words for a message.

import (
	"fmt"
	"strings"
	"time"

	"ouverte/ledger"
)

// HandOn is what is handed on.
type HandOn struct {
	Title   string
	Text    string
	Rows    string // as many lines as the text has
	Picture string
	Any     bool // something was played
}

// NewHandOn puts the evening into words for a message: standing, payments made and to be made, the seal.
func NewHandOn(n *ledger.Night, plan ledger.Plan) HandOn {
	h := HandOn{Title: NightTitle(n), Picture: NightPath(n.ID) + "/picture.svg", Any: len(n.Deals) > 0}
	var b strings.Builder
	when := n.Date
	if day, err := time.Parse(time.DateOnly, n.Date); err == nil {
		when = day.Format("Monday 2 January 2006")
	}
	if n.Name != "" {
		fmt.Fprintf(&b, "%s, %s\n", n.Name, when)
	} else {
		fmt.Fprintln(&b, when)
	}
	fmt.Fprintf(&b, "%s, %s\n\n", countDeals(len(n.Deals)), RulesLine(n))
	for _, p := range standingOf(n) {
		fmt.Fprintf(&b, "%s %s\n", p.Name, n.Money.Signed(p.Sum.Score()))
	}
	var lines []string
	for _, p := range PaymentsOf(n) {
		lines = append([]string{fmt.Sprintf("%s paid %s %s", nameInFront(n, p.From), n.PlayerName(p.To), n.Money.Words(p.Amount))}, lines...)
	}
	if n.Open {
		for _, p := range plan.Pays {
			lines = append(lines, fmt.Sprintf("%s pays %s %s", nameInFront(n, p.From), n.PlayerName(p.To), n.Money.Words(p.Amount)))
		}
	} else {
		for i := range n.Rows {
			if r := &n.Rows[i]; r.Kind == ledger.KindCarry && r.Undone == 0 {
				lines = append(lines, carriedOf(n, r)...)
			}
		}
	}
	if len(lines) > 0 {
		fmt.Fprintf(&b, "\n%s\n", strings.Join(lines, "\n"))
	}
	if n.Seal != "" {
		fmt.Fprintf(&b, "\nSeal: %s\n", n.Seal)
	}
	h.Text = strings.TrimSpace(b.String())
	h.Rows = fmt.Sprint(min(strings.Count(h.Text, "\n")+2, 16))
	return h
}

// standingOf are those who played, the best first.
func standingOf(n *ledger.Night) []ledger.Person {
	var out []ledger.Person
	for _, p := range sheetPeople(n) {
		at := len(out)
		for at > 0 && (out[at-1].Sum.Score() < p.Sum.Score() || out[at-1].ID == ledger.Kitty) && p.ID != ledger.Kitty {
			at--
		}
		out = append(out[:at], append([]ledger.Person{p}, out[at:]...)...)
	}
	return out
}

func countDeals(n int) string {
	switch n {
	case 0:
		return "No deal yet"
	case 1:
		return "One deal"
	}
	return fmt.Sprintf("%d deals", n)
}
