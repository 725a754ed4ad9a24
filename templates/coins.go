package templates

import (
	"strings"

	"ouverte/ledger/settle"
	"ouverte/rules"
)

// Counted is an amount as it is counted out in coins; empty where it can't be.
type Counted struct {
	coins   []coinDrawn
	InWords string
}

// coinDrawn is a coin or note as it is drawn.
type coinDrawn struct {
	Says, Look string
}

// CountOut counts an amount out.
func CountOut(m rules.Money, amount int64) Counted {
	counted, left := settle.CountOut(amount, settle.CoinsOf(m))
	if left != 0 {
		return Counted{}
	}
	return Counted{drawn(m, counted), settle.InWords(counted)}
}

// mostCoins is how many coins of one payment are drawn; of more the words tell.
const mostCoins = 9

func drawn(m rules.Money, counted []settle.Coins) []coinDrawn {
	var out []coinDrawn
	for _, c := range counted {
		for range min(c.Count, mostCoins+1) {
			out = append(out, coinDrawn{Says: coinSays(m, c.Value), Look: c.Look(m)})
		}
	}
	if len(out) > mostCoins {
		return nil
	}
	return out
}

// coinSays is what stands on a coin.
func coinSays(m rules.Money, value int64) string {
	return strings.TrimSuffix(m.Words(value), ".00")
}
