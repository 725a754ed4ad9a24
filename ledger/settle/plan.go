package settle

// The ways to settle.
//
// Fewest payments: everybody who is up or down hands over or receives at least once, and people who settle
// among themselves form groups whose balances add up to zero. A group of m needs m−1 payments, so n people in
// g groups need n−g: the fewest payments come from the most groups.
//
// A plan is kept once begun: made anew after a payment, the rest could be another. Kept therefore plans the
// balances from before the payments and subtracts the payments; only a payment that wasn't in the plan has it
// planned again.
//
// In every plan only people who are down hand over, only people who are up receive, and no pair meets twice.

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"ouverte/ledger/chain"
)

// Payment is money handed over: From pays To. Either may be the kitty.
type Payment struct {
	From, To chain.PlayerID
	Amount   int64
}

// Net is an amount that came to somebody.
type Net struct {
	Player chain.PlayerID
	Name   string
	Amount int64
}

// Settled tells whether nothing is to be paid.
func (n Net) Settled() bool { return n.Amount == 0 }

// Plan is a list of payments, by payer and receiver.
type Plan struct {
	Pays   []Payment
	Proved bool // no plan has fewer payments; otherwise len(Pays) is an upper bound
	Begun  bool // part payments have opened a shorter way since, but this plan is kept
}

// Of picks the payments somebody makes, and those they get.
func Of(pays []Payment, who chain.PlayerID) (gives, gets int64) {
	for _, p := range pays {
		switch who {
		case p.From:
			gives += p.Amount
		case p.To:
			gets += p.Amount
		}
	}
	return gives, gets
}

// Between is what one hands over to another.
func (p Plan) Between(from, to chain.PlayerID) (amount int64) {
	for _, pay := range p.Pays {
		if pay.From == from && pay.To == to {
			amount += pay.Amount
		}
	}
	return amount
}

// Givers are who hands something over, in the order of the payments, and how much.
func (p Plan) Givers() (out []Net) {
	for _, pay := range p.Pays {
		if !slices.ContainsFunc(out, func(n Net) bool { return n.Player == pay.From }) {
			gives, _ := Of(p.Pays, pay.From)
			out = append(out, Net{Player: pay.From, Amount: gives})
		}
	}
	return out
}

// ErrUneven says that balances don't add up to zero, so no plan can clear them.
var ErrUneven = errors.New("the balances to settle do not add up to nothing")

var errOutOfReach = errors.New("the amounts are too large to reckon with")

// mostSearched is among how many people, with no two of them square with each other, the fewest payments are
// searched: that takes some 10 ms.
const mostSearched = 18

// Fewest returns the plan with the fewest payments. With more people than can be searched the plan is short
// but not Proved.
//
// Exact opposites are paired first: where +a and −a stand in different groups of a best parting, the two of
// them and the rest of both groups are two groups as well; where they stand in the same group, it splits.
func Fewest(nets []Net) (Plan, error) {
	open, err := unsettled(nets)
	if err != nil {
		return Plan{}, err
	}
	pays, proved := opposites(open), true
	open = slices.DeleteFunc(open, Net.Settled)
	for len(open) > mostSearched {
		pays, proved = append(pays, largest(open)), false
		open = slices.DeleteFunc(open, Net.Settled)
	}
	for _, group := range groups(open) {
		for range group[1:] {
			pays = append(pays, largest(group))
		}
	}
	return planned(pays, proved), nil
}

// ThroughBanker returns the plan in which everybody settles with one person only. The banker needn't be among
// them, and may be the kitty.
func ThroughBanker(nets []Net, banker chain.PlayerID) (Plan, error) {
	open, err := unsettled(nets)
	if err != nil {
		return Plan{}, err
	}
	var pays []Payment
	for _, p := range open {
		switch {
		case p.Player == banker:
		case p.Amount < 0:
			pays = append(pays, Payment{From: p.Player, To: banker, Amount: -p.Amount})
		default:
			pays = append(pays, Payment{From: banker, To: p.Player, Amount: p.Amount})
		}
	}
	return planned(pays, false), nil
}

// Fines are what people owe the kitty by themselves: only they are asked for it.
type Fines struct {
	Owed []Payment
	Coin int64 // everybody's total was rounded to it …
	Made int   // … when so many payments were made
}

// By returns the plan for a night that is settled in this way: owed and between are as they stand after the
// payments that were made.
func By(way chain.Way, owed []Net, made []Payment, between []chain.Debt, fines Fines) (Plan, error) {
	if len(fines.Owed) > 0 && !way.Kind().Pairs {
		return finesApart(way, owed, made, fines)
	}
	switch way.By {
	case chain.ByFell:
		return wholePairs(between, made[fines.Made:], fines.Coin), nil
	case chain.ByGo:
		return AsTheyFell(between), nil
	case chain.ByBanker:
		return Kept(owed, made, func(nets []Net) (Plan, error) { return ThroughBanker(nets, way.Banker) })
	case chain.ByFewest:
		return Kept(owed, made, Fewest)
	}
	return Plan{}, fmt.Errorf("nothing plans a night that is settled by %q", way.By)
}

// finesApart plans fines by themselves, less what of them was put in, and the rest without them.
func finesApart(way chain.Way, owed []Net, made []Payment, of Fines) (Plan, error) {
	all, fines := owed, slices.Clone(of.Owed)
	owed, made = slices.Clone(owed), slices.Clone(made)
	early, late := made[:of.Made], made[of.Made:]
	putIn(fines, early)
	wholeCoins(fines, owed, late, of.Coin)
	putIn(fines, late)
	for _, f := range fines {
		owed = add(add(owed, f.From, f.Amount), f.To, -f.Amount)
	}
	none := func(p Payment) bool { return p.Amount == 0 }
	made, fines = slices.DeleteFunc(made, none), slices.DeleteFunc(fines, none)
	rest, err := By(way, owed, made, nil, Fines{})
	if err != nil {
		return Plan{}, err
	}
	for _, f := range fines {
		i := slices.IndexFunc(rest.Pays, func(p Payment) bool { return p.From == f.From && p.To == f.To })
		if i < 0 {
			rest.Pays = append(rest.Pays, f)
			continue
		}
		rest.Pays[i].Amount += f.Amount
	}
	plan := planned(rest.Pays, false)
	plan.Begun = rest.Begun
	if rest.Proved { // who is fined may be owed as much: then another might put it in for them
		least, err := Fewest(all)
		if err != nil {
			return Plan{}, err
		}
		plan.Proved = least.Proved && len(least.Pays) == len(plan.Pays)
	}
	return plan, nil
}

// putIn subtracts the coins put in from the fines, and takes them out of the payments.
func putIn(fines, made []Payment) {
	for i := range fines {
		f := &fines[i]
		for j := range made {
			if made[j].From == f.From && made[j].To == f.To {
				put := min(made[j].Amount, f.Amount)
				made[j].Amount, f.Amount = made[j].Amount-put, f.Amount-put
			}
		}
	}
}

// wholeCoins brings fines of people whose total was rounded to whole coins: up, as far as the kitty gets
// something by the rounding, else down, so that the rest comes to whole coins as well.
func wholeCoins(fines []Payment, owed []Net, since []Payment, coin int64) {
	if coin <= 1 {
		return
	}
	total := map[chain.PlayerID]int64{}
	for _, n := range owed {
		total[n.Player] += n.Amount
	}
	for _, p := range since {
		total[p.From], total[p.To] = total[p.From]-p.Amount, total[p.To]+p.Amount
	}
	spare := total[chain.Kitty]
	for _, f := range fines {
		spare -= f.Amount
	}
	for i := range fines {
		over := fines[i].Amount % coin
		up := coin - over
		switch {
		case over == 0 || total[fines[i].From]%coin != 0: // fined since
			continue
		case up > spare:
			up = -over
		}
		fines[i].Amount, spare = fines[i].Amount+up, spare-up
	}
}

// add adds to somebody's balance.
func add(nets []Net, p chain.PlayerID, by int64) []Net {
	i := slices.IndexFunc(nets, func(n Net) bool { return n.Player == p })
	if i < 0 {
		i, nets = len(nets), append(nets, Net{Player: p})
	}
	nets[i].Amount += by
	return nets
}

// AsTheyFell returns the plan in which each pair settles what one owes the other, one debt for each pair at
// most, but for what leads in a circle: who all owe one another the same are square.
func AsTheyFell(owed []chain.Debt) Plan {
	pays := make([]Payment, len(owed))
	for i, o := range owed {
		pays[i] = Payment(o)
	}
	plan := planned(pays, false)
	for circle := Circle(plan.Pays); circle != nil; circle = Circle(plan.Pays) {
		plan, _ = plan.Less(circle)
	}
	return plan
}

// wholePairs is AsTheyFell in whole coins, where everybody's total was rounded to one: as planned before the
// payments that were made since, and kept.
func wholePairs(owed []chain.Debt, since []Payment, coin int64) Plan {
	if coin <= 1 {
		return AsTheyFell(owed)
	}
	for _, p := range since {
		owed = owe(owed, p.From, p.To, p.Amount)
	}
	plan := wholeCoin(AsTheyFell(owed), coin)
	for _, p := range since {
		owed = owe(owed, p.To, p.From, p.Amount)
		rest, kept := plan.Less([]Payment{p})
		if plan = rest; !kept {
			plan = wholeCoin(AsTheyFell(owed), coin)
		}
	}
	return plan
}

// owe adds to what one owes another.
func owe(debts []chain.Debt, from, to chain.PlayerID, amount int64) []chain.Debt {
	out := slices.Clone(debts)
	i := slices.IndexFunc(out, func(d chain.Debt) bool {
		return d.From == from && d.To == to || d.From == to && d.To == from
	})
	if i < 0 {
		return append(out, chain.Debt{From: from, To: to, Amount: amount})
	}
	if out[i].From == to {
		amount = -amount
	}
	if out[i].Amount += amount; out[i].Amount < 0 {
		out[i] = chain.Debt{From: out[i].To, To: out[i].From, Amount: -out[i].Amount}
	}
	return slices.DeleteFunc(out, func(d chain.Debt) bool { return d.Amount == 0 })
}

// wholeCoin makes whole coins of payments and leaves everybody with the same. Who comes to whole coins has
// either no odd payment or two at least, so odd payments go round: along a ring one more and one less leaves
// all sums as they are, until one of the ring is whole.
func wholeCoin(p Plan, coin int64) Plan {
	pays := slices.Clone(p.Pays)
	for i := range pays {
		for pays[i].Amount%coin != 0 {
			ring := ringOf(pays, i, coin)
			if ring == nil { // this one's total isn't whole
				break
			}
			more, less := coin, coin
			for at, way := range ring {
				odd := pays[at].Amount % coin
				if way < 0 {
					odd = coin - odd
				}
				more, less = min(more, coin-odd), min(less, odd)
			}
			by := more
			if less <= more {
				by = -less
			}
			for at, way := range ring {
				pays[at].Amount += way * by
			}
		}
	}
	return Plan{Pays: slices.DeleteFunc(pays, func(p Payment) bool { return p.Amount == 0 })}
}

// ringOf finds payments that aren't whole coins and make a ring with the first: by their places, 1 where the
// ring goes from payer to receiver, else −1. It is nil if there is no ring.
func ringOf(pays []Payment, first int, coin int64) map[int]int64 {
	ring, been := map[int]int64{first: 1}, map[chain.PlayerID]bool{}
	var reach func(at chain.PlayerID) bool
	reach = func(at chain.PlayerID) bool {
		if at == pays[first].From {
			return true
		}
		if been[at] {
			return false
		}
		been[at] = true
		for i, p := range pays {
			to, way := p.To, int64(1)
			if p.To == at {
				to, way = p.From, -1
			}
			if ring[i] != 0 || p.Amount%coin == 0 || p.From != at && p.To != at {
				continue
			}
			if ring[i] = way; reach(to) {
				return true
			}
			delete(ring, i)
		}
		return false
	}
	if !reach(pays[first].To) {
		return nil
	}
	return ring
}

// Circle finds payments that go round, each to the next and the last to the first: as much of each as the
// least of them. It is nil if there is none.
func Circle(pays []Payment) []Payment {
	for i := range pays {
		round := pathTo(pays, pays[i].To, pays[i].From, map[chain.PlayerID]bool{})
		if round == nil {
			continue
		}
		round = append([]Payment{pays[i]}, round...)
		least := slices.MinFunc(round, func(a, b Payment) int { return cmp.Compare(a.Amount, b.Amount) }).Amount
		for at := range round {
			round[at].Amount = least
		}
		return round
	}
	return nil
}

// pathTo finds payments that lead from one to another; nil if none do.
func pathTo(pays []Payment, from, to chain.PlayerID, been map[chain.PlayerID]bool) []Payment {
	been[from] = true
	for _, p := range pays {
		switch {
		case p.From != from || been[p.To]:
		case p.To == to:
			return []Payment{p}
		default:
			if rest := pathTo(pays, p.To, to, been); rest != nil {
				return append([]Payment{p}, rest...)
			}
		}
	}
	return nil
}

// Less returns what is left of a plan after payments, each made in full or in part. ok is false if one of
// them wasn't in the plan (another pair, or more than planned): then plan the balances again.
func (p Plan) Less(made []Payment) (rest Plan, ok bool) {
	left := slices.Clone(p.Pays)
	for _, m := range made {
		i := slices.IndexFunc(left, func(h Payment) bool { return h.From == m.From && h.To == m.To })
		if i < 0 || m.Amount < 0 || m.Amount > left[i].Amount {
			return Plan{}, false
		}
		left[i].Amount -= m.Amount
	}
	left = slices.DeleteFunc(left, func(h Payment) bool { return h.Amount == 0 })
	return Plan{Pays: left, Proved: p.Proved}, true
}

// Kept returns the plan for what is owed now, after these payments in their order: the plan from before them
// less the payments, planned again after a payment that wasn't in it. plan is Fewest or another way.
func Kept(owed []Net, made []Payment, plan func([]Net) (Plan, error)) (Plan, error) {
	now := slices.Clone(owed)
	change := func(p chain.PlayerID, by int64) (err error) {
		i := slices.IndexFunc(now, func(n Net) bool { return n.Player == p })
		if i < 0 {
			i, now = len(now), append(now, Net{Player: p})
		}
		now[i].Amount, err = sub(now[i].Amount, -by)
		return err
	}
	for _, m := range made { // back to before them
		if change(m.From, -m.Amount) != nil || change(m.To, m.Amount) != nil {
			return Plan{}, errOutOfReach
		}
	}
	kept, err := plan(now)
	inPart := false
	for _, m := range made {
		if change(m.From, m.Amount) != nil || change(m.To, -m.Amount) != nil {
			return Plan{}, errOutOfReach
		}
		if err != nil {
			return Plan{}, err
		}
		rest, ok := kept.Less([]Payment{m})
		if !ok {
			kept, err = plan(now)
			inPart = false
			continue
		}
		inPart = inPart || len(rest.Pays) == len(kept.Pays)
		kept = rest
	}
	if err == nil && inPart && kept.Proved { // a part payment may have opened a shorter way
		var again Plan
		again, err = plan(now)
		kept.Proved = again.Proved && len(again.Pays) == len(kept.Pays)
		kept.Begun = !kept.Proved
	}
	return kept, err
}

// unsettled leaves out who stands at zero and sorts the rest by player. Balances must add up to zero, each
// player standing once.
func unsettled(nets []Net) ([]Net, error) {
	var up, down int64
	var err error
	open := make([]Net, 0, len(nets))
	for _, p := range nets {
		if p.Amount > 0 {
			up, err = sub(up, -p.Amount)
		} else {
			down, err = sub(down, -p.Amount)
		}
		if err != nil {
			return nil, err
		}
		if p.Amount != 0 {
			open = append(open, p)
		}
	}
	if up != -down {
		return nil, ErrUneven
	}
	slices.SortFunc(open, func(a, b Net) int { return cmp.Compare(a.Player, b.Player) })
	for i := 1; i < len(open); i++ {
		if open[i].Player == open[i-1].Player {
			return nil, errors.New("somebody stands twice among the balances to settle")
		}
	}
	return open, nil
}

// sub is a−b, checked.
func sub(a, b int64) (int64, error) {
	d := a - b
	if b == math.MinInt64 || d == math.MinInt64 || (d < a) != (b > 0) && b != 0 {
		return 0, errOutOfReach
	}
	return d, nil
}

func planned(pays []Payment, proved bool) Plan {
	slices.SortFunc(pays, func(a, b Payment) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return Plan{Pays: pays, Proved: proved}
}

// opposites pairs people whose amounts cancel exactly.
func opposites(open []Net) (pays []Payment) {
	waits := make(map[int64][]int) // by balance
	for i, p := range open {
		w := waits[-p.Amount]
		if len(w) == 0 {
			waits[p.Amount] = append(waits[p.Amount], i)
			continue
		}
		waits[-p.Amount] = w[1:]
		from, to := w[0], i
		if p.Amount < 0 {
			from, to = i, w[0]
		}
		pays = append(pays, handOver(open, from, to))
	}
	return pays
}

// groups parts people into as many groups as can be whose balances add up to zero. Somebody joins after
// another: in the best order the sum of all who have joined is zero as often as it can be, each time a group
// is complete.
func groups(open []Net) (out [][]Net) {
	sums, most := make([]int64, 1<<len(open)), make([]uint8, 1<<len(open)) // by the set of who has joined
	for set := 1; set < len(sums); set++ {
		sums[set] = sums[set&(set-1)] + open[bits.TrailingZeros(uint(set))].Amount
		for rest := set; rest != 0; rest &= rest - 1 {
			most[set] = max(most[set], most[set^rest&-rest])
		}
		if sums[set] == 0 {
			most[set]++
		}
	}
	for set := len(sums) - 1; set != 0; {
		before := most[set]
		if sums[set] == 0 {
			out, before = append(out, nil), before-1
		}
		last := 0 // to join
		for set>>last&1 == 0 || most[set^1<<last] != before {
			last++
		}
		out[len(out)-1] = append(out[len(out)-1], open[last])
		set ^= 1 << last
	}
	return out
}

// largest makes the largest payment between any two; of equal ones that of the first payer to the first
// receiver.
func largest(open []Net) Payment {
	var owes, gets int64
	for _, p := range open {
		owes, gets = max(owes, -p.Amount), max(gets, p.Amount)
	}
	most := min(owes, gets)
	from := slices.IndexFunc(open, func(p Net) bool { return -p.Amount >= most })
	to := slices.IndexFunc(open, func(p Net) bool { return p.Amount >= most })
	return handOver(open, from, to)
}

// handOver lets one pay another as much as settles one of the two.
func handOver(open []Net, from, to int) Payment {
	amount := min(-open[from].Amount, open[to].Amount)
	open[from].Amount += amount
	open[to].Amount -= amount
	return Payment{From: open[from].Player, To: open[to].Player, Amount: amount}
}
