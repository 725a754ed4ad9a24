package settleup

// The last page of an evening: who took it and since when, who paid whom and in which coins, what is told.

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/ledger/settle"
	"ouverte/rules/english"
	"ouverte/templates"
	"ouverte/templates/meeting"
	"ouverte/templates/sheet"
	"ouverte/templates/stats"
)

// ClosedView is a night after it was closed.
type ClosedView struct {
	Night        string // its path
	Title        string
	Picture      string // what the picture is called
	Date, Rules  string
	Seal, Sealed string // sealed: the time of day, with the date where it was another day
	Origin       *ledger.Origin
	Brought      string // when it came from there
	stats.Ended
	Lines        *templates.RunningLines
	Awards       stats.AwardList
	Notes        []sheet.Noted
	PaysHead     string
	Pays         []lastPayment
	Owing        bool // some of it stands on the slate
	Besides      []string
	Message      string
	MessageTitle string
	Sheet        sheet.Sheet
	May          bool            // may start the next evening
	Tables       []*ledger.Night // of an evening at several
	Rounds       *meeting.List   // of it; else nil
	Meeting      templates.Link  // that this was a table of
}

// lastPayment is a payment that was made, or is left for another evening.
type lastPayment struct {
	From, To, Amount string
	Payer, Payee     face.Face
	of               string // the numbers of the two
	Coins            templates.Counted
	State            string // what became of it
	Paid             bool
	Tick             *slateTick // where it can be ticked here
}

// slateTick is what of a debt left for another evening is ticked as paid.
type slateTick struct {
	From, To, Amount, Owed, Money, Key, Saw, Back string
}

// ClosedAbout is what the page is made of.
type ClosedAbout struct {
	Night  *ledger.Night
	Left   []ledger.Left
	Debts  []ledger.OldDebt // between these people, where they may be ticked here
	Row    int              // how many evenings whoever took this one has taken in a row
	May    bool
	Tables []*ledger.Night // of an evening at several
	Rounds *meeting.List
	// Meeting is the one this was a table of, or nil: what was to be paid is settled there.
	Meeting *ledger.Night
	Where   *time.Location
	NewKey  func() string
}

// NewClosed draws up the last page.
func NewClosed(a ClosedAbout) ClosedView {
	n := a.Night
	v := ClosedView{
		Night: templates.NightPath(n.ID), Title: templates.NightTitle(n), Date: templates.LongDay(n.Date),
		Rules: templates.DealsLine(n), Seal: n.Seal, Awards: stats.NightAwards(n), May: a.May,
		Sheet: sheet.New(n, nil, false, a.NewKey), Besides: besidesOf(n),
		Notes: sheet.Notes(n), Tables: a.Tables, Rounds: a.Rounds,
	}
	if a.Meeting != nil {
		v.Meeting = templates.Link{Name: templates.NightTitle(a.Meeting), Href: templates.NightPath(a.Meeting.ID)}
	}
	v.Picture = v.Date
	if n.Name != "" {
		v.Picture = n.Name + ", " + templates.Day(n.Date)
	}
	closed := n.Closed.In(a.Where)
	v.Sealed = closed.Format("15:04")
	if closed.Format(time.DateOnly) != n.Date {
		v.Sealed += " on " + templates.LongDay(closed.Format(time.DateOnly))
	}
	winners, score := n.Winners()
	if v.Origin = n.Origin; v.Origin != nil {
		v.Brought = templates.LongDay(time.UnixMilli(v.Origin.At).In(a.Where).Format(time.DateOnly))
	}
	for _, p := range winners {
		v.Winners = append(v.Winners, p.Face)
	}
	since := n.LeadSince()
	v.Won, v.Since = wonWords(n, winners, score), sinceWords(since, len(n.Deals), a.Row)
	if lines, ok := templates.NewRunningLines(n); ok {
		if since > 1 {
			lines.MarkTurn(since, len(n.Deals), fmt.Sprintf("From deal %d %s was ahead", since, winners[0].Name))
		}
		v.Lines = &lines
	}
	for _, p := range standingOf(n) {
		line := templates.NewNetLine(n.Money, p.Name, p.Sum.Score())
		line.Face = p.Face
		v.Standing = append(v.Standing, line)
	}
	v.payments(a)
	v.Message, v.MessageTitle = message(n, settle.Plan{}, a.Left, a.Where), v.Title
	return v
}

func wonWords(n *ledger.Night, winners []ledger.Person, score int64) string {
	if len(winners) == 0 {
		return "Nobody is up, nobody is down"
	}
	names := namesOf(winners)
	what := "night"
	if n.Meeting != 0 {
		what = "table"
	}
	won := fmt.Sprintf("%s %s the %s, %s", english.List(names), english.Verb(len(names), "takes", "take"), what,
		n.Money.Signed(score))
	if len(names) > 1 {
		won += " each"
	}
	return won
}

// sinceWords tell when the night was decided, and how many in a row it is.
func sinceWords(since, deals, row int) string {
	var parts []string
	switch {
	case since == 0:
	case since == 1:
		parts = append(parts, "ahead from the first deal to the last")
	case since == deals:
		parts = append(parts, "by the last deal of all")
	default:
		parts = append(parts, fmt.Sprintf("ahead since deal %d", since))
	}
	if row > 1 {
		parts = append(parts, english.Spelled(row, "evening")+" in a row")
	}
	return strings.Join(parts, "; ")
}

// payments lists what was paid at the table, and what was left and what became of it.
func (v *ClosedView) payments(a ClosedAbout) {
	n := a.Night
	line := func(d ledger.Debt) lastPayment {
		return lastPayment{From: nameInFront(n, d.From), To: n.PlayerName(d.To),
			Amount: n.Money.Words(d.Amount), Coins: templates.CountOut(n.Money, d.Amount),
			Payer: n.Face(d.From), Payee: n.Face(d.To),
			of: templates.PlayerNo(d.From) + " " + templates.PlayerNo(d.To)}
	}
	for _, d := range n.Payments() {
		p := line(ledger.Debt(d))
		p.Paid, p.State = true, "paid ✓"
		v.Pays = append(v.Pays, p)
	}
	for i := range a.Left {
		l := &a.Left[i]
		p := line(l.Debt)
		switch p.State = becameOf(n, l, a.Where); {
		case l.Open == 0:
			p.Paid = true
		case p.State == "":
			p.State = "still open"
		}
		v.Owing = v.Owing || l.Open != 0
		p.Tick = tickOf(a, l)
		v.Pays = append(v.Pays, p)
	}
	switch many := len(v.Pays); {
	case !n.Money.Handed():
		v.PaysHead = "Played for points: nothing changes hands"
	case many == 0:
		v.PaysHead = "Nobody owes anybody anything"
	default:
		v.PaysHead = english.Capital(english.Spelled(many, "payment")) + ", and you are even"
	}
}

// WallPays is who pays whom on the wall, from the close of the last table until that of the evening.
func WallPays(n *ledger.Night, plan settle.Plan) templ.Component {
	var v ClosedView
	about := ClosedAbout{Night: n}
	for _, p := range plan.Pays {
		about.Left = append(about.Left, ledger.Left{Debt: ledger.Debt(p), Open: p.Amount})
	}
	v.payments(about)
	return lastPayments(v)
}

// tickOf is the form that ticks what is open of a debt; nil where there is nothing to tick.
func tickOf(a ClosedAbout, l *ledger.Left) *slateTick {
	i := slices.IndexFunc(a.Debts, func(d ledger.OldDebt) bool { return d.From == l.From && d.To == l.To })
	if i < 0 || l.Open <= 0 {
		return nil
	}
	d := a.Debts[i]
	return &slateTick{
		From: templates.PlayerNo(l.From), To: templates.PlayerNo(l.To), Money: string(d.Money),
		Amount: a.Night.Money.Words(l.Open), Owed: fmt.Sprint(d.Amount), Key: d.Key(),
		Saw: templates.EntryNo(d.Version), Back: fmt.Sprint(int64(a.Night.ID)),
	}
}
