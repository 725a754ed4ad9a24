package settle_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/testenv"
)

// nets numbers balances as those of players 1, 2, 3 …
func nets(amounts ...int64) []settle.Net {
	p := make([]settle.Net, len(amounts))
	for i, n := range amounts {
		p[i] = settle.Net{Player: chain.PlayerID(i + 1), Amount: n}
	}
	return p
}

func pay(from, to chain.PlayerID, amount int64) settle.Payment {
	return settle.Payment{From: from, To: to, Amount: amount}
}

func TestFewestRefuses(t *testing.T) {
	if _, err := settle.Fewest(nets(5, -4)); !errors.Is(err, settle.ErrUneven) {
		t.Errorf("5 −4: %v", err)
	}
	for name, p := range map[string][]settle.Net{
		"twice":         {{Player: 1, Amount: 5}, {Player: 1, Amount: -5}},
		"out of reach":  nets(math.MaxInt64, math.MaxInt64, -math.MaxInt64, -math.MaxInt64),
		"the very last": nets(math.MinInt64, math.MaxInt64, 1),
	} {
		if plan, err := settle.Fewest(p); err == nil {
			t.Errorf("%s: %v", name, plan)
		}
	}
}

// random makes n balances that add up to nothing, small ones so that groups abound, or large ones so that
// there are hardly any.
func random(r *rand.Rand, n int, span int64) []settle.Net {
	p := make([]settle.Net, n)
	var sum int64
	for i := range p {
		p[i].Player = chain.PlayerID(i + 1)
		if i < n-1 {
			p[i].Amount = r.Int64N(2*span+1) - span
			sum += p[i].Amount
		}
	}
	p[n-1].Amount = -sum
	r.Shuffle(n, func(i, j int) { p[i], p[j] = p[j], p[i] })
	return p
}

// check tests what every plan for clearing these balances must keep.
func check(t *testing.T, p []settle.Net, plan settle.Plan) {
	t.Helper()
	net := make(map[chain.PlayerID]int64)
	up := make(map[chain.PlayerID]bool)
	people := 0
	for _, q := range p {
		net[q.Player] = q.Amount
		up[q.Player] = q.Amount > 0
		if q.Amount != 0 {
			people++
		}
	}
	met := make(map[[2]chain.PlayerID]bool)
	for _, h := range plan.Pays {
		if h.Amount <= 0 {
			t.Fatalf("%v: a payment of %d", p, h.Amount)
		}
		if up[h.From] || !up[h.To] {
			t.Fatalf("%v: %v goes the wrong way", p, h)
		}
		if met[[2]chain.PlayerID{h.From, h.To}] {
			t.Fatalf("%v: %v pays twice", p, h)
		}
		met[[2]chain.PlayerID{h.From, h.To}] = true
		net[h.From] += h.Amount
		net[h.To] -= h.Amount
	}
	for a, n := range net {
		if n != 0 {
			t.Fatalf("%v: %d is left with %d by %v", p, a, n, plan.Pays)
		}
	}
	if people > 0 && len(plan.Pays) > people-1 {
		t.Fatalf("%v: %d payments among %d people", p, len(plan.Pays), people)
	}
	if g := greedy(p); len(plan.Pays) > g {
		t.Fatalf("%v: %d payments, and the simplest way has %d", p, len(plan.Pays), g)
	}
}

// greedy is the yardstick: the player furthest down pays the one furthest up.
func greedy(p []settle.Net) (payments int) {
	p = slices.Clone(p)
	for {
		lo, hi := 0, 0
		for i := range p {
			if p[i].Amount < p[lo].Amount {
				lo = i
			}
			if p[i].Amount > p[hi].Amount {
				hi = i
			}
		}
		if len(p) == 0 || p[lo].Amount == 0 {
			return payments
		}
		a := min(-p[lo].Amount, p[hi].Amount)
		p[lo].Amount += a
		p[hi].Amount -= a
		payments++
	}
}

// brute is how few payments there can be, by trying every order in which people can settle with each other.
func brute(p []settle.Net, best int) int {
	down, up := 0, 0
	for _, q := range p {
		if q.Amount < 0 {
			down++
		} else if q.Amount > 0 {
			up++
		}
	}
	if least := max(down, up); least == 0 || least >= best {
		return least
	}
	for i := range p {
		for j := range p {
			if p[i].Amount < 0 && p[j].Amount > 0 {
				next := slices.Clone(p)
				handOver(next, pay(p[i].Player, p[j].Player, min(-p[i].Amount, p[j].Amount)))
				best = min(best, 1+brute(next, best-1))
			}
		}
	}
	return best
}

// TestFewestOfAll compares with all plans there are.
func TestFewestOfAll(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	rounds := 1500
	if !testenv.Whole() {
		rounds = 150
	}
	for round := range rounds {
		n := 2 + round%6
		p := random(r, n, []int64{2, 5, 12, 40, 1000}[r.IntN(5)])
		plan := testenv.Must(settle.Fewest(p))(t)
		check(t, p, plan)
		if least := brute(p, n); !plan.Proved || len(plan.Pays) != least {
			t.Fatalf("%v: %d payments by %v, and %d would do", p, len(plan.Pays), plan.Pays, least)
		}
		again := slices.Clone(p)
		r.Shuffle(n, func(i, j int) { again[i], again[j] = again[j], again[i] })
		if same, err := settle.Fewest(again); err != nil || !slices.Equal(same.Pays, plan.Pays) {
			t.Fatalf("%v: %v, and in another order %v, %v", p, plan.Pays, same.Pays, err)
		}
	}
}

// settle changes the balances by a payment.
func handOver(p []settle.Net, made settle.Payment) {
	for i := range p {
		switch p[i].Player {
		case made.From:
			p[i].Amount += made.Amount
		case made.To:
			p[i].Amount -= made.Amount
		}
	}
}

// TestPayingOneDoesNotReshuffleTheOthers pays one after another, in full or in part, now and then something
// else, and looks that the plan stays what it was.
func TestPayingOneDoesNotReshuffleTheOthers(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	plans := map[string]func([]settle.Net) (settle.Plan, error){
		"fewest": settle.Fewest,
		"banker": func(p []settle.Net) (settle.Plan, error) { return settle.ThroughBanker(p, 2) },
	}
	for round := range 1600 {
		n := 2 + round%11
		p := random(r, n, []int64{3, 8, 30, 500}[r.IntN(4)])
		way := []string{"fewest", "banker"}[r.IntN(2)]
		var made []settle.Payment
		plan, err := settle.Kept(p, made, plans[way])
		for {
			if err != nil {
				t.Fatal(err)
			}
			if way == "fewest" && len(made) == 0 {
				check(t, p, plan)
			}
			if len(plan.Pays) == 0 {
				break
			}
			one := plan.Pays[r.IntN(len(plan.Pays))]
			strange := false
			switch r.IntN(4) {
			case 0:
				one.Amount = 1 + r.Int64N(one.Amount)
			case 1:
				if strange = n > 2 && r.IntN(4) == 0; strange {
					one = settle.Payment{From: p[0].Player, To: p[1].Player, Amount: 1 + r.Int64N(5)}
				}
			}
			want, ok := plan.Less([]settle.Payment{one})
			if !ok && !strange {
				t.Fatalf("%v is not of its own plan", one)
			}
			made = append(made, one)
			handOver(p, one)
			plan = testenv.Must(settle.Kept(p, made, plans[way]))(t)
			if ok && !slices.Equal(want.Pays, plan.Pays) {
				t.Fatalf("%s: after %v, left with %v: %v, before it was to be %v", way, made, p, plan.Pays,
					want.Pays)
			}
			anew := testenv.Must(settle.Fewest(p))(t)
			if plan.Proved && len(plan.Pays) > len(anew.Pays) {
				t.Fatalf("%v is said to be proved, and %v would do", plan.Pays, anew.Pays)
			}
		}
		for _, q := range p {
			if q.Amount != 0 {
				t.Fatalf("all was paid, and %v is left", q)
			}
		}
	}
}

// Many people, many with the same balances: where the search gives up it says so, and the plan is sound all
// the same.
func TestFewestWithACrowd(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 3))
	proved := 0
	for _, n := range []int{17, 18, 24, 40, 200} {
		for _, span := range []int64{2, 10, 100_000} {
			p := random(r, n, span)
			plan := testenv.Must(settle.Fewest(p))(t)
			check(t, p, plan)
			if plan.Proved {
				proved++
			} else if n <= 18 {
				t.Errorf("%d people, balances to %d: not proved", n, span)
			}
			if plan.Proved && n == 200 && span == 100_000 {
				t.Error("200 people with all different balances: nobody can have proved that")
			}
		}
	}
	if proved < 8 {
		t.Errorf("only %d of 15 proved", proved)
	}
}

func TestLess(t *testing.T) {
	plan := settle.Plan{Pays: []settle.Payment{pay(2, 1, 30), pay(3, 1, 12)}, Proved: true}
	for _, c := range []struct {
		name string
		made []settle.Payment
		want []settle.Payment
		ok   bool
	}{
		{"nothing yet", nil, plan.Pays, true},
		{"in part", []settle.Payment{pay(2, 1, 10)}, []settle.Payment{pay(2, 1, 20), pay(3, 1, 12)}, true},
		{"in two parts", []settle.Payment{pay(2, 1, 10), pay(2, 1, 20)}, []settle.Payment{pay(3, 1, 12)},
			true},
		{"too much", []settle.Payment{pay(3, 1, 13)}, nil, false},
		{"too much in two parts", []settle.Payment{pay(3, 1, 12), pay(3, 1, 1)}, nil, false},
		{"another pair", []settle.Payment{pay(3, 2, 1)}, nil, false},
		{"backwards", []settle.Payment{pay(1, 2, 1)}, nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := plan.Less(c.made)
			if ok != c.ok || !slices.Equal(got.Pays, c.want) {
				t.Errorf("got %v %v, want %v %v", got.Pays, ok, c.want, c.ok)
			}
		})
	}
}

func TestThroughBanker(t *testing.T) {
	plan := testenv.Must(settle.ThroughBanker(nets(30, -10, 0, -20), 2))(t)
	if diff := cmp.Diff([]settle.Payment{pay(2, 1, 30), pay(4, 2, 20)}, plan.Pays); diff != "" {
		t.Error(diff)
	}
}

func owe(from, to chain.PlayerID, amount int64) chain.Debt {
	return chain.Debt{From: from, To: to, Amount: amount}
}

// TestSquareIsSquare: what went round in a circle is owed by nobody, and of a larger debt in it the rest is.
func TestSquareIsSquare(t *testing.T) {
	owed := func(amounts ...int64) (all []chain.Debt) {
		for i, amount := range amounts {
			all = append(all, owe(chain.PlayerID(i+1), chain.PlayerID((i+1)%len(amounts)+1), amount))
		}
		return all
	}
	for _, c := range []struct {
		owed []chain.Debt
		want []settle.Payment
	}{
		{owed(5, 5, 5), nil},
		{owed(5, 7, 5, 5), []settle.Payment{{From: 2, To: 3, Amount: 2}}},
		{[]chain.Debt{owe(1, 2, 8), owe(2, 3, 8), owe(3, 1, 5), owe(3, 4, 3), owe(4, 1, 3)}, nil},
		{owed(5, 5, 5)[:2], []settle.Payment{{From: 1, To: 2, Amount: 5}, {From: 2, To: 3, Amount: 5}}},
	} {
		if plan := settle.AsTheyFell(c.owed); !slices.Equal(plan.Pays, c.want) {
			t.Errorf("%v leaves %v, want %v", c.owed, plan.Pays, c.want)
		}
	}
}
