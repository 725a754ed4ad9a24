package ledger

// The statistics compared with the entries, year by year, so that a book of a hundred years takes no more memory than one of
// ten. The nights, who sat where, and what was played come from the reckoning and from nothing the desk wrote. They are
// counted by the same statscount.go by which the desk counted them, once each and only adding: what is held against the
// tables is a plain sum, and not years of putting in and taking out.

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ouverte/rules"
)

// compareYears tells the first row of each of the tables that is not what it should be.
func (l *look) compareYears(ctx context.Context, r *reckoning) ([]*Wrong, error) {
	counted, wrong, err := l.countedNights(ctx, r)
	if wrong != nil || err != nil {
		return wrong, err
	}
	var years []int64
	byYear := map[int64][]NightID{}
	for _, id := range counted {
		year := periods(r.nights[id].date)[0]
		byYear[year] = append(byYear[year], id)
	}
	// Years of which only the tables speak, too.
	for _, table := range [...]string{"year_player", "year_call", "year_seat", "year_pair", "year_record"} {
		rows, err := l.conn.QueryContext(ctx, `SELECT DISTINCT iif(period < 1000000, period, period / 100) / 100 * 100 FROM `+table)
		if err != nil {
			return nil, err
		}
		more, err := collect(rows, func() (y int64, err error) { return y, rows.Scan(&y) })
		if err != nil {
			return nil, err
		}
		years = append(years, more...)
	}
	years = append(years, slices.Collect(maps.Keys(byYear))...)
	slices.Sort(years)
	told := map[string]bool{}
	lines := int64(0)
	for _, year := range slices.Compact(years) {
		y := r.year(year, byYear[year])
		lines += int64(len(y.lines))
		for _, p := range y.projections() {
			if told[p.table] {
				continue
			}
			w, err := l.compareOne(ctx, p, r)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", p.table, err)
			}
			if w != nil {
				told[p.table] = true
				wrong = append(wrong, w)
			}
		}
		if y.wrong != nil {
			return append(wrong, y.wrong), nil
		}
	}
	var has int64
	if err := l.conn.QueryRowContext(ctx, `SELECT count(*) FROM year_line`).Scan(&has); err != nil {
		return nil, err
	}
	if has != lines && !told["year_line"] {
		wrong = append(wrong, &Wrong{Sentence: fmt.Sprintf("The tables don't agree with the entries: year_line has %d rows, and the entries come to %d.", has, lines)})
	}
	return wrong, nil
}

// countedNights are the nights the statistics say they have counted, by number. Which these are follows from no entry: a
// night may be left open for years. But each is either counted or waits to be.
func (l *look) countedNights(ctx context.Context, r *reckoning) (counted []NightID, wrong []*Wrong, err error) {
	rows, err := l.conn.QueryContext(ctx, `SELECT night, 1 FROM year_night UNION ALL SELECT night, 0 FROM year_loose ORDER BY 1`)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	at := NightID(1)
	say := func(format string, args ...any) []*Wrong {
		return []*Wrong{{Sentence: "The tables don't agree with the entries: " + fmt.Sprintf(format, args...) + "."}}
	}
	for ; rows.Next(); at++ {
		var (
			id NightID
			in bool
		)
		if err := rows.Scan(&id, &in); err != nil {
			return nil, nil, err
		}
		switch {
		case r.night(id) == nil:
			return nil, say("the statistics speak of night %d, and no entry does", id), nil
		case id < at:
			return nil, say("the statistics have night %d twice", id), nil
		case id > at:
			return nil, say("the statistics leave out night %d", at), nil
		}
		if in {
			counted = append(counted, id)
		}
	}
	if int64(at) < int64(len(r.nights)) && rows.Err() == nil {
		return nil, say("the statistics leave out night %d", at), nil
	}
	return counted, nil, rows.Err()
}

// reckonedYear is what a year's nights come to.
type reckonedYear struct {
	year   int64
	nights [][]any // rows of year_night and year_line, in the order of the days
	lines  [][]any
	best   map[recordKey]record
	sums   map[int64]map[rules.Money]*counts // by period
	wrong  *Wrong
}

func (r *reckoning) year(year int64, nights []NightID) *reckonedYear {
	y := &reckonedYear{year: year, best: map[recordKey]record{}, sums: map[int64]map[rules.Money]*counts{}}
	slices.SortFunc(nights, func(a, b NightID) int {
		return cmp.Or(cmp.Compare(r.nights[a].date, r.nights[b].date), cmp.Compare(a, b))
	})
	for _, id := range nights {
		b, err := r.inBrief(id)
		if err != nil {
			y.wrong = &Wrong{Sentence: fmt.Sprintf("Night %d can't be counted: %v.", id, clause{err})}
			return y
		}
		in := periods(b.date)
		lines := y.of(in[2], b.money).count(b)
		slices.SortFunc(lines, func(a, b line) int { return cmp.Compare(a.player, b.player) })
		for i := range lines {
			y.lines = append(y.lines, lines[i].reckoned())
			for _, period := range in {
				k := recordKey{period, lines[i].money, lines[i].player}
				y.best[k] = y.best[k].then(lines[i].record())
			}
		}
		y.nights = append(y.nights, []any{b.date, int64(id), string(b.money), r.nights[id].house.text, int64(b.scale), int64(len(b.deals)), hexed(b.append(nil))})
	}
	for _, third := range slices.Collect(maps.Keys(y.sums)) {
		for money, c := range y.sums[third] {
			y.of(year, money).plus(c)
			y.of(third/100, money).plus(c)
		}
	}
	return y
}

// recordKey names a row of year_record.
type recordKey struct {
	period int64
	money  rules.Money
	player PlayerID
}

// records are the rows of year_record.
func (y *reckonedYear) records() (out [][]any) {
	for k, r := range y.best {
		if r == (record{}) {
			continue
		}
		row := append([]any{k.period, string(k.money), int64(k.player)}, r.row()...)
		for i, v := range row {
			if text, ok := v.([]byte); ok {
				row[i] = hexed(text)
			}
		}
		out = append(out, row)
	}
	slices.SortFunc(out, func(a, b []any) int { return compareRows(a[:3], b[:3]) })
	return out
}

func hexed(text []byte) string { return strings.ToUpper(hex.EncodeToString(text)) }

func (y *reckonedYear) of(period int64, money rules.Money) *counts {
	if y.sums[period] == nil {
		y.sums[period] = map[rules.Money]*counts{}
	}
	c := y.sums[period][money]
	if c == nil {
		c = newCounts()
		y.sums[period][money] = c
	}
	return c
}

// plus adds the sums of others.
func (c *counts) plus(o *counts) {
	for k, s := range o.players {
		sumInto(cell(c.players, k).fields(), s.fields())
	}
	for k, s := range o.calls {
		sumInto(cell(c.calls, k).fields(), s.fields())
	}
	for k, s := range o.seats {
		sumInto(cell(c.seats, k).fields(), s.fields())
	}
	for k, s := range o.pairs {
		sumInto(cell(c.pairs, k).fields(), s.fields())
	}
}

func sumInto(to, from []*int64) {
	for i := range to {
		*to[i] += *from[i]
	}
}

// inBrief takes a night from the reckoning, as fold.inBrief takes it from the desk's fold.
func (r *reckoning) inBrief(id NightID) (*brief, error) {
	n := r.nights[id]
	b := &brief{night: id, date: n.date, money: n.house.money, stakes: n.stakes, scale: n.scale, deals: make([]briefDeal, 0, n.standing)}
	seatings := make([][]Chair, len(n.seatings))
	for i, chairs := range n.seatings {
		seatings[i] = r.seated(chairs)
	}
	var at EntryID
	var ats []EntryID
	for _, d := range n.deals {
		if d.version == 0 {
			continue
		}
		if !d.inserted {
			at = max(at, EntryID(d.id))
		}
		ats = append(ats, at)
		deal := briefDeal{id: d.id, changed: d.changed, chairs: seatings[d.seating], deal: r.played[d.deal]}
		var err error
		if deal.result, err = rules.Settle(n.stakes, &deal.deal); err != nil {
			return nil, err
		}
		b.meet(deal.chairs)
		b.deals = append(b.deals, deal)
	}
	b.meet(r.seated(n.chairs))
	for _, was := range n.penalties {
		if r.undone[was.entry] {
			continue
		}
		var p briefPenalty
		for _, a := range ats {
			if a < was.entry {
				p.after++
			}
		}
		for _, t := range was.transfers {
			p.add(r.who(t.From), -t.Amount)
			p.add(r.who(t.To), t.Amount)
		}
		if p.nets = slices.DeleteFunc(p.nets, settled); len(p.nets) > 0 {
			b.penalties = append(b.penalties, p)
		}
	}
	slices.SortStableFunc(b.penalties, func(x, y briefPenalty) int { return cmp.Compare(x.after, y.after) })
	for _, p := range b.penalties {
		for _, net := range p.nets {
			b.index(net.Player)
		}
	}
	return b, nil
}

// seated gives chairs with the persons as known now.
func (r *reckoning) seated(chairs []Chair) []Chair {
	out := make([]Chair, len(chairs))
	for i, c := range chairs {
		out[i].Player = r.who(c.Player)
		if pays := r.who(c.Pays()); pays != out[i].Player {
			out[i].Account = pays
		}
	}
	return out
}

// reckoned is a line as it is compared.
func (l *line) reckoned() []any {
	return []any{
		l.date, int64(l.night), int64(l.player), string(l.money), flag(l.sat), l.score, l.penalties, l.played, l.deals,
		l.best, int64(l.bestDeal), l.worst, int64(l.worstDeal), l.calls, hexed(l.runs.append(nil)),
	}
}

// projections are the tables with the rows of this year.
func (y *reckonedYear) projections() []projection {
	days := []any{fmt.Sprintf("%04d-01-01", y.year/100), fmt.Sprintf("%04d-12-31", y.year/100)}
	out := []projection{
		{"year_night", `SELECT n.date, n.night, n.money, s.house, s.scale, n.deals, hex(n.brief) AS brief FROM year_night n LEFT JOIN year_stakes s ON s.id = n.stakes
			WHERE n.date BETWEEN ? AND ? ORDER BY n.date, n.night`, 2, days, listing(y.nights)},
		{"year_line", `SELECT date, night, player, money, sat, score, penalties, played, deals, best, best_deal, worst, worst_deal, calls, hex(runs) AS runs FROM year_line
			WHERE date BETWEEN ? AND ? ORDER BY date, night, player, money`, 3, days, listing(y.lines)},
		{"year_record", `SELECT period, money, player, ` + strings.Replace(recordColumns, "runs, turns", "hex(runs) AS runs, hex(turns) AS turns", 1) + ` FROM year_record
			WHERE period IN (SELECT value FROM json_each(?)) ORDER BY period, money, player`, 3, []any{y.periods()}, listing(y.records())},
	}
	var players, calls, seats, pairs [][]any
	for period, moneys := range y.sums {
		for money, c := range moneys {
			row := func(rows *[][]any, sums []*int64, keys ...int64) {
				r := []any{period, string(money)}
				for _, k := range keys {
					r = append(r, k)
				}
				nothing := true
				for _, s := range sums {
					r = append(r, *s)
					nothing = nothing && *s == 0
				}
				if !nothing { // whether the book has a row of zeros says nothing
					*rows = append(*rows, r)
				}
			}
			for k, s := range c.players {
				row(&players, s.fields(), int64(k))
			}
			for k, s := range c.calls {
				row(&calls, s.fields(), int64(k.player), int64(k.call), int64(k.part))
			}
			for k, s := range c.seats {
				row(&seats, s.fields(), int64(k.player), int64(k.place))
			}
			for k, s := range c.pairs {
				row(&pairs, s.fields(), int64(k.a), int64(k.b))
			}
		}
	}
	for _, t := range [...]struct {
		name    string
		columns yearColumns
		rows    [][]any
	}{{"year_player", playerColumns, players}, {"year_call", callColumns, calls}, {"year_seat", seatColumns, seats}, {"year_pair", pairColumns, pairs}} {
		keys := append([]string{"period", "money"}, t.columns.keys...)
		slices.SortFunc(t.rows, func(a, b []any) int { return compareRows(a[:len(keys)], b[:len(keys)]) })
		query := fmt.Sprintf(`SELECT %s, %s FROM %s WHERE period IN (SELECT value FROM json_each(?)) AND (%s <> 0) ORDER BY %s`,
			strings.Join(keys, ", "), strings.Join(t.columns.sums, ", "), t.name, strings.Join(t.columns.sums, " <> 0 OR "), strings.Join(keys, ", "))
		out = append(out, projection{t.name, query, len(keys), []any{y.periods()}, listing(t.rows)})
	}
	return out
}

// periods lists those of the year: itself, its months and their thirds.
func (y *reckonedYear) periods() string {
	list := fmt.Sprintf("[%d", y.year)
	for month := y.year + 1; month <= y.year+12; month++ {
		list += fmt.Sprintf(",%d,%d,%d,%d", month, month*100+1, month*100+2, month*100+3)
	}
	return list + "]"
}

// listing hands on rows that are there already.
func listing(rows [][]any) func(*reckoning, func(...any) bool) {
	return func(_ *reckoning, row func(...any) bool) {
		for _, r := range rows {
			if !row(r...) {
				return
			}
		}
	}
}
