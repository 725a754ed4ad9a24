package ledger

// Adding up what a page asks for: whole years, months and thirds of months from the tables, the days at the edges and the loose nights from
// their briefs. However long the period, a page reads some fifty rows a figure and a few days of nights at most.

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// Span is a stretch of days, both included. An empty end is open.
type Span struct{ From, Until string }

// Check refuses days that are none.
func (s Span) Check() error {
	for _, end := range [...]struct{ field, day string }{{"from", s.From}, {"until", s.Until}} {
		if end.day == "" {
			continue
		}
		if _, err := time.Parse(time.DateOnly, end.day); err != nil {
			return refuse(end.field, "“%s” isn't a date like 2026-11-21.", chain.Clip(end.day))
		}
	}
	if s.From != "" && s.Until != "" && s.From > s.Until {
		return refuse("until", "The end comes before the beginning.")
	}
	return nil
}

// Holds tells whether a day falls into the span.
func (s Span) Holds(day string) bool {
	return day >= s.From && (s.Until == "" || day <= s.Until)
}

// within gives the span ends where it has none or goes beyond what there is: the first day of the year of the first evening,
// the last of the year of the last. So nothing at its edges has to be looked at night by night.
func (s Span) within(first, last string) Span {
	if s.From <= first {
		s.From = first[:4] + "-01-01"
	}
	if s.Until == "" || s.Until >= last {
		s.Until = last[:4] + "-12-31"
	}
	return s
}

// parts are whole periods to be added, others to be taken away again, and the days at the edges.
type parts struct {
	whole, less []int64
	edges       []edge
}

// cost is how much a page has to read for them: a day is about as dear as two periods.
func (p *parts) cost() int { return len(p.whole) + len(p.less) + 2*daysOf(p.edges) }

func (p *parts) add(o parts, away bool) {
	if away {
		o.whole, o.less = o.less, o.whole
		o.edges = slices.Clone(o.edges)
		for i := range o.edges {
			o.edges[i].away = !o.edges[i].away
		}
	}
	p.whole, p.less, p.edges = append(p.whole, o.whole...), append(p.less, o.less...), append(p.edges, o.edges...)
}

// split parts a span with two ends into whole years, months and thirds of months, and the days at its edges. What is mostly of a
// period is the period without the rest.
func (s Span) split() (out parts) {
	if _, err := time.Parse(time.DateOnly, s.From); err != nil || len(s.Until) != len(s.From) {
		return out
	}
	first, last := periods(s.From)[0], periods(s.Until)[0]
	for year := first; year <= last; year += 100 {
		out.add(s.splitIn(year), false)
	}
	return out
}

// splitIn parts what of the span is in a period.
func (s Span) splitIn(period int64) (out parts) {
	all := daysOfPeriod(period)
	in := Span{max(s.From, all.From), min(s.Until, all.Until)}
	switch {
	case in.From > in.Until:
		return out
	case in == all:
		out.whole = []int64{period}
		return out
	}
	before, after := Span{all.From, dayBefore(in.From)}, Span{dayAfter(in.Until), all.Until}
	rest := parts{whole: []int64{period}}
	if within := partsOf(period); within != nil {
		for _, p := range within {
			out.add(in.splitIn(p), false)
			rest.add(before.splitIn(p), true)
			rest.add(after.splitIn(p), true)
		}
	} else {
		out.edges = []edge{{in, false}}
		for _, e := range [...]Span{before, after} {
			if e.From <= e.Until {
				rest.edges = append(rest.edges, edge{e, true})
			}
		}
	}
	if rest.cost() < out.cost() {
		return rest
	}
	return out
}

// daysOfPeriod are those of a year, a month or a third of one.
func daysOfPeriod(period int64) Span {
	if parts := partsOf(period); parts != nil {
		return Span{daysOfPeriod(parts[0]).From, daysOfPeriod(parts[len(parts)-1]).Until}
	}
	year, month := int(period/10000), time.Month(period/100%100)
	from := time.Date(year, month, int(period%100-1)*10+1, 0, 0, 0, 0, time.UTC)
	if period%100 == 3 {
		return dates(from, time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC))
	}
	return dates(from, from.AddDate(0, 0, 9))
}

func dayBefore(day string) string { return movedBy(day, -1) }
func dayAfter(day string) string  { return movedBy(day, 1) }

func movedBy(day string, days int) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return at.AddDate(0, 0, days).Format(time.DateOnly)
}

// edge is some days that are looked at night by night, to be added or to be taken away again.
type edge struct {
	Span
	away bool
}

func dates(from, until time.Time) Span {
	return Span{from.Format(time.DateOnly), until.Format(time.DateOnly)}
}

func daysOf(edges []edge) (n int) {
	for _, e := range edges {
		n += e.days()
	}
	return n
}

// days is how many a span with two ends has.
func (s Span) days() int {
	from, err := time.Parse(time.DateOnly, s.From)
	until, err2 := time.Parse(time.DateOnly, s.Until)
	if err != nil || err2 != nil {
		return 0
	}
	return int(until.Sub(from).Hours()/24) + 1
}

// reading is the statistics at one moment: one snapshot of the tables, and the loose nights.
type reading struct {
	b     *Book
	tx    *store.Tx
	loose []*brief

	looseAt []looseAt // the same, as they were

	edgesOf spanOf // the last ones counted …
	edges   *counts
	parts   parts // … and the periods between them
}

// spanOf is a stretch of time with a money.
type spanOf struct {
	Span
	money rules.Money
	of    PlayerID // only the nights of one person are needed
}

// readYears lets do read the statistics.
func (b *Book) readYears(ctx context.Context, do func(*reading) error) error {
	return b.read(ctx, func(tx *store.Tx) error {
		r, err := b.yearsIn(tx)
		if err != nil {
			return err
		}
		return do(r)
	})
}

// yearsIn is the statistics within a read.
func (b *Book) yearsIn(tx *store.Tx) (*reading, error) {
	r := &reading{b: b, tx: tx}
	loose, err := store.Column[NightID](tx, `SELECT night FROM year_loose ORDER BY night`)
	if err != nil {
		return nil, err
	}
	for _, id := range loose {
		err := b.foldIn(tx, id, func(k *kept) error {
			r.loose = append(r.loose, k.fold.inBrief())
			r.looseAt = append(r.looseAt, looseAt{id, k.fold.version, k.joins})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return r, r.learnStakes()
}

// each runs a query and calls do with each row.
func (r *reading) each(do func(*sql.Rows) error, text string, args ...any) error {
	return store.Each(r.tx, do, text, args...)
}

// wanted says which sums somebody needs. Players nil is everybody.
type wanted struct {
	players    bool
	playersOf  []PlayerID
	calls      bool
	callsOf    []PlayerID
	seats      bool
	seatsOf    []PlayerID
	pairs      bool
	pairsAmong []PlayerID // both of them …
	pairsOf    PlayerID   // … or one
}

// countEdges counts the nights of a span that are in no whole month or year, and the loose ones. A page asks several times for the
// same.
func (r *reading) countEdges(money rules.Money, span Span, of PlayerID) error {
	if r.edges != nil && r.edgesOf == (spanOf{span, money, of}) {
		return nil
	}
	c := newCounts()
	for _, b := range r.loose {
		if b.money == money && span.Holds(b.date) {
			c.count(b)
		}
	}
	first, last, err := r.ends()
	if err != nil {
		return err
	}
	var in parts
	if first != "" && span.From <= last && (span.Until == "" || span.Until >= first) {
		in = span.within(first, last).split()
		away := newCounts()
		for _, e := range in.edges {
			to := c
			if e.away {
				to = away
			}
			if err := r.briefs(e.Span, money, of, func(b *brief) error { to.count(b); return nil }); err != nil {
				return err
			}
		}
		c.plus(away, -1)
	}
	r.edgesOf, r.edges, r.parts = spanOf{span, money, of}, c, in
	return nil
}

// of is the one person somebody wants to know of; zero for more than one.
func (w wanted) of() PlayerID {
	if len(w.playersOf) == 1 && w.playersOf[0] != wholeCircle {
		return w.playersOf[0]
	}
	return 0
}

// sum adds up what the span holds of one money. What wasn't wanted may be in it only in part.
func (r *reading) sum(money rules.Money, span Span, w wanted) (*counts, error) {
	if err := r.countEdges(money, span, w.of()); err != nil {
		return nil, err
	}
	c := r.edges.clone(w)
	for _, part := range [...]struct {
		periods []int64
		sign    int64
	}{{r.parts.whole, 1}, {r.parts.less, -1}} {
		if len(part.periods) == 0 {
			continue
		}
		if err := (yearTable{r, money, part.periods, part.sign}).sum(c, w); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// yearTable reads sums of whole periods, to be added or, with the other sign, to be taken away.
type yearTable struct {
	*reading
	money rules.Money
	whole []int64
	sign  int64
}

// sum adds what is wanted.
func (t yearTable) sum(c *counts, w wanted) (err error) {
	if w.players {
		err = t.read("year_player", playerColumns, "player", w.playersOf, func(k, s []int64) { cell(c.players, PlayerID(k[0])).fields().plus(s) })
	}
	if w.calls && err == nil {
		err = t.read("year_call", callColumns, "player", w.callsOf, func(k, s []int64) {
			cell(c.calls, callKey{PlayerID(k[0]), rules.Call(k[1]), role(k[2])}).fields().plus(s)
		})
	}
	if w.seats && err == nil {
		err = t.read("year_seat", seatColumns, "player", w.seatsOf, func(k, s []int64) {
			cell(c.seats, seatKey{PlayerID(k[0]), int(k[1])}).fields().plus(s)
		})
	}
	pair := func(k, s []int64) { cell(c.pairs, pairKey{PlayerID(k[0]), PlayerID(k[1])}).fields().plus(s) }
	switch {
	case !w.pairs || err != nil:
	case w.pairsOf != 0:
		one := []PlayerID{w.pairsOf}
		if err = t.read("year_pair", pairColumns, "a", one, pair); err == nil {
			err = t.read("year_pair INDEXED BY year_pair_b", pairColumns, "b", one, pair)
		}
	default:
		err = t.read("year_pair", pairColumns, "(a, b)", w.pairsAmong, pair)
	}
	return err
}

// read hands on the sums of some periods, row by row: adding them up there and here is quicker than having them sorted and added up by
// the database. who narrows a column to some people; for a pair of columns, to the
// pairs among them.
func (t yearTable) read(name string, c yearColumns, column string, who []PlayerID, each func(keys, sums []int64)) error {
	args := []any{string(t.money), listed(t.whole)}
	from, where := name, ""
	switch {
	case column == "(a, b)":
		from = "json_each(?3) x CROSS JOIN json_each(?3) y CROSS JOIN json_each(?2) p CROSS JOIN " + name + " t"
		where = " x.value < y.value AND t.period = p.value AND t.money = ?1 AND t.a = x.value AND t.b = y.value"
		args = append(args, listed(who))
	case who != nil:
		where = " money = ?1 AND period IN (SELECT value FROM json_each(?2)) AND " + column + " IN (SELECT value FROM json_each(?3))"
		args = append(args, listed(who))
	default:
		where = " money = ?1 AND period IN (SELECT value FROM json_each(?2))"
	}
	all := make([]int64, len(c.keys)+len(c.sums))
	into := make([]any, len(all))
	for i := range all {
		into[i] = &all[i]
	}
	text := fmt.Sprintf("SELECT %s, %s FROM %s WHERE%s", strings.Join(c.keys, ", "), strings.Join(c.sums, ", "), from, where)
	return t.each(func(rows *sql.Rows) error {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		sums := all[len(c.keys):]
		for i := range sums {
			sums[i] *= t.sign
		}
		each(all[:len(c.keys)], sums)
		return nil
	}, text, args...)
}

// listed writes numbers as a JSON list: one parameter, however many there are.
func listed[N ~int64](numbers []N) string {
	out := []byte{'['}
	for i, n := range numbers {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendInt(out, int64(n), 10)
	}
	return string(append(out, ']'))
}

// ends are the first and last day with a counted night; empty if there is none.
func (r *reading) ends() (first, last string, err error) {
	err = r.each(func(rows *sql.Rows) error { return rows.Scan(&first, &last) },
		`SELECT coalesce((SELECT min(date) FROM year_night), ''), coalesce((SELECT max(date) FROM year_night), '')`)
	return first, last, err
}

// briefs goes through the counted nights of a span and a money in the order they were played; of one person if one is named.
func (r *reading) briefs(span Span, money rules.Money, of PlayerID, do func(*brief) error) error {
	return r.each(func(rows *sql.Rows) error {
		b, err := r.b.scanBrief(rows)
		if err != nil {
			return err
		}
		return do(b)
	}, `SELECT night, date, stakes, brief FROM year_night WHERE date BETWEEN ?1 AND ?2 AND money = ?3
		AND (?4 = 0 OR night IN (SELECT night FROM year_line WHERE player = ?4 AND money = ?3 AND date BETWEEN ?1 AND ?2)) ORDER BY date, night`,
		span.From, span.Until, string(money), int64(of))
}

// scanBrief reads a row of night, date, stakes and brief.
func (b *Book) scanBrief(rows *sql.Rows) (*brief, error) {
	var (
		id     NightID
		date   string
		stakes int
		text   sql.RawBytes
	)
	if err := rows.Scan(&id, &date, &stakes, &text); err != nil {
		return nil, err
	}
	at, err := b.stakes.of(stakes)
	if err != nil {
		return nil, err
	}
	return readBrief(id, date, at.house, at.scale, text)
}

// learnStakes reads the house rules that were new to the book since somebody last looked; they never change.
func (r *reading) learnStakes() error {
	known := &r.b.stakes
	return r.each(func(rows *sql.Rows) error {
		var (
			id, scale int
			text      []byte
		)
		if err := rows.Scan(&id, &text, &scale); err != nil {
			return err
		}
		house, err := parseStakes(text, scale)
		if err == nil {
			known.learn(id, atStakes{house, scale})
		}
		return err
	}, `SELECT id, house, scale FROM year_stakes WHERE id > ? ORDER BY id`, known.upTo())
}

// yearbook is what a book keeps in memory for its statistics.
type yearbook struct {
	ratings ratings
	stakes  knownStakes
}

// knownStakes are house rules at their scales, by the number they have in the book.
type knownStakes struct {
	mu     sync.Mutex
	houses map[int]atStakes
	last   int // the highest number read so far
}

// atStakes are house rules at the amounts really played for, which are so many times their own.
type atStakes struct {
	house *rules.House
	scale int
}

func (k *knownStakes) upTo() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.last
}

// learn notes some; they come in the order of their numbers.
func (k *knownStakes) learn(id int, at atStakes) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.houses == nil {
		k.houses = map[int]atStakes{}
	}
	k.houses[id], k.last = at, max(k.last, id)
}

func (k *knownStakes) of(id int) (atStakes, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	at, ok := k.houses[id]
	if !ok {
		return atStakes{}, fmt.Errorf("%w: no house rules %d", errBrief, id)
	}
	return at, nil
}
