package keeper

import (
	"fmt"
	"strings"

	"ouverte/ledger"
	"ouverte/rules/english"
	"ouverte/templates"
)

// meanwhile says, a line each, what was written in the name of one while two were taken for one person.
func meanwhile(p *ledger.Parting) (lines []string) {
	for _, e := range p.Evenings {
		var parts []string
		if e.Deals > 0 {
			parts = append(parts, english.Count(e.Deals, "deal"))
		}
		if e.Others > 0 {
			parts = append(parts, english.Count(e.Others, "other line"))
		}
		lines = append(lines, fmt.Sprintf("%s: %s, %s", evening(e.Name, e.Date), strings.Join(parts, " and "),
			e.Money.Signed(e.Amount)))
	}
	if p.More > 0 {
		lines = append(lines, "and "+english.Count(p.More, "earlier evening"))
	}
	for _, l := range p.Slate {
		lines = append(lines, l.Text)
	}
	return lines
}

// carriedLines are the debts that parting brings onto the slate.
func carriedLines(p *ledger.Parting) (lines []string) {
	for _, c := range p.Carried {
		lines = append(lines, fmt.Sprintf("%s owes %s %s, from %s", c.FromName, c.ToName,
			c.Money.Words(c.Debt.Amount), evening(c.Name, c.Date)))
	}
	return lines
}

// evening names an evening.
func evening(name, date string) string {
	if name == "" {
		return templates.LongDay(date)
	}
	return name + ", " + templates.Day(date)
}
