package stats

import (
	"strconv"

	"ouverte/ledger/show"
)

func foundNth(d show.DealFound) string {
	if d.Change {
		return strconv.Itoa(d.Nth) + ", put right"
	}
	return strconv.Itoa(d.Nth)
}
