package stats

import (
	"testing"

	"ouverte/ledger/show"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// TestADealIsOnes: of a proposal the figures of a deal are what came to each of the two, in every table.
func TestADealIsOnes(t *testing.T) {
	calls := []show.CallFigures{
		{Call: rules.Passed, N: 3},
		{Call: rules.Prop, N: 2, Money: years.NewMean(2, 24, 16*16+8*8)},
		{Call: rules.Solo, N: 2, Money: years.NewMean(2, 24, 16*16+8*8)},
	}
	all := playedCalls(&show.CircleBook{Calls: calls})
	if len(all) != 2 || all[0].Money.Rounded() != 6 || all[1].Money.Rounded() != 12 {
		t.Fatalf("a deal brought %+v", all)
	}
	half, _ := all[0].Money.Give()
	whole, _ := all[1].Money.Give()
	if 2*half != whole {
		t.Errorf("each of two is as sure of %v as both of %v", half, whole)
	}
}
