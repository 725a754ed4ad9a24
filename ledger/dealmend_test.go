package ledger

import (
	"errors"
	"testing"

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
	// What was promised is what came.
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

func (tb *table) version(id DealID) EntryID {
	tb.t.Helper()
	d, ok := tb.now().Deal(id)
	if !ok {
		tb.t.Fatalf("deal %d doesn't stand", id)
	}
	return d.Version
}

func TestTakeBackAndPutBack(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	first := tb.deal("prop ann bob 8")
	second := tb.deal("solo ann 4")
	saw := tb.version(second)
	r := tb.mend(Mend{Do: Remove, Deal: second, Saw: saw})
	if r.Deal != second {
		t.Errorf("took back %d, want %d", r.Deal, second)
	}
	tb.want(map[string]int64{"Ann": 6, "Bob": 6, "Cat": -6, "Dan": -6})
	if n := tb.now(); n.SeatNames()[n.Dealer-1] != "Ann" || n.Nth != 2 {
		t.Errorf("after taking back it is %s's deal, the %d.", n.SeatNames()[n.Dealer-1], n.Nth)
	}
	gone := tb.now().Removed
	if len(gone) != 1 || gone[0].ID != second || gone[0].Version != saw || gone[0].Nth != 2 {
		t.Errorf("removed: %+v", gone)
	}
	tb.mend(Mend{Do: PutBack, Deal: second, Saw: r.Entry})
	tb.want(map[string]int64{"Ann": -15, "Bob": 13, "Cat": 1, "Dan": 1})
	history := must1(tb.History(tb.ctx, tb.night, second))
	var what []string
	for _, v := range history {
		what = append(what, v.What)
	}
	if len(what) != 3 || what[0] != "recorded" || what[1] != "removed" || what[2] != "put back" ||
		!history[2].Standing {
		t.Errorf("history: %v", what)
	}
	if d, _ := tb.now().Deal(first); d.Changed != 0 {
		t.Errorf("the first deal was changed %d times", d.Changed)
	}
}

// must1 is for calls in expressions; an error shows as a panic.
func must1[T any](got T, err error) T {
	if err != nil {
		panic(err)
	}
	return got
}

func TestCorrect(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	first := tb.deal("solo ann 5")
	tb.deal("solo bob 5")
	saw := tb.version(first)
	said := rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 4}
	tb.mend(Mend{Do: Correct, Deal: first, Saw: saw, Said: DealSaid{Deal: said}, Reason: "miscounted"})
	tb.want(map[string]int64{"Ann": -27, "Bob": 25, "Cat": 1, "Dan": 1})

	_, err := tb.Mend(tb.ctx, tb.slip(), tb.night, Mend{Do: Correct, Deal: first, Saw: saw,
		Said: DealSaid{Deal: said}})
	var stale *Stale
	if !errors.As(err, &stale) || stale.Deal == nil || stale.Deal.Deal.Tricks != 4 || len(stale.Rows) != 2 {
		t.Errorf("a correction of an old version: %v", err)
	}
	_, err = tb.Mend(tb.ctx, tb.slip(), tb.night, Mend{Do: Correct, Deal: first, Saw: tb.version(first),
		Said: DealSaid{Deal: said}})
	wantRefusal(t, err, "deal")
	said.Caller = 9
	_, err = tb.Mend(tb.ctx, tb.slip(), tb.night, Mend{Do: Correct, Deal: first, Saw: tb.version(first),
		Said: DealSaid{Deal: said}})
	var problem *rules.Problem
	if !errors.As(err, &problem) {
		t.Errorf("a caller in seat 9: %v", err)
	}
	tb.want(map[string]int64{"Ann": -27, "Bob": 25, "Cat": 1, "Dan": 1})
}

// TestNoRoyalInTheCalls: calls with a royal are refused for a deal without trumps, whatever overcalled it,
// and kept for a deal with them.
func TestNoRoyalInTheCalls(t *testing.T) {
	set, _ := rules.Set("units")
	own := *set
	own.ID, own.Trumps = "own", rules.TrumpsCycleNT
	tb := sit(t, newBook(t), "units", "Ann", "Bob", "Cat", "Dan")
	seats := []PlayerID{tb.players["Ann"], tb.players["Bob"], tb.players["Cat"], tb.players["Dan"]}
	r := must1(tb.StartNight(tb.ctx, tb.slip(), NewNight{House: &own, Seats: seats, Dealer: seats[3]}))
	tb.night = NightID(r.ID)
	for nth := 1; nth <= 5; nth++ {
		n := tb.now()
		eldest := n.Dealer%4 + 1
		d := rules.Deal{Seats: 4, Dealer: n.Dealer, Call: rules.Declared, Caller: eldest%4 + 1, Tricks: 13}
		said := DealSaid{Deal: d, Auction: "royal declared pass pass pass"}
		_, err := tb.Record(tb.ctx, tb.slip(), tb.night, said)
		if none := nth == 5; none != (err != nil) {
			t.Fatalf("deal %d: %v", nth, err)
		}
		if err != nil && err.Error() != "By the turn of the suits this deal has no trumps, so nobody can have "+
			"called a royal abundance in it." {
			t.Errorf("refused with %q", err)
		}
	}
	if got := len(tb.now().Deals); got != 4 {
		t.Errorf("%d deals are written", got)
	}
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
	if got := stands(); got != called {
		t.Errorf("it was called %q", got)
	}
	solo.Tricks = 6
	tb.mend(Mend{Do: Correct, Deal: r.Deal, Saw: tb.version(r.Deal), Said: DealSaid{Deal: solo}})
	if got := stands(); got != called {
		t.Errorf("with another number of tricks it was called %q", got)
	}
	gone := tb.mend(Mend{Do: Remove, Deal: r.Deal, Saw: tb.version(r.Deal)})
	tb.mend(Mend{Do: PutBack, Deal: r.Deal, Saw: gone.Entry})
	if got := stands(); got != called {
		t.Errorf("put back it was called %q", got)
	}
	solo.Call, solo.Tricks = rules.Abundance, 9
	tb.mend(Mend{Do: Correct, Deal: r.Deal, Saw: tb.version(r.Deal), Said: DealSaid{Deal: solo}})
	if got := stands(); got != "" {
		t.Errorf("an abundance was called %q", got)
	}
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
	var seats []PlayerID
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
	if n := tb.now(); len(n.Deals) != 2 {
		t.Errorf("%d deals stand", len(n.Deals))
	}
}
