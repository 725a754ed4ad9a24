package settle

import "ouverte/ledger/chain"

// Equally shares an amount among people. The odd coins fall one each on the first of them.
func Equally(amount int64, among []chain.PlayerID) []chain.Share {
	n := int64(len(among))
	var out []chain.Share
	for i, p := range among {
		share := amount / n
		if int64(i) < amount%n {
			share++
		}
		if share > 0 {
			out = append(out, chain.Share{Player: p, Amount: share})
		}
	}
	return out
}

// Rounded returns what each gives to the kitty (below zero: gets from it) so that their balance comes to
// whole coins. Each goes to the nearest coin, halves to the kitty's good. The kitty never pays for it: where
// it would, those rounded up by most go down instead.
func Rounded(nets []Net, coin int64) []chain.Share {
	if coin <= 1 {
		return nil
	}
	var out []chain.Share
	var left int64
	over := map[chain.PlayerID]int64{} // above the next coin below
	for _, p := range nets {
		rest := (p.Amount%coin + coin) % coin
		if rest == 0 {
			continue
		}
		over[p.Player] = rest
		if rest > coin-rest {
			rest -= coin
		}
		out = append(out, chain.Share{Player: p.Player, Amount: rest})
		left += rest
	}
	for left < 0 {
		least := -1
		for i, s := range out {
			if s.Amount < 0 && (least < 0 || over[s.Player] < over[out[least].Player]) {
				least = i
			}
		}
		out[least].Amount += coin
		left += coin
	}
	return out
}
