package settleup

// The page where a night is settled. What it says of payments, sums and former debts, and what was typed in a
// form that was refused, are in files named for them.

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/settle"
	"ouverte/rules/english"
	"ouverte/templates"
)

// About is what the page is made of.
type About struct {
	Night   *ledger.Night
	Plan    settle.Plan
	By      string // fewest, banker, fell
	Banker  ledger.PlayerID
	Address func(by string, banker ledger.PlayerID) string
	Bowl    []settle.Coin    // the coins there are to count out with
	Left    []ledger.Left    // what became of what was left when the night was closed
	Former  []ledger.OldDebt // what is open from former evenings between these people …
	Again   []OpenAgain      // … and of that, what is open only since another evening is open again
	Coin    int64            // what rounding to it would come to …
	Rounded []ledger.Net     // … for each, and last for the kitty
	Tables  []Table          // of an evening at several tables
	Scores  bool             // may write things down
	Key     func() string
	Where   *time.Location
}

// View is the page where a night is settled.
type View struct {
	NightID      int64
	Night, Path  string
	Version      string
	By, Banker   string // carried on by each form
	Open, Scores bool
	Title, When  string // the night, as it heads a printed page

	Seal    []string   // of a closed night, in groups
	Ended   string     // when it was closed
	Carried []leftView // what was left for next time

	People []person
	Proof  string // "Everything adds up to nothing"

	Ways    []templates.Link
	Bankers []templates.Link
	Lead    string
	Pays    []pay
	Paid    []posted
	Bowl    []bowlCoin
	Coins   bool // there is anything to count out with

	Disputed []templates.Link
	Tables   []Table // of an evening at several tables …
	Playing  string  // … and which of them still play, while some do: until they close nothing is paid
	Gather   closeView
	// ClosesTables is set where each table can be closed by itself, or opened again.
	ClosesTables bool
	Since        sinceView
	Former       []formerDebt
	Last         lastView
	Posted       []posted // costs, kitty, rounding, what was brought
	Round        roundView
	Cost         costView
	Kitty        kittyView
	Close        closeView
	Hand         handOnView
	Key          func() string

	At    string // which form was refused
	Says  templates.Says
	Typed url.Values // what was typed in it
	Did   string
}

// leftView is a debt left for next time, and what became of it.
type leftView struct{ Text, Since string }

// posted is something written down on this page, that can be taken back.
type posted struct {
	Text  string
	Entry string
	Key   string // nothing where it can't be taken back any more
}

// costView is the form for what one laid out for several.
type costView struct {
	Key    string
	People []ledger.Person
}

// kittyView is the form for sharing the kitty out.
type kittyView struct {
	Holds  string
	Any    bool
	Key    string
	People []ledger.Person
}

// closeView ends the night.
type closeView struct {
	Key, Saw string
	Open     []string // what is still open, in sentences
}

// withdrawable can be taken back where the night is settled. Penalties and deals have pages of their own.
var withdrawable = []ledger.Kind{ledger.KindPayment, ledger.KindCost, ledger.KindShare, ledger.KindRounding,
	ledger.KindBring}

// Withdrawable tells whether a row of this kind can be taken back where the night is settled.
func Withdrawable(k ledger.Kind) bool { return slices.Contains(withdrawable, k) }

// New makes the page.
func New(a About) View {
	n := a.Night
	v := View{
		NightID: int64(n.ID), Night: templates.NightPath(n.ID), Path: templates.NightPath(n.ID) + "/settle",
		Version: templates.EntryNo(n.Version), By: a.By, Open: n.Open, Scores: a.Scores && n.Open, Key: a.Key,
		Tables: a.Tables,
		Proof:  "Everything adds up to nothing",
	}
	v.Title, v.When = nightHead(n)
	if a.Banker != 0 {
		v.Banker = strconv.FormatInt(int64(a.Banker), 10)
	}
	v.ClosesTables = len(a.Tables) > 0 && v.Scores
	if v.Playing = playing(a.Tables); v.Playing != "" && v.Scores {
		v.Gather = closeView{Key: a.Key(), Saw: v.Version}
		v.Scores, a.Scores = false, false // until the tables close
	}
	v.People = people(n, a)
	for _, d := range n.Disputed() {
		l := templates.Link{Name: fmt.Sprintf("Deal %d is disputed", d.Nth), Href: templates.DealPath(n.ID, d.ID)}
		if d.Agreed.Reason != "" {
			l.Name += ": " + d.Agreed.Reason
		}
		v.Disputed = append(v.Disputed, l)
	}
	v.posted(n, a)
	v.Hand = newHandOn(n, a.Plan, a.Left, a.Where)
	if !n.Open {
		v.Seal, v.Ended = strings.Fields(n.Seal), n.Closed.In(a.Where).Format("Monday 2 January 2006, 15:04")
		if !a.Scores {
			v.Key = nil
		}
		return v
	}
	v.whileOpen(n, a)
	return v
}

// whileOpen fills in what only a night that isn't closed has: the payments, and the forms.
func (v *View) whileOpen(n *ledger.Night, a About) {
	v.ways(n, a)
	for _, p := range a.Plan.Pays {
		v.Pays = append(v.Pays, newPay(n, a, p))
	}
	v.Lead = planLead(n, a)
	for _, c := range settle.CoinsOf(n.Money) {
		v.Coins = true
		v.Bowl = append(v.Bowl, bowlCoin{Name: c.Name, Value: strconv.FormatInt(c.Value, 10),
			There: slices.Contains(a.Bowl, c)})
	}
	v.Since = sinceClosed(n, a)
	for _, d := range a.Former {
		if slices.ContainsFunc(a.Left, func(l ledger.Left) bool {
			return l.From == d.To && l.To == d.From && l.Apart == d.Amount
		}) {
			continue // v.Since has it
		}
		f := formerDebt{
			Text: debtWords(n, d.Debt), Since: "since " + templates.Day(sinceOf(d, a.Where)),
			Debtor: nameInFront(n, d.From), Owes: n.PlayerName(d.To) + " " + n.Money.Words(d.Amount),
			Payer: n.Face(d.From), Payee: n.Face(d.To),
			From: templates.PlayerNo(d.From), To: templates.PlayerNo(d.To), Owed: strconv.FormatInt(d.Amount, 10),
			Key: a.Key(), PayKey: SlateKey(d), Saw: templates.EntryNo(d.Version),
		}
		f.Again, f.There = onlyAgain(d.Debt, a.Again)
		v.Former = append(v.Former, f)
	}
	v.Last = lastOf(n, a.Key)
	v.Round = roundOf(n, a)
	v.Cost = costView{Key: a.Key(), People: n.People}
	v.Kitty = kittyView{Holds: n.Money.Words(n.Kitty.Holds), Any: n.Kitty.Holds > 0, Key: a.Key(),
		People: n.People}
	v.Close = closeView{Key: a.Key(), Saw: v.Version}
	for _, p := range v.Pays {
		v.Close.Open = append(v.Close.Open, fmt.Sprintf("%s still owes %s %s", p.From, p.To, p.Amount))
	}
}

// nightHead heads a page about a night: its name, and below it the day and what was played. What has no name
// goes by its day.
func nightHead(n *ledger.Night) (title, when string) {
	title, when = templates.LongDay(n.Date), templates.DealsLine(n)
	if n.Name != "" {
		title, when = n.Name, title+" · "+when
	}
	return title, when
}

// posted sorts what was written down on this page.
func (v *View) posted(n *ledger.Night, a About) {
	for _, r := range templates.Standing(n, withdrawable...) {
		one := posted{Text: withReason(r), Entry: templates.EntryNo(r.Entry)}
		if v.Scores {
			one.Key = a.Key()
		}
		if r.Kind == ledger.KindPayment {
			v.Paid = append(v.Paid, one)
		} else {
			v.Posted = append(v.Posted, one)
		}
	}
	if !n.Open {
		for i := range a.Left {
			l := &a.Left[i]
			v.Carried = append(v.Carried, leftView{Text: debtWords(n, l.Debt), Since: becameOf(n, l, a.Where)})
		}
	}
}

func withReason(r *ledger.Row) string {
	if r.Reason != "" {
		return r.Text + " (" + r.Reason + ")"
	}
	return r.Text
}

// nameInFront is a name as it begins a sentence: only the kitty's needs it.
func nameInFront(n *ledger.Night, p ledger.PlayerID) string {
	if p == ledger.Kitty {
		return english.Capital(n.PlayerName(p))
	}
	return n.PlayerName(p)
}
