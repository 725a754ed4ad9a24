package templates

import (
	"ouverte/ledger"
	"ouverte/rules"
)

// SheetAmount is a sum in the night's money, at length and short for narrow columns.
type Amount struct {
	Long, Short string
	Sign        string // w above nothing, l below, z nothing, - no part in it
	Why         string // of a cell without a number: not there, sat out, …
	Rests       bool   // was there, but sat out: a mark in the cell, and not an empty one
}

// AmountOf is an amount as it stands in a cell of a sheet.
func AmountOf(m rules.Money, n int64) Amount {
	return Amount{Long: m.Words(n), Short: m.Short(n), Sign: Sign(n)}
}

func SignedAmount(m rules.Money, n int64) Amount {
	a := AmountOf(m, n)
	a.Long = m.Signed(n)
	if n > 0 {
		a.Short = "+" + a.Short
	}
	return a
}

func Sign(n int64) string {
	switch {
	case n > 0:
		return "w"
	case n < 0:
		return "l"
	}
	return "z"
}

// NetLine is what something brings somebody.
type NetLine struct {
	Name   string
	Amount string // with its sign
	Sign   string
}

func NewNetLine(m rules.Money, net ledger.Net) NetLine {
	return NetLine{Name: net.Name, Amount: m.Signed(net.Amount), Sign: Sign(net.Amount)}
}

// tricksText says what a trick more or less brings: "2d. a trick", "2d. over, 1d. short"; nothing where they don't count.
func TricksText(m rules.Money, r rules.Rank) string {
	switch {
	case r.Over == 0 && r.Under == 0:
		return ""
	case r.Over == r.Under:
		return m.Words(r.Over) + " a trick"
	}
	return m.Words(r.Over) + " over, " + m.Words(r.Under) + " short"
}

// moneyName says in what a set counts.
func MoneyName(m rules.Money) string {
	switch m {
	case rules.LSD:
		return "Pounds, shillings and pence"
	case rules.Units:
		return "Units"
	case rules.Points:
		return "Points"
	}
	return string(m)
}

// moneys are offered in the form; any other currency a set already has is offered too.
var Moneys = []rules.Money{rules.Units, rules.Points, rules.LSD, "GBP", "EUR", "USD", "AUD", "NZD", "CAD", "CHF", "DKK", "NOK", "SEK", "PLN", "CZK", "ZAR", "INR", "JPY"}
