package watch

import (
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/rules"
)

// Who sits at another table by now has no duties at this one.
func TestNoDutiesElsewhere(t *testing.T) {
	n := &show.Night{Open: true, Meeting: 1, Money: rules.Units, People: []show.Person{{ID: 1, Name: "Ann"},
		{ID: 2, Name: "Bob", Seat: 1}, {ID: 3, Name: "Cat", Seat: 2}}}
	n.Nth, n.Duties.Dealer, n.Duties.Cutter, n.Duties.Leader = 3, 1, 4, 2
	for player, want := range map[chain.PlayerID]string{1: "", 2: "Deal 3: you gather the cards and deal.",
		3: "Deal 3: you lead."} {
		if m := NewMe(MeAbout{Night: n, Phone: door.Phone{Player: player}}); m.duties != want {
			t.Errorf("%d is told %q, not %q", player, m.duties, want)
		}
	}
}

// Where you paid as you went a phone says what its owner takes home, and lists no payment.
func TestTakesHome(t *testing.T) {
	n := &show.Night{Money: rules.LSD, Way: chain.Way{By: chain.ByGo}, People: []show.Person{
		{ID: 1, Name: "Ann", Sum: show.Sums{Deals: 12, Payments: -12}}, {ID: 2, Name: "Bob"}},
		Rows: []*show.Row{{Kind: chain.KindPayment, Entry: 1, Paid: &settle.Payment{From: 2, To: 1, Amount: 12}}}}
	for player, want := range map[chain.PlayerID]string{1: "Ann, you take 1s more home",
		2: "Bob, you go home even"} {
		m := NewMe(MeAbout{Night: n, Phone: door.Phone{Player: player}})
		if m.head != want || m.so != "You paid as you went." || len(m.paid) > 0 {
			t.Errorf("it says %q, %q and %d payments", m.head, m.so, len(m.paid))
		}
	}
}
