package settleup

// The way down from what somebody has to pay or to get, to the deals, penalties and costs it came from.

import (
	"fmt"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/rules/english"
	"ouverte/templates/say"
)

// Why is the page of why somebody pays or gets what they do.
type Why struct {
	*show.Night
	Of        chain.PlayerID
	With      chain.PlayerID // only what fell between the two; nobody for all
	Plan      settle.Plan
	DebtsLeft []show.DebtLeft // of a closed night: what it left for next time, and what became of that
	Where     *time.Location
}

// Title asks it.
func (v Why) Title() string {
	if v.With != 0 {
		return fmt.Sprintf("%s and %s: why?", say.NameInFront(v.Night, v.Of), v.PlayerName(v.With))
	}
	return say.NameInFront(v.Night, v.Of) + ": why?"
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

// circled says what of a debt between two is not paid, since it goes round in a circle, or what is paid in
// whole coins.
func (v Why) circled(total int64) []string {
	from, to, owed := v.With, v.Of, total
	if owed < 0 {
		from, to, owed = v.Of, v.With, -owed
	}
	pays := v.Plan.Between(from, to)
	coin, _, _ := v.RoundedTo()
	switch {
	case pays == owed:
		return nil
	case coin > 1 && pays != settle.AsTheyFell(v.Between()).Between(from, to) && pays == 0:
		return []string{"You rounded to " + v.Money.Words(coin) + ": so nobody pays it"}
	case coin > 1 && pays != settle.AsTheyFell(v.Between()).Between(from, to):
		return []string{fmt.Sprintf("You rounded to %s: so %s pays %s %s", v.Money.Words(coin),
			v.PlayerName(from), v.PlayerName(to), v.Money.Words(pays))}
	case pays == 0:
		return []string{"All of it goes round in a circle and cancels out: nobody pays it"}
	}
	return []string{fmt.Sprintf("%s of it goes round in a circle and cancels out: so %s pays %s %s",
		v.Money.Words(owed-pays), v.PlayerName(from), v.PlayerName(to), v.Money.Words(pays))}
}

// lines are what moved something, and what it came to.
func (v Why) lines() (lines []show.WhyLine, total int64) {
	if lines = v.Night.Why(v.Of); v.With != 0 {
		lines = v.WhyBetween(v.Of, v.With)
	}
	return lines, show.SumsOf(lines).Total()
}

// parts are the sums of each kind.
func (v Why) parts(lines []show.WhyLine) (parts []settle.Net) {
	s := show.SumsOf(lines)
	for _, part := range []settle.Net{{Name: "Deals", Amount: s.Deals},
		{Name: english.Capital(say.PenaltyKinds(v.Night)), Amount: s.Penalties}, {Name: "Costs", Amount: s.Costs},
		{Name: "Kitty", Amount: s.Kitty}, {Name: "Rounding", Amount: s.Rounding},
		{Name: "From before", Amount: s.Carried}, {Name: "Payments", Amount: s.Payments}} {
		if part.Amount != 0 {
			parts = append(parts, part)
		}
	}
	return parts
}

// lead says what it comes to.
func (v Why) lead(total int64) string {
	n := v.Night
	who, whom := say.NameInFront(n, v.Of), ""
	if v.With != 0 {
		whom = " " + n.PlayerName(v.With)
	}
	switch {
	case !n.Money.Handed():
		return english.Stop(who + " has " + n.Money.Signed(total))
	case v.With == 0 && n.Way.Kind().Go && n.Meeting == 0:
		return english.Stop(who + " " + HomeWords(n, v.Of))
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
		return english.Stop(fmt.Sprintf("%s owes %s %s", say.NameInFront(n, v.With), n.PlayerName(v.Of),
			n.Money.Words(total)))
	case total > 0:
		return english.Stop(fmt.Sprintf("%s gets %s", who, n.Money.Words(total)))
	}
	return "It comes to nothing."
}

// pieces are what somebody pays in, where all of it is asked.
func (v Why) pieces() []show.Piece {
	if v.With != 0 {
		return nil
	}
	return v.Pieces(v.Plan, v.Of)
}

// gets says who gets how much by a piece; more pieces may follow.
func (v Why) gets(p show.Piece, more bool) string {
	says := ", who gets " + v.Money.Words(p.Gets) + " in all"
	if p.Has > 0 {
		says += " and has " + v.Money.Words(p.Has) + " of it already"
	}
	if more {
		return says + "; "
	}
	return english.Stop(says)
}

// inAll leads to the pieces.
func (v Why) inAll(total int64) string {
	pays := "pays"
	if show.SumsOf(v.Night.Why(v.Of)).Payments != 0 {
		pays = "still pays"
	}
	return fmt.Sprintf("So %s %s %s in all; to keep the payments few, ", v.PlayerName(v.Of), pays,
		v.Money.Words(-total))
}
