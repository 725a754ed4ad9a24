package settleup

// Handing a settlement on: as words for a message.

import (
	"fmt"
	"strings"
	"time"

	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/templates/say"
)

// message is the evening in words: standing, the rest of the settlement and its result, payments made and to
// make, what became of debts left, the seal.
func message(n *show.Night, plan settle.Plan, left []show.Left, where *time.Location) string {
	var b strings.Builder
	when := say.LongDay(n.Date)
	if n.Name != "" {
		fmt.Fprintf(&b, "%s, %s\n", n.Name, when)
	} else {
		fmt.Fprintln(&b, when)
	}
	fmt.Fprintf(&b, "%s, %s\n\n", say.DealsSoFar(n), say.RulesLine(n))
	for _, p := range n.Standings() {
		fmt.Fprintf(&b, "%s %s\n", p.Name, n.Money.Signed(p.Sum.Score()))
	}
	if besides := besidesOf(n); len(besides) > 0 {
		fmt.Fprintf(&b, "\n%s\n\nWith all that:\n", strings.Join(besides, "\n"))
		for _, p := range n.CameTo() {
			fmt.Fprintf(&b, "%s %s\n", nameInFront(n, p.ID), n.Money.Signed(p.Amount))
		}
	}
	var lines []string
	if n.Way.Kind().Go && n.Went() {
		lines = []string{"We paid as we went: nothing is left to pay."}
	}
	for _, r := range n.Ticked() {
		p := r.Paid
		lines = append(lines, fmt.Sprintf("%s paid %s %s", nameInFront(n, p.From), n.PlayerName(p.To),
			n.Money.Words(p.Amount)))
	}
	if n.Open {
		for _, p := range plan.Pays {
			lines = append(lines, fmt.Sprintf("%s pays %s %s", nameInFront(n, p.From), n.PlayerName(p.To),
				n.Money.Words(p.Amount)))
		}
	}
	for i := range left {
		if n.Open {
			break
		}
		line := debtWords(n, left[i].Debt)
		if became := becameOf(n, &left[i], where); became != "" {
			line += " (" + became + ")"
		}
		lines = append(lines, line)
	}
	if len(lines) > 0 {
		fmt.Fprintf(&b, "\n%s\n", strings.Join(lines, "\n"))
	}
	if n.Seal != "" {
		fmt.Fprintf(&b, "\nSeal: %s\n", n.Seal)
	}
	return strings.TrimSpace(b.String())
}

// besidesOf says what is in the settlement besides the deals and penalties, as the printed sheet does.
func besidesOf(n *show.Night) []string {
	var out []string
	for _, r := range n.Besides() {
		out = append(out, withReason(r))
	}
	return out
}
