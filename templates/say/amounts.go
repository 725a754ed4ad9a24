package say

import (
	"ouverte/ledger/face"
	"ouverte/rules"
	"ouverte/rules/english"
)

// Amount is a sum in the night's money.
type Amount struct {
	Words string
	Sign  string // w above nothing, l below, z nothing, - no part in it
	Why   string // of a cell without a number: not there, sat out, …
	Rests bool   // was there and sat out: the cell has a mark
}

// AmountOf writes a standing, or what somebody won or lost, with its sign. What is handed over has none.
func AmountOf(m rules.Money, n int64) Amount {
	return Amount{Words: m.Signed(n), Sign: Sign(n)}
}

// Sign is the class of an amount: w won, l lost, z nothing.
func Sign(n int64) string {
	if n == 0 {
		return "z"
	}
	return SignClass(n)
}

// SignClass is the class of an amount where nothing has none: w won, l lost.
func SignClass(n int64) string {
	switch {
	case n > 0:
		return "w"
	case n < 0:
		return "l"
	}
	return ""
}

// NetLine is what something brings somebody, with its sign.
type NetLine struct {
	Name, Amount, Sign string
	Face               face.Face
}

func NewNetLine(m rules.Money, name string, amount int64) NetLine {
	return NetLine{Name: name, Amount: m.Signed(amount), Sign: Sign(amount)}
}

// TricksText says what a trick more or less brings: "2d a trick", "2d over, 1d short", "2d over"; empty where
// they don't count.
func TricksText(m rules.Money, r rules.Rank) string {
	switch {
	case !r.Call.Counted(), r.Over == 0 && r.Under == 0:
		return ""
	case r.Over == r.Under:
		return m.Words(r.Over) + " a trick"
	case r.Under == 0:
		return m.Words(r.Over) + " over"
	case r.Over == 0:
		return m.Words(r.Under) + " short"
	}
	return m.Words(r.Over) + " over, " + m.Words(r.Under) + " short"
}

// PaidText says all a call pays: its stake, what a trick more or less brings, and what most sets don't have.
func PaidText(m rules.Money, r rules.Rank) []string {
	out := []string{m.Words(r.Stake)}
	if tricks := TricksText(m, r); tricks != "" {
		out = append(out, tricks)
	}
	return append(out, MoreAmounts(m, r)...)
}

// MoreAmounts are the amounts of a call that most sets don't have, in words; what misères cost for each trick
// taken among them.
func MoreAmounts(m rules.Money, r rules.Rank) []string {
	var out []string
	if r.Lost != 0 && r.Lost != r.Stake {
		out = append(out, m.Words(r.Lost)+" when lost")
	}
	if r.Call.Losing() && r.Under > 0 {
		out = append(out, m.Words(r.Under)+" for each trick taken")
	}
	if free := FreeTricks(r); free != "" {
		out = append(out, free+" free")
	}
	if r.Bonus > 0 {
		out = append(out, m.Words(r.Bonus)+" for all thirteen")
	}
	return out
}

// FreeTricks says which tricks that would cost are free: "the first two tricks short"; empty where none is.
func FreeTricks(r rules.Rank) string {
	if r.FreeUnder == 0 || r.Under == 0 {
		return ""
	}
	tricks := "trick"
	if r.FreeUnder > 1 {
		tricks = english.Spelled(r.FreeUnder, "trick")
	}
	if r.Call.Counted() {
		tricks += " short"
	}
	return "the first " + tricks
}

// MiseryText says what a game after all have passed is played for, where the set gives it a stake of its own.
func MiseryText(h *rules.House) string {
	if !h.AllPass.Played() || h.Misery == 0 {
		return ""
	}
	return "played for " + h.Money.Words(h.Misery)
}

// MoneyName is a money's name in a list to choose from.
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

// Moneys are those every form offers; a book or a set of rules may have others besides.
var Moneys = []rules.Money{rules.Units, rules.Points, rules.LSD, "GBP", "EUR", "USD", "AUD", "NZD", "CAD",
	"CHF", "DKK", "NOK", "SEK", "PLN", "CZK", "ZAR", "INR", "JPY"}
