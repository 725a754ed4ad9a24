package years

// One pass over the nights of a span in one money, which counts for everybody.

import (
	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/rules"
)

type sums struct {
	*reader
	listed        []*state.Night // that are counted
	of            []running      // by person
	open          int64          // of the nights at which there was a deal
	played, deals int64          // nights at which there was a deal, and those deals

	calls [rules.CallNumbers]CallFigures
	taken [rules.CallNumbers]Tricks
	own   [][rules.CallNumbers]CallFigures // by person, calls made and accepted; nil: not counted
	from  [][2][4]Rate                     // by person, with three and with four active, of calls from a place
	pairs *pairs                           // nil: not counted
	went  []attended                       // in order
	lists bool                             // whether that is
	here  []chain.PlayerID                 // the people of the night being counted
}

type attended struct {
	player chain.PlayerID
	evening
}

func (r *reader) counter() *sums { return &sums{reader: r, of: make([]running, len(r.who))} }

func (c *sums) count(money rules.Money, span Span) *sums {
	c.listed = c.nights(money, span)
	if c.lists {
		room := 0
		for _, n := range c.listed {
			room += len(n.Members)
		}
		c.went = make([]attended, 0, room)
	}
	for _, n := range c.listed {
		c.night(n)
	}
	for i := range c.of {
		c.of[i].Deals -= c.of[i].Out
	}
	return c
}

func (c *sums) night(n *state.Night) {
	c.here = c.here[:0]
	deals, penalties := c.reader.deals(n), c.penalties(n)
	for _, v := range deals {
		c.deal(n, v)
	}
	for _, f := range penalties {
		for _, net := range f.nets {
			t := c.meet(net.Player, n)
			t.tonight.score += counted(net.Amount)
			t.Penalties += counted(net.Amount)
		}
	}
	for _, table := range c.parts(n) {
		for _, chair := range table.Chairs {
			c.meet(c.who[chair.Player], n)
			c.meet(c.who[chair.Pays()], n)
		}
	}
	if len(deals) > 0 { // without one there was no evening, whatever was made ready for it
		c.played++
		c.open += one(n.Closed == 0)
		c.deals += int64(len(deals))
	}
	for _, p := range c.here {
		t := &c.of[p]
		if c.lists {
			c.went = append(c.went, attended{p, t.tonight})
		}
		t.end(t.tonight)
	}
}

func (c *sums) meet(p chain.PlayerID, n *state.Night) *running {
	t := &c.of[p]
	if t.tonight.night != n {
		t.tonight = evening{night: n}
		c.here = append(c.here, p)
	}
	return t
}

// deal counts a deal. It is the inner loop of all pages but a player's: it adds nothing that follows from
// other sums, and has few branches that can't be predicted.
func (c *sums) deal(n *state.Night, v *state.Version) {
	order := placesIn(v)
	var sits [rules.MaxSeats]*running
	for i := range v.Seats {
		net, place, p := v.Net[i], order[i], c.player(v, i)
		t := &c.of[p]
		if t.tonight.night != n {
			c.meet(p, n)
		}
		sits[i] = t
		t.tonight.sat = true
		t.Deals++
		t.Out += one(place == resting)
		if net > t.gain.amount {
			t.gain = mark{n, v.Deal, net}
		}
		if v.Accounts[i] != 0 {
			t = c.meet(c.account(v, i), n)
		}
		score := counted(net)
		t.tonight.score += score
		t.tonight.low = min(t.tonight.low, t.tonight.score)
	}
	if v.Revokes != [rules.MaxSeats]uint8{} {
		for i := range v.Seats {
			sits[i].Revokes += int64(v.Revokes[i])
		}
	}
	if c.pairs != nil {
		c.pairs.add(c.reader, v)
	}
	var e end
	e.read(v)
	if v.Caller == 0 {
		c.calls[v.Call].add(&e, 0)
		return
	}
	net := v.Net[v.Caller-1]
	if c.from != nil {
		from := &c.from[c.player(v, v.Caller-1)][active(v)-3][order[v.Caller-1]]
		*from = from.plus(Rate{e.won, e.won + e.lost})
	}
	c.taken[v.Call].add(v, &e)
	c.made(v, v.Caller, sits[v.Caller-1], &e)
	if v.Partner != 0 {
		net += v.Net[v.Partner-1]
		c.made(v, v.Partner, sits[v.Partner-1], &e)
	}
	c.calls[v.Call].add(&e, net)
	if e.lost != 0 && v.Call.Losing() {
		for i := range v.Seats {
			sits[i].Broken += one(i+1 != v.Caller && order[i] != resting)
		}
	}
}

func (c *sums) made(v *state.Version, s rules.Seat, t *running, e *end) {
	if e.won|e.lost != 0 {
		t.made.push(e.won)
	}
	if c.own != nil {
		c.own[c.player(v, s-1)][v.Call].add(e, v.Net[s-1])
	}
}

type pairs struct {
	index []int        // by person, from 1; zero: none of them
	met   [][]Dealings // by index; each thing is counted once, for either of the two: see of
}

func among(people []chain.PlayerID, roster int) *pairs {
	p := &pairs{index: make([]int, roster), met: make([][]Dealings, len(people)+1)}
	for i, id := range people {
		p.index[id] = i + 1
	}
	for i := range p.met {
		p.met[i] = make([]Dealings, len(people)+1)
	}
	return p
}

// of is what two came to, seen from the first.
func (p *pairs) of(a, b chain.PlayerID) Dealings {
	sum, back := p.met[p.index[a]][p.index[b]], p.met[p.index[b]][p.index[a]]
	back.Paid, back.Got = back.Got, back.Paid
	sum.add(&back)
	return sum
}

// add counts a deal: what each paid each, who were partners in a call, and who played against whom.
func (p *pairs) add(r *reader, v *state.Version) {
	order := placesIn(v)
	var at [rules.MaxSeats]int
	for i := range v.Seats {
		at[i] = p.index[r.player(v, i)]
	}
	if v.Caller != 0 && v.Partner == 0 { // all that was paid is between the caller and the others
		with := p.met[at[v.Caller-1]]
		for i := range v.Seats {
			sum, net := &with[at[i]], v.Net[i] // of the caller with himself nobody asks
			sum.Against += one(order[i] != resting)
			sum.Got += counted(max(0, -net))
			sum.Paid += counted(max(0, net))
		}
		return
	}
	paid := payments(v)
	for _, pay := range paid.List() {
		p.met[at[pay.From-1]][at[pay.To-1]].Paid += counted(pay.Amount)
	}
	if v.Partner == 0 {
		return
	}
	caller, partner := p.met[at[v.Caller-1]], p.met[at[v.Partner-1]]
	for i := range v.Seats {
		switch o := at[i]; {
		case i+1 == v.Caller || order[i] == resting:
		case i+1 == v.Partner:
			caller[o].partners(v.Outcome, v.Net[v.Caller-1]+v.Net[i])
		default:
			caller[o].Against++
			partner[o].Against++
		}
	}
}
