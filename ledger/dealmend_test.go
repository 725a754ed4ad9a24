package ledger

import (
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

func (tb *table) mend(m Mend) Receipt {
	tb.t.Helper()
	effect, err := tb.WhatIf(tb.ctx, tb.night, m)
	if err != nil {
		tb.t.Fatalf("what if: %v", err)
	}
	before := tb.totals()
	r, err := tb.Mend(tb.ctx, tb.slip(), tb.night, m)
	if err != nil {
		tb.t.Fatalf("mend: %v", err)
	}
	// The forecast comes true.
	after := tb.totals()
	for _, c := range effect.Change {
		before[c.Name] += c.Amount
	}
	for name, n := range after {
		if before[name] != n {
			tb.t.Errorf("what-if promised %s %d, came %d", name, before[name], n)
		}
	}
	n := tb.now()
	if got := n.Table[n.Dealer-1].Player; got != effect.Dealer[1] {
		tb.t.Errorf("what-if promised dealer %d, came %d", effect.Dealer[1], got)
	}
	return r
}

func (tb *table) version(id chain.DealID) chain.EntryID {
	tb.t.Helper()
	d, ok := tb.now().Deal(id)
	if !ok {
		tb.t.Fatalf("deal %d doesn't stand", id)
	}
	return d.Version
}

// must1 is for calls in expressions; an error shows as a panic.
func must1[T any](got T, err error) T {
	if err != nil {
		panic(err)
	}
	return got
}

// TestNoRoyalInTheCalls: calls with a royal are refused for a deal without trumps, whatever overcalled it,
// and kept for a deal with them.
func TestNoRoyalInTheCalls(t *testing.T) {
	set, _ := rules.Set("units")
	own := *set
	own.ID, own.Trumps = "own", rules.TrumpsCycleNT
	tb := sit(t, newBook(t), "units", "Ann", "Bob", "Cat", "Dan")
	seats := []chain.PlayerID{tb.players["Ann"], tb.players["Bob"], tb.players["Cat"], tb.players["Dan"]}
	r := must1(tb.StartNight(tb.ctx, tb.slip(), NewNight{House: &own, Seats: seats, Dealer: seats[3]}))
	tb.night = r.Night
	for nth := 1; nth <= 5; nth++ {
		n := tb.now()
		eldest := n.Dealer%4 + 1
		d := rules.Deal{Seats: 4, Dealer: n.Dealer, Call: rules.Declared, Caller: eldest%4 + 1, Tricks: 13}
		said := DealSaid{Deal: d, Auction: "royal declared pass pass pass"}
		_, err := tb.Record(tb.ctx, tb.slip(), tb.night, said)
		if none := nth == 5; none != (err != nil) {
			t.Fatalf("deal %d: %v", nth, err)
		}
		if err != nil && err.Error() != "It is the turn of no trumps, so nobody can have called a royal "+
			"abundance." {
			t.Errorf("refused with %q", err)
		}
	}
	testenv.Same(t, len(tb.now().Deals), 4, "%d deals are written")
}

// TestHowItWasCalled: the auction stays with its deal through corrections that leave the contract alone, and
// with no other.
func TestHowItWasCalled(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	n := tb.now()
	solo := rules.Deal{Seats: 4, Dealer: n.Dealer, Call: rules.Solo, Caller: n.Dealer%4 + 1, Tricks: 5}
	r := must1(tb.Record(tb.ctx, tb.slip(), tb.night, DealSaid{Deal: solo, Auction: " solo pass  pass pass "}))
	stands := func() string {
		t.Helper()
		d, ok := tb.now().Deal(r.Deal)
		if !ok {
			t.Fatal("the deal doesn't stand")
		}
		return d.Auction
	}
	const called = "solo pass pass pass"
	testenv.Same(t, stands(), called, "it was called %q")
	solo.Tricks = 6
	tb.mend(Mend{Do: Correct, Deal: r.Deal, Saw: tb.version(r.Deal), Said: DealSaid{Deal: solo}})
	testenv.Same(t, stands(), called, "with another number of tricks it was called %q")
	gone := tb.mend(Mend{Do: Remove, Deal: r.Deal, Saw: tb.version(r.Deal)})
	tb.mend(Mend{Do: PutBack, Deal: r.Deal, Saw: gone.Entry})
	testenv.Same(t, stands(), called, "put back it was called %q")
	solo.Call, solo.Tricks = rules.Abundance, 9
	tb.mend(Mend{Do: Correct, Deal: r.Deal, Saw: tb.version(r.Deal), Said: DealSaid{Deal: solo}})
	testenv.Same(t, stands(), "", "an abundance was called %q")
	for said, kept := range map[string]string{
		"pass pass pass pass":      "pass pass pass pass",
		"pass pass pass":           "", // not over
		"solo pass pass pass":      "", // came to something else
		"pass pass dance pass":     "",
		"pass pass pass pass pass": "",
	} {
		r := must1(tb.Record(tb.ctx, tb.slip(), tb.night,
			DealSaid{Deal: rules.Deal{Call: rules.Passed, Tricks: rules.NotSaid}, Auction: said}))
		if d, _ := tb.now().Deal(r.Deal); d.Auction != kept {
			t.Errorf("of %q is kept %q", said, d.Auction)
		}
	}
}

// TestMovedDealersNeedTheTricks: where moving the deal along lets somebody else rest in a general misère by
// fewest tricks, nobody is paid for tricks that weren't said.
func TestMovedDealersNeedTheTricks(t *testing.T) {
	b := newBook(t)
	tb := sit(t, b, "hoyle", "ann", "bob", "cat", "dan", "eve")
	house := *tb.now().House
	house.ID, house.Name, house.AllPass = "fewest", "By fewest", rules.Fewest
	var seats []chain.PlayerID
	for _, c := range tb.now().Table {
		seats = append(seats, c.Player)
	}
	tb.night = must1(b.StartNight(tb.ctx, tb.slip(),
		NewNight{House: &house, Seats: seats, Dealer: seats[0]})).Night
	first := must1(b.Record(tb.ctx, tb.slip(), tb.night,
		DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 2, Tricks: 5}})).Deal
	misery := rules.Deal{Call: rules.GeneralMisere, Dealer: 2, Tricks: rules.NotSaid}
	for _, s := range []int{2, 3, 4, 5} { // the first rests, on the dealer's right
		misery.TricksBy[s] = 3
	}
	misery.TricksBy[2] = 4
	must1(b.Record(tb.ctx, tb.slip(), tb.night, DealSaid{Deal: misery}))
	_, err := b.Mend(tb.ctx, tb.slip(), tb.night,
		Mend{Do: Remove, Deal: first, Saw: tb.version(first), MoveDealers: true})
	wantRefusal(t, err, "dealers")
	testenv.Same(t, len(tb.now().Deals), 2, "%d deals stand")
}
