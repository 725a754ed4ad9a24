package people

import (
	"testing"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// TestTell holds what entries are in words.
func TestTell(t *testing.T) {
	r := New()
	for i, name := range []string{"Ann", "Bob", "Cat", "the Baron"} {
		r.Enter(chain.PlayerID(i+1), name)
	}
	const ann, bob, cat, baron = 1, 2, 3, 4
	shares := func(anns, bobs int64) []chain.Share {
		return []chain.Share{{Player: ann, Amount: anns}, {Player: bob, Amount: bobs}}
	}
	for _, c := range []struct {
		kind         chain.Kind
		body         any
		text, reason string
	}{
		{chain.KindEdit, &chain.Edit{}, "The night's name, date or options were changed", ""},
		{chain.KindTable, &chain.Table{Chairs: []chain.Chair{{Player: ann}, {Player: bob, Account: cat}},
			Dealer: bob}, "At the table: Ann and Bob for Cat; Bob deals", ""},
		{chain.KindLast, &chain.Last{More: -1}, "No last round any more", ""},
		{chain.KindLast, &chain.Last{More: 1}, "One more deal was agreed", ""},
		{chain.KindLast, &chain.Last{More: 4}, "4 more deals were agreed", ""},
		{chain.KindPenalty, &chain.Penalty{By: ann, To: []chain.PlayerID{bob}, Amount: 6, Reason: "late"},
			"Penalty: Ann, 6d to Bob", "late"},
		{chain.KindPenalty, &chain.Penalty{By: ann, To: []chain.PlayerID{bob, cat}, Amount: 6},
			"Penalty: Ann, 6d each to Bob and Cat", ""},
		{chain.KindPenalty, &chain.Penalty{By: ann, To: []chain.PlayerID{chain.Kitty}, Amount: 6},
			"Penalty: Ann, 6d into the kitty", ""},
		{chain.KindPenalty, &chain.Penalty{By: ann, To: []chain.PlayerID{bob}, Amount: 6, As: chain.AsBet},
			"Bet: Ann, 6d to Bob", ""},
		{chain.KindPenalty, &chain.Penalty{By: ann, To: []chain.PlayerID{bob}, Amount: 6, As: chain.AsCorrection},
			"Correction: Ann, 6d to Bob", ""},
		{chain.KindCost, &chain.Cost{By: cat, What: "the drinks", Shares: shares(12, 6)},
			"Cat laid out 1s\u202f6d for Ann and Bob: the drinks", ""},
		{chain.KindPayment, &chain.Payment{Money: rules.LSD, From: ann, To: bob, Amount: 30},
			"Ann paid 2s\u202f6d to Bob", ""},
		{chain.KindPayment, &chain.Payment{Money: rules.Points, From: baron, To: bob, Amount: 3},
			"The Baron paid 3 to Bob", ""},
		{chain.KindPayment, &chain.Payment{Money: rules.LSD, From: chain.Kitty, To: bob, Amount: 6},
			"The kitty paid 6d to Bob", ""},
		{chain.KindShare, &chain.Sharing{Shares: shares(3, 4), Reason: "supper"},
			"From the kitty: 3d to Ann and 4d to Bob", "supper"},
		{chain.KindRounding, &chain.Rounding{Coin: 6, Shares: shares(2, -2)},
			"Rounded to 6d, nothing was left over", ""},
		{chain.KindRounding, &chain.Rounding{Coin: 6, Shares: shares(2, -1)},
			"Rounded to 6d, what was left over into the kitty", ""},
		{chain.KindOpening, &chain.Opening{Money: rules.LSD, From: ann, To: bob, Amount: 12,
			Reason: "the old book"}, "From before: Ann owes Bob 1s", "the old book"},
		{chain.KindCarry, &chain.Debts{Debts: []chain.Debt{{From: ann, To: chain.Kitty, Amount: 6}}},
			"Left for next time: Ann owes the kitty 6d", ""},
		{chain.KindBring, &chain.Debts{Debts: []chain.Debt{{From: ann, To: bob, Amount: 6}, {From: cat,
			To: bob, Amount: 2}}}, "Brought from former evenings: Ann owes Bob 6d and Cat owes Bob 2d", ""},
		{chain.KindClose, &chain.Close{}, "The night was closed", ""},
		{chain.KindReopen, &chain.Reason{Reason: "one more"}, "The night was opened again", "one more"},
		{chain.KindReversal, &chain.Reason{Reason: "a slip"}, "Withdrawn", "a slip"},
		{chain.KindDeal, &chain.Deal{}, "", ""},
	} {
		if text, reason := r.Tell(rules.LSD, c.kind, c.body); text != c.text || reason != c.reason {
			t.Errorf("a %s is told as %q, for %q; want %q, for %q", c.kind, text, reason, c.text, c.reason)
		}
	}
	if ListOf([]int{}, nil) != "nobody" {
		t.Error("a list of nobody says so")
	}
}
