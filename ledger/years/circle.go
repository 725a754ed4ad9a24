package years

// The circle's page in the book of years.

import (
	"cmp"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/people"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// Circle is what the evenings of a span came to for everybody, in one money.
type Circle struct {
	Money  rules.Money
	Span   Span
	Nights int64 // those at which a deal was played
	Deals  int64
	Played int64 // of the deals, those somebody called or all played against all

	Standing []PlayerStanding // best first
	Shown    []PlayerStanding // those the heat map and the pairs are of: who played most, first
	Heat     map[chain.PlayerID][]CallFigures
	Partners []PairFigures // among those shown, the PairsShown most often together, these first
	Rivals   []PairFigures // the same, the dearest, seen from the one who is the better by it
	Calls    []CallFigures // every deal once, passed and void ones too; money is that of the caller's side
	Seats    []SeatFigures
	Race     *Race // of those shown

	Best, Worst *EveningRecord
	BestDeal    *DealPoint
	BestDealBy  []string // all whom that deal brought as much, in the order of their seats
	Revokes     int64
}

// PlayerStanding is one line of the standing.
type PlayerStanding struct {
	Player   chain.PlayerID
	Name     string
	Face     face.Face
	Away     bool
	Score    int64
	Nights   int64
	Up, Down int64
	Deals    int64
	Won      int64
	Revokes  int64
	Broken   int64
	Out      int64
}

// EveningRecord is somebody's evening.
type EveningRecord struct {
	Player chain.PlayerID
	Name   string
	Equals []string // the others to whom it came to the same that evening
	EveningPoint
}

const (
	// ShownAtOnce is how many people a heat map has room for.
	ShownAtOnce = 12

	// PairsShown is how many pairs a page has, and compares: as many as eight people make.
	PairsShown = 28

	// fewPeople is in how large a roster all pairs are counted at once. In a larger one only those shown are, in
	// a second pass over the few nights at which two of them met.
	fewPeople = 64
)

// OfCircle counts what the circle's page shows. The heat map and the pairs begin at place from, counted from
// 0, in the order of those who played most. begins is the day seasons begin on.
func OfCircle(s *state.State, begins string, money rules.Money, span Span, from int) *Circle {
	seasons, whole := wholeYears(s, span, begins)
	c := read(s).counter()
	c.own, c.lists = make([][rules.CallNumbers]callSum, len(c.who)), whole
	few := len(c.who) <= fewPeople
	if few {
		c.pairs = among(c.who[1:], len(c.who))
	}
	out := c.count(money, span).circle(money, span)
	busy := sorted(out.Standing, func(a, b *PlayerStanding) int { return cmp.Compare(b.Deals, a.Deals) })
	busy = slices.DeleteFunc(busy, func(p PlayerStanding) bool { return p.Deals == 0 })
	from = max(0, min(from, len(busy)-1))
	out.Shown = busy[min(from, len(busy)):min(from+ShownAtOnce, len(busy))]
	out.Heat = map[chain.PlayerID][]CallFigures{}
	shown := make([]chain.PlayerID, 0, len(out.Shown))
	for _, p := range out.Shown {
		out.Heat[p.Player] = callsOf(&c.own[p.Player])
		shown = append(shown, p.Player)
	}
	slices.Sort(shown)
	if !few {
		c.pairs = c.pairsAmong(shown, money, span)
	}
	out.pair(c.pairs, shown, s.Names())
	if whole && len(out.Shown) > 0 {
		out.Race = c.race(out, seasons, begins)
	}
	out.mark(c)
	return out
}

// Everybody counts what a person's figures are held against: the circle's standing, calls and seats. It is
// nil for a span that isn't of whole seasons.
func Everybody(s *state.State, begins string, money rules.Money, span Span) *Circle {
	if _, whole := wholeYears(s, span, begins); !whole {
		return nil
	}
	return read(s).counter().count(money, span).circle(money, span)
}

// Whole counts only what everybody did together: evenings, deals, calls and seats. There is no standing.
func Whole(s *state.State, money rules.Money, span Span) *Circle {
	out := read(s).counter().count(money, span).circle(money, span)
	out.Standing = nil
	return out
}

// circle tells what a pass has counted of all.
func (c *sums) circle(money rules.Money, span Span) *Circle {
	o := &Circle{
		Money: money, Span: span, Nights: c.played, Deals: c.deals,
		Calls: callsOf(&c.calls), Seats: c.seats.figures(),
	}
	for _, f := range o.Calls {
		if f.Call.Biddable() || f.Call == rules.GeneralMisere {
			o.Played += f.N
		}
	}
	names := c.Names()
	for i := range c.of {
		t := &c.of[i].standing
		if *t == (standing{}) {
			continue
		}
		o.Revokes += t.revokes
		at := names.At(chain.PlayerID(i))
		o.Standing = append(o.Standing, PlayerStanding{
			Player: at.ID, Name: at.Name, Face: at.Face, Away: at.Away, Score: t.score, Nights: t.nights, Up: t.up,
			Down: t.down, Deals: t.deals, Won: t.won, Revokes: t.revokes, Broken: t.broken, Out: t.out,
		})
	}
	o.Standing = sorted(o.Standing, func(a, b *PlayerStanding) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Name, b.Name))
	})
	return o
}

// pairsAmong counts the pairs among some people.
func (r *reader) pairsAmong(people []chain.PlayerID, money rules.Money, span Span) *pairs {
	p := among(people, len(r.who))
	for _, n := range r.nights(money, span) {
		here := 0
		for _, part := range r.parts(n) {
			for i := range part.Members {
				here += min(1, p.place[r.who[part.Members[i].ID]])
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

// pair tells what those shown came to by twos.
func (o *Circle) pair(sums *pairs, shown []chain.PlayerID, names *people.Roster) {
	for i, a := range shown {
		for _, b := range shown[i+1:] {
			sum := sums.of(a, b)
			f := sum.figures(a, b, names)
			if f.Together > 0 {
				o.Partners = append(o.Partners, f)
			}
			if f.Net() < 0 {
				f = f.turned()
			}
			if f.Got > 0 || f.Paid > 0 {
				o.Rivals = append(o.Rivals, f)
			}
		}
	}
	o.Partners = foremost(o.Partners, func(f *PairFigures) int64 { return f.Together })
	o.Rivals = foremost(o.Rivals, (*PairFigures).Net)
}

// foremost are the pairs that have most of something.
func foremost(pairs []PairFigures, of func(*PairFigures) int64) []PairFigures {
	pairs = sorted(pairs, func(a, b *PairFigures) int {
		return cmp.Or(cmp.Compare(of(b), of(a)), cmp.Compare(a.NameA, b.NameA), cmp.Compare(a.NameB, b.NameB))
	})
	return pairs[:min(len(pairs), PairsShown)]
}

// mark finds the best and the worst evening of anybody, and the dearest deal. Of equal ones it takes the
// earliest, and within an evening that of the player with the lowest id; the others to whom it came to as
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
	o.BestDeal = gain.dealOf(whose[2], c.Names().Name(whose[2]))
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
