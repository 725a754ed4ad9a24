package people

// Entries in plain words, for the sheet, the statement and the way down to a total.

import (
	"cmp"
	"fmt"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/rules"
	"ouverte/rules/english"
)

// Tell puts an entry that isn't a deal in words, and returns the reason given for it, if any.
func (r *Roster) Tell(money rules.Money, kind chain.Kind, body any) (text, reason string) {
	switch b := body.(type) {
	case *chain.Edit:
		return "The night's name, date or options were changed", ""
	case *chain.Table:
		return r.table(b), ""
	case *chain.Last:
		return last(b), ""
	case *chain.Penalty:
		return r.penalty(money, b), b.Reason
	case *chain.Cost:
		shared := ListOf(b.Shares, func(s chain.Share) string { return r.Name(s.Player) })
		return fmt.Sprintf("%s laid out %s for %s: %s", r.Name(b.By), money.Words(sumOf(b.Shares)), shared,
			b.What), ""
	case *chain.Payment:
		from := r.Name(b.From)
		if strings.HasPrefix(from, "the ") {
			from = english.Capital(from)
		}
		return fmt.Sprintf("%s paid %s to %s", from, b.Money.Words(b.Amount), r.Name(b.To)), ""
	case *chain.Sharing:
		return "From the kitty: " + ListOf(b.Shares, func(s chain.Share) string {
			return money.Words(s.Amount) + " to " + r.Name(s.Player)
		}), b.Reason
	case *chain.Rounding:
		over := "nothing was left over"
		if sumOf(b.Shares) != 0 {
			over = "what was left over into the kitty"
		}
		return fmt.Sprintf("Rounded to %s, %s", money.Words(b.Coin), over), ""
	case *chain.Opening:
		return "From before: " + r.Owes(b.Money, chain.Debt{From: b.From, To: b.To, Amount: b.Amount}), b.Reason
	case *chain.Debts:
		debts := ListOf(b.Debts, func(d chain.Debt) string { return r.Owes(money, d) })
		if kind == chain.KindCarry {
			return "Left for next time: " + debts, ""
		}
		return "Brought from former evenings: " + debts, ""
	case *chain.Round:
		return r.round(b), ""
	case *chain.Present:
		if b.Gone {
			return r.Name(b.Player) + " went home", ""
		}
		return r.Name(b.Player) + " came late", ""
	case *chain.Handed:
		debts := ListOf(b.Debts, func(d chain.Debt) string { return r.Owes(money, d) })
		if kind == chain.KindHand {
			return "Handed to the evening: " + debts, ""
		}
		return "Taken over from a table: " + debts, ""
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

func (r *Roster) table(b *chain.Table) string {
	seats := ListOf(b.Chairs, func(c chain.Chair) string {
		if c.Account != 0 {
			return r.Name(c.Player) + " for " + r.Name(c.Account)
		}
		return r.Name(c.Player)
	})
	return fmt.Sprintf("At the table: %s; %s deals", seats, r.Name(b.Dealer))
}

func (r *Roster) round(b *chain.Round) string {
	text := fmt.Sprintf("Round %d: ", b.Round)
	switch {
	case b.Moves != "":
		return fmt.Sprintf("From round %d on: %s", b.Round, strings.ToLower(b.Moves.Kind().Name))
	case b.Plan && len(b.Tables) == 0:
		return text + "the seats as proposed again"
	case b.Plan:
		text = fmt.Sprintf("The seats of round %d, changed: ", b.Round)
	}
	for i, t := range b.Tables {
		if i > 0 {
			text += "; "
		}
		text += ListOf(t.Seats, r.Name)
	}
	if len(b.Rest) > 0 {
		text += "; " + ListOf(b.Rest, r.Name) + " rest"
		if len(b.Rest) == 1 {
			text += "s"
		}
	}
	return text
}

func last(b *chain.Last) string {
	switch {
	case b.More < 0:
		return "No last round any more"
	case b.More == 1:
		return "One more deal was agreed"
	}
	return fmt.Sprintf("%d more deals were agreed", b.More)
}

func (r *Roster) penalty(money rules.Money, b *chain.Penalty) string {
	amount, to := money.Words(b.Amount), "to "+ListOf(b.To, r.Name)
	switch {
	case len(b.To) == 1 && b.To[0] == chain.Kitty:
		to = "into the kitty"
	case len(b.To) > 1:
		amount += " each"
	}
	what := map[string]string{chain.AsBet: "Bet", chain.AsCorrection: "Correction"}[b.As]
	return fmt.Sprintf("%s: %s, %s %s", cmp.Or(what, "Penalty"), r.Name(b.By), amount, to)
}

func (r *Roster) Owes(money rules.Money, d chain.Debt) string {
	return fmt.Sprintf("%s owes %s %s", r.Name(d.From), r.Name(d.To), money.Words(d.Amount))
}

func sumOf(shares []chain.Share) (sum int64) {
	for _, s := range shares {
		sum += s.Amount
	}
	return sum
}

// ListOf lists things by their names; "nobody" if there are none.
func ListOf[T any](all []T, name func(T) string) string {
	if len(all) == 0 {
		return "nobody"
	}
	names := make([]string, len(all))
	for i, one := range all {
		names[i] = name(one)
	}
	return english.List(names)
}
