package years

// What other house rules would have made of the deals.

import (
	"cmp"
	"math"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/state"
	"ouverte/rules"
)

type Otherwise struct {
	House    *rules.House
	Nights   int64
	Deals    int64 // settled anew
	Left     int64 // that could not have been under those rules, and were left out
	Standing []OtherwiseLine
}

// OtherwiseLine is one person's result: as it was, in the money of the evenings, and as it would have been,
// in that of the set.
type OtherwiseLine struct {
	Player        chain.PlayerID
	Name          string
	Face          face.Face
	Was, WouldBe  int64
	Stood, Stands int // their places from 1; who has as much shares one
}

// Answer is what several sets would have made of the same deals.
type Answer struct {
	All  []Otherwise
	Near []*Otherwise // of those that change somebody's place, the two that change least, each in its own way
	Open int64        // of the evenings, those that aren't closed
	Deal *DealFound   // that shows why, with what it brought somebody as it was and by those two
	Whom string       // who has another place by the first of these
	Was  int64
	Is   []int64
}

// alike is what the sets make of one kind of deal; it happened several times.
type alike struct {
	nets  []int64 // for each place from the dealer's on, what each set gives it
	not   []int   // the sets that can't have it
	times int64
	gain  float64 // the most that a set brings anybody in it, once known
	done  bool
}

// resettled is a deal and what the sets make of it.
type resettled struct {
	*alike
	night *state.Night
	deal  *state.Version
}

// AsItWas is the standing in the order in which it was.
func (o *Otherwise) AsItWas() []OtherwiseLine {
	return slices.SortedStableFunc(slices.Values(o.Standing), func(a, b OtherwiseLine) int {
		return cmp.Compare(b.Was, a.Was)
	})
}

// OtherwiseBy settles the deals of a span anew by other sets of house rules, in one pass. Deals that are
// alike are settled once for all sets. would and missed are tables of people by sets, in one slice each:
// would is what a set gives a person, missed what they really had from deals the set can't have.
func OtherwiseBy(s *state.State, money rules.Money, span Span, houses ...*rules.House) (*Answer, error) {
	type key struct {
		scale int
		deal  rules.Deal
	}
	r, n := read(s), len(houses)
	seen, scaled := map[key]*alike{}, map[int][]*rules.House{}
	was, met := make([]int64, len(r.who)), make([]bool, len(r.who))
	would, missed := make([]int64, n*len(r.who)), make([]int64, n*len(r.who))
	out := &Answer{All: make([]Otherwise, n)}
	nights, room := r.nights(money, span), 0
	for _, night := range nights {
		room += len(night.Deals)
	}
	deals := make([]resettled, 0, room)
	for _, night := range nights {
		out.Open += one(night.Closed == 0)
		if scaled[night.Scale] == nil {
			for _, h := range houses {
				stakes, err := h.Scaled(night.Scale)
				if err != nil {
					return nil, err
				}
				scaled[night.Scale] = append(scaled[night.Scale], stakes)
			}
		}
		for _, v := range r.deals(night) {
			k := key{night.Scale, alikeOf(v)}
			a := seen[k]
			if a == nil {
				a = settleBy(scaled[night.Scale], &k.deal)
				seen[k] = a
			}
			a.times++
			deals = append(deals, resettled{a, night, v})
			for i := range v.Seats {
				p := int(r.account(v, i))
				was[p], met[p] = was[p]+v.Net[i], true
				from, sums := fromDealer(v, i)*n, would[p*n:p*n+n]
				for h, net := range a.nets[from : from+n] {
					sums[h] += net
				}
				for _, h := range a.not {
					missed[p*n+h] += v.Net[i]
				}
			}
		}
	}
	for _, a := range seen {
		for _, h := range a.not {
			out.All[h].Left += a.times
		}
	}
	for h := range out.All {
		o := &out.All[h]
		o.House, o.Nights, o.Deals = houses[h], int64(len(nights)), int64(len(deals))
		for p := range was {
			if id := chain.PlayerID(p); met[p] {
				o.Standing = append(o.Standing, OtherwiseLine{Player: id, Name: s.Names().Name(id),
					Face: s.Names().Face(id), Was: was[p] - missed[p*n+h], WouldBe: would[p*n+h]})
			}
		}
		o.Deals -= o.Left
		o.rank()
	}
	out.near(r, deals)
	return out, nil
}

// alikeOf is the deal as it would be if the first seat dealt and there were one suit: no rules make another
// sum of it.
func alikeOf(v *state.Version) rules.Deal {
	said := v.Said()
	d := said
	turn := func(s rules.Seat) rules.Seat {
		if s == 0 {
			return 0
		}
		return rules.Seat(fromDealer(v, s-1) + 1)
	}
	var none rules.Deal
	for s := rules.Seat(1); s <= v.Seats; s++ {
		if said.Revokes == none.Revokes && said.WrongCards == none.WrongCards && said.TricksBy == none.TricksBy {
			break
		}
		to := turn(s)
		d.Revokes[to], d.WrongCards[to], d.TricksBy[to] = said.Revokes[s], said.WrongCards[s], said.TricksBy[s]
	}
	d.Dealer, d.Caller, d.Partner = 1, turn(d.Caller), turn(d.Partner)
	d.Forfeit, d.Loser = turn(d.Forfeit), turn(d.Loser)
	if d.Trumps != rules.NoSuit && d.Trumps != rules.NoTrumps {
		d.Trumps = rules.Clubs
	}
	return d
}

// fromDealer is how many places to the dealer's left somebody sits, by their place in the deal.
func fromDealer(v *state.Version, i rules.Seat) int {
	if i+1 < v.Dealer {
		i += v.Seats
	}
	return int(i + 1 - v.Dealer)
}

func settleBy(houses []*rules.House, d *rules.Deal) *alike {
	n := len(houses)
	a := &alike{nets: make([]int64, n*rules.MaxSeats)}
	for h, house := range houses {
		result, err := rules.Settle(house, d)
		if err != nil { // a call that isn't in that set
			a.not = append(a.not, h)
			continue
		}
		for i, net := range result.Net[1:] {
			a.nets[i*n+h] = net
		}
	}
	return a
}

// rank sorts the standing, who would stand best first, and counts the places.
func (o *Otherwise) rank() {
	slices.SortFunc(o.Standing, func(a, b OtherwiseLine) int {
		return cmp.Or(cmp.Compare(b.WouldBe, a.WouldBe), cmp.Compare(b.Was, a.Was), cmp.Compare(a.Name, b.Name))
	})
	before := make([]int64, len(o.Standing)) // from the least
	for i, l := range o.Standing {
		before[i] = l.Was
	}
	slices.Sort(before)
	for i := range o.Standing {
		l := &o.Standing[i]
		notAbove, _ := slices.BinarySearch(before, l.Was+1)
		l.Stood, l.Stands = 1+len(before)-notAbove, i+1
		if i > 0 && o.Standing[i-1].WouldBe == l.WouldBe {
			l.Stands = o.Standing[i-1].Stands
		}
	}
}

// Firsts are those who came first, and those who would.
func (o *Otherwise) Firsts() (did, would []string) {
	for _, l := range o.Standing {
		if l.Stood == 1 {
			did = append(did, l.Name)
		}
		if l.Stands == 1 {
			would = append(would, l.Name)
		}
	}
	return did, would
}

// movers are who would gain most places, and who lose most; of equal ones who would stand better.
func (o *Otherwise) movers() (up, down OtherwiseLine, gained, lost int) {
	for _, l := range o.Standing {
		if l.Stood-l.Stands > gained {
			gained, up = l.Stood-l.Stands, l
		}
		if l.Stands-l.Stood > lost {
			lost, down = l.Stands-l.Stood, l
		}
	}
	return up, down, gained, lost
}

// Whole is how many sets fit all deals.
func (out *Answer) Whole() (n int) {
	for i := range out.All {
		n += int(one(out.All[i].Left == 0))
	}
	return n
}

// Leader is who comes first, and by how many of the sets that fit all deals they would; of several, the one
// who would stand best by the first of these.
func (out *Answer) Leader() (name string, by, of int) {
	for i := range out.All {
		o := &out.All[i]
		if o.Left > 0 || len(o.Standing) == 0 {
			continue
		}
		did, would := o.Firsts()
		if of++; name == "" {
			name = did[0]
		}
		by += int(one(slices.Contains(would, name)))
	}
	return name, by, of
}

// moves tells whether somebody's place changes.
func (o *Otherwise) moves() bool {
	return slices.ContainsFunc(o.Standing, func(l OtherwiseLine) bool { return l.Stood != l.Stands })
}

// scales are by how much a standing spreads, as it was and as it would be.
func (o *Otherwise) scales() (was, would float64) {
	for _, l := range o.Standing {
		was, would = was+math.Abs(float64(l.Was)), would+math.Abs(float64(l.WouldBe))
	}
	return max(1, was), max(1, would)
}

// Passed are those whom somebody stood behind and would stand before, or the other way round for one who
// loses; who would be nearest first.
func (o *Otherwise) Passed(by OtherwiseLine) (out []OtherwiseLine) {
	for _, l := range o.Standing {
		switch {
		case by.Stands < by.Stood && by.Stood > l.Stood && by.Stands < l.Stands,
			by.Stands > by.Stood && by.Stood <= l.Stood && by.Stands > l.Stands:
			out = append(out, l)
		}
	}
	if by.Stands > by.Stood {
		slices.Reverse(out)
	}
	return out
}

// Mover is who gains most places or, where nobody gains any, loses most.
func (o *Otherwise) Mover() OtherwiseLine {
	up, down, gained, _ := o.movers()
	if gained > 0 {
		return up
	}
	return down
}

// near picks the two sets that leave out fewest deals and differ least, of those by which somebody's place
// changes and of several that say the same the first, and a deal that shows why.
func (out *Answer) near(r *reader, deals []resettled) {
	apart := func(o *Otherwise) (sum float64) {
		a, b := o.scales()
		for _, l := range o.Standing {
			sum += math.Abs(float64(l.Was)/a - float64(l.WouldBe)/b)
		}
		return sum
	}
	var all []*Otherwise
	for i := range out.All {
		if o := &out.All[i]; o.Deals > 0 && o.moves() {
			all = append(all, o)
		}
	}
	slices.SortStableFunc(all, func(a, b *Otherwise) int {
		return cmp.Or(cmp.Compare(a.Left, b.Left), cmp.Compare(apart(a), apart(b)))
	})
	same := func(a, b *Otherwise) bool {
		one, other := a.Mover(), b.Mover()
		return one.Player == other.Player && slices.EqualFunc(a.Passed(one), b.Passed(other),
			func(a, b OtherwiseLine) bool { return a.Player == b.Player })
	}
	for _, o := range all {
		if len(out.Near) == 0 || len(out.Near) == 1 && !same(out.Near[0], o) {
			out.Near = append(out.Near, o)
		}
	}
	if len(out.Near) > 0 {
		out.shows(r, deals)
	}
}

// shows finds the deal that did most to move who moves by the nearest set.
func (out *Answer) shows(r *reader, deals []resettled) {
	var at []int
	for _, near := range out.Near {
		at = append(at, slices.IndexFunc(out.All, func(o Otherwise) bool { return o.House == near.House }))
	}
	first, n := out.Near[0], len(out.All)
	who := first.Mover()
	a, b := first.scales()
	if who.Stands > who.Stood {
		a, b = -a, -b
	}
	var best *resettled
	var seat rules.Seat
	most := 0.
	for i := range deals {
		d := &deals[i]
		if d.deal.Caller == 0 || len(d.not) > 0 || d.done && d.gain < most {
			continue
		}
		for s := range d.deal.Seats {
			was, is := d.deal.Net[s], d.nets[fromDealer(d.deal, s)*n+at[0]]
			gain := float64(is)/b - float64(was)/a
			if d.gain = max(d.gain, gain); was != is && gain >= most && gain > 0 &&
				d.deal.Accounts[s] == 0 && r.player(d.deal, s) == who.Player {
				best, seat, most = d, s, gain
			}
		}
		d.done = true
	}
	if best == nil {
		return
	}
	if found, ok := (&DealFilter{}).found(r, best.night, best.deal); ok {
		out.Deal, out.Whom, out.Was = &found, who.Name, best.deal.Net[seat]
		for _, h := range at {
			out.Is = append(out.Is, best.nets[fromDealer(best.deal, seat)*n+h])
		}
	}
}
