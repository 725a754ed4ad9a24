package settleup

// Handing a settlement on: as words for a message.

import (
	"fmt"
	"strings"
	"time"

	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/rules/english"
	"ouverte/templates/say"
)

// Message is the evening in words: standing, the rest of the settlement and its result, payments made and to
// make, what became of debts left, the seal.
func Message(n *show.Night, plan settle.Plan, left []show.DebtLeft, where *time.Location) string {
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
	if extras := SayExtras(n); len(extras) > 0 {
		fmt.Fprintf(&b, "\n%s\n\nWith all that:\n", strings.Join(extras, "\n"))
		for _, p := range n.CameTo() {
			fmt.Fprintf(&b, "%s %s\n", say.NameInFront(n, p.ID), n.Money.Signed(p.Amount))
		}
	}
	var lines []string
	if n.Way.Kind().Go && n.Went() {
		lines = []string{"We paid as we went: nothing is left to pay."}
	}
	for _, r := range n.Ticked() {
		p := r.Paid
		lines = append(lines, fmt.Sprintf("%s paid %s %s", say.NameInFront(n, p.From), n.PlayerName(p.To),
			n.Money.Words(p.Amount)))
	}
	if n.Open {
		for _, p := range plan.Pays {
			lines = append(lines, fmt.Sprintf("%s pays %s %s", say.NameInFront(n, p.From), n.PlayerName(p.To),
				n.Money.Words(p.Amount)))
		}
	}
	for i := range left {
		if n.Open {
			break
		}
		line := debtWords(n, left[i].Debt)
		if became := Became(n, &left[i], where); became != "" {
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

// SayExtras says what is in the settlement besides the deals and penalties, as the printed sheet does.
func SayExtras(n *show.Night) []string {
	var out []string
	for _, r := range n.Extras() {
		out = append(out, withReason(r))
	}
	return out
}

// PaysHead heads a list of payments: how many, and how many of them are still open.
func PaysHead(n *show.Night, many int, left []show.DebtLeft) string {
	open := show.StillOpen(left)
	if n.Open { // the wall shows what an open night would leave
		open = 0
	}
	switch {
	case !n.Money.Handed():
		return "Played for points: nothing changes hands"
	case n.Way.Kind().Go && n.Went():
		return "You paid as you went"
	case many == 0:
		return "Nobody owes anybody anything"
	}
	head := english.Capital(english.Spelled(many, "payment"))
	if costsOf(n) > 0 {
		head += ", with the costs in them"
	} else if open == 0 {
		head += ", and you are even"
	}
	switch {
	case open == 0:
		return head
	case open < many:
		return head + ", " + english.Number(open) + " still open"
	case many > 2:
		return head + ", all still open"
	case many == 2:
		return head + ", both still open"
	}
	return head + ", still open"
}
