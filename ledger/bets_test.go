package ledger

// What goes from one player to one other besides the deals: a penalty, a bet, a correction.

import (
	"errors"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
)

// A bet or a correction goes to one other player. Their words are tried in ledger/people, their money in the
// shadow.
func TestWhatIsNoBet(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	ann, bob, cat := tb.players["Ann"], tb.players["Bob"], tb.players["Cat"]
	for _, c := range []struct {
		p     Penalty
		field string
	}{
		{Penalty{By: bob, Kitty: true, As: AsBet}, "to"}, {Penalty{By: bob, As: AsCorrection}, "to"},
		{Penalty{By: bob, To: []chain.PlayerID{cat, ann}, As: AsBet}, "to"},
		{Penalty{By: bob, To: []chain.PlayerID{bob}}, "to"},
		{Penalty{By: bob, To: []chain.PlayerID{cat}, As: "gift"}, "as"},
		{Penalty{By: bob, To: []chain.PlayerID{}, As: AsBet}, "to"},
	} {
		c.p.Amount, c.p.Reason = 10, "why"
		_, err := tb.Penalise(tb.ctx, tb.slip(), tb.night, c.p)
		wantRefusal(t, err, c.field)
	}
}

// Two tablets write the same down: the second reads so, and may write it once more.
func TestTheSameBetOnTwoTablets(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	bob, cat := tb.players["Bob"], tb.players["Cat"]
	saw := tb.now().Version
	bet := Penalty{By: bob, To: []chain.PlayerID{cat}, Amount: 10, Reason: "the rubber", As: AsBet, Saw: saw}
	first := must1(tb.Penalise(tb.ctx, tb.slip(), tb.night, bet))
	_, err := tb.Penalise(tb.ctx, tb.slip(), tb.night, bet)
	var stale *show.Stale
	if !errors.As(err, &stale) ||
		stale.Sentence != "Somebody wrote this down meanwhile: Bet: Bob, 10d to Cat, the "+
			"rubber. Write it again only if it happened twice." {
		t.Fatalf("on the second tablet: %v", err)
	}
	other := bet
	other.Amount = 11
	must1(tb.Penalise(tb.ctx, tb.slip(), tb.night, other))
	bet.Saw = tb.now().Version
	must1(tb.Penalise(tb.ctx, tb.slip(), tb.night, bet))
	tb.want(map[string]int64{"Bob": -31, "Cat": 31})
	must1(tb.Withdraw(tb.ctx, tb.slip(), first.Entry, ""))
}
