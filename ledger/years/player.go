package years

// One person's page in the book of years.

import (
	"cmp"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/rules"
)

// Person is what the evenings of a span came to for one person, in one money. Score is that of their account,
// whoever played on it; everything else happened in the chair they sat in.
type Person struct {
	Player people.Player
	Money  rules.Money
	Span   Span

	Nights, Up, Down int64 // evenings they sat at, and those they ended above nothing and below
	Score            int64
	Penalties        int64
	Played           int64 // won and lost in their own chair
	Deals, DealsWon  int64
	Out              int64 // sat out, five at the table
	Revokes          int64
	Broken           int64 // misères of others they helped to break

	Called, Accepted, Against []CallFigures
	Misery                    CallFigures
	Seats                     []SeatFigures
	Pairs                     []PairFigures // seen from this player, whom they met most first

	Evenings  []EveningPoint // oldest first; of many, the newest
	Months    []MonthPoint   // where not all evenings are there: every month of theirs, oldest first
	Best      *EveningPoint
	Worst     *EveningPoint
	BestDeal  *DealPoint
	WorstDeal *DealPoint

	WonInARow, LostInARow int // own calls
	Driest, Dry           int // deals without a call of their own won: the longest stretch, and the latest
	UpInARow, DownInARow  int // evenings
	UpNow, DownNow        int
}

// EveningPoint is an evening in somebody's line.
type EveningPoint struct {
	Night chain.NightID
	Date  string
	Score int64 // that evening
	After int64 // all of the span up to it; records don't say it
}

// MonthPoint is a month in somebody's line.
type MonthPoint struct {
	Month  string // 2026-11
	Nights int64  // they sat at
	Score  int64  // that month
	After  int64  // all of the span up to its end
}

// DealPoint is one deal.
type DealPoint struct {
	Night  chain.NightID
	Deal   chain.DealID
	Date   string
	Player chain.PlayerID
	Name   string
	Amount int64
}

// Person counts what a player's page shows, with so many of the newest evenings one by one.
func (r *Reading) Person(
	p people.Player, names *people.Roster, money rules.Money, span Span, newest int,
) (*Person, error) {
	t, err := r.total(money, span, p.ID)
	if err == nil {
		err = t.figuresOf(p.ID)
	}
	if err != nil {
		return nil, err
	}
	out := &Person{Player: p, Money: money, Span: span}
	evenings := t.person(p.ID).evenings
	out.fill(t.Sums, names)
	out.remember(recordOf(evenings))
	out.follow(evenings, newest)
	return out, nil
}

func (p *Person) fill(c *Sums, names *people.Roster) {
	id := p.Player.ID
	if s := c.standing[id]; s != nil {
		p.Nights, p.Up, p.Down = s.nights, s.up, s.down
		p.Score, p.Penalties, p.Played = s.score, s.penalties, s.played
		p.Deals, p.DealsWon, p.Out = s.deals, s.won, s.out
		p.Revokes, p.Broken = s.revokes, s.broken
	}
	f := c.person(id)
	p.Called, p.Accepted, p.Against = f.callsIn(asCaller), f.callsIn(asPartner), f.callsIn(asOpponent)
	if each := f.callsIn(asEach); len(each) > 0 {
		p.Misery = each[0]
	}
	p.Seats = f.seatsOf()
	for other, s := range f.pairs {
		if *s != (pairSum{}) {
			p.Pairs = append(p.Pairs, s.figures(id, other, names))
		}
	}
	p.Pairs = sorted(p.Pairs, func(a, b *PairFigures) int {
		return cmp.Or(cmp.Compare(b.Together+b.Against, a.Together+a.Against), cmp.Compare(a.NameB, b.NameB))
	})
}

// remember tells the records.
func (p *Person) remember(r record) {
	evening := func(m mark) *EveningPoint {
		if m.night == 0 {
			return nil
		}
		return &EveningPoint{Night: m.night, Date: dateOf(m.day), Score: m.amount}
	}
	deal := func(m mark) *DealPoint {
		if m.night == 0 {
			return nil
		}
		return &DealPoint{m.night, m.deal, dateOf(m.day), p.Player.ID, p.Player.Name, m.amount}
	}
	p.Best, p.Worst, p.BestDeal, p.WorstDeal = evening(r.best), evening(r.worst), deal(r.gain), deal(r.loss)
	p.WonInARow, p.LostInARow = int(r.runs.won.best), int(r.runs.lost.best)
	p.Driest, p.Dry = int(r.runs.dry.best), int(r.runs.dry.last)
	p.UpInARow, p.UpNow = int(r.up.best), int(r.up.last)
	p.DownInARow, p.DownNow = int(r.down.best), int(r.down.last)
}

// follow makes the line through the player's evenings, oldest first: the newest one by one and, if there are
// more, all month by month.
func (p *Person) follow(evenings []evening, newest int) {
	first := max(0, len(evenings)-newest)
	var after int64
	var month *MonthPoint
	var last int64 // of the month, as in e.day
	for i := range evenings {
		e := &evenings[i]
		after += e.score
		if i >= first {
			p.Evenings = append(p.Evenings, EveningPoint{e.night, dateOf(e.day), e.score, after})
		}
		if first == 0 || e.sat == 0 && e.score == 0 {
			continue
		}
		if month == nil || last != e.day/100 {
			last = e.day / 100
			p.Months = append(p.Months, MonthPoint{Month: dateOf(e.day)[:7]})
			month = &p.Months[len(p.Months)-1]
		}
		month.Nights, month.Score, month.After = month.Nights+e.sat, month.Score+e.score, after
	}
}
