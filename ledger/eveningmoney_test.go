package ledger

// An evening at several tables has the settlement and the search of any evening.

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/seating"
	"ouverte/ledger/settle"
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

// TestTheDoor plays evenings at random, each way to settle, beside a small model: table money paid, taken
// back or put into the settlement, fines, costs, what the till pays out, who goes home and settles there and
// then. What lies in the till is what came in less what went out; standings are cards and penalties alone; at
// the end everybody has what their cards, costs and table money come to, and nobody who left is asked again.
func TestTheDoor(t *testing.T) {
	ways := []string{chain.ByFewest, chain.ByFell, chain.ByGo}
	for seed := range few(15) {
		c, r := gatherClub(t, newBook(t), 12), rand.New(rand.NewPCG(seed, 65))
		goes := ways[seed%3] == chain.ByGo
		c.ok(c.EditNight(c.ctx, c.slip(), c.id, NightEdit{Pay: &chain.Way{By: ways[seed%3]}, Head: new(int64(12))}))
		want, heads := map[chain.PlayerID]int64{}, map[chain.PlayerID]int64{}
		paid, home := map[chain.PlayerID]bool{}, map[chain.PlayerID]bool{}
		var till, belongs int64
		check := func(did string) {
			t.Helper()
			door := c.now().Till()
			if door.Lies != till || c.now().Night.Kitty.Holds != belongs {
				t.Fatalf("seed %d, %s: %d lie in the till and %d belong to it, not %d and %d", seed, did, door.Lies,
					c.now().Night.Kitty.Holds, till, belongs)
			}
			for _, h := range door.Heads {
				if (h.Entry != 0) != (heads[h.ID] > 0) || (h.Paid > 0) != paid[h.ID] {
					t.Fatalf("seed %d, %s: the door has %+v; the model %d, %v", seed, did, h, heads[h.ID], paid[h.ID])
				}
			}
		}
		atDoor := func(p chain.PlayerID) {
			h := c.now().Till().Of(p)
			switch {
			case paid[p]:
				c.ok(c.Withdraw(c.ctx, c.slip(), h.Entry, ""))
				want[p], till, belongs = want[p]+heads[p], till-heads[p], belongs-heads[p]
				heads[p], paid[p] = 0, false
			case r.IntN(3) == 0 && !goes && heads[p] == 0:
				c.ok(c.PayHead(c.ctx, c.slip(), c.id, HeadMoney{Player: p, Amount: h.Amount, Settle: true}))
				want[p], heads[p], belongs = want[p]-h.Amount, h.Amount, belongs+h.Amount
			default:
				c.ok(c.PayHead(c.ctx, c.slip(), c.id, HeadMoney{Player: p, Amount: h.Amount}))
				want[p], till, belongs = want[p]-h.Amount+heads[p], till+h.Amount, belongs+h.Amount-heads[p]
				heads[p], paid[p] = h.Amount, true
			}
		}
		for round := range 3 {
			c.ok(c.EditNight(c.ctx, c.slip(), c.id, NightEdit{Head: new(int64(12 + round))}))
			for _, at := range c.now().InPlay() {
				for range c.now().Deals {
					c.solo(at.ID, rules.Seat(1+r.IntN(len(at.Table))), r.IntN(14))
				}
				fine := Penalty{By: at.Table[0].Player, Kitty: true, Amount: 1 + r.Int64N(5), Reason: "shuffled"}
				c.ok(c.Penalise(c.ctx, c.slip(), at.ID, fine))
				till, belongs = till+fine.Amount, belongs+fine.Amount
				check("a fine")
			}
			stay := c.now().Here()
			some := func() chain.PlayerID { return stay[r.IntN(len(stay))] }
			for range 8 {
				atDoor(some())
				check("at the door")
			}
			cost := Cost{By: some(), What: "drinks", Amount: 1 + r.Int64N(200), For: stay}
			c.ok(c.AddCost(c.ctx, c.slip(), c.id, cost))
			want[cost.By] += cost.Amount
			for _, s := range settle.Equally(cost.Amount, stay) {
				want[s.Player] -= s.Amount
			}
			if out := (Spent{To: some(), Amount: 1 + r.Int64N(8), What: "the room"}); out.Amount <= belongs {
				c.ok(c.Spend(c.ctx, c.slip(), c.id, out))
				want[out.To], till, belongs = want[out.To]+out.Amount, till-out.Amount, belongs-out.Amount
				check("paid out")
			}
			for range r.IntN(3) {
				stay = c.now().Here()
				who := some()
				c.ok(c.GoHome(c.ctx, c.slip(), c.id, who))
				leaver := func() show.Leaver {
					all := c.now().Leavers()
					return all[slices.IndexFunc(all, func(l show.Leaver) bool { return l.ID == who })]
				}
				if l := leaver(); l.Head > 0 && l.Pays.Amount == 0 {
					atDoor(who)
				}
				if l := leaver(); l.Pays.Amount > 0 {
					c.ok(c.PayHome(c.ctx, c.slip(), c.id, l.Pays, HeadMoney{Player: who, Amount: l.Head}))
					if belongs += l.Head; l.Pays.To == chain.Kitty {
						till += l.Pays.Amount
					} else {
						till -= l.Pays.Amount
					}
					want[who], heads[who] = want[who]-l.Head, heads[who]+l.Head
				}
				home[who], paid[who] = true, true
				check("going home")
				if now := c.now().Person(who); now.Total != 0 {
					t.Fatalf("seed %d: they go home with %d open", seed, now.Total)
				}
			}
			if round < 2 {
				next := must1(c.now().Next(&seating.Memo{}))
				c.ok(c.AgreeRound(c.ctx, c.slip(), c.id, c.now().Night.Version, next.Seating))
			}
		}
		c.ok(c.GatherTables(c.ctx, c.slip(), c.id, 0))
		for _, p := range must1(c.now().Whole().Plan()).Pays {
			if home[p.From] || home[p.To] {
				t.Errorf("seed %d: who has left pays %+v", seed, p)
			}
			c.ok(c.Pay(c.ctx, c.slip(), c.id, p))
		}
		got, e := map[chain.PlayerID]int64{}, c.now()
		for _, row := range e.Night.Payments() {
			got[row.From], got[row.To] = got[row.From]-row.Amount, got[row.To]+row.Amount
		}
		for _, p := range e.People {
			if got[p.ID] != p.Score+want[p.ID] || p.Total != 0 {
				t.Errorf("seed %d: %s takes %d home, not %d", seed, p.Name, got[p.ID], p.Score+want[p.ID])
			}
		}
		if got[chain.Kitty] != belongs || e.Till().Lies != belongs {
			t.Errorf("seed %d: the till has %d, and %d belong there", seed, got[chain.Kitty], belongs)
		}
		c.ok(c.CloseMeeting(c.ctx, c.slip(), c.id, e.Version))
	}
}
