package stats

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/rules/english"
)

var monthNames = [...]string{"January", "February", "March", "April", "May", "June", "July", "August",
	"September", "October", "November", "December"}

func mostScore(all []ledger.PlayerStanding) float64 {
	var most int64
	for _, p := range all {
		most = max(most, p.Score, -p.Score)
	}
	return float64(most)
}

// playedCalls are the calls of the deals that were played.
func playedCalls(b *ledger.CircleBook) []ledger.CallFigures {
	return slices.DeleteFunc(slices.Clone(b.Calls),
		func(f ledger.CallFigures) bool { return !f.Call.Biddable() })
}

// otherDeals says what became of the others.
func otherDeals(b *ledger.CircleBook, words rules.Words) string {
	var said []string
	for _, f := range b.Calls {
		share := percent(float64(f.N) / float64(b.Deals))
		if len(said) == 0 {
			share += " of the deals"
		}
		switch f.Call {
		case rules.Passed:
			said = append(said, fmt.Sprintf("%s in %s, %s", words.Noun(f.Call), thousands(f.N), share))
		case rules.GeneralMisere:
			said = append(said, fmt.Sprintf("%s was played in %s, %s", words.One(f.Call), thousands(f.N), share))
		case rules.Void:
			said = append(said, fmt.Sprintf("%s came out void", thousands(f.N)))
		}
	}
	if b.Revokes > 0 {
		said = append(said, fmt.Sprintf("there were %s", times(b.Revokes, "revoke")))
	}
	if len(said) == 0 {
		return "Every deal was called."
	}
	return english.Capital(strings.Join(said, "; ")) + "."
}

// heatCalls are the columns of the heat map: every call somebody shown made.
func heatCalls(b *ledger.CircleBook) []rules.Call {
	var out []rules.Call
	for _, c := range rules.BiddableCalls() {
		for _, p := range b.Shown {
			if heatOf(b, p.Player, c).N > 0 {
				out = append(out, c)
				break
			}
		}
	}
	return out
}

func heatOf(b *ledger.CircleBook, p ledger.PlayerID, c rules.Call) ledger.CallFigures {
	for _, f := range b.Heat[p] {
		if f.Call == c {
			return f
		}
	}
	return ledger.CallFigures{}
}

// mostHeat is what the strongest tint stands for: the dearest of the cells that are not of few.
func mostHeat(b *ledger.CircleBook) float64 {
	var most, any float64
	for _, p := range b.Shown {
		for _, f := range b.Heat[p.Player] {
			any = max(any, math.Abs(f.Money.Each()))
			if !few(f.N) {
				most = max(most, math.Abs(f.Money.Each()))
			}
		}
	}
	if most == 0 {
		return any
	}
	return most
}
