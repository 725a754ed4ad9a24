package ledger

// The circle's page in the book of years.

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"ouverte/ledger/people"
	"ouverte/rules"
)

// CircleBook is what the evenings of a span came to for everybody, in one money.
type CircleBook struct {
	Money  rules.Money
	Span   Span
	Nights int64 // those at which a deal was played
	Deals  int64
	Played int64 // of the deals, those somebody called or all played against all

	Standing []PlayerStanding // best first
	Shown    []PlayerStanding // those the heat map and the pairs are of: who played most, first
	Heat     map[PlayerID][]CallFigures
	Partners []PairFigures // among those shown, most often together first
	Rivals   []PairFigures // among those shown, seen from the one who is the better by it, dearest first
	Calls    []CallFigures // every deal once, passed and void ones too; money is what it brought the caller's side
	Seats    []SeatFigures

	Best, Worst *EveningRecord
	BestDeal    *DealPoint
	BestDealBy  []string // all whom that deal brought as much, in the order of their seats
	Revokes     int64
}

// PlayerStanding is one line of the standing.
type PlayerStanding struct {
	Player   PlayerID
	Name     string
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
	Player PlayerID
	Name   string
	Equals []string // the others to whom it came to the same that evening
	EveningPoint
}

// ShownAtOnce is how many people a heat map and a table of pairs have room for.
const ShownAtOnce = 12

// CircleBook opens the circle's page. from is the place in the order of those who played most at which the heat map and the pairs
// begin, counted from 0.
func (b *Book) CircleBook(ctx context.Context, money rules.Money, span Span, from int) (*CircleBook, error) {
	names := b.roster.Load()
	out := &CircleBook{Money: money, Span: span, Heat: map[PlayerID][]CallFigures{}}
	err := b.readYears(ctx, func(r *reading) error {
		circle := []PlayerID{wholeCircle}
		c, err := r.sum(money, span, wanted{players: true, calls: true, callsOf: circle, seats: true, seatsOf: circle})
		if err != nil {
			return err
		}
		out.fill(c, names)
		busy := slices.Clone(out.Standing)
		slices.SortStableFunc(busy, func(a, b PlayerStanding) int { return cmp.Compare(b.Deals, a.Deals) })
		busy = slices.DeleteFunc(busy, func(p PlayerStanding) bool { return p.Deals == 0 })
		from = max(0, min(from, len(busy)-1))
		out.Shown = busy[min(from, len(busy)):min(from+ShownAtOnce, len(busy))]
		ids := make([]PlayerID, 0, len(out.Shown))
		for _, p := range out.Shown {
			ids = append(ids, p.Player)
		}
		if c, err = r.sum(money, span, wanted{calls: true, callsOf: ids, pairs: true, pairsAmong: ids}); err != nil {
			return err
		}
		out.fillShown(c, ids, names)
		return r.records(out, names)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (o *CircleBook) fill(c *counts, names *people.Roster) {
	if s := c.players[wholeCircle]; s != nil {
		o.Nights, o.Deals, o.Revokes = s.nights, s.deals, s.revokes
	}
	for id, s := range c.players {
		if id == wholeCircle || *s == (playerSum{}) {
			continue
		}
		p := PlayerStanding{Player: id, Name: names.Name(id), Score: s.score, Nights: s.nights, Up: s.up, Down: s.down,
			Deals: s.deals, Won: s.won, Revokes: s.revokes, Broken: s.broken, Out: s.out}
		if at := names.At(id); at != nil {
			p.Away = at.Away
		}
		o.Standing = append(o.Standing, p)
	}
	slices.SortFunc(o.Standing, func(a, b PlayerStanding) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Player, b.Player))
	})
	o.Calls = c.callsIn(wholeCircle, asDeal)
	for _, f := range o.Calls {
		if f.Call.Biddable() || f.Call == rules.GeneralMisere {
			o.Played += f.N
		}
	}
	o.Seats = c.seatsOf(wholeCircle)
}

func (o *CircleBook) fillShown(c *counts, ids []PlayerID, names *people.Roster) {
	for _, id := range ids {
		o.Heat[id] = c.sidesOf(id)
	}
	for k, s := range c.pairs {
		if !slices.Contains(ids, k.a) || !slices.Contains(ids, k.b) {
			continue
		}
		f := s.figures(k, names)
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
	byNames := func(a, b PairFigures) int {
		return cmp.Or(cmp.Compare(a.NameA, b.NameA), cmp.Compare(a.NameB, b.NameB))
	}
	slices.SortFunc(o.Partners, func(a, b PairFigures) int { return cmp.Or(cmp.Compare(b.Together, a.Together), byNames(a, b)) })
	slices.SortFunc(o.Rivals, func(a, b PairFigures) int { return cmp.Or(cmp.Compare(b.Net(), a.Net()), byNames(a, b)) })
}

// sidesOf are somebody's calls, those they called and those they accepted together.
func (c *counts) sidesOf(p PlayerID) []CallFigures {
	var out []CallFigures
	for _, call := range rules.BiddableCalls() {
		var both callSum
		for _, as := range [...]role{asCaller, asPartner} {
			if s := c.calls[callKey{p, call, as}]; s != nil {
				sums, more := both.fields(), s.fields()
				for i := range sums.n {
					*sums.at[i] += *more.at[i]
				}
			}
		}
		if both.n > 0 {
			out = append(out, both.figures(call))
		}
	}
	return out
}

// records finds the best and worst evening of anybody, and the dearest deal: down from the largest until one falls into the span.
func (r *reading) records(o *CircleBook, names *people.Roster) error {
	until := cmp.Or(o.Span.Until, "9999")
	if o.Nights == 0 {
		return nil
	}
	for _, want := range [...]struct {
		to    **EveningRecord
		order string
	}{{&o.Best, "score DESC"}, {&o.Worst, "score"}} {
		err := r.each(func(rows *sql.Rows) error {
			e := new(EveningRecord)
			*want.to = e
			return rows.Scan(&e.Score, &e.Player, &e.Date, &e.Night)
		}, `SELECT score, player, date, night FROM year_line WHERE money = ? AND sat = 1 AND date BETWEEN ? AND ? ORDER BY `+want.order+`, date, night, player LIMIT 1`,
			string(o.Money), o.Span.From, until)
		if err != nil {
			return err
		}
	}
	err := r.each(func(rows *sql.Rows) error {
		o.BestDeal = new(DealPoint)
		return rows.Scan(&o.BestDeal.Amount, &o.BestDeal.Player, &o.BestDeal.Date, &o.BestDeal.Night, &o.BestDeal.Deal)
	}, `SELECT best, player, date, night, best_deal FROM year_line WHERE money = ? AND best > 0 AND date BETWEEN ? AND ? ORDER BY best DESC, date, night, player LIMIT 1`,
		string(o.Money), o.Span.From, until)
	if err != nil {
		return err
	}
	for _, b := range r.loose {
		if b.money != o.Money || !o.Span.Holds(b.date) {
			continue
		}
		for _, l := range newCounts().count(b) {
			o.record(l)
		}
	}
	for _, e := range [...]*EveningRecord{o.Best, o.Worst} {
		if e != nil {
			e.Name = names.Name(e.Player)
		}
	}
	if o.BestDeal != nil {
		o.BestDeal.Name = names.Name(o.BestDeal.Player)
	}
	return r.equals(o, names)
}

// equals finds who shares the records: all to whom that evening came to as much, and all whom that deal brought it.
func (r *reading) equals(o *CircleBook, names *people.Roster) error {
	var nights []NightID
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
	return r.each(func(rows *sql.Rows) error {
		b, err := r.b.scanBrief(rows)
		if err == nil {
			o.share(b, names)
		}
		return err
	}, `SELECT night, date, stakes, brief FROM year_night WHERE night IN (SELECT value FROM json_each(?))`, listed(nights))
}

// share adds those of a night who share its record.
func (o *CircleBook) share(b *brief, names *people.Roster) {
	lines := newCounts().count(b)
	slices.SortFunc(lines, func(a, b line) int { return cmp.Compare(a.player, b.player) })
	for _, e := range [...]*EveningRecord{o.Best, o.Worst} {
		for _, l := range lines {
			if e != nil && e.Night == b.night && l.sat && l.score == e.Score && l.player != e.Player {
				e.Equals = append(e.Equals, names.Name(l.player))
			}
		}
	}
	for _, d := range b.deals {
		for i, c := range d.chairs {
			if r := o.BestDeal; r != nil && r.Night == b.night && r.Deal == d.id && r.Amount == d.result.Net[i+1] {
				o.BestDealBy = append(o.BestDealBy, names.Name(c.Player))
			}
		}
	}
}

// record holds an evening that isn't in the tables against the records. Of equal ones the earliest counts.
func (o *CircleBook) record(l line) {
	e := &EveningRecord{Player: l.player, EveningPoint: EveningPoint{Night: l.night, Date: l.date, Score: l.score}}
	earlier := func(night NightID, date string, p PlayerID) bool {
		return cmp.Or(cmp.Compare(l.date, date), cmp.Compare(l.night, night), cmp.Compare(l.player, p)) < 0
	}
	if l.sat && (o.Best == nil || e.Score > o.Best.Score || e.Score == o.Best.Score && earlier(o.Best.Night, o.Best.Date, o.Best.Player)) {
		o.Best = e
	}
	if l.sat && (o.Worst == nil || e.Score < o.Worst.Score || e.Score == o.Worst.Score && earlier(o.Worst.Night, o.Worst.Date, o.Worst.Player)) {
		o.Worst = e
	}
	if d := o.BestDeal; l.best > 0 && (d == nil || l.best > d.Amount || l.best == d.Amount && earlier(d.Night, d.Date, d.Player)) {
		o.BestDeal = &DealPoint{Night: l.night, Deal: l.bestDeal, Date: l.date, Player: l.player, Amount: l.best}
	}
}

// Played tells of one money how many evenings and deals were played for it.
type Played struct {
	Money  rules.Money
	Nights int64
	Deals  int64
}

// Played lists the moneys somebody sat down for, the one with most evenings first. Of one for which nothing was played yet, penalties may
// have been written.
func (b *Book) Played(ctx context.Context) ([]Played, error) {
	var out []Played
	err := b.readYears(ctx, func(r *reading) error {
		moneys, err := r.moneys()
		if err != nil {
			return err
		}
		for _, m := range moneys {
			c, err := r.sum(m, Span{}, wanted{players: true, playersOf: []PlayerID{wholeCircle}})
			if err != nil {
				return err
			}
			s := cell(c.players, wholeCircle)
			out = append(out, Played{Money: m, Nights: s.nights, Deals: s.deals})
		}
		return nil
	})
	slices.SortFunc(out, func(a, b Played) int { return cmp.Or(cmp.Compare(b.Nights, a.Nights), cmp.Compare(a.Money, b.Money)) })
	return out, err
}

// moneys are those of all nights.
func (r *reading) moneys() ([]rules.Money, error) {
	var out []rules.Money
	err := r.each(func(rows *sql.Rows) error {
		var m rules.Money
		err := rows.Scan(&m)
		out = append(out, m)
		return err
	}, `WITH RECURSIVE m (money) AS (
			SELECT min(money) FROM year_line
			UNION ALL SELECT (SELECT min(y.money) FROM year_line y WHERE y.money > m.money) FROM m WHERE m.money IS NOT NULL)
		SELECT money FROM m WHERE money IS NOT NULL`)
	for _, b := range r.loose {
		if !slices.Contains(out, b.money) {
			out = append(out, b.money)
		}
	}
	return out, err
}

// MoneyScore is what somebody won and lost in one money in all years.
type MoneyScore struct {
	Money rules.Money
	Score int64
}

// Scores tells of everybody who is up and who is down, money by money, the one most evenings were played for first.
func (b *Book) Scores(ctx context.Context) (map[PlayerID][]MoneyScore, error) {
	out := map[PlayerID][]MoneyScore{}
	err := b.readYears(ctx, func(r *reading) error {
		moneys, err := r.moneys()
		if err != nil {
			return err
		}
		sums := map[rules.Money]*counts{}
		for _, m := range moneys {
			if sums[m], err = r.sum(m, Span{}, wanted{players: true}); err != nil {
				return err
			}
		}
		slices.SortFunc(moneys, func(a, b rules.Money) int {
			return cmp.Or(cmp.Compare(cell(sums[b].players, wholeCircle).nights, cell(sums[a].players, wholeCircle).nights), cmp.Compare(a, b))
		})
		for _, m := range moneys {
			for p, s := range sums[m].players {
				if p != wholeCircle && (s.nights > 0 || s.score != 0) {
					out[p] = append(out[p], MoneyScore{m, s.score})
				}
			}
		}
		return nil
	})
	return out, err
}
