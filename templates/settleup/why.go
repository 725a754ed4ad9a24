package settleup

// The way down from what somebody has to pay or to get, to the deals, penalties and costs it came from.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/settle"
	"ouverte/rules/english"
	"ouverte/templates"
)

// WhyAbout is what the page is made of.
type WhyAbout struct {
	Night  *ledger.Night
	Player ledger.PlayerID
	With   ledger.PlayerID // only what fell between the two; nobody for all
	Plan   settle.Plan
	Href   func(ledger.PlayerID) string // why another pays or gets what they do
	Left   []ledger.Left                // of a closed night: what it left for next time, and what became of that
	Where  *time.Location
	Back   string
}

// WhyView is the page.
type WhyView struct {
	Title string
	When  string // the night, for a printed page
	Lead  string
	Sign  string
	Parts []templates.NetLine
	Lines []whyRow
	Sum   string
	So    []string  // the payments that settle it
	InAll string    // what is paid in pieces, that few payments are needed …
	Split []whyPart // … and where each piece goes
	Later []string  // what was left of it for next time, and what became of that
	Back  string
}

// whyPart is one of the pieces somebody pays in.
type whyPart struct{ Before, Name, After, Href string }

// whyRow is one thing that moved something.
type whyRow struct {
	No, Text, How string
	Href          string
	Amount, After templates.Amount
}

// NewWhy makes the page.
func NewWhy(a WhyAbout) WhyView {
	n := a.Night
	night, when := head(n)
	v := WhyView{Back: a.Back, When: night + " · " + when,
		Title: nameInFront(n, a.Player) + ": why?"}
	if a.With != 0 {
		v.Title = fmt.Sprintf("%s and %s: why?", nameInFront(n, a.Player), n.PlayerName(a.With))
	}
	total := v.lines(a)
	v.Sign, v.Sum, v.Lead = templates.Sign(total), n.Money.Signed(total), whyLead(a, total)
	if v.Split = splitOf(a); len(v.Split) > 0 {
		v.InAll = fmt.Sprintf("So %s pays %s in all; to keep the payments few, ", n.PlayerName(a.Player),
			n.Money.Words(-total))
		if handed(n, a.Player) != 0 {
			v.InAll = strings.Replace(v.InAll, "pays", "still pays", 1)
		}
		return v
	}
	if a.With != 0 && n.Open && n.Way.Kind().Pairs {
		v.So = circled(a, total)
		return v
	}
	for i := range a.Left {
		if l := &a.Left[i]; l.From == a.Player || l.To == a.Player {
			v.Later = append(v.Later, english.Stop(debtWords(n, l.Debt))+" "+becameOf(n, l, a.Where))
		}
	}
	for _, p := range a.Plan.Pays {
		switch a.Player {
		case p.From:
			v.So = append(v.So, fmt.Sprintf("pays %s %s", n.PlayerName(p.To), n.Money.Words(p.Amount)))
		case p.To:
			v.So = append(v.So, fmt.Sprintf("gets %s from %s", n.Money.Words(p.Amount), n.PlayerName(p.From)))
		}
	}
	if len(v.So) > 0 {
		v.So[0] = "So " + n.PlayerName(a.Player) + " " + v.So[0]
	}
	return v
}

// circled says what of a debt between two is not paid, since it goes round in a circle.
func circled(a WhyAbout, total int64) []string {
	n, from, to, owed := a.Night, a.With, a.Player, total
	if owed < 0 {
		from, to, owed = a.Player, a.With, -owed
	}
	var pays int64
	for _, p := range a.Plan.Pays {
		if p.From == from && p.To == to {
			pays += p.Amount
		}
	}
	switch {
	case pays == owed:
		return nil
	case pays == 0:
		return []string{"All of it goes round in a circle and falls away: nothing of it is paid"}
	}
	return []string{fmt.Sprintf("%s of it goes round in a circle and falls away: so %s pays %s %s",
		n.Money.Words(owed-pays), n.PlayerName(from), n.PlayerName(to), n.Money.Words(pays))}
}

// lines fills in what moved something, with the sum of each kind, and returns the total. A carry, which
// settles nothing, is left out once the night is closed; before, it is what a parting took from a table.
func (v *WhyView) lines(a WhyAbout) (total int64) {
	n := a.Night
	kinds := map[string]int64{}
	add := func(r *ledger.Row, amount int64) {
		if r.Kind == ledger.KindCarry && !n.Open {
			return
		}
		total += amount
		row := whyRow{Text: r.Text, How: r.Reason, Amount: templates.SignedAmount(n.Money, amount),
			After: templates.AmountOf(n.Money, total)}
		if r.Deal != nil {
			row.No, row.Text = strconv.Itoa(r.Deal.Nth), n.Words.Name(r.Deal.Deal.Call)
			row.How = n.Telling(r.Deal).Course()
			row.Href = templates.DealPath(n.ID, r.Deal.ID)
		}
		kinds[whatKind(n, r.Kind)] += amount
		v.Lines = append(v.Lines, row)
	}
	if a.With == 0 {
		for _, l := range n.Why(a.Player) {
			add(l.Row, l.Amount)
		}
	} else {
		for _, r := range slices.Backward(n.Rows) {
			var amount int64
			for _, t := range r.Moves {
				switch {
				case t.From == a.With && t.To == a.Player:
					amount += t.Amount
				case t.From == a.Player && t.To == a.With:
					amount -= t.Amount
				}
			}
			if amount != 0 {
				add(r, amount)
			}
		}
	}
	for _, kind := range []string{"Deals", whatKind(n, ledger.KindPenalty), "Costs", "Kitty", "Rounding",
		"From before", "Payments"} {
		if amount := kinds[kind]; amount != 0 {
			v.Parts = append(v.Parts, templates.NewNetLine(n.Money, kind, amount))
		}
	}
	return total
}

// whyLead says what it comes to.
func whyLead(a WhyAbout, total int64) string {
	n := a.Night
	who, whom := nameInFront(n, a.Player), ""
	if a.With != 0 {
		whom = " " + n.PlayerName(a.With)
	}
	switch {
	case !n.Money.Handed():
		return english.Stop(who + " has " + n.Money.Signed(total))
	case total < 0 && !n.Open:
		return english.Stop(fmt.Sprintf("When the night was closed, %s owed%s %s", n.PlayerName(a.Player), whom,
			n.Money.Words(-total)))
	case total > 0 && !n.Open && a.With != 0:
		return english.Stop(fmt.Sprintf("When the night was closed, %s owed %s %s", n.PlayerName(a.With),
			n.PlayerName(a.Player), n.Money.Words(total)))
	case total > 0 && !n.Open:
		return english.Stop(fmt.Sprintf("When the night was closed, %s was to get %s", n.PlayerName(a.Player),
			n.Money.Words(total)))
	case total < 0:
		return english.Stop(fmt.Sprintf("%s owes%s %s", who, whom, n.Money.Words(-total)))
	case total > 0 && a.With != 0:
		return english.Stop(fmt.Sprintf("%s owes %s %s", nameInFront(n, a.With), n.PlayerName(a.Player),
			n.Money.Words(total)))
	case total > 0:
		return english.Stop(fmt.Sprintf("%s gets %s", who, n.Money.Words(total)))
	}
	return "It comes to nothing."
}

// splitOf are the pieces somebody pays in with the fewest payments; none where all goes to one.
func splitOf(a WhyAbout) []whyPart {
	if !a.Night.Way.Kind().Pieces {
		return nil
	}
	money, gets := a.Night.Money, map[ledger.PlayerID]int64{}
	for _, o := range a.Night.Owed() {
		gets[o.Player] = o.Amount
	}
	var out []whyPart
	for _, p := range a.Plan.Pays {
		if p.From == a.Player && gets[p.To] > 0 {
			part := whyPart{Before: money.Words(p.Amount) + " of it goes to ", Name: a.Night.PlayerName(p.To),
				After: ", who gets " + money.Words(gets[p.To]) + " in all", Href: a.Href(p.To)}
			if got := -handed(a.Night, p.To); got > 0 {
				part.After = fmt.Sprintf(", who gets %s in all and has %s of it already",
					money.Words(gets[p.To]+got), money.Words(got))
			}
			out = append(out, part)
		}
	}
	if len(out) < 2 {
		return nil
	}
	for i := range out[:len(out)-1] {
		out[i].After += "; "
	}
	out[len(out)-1].After = english.Stop(out[len(out)-1].After)
	return out
}

// handed is what the payments so far brought to somebody's account: below zero for who has got something.
func handed(n *ledger.Night, p ledger.PlayerID) (sum int64) {
	for _, l := range n.Why(p) {
		if l.Row.Kind == ledger.KindPayment {
			sum += l.Amount
		}
	}
	return sum
}

func whatKind(n *ledger.Night, k ledger.Kind) string {
	switch k {
	case ledger.KindDeal:
		return "Deals"
	case ledger.KindPenalty:
		return english.Capital(templates.Besides(n))
	case ledger.KindCost:
		return "Costs"
	case ledger.KindShare:
		return "Kitty"
	case ledger.KindRounding:
		return "Rounding"
	case ledger.KindPayment:
		return "Payments"
	}
	return "From before"
}
