package keeper

import (
	"fmt"

	"ouverte/ledger/show"
	"ouverte/templates/say"
)

// carriedLines are the debts that parting brings onto the slate.
func carriedLines(p *show.Parting) (lines []string) {
	for _, c := range p.Carried {
		lines = append(lines, fmt.Sprintf("%s owes %s %s, from %s", c.FromName, c.ToName,
			c.Money.Words(c.Debt.Amount), nightName(c.Name, c.Date)))
	}
	return lines
}

// nightName names an evening.
func nightName(name, date string) string {
	if name == "" {
		return say.LongDay(date)
	}
	return name + ", " + say.Day(date)
}
