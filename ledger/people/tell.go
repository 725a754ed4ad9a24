package ledger

// Entries in plain words, for the sheet, the statement and the way down to a total.

import (
	"fmt"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/rules"
	"ouverte/rules/english"
)

// tell puts an entry that isn't a deal in words, and returns the reason given for it, if any.
func tell(names *people.Roster, money rules.Money, kind Kind, body any) (text, reason string) {
	list := func(all []PlayerID) string { return listOf(all, names.Name) }
	switch b := body.(type) {
	case *chain.Edit:
		return "The night's name, date or options were changed", ""
	case *chain.Table:
		seats := listOf(b.Chairs, func(c Chair) string {
			if c.Account != 0 {
				return names.Name(c.Player) + " for " + names.Name(c.Account)
			}
			return names.Name(c.Player)
		})
		return fmt.Sprintf("At the table: %s; %s deals", seats, names.Name(b.Dealer)), ""
	case *chain.Last:
		switch {
		case b.More < 0:
			return "No last round any more", ""
		case b.More == 1:
			return "One more deal was agreed", ""
		}
		return fmt.Sprintf("%d more deals were agreed", b.More), ""
	case *chain.Penalty:
		amount, to := money.Words(b.Amount), "to "+list(b.To)
		switch {
		case len(b.To) == 1 && b.To[0] == Kitty:
			to = "into the kitty"
		case len(b.To) > 1:
			amount += " each"
		}
		return fmt.Sprintf("Penalty: %s, %s %s", names.Name(b.By), amount, to), b.Reason
	case *chain.Cost:
		var sum int64
		for _, s := range b.Shares {
			sum += s.Amount
		}
		shared := listOf(b.Shares, func(s Share) string { return names.Name(s.Player) })
		return fmt.Sprintf("%s laid out %s for %s: %s", names.Name(b.By), money.Words(sum), shared,
			b.What), ""
	case *chain.Payment:
		from := names.Name(b.From)
		if strings.HasPrefix(from, "the ") {
			from = english.Capital(from)
		}
		return fmt.Sprintf("%s paid %s to %s", from, b.Money.Words(b.Amount), names.Name(b.To)), ""
	case *chain.Sharing:
		return "From the kitty: " + listOf(b.Shares, func(s Share) string {
			return money.Words(s.Amount) + " to " + names.Name(s.Player)
		}), b.Reason
	case *chain.Rounding:
		over := "nothing was left over"
		if !evenly(b.Shares) {
			over = "what was left over into the kitty"
		}
		return fmt.Sprintf("Rounded to %s, %s", money.Words(b.Coin), over), ""
	case *chain.Opening:
		return "From before: " + owes(names, b.Money, Debt{From: b.From, To: b.To,
			Amount: b.Amount}), b.Reason
	case *chain.Debts:
		debts := listOf(b.Debts, func(d Debt) string { return owes(names, money, d) })
		if kind == chain.KindCarry {
			return "Left for next time: " + debts, ""
		}
		return "Brought from former evenings: " + debts, ""
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

func owes(names *people.Roster, money rules.Money, d Debt) string {
	return fmt.Sprintf("%s owes %s %s", names.Name(d.From), names.Name(d.To), money.Words(d.Amount))
}

// evenly tells whether a rounding came out without anything for the kitty.
func evenly(shares []Share) bool {
	var left int64
	for _, s := range shares {
		left += s.Amount
	}
	return left == 0
}

// listOf lists things by their names; "nobody" if there are none.
func listOf[T any](all []T, name func(T) string) string {
	if len(all) == 0 {
		return "nobody"
	}
	names := make([]string, len(all))
	for i, one := range all {
		names[i] = name(one)
	}
	return english.List(names)
}

// dealText is the deal in one line: "Ann makes solo, two over: 8d. from each".
func (n *fold) dealText(names *people.Roster, t *version) string {
	return rules.Explain(n.stakes, &t.deal, &t.result, names.Names(t.chairs), n.wordsIn(names)).Sentence()
}
