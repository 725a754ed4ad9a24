package ledger

import (
	"errors"
	"slices"
	"testing"

	"ouverte/rules"
)

func TestAnEveningsMoney(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	ann, bob, cat, dan := tb.players["Ann"], tb.players["Bob"], tb.players["Cat"], tb.players["Dan"]
	tb.deal("solo ann 5") // Ann +18, the others −6
	must1(tb.Penalise(tb.ctx, tb.slip(), tb.night, Penalty{By: bob, Kitty: true, Amount: 12,
		Reason: "shuffled"}))
	shout := must1(tb.Penalise(tb.ctx, tb.slip(), tb.night, Penalty{By: cat, Amount: 2, Reason: "shouted"}))
	tb.want(map[string]int64{"Ann": 20, "Bob": -16, "Cat": -12, "Dan": -4, "the kitty": 12})
	must1(tb.Withdraw(tb.ctx, tb.slip(), shout.Entry, "it was the dog"))
	tb.want(map[string]int64{"Ann": 18, "Bob": -18, "Cat": -6, "Dan": -6, "the kitty": 12})
	_, err := tb.Withdraw(tb.ctx, tb.slip(), shout.Entry, "once more")
	var stale *Stale
	if !errors.As(err, &stale) {
		t.Errorf("withdrawn twice: %v", err)
	}
	must1(tb.AddCost(tb.ctx, tb.slip(), tb.night, Cost{By: dan, What: "beer", Amount: 10,
		For: []PlayerID{ann, bob, cat, dan}}))
	tb.want(map[string]int64{"Ann": 15, "Bob": -21, "Cat": -8, "Dan": 2, "the kitty": 12})
	must1(tb.ShareKitty(tb.ctx, tb.slip(), tb.night, KittyShare{Amount: 9, Among: []PlayerID{ann, bob}}))
	tb.want(map[string]int64{"Ann": 19, "Bob": -17, "Cat": -8, "Dan": 2, "the kitty": 4})
	must1(tb.RoundTo(tb.ctx, tb.slip(), tb.night, 6))
	tb.want(map[string]int64{"Ann": 18, "Bob": -18, "Cat": -6, "Dan": 0, "the kitty": 6})
	must1(tb.Pay(tb.ctx, tb.slip(), tb.night, Payment{From: bob, To: ann, Amount: 18}))
	must1(tb.Pay(tb.ctx, tb.slip(), tb.night, Payment{From: cat, To: Kitty, Amount: 5}))
	tb.want(map[string]int64{"Ann": 0, "Bob": 0, "Cat": -1, "Dan": 0, "the kitty": 1})
	n := tb.now()
	if n.Kitty.Holds != 6 {
		t.Errorf("the kitty holds %d, want 6", n.Kitty.Holds)
	}
	why := n.Why(cat)
	if why[len(why)-1].After != -1 {
		t.Errorf("why Cat owes 1: %+v", why)
	}
	must1(tb.CloseNight(tb.ctx, tb.slip(), tb.night, n.Version))
	n = tb.now()
	if n.Open || len(n.Seal) != 19 {
		t.Errorf("closed: open %v, seal %q", n.Open, n.Seal)
	}
	tb.want(map[string]int64{"Ann": 0, "Bob": 0, "Cat": 0, "Dan": 0})
	if slate := must1(tb.Slate(tb.ctx, rules.LSD, nil)); len(slate) != 2 || slate[0].Name != "Cat" ||
		slate[0].Amount != -1 || slate[1].Player != Kitty {
		t.Errorf("slate: %+v", slate)
	}
	_, err = tb.Record(tb.ctx, tb.slip(), tb.night,
		DealSaid{Deal: rules.Deal{Call: rules.Passed, Tricks: rules.NotSaid}})
	wantRefusal(t, err, "night")

	// The next night settles it together.
	next := must1(tb.StartNight(tb.ctx, tb.slip(), NewNight{House: n.House, Seats: []PlayerID{ann, bob, cat},
		Dealer: ann}))
	tb.night = NightID(next.ID)
	if debts := must1(tb.Bringable(tb.ctx, tb.night)); len(debts) != 1 ||
		debts[0].Debt != (Debt{From: cat, To: Kitty, Amount: 1}) {
		t.Errorf("bringable: %+v", debts)
	}
	must1(tb.BringFromSlate(tb.ctx, tb.slip(), tb.night, nil))
	tb.want(map[string]int64{"Cat": -1, "the kitty": 1})
	if slate := must1(tb.Slate(tb.ctx, rules.LSD, nil)); len(slate) != 0 {
		t.Errorf("slate after bringing: %+v", slate)
	}
	must1(tb.CloseNight(tb.ctx, tb.slip(), tb.night, 0))
	must1(tb.PaySlate(tb.ctx, tb.slip(), rules.LSD, Payment{From: cat, To: Kitty, Amount: 1}, 0))
	balances := must1(tb.Balances(tb.ctx))
	for _, p := range balances[0].Players {
		if p.Total != 0 {
			t.Errorf("%s has %d in the end", p.Name, p.Total)
		}
	}
	if k := balances[0].Kitty; k.Holds != 6 || k.Owed != 0 {
		t.Errorf("the kitty in the end: %+v", k)
	}
	must1(tb.OpenBalance(tb.ctx, tb.slip(), rules.LSD, Debt{From: dan, To: cat, Amount: 30}, "the old book"))
	rows, more, err := tb.Statement(tb.ctx, cat, rules.LSD, 0, 0)
	if err != nil || more || len(rows) != 4 {
		t.Fatalf("statement: %v %v %+v", err, more, rows)
	}
	var amounts, after []int64
	for _, r := range rows {
		amounts, after = append(amounts, r.Amount), append(after, r.After)
	}
	if !slices.Equal(amounts, []int64{30, 1, 0, -1}) || !slices.Equal(after, []int64{30, 0, -1, -1}) {
		t.Errorf("statement: %v after %v", amounts, after)
	}
	page, more, err := tb.Statement(tb.ctx, cat, rules.LSD, rows[1].Cursor, 1)
	if err != nil || !more || page[0].After != -1 || page[0].Cursor != rows[2].Cursor {
		t.Errorf("second page: %v %v %+v", err, more, page)
	}
}

func TestJoining(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	tb.deal("solo ann 5")
	annie := PlayerID(must1(tb.AddPlayer(tb.ctx, tb.slip(), "Annie")).ID)
	_, err := tb.JoinPlayers(tb.ctx, tb.slip(), tb.players["Bob"], tb.players["Ann"])
	wantRefusal(t, err, "player")
	second := must1(tb.StartNight(tb.ctx, tb.slip(), NewNight{House: tb.now().House, Seats: []PlayerID{annie,
		tb.players["Bob"], tb.players["Cat"]}, Dealer: annie}))
	old := tb.night
	tb.night = NightID(second.ID)
	tb.deal("solo annie 5")
	tb.want(map[string]int64{"Annie": 12})
	join := must1(tb.JoinPlayers(tb.ctx, tb.slip(), annie, tb.players["Ann"]))
	tb.want(map[string]int64{"Ann": 12})
	tb.deal("solo ann 5")
	total := func(p PlayerID) int64 {
		for _, b := range must1(tb.Balances(tb.ctx))[0].Players {
			if b.Player == p {
				return b.Total
			}
		}
		return 0
	}
	if got := total(tb.players["Ann"]); got != 18+24 {
		t.Errorf("Ann has %d together, want 42", got)
	}
	if ps := must1(tb.Players(tb.ctx)); len(ps) != 4 || ps[0].Name != "Ann" || ps[0].Nights != 2 {
		t.Errorf("players: %+v", ps)
	}
	must1(tb.AddPlayer(tb.ctx, tb.slip(), "annie"))
	_, err = tb.Withdraw(tb.ctx, tb.slip(), join.Entry, "she isn't")
	wantRefusal(t, err, "name")
	must1(tb.RenamePlayer(tb.ctx, tb.slip(), PlayerID(6), "Anna"))
	must1(tb.Withdraw(tb.ctx, tb.slip(), join.Entry, "she isn't"))
	if a, b := total(tb.players["Ann"]), total(annie); a != 18+12 || b != 12 {
		t.Errorf("apart again Ann has %d and Annie %d", a, b)
	}
	tb.night = old
	tb.want(map[string]int64{"Ann": 18})
}

func TestTablesChange(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	ann, bob, cat, dan := tb.players["Ann"], tb.players["Bob"], tb.players["Cat"], tb.players["Dan"]
	eve := PlayerID(must1(tb.AddPlayer(tb.ctx, tb.slip(), "Eve")).ID)
	tb.deal("solo ann 5")
	// Eve sits in for Ann, on Ann's account; it would be Ann's deal, so it goes to the next who sits there.
	must1(tb.ChangeTable(tb.ctx, tb.slip(), tb.night, 0, TableChange{Chairs: []Chair{{Player: eve,
		Account: ann}, {Player: bob}, {Player: cat}, {Player: dan}}}))
	n := tb.now()
	if n.SeatNames()[n.Dealer-1] != "Bob" {
		t.Errorf("%s deals", n.SeatNames()[n.Dealer-1])
	}
	tb.deal("solo eve 5")
	tb.want(map[string]int64{"Ann": 36, "Eve": 0})
	if n = tb.now(); n.Deals[0].Nets[0].Player != ann || n.Deals[0].Names[0] != "Eve" {
		t.Errorf("who played and who pays: %+v", n.Deals[0])
	}
	// Ann comes back, Dan goes: three are left, and Eve.
	must1(tb.ChangeTable(tb.ctx, tb.slip(), tb.night, 0,
		TableChange{Chairs: []Chair{{Player: ann}, {Player: bob}, {Player: cat}}, Dealer: ann}))
	tb.deal("solo bob 5")
	tb.want(map[string]int64{"Ann": 30, "Bob": 0, "Cat": -18, "Dan": -12})
	_, err := tb.ChangeTable(tb.ctx, tb.slip(), tb.night, 0,
		TableChange{Chairs: []Chair{{Player: ann}, {Player: bob}, {Player: eve, Account: bob}}})
	wantRefusal(t, err, "seats")
	_, err = tb.PutAwayPlayer(tb.ctx, tb.slip(), ann)
	wantRefusal(t, err, "player")
	must1(tb.PutAwayPlayer(tb.ctx, tb.slip(), dan))
	if ps := must1(tb.Players(tb.ctx)); ps[len(ps)-1].Name != "Dan" || !ps[len(ps)-1].Away {
		t.Errorf("players: %+v", ps)
	}
	_, err = tb.AddPlayer(tb.ctx, tb.slip(), "  ANN ")
	wantRefusal(t, err, "name")
	must1(tb.SetLastRound(tb.ctx, tb.slip(), tb.night, 2))
	tb.deal("pass")
	if l := tb.now().Last; l == nil || l.Left != 1 {
		t.Errorf("last round: %+v", l)
	}
	if fair := tb.now().Fair; !slices.Equal(fair, []int{1, 4}) {
		t.Errorf("fair after %v more deals", fair)
	}
}
