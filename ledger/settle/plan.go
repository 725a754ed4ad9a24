package ledger

import (
	"cmp"
	"errors"
	"math"
	"slices"
)

// Settling plans: who hands what to whom so that everybody stands at nothing. Pure reckoning, nothing here touches the book.
//
// The fewest payments. Whoever is up or down by something must hand over or receive at least once, and people who
// settle among themselves form groups whose balances add up to nothing. A group of m needs m−1 payments, so n people in g
// groups need n−g: fewest payments means most groups. Finding them is searched exactly (see groups).
//
// Nobody pays in more pieces than needed. Of all plans with the fewest payments Fewest takes one in which the most pieces
// anybody has to pay in are as few as can be: a group pays as a tree, and the search in pieces.go looks for one whose payers have
// few branches; of several best partings it takes one whose groups all have such a tree.
//
// Paying one does not reshuffle the others. Few pieces and a choice that would be made again after a payment don't go
// together: with two payers of three pieces each, once one of them has paid two of his, a plan with two and two may be had
// where the first leaves one and three. So the plan is kept instead: Kept plans the balances of before the payments and
// takes off what was paid, in full or in part; only a payment that was not of the plan makes it plan anew, from there on.
//
// In every such plan only people who are down hand over, only people who are up receive, and no pair meets twice.

// Plan is a list of payments, by payer and receiver.
type Plan struct {
	Pays   []Payment
	Proved bool // no plan has fewer payments; otherwise len(Pays) is "at most"
	Begun  bool // what is left of a plan: payments made in part have opened a shorter way since, but it is kept to
}

// ErrUneven says that the amounts given do not add up to nothing, so no plan can clear them.
var ErrUneven = errors.New("the balances to settle do not add up to nothing")

// Fewest gives the plan with the fewest payments. With more people than can be searched quickly (more than about twenty with all
// different balances) it still gives a short plan and says that it is not proved the shortest.
func Fewest(nets []Net) (Plan, error) {
	open, err := unsettled(nets)
	if err != nil {
		return Plan{}, err
	}
	if pays := exact(open); pays != nil {
		return planned(pays, true), nil
	}
	return planned(roughly(open)), nil
}

// ThroughBanker gives the plan in which everybody settles with one person only, who need not be among them; the kitty may be.
func ThroughBanker(nets []Net, banker PlayerID) (Plan, error) {
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

// AsTheyFell gives the plan in which each pair settles what passed between the two of them: Night.Between, or any
// transfers of one money.
func AsTheyFell(owed []Transfer) (Plan, error) {
	type pair struct{ low, high PlayerID }
	net := make(map[pair]int64)
	for _, o := range owed {
		p, amount := pair{o.From, o.To}, o.Amount
		if o.Amount == math.MinInt64 {
			return Plan{}, errOutOfReach
		}
		if o.From > o.To {
			p, amount = pair{o.To, o.From}, -o.Amount
		}
		sum := net[p] + amount
		if (sum > net[p]) != (amount > 0) && amount != 0 || sum == math.MinInt64 {
			return Plan{}, errOutOfReach
		}
		net[p] = sum
	}
	var pays []Payment
	for p, amount := range net {
		switch {
		case amount > 0:
			pays = append(pays, Payment{From: p.low, To: p.high, Amount: amount})
		case amount < 0:
			pays = append(pays, Payment{From: p.high, To: p.low, Amount: -amount})
		}
	}
	return planned(pays, false), nil
}

// Less gives what is left of a plan after some payments, each made in full or in part. ok is false when they were not of the
// plan (another pair, or more than planned): then the balances must be planned afresh.
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

// Kept is the plan for what is owed now, after the payments made, in their order. It is the plan of before them less what was
// paid; where something else was paid, it is planned anew from there on. So a payment of the plan, even one in part, leaves
// the rest as it was. plan is Fewest or another.
func Kept(owed []Net, made []Payment, plan func([]Net) (Plan, error)) (Plan, error) {
	now := slices.Clone(owed)
	change := func(p PlayerID, by int64) error {
		i := slices.IndexFunc(now, func(n Net) bool { return n.Player == p })
		if i < 0 {
			i, now = len(now), append(now, Net{Player: p})
		}
		return add(&now[i].Amount, by)
	}
	for _, m := range made { // before them
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
	if err == nil && inPart && kept.Proved { // what was paid in part may have opened a shorter way
		var anew Plan
		anew, err = plan(now)
		kept.Proved = anew.Proved && len(anew.Pays) == len(kept.Pays)
		kept.Begun = !kept.Proved
	}
	return kept, err
}

var errOutOfReach = errors.New("the amounts are too large to reckon with")

// unsettled leaves out who stands at nothing and puts the rest in the order of their numbers; it refuses what does not add up.
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
	slices.SortFunc(open, byPlayer)
	for i := 1; i < len(open); i++ {
		if open[i].Player == open[i-1].Player {
			return nil, errors.New("somebody stands twice among the balances to settle")
		}
	}
	return open, nil
}

func byPlayer(a, b Net) int { return cmp.Compare(a.Player, b.Player) }

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

// exact is a shortest plan in the fewest pieces, or nil where there are too many people to search.
func exact(open []Net) []Payment {
	if len(open) == 0 {
		return []Payment{}
	}
	p, ok := part(open)
	if !ok {
		return nil
	}
	return p.pieces()
}

// largestFirst takes, until all is settled, the largest payment between any two; of equal ones the lowest payer's, then the
// lowest receiver's.
func largestFirst(open []Net) (pays []Payment) {
	for {
		var best int64
		from, to := 0, 0
		for i, d := range open {
			for j, c := range open {
				if amount := min(-d.Amount, c.Amount); amount > best {
					best, from, to = amount, i, j
				}
			}
		}
		if best == 0 {
			return pays
		}
		pays = append(pays, handOver(open, from, to))
	}
}

func settled(p Net) bool { return p.Amount == 0 }

// handOver lets one pay another as much as settles one of the two.
func handOver(open []Net, from, to int) Payment {
	amount := min(-open[from].Amount, open[to].Amount)
	open[from].Amount += amount
	open[to].Amount -= amount
	return Payment{From: open[from].Player, To: open[to].Player, Amount: amount}
}

// roughly plans for more people than can be searched. It pairs exact opposites first, which loses nothing: where +a and −a
// stand in different groups of a best parting, these two and the rest of both groups are two groups as well, and where
// they stand in the same, it splits. What is left is searched if it has become few enough; else groups of three are taken out
// as they are met, and the rest pay, the largest to the largest. The result is proved when no more groups were possible.
func roughly(open []Net) (pays []Payment, proved bool) {
	open = slices.Clone(open)
	total := len(open)
	at := make(map[int64][]int) // who waits with this balance
	for i, p := range open {
		if w := at[-p.Amount]; len(w) > 0 {
			from, to := w[0], i
			if p.Amount < 0 {
				from, to = i, w[0]
			}
			at[-p.Amount] = w[1:]
			pays = append(pays, handOver(open, from, to))
		} else {
			at[p.Amount] = append(at[p.Amount], i)
		}
	}
	open = slices.DeleteFunc(open, settled)
	if rest := exact(open); rest != nil {
		return append(pays, rest...), true
	}

	var up int
	for _, p := range open {
		if p.Amount > 0 {
			up++
		}
	}
	most := len(pays) + min(up, len(open)-up, len(open)/3)

	clear(at)
	for i, p := range open {
		at[p.Amount] = append(at[p.Amount], i)
	}
	for i := range open {
		for j := i + 1; j < len(open) && open[i].Amount != 0; j++ {
			a, b := open[i].Amount, open[j].Amount
			if b == 0 || (a < 0) != (b < 0) {
				continue
			}
			for len(at[-a-b]) > 0 {
				k := at[-a-b][0]
				at[-a-b] = at[-a-b][1:]
				if open[k].Amount != -a-b {
					continue // settled meanwhile
				}
				for _, l := range []int{i, j} {
					from, to := l, k
					if a > 0 {
						from, to = k, l
					}
					pays = append(pays, handOver(open, from, to))
				}
				break
			}
		}
	}
	pays = append(pays, largestFirst(slices.DeleteFunc(open, settled))...)
	return pays, len(pays) == total-most
}
