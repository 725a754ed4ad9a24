package last

// The last page of an evening: who took it and since when, who paid whom and in which coins, the awards.

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules/english"
	"ouverte/templates/draw"
	"ouverte/templates/meeting"
	"ouverte/templates/say"
	"ouverte/templates/settleup"
	"ouverte/templates/stats"
)

// Closed is a night after it was closed, and what its last page has of the book besides.
type Closed struct {
	Night     *show.Night
	DebtsLeft []show.DebtLeft
	Debts     []show.OldDebt // between these people, where they may be ticked here
	Row       int            // how many evenings the winner has taken in a row
	May       bool           // things are written down here
	Tables    []*show.Night  // of an evening at several
	Rounds    *meeting.List  // of it; else nil
	// Meeting is the one this was a table of, or nil: its payments are settled there.
	Meeting *show.Night
	Bound   bool // the device that asks records at this table
	Where   *time.Location
	On      Onward // for who looks on
}

// Onward leads to the evening that goes on where one is over: by a form of a link, or an address.
type Onward struct{ Name, Post, Href string }

// picture is what the picture is called.
func (v Closed) picture() string {
	if v.Night.Name != "" {
		return v.Night.Name + ", " + say.Day(v.Night.Date)
	}
	return say.LongDay(v.Night.Date)
}

// sealed is the time of day, with the date where it was another day.
func (v Closed) sealed() string {
	closed := v.Night.Closed.In(v.Where)
	if day := closed.Format(time.DateOnly); day != v.Night.Date {
		return closed.Format("15:04") + " on " + say.LongDay(day)
	}
	return closed.Format("15:04")
}

// ended is who took it, and where everybody ended.
func (v Closed) ended() ended {
	winners, _ := v.Night.Winners()
	what, since, of := "deal", v.Night.LeadSince(), len(v.Night.Deals)
	if v.Rounds != nil {
		what, since, of = "round", v.Rounds.Since, len(v.Rounds.Rounds)
	}
	e := ended{Won: v.won(), Since: sinceWords(what, since, of, v.Row)}
	for _, p := range winners {
		e.Winners = append(e.Winners, p.Face)
	}
	for _, s := range v.Night.Substitutes() {
		e.Lent = append(e.Lent, fmt.Sprintf("%s played %s for %s.", v.Night.PlayerName(s.Player),
			say.DealsFor(s), v.Night.PlayerName(s.Account)))
	}
	for _, p := range v.Night.Standings() {
		line := say.NewNetLine(v.Night.Money, p.Name, p.Sum.Score())
		line.Face = p.Face
		e.Standing = append(e.Standing, line)
	}
	return e
}

// over is where everybody ended, and nothing of how it came about.
func (v Closed) over() ended {
	e, deals := v.ended(), "No deal was played."
	if n := len(v.Night.Deals); n > 0 {
		deals = english.Capital(english.SoFar(n, "deal")) + english.Verb(n, " was", " were") + " played."
	}
	e.Since = "The evening is over. " + deals
	return e
}

// lines are the running lines, with the deal from which the winner was ahead; at several tables by rounds.
func (v Closed) lines() (lines draw.RunningLines, any bool) {
	if v.Rounds != nil {
		return v.Rounds.Lines, len(v.Night.Deals) > 0
	}
	lines, any = draw.NewRunningLines(v.Night)
	if since := v.Night.LeadSince(); any && since > 1 {
		winners, _ := v.Night.Winners()
		lines.MarkTurn(since, len(v.Night.Deals),
			fmt.Sprintf("From deal %d %s was ahead", since, winners[0].Name))
	}
	return lines, any
}

// won says who takes the night.
func (v Closed) won() string {
	winners, score := v.Night.Winners()
	what := " the night"
	if v.Night.Meeting != 0 {
		what = " the table"
	}
	does := english.Verb(len(winners), "takes", "take") + what
	return wonWords(say.Names(winners), does, v.Night.Money.Signed(score))
}

func wonWords(names []string, does, amount string) string {
	if len(names) == 0 {
		return "Nobody is up, nobody is down"
	}
	won := english.List(names) + " " + does + ", " + amount
	if len(names) > 1 {
		won += " each"
	}
	return won
}

// sinceWords tell when the night was decided, and how many in a row it is.
func sinceWords(what string, since, of, row int) string {
	var parts []string
	switch {
	case since == 0, of == 1:
	case since == 1:
		parts = append(parts, "ahead from the first "+what+" to the last")
	case since == of:
		parts = append(parts, "decided by the last "+what)
	default:
		parts = append(parts, fmt.Sprintf("ahead since %s %d", what, since))
	}
	if row > 1 {
		parts = append(parts, english.Spelled(row, "evening")+" in a row")
	}
	return strings.Join(parts, "; ")
}

// awards tell the deal of an evening at several tables with its table.
func (v Closed) awards() stats.AwardList {
	l := stats.NightAwards(v.Night)
	best := slices.IndexFunc(l.All, func(a show.Award) bool { return a.For == years.DealOfNight })
	for _, t := range v.Tables {
		if best >= 0 && slices.ContainsFunc(t.Deals, func(d *show.Dealt) bool { return d.ID == l.All[best].Deal }) {
			l.Where = " " + meeting.At(say.NightTitle(t))
		}
	}
	return l
}

// lastPayment is a payment that was made, or is left for another evening.
type lastPayment struct {
	chain.Debt
	became string // since the close
	paid   bool
	tick   *show.OldDebt // where it can be ticked here …
	open   int64         // … as far as it is open
}

func (p lastPayment) state() string {
	switch {
	case p.became != "":
		return p.became
	case p.paid:
		return "paid"
	}
	return "still open"
}

// payments lists those made at the table, and the debts left with what became of them.
func (v Closed) payments() (pays []lastPayment) {
	for _, r := range v.Night.Ticked() {
		pays = append(pays, lastPayment{Debt: chain.Debt(*r.Paid), paid: true})
	}
	for i := range v.DebtsLeft {
		l := &v.DebtsLeft[i]
		p := lastPayment{Debt: l.Debt, open: l.Open, paid: l.Open == 0,
			became: settleup.Became(v.Night, l, v.Where)}
		at := slices.IndexFunc(v.Debts, func(d show.OldDebt) bool { return d.From == l.From && d.To == l.To })
		if at >= 0 && l.Open > 0 {
			p.tick = &v.Debts[at]
		}
		pays = append(pays, p)
	}
	return pays
}

// Pays tells whether anybody paid or owes anything.
func (v Closed) Pays() bool { return v.Night.Went() || len(v.payments()) > 0 }

// Owing tells whether a debt of the night can be ticked here: then that is the page's next step.
func (v Closed) Owing() bool { return v.owing() >= 0 }

// owing is the first of the payments that can be ticked here; -1 where none can.
func (v Closed) owing() int {
	return slices.IndexFunc(v.payments(), func(p lastPayment) bool { return p.tick != nil })
}

// paysHead heads the payments on a wall: how many are to go while the evening is open.
func (v Closed) paysHead(many int) string {
	if left := len(v.DebtsLeft); v.Night.Open && left > 0 && left < many {
		return english.Capital(english.Spelled(many, "payment")) + ", " + english.Number(left) + " to go"
	}
	return settleup.PaysHead(v.Night, many, v.DebtsLeft)
}

// WallPays is who pays whom on the wall, from the close of the last table until that of the evening.
func WallPays(n *show.Night, plan settle.Plan) templ.Component {
	v := Closed{Night: n}
	for _, p := range plan.Pays {
		v.DebtsLeft = append(v.DebtsLeft, show.DebtLeft{Debt: chain.Debt(p), Open: p.Amount})
	}
	return wallPays(v)
}
