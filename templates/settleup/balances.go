package settleup

// Balances over all evenings, and the account of one player.

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/ledger/settle"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
)

// BalancesView is what is left between people, money by money.
type BalancesView struct {
	Moneys  []MoneyView
	Players []ledger.Player
	Scores  bool
	Key     func() string
	Printed string // the day
	Did     string
	Whose   string // whose debts are shown, if not everybody's
	All     bool   // they are all shown, however many

	At    string     // the form that was refused: pay, open, withdraw
	Typed url.Values // and what was typed there
	Says  templates.Says
}

// refused tells whether it is this form that was refused: it sent these answers.
func (v BalancesView) refused(at string, answers ...string) bool {
	if v.At != at {
		return false
	}
	for i := 0; i+1 < len(answers); i += 2 {
		if v.Typed.Get(answers[i]) != answers[i+1] {
			return false
		}
	}
	return true
}

// says are the sentences for this form, if it was refused.
func (v BalancesView) says(at string, answers ...string) templates.Says {
	if v.refused(at, answers...) {
		return v.Says
	}
	return nil
}

// typed is what was typed in this form, if it was refused.
func (v BalancesView) typed(field, at string, answers ...string) string {
	if v.refused(at, answers...) {
		return v.Typed.Get(field)
	}
	return ""
}

// whom is who was paid, as typed; the second of the list until somebody was.
func (v BalancesView) whom(at string, answers ...string) string {
	if to := v.typed("to", at, answers...); to != "" || len(v.Players) < 2 {
		return to
	}
	return templates.PlayerNo(v.Players[1].ID)
}

// MoneyAbout is what the standing in one money is made of.
type MoneyAbout struct {
	Balances ledger.MoneyBalances
	Debts    ledger.OldDebts
	Again    []ledger.OpenAgain // of the debts, what is open only since an evening is open again
	Fewest   settle.Plan        // clears it
	Lines    []ledger.SlateLine
	Whose    ledger.PlayerID // only these debts are shown, and all of them; nobody's: everybody's
	Name     string          // of whom
	All      bool
	Key      func() string
	Where    *time.Location
}

// MoneyView is everybody's standing in one money.
type MoneyView struct {
	Money   string
	Name    string
	Players []balanceLine
	Kitty   string // what it holds
	Owed    string // and what hasn't been put in yet
	Debts   []slatePayment
	Few     *debtsShown    // where not all of them are shown, or all though they are very many
	Fewer   string         // "With two payments instead of four", where that is so
	Pays    []slatePayment // those payments
	PaysOff string         // how many more they are than are shown
	Circle  string         // debts that lead in a circle
	Lines   []slateLine
	Saw     string
}

// debtsShown tells which part of very many debts is shown, and offers the others.
type debtsShown struct {
	Says   string
	People []whose // whose can be asked for
	All    string  // "All 3512", where that can be asked for
}

// whose is somebody who owes or is owed.
type whose struct{ ID, Name string }

// DebtsAtOnce is how many debts of one money the page shows unless it is asked for all: more than any circle
// has, and no more than a phone draws at once.
const DebtsAtOnce = 100

// balanceLine is one person's.
type balanceLine struct {
	Name, Href string
	Face       face.Face
	Total      templates.Amount
	How        string // "of that −2s tonight"
}

// slatePayment is a debt, or a payment that would clear something on the slate.
type slatePayment struct {
	ID                             string
	From, To, FromID, ToID, Amount string
	Payer, Payee                   face.Face
	Owed, Since                    string
	There                          string // where it is put right, if only an open evening asks for it
	Key, Saw                       string
}

// slateLine is something written on the slate apart from any evening.
type slateLine struct{ Text, How, Entry, Key string }

// dated is the day of a line of the account, and what else there is to say of it.
func dated(l statementLine) string {
	if l.How == "" {
		return templates.Day(l.Date)
	}
	return templates.Day(l.Date) + " · " + l.How
}

// NewMoneyView makes the standing in one money.
func NewMoneyView(a MoneyAbout) MoneyView {
	m := a.Balances
	v := MoneyView{Money: string(m.Money), Name: templates.MoneyName(m.Money),
		Saw: templates.EntryNo(a.Debts.Version)}
	names, faces := map[ledger.PlayerID]string{ledger.Kitty: "the kitty"}, map[ledger.PlayerID]face.Face{}
	for _, p := range m.Players {
		names[p.Player], faces[p.Player] = p.Name, p.Face
		line := balanceLine{Name: p.Name, Face: p.Face, Total: templates.SignedAmount(m.Money, p.Total),
			Href: templates.PlayerPath(p.Player) + "/statement?money=" + url.QueryEscape(string(m.Money))}
		if p.Tonight != 0 && p.Slate != 0 {
			line.How = fmt.Sprintf("%s from former evenings, %s tonight", m.Money.Signed(p.Slate),
				m.Money.Signed(p.Tonight))
		} else if p.Tonight != 0 {
			line.How = "tonight"
		}
		v.Players = append(v.Players, line)
	}
	if m.Kitty.Holds != 0 {
		v.Kitty = m.Money.Words(m.Kitty.Holds)
	}
	if m.Kitty.Owed > 0 {
		v.Owed = m.Money.Words(m.Kitty.Owed)
	}
	for _, d := range a.Debts.Shown {
		one := slatePay(m.Money, ledger.Payment(d.Debt), names, faces)
		one.Key, one.Saw, one.Since = d.Key(), templates.EntryNo(d.Version), "since "+templates.Day(sinceOf(d,
			a.Where))
		if why, there := onlyAgain(d.Debt, a.Again); why != "" {
			one.Since, one.There = why, there
		}
		v.Debts = append(v.Debts, one)
	}
	if c := a.Debts.Circle; len(c) > 0 {
		who := make([]string, len(c))
		for i, p := range c {
			who[i] = names[p.To]
		}
		v.Circle = fmt.Sprintf("%s owes %s: %s of it goes round in a circle. Struck, nobody has anything less.",
			english.Capital(names[c[0].From]), strings.Join(who, ", who owes "), m.Money.Words(c[0].Amount))
	}
	again := slices.ContainsFunc(a.Again, func(o ledger.OpenAgain) bool {
		return slices.Contains(a.Debts.All, o.Debt)
	})
	v.some(a, names)
	if few := len(a.Fewest.Pays); a.Whose == 0 && few < len(a.Debts.All) && !again {
		v.Fewer = "With " + english.Spelled(few, "payment") + " instead of " + english.Number(len(a.Debts.All))
		pays := a.Fewest.Pays
		if more := few - DebtsAtOnce; more > 0 && !a.All {
			pays, v.PaysOff = pays[:DebtsAtOnce], "And "+english.Spelled(more, "more payment")+"."
		}
		for _, p := range pays {
			one := slatePay(m.Money, p, names, faces)
			one.Key, one.Saw = a.Key(), v.Saw
			v.Pays = append(v.Pays, one)
		}
	}
	for _, l := range a.Lines {
		how := templates.Day(l.At.In(a.Where).Format(time.DateOnly))
		if l.Reason != "" {
			how += ", " + l.Reason
		}
		if l.Device != "" {
			how += ", by " + l.Device
		}
		v.Lines = append(v.Lines, slateLine{Text: l.Text, How: how, Entry: templates.EntryNo(l.Entry),
			Key: a.Key()})
	}
	return v
}

// some says which of very many debts are shown, or of any those of the one who was asked for.
func (v *MoneyView) some(a MoneyAbout, names map[ledger.PlayerID]string) {
	all := len(a.Debts.All)
	if all == 0 || a.Whose == 0 && all <= DebtsAtOnce {
		return
	}
	v.Few = new(debtsShown)
	seen := map[ledger.PlayerID]bool{}
	for _, d := range a.Debts.All {
		for _, id := range [...]ledger.PlayerID{d.From, d.To} {
			if !seen[id] {
				seen[id] = true
				v.Few.People = append(v.Few.People, whose{templates.PlayerNo(id), english.Capital(names[id])})
			}
		}
	}
	slices.SortFunc(v.Few.People, func(a, b whose) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	switch {
	case a.Whose != 0:
		v.Few.Says, v.Few.All = "What "+a.Name+" owes and is owed.", "Everybody’s"
		if len(v.Debts) == 0 {
			v.Few.Says = "Nothing is open between " + a.Name + " and anybody."
		}
	case !a.All:
		v.Few.Says = fmt.Sprintf("These %d have been open longest; %s open.", DebtsAtOnce,
			english.Number(all-DebtsAtOnce)+" more "+english.Verb(all-DebtsAtOnce, "is", "are"))
		v.Few.All = fmt.Sprintf("Show all %d", all)
	}
}

func slatePay(
	m rules.Money, p ledger.Payment, names map[ledger.PlayerID]string, faces map[ledger.PlayerID]face.Face,
) slatePayment {
	return slatePayment{
		ID: fmt.Sprintf("debt%d-%d", p.From, p.To), From: english.Capital(names[p.From]), To: names[p.To],
		FromID: templates.PlayerNo(p.From), ToID: templates.PlayerNo(p.To), Amount: m.Words(p.Amount),
		Owed: strconv.FormatInt(p.Amount, 10), Payer: faces[p.From], Payee: faces[p.To],
	}
}

// StatementView is the account of one player in one money.
type StatementView struct {
	Name, Path, Player string
	Face               face.Face
	Printed            string
	Moneys             []rules.Money
	Money              rules.Money
	Balance            templates.Amount
	Rows               []statementLine
	Older, Newest      string
	Open               []string // what is open between this player and others
	Did                string

	Scores bool
	Key    func() string
	Typed  url.Values // in a form that was refused
	Says   templates.Says
}

// refused are the sentences for taking a line back and what was typed, if that was refused.
func (v StatementView) refused(l statementLine) (says templates.Says, typed string) {
	if v.Typed.Get("entry") != l.Entry {
		return nil, ""
	}
	return v.Says, v.Typed.Get("reason")
}

// statementLine is one line of it.
type statementLine struct {
	Date, Text, How, Href string
	Undone                bool
	Amount, After         templates.Amount
	Entry, Key            string // of what can be taken back
}

// Fill puts the lines in. day writes a time as a date.
func (v *StatementView) Fill(m rules.Money, rows []ledger.StatementRow, more bool,
	day func(time.Time) string) {
	v.Money, v.Balance = m, templates.AmountOf(m, 0)
	for i, r := range rows {
		if i == 0 {
			v.Balance = templates.SignedAmount(m, r.After)
		}
		l := statementLine{Date: r.Date, Text: r.Text, How: r.Reason, Undone: r.Undone,
			Amount: templates.SignedAmount(m, r.Amount), After: templates.AmountOf(m, r.After)}
		if r.Night != 0 {
			l.Text, l.How, l.Href = r.Name, partsOf(m, "penalties and bets", r.Sum, 0), fmt.Sprintf("%s/settle",
				templates.NightPath(r.Night))
			if l.Text == "" {
				l.Text = "An evening"
			}
		} else if !r.At.IsZero() {
			l.Date = day(r.At)
		}
		if v.Scores && !r.Undone && r.Night == 0 && (r.Kind == ledger.KindPayment || r.Kind == ledger.KindOpening) {
			l.Entry, l.Key = templates.EntryNo(r.Entry), v.Key()
		}
		v.Rows = append(v.Rows, l)
	}
	if more && len(rows) > 0 {
		v.Older = fmt.Sprintf("%s?money=%s&before=%s", v.Path, url.QueryEscape(string(m)),
			strconv.FormatInt(int64(rows[len(rows)-1].Cursor), 10))
	}
}
