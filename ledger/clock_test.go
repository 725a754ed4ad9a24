package ledger

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
)

// The machine's clock may be put back: after a flat battery, by hand, by the network. Entries stay in the
// order of recording, and the evening goes on.
func TestClockJumpsBack(t *testing.T) {
	now := new(handClock)
	now.set(evening)
	b := must1(Open(t.Context(), t.TempDir()+"/book", Options{Clock: now.tick}))
	defer b.Close()
	tb := sit(t, b, "hoyle", "Ann", "Bob", "Cat", "Dan")
	var order []chain.DealID
	play := func() {
		for i := range 3 {
			order = append(order, tb.deal(fmt.Sprintf("solo ann %d", 4+i)))
		}
	}
	play()
	for _, to := range []time.Time{
		evening.Add(-2 * time.Hour), evening.AddDate(0, 0, -3), time.UnixMilli(0), time.UnixMilli(-5000),
		evening.AddDate(30, 0, 0), evening.Add(time.Hour),
	} {
		now.set(to)
		play()
		tb.mend(Mend{Do: Correct, Deal: order[0], Saw: tb.version(order[0]), Said: tb.said("solo ann 3")})
		n := tb.now()
		slices.Reverse(n.Deals)
		if !slices.EqualFunc(n.Deals, order, func(d *show.Dealt, id chain.DealID) bool { return d.ID == id }) {
			t.Errorf("at %v the deals are in another order", to)
		}
		if n.Nth != len(order)+1 {
			t.Errorf("at %v deal %d comes next", to, n.Nth)
		}
	}
	must1(b.CloseNight(t.Context(), tb.slip(), tb.night, 0))
	now.set(evening.AddDate(-1, 0, 0)) // a new evening, dated before the last
	again, _ := b.Now().LastLineUp()
	next := must1(b.StartNight(t.Context(), tb.slip(), lineUp(again)))
	if next.Night <= tb.night {
		t.Errorf("night %d follows %d", next.Night, tb.night)
	}
	tb.night = next.Night
	tb.deal("solo bob 5")
	path := b.Path()
	testenv.Fine(t, b.Close())
	testenv.Same(t, well(t, path).Deals, len(order)+1, "%d deals")
}
