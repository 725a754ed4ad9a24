package templates

// Balances over all evenings, and the account of one player.

import (
	"fmt"
	"net/url"
	"strconv"
	"time"

	"ouverte/ledger"
	"ouverte/rules"
)

// BalancesView is what is left between people, money by money.
type BalancesView struct {
	Moneys  []MoneyView
	Players []ledger.Player
	Scores  bool
	OpenKey string
	Did     string

	At, AtMoney    string // the form that was refused
	Amount, Reason string // and what was typed there
	Says           Says
}

// MoneyView is everybody's standing in one money.
type MoneyView struct {
	Money   string
	Name    string
	Players []BalanceLine
	Kitty   string // what it holds
	Owed    string // and what hasn't been put in yet
	Pays    []SlatePay
}

// BalanceLine is one person's.
type BalanceLine struct {
	Name, Href string
	Total      SheetAmount
	How        string // "of that −2s. tonight"
}

// SlatePay is a payment that would clear something on the slate.
type SlatePay struct {
	From, To, FromID, ToID, Amount string
	Key                            string
}

// NewMoneyView makes the standing in one money. plan clears what is on the slate.
func NewMoneyView(m ledger.MoneyBalances, plan ledger.Plan, key func() string) MoneyView {
	v := MoneyView{Money: string(m.Money), Name: moneyName(m.Money)}
	names := map[ledger.PlayerID]string{ledger.Kitty: "the kitty"}
	for _, p := range m.Players {
		names[p.Player] = p.Name
		line := BalanceLine{Name: p.Name, Total: signedAmount(m.Money, p.Total),
			Href: PlayerPath(p.Player) + "/statement?money=" + url.QueryEscape(string(m.Money))}
		if p.Tonight != 0 && p.Slate != 0 {
			line.How = fmt.Sprintf("%s from former evenings, %s tonight", m.Money.Signed(p.Slate), m.Money.Signed(p.Tonight))
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
	for _, p := range plan.Pays {
		v.Pays = append(v.Pays, SlatePay{From: names[p.From], To: names[p.To], FromID: playerNo(p.From), ToID: playerNo(p.To), Amount: m.Money.Words(p.Amount), Key: key()})
	}
	return v
}

// StatementView is the account of one player in one money.
type StatementView struct {
	Name, Path, Player string
	Printed            string
	Moneys             []rules.Money
	Money              rules.Money
	Balance            SheetAmount
	Rows               []StatementLine
	Older              string
	Newer              bool // this isn't the newest page
}

// StatementLine is one line of it.
type StatementLine struct {
	Date, Text, How, Href string
	Undone                bool
	Amount, After         SheetAmount
}

// Fill puts the lines in. day writes a time as a date.
func (v *StatementView) Fill(m rules.Money, rows []ledger.StatementRow, more bool, day func(time.Time) string) {
	v.Money, v.Balance = m, AmountOf(m, 0)
	for i, r := range rows {
		if i == 0 {
			v.Balance = signedAmount(m, r.After)
		}
		l := StatementLine{Date: r.Date, Text: r.Text, How: r.Reason, Undone: r.Undone, Amount: signedAmount(m, r.Amount), After: AmountOf(m, r.After)}
		if r.Night != 0 {
			l.Text, l.How, l.Href = r.Name, partsOf(m, r.Sum, 0), fmt.Sprintf("%s/settle", NightPath(r.Night))
			if l.Text == "" {
				l.Text = "An evening"
			}
		} else if !r.At.IsZero() {
			l.Date = day(r.At)
		}
		v.Rows = append(v.Rows, l)
	}
	if more && len(rows) > 0 {
		v.Older = fmt.Sprintf("%s?money=%s&before=%s", v.Path, url.QueryEscape(string(m)), strconv.FormatInt(int64(rows[len(rows)-1].Cursor), 10))
	}
}
