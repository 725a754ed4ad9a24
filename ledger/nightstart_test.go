package ledger

import (
	"slices"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
)

// TestASubstituteIsNotSeatedAgain: the same again seats the player and not the substitute.
func TestASubstituteIsNotSeatedAgain(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	eve := chain.PlayerID(must1(tb.AddPlayer(tb.ctx, tb.slip(), "Eve")).ID)
	n := must1(tb.Now().Night(tb.night))
	chairs := slices.Clone(n.Table)
	dan := chairs[3].Player
	chairs[3] = chain.Chair{Player: eve, Account: dan}
	must1(tb.ChangeTable(tb.ctx, tb.slip(), tb.night, 0, TableChange{Chairs: chairs}))
	must1(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))
	l, ok := tb.Now().LineUpOf(tb.night)
	if !ok || !slices.Contains(l.Seats, dan) || slices.Contains(l.Seats, eve) || len(l.Seats) != 4 ||
		!slices.Contains(l.Seats, l.Dealer) {
		t.Errorf("the same again seats %v, %d deals", l.Seats, l.Dealer)
	}
}

// TestFreeLineUp: "the same again" is the latest line-up of which nobody plays, however many nights are open;
// somebody who sat at a dozen nights since one was left open doesn't play there.
func TestFreeLineUp(t *testing.T) {
	b := newBook(t)
	tb := sit(t, b, "hoyle", "ann", "bob", "cat", "dan")
	for _, name := range []string{"eve", "fay", "gus", "hal"} {
		tb.players[name] = chain.PlayerID(must1(b.AddPlayer(tb.ctx, tb.slip(), name)).ID)
	}
	house, _ := rules.Set("hoyle")
	begins := func(names ...string) chain.NightID {
		t.Helper()
		var seats []chain.PlayerID
		for _, name := range names {
			seats = append(seats, tb.players[name])
		}
		r := must1(b.StartNight(tb.ctx, tb.slip(), NewNight{House: house, Seats: seats, Dealer: seats[0]}))
		return r.Night
	}
	ends := func(id chain.NightID) {
		t.Helper()
		must1(b.Record(tb.ctx, tb.slip(), id, soloOf(1)))
		must1(b.CloseNight(tb.ctx, tb.slip(), id, 0))
	}
	free := func(want ...string) {
		t.Helper()
		n, ok := b.Now().FreeLineUp()
		if ok != (len(want) > 0) || len(n.Seats) != len(want) {
			t.Fatalf("free is %v, %v, want %v", n.Seats, ok, want)
		}
		for i, name := range want {
			if n.Seats[i] != tb.players[name] {
				t.Errorf("free is %v, want %v", n.Seats, want)
			}
		}
	}
	ends(tb.night)
	first, second := []string{"ann", "bob", "cat", "dan"}, []string{"eve", "fay", "gus", "hal"}
	ends(begins(first...))
	free(first...)
	begins(first...) // and is left open
	free()
	ends(begins(second...))
	free(second...)
	mixed := begins("dan", "eve", "fay", "gus")
	free()
	ends(mixed)
	free(second...) // dan plays at the other
	rest := []string{"bob", "cat", "dan"}
	for range 12 {
		ends(begins(slices.Concat(second[:1], rest)...))
	}
	free(slices.Concat(second[:1], rest)...)
}

// lineUp is what starts a night as a former one ended.
func lineUp(l show.LineUp) NewNight {
	return NewNight{
		Name: l.Name, House: l.House, Scale: l.Scale, Seats: l.Seats, Dealer: l.Dealer, Auction: l.Auction,
		Agree: l.Agree, Words: l.Words,
	}
}
