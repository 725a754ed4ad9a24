package show

import (
	"strconv"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// Chairs is a table as a form sends it: players in seat order, "3,7,2" and "3,7:2" where the second plays on
// the account of player 2.
type Chairs []chain.Chair

func (c Chairs) String() string {
	var b strings.Builder
	for i, chair := range c {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.FormatInt(int64(chair.Player), 10))
		if chair.Account != 0 && chair.Account != chair.Player {
			b.WriteByte(':')
			b.WriteString(strconv.FormatInt(int64(chair.Account), 10))
		}
	}
	return b.String()
}

// ParseChairs reads what String wrote.
func ParseChairs(s string) (Chairs, bool) {
	var all Chairs
	for part := range strings.SplitSeq(s, ",") {
		who, whose, lent := strings.Cut(part, ":")
		player, err := strconv.ParseInt(who, 10, 64)
		if err != nil || player < 1 || len(all) == rules.MaxSeats {
			return nil, false
		}
		chair := chain.Chair{Player: chain.PlayerID(player)}
		if lent {
			account, err := strconv.ParseInt(whose, 10, 64)
			if err != nil || account < 1 {
				return nil, false
			}
			chair.Account = chain.PlayerID(account)
		}
		all = append(all, chair)
	}
	return all, len(all) >= 3
}
