package ledger

// An evening at several tables has the settlement and the search of any evening.

import (
	"testing"

	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
)

func (c *club) person(p PlayerID) int64 {
	c.t.Helper()
	for _, one := range c.now().People {
		if one.ID == p {
			return one.Total
		}
	}
	return 0
}

// TestTheMoneyOfAnEvening settles costs, the kitty, rounding and former debts over both tables, after one
// went home early.
func TestTheMoneyOfAnEvening(t *testing.T) {
	c := gatherClub(t, newBook(t), 8)
	p, e := c.players, c.now()
	one, two := e.Tables[0].ID, e.Tables[1].ID
	// Before, Ann and the fifth played a night, which isn't paid.
	before := NightID(c.ok(c.StartNight(c.ctx, c.slip(), NewNight{House: e.Night.House,
		Seats: []PlayerID{p[0], p[4], p[5], p[6]}, Dealer: p[0]})).ID)
	c.solo(before, 1, 7) // +24, and each other -8
	c.ok(c.CloseNight(c.ctx, c.slip(), before, 0))

	c.solo(one, 1, 7) // P01 +24
	c.solo(two, 1, 3) // P05 -24
	fine := Penalty{By: p[1], Kitty: true, Amount: 6, Reason: "shuffled", Owes: true}
	c.ok(c.Penalise(c.ctx, c.slip(), one, fine))
	// The two change places, so that the money of either is at both tables.
	c.ok(c.AgreeRound(c.ctx, c.slip(), c.id, c.now().Night.Version, show.Seating{Round: 2,
		Tables: []show.SeatTable{{Night: one, Seats: []PlayerID{p[4], p[1], p[2], p[3]}}, {Night: two,
			Seats: []PlayerID{p[0], p[5], p[6], p[7]}}}}))
	c.solo(one, 1, 7) // P05 +24
	c.solo(two, 1, 7) // P01 +24
	if c.person(p[0]) != 48 || c.person(p[4]) != 0 || c.now().Kitty != 6 {
		t.Fatal(c.totals(), c.now().Kitty)
	}
	c.ok(c.CloseTable(c.ctx, c.slip(), one, 0))
	cost := Cost{By: p[0], Amount: 80, What: "tea", For: p}
	must1(c.AddCost(c.ctx, c.slip(), c.id, cost))
	testenv.Same(t, c.person(p[0]), 48+70, "with the tea: %d")
	c.ok(c.GatherTables(c.ctx, c.slip(), c.id, 0))
	// The kitty, former debts, and the rounding.
	c.ok(c.ShareKitty(c.ctx, c.slip(), c.id, KittyShare{Amount: 6, Among: p[2:4]}))
	brings, err := c.Now().Bringable(c.id)
	if err != nil || len(brings) != 3 {
		t.Fatalf("%+v %v", brings, err)
	}
	var debts []Debt
	for _, old := range brings {
		debts = append(debts, old.Debt)
	}
	c.ok(c.BringFromSlate(c.ctx, c.slip(), c.id, debts))
	testenv.Same(t, c.person(p[0]), 118+24, "with what was open from before: %d")
	c.ok(c.RoundTo(c.ctx, c.slip(), c.id, 12))
	for _, one := range c.now().People {
		if one.Total%12 != 0 {
			t.Errorf("%s is rounded to %d", one.Name, one.Total)
		}
	}
	_, err = c.ReopenNight(c.ctx, c.slip(), one, "")
	wantPart(t, err, "rounding")
	c.ok(c.CloseMeeting(c.ctx, c.slip(), c.id, c.now().Version))
}
