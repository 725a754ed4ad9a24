package ledger

// One person's page in the book of years.

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"

	"ouverte/ledger/people"
	"ouverte/rules"
)

// PlayerBook is what the evenings of a span came to for one person, in one money. Score is of their account, with whoever
// played on it; everything else is what happened in the chair they sat in.
type PlayerBook struct {
	Player Player
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
	Driest, Dry           int // deals without a call of their own won: the longest stretch, and the one that is going on
	UpInARow, DownInARow  int // evenings
	UpNow, DownNow        int
}

// EveningPoint is an evening in somebody's line.
type EveningPoint struct {
	Night NightID
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
	Night  NightID
	Deal   DealID
	Date   string
	Player PlayerID
	Name   string
	Amount int64
}

// PlayerBook opens somebody's page, with so many of the newest evenings one by one.
func (b *Book) PlayerBook(ctx context.Context, id PlayerID, money rules.Money, span Span, newest int) (*PlayerBook, error) {
	p, err := b.Player(ctx, id)
	if err != nil {
		return nil, err
	}
	names := b.roster.Load()
	out := &PlayerBook{Player: p, Money: money, Span: span}
	err = b.readYears(ctx, func(r *reading) error {
		one := []PlayerID{p.ID}
		c, err := r.sum(money, span, wanted{players: true, playersOf: one, calls: true, callsOf: one, seats: true, seatsOf: one, pairs: true, pairsOf: p.ID})
		if err != nil {
			return err
		}
		out.fill(c, names)
		records, err := r.recordOf(p.ID, money, span)
		if err != nil {
			return err
		}
		out.remember(records)
		return r.follow(out, newest)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (p *PlayerBook) fill(c *counts, names *people.Roster) {
	id := p.Player.ID
	if s := c.players[id]; s != nil {
		p.Nights, p.Up, p.Down = s.nights, s.up, s.down
		p.Score, p.Penalties, p.Played = s.score, s.penalties, s.played
		p.Deals, p.DealsWon, p.Out = s.deals, s.won, s.out
		p.Revokes, p.Broken = s.revokes, s.broken
	}
	p.Called, p.Accepted, p.Against = c.callsIn(id, asCaller), c.callsIn(id, asPartner), c.callsIn(id, asOpponent)
	if each := c.callsIn(id, asEach); len(each) > 0 {
		p.Misery = each[0]
	}
	p.Seats = c.seatsOf(id)
	for k, s := range c.pairs {
		if k.a != id && k.b != id || *s == (pairSum{}) {
			continue
		}
		f := s.figures(k, names)
		if f.B == id {
			f = f.turned()
		}
		p.Pairs = append(p.Pairs, f)
	}
	slices.SortFunc(p.Pairs, func(a, b PairFigures) int {
		return cmp.Or(cmp.Compare(b.Together+b.Against, a.Together+a.Against), cmp.Compare(a.NameB, b.NameB))
	})
}

// linesOf reads what the counted evenings were to one person, oldest first.
func (r *reading) linesOf(p PlayerID, money rules.Money, span Span) ([]line, error) {
	var out []line
	err := r.each(func(rows *sql.Rows) error {
		l := line{player: p, money: money}
		err := scanLine(rows, &l)
		out = append(out, l)
		return err
	}, `SELECT `+lineColumns+` FROM year_line WHERE player = ? AND money = ? AND date BETWEEN ? AND ? ORDER BY date, night`,
		int64(p), string(money), span.From, cmp.Or(span.Until, "9999"))
	return out, err
}

// remember tells the records.
func (p *PlayerBook) remember(r record) {
	evening := func(m mark) *EveningPoint {
		if m.night == 0 {
			return nil
		}
		return &EveningPoint{Night: m.night, Date: m.date, Score: m.amount}
	}
	deal := func(m mark) *DealPoint {
		if m.night == 0 {
			return nil
		}
		return &DealPoint{m.night, m.deal, m.date, p.Player.ID, p.Player.Name, m.amount}
	}
	p.Best, p.Worst, p.BestDeal, p.WorstDeal = evening(r.best), evening(r.worst), deal(r.gain), deal(r.loss)
	p.WonInARow, p.LostInARow = r.runs.won.best, r.runs.lost.best
	p.Driest, p.Dry = r.runs.dry.best, r.runs.dry.last
	p.UpInARow, p.UpNow, p.DownInARow, p.DownNow = r.turns.up.best, r.turns.up.last, r.turns.down.best, r.turns.down.last
}

// follow lists somebody's newest evenings, and the months if there are more.
func (r *reading) follow(p *PlayerBook, newest int) error {
	until := cmp.Or(p.Span.Until, "9999")
	var all []EveningPoint
	err := r.each(func(rows *sql.Rows) error {
		var e EveningPoint
		err := rows.Scan(&e.Date, &e.Night, &e.Score)
		all = append(all, e)
		return err
	}, `SELECT date, night, score FROM year_line WHERE player = ? AND money = ? AND date BETWEEN ? AND ? ORDER BY date DESC, night DESC LIMIT ?`,
		int64(p.Player.ID), string(p.Money), p.Span.From, until, newest+1)
	if err != nil {
		return err
	}
	var loose []line
	for _, b := range r.loose {
		if b.money != p.Money || !p.Span.Holds(b.date) || !slices.Contains(b.people, p.Player.ID) {
			continue
		}
		for _, l := range newCounts().count(b) {
			if l.player == p.Player.ID {
				loose = append(loose, l)
				all = append(all, EveningPoint{Night: l.night, Date: l.date, Score: l.score})
			}
		}
	}
	slices.SortFunc(all, func(a, b EveningPoint) int {
		return cmp.Or(cmp.Compare(b.Date, a.Date), cmp.Compare(b.Night, a.Night))
	})
	more := len(all) > newest
	all = all[:min(len(all), newest)]
	after := p.Score
	for i := range all {
		all[i].After = after
		after -= all[i].Score
	}
	slices.Reverse(all)
	p.Evenings = all
	if more {
		p.Months, err = r.monthsOf(p, loose)
	}
	return err
}

// monthsOf adds up somebody's months: whole ones from the sums, those at the edges of the span from the evenings.
func (r *reading) monthsOf(p *PlayerBook, loose []line) ([]MonthPoint, error) {
	first, last, err := r.ends()
	if err != nil {
		return nil, err
	}
	months := map[string]*MonthPoint{}
	add := func(month string, score, nights int64) {
		at := months[month]
		if at == nil {
			at = &MonthPoint{Month: month}
			months[month] = at
		}
		at.Score += score
		at.Nights += nights
	}
	for _, l := range loose {
		add(l.date[:7], l.score, flagged(l.sat))
	}
	if first != "" {
		whole, edges := p.Span.within(first, last).months()
		err = r.each(func(rows *sql.Rows) error {
			var period, score, nights int64
			err := rows.Scan(&period, &score, &nights)
			add(fmt.Sprintf("%04d-%02d", period/100, period%100), score, nights)
			return err
		}, `SELECT period, score, nights FROM year_player WHERE period IN (SELECT value FROM json_each(?)) AND money = ? AND player = ?`,
			listed(whole), string(p.Money), int64(p.Player.ID))
		for _, e := range edges {
			if err != nil {
				return nil, err
			}
			err = r.each(func(rows *sql.Rows) error {
				var score, nights int64
				err := rows.Scan(&score, &nights)
				add(e.From[:7], score, nights)
				return err
			}, `SELECT coalesce(sum(score), 0), coalesce(sum(sat), 0) FROM year_line WHERE player = ? AND money = ? AND date BETWEEN ? AND ?`,
				int64(p.Player.ID), string(p.Money), e.From, e.Until)
		}
	}
	var out []MonthPoint
	var after int64
	for _, month := range slices.Sorted(maps.Keys(months)) {
		m := months[month]
		if m.Nights == 0 && m.Score == 0 {
			continue
		}
		after += m.Score
		m.After = after
		out = append(out, *m)
	}
	return out, err
}

func flagged(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// months parts a span with two ends into whole months and the days of those at its edges.
func (s Span) months() (whole []int64, edges []Span) {
	for at := s.From; at <= s.Until; {
		month := daysOfPeriod(periods(at)[1])
		if in := (Span{at, min(month.Until, s.Until)}); in == month {
			whole = append(whole, periods(at)[1])
		} else {
			edges = append(edges, in)
		}
		if at = dayAfter(month.Until); at == "" {
			break
		}
	}
	return whole, edges
}
