package years

// One person's page in the book of years.

import (
	"cmp"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// Person is what the evenings of a span came to for one person, in one money.
type Person struct {
	Player people.Player
	Money  rules.Money
	Span   Span

	Tally
	Open   int64 // evenings they were at that aren't closed yet, and may end otherwise
	Played int64 // won and lost in their own chair

	Called, Accepted, Against []CallFigures
	Tricks                    [rules.CallNumbers]Tricks // of the calls made and accepted
	Misery                    CallFigures
	Pairs                     []PairFigures    // seen from this player, whom they met most first
	Rivals                    []chain.PlayerID // with whom they sat at enough evenings to be drawn beside them

	Evenings  []EveningPoint // oldest first; of many, the newest
	Months    []MonthPoint   // where not all evenings are there: every month of theirs, oldest first
	Best      *EveningPoint
	Worst     *EveningPoint
	BestDeal  *DealPoint
	WorstDeal *DealPoint

	WonInARow, LostInARow int // own calls
	Driest, Dry           int // deals without a call of their own won: the longest stretch, and the latest
	UpInARow, DownInARow  int // closed evenings
	UpNow, DownNow        int
}

type EveningPoint struct {
	Night chain.NightID
	Date  string
	Score int64 // that evening
	After int64 // all of the span up to it; records don't say it
	Open  bool  // it isn't closed, so it may end otherwise and is no record yet; only a line says it
}

type MonthPoint struct {
	Month  string // 2026-11
	Nights int64  // they sat at
	Score  int64  // that month
	After  int64  // all of the span up to its end
}

type DealPoint struct {
	Night  chain.NightID
	Deal   chain.DealID
	Date   string
	Player chain.PlayerID
	Name   string
	Amount int64
	Call   rules.Call
}

func OfPlayer(s *state.State, p people.Player, money rules.Money, span Span, newest int) *Person {
	c := &personal{sums: read(s).counter(), me: p.ID, pairs: make([]Dealings, s.Names().Len()+1),
		met: make([]encounters, s.Names().Len()+1)}
	for _, n := range c.nights(money, span) {
		if c.member(n) {
			c.night(n)
		}
	}
	me := c.of[p.ID]
	me.Deals -= me.Out
	out := &Person{
		Player: p, Money: money, Span: span,
		Tally: me.Tally, Open: c.open, Played: c.played,
		Called: callsOf(&c.calls[asCaller]), Accepted: callsOf(&c.calls[asPartner]),
		Against: callsOf(&c.calls[asOpponent]), Tricks: c.tricks,
		Best: me.best.evening(), Worst: me.worst.evening(),
		BestDeal: c.dealOf(me.gain, p.ID), WorstDeal: c.dealOf(c.loss, p.ID),
		WonInARow: int(me.made.best), LostInARow: int(c.failed.best),
		Driest: int(c.dry.best), Dry: int(c.dry.now),
		UpInARow: int(me.ups.best), UpNow: int(me.ups.now),
		DownInARow: int(c.downs.best), DownNow: int(c.downs.now),
	}
	if each := callsOf(&c.calls[asEach]); len(each) > 0 {
		out.Misery = each[0]
	}
	out.pair(c.pairs, s.Names())
	for other, met := range c.met {
		if met.evenings >= LeastEvenings && chain.PlayerID(other) != p.ID {
			out.Rivals = append(out.Rivals, chain.PlayerID(other))
		}
	}
	out.follow(c.evenings, newest)
	return out
}

// personal counts what is of one person, beside what is counted for everybody.
type personal struct {
	*sums
	me chain.PlayerID

	calls    [roles][rules.CallNumbers]CallFigures
	tricks   [rules.CallNumbers]Tricks
	pairs    []Dealings // by the other
	met      []encounters
	evenings []evening
	open     int64
	played   int64
	loss     mark
	failed   streak // own calls lost, of those won or lost
	dry      streak // deals without an own call won, of all played
	downs    streak // closed evenings below nothing
}

// encounters are the evenings at which two sat at a deal together.
type encounters struct {
	evenings int64
	newest   *state.Night
}

func (c *personal) member(n *state.Night) bool {
	for _, part := range c.parts(n) {
		for i := range part.Members {
			if c.who[part.Members[i].ID] == c.me {
				return true
			}
		}
	}
	return false
}

// A member who neither played nor sits there nor was fined wasn't at it: the deals they played were taken
// back.
func (c *personal) night(n *state.Night) {
	c.sums.night(n)
	e := c.of[c.me].tonight
	if e.night != n {
		return
	}
	var loss mark
	for _, v := range c.reader.deals(n) {
		for i, net := range v.Net[:v.Seats] {
			s := rules.Seat(i)
			if c.player(v, s) != c.me {
				continue
			}
			for o := range v.Seats {
				if met := &c.met[c.player(v, rules.Seat(o))]; met.newest != n {
					met.evenings, met.newest = met.evenings+1, n
				}
			}
			if placesIn(v)[s] == resting {
				continue
			}
			c.play(v, s+1, net)
			if net < loss.amount {
				loss = mark{n, v.Deal, net}
			}
		}
	}
	c.evenings = append(c.evenings, e)
	c.open += one(n.Closed == 0 && (e.sat || e.score != 0))
	c.loss.lower(loss)
	if e.sat && n.Closed != 0 {
		c.downs.push(one(e.score < 0))
	}
}

func (c *personal) play(v *state.Version, s rules.Seat, net int64) {
	as := roleOf(v.Call, v.Caller, v.Partner, s)
	var e end
	e.read(v)
	switch as { // the outcome is the side's, whatever a share of it came to
	case asEach:
		e.won, e.lost = one(net > 0), one(net < 0)
	case asOpponent:
		e.won, e.lost = e.lost, e.won
	}
	c.played += counted(net)
	if v.Call.Biddable() || v.Call == rules.GeneralMisere {
		c.calls[as][v.Call].add(&e, net)
	}
	own := as == asCaller || as == asPartner
	if own {
		c.tricks[v.Call].add(v, &e)
	}
	if own && e.won|e.lost != 0 {
		c.failed.push(e.lost)
	}
	c.dry.push(one(!own || e.won == 0))
	c.meet(v, s, as)
}

func (c *personal) meet(v *state.Version, s rules.Seat, as role) {
	with := func(o rules.Seat) *Dealings { return &c.pairs[c.player(v, o-1)] }
	paid := payments(v)
	for _, p := range paid.List() {
		switch s {
		case p.From:
			with(p.To).Paid += counted(p.Amount)
		case p.To:
			with(p.From).Got += counted(p.Amount)
		}
	}
	if as == asEach {
		return
	}
	side := func(o rules.Seat) bool { return o == v.Caller || o == v.Partner }
	for o := rules.Seat(1); o <= v.Seats; o++ {
		switch {
		case o == s || placesIn(v)[o-1] == resting:
		case side(o) != side(s):
			with(o).Against++
		case side(o):
			with(o).partners(v.Outcome, v.Net[s-1]+v.Net[o-1])
		}
	}
}

func (p *Person) pair(sums []Dealings, names *people.Roster) {
	for other := range sums {
		if id := chain.PlayerID(other); id != p.Player.ID && sums[other] != (Dealings{}) {
			p.Pairs = append(p.Pairs, sums[other].figures(p.Player.ID, id, names))
		}
	}
	slices.SortStableFunc(p.Pairs, func(a, b PairFigures) int {
		return cmp.Or(cmp.Compare(b.Together+b.Against, a.Together+a.Against), cmp.Compare(a.NameB, b.NameB))
	})
}

// BestPair is whom they made the largest share of calls with, of those they were partners of more than a few
// times.
func (p *Person) BestPair() (best PairFigures, ok bool) {
	for _, f := range p.Pairs {
		if f.Rate().Of >= leastExpected && (!ok || f.Rate().Share() > best.Rate().Share()) {
			best, ok = f, true
		}
	}
	return best, ok
}

func (m *mark) evening() *EveningPoint {
	if m.night == nil {
		return nil
	}
	return &EveningPoint{Night: m.night.ID, Date: m.night.Date, Score: m.amount}
}

func (r *reader) dealOf(m mark, p chain.PlayerID) *DealPoint {
	if m.night == nil {
		return nil
	}
	out := &DealPoint{m.night.ID, m.deal, m.night.Date, p, r.Names().Name(p), m.amount, rules.NoCall}
	for _, v := range r.deals(m.night) {
		if v.Deal == m.deal {
			out.Call = v.Call
		}
	}
	return out
}

// follow makes the line through the player's evenings, oldest first: the newest one by one and, if there are
// more, all month by month.
func (p *Person) follow(evenings []evening, newest int) {
	first := max(0, len(evenings)-newest)
	var after int64
	for i, e := range evenings {
		after += e.score
		if i >= first {
			p.Evenings = append(p.Evenings, EveningPoint{e.night.ID, e.night.Date, e.score, after,
				e.night.Closed == 0})
		}
		if first == 0 || !e.sat && e.score == 0 {
			continue
		}
		name := e.night.Date[:7]
		if len(p.Months) == 0 || p.Months[len(p.Months)-1].Month != name {
			p.Months = append(p.Months, MonthPoint{Month: name})
		}
		month := &p.Months[len(p.Months)-1]
		if e.sat {
			month.Nights++
		}
		month.Score, month.After = month.Score+e.score, after
	}
}
