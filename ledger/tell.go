package ledger

// What an entry says, in plain words for the sheet, the statement and the way down to a total.

import (
	"fmt"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/rules"
)

// tell puts an entry that isn't a deal in words, and gives the reason it was posted for, if there is one.
func tell(names *people.Roster, money rules.Money, kind Kind, body any) (text, reason string) {
	switch b := body.(type) {
	case *chain.Edit:
		return "The night's name, date or options were changed", ""
	case *chain.Table:
		seats := make([]string, len(b.Chairs))
		for i, c := range b.Chairs {
			seats[i] = names.Name(c.Player)
			if c.Account != 0 {
				seats[i] += " for " + names.Name(c.Account)
			}
		}
		return fmt.Sprintf("At the table: %s; %s deals", and(seats), names.Name(b.Dealer)), ""
	case *chain.Last:
		switch {
		case b.More < 0:
			return "No last round any more", ""
		case b.More == 1:
			return "One more deal was agreed", ""
		}
		return fmt.Sprintf("%d more deals were agreed", b.More), ""
	case *chain.Penalty:
		var to []string
		for _, p := range b.To {
			to = append(to, names.Name(p))
		}
		if len(to) == 1 && b.To[0] == Kitty {
			return fmt.Sprintf("Penalty: %s, %s into the kitty", names.Name(b.By), money.Words(b.Amount)), b.Reason
		}
		return fmt.Sprintf("Penalty: %s, %s to %s", names.Name(b.By), each(money, b.Amount, len(to)), and(to)), b.Reason
	case *chain.Cost:
		var sum int64
		var shared []string
		for _, s := range b.Shares {
			sum += s.Amount
			shared = append(shared, names.Name(s.Player))
		}
		return fmt.Sprintf("%s laid out %s for %s: %s", names.Name(b.By), money.Words(sum), and(shared), b.What), ""
	case *chain.Payment:
		return fmt.Sprintf("%s paid %s to %s", capital(names.Name(b.From)), b.Money.Words(b.Amount), names.Name(b.To)), ""
	case *chain.Sharing:
		var parts []string
		for _, s := range b.Shares {
			parts = append(parts, fmt.Sprintf("%s to %s", money.Words(s.Amount), names.Name(s.Player)))
		}
		return "From the kitty: " + and(parts), b.Reason
	case *chain.Rounding:
		var left int64
		for _, s := range b.Shares {
			left += s.Amount
		}
		if left == 0 {
			return fmt.Sprintf("Rounded to %s, nothing was left over", money.Words(b.Coin)), ""
		}
		return fmt.Sprintf("Rounded to %s, what was left over into the kitty", money.Words(b.Coin)), ""
	case *chain.Opening:
		return fmt.Sprintf("From before: %s owes %s %s", names.Name(b.From), names.Name(b.To), b.Money.Words(b.Amount)), b.Reason
	case *chain.Debts:
		var parts []string
		for _, d := range b.Debts {
			parts = append(parts, fmt.Sprintf("%s owes %s %s", names.Name(d.From), names.Name(d.To), money.Words(d.Amount)))
		}
		if kind == chain.KindCarry {
			return "Left for next time: " + and(parts), ""
		}
		return "Brought from former evenings: " + and(parts), ""
	case *chain.Close:
		return "The night was closed", ""
	case *chain.Reason:
		if kind == chain.KindReopen {
			return "The night was opened again", b.Reason
		}
		return "Withdrawn", b.Reason
	}
	return "", ""
}

// dealText is the deal in one line: "Ann makes solo, two over: 8d. from each".
func (n *fold) dealText(names *people.Roster, t *telling) string {
	return rules.Explain(n.stakes, &t.deal, &t.result, names.Names(t.chairs), n.wordsIn(names)).Sentence()
}

func each(money rules.Money, amount int64, n int) string {
	if n > 1 {
		return money.Words(amount) + " each"
	}
	return money.Words(amount)
}

// and joins names as one speaks: "Ann, Bob and Cat".
func and(names []string) string {
	switch n := len(names); n {
	case 0:
		return "nobody"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// capital begins a sentence with a name: only the kitty's needs it.
func capital(s string) string {
	if strings.HasPrefix(s, "the ") {
		return "T" + s[1:]
	}
	return s
}
