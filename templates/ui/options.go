package ui

import (
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/say"
)

// MoneyOptions lists moneys to choose from.
func MoneyOptions(moneys []rules.Money, chosen string) []Option {
	out := make([]Option, len(moneys))
	for i, m := range moneys {
		out[i] = Option{Value: string(m), Name: say.MoneyName(m), On: string(m) == chosen}
	}
	return out
}

// PlayerOptions lists players to choose from.
func PlayerOptions(players []show.Player, chosen string) []Option {
	out := make([]Option, len(players))
	for i, p := range players {
		out[i] = Option{Value: say.PlayerNo(p.ID), Name: p.Name, On: say.PlayerNo(p.ID) == chosen}
	}
	return out
}
