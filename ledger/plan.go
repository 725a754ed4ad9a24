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
// Paying one does not reshuffle the others. Among all plans with the fewest payments Fewest takes the one whose payments,
// put in order (the larger first, then the lower payer, then the lower receiver), come first. That order looks at
// payments only, never at who owes how much, so it is the same after a payment as before. And the fewest-payment plans
// that contain a payment p are exactly the fewest-payment plans of what is left after p, with p added: were there a
// shorter plan for the rest, or one naming the same pair again, the whole would have been shorter too. So the first of
// the rest is the rest of the first. A payment made only in part can still open a new way to save one; Plan.Less keeps to the
// plan in that case.
//
// In every such plan only people who are down hand over, only people who are up receive, and no pair meets twice. What
// each owes is split only where no one in the group could take it whole when it was that payment's turn.

// Plan is a list of payments, by payer and receiver.
type Plan struct {
	Pays   []Payment
	Proved bool // no plan has fewer payments; otherwise len(Pays) is "at most"
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
	pays, proved := exact(open)
	if pays == nil {
		pays, proved = roughly(open)
	}
	return planned(pays, proved), nil
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

// exact is the first of all shortest plans, or nil where they are too many to search.
//
// The first payment of that plan is the largest that any shortest plan contains. Two people who can be in one group can be
// paired for as much as the smaller of their balances, and no payment between them can be larger: it settles one of them, and
// the group without him needs one payment less. So: find who can be together, take the largest such pair, pay, and go on
// with what is left.
func exact(open []Net) (pays []Payment, proved bool) {
	open = slices.Clone(open)
	pays = make([]Payment, 0, len(open))
	fewest := -1
	for len(open) > 0 {
		p, ok := part(open)
		switch {
		case !ok && fewest < 0:
			return nil, false
		case !ok: // what is left has more different balances than it began with, and too many
			rest, _ := roughly(open)
			pays = append(pays, rest...)
			return pays, len(pays) == fewest
		case fewest < 0:
			fewest = len(open) - p.most
		}
		if p.most == 1 { // and so it will stay: anybody may pay anybody
			return append(pays, largestFirst(open)...), true
		}
		from, to := p.first()
		pays = append(pays, handOver(open, from, to))
		open = slices.DeleteFunc(open, settled)
	}
	return pays, true
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
	if rest, ok := exact(open); rest != nil {
		return append(pays, rest...), ok
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
