package settleup

// Rounding to a coin where a night is settled: the coins there are, what it would come to, and whether it has
// to be done again.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ouverte/ledger"
	"ouverte/ledger/settle"
	"ouverte/rules"
	"ouverte/templates"
)

// roundView rounds to a coin.
type roundView struct {
	Coins   []templates.Link
	Chosen  string // the coin that is tried
	Words   string
	Preview []templates.NetLine
	Key     string
	Again   roundAgainView
}

// roundAgainView says that something moved since the night was rounded, and offers to round again unless the
// kitty has given away what it got. It is empty where nothing moved.
type roundAgainView struct{ Says, Coin, Words, Key, CloseKey string }

func roundOf(n *ledger.Night, a About) roundView {
	r := roundView{Key: a.Key()}
	if coin := unroundedSince(n); coin != 0 {
		r.Again.Says = "Something changed since it was rounded, and what was left over then is shared out " +
			"already. Take that back, and it can be rounded again."
		if n.Kitty.Holds >= leftOver(n) {
			r.Again = roundAgainView{
				Says: "Something changed since it was rounded: round again.",
				Coin: strconv.FormatInt(coin, 10), Words: n.Money.Words(coin), Key: a.Key(), CloseKey: a.Key(),
			}
		}
	}
	base := a.Address(a.By, a.Banker)
	join := "?"
	if strings.Contains(base, "?") {
		join = "&"
	}
	for _, c := range coinsToRound(n.Money) {
		r.Coins = append(r.Coins, templates.Link{Name: n.Money.Words(c),
			Href: fmt.Sprintf("%s%scoin=%d#round", base, join, c), Here: c == a.Coin})
	}
	if a.Coin > 1 {
		r.Chosen, r.Words = strconv.FormatInt(a.Coin, 10), n.Money.Words(a.Coin)
		for _, net := range a.Rounded {
			name := net.Name
			if net.Player == ledger.Kitty {
				name = "Into the kitty"
			}
			r.Preview = append(r.Preview, templates.NewNetLine(n.Money, name, net.Amount))
		}
	}
	return r
}

// unroundedSince is the coin the night was rounded to, if somebody's open amount is no multiple of it any
// more; else nothing. An odd amount that was only handed over since is what they chose to pay, and changes
// nothing of what was rounded.
func unroundedSince(n *ledger.Night) int64 {
	rounded := templates.Standing(n, ledger.KindRounding)
	if len(rounded) == 0 {
		return 0
	}
	r := rounded[len(rounded)-1]
	if r.Coin <= 1 {
		return 0
	}
	paid := map[ledger.PlayerID]int64{}
	for _, later := range templates.Standing(n, ledger.KindPayment) {
		if later.Entry > r.Entry {
			for _, net := range later.Nets {
				paid[net.Player] += net.Amount
			}
		}
	}
	for _, p := range n.People {
		if total := p.Sum.Total(); total%r.Coin != 0 && (total-paid[p.ID])%r.Coin != 0 {
			return r.Coin
		}
	}
	return 0
}

// leftOver is what the kitty got when the night was rounded.
func leftOver(n *ledger.Night) int64 { return n.Kitty.Sum.Rounding }

// CanRoundTo tells whether it is one of the coins the page offers.
func CanRoundTo(m rules.Money, coin int64) bool { return slices.Contains(coinsToRound(m), coin) }

// coinsToRound are those one may round to.
func coinsToRound(m rules.Money) []int64 {
	switch m {
	case rules.LSD:
		return []int64{3, 6, 12, 24}
	case rules.Units, rules.Points:
		return []int64{5, 10, 50}
	}
	var out []int64
	for _, c := range settle.CoinsOf(m) {
		if c.Value >= 5 && c.Value <= 100 {
			out = append(out, c.Value)
		}
	}
	if out == nil {
		out = []int64{5, 10, 100}
	}
	return out
}
