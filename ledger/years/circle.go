package years

// The circle's page in the book of years.

import (
	"cmp"
	"database/sql"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/people"
	"ouverte/ledger/store"
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
)

// Circle counts what the circle's page shows. The heat map and the pairs begin at place from, counted from 0,
// in the order of those who played most.
func (r *Reading) Circle(names *people.Roster, money rules.Money, span Span, from int) (*Circle, error) {
	out := &Circle{Money: money, Span: span, Heat: map[chain.PlayerID][]CallFigures{}}
	t, err := r.total(money, span)
	if err == nil {
		err = t.figuresOf(wholeCircle)
	}
	if err != nil {
		return nil, err
	}
	out.fill(t.Sums, names)
	busy := sorted(out.Standing, func(a, b *PlayerStanding) int { return cmp.Compare(b.Deals, a.Deals) })
	busy = slices.DeleteFunc(busy, func(p PlayerStanding) bool { return p.Deals == 0 })
	from = max(0, min(from, len(busy)-1))
	out.Shown = busy[min(from, len(busy)):min(from+ShownAtOnce, len(busy))]
	ids := make([]chain.PlayerID, 0, len(out.Shown))
	for _, p := range out.Shown {
		ids = append(ids, p.Player)
	}
	t.among = ids
	if err := cmp.Or(t.figuresOf(ids...), t.countPairs(ids)); err != nil {
		return nil, err
	}
	out.fillShown(t.Sums, ids, names)
	if out.Race, err = t.race(names, span, out.Shown); err != nil {
		return nil, err
	}
	out.fillRecords(t.Sums, names)
	return out, r.equals(out, names)
}

// Whole counts only what everybody did together: evenings, deals, calls and seats. There is no standing.
func (r *Reading) Whole(names *people.Roster, money rules.Money, span Span) (*Circle, error) {
	out, err := r.together(names, money, span, wholeCircle)
	if err != nil {
		return nil, err
	}
	out.Standing = nil // of those at nights that had to be counted
	return out, nil
}

// together counts what everybody did together, with the standing of some people, or of all if none is named.
func (r *Reading) together(
	names *people.Roster, money rules.Money, span Span, of ...chain.PlayerID,
) (*Circle, error) {
	t, err := r.total(money, span, of...)
	if err == nil {
		err = t.figuresOf(wholeCircle)
	}
	if err != nil {
		return nil, err
	}
	out := &Circle{Money: money, Span: span}
	out.fill(t.Sums, names)
	return out, nil
}

func (o *Circle) fill(c *Sums, names *people.Roster) {
	if s := c.standing[wholeCircle]; s != nil {
		o.Nights, o.Deals, o.Revokes = s.nights, s.deals, s.revokes
	}
	for id, s := range c.standing {
		if id == wholeCircle || s.nothing() {
			continue
		}
		p := PlayerStanding{
			Player: id, Name: names.Name(id), Score: s.score, Nights: s.nights, Up: s.up, Down: s.down,
			Deals: s.deals, Won: s.won, Revokes: s.revokes, Broken: s.broken, Out: s.out,
		}
		if at := names.At(id); at != nil {
			p.Face, p.Away = at.Face, at.Away
		}
		o.Standing = append(o.Standing, p)
	}
	o.Standing = sorted(o.Standing, func(a, b *PlayerStanding) int {
		if c := cmp.Compare(b.Score, a.Score); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Player, b.Player))
	})
	o.Calls = c.person(wholeCircle).callsIn(asDeal)
	for _, f := range o.Calls {
		if f.Call.Biddable() || f.Call == rules.GeneralMisere {
			o.Played += f.N
		}
	}
	o.Seats = c.person(wholeCircle).seatsOf()
}

func (o *Circle) fillShown(c *Sums, ids []chain.PlayerID, names *people.Roster) {
	for _, id := range ids {
		o.Heat[id] = c.person(id).sides()
		for other, s := range c.person(id).pairs {
			if other < id || !slices.Contains(ids, other) {
				continue
			}
			f := s.figures(id, other, names)
			if f.Together > 0 {
				o.Partners = append(o.Partners, f)
			}
			if f.Got > 0 || f.Paid > 0 {
				if f.Net() < 0 {
					f = f.turned()
				}
				o.Rivals = append(o.Rivals, f)
			}
		}
	}
	most := func(of func(*PairFigures) int64) func(a, b *PairFigures) int {
		return func(a, b *PairFigures) int {
			if c := cmp.Compare(of(b), of(a)); c != 0 {
				return c
			}
			return cmp.Or(cmp.Compare(a.NameA, b.NameA), cmp.Compare(a.NameB, b.NameB))
		}
	}
	o.Partners = sorted(o.Partners, most(func(f *PairFigures) int64 { return f.Together }))
	o.Partners = o.Partners[:min(len(o.Partners), PairsShown)]
	o.Rivals = sorted(o.Rivals, most((*PairFigures).Net))
	o.Rivals = o.Rivals[:min(len(o.Rivals), PairsShown)]
}

// sides are somebody's calls, those they called and those they accepted together.
func (f *figures) sides() []CallFigures {
	var out []CallFigures
	for call := range f.calls {
		both := f.calls[call][asCaller]
		both.fields().add(f.calls[call][asPartner].fields(), 1)
		if both.n > 0 {
			out = append(out, both.figures(rules.Call(call)))
		}
	}
	return out
}

// fillRecords finds the best and the worst evening of anybody, and the dearest deal. Of equal ones it takes
// the earliest, and within an evening that of the player with the lowest id.
func (o *Circle) fillRecords(c *Sums, names *people.Roster) {
	people := c.People()
	first := func(better func(a, b mark) mark, of func(*standing) mark) (m mark, whose chain.PlayerID) {
		for _, p := range people {
			if b := better(m, of(c.standing[p])); b != m {
				m, whose = b, p
			}
		}
		return m, whose
	}
	evening := func(m mark, p chain.PlayerID) *EveningRecord {
		if m.night == 0 {
			return nil
		}
		e := &EveningRecord{Player: p, Name: names.Name(p)}
		e.Night, e.Date, e.Score = m.night, dateOf(m.day), m.amount
		return e
	}
	o.Best = evening(first(higher, func(s *standing) mark { return s.best }))
	o.Worst = evening(first(lower, func(s *standing) mark { return s.worst }))
	if gain, p := first(higher, func(s *standing) mark { return s.gain }); gain.night != 0 {
		o.BestDeal = &DealPoint{gain.night, gain.deal, dateOf(gain.day), p, names.Name(p), gain.amount}
	}
}

// equals finds who shares the records: everybody to whom that evening came to as much or whom that deal
// brought as much.
func (r *Reading) equals(o *Circle, names *people.Roster) error {
	var nights []chain.NightID
	for _, e := range [...]*EveningRecord{o.Best, o.Worst} {
		if e != nil {
			nights = append(nights, e.Night)
		}
	}
	if o.BestDeal != nil {
		nights = append(nights, o.BestDeal.Night)
	}
	for _, b := range r.loose {
		if slices.Contains(nights, b.night) {
			o.share(b, names)
		}
	}
	return store.Each(r.tx, func(rows *sql.Rows) error {
		b, err := scanBrief(rows, &r.cache.stakes)
		if err == nil {
			o.share(b, names)
		}
		return err
	}, briefsOf, Listed(nights))
}

// share adds those of a night who share its record.
func (o *Circle) share(b *Brief, names *people.Roster) {
	for _, e := range [...]*EveningRecord{o.Best, o.Worst} {
		if e == nil || e.Night != b.night {
			continue
		}
		guests := NewSums().Count(b)
		slices.SortFunc(guests, func(a, b guest) int { return cmp.Compare(a.player, b.player) })
		for i := range guests {
			g := &guests[i]
			if g.evening.sat != 0 && g.evening.score == e.Score && g.player != e.Player {
				e.Equals = append(e.Equals, names.Name(g.player))
			}
		}
	}
	for _, d := range b.deals {
		for i, c := range d.chairs {
			r := o.BestDeal
			if r != nil && r.Night == b.night && r.Deal == d.id && r.Amount == d.result.Net[i+1] {
				o.BestDealBy = append(o.BestDealBy, names.Name(c.Player))
			}
		}
	}
}

// Played tells of one money how many evenings and deals were played for it.
type Played struct {
	Money  rules.Money
	Nights int64
	Deals  int64
}

// Played lists the moneys anybody sat down for, the one with most evenings first. One with evenings and no
// deal may still have penalties.
func (r *Reading) Played() ([]Played, error) {
	moneys, err := r.moneys()
	var out []Played
	for _, m := range moneys {
		t, err := r.total(m, Span{}, wholeCircle)
		if err != nil {
			return nil, err
		}
		all := cell(t.standing, wholeCircle)
		out = append(out, Played{Money: m, Nights: all.nights, Deals: all.deals})
	}
	slices.SortFunc(out, func(a, b Played) int {
		return cmp.Or(cmp.Compare(b.Nights, a.Nights), cmp.Compare(a.Money, b.Money))
	})
	return out, err
}

// moneys are those of all nights.
func (r *Reading) moneys() ([]rules.Money, error) {
	out, err := store.Column[rules.Money](r.tx, moneysPlayed, r.until)
	for _, b := range r.loose {
		if !slices.Contains(out, b.money) {
			out = append(out, b.money)
		}
	}
	return out, err
}

// MoneyScore is a person's score in one money over all years.
type MoneyScore struct {
	Money rules.Money
	Score int64
}

// Scores gives everybody's score in each money, the money with most evenings first.
func (r *Reading) Scores() (map[chain.PlayerID][]MoneyScore, error) {
	moneys, err := r.moneys()
	if err != nil {
		return nil, err
	}
	sums := map[rules.Money]*total{}
	for _, m := range moneys {
		if sums[m], err = r.total(m, Span{}); err != nil {
			return nil, err
		}
	}
	nights := func(m rules.Money) int64 { return cell(sums[m].standing, wholeCircle).nights }
	slices.SortFunc(moneys, func(a, b rules.Money) int {
		return cmp.Or(cmp.Compare(nights(b), nights(a)), cmp.Compare(a, b))
	})
	out := map[chain.PlayerID][]MoneyScore{}
	for _, m := range moneys {
		for p, s := range sums[m].standing {
			if p != wholeCircle && (s.nights > 0 || s.score != 0) {
				out[p] = append(out[p], MoneyScore{m, s.score})
			}
		}
	}
	return out, nil
}
