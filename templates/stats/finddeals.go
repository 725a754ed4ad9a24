package stats

import (
	"strconv"

	"ouverte/ledger"
)

func foundNth(d ledger.DealFound) string {
	if d.Change {
		return strconv.Itoa(d.Nth) + ", corrected"
	}
	return strconv.Itoa(d.Nth)
}
