package ledger

// When it is fair to stop: everybody at the table has dealt alike, and at five sat out alike.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
)

func (tb *table) goes(deals int) {
	tb.t.Helper()
	for range deals {
		tb.deal("pass")
	}
}

func (tb *table) wantFair(want ...int) {
	tb.t.Helper()
	n := tb.now()
	if !slices.Equal(n.Fair, want) || !n.FairAlike {
		tb.t.Errorf("after %d deals it is fair to stop after %v more (%t), want %v", len(n.Deals), n.Fair,
			n.FairAlike, want)
	}
}

func (tb *table) reseat(names ...string) {
	tb.t.Helper()
	n := tb.now()
	var chairs []chain.Chair
	for _, name := range names {
		c := chain.Chair{Player: tb.players[name]}
		if c.Player == 0 {
			tb.players[name] = chain.PlayerID(must1(tb.AddPlayer(tb.ctx, tb.slip(), name)).ID)
			c.Player = tb.players[name]
		}
		chairs = append(chairs, c)
	}
	must1(tb.ChangeTable(tb.ctx, tb.slip(), tb.night, n.Version, TableChange{Chairs: chairs}))
}

// A dealer who is chosen takes longer or doesn't come out, and a substitute deals for whose account it is.
func TestFairAfterTheTableChanged(t *testing.T) {
	tb := sit(t, newBook(t), "units", "Ann", "Bob", "Cat", "Dan", "Eve")
	tb.goes(3)
	tb.wantFair(2, 7)
	n := tb.now()
	must1(tb.ChangeTable(tb.ctx, tb.slip(), tb.night, n.Version,
		TableChange{Dealer: n.Table[n.Dealer%5].Player}))
	must1(tb.SetLastRound(tb.ctx, tb.slip(), tb.night, 5))
	if n := tb.now(); !slices.Equal(n.Fair, []int{5, 10}) || n.FairAlike || n.Last.ToGo != 5 || n.Last.Alike {
		t.Errorf("where a dealer was left out it is fair after %v: %t; the last round is %+v", n.Fair, n.FairAlike,
			n.Last)
	}
	tb.reseat("Ann", "Cat", "Dan", "Eve") // Bob goes: four begin anew
	testenv.Same(t, tb.now().FairSince, 4, "it is counted since deal %d")
	tb.goes(4)
	n = tb.now()
	chairs := []chain.Chair{n.Table[0], n.Table[1], n.Table[2], {Player: tb.players["Bob"],
		Account: tb.players["Eve"]}}
	must1(tb.ChangeTable(tb.ctx, tb.slip(), tb.night, n.Version, TableChange{Chairs: chairs}))
	tb.wantFair(0, 4)
}

// TestFairIsFair plays at random and then as many deals as were called fair; counted by hand all have dealt,
// and sat out, alike since just these sat there.
func TestFairIsFair(t *testing.T) {
	testenv.Thorough(t)
	r := rand.New(rand.NewPCG(5, 5))
	names := []string{"Ann", "Bob", "Cat", "Dan", "Eve", "Fay"}
	for range 12 {
		seats := 3 + r.IntN(3)
		tb := sit(t, newBook(t), "units", names[:seats]...)
		began := 0
		for range r.IntN(3) {
			tb.goes(r.IntN(7))
			seats = 3 + r.IntN(3)
			at := tb.now().Table
			r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
			same := len(at) == seats
			for _, name := range names[:seats] {
				same = same && chain.SeatOf(at, tb.players[name]) != 0
			}
			if !same {
				tb.reseat(names[:seats]...)
				began = len(tb.now().Deals)
			}
		}
		tb.goes(r.IntN(7))
		more := tb.now().Fair[r.IntN(2)]
		must1(tb.SetLastRound(tb.ctx, tb.slip(), tb.night, more))
		if last := tb.now().Last; last.ToGo != more || !last.Alike {
			t.Errorf("%d seats, %d more: %+v", seats, more, last)
		}
		tb.goes(more)
		n := tb.now()
		counts := map[string]int{}
		for _, d := range n.Deals[:len(n.Deals)-began] {
			counts[fmt.Sprint("dealt ", d.Names[d.Deal.Dealer-1])]++
			if rests := d.Deal.Sitter(); rests != 0 {
				counts[fmt.Sprint("rested ", d.Names[rests-1])]++
			}
		}
		if len(counts) != seats*(1+seats/5) {
			t.Errorf("%d seats, %d deals: %v", seats, len(n.Deals)-began, counts)
		}
		for what, times := range counts {
			if times != (len(n.Deals)-began)/seats {
				t.Errorf("%d seats, %d deals: %s %d times", seats, len(n.Deals)-began, what, times)
			}
		}
	}
}
