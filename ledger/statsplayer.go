package ledger

// One person's page in the book of years.

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

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

	Evenings  []EveningPoint // oldest first
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
	After int64 // all of the span up to it
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

// PlayerBook opens somebody's page.
func (b *Book) PlayerBook(ctx context.Context, id PlayerID, money rules.Money, span Span) (*PlayerBook, error) {
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
		lines, err := r.linesOf(p.ID, money, span)
		if err != nil {
			return err
		}
		out.follow(lines)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (p *PlayerBook) fill(c *counts, names *roster) {
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

// linesOf reads what the evenings were to one person, oldest first.
func (r *reading) linesOf(p PlayerID, money rules.Money, span Span) ([]line, error) {
	var out []line
	err := r.each(func(rows *sql.Rows) error {
		l := line{player: p, money: money}
		var text sql.RawBytes
		err := rows.Scan(&l.date, &l.night, &l.sat, &l.score, &l.penalties, &l.played, &l.deals, &l.best, &l.bestDeal, &l.worst, &l.worstDeal, &l.calls, &text)
		if err != nil {
			return err
		}
		l.runs, err = readRuns(text)
		out = append(out, l)
		return err
	}, `SELECT date, night, sat, score, penalties, played, deals, best, best_deal, worst, worst_deal, calls, runs FROM year_line WHERE player = ? AND money = ? AND date BETWEEN ? AND ? ORDER BY date, night`,
		int64(p), string(money), span.From, cmp.Or(span.Until, "9999"))
	if err != nil {
		return nil, err
	}
	for _, b := range r.loose {
		if b.money != money || !span.Holds(b.date) {
			continue
		}
		for _, l := range newCounts().count(b) {
			if l.player == p {
				out = append(out, l)
			}
		}
	}
	slices.SortFunc(out, func(a, b line) int { return cmp.Or(cmp.Compare(a.date, b.date), cmp.Compare(a.night, b.night)) })
	return out, nil
}

// follow goes along somebody's evenings.
func (p *PlayerBook) follow(lines []line) {
	var all runs
	var up, down run
	var sum int64
	name := p.Player.Name
	for _, l := range lines {
		sum += l.score
		e := EveningPoint{Night: l.night, Date: l.date, Score: l.score, After: sum}
		p.Evenings = append(p.Evenings, e)
		if !l.sat {
			continue
		}
		all = all.then(l.runs)
		up.push(l.score > 0)
		down.push(l.score < 0)
		if p.Best == nil || e.Score > p.Best.Score {
			p.Best = &e
		}
		if p.Worst == nil || e.Score < p.Worst.Score {
			p.Worst = &e
		}
		if l.best > 0 && (p.BestDeal == nil || l.best > p.BestDeal.Amount) {
			p.BestDeal = &DealPoint{l.night, l.bestDeal, l.date, p.Player.ID, name, l.best}
		}
		if l.worst < 0 && (p.WorstDeal == nil || l.worst < p.WorstDeal.Amount) {
			p.WorstDeal = &DealPoint{l.night, l.worstDeal, l.date, p.Player.ID, name, l.worst}
		}
	}
	p.WonInARow, p.LostInARow = all.won.best, all.lost.best
	p.Driest, p.Dry = all.dry.best, all.dry.last
	p.UpInARow, p.UpNow, p.DownInARow, p.DownNow = up.best, up.last, down.best, down.last
}
