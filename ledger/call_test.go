package ledger

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// TestEveryCall keeps a deal of each call in a book, opens the book again, and looks for the call in the
// night, in the search and in the figures. A new call that is missing somewhere is named.
func TestEveryCall(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "book.ouverte")
	b := must1(Open(ctx, path, Options{Clock: clockAt(evening)}))
	var k keys
	var seats []PlayerID
	for _, name := range []string{"Ann", "Bob", "Cat", "Dan"} {
		r := must1(b.AddPlayer(ctx, k.slip(), name))
		seats = append(seats, PlayerID(r.ID))
	}
	nights, words := map[rules.Call]NightID{}, rules.Words{}
	for _, c := range rules.Calls() {
		h, d := onlyCall(c)
		night, err := b.StartNight(ctx, k.slip(), NewNight{House: h, Seats: seats, Dealer: seats[3]})
		if err == nil {
			nights[c] = night.Night
			_, err = b.Record(ctx, k.slip(), night.Night, DealSaid{Deal: d})
		}
		if err == nil {
			_, err = b.CloseNight(ctx, k.slip(), night.Night, 0)
		}
		if err != nil {
			t.Errorf("a deal of %s can't be kept: %v", c, err)
		}
		if c != rules.Void { // a void deal has no name of its own
			words[c] = "Our " + c.String()
		}
	}
	if _, err := b.SaveWords(ctx, k.slip(), words); err != nil {
		t.Errorf("the circle can't name every call: %v", err)
	}
	testenv.Fine(t, b.Close())

	b = openBook(t, path)
	circle := b.CircleBook(rules.Units, Span{}, 0)
	ann := must1(b.PlayerBook(ctx, seats[0], rules.Units, Span{}, 10))
	for _, c := range rules.Calls() {
		if got := b.Words()[c]; got != words[c] {
			t.Errorf("%s: the circle's name is %q after opening anew", c, got)
		}
		if n, err := b.Night(ctx, nights[c]); err != nil || len(n.Deals) != 1 || n.Deals[0].Deal.Call != c {
			t.Errorf("%s isn't read back in its night: %v", c, err)
		}
		found := 0
		for range must1(b.FindDeals(DealFilter{Call: c, Tricks: rules.NotSaid}, 0)) {
			found++
		}
		if found != 1 {
			t.Errorf("%s is found %d times", c, found)
		}
		is := func(f CallFigures) bool { return f.Call == c && f.N == 1 }
		if !slices.ContainsFunc(circle.Calls, is) {
			t.Errorf("%s isn't counted in the circle's figures", c)
		}
		if c.Biddable() && !slices.ContainsFunc(ann.Called, is) {
			t.Errorf("%s isn't counted in the figures of its caller", c)
		}
	}
}

func onlyCall(c rules.Call) (*rules.House, rules.Deal) {
	set, _ := rules.Set("units")
	h := *set
	d := rules.Deal{Seats: 4, Dealer: 4, Call: c, Tricks: rules.NotSaid}
	switch {
	case c == rules.GeneralMisere:
		h.ID, h.Name, h.AllPass, d.Loser = "own", "Own", rules.LastTrick, 1
	case c.Biddable():
		h.ID, h.Name = "own-"+c.String(), "Own "+c.String()
		h.Calls = []rules.Rank{{Call: c, Target: c.UsualTarget(), Stake: 1}}
		d.Caller, d.Tricks = 1, 6
	}
	switch c {
	case rules.Prop:
		d.Partner = 2
	case rules.Irish:
		d.Bid, d.Trumps = 6, rules.Hearts
	}
	return &h, d
}
