package years

// The circle's page in the book of years.

import (
	"cmp"
	"slices"
	"sync"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// Circle is what the evenings of a span came to for everybody, in one money.
type Circle struct {
	Money  rules.Money
	Span   Span
	Nights int64 // those at which a deal was played
	Open   int64 // of the nights, those that aren't closed and may end otherwise
	Deals  int64
	Played int64 // of the deals, those somebody called or all played against all

	Standing []PlayerStanding // best first
	Shown    []PlayerStanding // those the race, the heat maps and the pairs are of: who played most, first
	Calls    []CallFigures    // every deal once, passed and void ones too; money is that of the caller's side
	Tricks   [rules.CallNumbers]Tricks

	Heat     map[chain.PlayerID][]CallFigures // made and accepted, by those shown
	Pairs    []PairFigures                    // every two of those shown who met
	Race     *Race
	Evenings []Taken
	Results  []Result

	Best, Worst *EveningRecord
	BestDeal    *DealPoint
	BestDealBy  []string // all whom that deal brought as much, in the order of their seats
	Revokes     int64

	went    []attended
	told    map[chain.PlayerID][]Told
	stories func() []Story // made when a page asks first
	Field   *Race          // of those who stand best
}

type Taken struct {
	Night chain.NightID
	Date  string
	By    []chain.PlayerID // several where they won as much; none where nobody is up
	Score int64
}

type Result struct {
	Player chain.PlayerID
	Night  chain.NightID
	Date   string
	Score  int64
	Low    int64 // how far down their deals had brought them
	Closed bool
}

type PlayerStanding struct {
	Player chain.PlayerID
	Name   string
	Face   face.Face
	Away   bool
	Tally
}

type EveningRecord struct {
	Player chain.PlayerID
	Name   string
	Equals []string // the others to whom it came to the same that evening
	EveningPoint
}

// ShownAtOnce is how many people a picture has room for.
const ShownAtOnce = 12

// FieldAtMost is how many lines a picture to send has at most.
const FieldAtMost = 11

// fewPeople is in how large a roster all pairs are counted at once. In a larger one only those shown are, in
// a second pass over the few nights at which two of them met.
const fewPeople = 64

// OfCircle counts what a chapter shows. Those shown begin at place from, counted from 0, in the order of who
// played most.
func OfCircle(s *state.State, money rules.Money, span Span, from int) *Circle {
	c := read(s).counter()
	c.lists, c.own = true, make([][rules.CallNumbers]CallFigures, len(c.who))
	c.from = make([][2][4]Rate, len(c.who))
	few := len(c.who) <= fewPeople
	if few {
		c.pairs = among(c.who[1:], len(c.who))
	}
	out := c.count(money, span).circle(money, span)
	busy := slices.DeleteFunc(slices.Clone(out.Standing), func(p PlayerStanding) bool { return p.Deals == 0 })
	slices.SortStableFunc(busy, func(a, b PlayerStanding) int { return cmp.Compare(b.Deals, a.Deals) })
	from = max(0, min(from, len(busy)-1))
	out.Shown = busy[min(from, len(busy)):min(from+ShownAtOnce, len(busy))]
	out.Heat = map[chain.PlayerID][]CallFigures{}
	for _, p := range out.Shown {
		out.Heat[p.Player] = callsOf(&c.own[p.Player])
	}
	out.pair(c, few)
	out.Race = c.race(out.Shown)
	out.went = c.went
	out.follow(c.went)
	out.mark(c)
	out.findTold(c)
	out.stories = sync.OnceValue(out.relate)
	out.Field = c.race(out.Standing[:min(FieldAtMost, len(out.Standing))])
	return out
}

func (o *Circle) follow(went []attended) {
	o.Evenings, o.Results = make([]Taken, 0, o.Nights), make([]Result, 0, len(went))
	for _, e := range went {
		if !e.sat {
			continue
		}
		if n := len(o.Evenings); n == 0 || o.Evenings[n-1].Night != e.night.ID {
			o.Evenings = append(o.Evenings, Taken{Night: e.night.ID, Date: e.night.Date})
		}
		o.Results = append(o.Results, Result{e.player, e.night.ID, e.night.Date, e.score, e.low,
			e.night.Closed != 0})
		switch at := &o.Evenings[len(o.Evenings)-1]; {
		case e.score > at.Score:
			at.By, at.Score = append(at.By[:0], e.player), e.score
		case e.score > 0 && e.score == at.Score:
			at.By = append(at.By, e.player)
		}
	}
}

func (c *sums) circle(money rules.Money, span Span) *Circle {
	o := &Circle{
		Money: money, Span: span, Nights: c.played, Open: c.open, Deals: c.deals,
		Calls: callsOf(&c.calls), Tricks: c.taken,
	}
	for _, f := range o.Calls {
		if f.Call.Biddable() || f.Call == rules.GeneralMisere {
			o.Played += f.N
		}
	}
	names := c.Names()
	for i := range c.of {
		t := c.of[i].Tally
		if t == (Tally{}) {
			continue
		}
		o.Revokes += t.Revokes
		at := names.At(chain.PlayerID(i))
		o.Standing = append(o.Standing, PlayerStanding{at.ID, at.Name, at.Face, at.Away, t})
	}
	slices.SortStableFunc(o.Standing, best)
	return o
}

func best(a, b PlayerStanding) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Name, b.Name))
}

func (r *reader) pairsAmong(people []chain.PlayerID, nights []*state.Night) *pairs {
	p := among(people, len(r.who))
	for _, n := range nights {
		here := 0
		for _, part := range r.parts(n) {
			for i := range part.Members {
				here += min(1, p.index[r.who[part.Members[i].ID]])
			}
		}
		if here < 2 {
			continue
		}
		for _, v := range r.deals(n) {
			p.add(r, v)
		}
	}
	return p
}

func (o *Circle) pair(c *sums, few bool) {
	shown := make([]chain.PlayerID, 0, len(o.Shown))
	for _, p := range o.Shown {
		shown = append(shown, p.Player)
	}
	slices.Sort(shown)
	sums := c.pairs
	if !few {
		sums = c.pairsAmong(shown, c.listed)
	}
	for i, a := range shown {
		for _, b := range shown[i+1:] {
			if sum := sums.of(a, b); sum != (Dealings{}) {
				o.Pairs = append(o.Pairs, sum.figures(a, b, c.Names()))
			}
		}
	}
}

// Dealings is what two came to, seen from the first.
func (o *Circle) Between(a, b chain.PlayerID) PairFigures {
	for i := range o.Pairs {
		switch f := &o.Pairs[i]; {
		case f.A == a && f.B == b:
			return *f
		case f.A == b && f.B == a:
			return f.turned()
		}
	}
	return PairFigures{A: a, B: b}
}

// Firms are the pairs who were partners more than a few times, those that had most by it first.
func (o *Circle) Firms() []PairFigures {
	firms := slices.DeleteFunc(slices.Clone(o.Pairs), func(f PairFigures) bool { return f.Together < Few })
	return foremost(firms, func(f PairFigures) int64 { return f.Amount })
}

// Rivals are all pairs, seen from the one who is the better by it, the dearest first.
func (o *Circle) Rivals() []PairFigures {
	rivals := slices.Clone(o.Pairs)
	for i, f := range rivals {
		if f.Net() < 0 {
			rivals[i] = f.turned()
		}
	}
	return foremost(rivals, PairFigures.Net)
}

func foremost(pairs []PairFigures, of func(PairFigures) int64) []PairFigures {
	slices.SortStableFunc(pairs, func(a, b PairFigures) int {
		return cmp.Or(cmp.Compare(of(b), of(a)), cmp.Compare(a.NameA, b.NameA), cmp.Compare(a.NameB, b.NameB))
	})
	return pairs
}

// mark finds the best and the worst closed evening of anybody, and the dearest deal. Of equal ones it takes
// the earliest, and within an evening that of the player with the lowest id; the others to whom it came to as
// much are named beside them.
func (o *Circle) mark(c *sums) {
	var best, worst, gain mark
	var whose [3]chain.PlayerID
	for i := range c.of {
		t, p := &c.of[i], chain.PlayerID(i)
		if best.raise(t.best) {
			whose[0] = p
		}
		if worst.lower(t.worst) {
			whose[1] = p
		}
		if gain.raise(t.gain) {
			whose[2] = p
		}
	}
	o.Best, o.Worst = c.record(best, whose[0]), c.record(worst, whose[1])
	o.BestDeal = c.dealOf(gain, whose[2])
	if gain.night == nil {
		return
	}
	for _, v := range c.reader.deals(gain.night) {
		for i, net := range v.Net[:v.Seats] {
			if v.Deal == gain.deal && net == gain.amount {
				o.BestDealBy = append(o.BestDealBy, c.Names().Name(c.player(v, rules.Seat(i))))
			}
		}
	}
}

// record tells of somebody's evening, with all to whom it came to the same. It counts the evening once more.
func (c *sums) record(m mark, p chain.PlayerID) *EveningRecord {
	if m.night == nil {
		return nil
	}
	names := c.Names()
	out := &EveningRecord{Player: p, Name: names.Name(p), EveningPoint: *m.evening()}
	once := c.counter()
	once.lists = true
	once.night(m.night)
	slices.SortFunc(once.went, func(a, b attended) int { return cmp.Compare(a.player, b.player) })
	for _, e := range once.went {
		if e.sat && e.score == m.amount && e.player != p {
			out.Equals = append(out.Equals, names.Name(e.player))
		}
	}
	return out
}
