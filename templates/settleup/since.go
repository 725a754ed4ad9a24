package settleup

// Payments made after a night was closed, on its own page and once it is open again.

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/say"
)

// Became says what became of a debt that was left for next time; nothing where all of it is open still.
func Became(n *show.Night, l *show.DebtLeft, where *time.Location) string {
	if l.Open == l.Amount {
		return ""
	}
	var parts []string
	end := "nothing is open any more."
	for i := range l.Since {
		p := &l.Since[i]
		if p.Night != 0 {
			end = "the rest is settled there."
		}
		parts = append(parts, paidSince(n, p)+" "+sinceWhen(p, where))
	}
	switch {
	case len(parts) == 0 && l.Open == 0:
		return "Settled since."
	case len(parts) == 0:
		parts = []string{"settled since, but for a part"}
	case l.Open == 0:
		return english.Capital(strings.Join(parts, "; ")) + ": " + end
	}
	said := english.Capital(strings.Join(parts, "; "))
	return english.Stop(said + ": " + n.Money.Words(l.Open) + " is still open")
}

// paidSince says a payment of what a night had left.
func paidSince(n *show.Night, p *show.PaidSince) string {
	if p.Night != 0 {
		return fmt.Sprintf("%s’s %s for %s went into the settlement", say.NameInFront(n, p.From),
			n.Money.Words(p.Amount), n.PlayerName(p.To))
	}
	return fmt.Sprintf("%s paid %s %s", say.NameInFront(n, p.From), n.PlayerName(p.To), n.Money.Words(p.Amount))
}

func sinceWhen(p *show.PaidSince, where *time.Location) string {
	if p.Night != 0 {
		return "of " + say.Day(p.Date)
	}
	return "on " + say.Day(p.At.In(where).Format(time.DateOnly))
}

// sincePayment is a payment of what the night left, while it was closed; apart is what of the debt isn't
// counted in yet, said with the last payment of it.
type sincePayment struct {
	*show.PaidSince
	apart int64
}

// since are the payments of what the night left, of one that is open again.
func (v View) since() (all []sincePayment) {
	for i := range v.DebtsLeft {
		l := &v.DebtsLeft[i]
		for j := range l.Since {
			all = append(all, sincePayment{PaidSince: &l.Since[j]})
		}
		if len(l.Since) > 0 {
			all[len(all)-1].apart = l.Apart
		}
	}
	return all
}

// sinceSays heads them.
func sinceSays(all []sincePayment) (head, lead string) {
	head, lead = "Paid since the night was closed", "It is counted in tonight."
	if slices.ContainsFunc(all, func(p sincePayment) bool { return broughtOver(*p.PaidSince) }) {
		head = "Since the night was closed"
	}
	if slices.ContainsFunc(all, func(p sincePayment) bool { return p.apart > 0 }) {
		lead = "You opened the night again. It asks for this money until you count it in."
	}
	return head, lead
}

// former are the debts of former evenings, but for those that since tells of.
func (v View) former() []show.OldDebt {
	return slices.DeleteFunc(slices.Clone(v.Former), func(d show.OldDebt) bool {
		return slices.ContainsFunc(v.DebtsLeft, func(l show.DebtLeft) bool {
			return l.From == d.To && l.To == d.From && l.Apart == d.Amount
		})
	})
}

// onlyReopened says why a debt is open, and where that is put right, if it is so only because an evening is
// open again.
func onlyReopened(d chain.Debt, reopened []show.ReopenedDebt) (why, there string) {
	i := slices.IndexFunc(reopened, func(o show.ReopenedDebt) bool { return o.Debt == d })
	if i < 0 {
		return "", ""
	}
	return "only because the evening of " + say.Day(reopened[i].Date) + " is open again. Count it in " +
		"there and it is settled", say.NightPath(reopened[i].Night) + "/settle#since"
}

// sinceOf is the day a debt is from.
func sinceOf(d show.OldDebt, where *time.Location) string {
	if d.Date != "" {
		return d.Date
	}
	return d.At.In(where).Format(time.DateOnly)
}

// oldDebtWords say what is open from former evenings, a sentence each: "Dan owes Ann 2s.".
func oldDebtWords(debts []show.OldDebt) []string {
	var out []string
	for _, d := range debts {
		amount := d.Money.Words(d.Amount)
		if d.Money == rules.Units {
			amount += " " + string(d.Money)
		}
		out = append(out, fmt.Sprintf("%s owes %s %s", english.Capital(d.FromName), d.ToName, amount))
	}
	return out
}

// FormerWords say in a line what is open from former evenings: the debts themselves where they are few.
func FormerWords(debts []show.OldDebt) string {
	switch words := oldDebtWords(debts); {
	case len(words) == 0:
		return ""
	case len(words) <= 2:
		return strings.Join(words, ", ")
	default:
		return words[0] + "; " + english.Number(len(words)-1) + " more are open"
	}
}

// broughtOver tells whether it was brought into another night.
func broughtOver(p show.PaidSince) bool { return p.Night != 0 }
