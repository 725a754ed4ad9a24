package ledger

// An evening at several tables has the settlement and the search of any evening.

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/seating"
	"ouverte/ledger/show"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

func (c *club) person(p chain.PlayerID) int64 {
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
	before := c.ok(c.StartNight(c.ctx, c.slip(), NewNight{House: e.Night.House,
		Seats: []chain.PlayerID{p[0], p[4], p[5], p[6]}, Dealer: p[0]})).Night
	c.solo(before, 1, 7) // +24, and each other -8
	c.ok(c.CloseNight(c.ctx, c.slip(), before, 0))

	c.solo(one, 1, 7) // P01 +24
	c.solo(two, 1, 3) // P05 -24
	fine := Penalty{By: p[1], Kitty: true, Amount: 6, Reason: "shuffled", Owes: true}
	c.ok(c.Penalise(c.ctx, c.slip(), one, fine))
	// The two change places, so that the money of either is at both tables.
	c.ok(c.AgreeRound(c.ctx, c.slip(), c.id, c.now().Night.Version, show.Seating{Round: 2,
		Tables: []show.SeatTable{{Night: one, Seats: []chain.PlayerID{p[4], p[1], p[2], p[3]}}, {Night: two,
			Seats: []chain.PlayerID{p[0], p[5], p[6], p[7]}}}}))
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
	var debts []chain.Debt
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

// TestPaidOnLeaving: of evenings at random, whoever goes home settles with the kitty there and then. Later
// deals and costs don't touch them, standings are cards alone, and at the end everybody else is paid what the
// cards and costs come to, by a plan that names nobody who left.
func TestPaidOnLeaving(t *testing.T) {
	for seed := range few(20) {
		c, r := gatherClub(t, newBook(t), 12), rand.New(rand.NewPCG(seed, 65))
		var left []chain.PlayerID
		should := map[chain.PlayerID]int64{} // what each takes home in the end
		for round := range 3 {
			for _, at := range c.now().InPlay() {
				for range c.now().Deals {
					c.solo(at.ID, rules.Seat(1+r.IntN(len(at.Table))), r.IntN(14))
				}
			}
			stay := c.now().Here()
			cost := Cost{By: stay[r.IntN(len(stay))], What: "drinks", Amount: 1 + r.Int64N(200), For: stay}
			c.ok(c.AddCost(c.ctx, c.slip(), c.id, cost))
			for range r.IntN(3) {
				here := c.now().Here()
				who := here[r.IntN(len(here))]
				was := c.now().Person(who)
				c.ok(c.GoHome(c.ctx, c.slip(), c.id, who))
				leavers := c.now().Leavers()
				l := leavers[slices.IndexFunc(leavers, func(l show.Leaver) bool { return l.ID == who })]
				should[who] = was.Total
				left = append(left, who)
				if l.Pays.Amount != max(was.Total, -was.Total) || l.Cards+l.Costs != was.Total {
					t.Fatalf("seed %d: %+v pays %+v", seed, was, l)
				}
				if l.Pays.Amount > 0 {
					c.ok(c.Pay(c.ctx, c.slip(), c.id, l.Pays))
				}
				if now := c.now().Person(who); now.Score != was.Score || now.Total != 0 {
					t.Fatalf("seed %d: paid, they have %+v, and had %+v", seed, now, was)
				}
			}
			if round < 2 {
				next := must1(c.now().Next(&seating.Memo{}))
				c.ok(c.AgreeRound(c.ctx, c.slip(), c.id, c.now().Night.Version, next.Seating))
			}
		}
		c.ok(c.GatherTables(c.ctx, c.slip(), c.id, 0))
		for _, p := range c.now().People {
			if !slices.Contains(left, p.ID) {
				should[p.ID] = p.Total
			}
		}
		var sum int64
		got := map[chain.PlayerID]int64{}
		for _, amount := range should {
			sum += amount
		}
		for _, row := range c.now().Night.Payments() {
			got[row.From], got[row.To] = got[row.From]-row.Amount, got[row.To]+row.Amount
		}
		for _, p := range must1(c.now().Whole().Plan()).Pays {
			if slices.Contains(left, p.From) || slices.Contains(left, p.To) {
				t.Errorf("seed %d: who has left pays %+v", seed, p)
			}
			got[p.From], got[p.To] = got[p.From]-p.Amount, got[p.To]+p.Amount
		}
		for who, amount := range should {
			if got[who] != amount {
				t.Errorf("seed %d: %d takes %d home, not %d", seed, who, got[who], amount)
			}
		}
		if sum != 0 || got[chain.Kitty] != 0 {
			t.Errorf("seed %d: the kitty is left with %d, of %d", seed, got[chain.Kitty], sum)
		}
	}
}
