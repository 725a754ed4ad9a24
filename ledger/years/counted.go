package years

// A season as the club counts it.

import (
	"cmp"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/state"
)

// The words of the book's entries, for pages.
type (
	Count      = chain.Count
	HowCounted = chain.Season
	ClubSeason = state.Season
)

const (
	ByAll    = chain.ByAll
	ByBest   = chain.ByBest
	ByPlaces = chain.ByPlaces
	ByDeals  = chain.ByDeals
	ByRounds = chain.ByRounds

	MostPlaces = chain.MostPlaces
	MostPoints = chain.MostPoints
)

// Counts are all ways, in the order they are offered.
var Counts = chain.Counts

// Counted is a season, evening by evening, for everybody who was at one.
type Counted struct {
	chain.Season
	Evenings []CountedEvening // oldest first
	people   []Counter        // by name
}

type CountedEvening struct {
	Night  chain.NightID
	Date   string
	Open   bool // it isn't closed and may end otherwise
	Out    bool // it was left out by hand: it counts in no way
	Of     int  // who were there
	Tables []CountedTable
}

// CountedTable is a table of an evening at several.
type CountedTable struct {
	Night chain.NightID
	Name  string
	Out   bool // it was left out by hand
}

// Counter is somebody whose evenings are counted.
type Counter struct {
	Player chain.PlayerID
	Name   string
	Face   face.Face
	Went   []Went // by evening
}

// Went is what an evening was to somebody.
type Went struct {
	There         bool
	Score         int64
	Place         int   // who won as much shares one
	Shares        int   // how many have it
	Deals, Rounds int64 // they played
}

// CountOf gathers what a season is counted from. Rounds are those of the evening; at one table a round is as
// many deals as sit there.
func CountOf(s *state.State, by chain.Season) *Counted {
	r := read(s)
	r.without = by.Without
	c := r.counter()
	c.lists = true
	out := &Counted{Season: by}
	at, played := make([]int, len(r.who)), make([]int64, len(r.who))
	for _, n := range r.nights(by.Money, Span{by.From, by.Until}) {
		deals := r.deals(n)
		if by.Evenings != "" && n.Name != by.Evenings || len(deals) == 0 && !leftOut(s, n, by.Without) {
			continue
		}
		var round int64
		if n.Several != nil {
			round = int64(max(1, n.Several.DealsARound))
		} else {
			round = int64(deals[0].Seats)
		}
		before := len(c.went)
		c.night(n)
		evening := CountedEvening{Night: n.ID, Date: n.Date, Open: n.Closed == 0,
			Out: slices.Contains(by.Without, n.ID)}
		if n.Several != nil {
			for _, id := range s.Tables(n.ID) {
				table := CountedTable{id, s.Night(id).Name, slices.Contains(by.Without, id)}
				evening.Tables = append(evening.Tables, table)
			}
		}
		for _, e := range c.went[before:] {
			t := &c.of[e.player]
			dealt := t.Deals - t.Out - played[e.player]
			if played[e.player] += dealt; !e.sat && e.score == 0 {
				continue
			}
			if at[e.player] == 0 {
				p := s.Names().At(e.player)
				out.people = append(out.people, Counter{Player: p.ID, Name: p.Name, Face: p.Face})
				at[e.player] = len(out.people)
			}
			p := &out.people[at[e.player]-1]
			p.Went = append(p.Went, make([]Went, len(out.Evenings)-len(p.Went))...)
			went := Went{There: true, Score: e.score, Deals: dealt, Rounds: (dealt + round - 1) / round}
			if n.Several.ByClock() {
				went.Rounds = min(dealt, n.Several.Sat(p.Player, s.Names().Who))
			}
			p.Went = append(p.Went, went)
			evening.Of++
		}
		out.Evenings = append(out.Evenings, evening)
	}
	slices.SortFunc(out.people, func(a, b Counter) int { return cmp.Compare(a.Name, b.Name) })
	for i := range out.people {
		p := &out.people[i]
		p.Went = append(p.Went, make([]Went, len(out.Evenings)-len(p.Went))...)
	}
	for e := range out.Evenings {
		out.rankEvening(e)
	}
	return out
}

// leftOut tells whether tables of an evening were left out at which something was dealt.
func leftOut(s *state.State, n *state.Night, without []chain.NightID) bool {
	return n.Several != nil && slices.ContainsFunc(s.Tables(n.ID), func(t chain.NightID) bool {
		return slices.Contains(without, t) && s.Night(t).Count > 0
	})
}

// rankEvening counts the places of an evening.
func (c *Counted) rankEvening(e int) {
	var there []*Went
	for i := range c.people {
		if w := &c.people[i].Went[e]; w.There {
			there = append(there, w)
		}
	}
	slices.SortFunc(there, func(a, b *Went) int { return cmp.Compare(b.Score, a.Score) })
	for i := 0; i < len(there); {
		same := i
		for same < len(there) && there[same].Score == there[i].Score {
			same++
		}
		for _, w := range there[i:same] {
			w.Place, w.Shares = i+1, same-i
		}
		i = same
	}
}

// pointParts is in how many parts a point is divided, so that up to 24 people share places without a rest.
const pointParts = 5354228880

// Figure is what somebody's season came to: an amount of so many parts each.
type Figure struct{ Amount, Each int64 }

// Value is the figure as a number.
func (f Figure) Value() float64 { return float64(f.Amount) / float64(f.Each) }

func (f Figure) compare(o Figure) int {
	if f.Each == o.Each {
		return cmp.Compare(f.Amount, o.Amount)
	}
	a, b := f.Amount*o.Each, o.Amount*f.Each // amounts and deals of a season are far from the ends of 64 bits
	return cmp.Compare(a, b)
}

// CountedLine is somebody's place in a season.
type CountedLine struct {
	*Counter
	Figure
	Place         int    // from 1, shared where it is the same; zero: too few rounds
	Counts        []bool // by evening; one they were at that doesn't count was dropped
	Nights        int    // they were at
	Deals, Rounds int64
}

// Dropped are the evenings that don't count by this way, and what they brought.
func (c *Counted) Dropped(l *CountedLine) (n int, score int64) {
	for i, w := range l.Went[:len(l.Counts)] {
		if w.There && !l.Counts[i] && !c.Evenings[i].Out {
			n, score = n+1, score+w.Score
		}
	}
	return n, score
}

// Points are what somebody's place of an evening brings; those of shared places are shared.
func (c *Counted) Points(w Went) Figure {
	sum := int64(0)
	for place := w.Place; place < w.Place+w.Shares; place++ {
		if place >= 1 && place <= len(c.Season.Points) {
			sum += int64(c.Season.Points[place-1]) * pointParts
		}
	}
	return Figure{sum / int64(max(1, w.Shares)), pointParts}
}

// Standing is the season counted in a way, the best first. without leaves so many of the last evenings out.
func (c *Counted) Standing(by chain.Count, without int) (out []CountedLine) {
	evenings := max(0, len(c.Evenings)-without)
	for i := range c.people {
		l := CountedLine{Counter: &c.people[i], Counts: make([]bool, evenings)}
		var there []int
		for e, w := range l.Went[:evenings] {
			if w.There && !c.Evenings[e].Out {
				l.Counts[e], there = true, append(there, e)
				l.Deals, l.Rounds = l.Deals+w.Deals, l.Rounds+w.Rounds
			}
		}
		if l.Nights = len(there); l.Nights == 0 {
			continue
		}
		if by == chain.ByBest && l.Nights > c.Best {
			slices.SortStableFunc(there, func(a, b int) int { return cmp.Compare(l.Went[b].Score, l.Went[a].Score) })
			for _, e := range there[c.Best:] {
				l.Counts[e] = false
			}
		}
		l.Figure = c.figure(&l, by)
		out = append(out, l)
	}
	ranked := func(l *CountedLine) bool {
		return by != chain.ByDeals && by != chain.ByRounds || l.Rounds >= int64(max(1, c.Least)) && l.Deals > 0
	}
	slices.SortStableFunc(out, func(a, b CountedLine) int {
		return cmp.Or(cmp.Compare(one(ranked(&b)), one(ranked(&a))), b.compare(a.Figure))
	})
	for i := range out {
		switch {
		case !ranked(&out[i]):
		case i > 0 && out[i-1].compare(out[i].Figure) == 0:
			out[i].Place = out[i-1].Place
		default:
			out[i].Place = i + 1
		}
	}
	return out
}

func (c *Counted) figure(l *CountedLine, by chain.Count) (f Figure) {
	f.Each = 1
	for e, counts := range l.Counts {
		switch {
		case !counts:
		case by == chain.ByPlaces:
			points := c.Points(l.Went[e])
			f.Amount, f.Each = f.Amount+points.Amount, points.Each
		default:
			f.Amount += l.Went[e].Score
		}
	}
	switch by {
	case chain.ByDeals:
		f.Each = max(1, l.Deals)
	case chain.ByRounds:
		f.Each = max(1, l.Rounds)
	}
	return f
}

// Winners are those in the first place.
func Winners(standing []CountedLine) (names []string) {
	for _, l := range standing {
		if l.Place == 1 {
			names = append(names, l.Name)
		}
	}
	return names
}

// Ahead is by how much of the same parts the first is before the next place; ok is false where nobody is
// behind, or the parts differ.
func Ahead(standing []CountedLine) (by Figure, ok bool) {
	for _, l := range standing {
		if l.Place > 1 {
			by = Figure{standing[0].Amount - l.Amount, l.Each}
			return by, standing[0].Each == l.Each
		}
	}
	return by, false
}

// Ways are those this season can be counted in: its own first.
func (c *Counted) Ways() []chain.Count {
	out := []chain.Count{c.By}
	for _, by := range chain.Counts {
		if by == c.By || by == chain.ByBest && c.Best == 0 || by == chain.ByPlaces && len(c.Season.Points) == 0 ||
			by == chain.ByRounds && c.By != chain.ByRounds {
			continue
		}
		out = append(out, by)
	}
	return out
}
