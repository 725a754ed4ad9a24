package stats

import (
	"fmt"
	"strconv"

	"ouverte/ledger"
	"ouverte/ledger/years"
)

// mostRows is how many rows the table behind a picture has at most, and one of others: sentences lead there.
const mostRows = years.PairsShown

// lastEvenings are the last few evenings, where the months are drawn.
func lastEvenings(all []ledger.EveningPoint) []ledger.EveningPoint { return all[max(0, len(all)-12):] }

// againstAndMisery are the calls met as an opponent, and the general misère, where each plays for himself.
func againstAndMisery(b *ledger.PlayerBook) []ledger.CallFigures {
	out := append([]ledger.CallFigures(nil), b.Against...)
	if b.Misery.N > 0 {
		out = append(out, b.Misery)
	}
	return out
}

// runWords is a longest run and the one going on.
func runWords(longest, now int) string {
	if now > 1 {
		return fmt.Sprintf("%d, %d now", longest, now)
	}
	return strconv.Itoa(longest)
}

func within(r ledger.RatingPoint) string {
	low, high := r.Within()
	return fmt.Sprintf("%d and %d", low, high)
}

// firstPairs are as many as a table has room for.
func firstPairs(pairs []ledger.PairFigures) []ledger.PairFigures {
	return pairs[:min(len(pairs), mostRows)]
}

func mostNet(pairs []ledger.PairFigures) float64 {
	var most int64
	for _, f := range pairs {
		most = max(most, f.Net(), -f.Net())
	}
	return float64(most)
}
