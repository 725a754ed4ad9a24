package settleup

// Balances over all evenings, and the account of one player.

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
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

// MoneyView is everybody's standing in one money.
type MoneyView struct {
	ledger.MoneyBalances
	Debts  ledger.OldDebts
	Again  []ledger.OpenAgain // of the debts, what is open only since an evening is open again
	Fewest settle.Plan        // clears it
	Lines  []ledger.SlateLine
	Whose  ledger.PlayerID // only these debts are shown, and all of them; nobody's: everybody's
	Name   string          // of whom
	All    bool            // they are all shown, however many
	Where  *time.Location
}

// DebtsAtOnce is how many debts of one money the page shows unless it is asked for all: more than any circle
// has, and no more than a phone draws at once.
const DebtsAtOnce = 100

// of is the balance of a player, with name and face; the kitty has only a name.
func (m MoneyView) of(p ledger.PlayerID) ledger.Balance {
	i := slices.IndexFunc(m.Players, func(b ledger.Balance) bool { return b.Player == p })
	if i < 0 {
		return ledger.Balance{Player: p, Name: "the kitty"}
	}
	return m.Players[i]
}

// how says what of a balance is tonight's.
func (m MoneyView) how(b ledger.Balance) string {
	switch {
	case b.Tonight == 0:
		return ""
	case b.Slate == 0:
		return "tonight"
	}
	return fmt.Sprintf("%s from former evenings, %s tonight", m.Money.Signed(b.Slate), m.Money.Signed(b.Tonight))
}

// sinceWhy says since when a debt is open, or why, and where it is put right if only an open evening asks for
// it.
func (m MoneyView) sinceWhy(d ledger.OldDebt) (says, there string) {
	if why, there := onlyAgain(d.Debt, m.Again); why != "" {
		return why, there
	}
	return "since " + templates.Day(sinceOf(d, m.Where)), ""
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
	return fmt.Sprintf("%s owes %s: %s of it goes round in a circle. Struck, nobody has anything less.",
		english.Capital(m.of(c[0].From).Name), strings.Join(who, ", who owes "), m.Money.Words(c[0].Amount))
}

// fewer are the payments that clear all debts, where they are fewer; more counts those that aren't shown.
func (m MoneyView) fewer() (pays []ledger.Payment, more int) {
	pays = m.Fewest.Pays
	again := slices.ContainsFunc(m.Again, func(o ledger.OpenAgain) bool {
		return slices.Contains(m.Debts.All, o.Debt)
	})
	if again || m.Whose != 0 || len(pays) >= len(m.Debts.All) {
		return nil, 0
	}
	if more = len(pays) - DebtsAtOnce; more > 0 && !m.All {
		return pays[:DebtsAtOnce], more
	}
	return pays, 0
}

// many tells whether somebody's debts are shown, or may be asked for since there are very many.
func (m MoneyView) many() bool {
	return len(m.Debts.All) > DebtsAtOnce || m.Whose != 0 && len(m.Debts.All) > 0
}

// people are all who owe or are owed, by name.
func (m MoneyView) people() (out []ledger.Balance) {
	seen := map[ledger.PlayerID]bool{}
	for _, d := range m.Debts.All {
		for _, p := range [...]ledger.PlayerID{d.From, d.To} {
			if !seen[p] {
				seen[p] = true
				out = append(out, m.of(p))
			}
		}
	}
	slices.SortFunc(out, func(a, b ledger.Balance) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return out
}

// shown says which of very many debts are shown, and offers the others.
func (m MoneyView) shown() (says, others string) {
	left := len(m.Debts.All) - DebtsAtOnce
	switch {
	case m.Whose != 0 && len(m.Debts.Shown) == 0:
		return "Nothing is open between " + m.Name + " and anybody.", "Everybody’s"
	case m.Whose != 0:
		return "What " + m.Name + " owes and is owed.", "Everybody’s"
	case m.All:
		return "", ""
	}
	return fmt.Sprintf("These %d have been open longest; %s more %s open.", DebtsAtOnce, english.Number(left),
		english.Verb(left, "is", "are")), fmt.Sprintf("Show all %d", len(m.Debts.All))
}

// written says when a line was written down, why and by whom.
func (m MoneyView) written(l ledger.SlateLine) string {
	says := templates.Day(l.At.In(m.Where).Format(time.DateOnly))
	if l.Reason != "" {
		says += ", " + l.Reason
	}
	if l.Device != "" {
		says += ", by " + l.Device
	}
	return says
}

// StatementView is the account of one player in one money.
type StatementView struct {
	Name, Path, Player string
	Face               face.Face
	Printed            string
	Moneys             []rules.Money
	Money              rules.Money
	Rows               []ledger.StatementRow // newest first
	Before             ledger.EntryID        // they are those before it; zero: the newest
	More               bool                  // there are older ones
	Open               []string              // what is open between this player and others
	Did                string
	Where              *time.Location

	Scores bool
	Key    func() string
	Typed  url.Values // in a form that was refused
	Says   templates.Says
}

// refused are the sentences for taking a line back and what was typed, if that was refused.
func (v StatementView) refused(r ledger.StatementRow) (says templates.Says, typed string) {
	if v.Typed.Get("entry") != templates.EntryNo(r.Entry) {
		return nil, ""
	}
	return v.Says, v.Typed.Get("reason")
}

// balance is what the account stands at after the newest of its lines.
func (v StatementView) balance() string {
	if len(v.Rows) == 0 {
		return v.Money.Words(0)
	}
	return v.Money.Signed(v.Rows[0].After)
}

// line says what a line is of, and when it was and what else there is to say of it.
func (v StatementView) line(r ledger.StatementRow) (text, how string) {
	text, how = r.Text, templates.Day(r.Date)
	more := r.Reason
	if r.Night != 0 {
		text, more = cmp.Or(r.Name, "An evening"), partsOf(v.Money, "penalties and bets", r.Sum, 0)
	} else if !r.At.IsZero() {
		how = templates.Day(r.At.In(v.Where).Format(time.DateOnly))
	}
	if more != "" {
		how += " · " + more
	}
	return text, how
}

// mayGo tells whether a line can be taken back here.
func (v StatementView) mayGo(r ledger.StatementRow) bool {
	return v.Scores && !r.Undone && r.Night == 0 &&
		(r.Kind == ledger.KindPayment || r.Kind == ledger.KindOpening)
}
