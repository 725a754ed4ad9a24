package years

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ouverte/ledger/chain"
)

// TestRecords holds what stands out of a row of evenings, given in any order, against going through them.
func TestRecords(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	for range 300 {
		evenings := make([]evening, r.IntN(9))
		var won, dry []bool
		var best mark
		for i := range evenings {
			e := &evenings[i]
			e.night, e.day, e.sat = chain.NightID(
				i+1,
			), dayNumber(
				fmt.Sprintf("2026-01-%02d", i/2+1),
			), min(
				1,
				int64(r.IntN(5)),
			)
			if e.sat == 0 {
				continue
			}
			e.score = int64(r.IntN(5) - 2)
			if best.night == 0 || e.score > best.amount {
				best = mark{e.score, 0, e.night, e.day}
			}
			for range r.IntN(6) {
				so := r.IntN(2) == 0
				e.runs.won.push(so)
				e.runs.lost.push(!so)
				won = append(won, so)
				e.runs.dry.push(!so)
				dry = append(dry, !so)
			}
		}
		shuffled := slices.Clone(evenings)
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		got := recordOf(shuffled)
		if got.best != best {
			t.Fatalf("%+v\nthe best is %+v, want %+v", evenings, got.best, best)
		}
		if int(got.runs.won.best) != longest(won) || int(got.runs.dry.best) != longest(dry) ||
			int(got.runs.dry.last) != atTheEnd(dry) {
			t.Fatalf("%+v\nthe runs are %+v", evenings, got.runs)
		}
	}
}

// TestRuns holds the runs of pieces of a row, put together, against those of the whole row.
func TestRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 7))
	of := func(row []bool) (out run) {
		for _, so := range row {
			out.push(so)
		}
		return out
	}
	for range 1000 {
		row := make([]bool, r.IntN(12))
		for i := range row {
			row[i] = r.IntN(3) > 0
		}
		at := r.IntN(len(row) + 1)
		to := at + r.IntN(len(row)-at+1)
		whole := of(row)
		if parts := of(row[:at]).then(of(row[at:to]).then(of(row[to:]))); parts != whole {
			t.Fatalf("%v in parts at %d and %d comes to %+v, as a whole to %+v", row, at, to, parts, whole)
		}
		if int(whole.best) != longest(row) || int(whole.last) != atTheEnd(row) {
			t.Fatalf("%v comes to %+v", row, whole)
		}
	}
}

func longest(row []bool) int {
	best := 0
	for i := range row {
		n := 0
		for j := i; j < len(row) && row[j]; j++ {
			n++
		}
		best = max(best, n)
	}
	return best
}

func atTheEnd(row []bool) int {
	n := 0
	for i := len(row) - 1; i >= 0 && row[i]; i-- {
		n++
	}
	return n
}
