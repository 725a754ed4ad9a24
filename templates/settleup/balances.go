package settleup

// Balances over all evenings.

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules/english"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

// BalancesView is what is left between people, money by money.
type BalancesView struct {
	Moneys  []MoneyView
	Players []show.Player
	Scores  bool
	Key     func() string
	Printed string // the day
	Did     string

	At    string     // the form that was refused: pay, open, withdraw
	Typed url.Values // and the input there
	Says  ui.Says
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
func (v BalancesView) says(at string, answers ...string) ui.Says {
	if v.refused(at, answers...) {
		return v.Says
	}
	return nil
}

// typed is the input of this form, if it was refused.
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
	return say.PlayerNo(v.Players[1].ID)
}

// MoneyView is everybody's standing in one money.
type MoneyView struct {
	show.MoneyBalances
	Debts    show.OldDebts
	Reopened []show.ReopenedDebt // of the debts, what is open only since an evening is open again
	Lines    []show.SlateLine
	Where    *time.Location
}

// debtsUnfolded is the most debts that are listed unfolded, debtsListed the most that are listed: a circle
// has fewer, and anybody who may score can write down as many as a book has pairs.
const debtsUnfolded, debtsListed = 30, 1000

func (m MoneyView) folds() bool { return len(m.Debts.Shown) > debtsUnfolded }

// of is the balance of a player, with name and face; the kitty has only a name.
func (m MoneyView) of(p chain.PlayerID) show.Balance {
	i := slices.IndexFunc(m.Players, func(b show.Balance) bool { return b.Player == p })
	if i < 0 {
		return show.Balance{Player: p, Name: "the kitty"}
	}
	return m.Players[i]
}

// debtor is what one person owes, oldest first; says is all of it, where anybody has more than one debt.
type debtor struct {
	debts      []show.OldDebt
	owes, owed int64
	says       string
}

// more says how many debts aren't listed.
func (m MoneyView) more() string {
	left := len(m.Debts.Shown) - debtsListed
	if left <= 0 {
		return ""
	}
	return fmt.Sprintf("The %s oldest debts are listed; %s more %s open.", english.Grouped(debtsListed, ","),
		english.Grouped(left, ","), english.Verb(left, "is", "are"))
}

// byDebtor groups the listed debts by who owes them, in the order of everybody's oldest, and folded ones in
// that of the balances; all are one group where nobody has two. The sums are of all debts.
func (m MoneyView) byDebtor() []debtor {
	var out []debtor
	at, owes, owed := map[chain.PlayerID]int{}, map[chain.PlayerID]int64{}, map[chain.PlayerID]int64{}
	for n, d := range m.Debts.Shown {
		owes[d.From] += d.Amount
		owed[d.To] += d.Amount
		if n >= debtsListed {
			continue
		}
		i, there := at[d.From]
		if !there {
			i = len(out)
			at[d.From], out = i, append(out, debtor{})
		}
		out[i].debts = append(out[i].debts, d)
	}
	if len(out) == len(m.Debts.Shown) {
		return []debtor{{debts: m.Debts.Shown}}
	}
	for from, i := range at {
		of := &out[i]
		of.owes, of.owed = owes[from], owed[from]
		of.says = fmt.Sprintf("%s owes %s in all", english.Capital(m.of(from).Name), m.Money.Words(of.owes))
		if of.owed > 0 {
			of.says += ", and is owed " + m.Money.Words(of.owed)
		}
	}
	if m.folds() {
		place := func(d debtor) int {
			at := func(b show.Balance) bool { return b.Player == d.debts[0].From }
			return slices.IndexFunc(m.Players, at)
		}
		slices.SortStableFunc(out, func(a, b debtor) int { return place(a) - place(b) })
	}
	return out
}

// side is those who are owed, or who owe; who is square but has debts both ways stands with neither.
type side struct {
	says   string
	people []show.Balance
}

func (m MoneyView) sides() (out []side) {
	owed, owes, both := side{says: "Is owed"}, side{says: "Owes"}, side{says: "Is even"}
	for _, p := range m.Players {
		switch {
		case p.Total > 0:
			owed.people = append(owed.people, p)
		case p.Total < 0:
			owes.people = append(owes.people, p)
		case !p.Even():
			both.people = append(both.people, p)
		}
	}
	for _, s := range []side{owed, owes, both} {
		if len(s.people) > 0 {
			out = append(out, s)
		}
	}
	return out
}

func (m MoneyView) evenSays() string {
	var even []string
	for _, p := range m.Players {
		if p.Even() {
			even = append(even, p.Name)
		}
	}
	switch len(even) {
	case 0:
		return ""
	case len(m.Players):
		return "All are even."
	}
	return english.Capital(english.List(even)) + " " + english.Verb(len(even), "is", "are") + " even."
}

// how says what of a balance is tonight's.
func (m MoneyView) how(b show.Balance) string {
	switch {
	case b.Tonight == 0:
		return ""
	case b.Slate == 0:
		return "tonight"
	}
	return fmt.Sprintf("%s before, %s tonight", m.Money.Signed(b.Slate), m.Money.Signed(b.Tonight))
}

// sinceWhy says since when a debt is open, or why, and where it is put right if only an open evening asks for
// it.
func (m MoneyView) sinceWhy(d show.OldDebt) (says, there string) {
	if why, there := onlyReopened(d.Debt, m.Reopened); why != "" {
		return why, there
	}
	return "since " + say.Day(sinceOf(d, m.Where)), ""
}

// circle says which debts lead in a circle.
func (m MoneyView) circle() string {
	c := m.Debts.Circle
	if len(c) == 0 {
		return ""
	}
	who := make([]string, len(c))
	for i, p := range c {
		who[i] = m.of(p.To).Name
	}
	return fmt.Sprintf("%s owes %s: %s of that goes round in a circle. "+
		"Cancel it, and nobody loses anything.",
		english.Capital(m.of(c[0].From).Name), strings.Join(who, ", who owes "), m.Money.Words(c[0].Amount))
}

// written says when a line was written down, why and by whom.
func (m MoneyView) written(l show.SlateLine) string {
	says := say.Day(l.At.In(m.Where).Format(time.DateOnly))
	if l.Reason != "" {
		says += ", " + l.Reason
	}
	if l.Device != "" {
		says += ", by " + l.Device
	}
	return says
}
