package settle_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/testenv"
)

// TestRoundedFines: after rounding, those who owe the kitty a fine put in whole coins, all others pay whole
// coins as well, each two as it fell between them, too, and each payment leaves the rest as it was, until
// nothing is open.
func TestRoundedFines(t *testing.T) {
	const coin = 6
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 64))
		owed, of, made := make([]settle.Net, 5), settle.Fines{Coin: coin}, []settle.Payment(nil)
		owed[4].Player = chain.Kitty
		var fell [5][5]int64
		move := func(from, to int, amount int64) {
			owed[from].Amount, owed[to].Amount = owed[from].Amount-amount, owed[to].Amount+amount
			fell[from][to], fell[to][from] = fell[from][to]+amount, fell[to][from]-amount
		}
		between := func() (all []chain.Debt) {
			for i, row := range fell {
				for j, amount := range row {
					if amount > 0 {
						all = append(all, chain.Debt{From: owed[i].Player, To: owed[j].Player, Amount: amount})
					}
				}
			}
			return all
		}
		for i := range 4 {
			owed[i].Player = chain.PlayerID(i + 1)
			move(i, (i+1)%4, r.Int64N(60))
			if r.IntN(2) == 0 {
				fine := settle.Payment{From: owed[i].Player, To: chain.Kitty, Amount: 1 + r.Int64N(14)}
				of.Owed = append(of.Owed, fine)
				if move(i, 4, fine.Amount); r.IntN(3) == 0 { // in part it was put in before
					fine.Amount = 1 + r.Int64N(fine.Amount)
					made = append(made, fine)
					move(4, i, fine.Amount)
				}
			}
		}
		of.Made = len(made)
		for _, s := range settle.Rounded(owed[:4], coin) {
			move(int(s.Player)-1, 4, s.Amount)
		}
		way := chain.Way{By: chain.ByFewest}
		switch r.IntN(3) {
		case 0:
			way = chain.Way{By: chain.ByBanker, Banker: 2}
		case 1:
			way = chain.Way{By: chain.ByFell}
			for i := range 4 {
				move(i, (i+2)%4, r.Int64N(60)/coin*coin)
			}
		}
		plan := testenv.Must(settle.By(way, owed, made, between(), of))(t)
		for len(plan.Pays) > 0 {
			for _, p := range plan.Pays {
				if p.Amount%coin != 0 || p.From == chain.Kitty && way.By == chain.ByFewest {
					t.Fatalf("seed %d: %v of %v, fined %v", seed, plan.Pays, owed, of.Owed)
				}
			}
			pay, left := plan.Pays[0], plan.Pays[1:]
			if pay.From == chain.Kitty && way.Banker != 0 {
				break
			}
			made = append(made, pay)
			at := func(p chain.PlayerID) int {
				return slices.IndexFunc(owed, func(n settle.Net) bool { return n.Player == p })
			}
			move(at(pay.To), at(pay.From), pay.Amount)
			plan = testenv.Must(settle.By(way, owed, made, between(), of))(t)
			if !slices.Equal(plan.Pays, left) {
				t.Fatalf("seed %d: %v paid, left %v, before %v", seed, pay, plan.Pays, left)
			}
		}
		if open := slices.DeleteFunc(owed, settle.Net.Settled); len(open) > 0 && way.Banker == 0 {
			t.Fatalf("seed %d: all is paid, and %v is open", seed, open)
		}
	}
}

// TestEveryWay names what a way to settle lacks: words, a place in the format, a plan that settles all.
func TestEveryWay(t *testing.T) {
	seen := map[string]bool{}
	for _, kind := range chain.Ways {
		t.Run(kind.By, func(t *testing.T) {
			if kind.By == "" || kind.Name == "" || kind.Now == "" || seen[kind.By] ||
				(kind.Plan == "") != (kind.By == chain.ByFewest) {
				t.Fatalf("it lacks a word, or has another's: %+v", kind)
			}
			seen[kind.By] = true
			way := chain.Way{By: kind.By}
			if kind.Banker {
				way.Banker = 2
			}
			if err := (&chain.Edit{Pay: &way}).Check(chain.At{}); err != nil || way.Kind() != kind {
				t.Errorf("books can't have it: %v", err)
			}
			owed, between := nets(-9, -3, 8, 4), []chain.Debt{{From: 1, To: 3, Amount: 9}, {From: 2, To: 4, Amount: 4},
				{From: 3, To: 2, Amount: 1}}
			plan := testenv.Must(settle.By(way, owed, nil, between, settle.Fines{}))(t)
			for _, p := range plan.Pays {
				owed[p.From-1].Amount += p.Amount
				owed[p.To-1].Amount -= p.Amount
				if kind.Banker && p.From != way.Banker && p.To != way.Banker {
					t.Errorf("%v goes past the banker", p)
				}
			}
			for _, net := range owed {
				if !net.Settled() {
					t.Errorf("player %d is left with %d", net.Player, net.Amount)
				}
			}
			// With one payment more than there need be no plan is as good as proved; and each payment leaves the
			// others as they were.
			uneven := nets(9, 6, -5, -4, -3, -3)
			plan = testenv.Must(settle.By(way, uneven, nil, nil, settle.Fines{}))(t)
			if least := testenv.Must(settle.Fewest(uneven))(t); plan.Proved && len(plan.Pays) > len(least.Pays) {
				t.Errorf("%v is proved, and %v has fewer", plan.Pays, least.Pays)
			}
			for i, p := range plan.Pays {
				after := slices.Clone(uneven)
				after[p.From-1].Amount += p.Amount
				after[p.To-1].Amount -= p.Amount
				rest := testenv.Must(settle.By(way, after, []settle.Payment{p}, nil, settle.Fines{}))(t)
				if want := slices.Delete(slices.Clone(plan.Pays), i, i+1); !slices.Equal(rest.Pays, want) {
					t.Errorf("%v is paid, and it leaves %v of %v", p, rest.Pays, plan.Pays)
				}
			}
			// Who is up and was fined puts the coin in, and nobody else, as often as the rest is planned anew.
			owed = append(nets(-11, -3, 8, 4), settle.Net{Player: chain.Kitty, Amount: 2})
			between = append(between, chain.Debt{From: 3, To: chain.Kitty, Amount: 2},
				chain.Debt{From: 1, To: 3, Amount: 2})
			fines := []settle.Payment{{From: 3, To: chain.Kitty, Amount: 5}}
			made := []settle.Payment{{From: 3, To: chain.Kitty, Amount: 3}}
			plan = testenv.Must(settle.By(way, owed, made, between, settle.Fines{Owed: fines}))(t)
			i := slices.IndexFunc(plan.Pays, func(p settle.Payment) bool { return p.To == chain.Kitty })
			if i < 0 || plan.Pays[i] != (settle.Payment{From: 3, To: chain.Kitty, Amount: 2}) ||
				slices.ContainsFunc(plan.Pays[i+1:], func(p settle.Payment) bool { return p.To == chain.Kitty }) {
				t.Errorf("into the kitty: %v", plan.Pays)
			}
		})
	}
	// Who is fined as much as they are owed puts it in: with one payment past them there would be fewer.
	fined := []settle.Payment{{From: 2, To: chain.Kitty, Amount: 6}}
	owed := []settle.Net{{Player: 1, Amount: -6}, {Player: 2}, {Player: chain.Kitty, Amount: 6}}
	plan := testenv.Must(settle.By(chain.Way{By: chain.ByFewest}, owed, nil, nil, settle.Fines{Owed: fined}))(t)
	if len(plan.Pays) != 2 || plan.Proved {
		t.Errorf("%v, as good as proved: %t", plan.Pays, plan.Proved)
	}
	if _, err := settle.By(chain.Way{By: "lot"}, nil, nil, nil, settle.Fines{}); err == nil {
		t.Error("what is no way has a plan")
	}
}
