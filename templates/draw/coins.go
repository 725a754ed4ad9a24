package draw

import (
	"fmt"
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
	counted, left := CountFrom(m, amount, settle.CoinsOf(m))
	if left != 0 {
		return Counted{}
	}
	return counted
}

// CountFrom counts an amount out of the coins there are, as far as it can be.
func CountFrom(m rules.Money, amount int64, bowl []settle.Coin) (c Counted, left int64) {
	counted, left := settle.CountOut(amount, bowl)
	return Counted{drawn(m, counted), settle.InWords(counted)}, left
}

// mostCoins is how many coins of one payment are drawn; of more the words tell.
const mostCoins = 9

func drawn(m rules.Money, counted []settle.Coins) []coinDrawn {
	var out []coinDrawn
	for _, c := range counted {
		for range min(c.Count, mostCoins+1) {
			out = append(out, coinDrawn{Says: coinSays(m, c.Coin), Look: coinLook(m, c.Coin)})
		}
	}
	if len(out) > mostCoins {
		return nil
	}
	return out
}

// coinSays is what stands on a coin: its value, short enough for its circle, "20c", "€1", "25¢", "2s 6d".
func coinSays(m rules.Money, c settle.Coin) string {
	if m == rules.LSD {
		return m.Words(c.Value)
	}
	return onCoins.Replace(c.Name)
}

var onCoins = strings.NewReplacer(" coin", "", " note", "", " rappen", "", " øre", "ø", "kr ", "",
	"Fr. ", "Fr.", "penny", "1¢", "nickel", "5¢", "dime", "10¢", "quarter", "25¢")

// coinLook are its classes in coins.css: metal, width, sides.
func coinLook(m rules.Money, c settle.Coin) string {
	look := c.Look(m)
	if w := c.Width(m); w > 0 {
		look += fmt.Sprintf(" m%d", w)
	}
	if sides := c.Sides(m); sides > 0 {
		look += fmt.Sprintf(" sides-%d", sides)
	}
	return look
}
