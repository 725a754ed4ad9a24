package watch

import (
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/show"
	"ouverte/rules"
)

// Who sits at another table by now has no duties at this one.
func TestNoDutiesElsewhere(t *testing.T) {
	n := &show.Night{Open: true, Meeting: 1, Money: rules.Units, People: []show.Person{{ID: 1, Name: "Ann"},
		{ID: 2, Name: "Bob", Seat: 1}, {ID: 3, Name: "Cat", Seat: 2}}}
	n.Nth, n.Duties.Dealer, n.Duties.Cutter, n.Duties.Leader = 3, 1, 4, 2
	for player, want := range map[show.PlayerID]string{1: "", 2: "Deal 3: you gather the cards and deal.",
		3: "Deal 3: you lead."} {
		if m := NewMe(MeAbout{Night: n, Phone: ledger.Phone{Player: player}}); m.duties != want {
			t.Errorf("%d is told %q, not %q", player, m.duties, want)
		}
	}
}
