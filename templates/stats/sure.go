package stats

// How sure one can be of the figures, which stands behind More.

import (
	"ouverte/ledger"
	"ouverte/ledger/face"
)

// sureRow is a figure with the ends the true one most likely lies between.
type sureRow struct {
	Name string     // of a call or a place …
	Of   []sureName // … or of people
	N    int64
	Won  ledger.Rate
	Each ledger.Mean // of money; none where N is 0
}

type sureName struct {
	Face face.Face
	Name string
}

func sureCalls(m moneyOf, calls []ledger.CallFigures) []sureRow {
	var out []sureRow
	for _, f := range calls {
		out = append(out, sureRow{Name: m.Names.Name(f.Call), N: f.N, Won: f.Rate(), Each: f.Money})
	}
	return out
}

func sureSeats(seats []ledger.SeatFigures) []sureRow {
	var out []sureRow
	for _, f := range seats {
		name := placeName(f)
		if f.Active == 3 {
			name += ", three at the table"
		}
		out = append(out, sureRow{Name: name, N: f.Called, Won: f.Rate(), Each: f.Money})
	}
	return out
}

func surePartners(pairs []ledger.PairFigures) []sureRow {
	var out []sureRow
	for _, f := range pairs {
		two := []sureName{{f.FaceA, f.NameA}, {f.FaceB, f.NameB}}
		out = append(out, sureRow{Of: two, N: f.Together, Won: f.Rate()})
	}
	return out
}

func sureWith(pairs []ledger.PairFigures) []sureRow {
	var out []sureRow
	for _, f := range firstPairs(pairs) {
		if f.Together > 0 {
			out = append(out, sureRow{Of: []sureName{{f.FaceB, f.NameB}}, N: f.Together, Won: f.Rate()})
		}
	}
	return out
}

var sureColumns = []string{
	"", "Times", drawn + "Won, drawn", "Won", "Most likely", "Each brings", "Give or take",
}
