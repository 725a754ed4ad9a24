package say

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
)

// NightTitle is what a night goes by: its name, or its day.
func NightTitle(n *show.Night) string {
	if n.Name != "" {
		return n.Name
	}
	if day, err := time.Parse(time.DateOnly, n.Date); err == nil {
		return day.Format("Monday, 2 January")
	}
	return "Tonight"
}

// RulesLine names the rules of a night and its scale.
func RulesLine(n *show.Night) string {
	if n.Scale > 1 {
		return fmt.Sprintf("%s, %d times", n.House.Name, n.Scale)
	}
	return n.House.Name
}

// DealsLine counts the deals of a night and names its rules.
func DealsLine(n *show.Night) string { return DealsSoFar(n) + " · " + RulesLine(n) }

// DealsSoFar counts the deals of a night.
func DealsSoFar(n *show.Night) string { return english.Capital(english.SoFar(len(n.Deals), "deal")) }

// SeasonDays are the first and the last day of a season.
func SeasonDays(s show.Season) string { return Day(s.From) + " to " + Day(s.Until) }

// ForWhom says who of some chairs plays for whom: "Eve for Frank"; empty where all play for themselves.
func ForWhom(n *show.Night, chairs []chain.Chair) string { return forWhom(n, chairs, " for ") }

// PlaysFor says it in a sentence, with a space before it; does is "plays" or "played".
func PlaysFor(n *show.Night, chairs []chain.Chair, does string) string {
	if says := forWhom(n, chairs, " "+does+" for "); says != "" {
		return " " + english.Stop(says)
	}
	return ""
}

func forWhom(n *show.Night, chairs []chain.Chair, does string) string {
	var all []string
	for _, c := range show.Lent(chairs) {
		all = append(all, n.PlayerName(c.Player)+does+n.PlayerName(c.Account))
	}
	return english.List(all)
}

// DealsFor says which deals a substitute played: "deals 3 and 4", "seven deals".
func DealsFor(s show.Substitute) string {
	if len(s.Deals) > 4 {
		return english.Spelled(len(s.Deals), "deal")
	}
	all := make([]string, len(s.Deals))
	for i, nth := range s.Deals {
		all[i] = strconv.Itoa(nth)
	}
	return english.Verb(len(all), "deal ", "deals ") + english.List(all)
}

// DealSentence tells a deal in one sentence; where it is paid as you go, in two: the other says who hands
// what to whom.
func DealSentence(n *show.Night, d *show.Dealt) string {
	says := d.Told().Sentence()
	if hands := HandsNow(n, d.Chairs, &d.Result, ""); hands != "" {
		says = d.Told().Headline + ". " + hands
	}
	return says + "." + PlaysFor(n, d.Chairs, "played")
}

// Lately tells the last thing done at the table in a sentence; empty where nothing was done.
func Lately(n *show.Night) string {
	l := n.Lately()
	hands := "."
	if len(l.Pays) > 0 {
		hands = ": " + Hands(n, l.Pays) + "."
	}
	switch many := len(l.Deals); {
	case l.Penalty != nil:
		return penaltyLately(n, l.Penalty, hands)
	case many == 0:
		return ""
	case many > 1:
		return fmt.Sprintf("Deals %d to %d were put right%s", l.Deals[many-1].Nth, l.Deals[0].Nth, hands)
	}
	d := l.Deals[0]
	deal := fmt.Sprintf("Deal %d", d.Nth)
	switch l.Did {
	case show.TakenBack:
		return deal + " was taken back" + hands
	case show.PutBack:
		return deal + " is back on the sheet" + hands
	case show.PutRight:
		if n.Way.Kind().Go { // who hands what for all of it was said before
			return deal + " was put right" + hands
		}
		return deal + " was put right: " + DealSentence(n, d)
	}
	if d.Inserted {
		return deal + " was put in: " + DealSentence(n, d)
	}
	return DealSentence(n, d)
}

func penaltyLately(n *show.Night, p *show.Row, hands string) string {
	what := cmp.Or(p.As, "penalty")
	switch out := n.OutOfBowl(p); {
	case p.Undone == 0 && p.Reason != "":
		return p.Text + ": " + english.Stop(p.Reason)
	case p.Undone == 0:
		return english.Stop(p.Text)
	case out != nil:
		return "A " + what + " was withdrawn: " + TakesOut(n, out)
	default:
		return "A " + what + " was withdrawn" + hands
	}
}

// TakesOut says who takes a coin out of the bowl again.
func TakesOut(n *show.Night, out *settle.Payment) string {
	return n.PlayerName(out.From) + " takes " + n.Money.Words(out.Amount) + " out of the bowl."
}

// DealMoney says what a deal brought, and who played for whom.
func DealMoney(n *show.Night, d *show.Dealt) string {
	money := HandsNow(n, d.Chairs, &d.Result, d.Told().Money)
	if lent := PlaysFor(n, d.Chairs, "played"); lent != "" {
		money = english.Stop(money) + lent
	}
	return money
}

// HandsNow says who hands what to whom for a deal, by their accounts, where it is paid as you go; else what
// is due for it.
func HandsNow(n *show.Night, chairs []chain.Chair, r *rules.Result, due string) string {
	if !n.Open || !n.Way.Kind().Go {
		return due
	}
	names := make([]string, len(chairs))
	for i, c := range chairs {
		names[i] = n.PlayerName(c.Pays())
	}
	return cmp.Or(r.Hands(n.Money, names), due)
}

// Hands says who hands what to whom.
func Hands(n *show.Night, pays []settle.Payment) string {
	all := make([]rules.Handing, len(pays))
	for i, p := range pays {
		all[i] = rules.Handing{From: n.PlayerName(p.From), To: n.PlayerName(p.To), Amount: p.Amount}
	}
	return n.Money.Hands(all)
}

// HomeWords say how much more or less somebody goes home with than they came with.
func HomeWords(n *show.Night, p chain.PlayerID, takes, goes string) string {
	home := n.Home(p)
	switch words := n.Money.Words(max(home, -home)); {
	case home > 0:
		return takes + " " + words + " more home"
	case home < 0:
		return goes + " home with " + words + " less"
	}
	return goes + " home even"
}

// Day is a date as it stands in a line: 20 Nov 2026.
func Day(date string) string { return dated(date, "2 Jan 2006") }

// LongDay is a date in full: Friday 20 November 2026.
func LongDay(date string) string { return dated(date, "Monday 2 January 2006") }

// Month is a date's month: November 2026.
func Month(date string) string { return dated(date, "January 2006") }

func dated(date, layout string) string {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return day.Format(layout)
}

// PenaltyKinds names a night's postings besides its deals: penalties, bets, corrections.
func PenaltyKinds(n *show.Night) string {
	there := map[string]bool{}
	for _, r := range n.Standing(chain.KindPenalty) {
		there[r.As] = true
	}
	var names []string
	for _, one := range []struct{ as, name string }{
		{"", "penalties"}, {chain.AsBet, "bets"}, {chain.AsCorrection, "corrections"},
	} {
		if there[one.as] {
			names = append(names, one.name)
		}
	}
	if len(names) == 0 {
		return "penalties"
	}
	return english.List(names)
}

// LastRoundWords say how long it still goes on; empty where no end was agreed.
func LastRoundWords(n *show.Night) string {
	if n.Last == nil || !n.Open {
		return ""
	}
	switch left := n.Last.ToGo; {
	case left > 1:
		return "Last round: " + english.Spelled(left, "more deal") + ", then we stop"
	case left == 1:
		return "Last round: this is the last deal"
	case left == 0 && n.Last.Alike:
		return "The last round is played: everybody has " + DealtAlike(n)
	case left == 0:
		return "The last round is played"
	default:
		return "The last round is played, and " + english.Spelled(-left, "deal") + " over"
	}
}

// DealtAlike is what holds at a fair end, and since when that is counted: "dealt equally often since deal 4".
func DealtAlike(n *show.Night) string {
	alike := "dealt equally often"
	if len(n.Table) > 4 {
		alike = "dealt, and sat out, equally often"
	}
	if n.FairSince != 0 {
		alike += " since deal " + strconv.Itoa(n.FairSince)
	}
	return alike
}

// DealNets are what a deal brought each who played; those who sat out have none.
func DealNets(n *show.Night, d *show.Dealt) []NetLine {
	var out []NetLine
	for i, net := range d.Nets {
		if rules.Seat(i+1) == d.Deal.Sitter() {
			continue
		}
		c, line := d.Chairs[i], NewNetLine(n.Money, net.Name, net.Amount)
		line.Face = n.Face(c.Player)
		if c.Pays() != c.Player {
			line.Name = d.Names[i] + " for " + net.Name
		}
		out = append(out, line)
	}
	return out
}

// Names are those of some people.
func Names(people []show.Person) []string {
	names := make([]string, len(people))
	for i, p := range people {
		names[i] = p.Name
	}
	return names
}

// NameInFront is a name as it begins a sentence: only the kitty's needs it.
func NameInFront(n *show.Night, p chain.PlayerID) string {
	if p == chain.Kitty {
		return english.Capital(n.PlayerName(p))
	}
	return n.PlayerName(p)
}
