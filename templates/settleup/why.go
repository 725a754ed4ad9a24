package settleup

// The way down from what somebody has to pay or to get, to the deals, penalties and costs it came from.

import (
	"fmt"
	"time"

	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/rules/english"
	"ouverte/templates"
)

// Why is the page of why somebody pays or gets what they do.
type Why struct {
	*show.Night
	Of    show.PlayerID
	With  show.PlayerID // only what fell between the two; nobody for all
	Plan  settle.Plan
	Left  []show.Left // of a closed night: what it left for next time, and what became of that
	Where *time.Location
}

// Title asks it.
func (v Why) Title() string {
	if v.With != 0 {
		return fmt.Sprintf("%s and %s: why?", nameInFront(v.Night, v.Of), v.PlayerName(v.With))
	}
	return nameInFront(v.Night, v.Of) + ": why?"
}

// so are the payments that settle it, or what of them falls away.
func (v Why) so(total int64) (so []string) {
	if v.With != 0 && v.Open && v.Way.Kind().Pairs {
		return v.circled(total)
	}
	for _, p := range v.Plan.Pays {
		switch v.Of {
		case p.From:
			so = append(so, fmt.Sprintf("pays %s %s", v.PlayerName(p.To), v.Money.Words(p.Amount)))
		case p.To:
			so = append(so, fmt.Sprintf("gets %s from %s", v.Money.Words(p.Amount), v.PlayerName(p.From)))
		}
	}
	if len(so) > 0 {
		so[0] = "So " + v.PlayerName(v.Of) + " " + so[0]
	}
	return so
}

// circled says what of a debt between two is not paid, since it goes round in a circle.
func (v Why) circled(total int64) []string {
	from, to, owed := v.With, v.Of, total
	if owed < 0 {
		from, to, owed = v.Of, v.With, -owed
	}
	var pays int64
	for _, p := range v.Plan.Pays {
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
		v.Money.Words(owed-pays), v.PlayerName(from), v.PlayerName(to), v.Money.Words(pays))}
}

// lines are what moved something, and what it came to. A carry, which settles nothing, is left out once the
// night is closed; before, it is what a parting took from a table.
func (v Why) lines() (lines []show.WhyLine, total int64) {
	all := v.Night.Why(v.Of)
	if v.With != 0 {
		all = v.WhyBetween(v.Of, v.With)
	}
	for _, l := range all {
		paid := l.Row.Kind == show.KindPayment && v.Way.Kind().Go // there and then: it says nothing of why
		if (l.Row.Kind != show.KindCarry || v.Open) && !paid {
			total += l.Amount
			lines = append(lines, show.WhyLine{Row: l.Row, Amount: l.Amount, After: total})
		}
	}
	return lines, total
}

// parts are the sums of each kind.
func (v Why) parts(lines []show.WhyLine) (parts []show.Net) {
	sums := map[string]int64{}
	for _, l := range lines {
		sums[whatKind(v.Night, l.Row.Kind)] += l.Amount
	}
	for _, kind := range []show.Kind{show.KindDeal, show.KindPenalty, show.KindCost, show.KindShare,
		show.KindRounding, show.KindCarry, show.KindPayment} {
		if name := whatKind(v.Night, kind); sums[name] != 0 {
			parts = append(parts, show.Net{Name: name, Amount: sums[name]})
		}
	}
	return parts
}

// lead says what it comes to.
func (v Why) lead(total int64) string {
	n := v.Night
	who, whom := nameInFront(n, v.Of), ""
	if v.With != 0 {
		whom = " " + n.PlayerName(v.With)
	}
	switch {
	case !n.Money.Handed():
		return english.Stop(who + " has " + n.Money.Signed(total))
	case v.With == 0 && n.Way.Kind().Go && n.Meeting == 0:
		return english.Stop(who + " " + homeWords(n, v.Of))
	case total < 0 && !n.Open:
		return english.Stop(fmt.Sprintf("When the night was closed, %s owed%s %s", n.PlayerName(v.Of), whom,
			n.Money.Words(-total)))
	case total > 0 && !n.Open && v.With != 0:
		return english.Stop(fmt.Sprintf("When the night was closed, %s owed %s %s", n.PlayerName(v.With),
			n.PlayerName(v.Of), n.Money.Words(total)))
	case total > 0 && !n.Open:
		return english.Stop(fmt.Sprintf("When the night was closed, %s was to get %s", n.PlayerName(v.Of),
			n.Money.Words(total)))
	case total < 0:
		return english.Stop(fmt.Sprintf("%s owes%s %s", who, whom, n.Money.Words(-total)))
	case total > 0 && v.With != 0:
		return english.Stop(fmt.Sprintf("%s owes %s %s", nameInFront(n, v.With), n.PlayerName(v.Of),
			n.Money.Words(total)))
	case total > 0:
		return english.Stop(fmt.Sprintf("%s gets %s", who, n.Money.Words(total)))
	}
	return "It comes to nothing."
}

// whyPart is one of the pieces somebody pays in.
type whyPart struct {
	show.Payment
	gets, has int64 // whom it is for: in all, and of that already
}

// pieces are what somebody pays in with the fewest payments; none where all goes to one.
func (v Why) pieces() (out []whyPart) {
	if v.With != 0 || !v.Way.Kind().Pieces {
		return nil
	}
	gets := map[show.PlayerID]int64{}
	for _, o := range v.Owed() {
		gets[o.Player] = o.Amount
	}
	for _, p := range v.Plan.Pays {
		if p.From == v.Of && gets[p.To] > 0 {
			has := max(0, -handed(v.Night, p.To))
			out = append(out, whyPart{p, gets[p.To] + has, has})
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// gets says what comes to whom a piece is for; more pieces may follow.
func (v Why) gets(p whyPart, more bool) string {
	says := ", who gets " + v.Money.Words(p.gets) + " in all"
	if p.has > 0 {
		says += " and has " + v.Money.Words(p.has) + " of it already"
	}
	if more {
		return says + "; "
	}
	return english.Stop(says)
}

// inAll leads to the pieces.
func (v Why) inAll(total int64) string {
	pays := "pays"
	if handed(v.Night, v.Of) != 0 {
		pays = "still pays"
	}
	return fmt.Sprintf("So %s %s %s in all; to keep the payments few, ", v.PlayerName(v.Of), pays,
		v.Money.Words(-total))
}

// handed is what the payments so far brought to somebody's account: below zero for who has got something.
func handed(n *show.Night, p show.PlayerID) (sum int64) {
	for _, l := range n.Why(p) {
		if l.Row.Kind == show.KindPayment {
			sum += l.Amount
		}
	}
	return sum
}

func whatKind(n *show.Night, k show.Kind) string {
	switch k {
	case show.KindDeal:
		return "Deals"
	case show.KindPenalty:
		return english.Capital(templates.Besides(n))
	case show.KindCost:
		return "Costs"
	case show.KindShare:
		return "Kitty"
	case show.KindRounding:
		return "Rounding"
	case show.KindPayment:
		return "Payments"
	}
	return "From before"
}
