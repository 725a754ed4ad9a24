package settleup

// What became of what a night left when it was closed, on its own page and once it is open again.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
)

// sinceView is what was paid between the close and now, of a night that was opened again.
type sinceView struct {
	Head, Lead string
	Paid       []sincePayment
}

// sincePayment is a payment of what the night left; it has a key while it isn't counted in the night.
type sincePayment struct {
	Text, When     string
	From, To, Owed string // as a debt the other way round, which is how it is counted in
	Count, Key     string
}

// stillOpen is what of that which a night left for somebody is open now; above zero is to get.
func stillOpen(left []ledger.Left, p ledger.PlayerID) (open int64) {
	for _, l := range left {
		switch p {
		case l.To:
			open += l.Open
		case l.From:
			open -= l.Open
		}
	}
	return open
}

// leftNow says what of what was left for somebody is left still.
func leftNow(m rules.Money, then, now int64) (words, sign string) {
	still := ""
	if now != then {
		still = "still "
	}
	switch {
	case now == 0:
		return "settled since ✓", "even"
	case now > 0:
		return unbroken(m.Words(now)) + " " + still + "left to get", "w"
	default:
		return unbroken(m.Words(-now)) + " " + still + "left to pay", "l"
	}
}

// becameOf says what became of a debt that was left for next time; nothing where all of it is open still.
func becameOf(n *ledger.Night, l *ledger.Left, where *time.Location) string {
	if l.Open == l.Amount {
		return ""
	}
	var parts []string
	end := "nothing of it is open any more."
	for i := range l.Since {
		p := &l.Since[i]
		if p.Night != 0 {
			end = "what was open of it is settled there."
		}
		parts = append(parts, paidSince(n, p)+" "+sinceWhen(p, where))
	}
	if len(parts) == 0 {
		parts = []string{"settled since with what else was between them"}
	}
	if l.Open == 0 {
		return english.Capital(strings.Join(parts, "; ")) + ": " + end
	}
	return english.Stop(english.Capital(strings.Join(parts, "; ")) + ": still open is " + n.Money.Words(l.Open))
}

// paidSince says a payment of what a night had left.
func paidSince(n *ledger.Night, p *ledger.PaidSince) string {
	if p.Night != 0 {
		return fmt.Sprintf("%s’s %s for %s went into the settlement", nameInFront(n, p.From),
			n.Money.Words(p.Amount), n.PlayerName(p.To))
	}
	return fmt.Sprintf("%s paid %s %s", nameInFront(n, p.From), n.PlayerName(p.To), n.Money.Words(p.Amount))
}

func sinceWhen(p *ledger.PaidSince, where *time.Location) string {
	if p.Night != 0 {
		return "of " + templates.Day(p.Date)
	}
	return "on " + templates.Day(p.At.In(where).Format(time.DateOnly))
}

// sinceClosed is what was paid while a night was closed that is open again.
func sinceClosed(n *ledger.Night, a About) sinceView {
	var out sinceView
	for i := range a.Left {
		l := &a.Left[i]
		for j := range l.Since {
			p := &l.Since[j]
			out.Paid = append(out.Paid, sincePayment{Text: paidSince(n, p), When: sinceWhen(p, a.Where)})
		}
		if l.Apart == 0 || len(l.Since) == 0 {
			continue
		}
		last := &out.Paid[len(out.Paid)-1]
		last.From, last.To = templates.PlayerNo(l.To), templates.PlayerNo(l.From)
		last.Owed = strconv.FormatInt(l.Apart, 10)
		last.Count, last.Key = "Count "+n.Money.Words(l.Apart)+" in", a.Key()
	}
	if len(out.Paid) == 0 {
		return out
	}
	out.Head, out.Lead = "Paid since the night was closed", "It is counted in tonight."
	if slices.ContainsFunc(a.Left,
		func(l ledger.Left) bool { return slices.ContainsFunc(l.Since, wentElsewhere) }) {
		out.Head = "Since the night was closed"
	}
	if slices.ContainsFunc(out.Paid, func(p sincePayment) bool { return p.Key != "" }) {
		out.Lead = "Opened again, the night asks for it once more, until you count it in."
	}
	return out
}

// wentElsewhere tells whether it was brought into another night.
func wentElsewhere(p ledger.PaidSince) bool { return p.Night != 0 }
