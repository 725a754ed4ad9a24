package ledger

// The dealer after putting right: a second reading of the rule, which follows the whole evening from its
// beginning and asks where it can't tell. The shadow holds the book against it after each of its steps.

import (
	"slices"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// goneRound is the second reading: the entries of the table, in their order.
type goneRound struct{ line []*told }

// told is a deal, or who sat down and who deals.
type told struct {
	table   bool
	seats   []chain.PlayerID
	dealer  chain.PlayerID
	gone    bool             // a deal that was taken back
	chosen  bool             // a table whose dealer was chosen …
	instead []chain.PlayerID // … when it was the turn of these
}

func leftOf(p chain.PlayerID, seats []chain.PlayerID) chain.PlayerID {
	return seats[(slices.Index(seats, p)+1)%len(seats)]
}

// keepTurn is who has the turn after the seats changed.
func keepTurn(turn, from, to []chain.PlayerID) (out []chain.PlayerID) {
	for _, p := range turn {
		for range from {
			if slices.Contains(to, p) {
				break
			}
			p = leftOf(p, from)
		}
		if !slices.Contains(to, p) {
			p = to[0]
		}
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// inTheirPlace tells whether some at one table only sit where others sit at the other.
func inTheirPlace(one, other []chain.PlayerID) bool {
	for i := range one {
		if len(one) != len(other) || one[i] != other[i] &&
			(slices.Contains(other, one[i]) || slices.Contains(one, other[i])) {
			return false
		}
	}
	return true
}

func also(all []chain.PlayerID, more ...chain.PlayerID) []chain.PlayerID {
	all = slices.Clone(all)
	for _, p := range more {
		if !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

// due follows the evening: who deals next, and who sits. Several are a question.
func (e *goneRound) due() (turn, seats []chain.PlayerID) {
	for _, x := range e.line {
		switch {
		case turn == nil:
			turn, seats = []chain.PlayerID{x.dealer}, x.seats
		case x.table:
			turn = keepTurn(turn, seats, x.seats)
			if x.chosen && slices.Equal(turn, x.instead) {
				turn = []chain.PlayerID{x.dealer}
			} else if x.chosen {
				turn = also([]chain.PlayerID{x.dealer}, turn...)
			}
			seats = x.seats
		case !x.gone:
			if inTheirPlace(x.seats, seats) {
				turn = []chain.PlayerID{seats[(slices.Index(x.seats, x.dealer)+1)%len(seats)]}
				continue
			}
			there := keepTurn([]chain.PlayerID{leftOf(x.dealer, x.seats)}, x.seats, seats)
			if slices.Contains(seats, x.dealer) {
				there = also([]chain.PlayerID{leftOf(x.dealer, seats)}, there...)
			}
			turn = there
		}
	}
	return turn, seats
}

// A fifth player joins while a deal is off the sheet: put back, it was dealt before that.
func TestDealPutBackAfterSomebodyJoined(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan", "Eve")
	seat := func(names ...string) (out []chain.Chair) {
		for _, name := range names {
			out = append(out, chain.Chair{Player: tb.players[name]})
		}
		return out
	}
	set := func(c TableChange) error {
		_, err := tb.ChangeTable(tb.ctx, tb.slip(), tb.night, 0, c)
		return err
	}
	deals := func(want string) {
		t.Helper()
		if n := tb.now(); n.SeatNames()[n.Dealer-1] != want {
			t.Errorf("%s deals next, not %s", n.SeatNames()[n.Dealer-1], want)
		}
	}
	testenv.Fine(t, set(TableChange{Chairs: seat("Ann", "Bob", "Cat", "Dan"), Dealer: tb.players["Dan"]}))
	deal := tb.deal("solo ann 5")
	saw := tb.version(deal)
	back := tb.mend(Mend{Do: Remove, Deal: deal, Saw: saw})
	testenv.Fine(t, set(TableChange{Chairs: seat("Ann", "Bob", "Cat", "Dan", "Eve")}))
	deals("Dan")
	tb.mend(Mend{Do: PutBack, Deal: deal, Saw: back.Entry})
	deals("Ann")

	// Cat is chosen while it is off the sheet again: then nobody but the table can say.
	back = tb.mend(Mend{Do: Remove, Deal: deal, Saw: tb.version(deal)})
	testenv.Fine(t, set(TableChange{Dealer: tb.players["Cat"]}))
	deals("Cat")
	effect := must1(tb.WhatIf(tb.ctx, tb.night, Mend{Do: PutBack, Deal: deal, Saw: back.Entry}))
	if effect.Night.Doubt == nil {
		t.Error("nothing said before that the dealer would be in doubt")
	}
	tb.mend(Mend{Do: PutBack, Deal: deal, Saw: back.Entry})
	d := tb.now().Doubt
	if d == nil || !slices.Equal(d.Who, []chain.PlayerID{tb.players["Cat"], tb.players["Ann"]}) ||
		d.Chosen != tb.players["Cat"] {
		t.Fatalf("in doubt: %+v", d)
	}
	wantRefusal(t, set(TableChange{Chairs: seat("Ann", "Bob", "Cat", "Dan")}), "dealer")
	_, err := tb.Record(tb.ctx, tb.slip(), tb.night, DealSaid{Deal: rules.Deal{Call: rules.Passed,
		Tricks: rules.NotSaid}})
	wantRefusal(t, err, "dealer")
	testenv.Fine(t, set(TableChange{Dealer: tb.players["Cat"]}))
	deals("Cat")
	if d := tb.now().Doubt; d != nil {
		t.Errorf("still asked: %+v", d)
	}
	wantRefusal(t, set(TableChange{Dealer: tb.players["Cat"]}), "seats")
}

// Somebody sat in for another in the last deal, as is said afterwards: that leaves nothing to ask.
func TestDealerAfterASubstitute(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	tb.deal("solo ann 5") // Dan deals
	deal := tb.deal("solo bob 6")
	eve := chain.PlayerID(must1(tb.AddPlayer(tb.ctx, tb.slip(), "Eve")).ID)
	for place, absent := range tb.now().Table {
		chairs := slices.Clone(tb.now().Table)
		chairs[place] = chain.Chair{Player: eve, Account: absent.Player}
		tb.mend(Mend{Do: Correct, Deal: deal, Saw: tb.version(deal), Said: DealSaid{Chairs: chairs,
			Deal: rules.Deal{Seats: 4, Dealer: 1, Call: rules.Solo, Caller: 2, Tricks: 6}}})
		if n := tb.now(); n.Doubt != nil || n.SeatNames()[n.Dealer-1] != "Bob" {
			t.Errorf("Eve for %s: %s deals, asked is %+v", n.PlayerName(absent.Player), n.SeatNames()[n.Dealer-1],
				n.Doubt)
		}
	}
}
