package ledger

// What goes from one player to one other besides the deals: a penalty, a bet, a correction.

import (
	"errors"
	"slices"
	"testing"
)

func TestBetweenTwo(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	ann, bob, cat := tb.players["Ann"], tb.players["Bob"], tb.players["Cat"]
	var texts []string
	for _, as := range []string{"", AsBet, AsCorrection} {
		slip := tb.slip()
		p := Penalty{By: bob, To: []PlayerID{cat}, Amount: 10, Reason: "the rubber", As: as}
		first := must1(tb.Penalise(tb.ctx, slip, tb.night, p))
		if again := must1(tb.Penalise(tb.ctx, slip, tb.night, p)); !again.Again || again.Entry != first.Entry {
			t.Errorf("sent twice it is %+v and %+v", first, again)
		}
		row := tb.now().Rows[0]
		texts = append(texts, row.Text)
		if row.As != as || row.Reason != "the rubber" {
			t.Errorf("the row is %+v", row)
		}
		well(t, tb.Path())
	}
	want := []string{"Penalty: Bob, 10d to Cat", "Bet: Bob, 10d to Cat", "Correction: Bob, 10d to Cat"}
	if !slices.Equal(texts, want) {
		t.Errorf("they are told as %q", texts)
	}
	tb.want(map[string]int64{"Ann": 0, "Bob": -30, "Cat": 30, "Dan": 0})
	must1(tb.Withdraw(tb.ctx, tb.slip(), tb.now().Rows[1].Entry, "it was a draw"))
	tb.want(map[string]int64{"Bob": -20, "Cat": 20})
	well(t, tb.Path())
	for _, c := range []struct {
		p     Penalty
		field string
	}{
		{Penalty{By: bob, Kitty: true, As: AsBet}, "to"}, {Penalty{By: bob, As: AsCorrection}, "to"},
		{Penalty{By: bob, To: []PlayerID{cat, ann}, As: AsBet}, "to"},
		{Penalty{By: bob, To: []PlayerID{bob}}, "to"},
		{Penalty{By: bob, To: []PlayerID{cat}, As: "gift"}, "as"},
		{Penalty{By: bob, To: []PlayerID{}, As: AsBet}, "to"},
	} {
		c.p.Amount, c.p.Reason = 10, "why"
		_, err := tb.Penalise(tb.ctx, tb.slip(), tb.night, c.p)
		wantRefusal(t, err, c.field)
	}
}

// Two tablets that write the same down: the second is told, and may write it once more.
func TestTheSameBetOnTwoTablets(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	bob, cat := tb.players["Bob"], tb.players["Cat"]
	saw := tb.now().Version
	bet := Penalty{By: bob, To: []PlayerID{cat}, Amount: 10, Reason: "the rubber", As: AsBet, Saw: saw}
	first := must1(tb.Penalise(tb.ctx, tb.slip(), tb.night, bet))
	_, err := tb.Penalise(tb.ctx, tb.slip(), tb.night, bet)
	var stale *Stale
	if !errors.As(err, &stale) ||
		stale.Sentence != "That was written down meanwhile: Bet: Bob, 10d to Cat, the "+
			"rubber. Write it once more only if it happened twice." {
		t.Fatalf("on the second tablet: %v", err)
	}
	other := bet
	other.Amount = 11
	must1(tb.Penalise(tb.ctx, tb.slip(), tb.night, other))
	bet.Saw = tb.now().Version
	must1(tb.Penalise(tb.ctx, tb.slip(), tb.night, bet))
	tb.want(map[string]int64{"Bob": -31, "Cat": 31})
	must1(tb.Withdraw(tb.ctx, tb.slip(), first.Entry, ""))
	well(t, tb.Path())
}
