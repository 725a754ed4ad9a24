package ledger

// The statistics compared with the entries, year by year. The nights, who sat where, and what was played come from the
// reckoning and from nothing the desk wrote. They are counted by the same statscount.go by which the desk counted them, once
// each and only adding: what is held against the tables is a plain sum, and not years of putting in and taking out. A year is
// compared as soon as all of its nights have come that the tables have counted.

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"

	"ouverte/rules"
)

// years is the statistics' part of the comparison.
type years struct {
	counted []bool        // by night: whether the statistics have counted it, as the tables have it; the first is nobody's
	gap     NightID       // not 0: the night the tables have after the last in counted, out of order
	toCome  map[int64]int // by year, so many counted nights are still to come
	open    map[int64]*reckonedYear
	done    map[int64]bool
	lines   int64 // of year_line
}

// beginYears reads which nights the statistics say they have counted. Which these are follows from no entry: a night may be
// left open for years. But each is either counted or waits to be.
func (t *comparison) beginYears() error {
	t.years = years{counted: make([]bool, 1), toCome: map[int64]int{}, open: map[int64]*reckonedYear{}, done: map[int64]bool{}}
	err := t.each(`SELECT night, 1 FROM year_night UNION ALL SELECT night, 0 FROM year_loose ORDER BY 1`, func(row *rows) {
		switch id := NightID(row.number(0)); {
		case t.gap != 0:
		case id != NightID(len(t.counted)):
			t.gap = id
		default:
			t.counted = append(t.counted, row.isNumber(1, 1))
		}
	})
	if err != nil {
		return err
	}
	return t.each(`SELECT CAST(substr(date, 1, 4) AS INTEGER) * 100, count(*) FROM year_night GROUP BY 1`, func(row *rows) {
		t.toCome[row.number(0)] = int(row.number(1))
	})
}

// nightsCounted looks whether every night is either counted or waits to be, and none twice.
func (t *comparison) nightsCounted(nights NightID) bool {
	next := NightID(len(t.counted))
	switch {
	case t.gap != 0 && t.gap < next:
		t.say("year_loose", "the statistics have night %d twice", t.gap)
	case t.gap > nights && next > nights:
		t.say("year_loose", "the statistics speak of night %d, and no entry does", t.gap)
	case next <= nights:
		t.say("year_loose", "the statistics leave out night %d", next)
	case next > nights+1:
		t.say("year_loose", "the statistics speak of night %d, and no entry does", nights+1)
	default:
		return true
	}
	return false
}

// reckonedYear is what a year's nights come to.
type reckonedYear struct {
	year  int64
	lines []line
	sums  map[int64]map[rules.Money]*counts // by thirds of months, and in the end by months and the year
}

var (
	yearNightTable = projection{"year_night", `SELECT n.night, n.date, n.money, s.house, s.scale, n.deals, n.brief FROM year_night n LEFT JOIN year_stakes s ON s.id = n.stakes
		WHERE n.night = ?`, 1, false}
	yearLineTable = projection{"year_line", `SELECT date, night, player, money, sat, score, penalties, played, deals, best, best_deal, worst, worst_deal, calls, runs FROM year_line
		WHERE date = ? AND night = ? ORDER BY player, money`, 3, false}
	yearRecordTable = projection{"year_record", `SELECT period, money, player, ` + recordColumns + ` FROM year_record
		WHERE period BETWEEN ? AND ? ORDER BY period, money, player`, 3, false}
	yearPlayerTable = playerColumns.projection("year_player")
	yearCallTable   = callColumns.projection("year_call")
	yearSeatTable   = seatColumns.projection("year_seat")
	yearPairTable   = pairColumns.projection("year_pair")
)

func (c yearColumns) projection(table string) projection {
	keys := append([]string{"period", "money"}, c.keys...)
	return projection{table, fmt.Sprintf(`SELECT %s, %s FROM %s WHERE period BETWEEN ? AND ? ORDER BY %[1]s`,
		strings.Join(keys, ", "), strings.Join(c.sums, ", "), table), len(keys), true}
}

// takeYear counts a night, if the statistics have, and compares the year when it was the last of it.
func (t *comparison) takeYear(n *reckonedNight) error {
	if int64(n.id) >= int64(len(t.counted)) || !t.counted[n.id] {
		return nil
	}
	b := n.inBrief(t.who)
	in := periods(b.date)
	y := t.open[in[0]]
	if y == nil {
		y = &reckonedYear{year: in[0], sums: map[int64]map[rules.Money]*counts{}}
		t.open[in[0]] = y
	}
	lines := y.of(in[2], b.money).count(b)
	slices.SortFunc(lines, func(a, b line) int { return cmp.Compare(a.player, b.player) })
	y.lines = append(y.lines, lines...)
	err := t.compare(yearNightTable, []any{int64(n.id)}, func(row func(...any) bool) {
		row(int64(n.id), b.date, string(b.money), n.house.text, int64(b.scale), int64(len(b.deals)), blob(b.append(nil)))
	})
	if err != nil {
		return err
	}
	t.lines += int64(len(lines))
	due := make([]*line, len(lines))
	for i := range lines {
		due[i] = &lines[i]
	}
	err = compareMany(t, yearLineTable, []any{b.date, int64(n.id)}, due)
	if t.toCome[y.year]--; t.toCome[y.year] == 0 && err == nil {
		return t.compareYear(y)
	}
	return err
}

// endYears compares the years that are left, and those of which only the tables speak.
func (t *comparison) endYears(r *reckoning) error {
	if !t.nightsCounted(NightID(len(r.nights) - 1)) {
		return nil
	}
	for _, y := range t.open {
		if err := t.compareYear(y); err != nil {
			return err
		}
	}
	for _, p := range []projection{yearRecordTable, yearPlayerTable, yearCallTable, yearSeatTable, yearPairTable} {
		// Periods are of six digits or, thirds of months, of eight: from one of either we go on to the next year's first.
		for after := int64(math.MinInt64); ; {
			next, there, err := t.hand.perhaps(`SELECT min(period) FROM `+p.table+` WHERE period >= ?`, after)
			if err != nil {
				return err
			}
			if !there {
				break
			}
			if next < 0 || next > 99999999 {
				t.say(p.table, "%s has a period %d, which is none", p.table, next)
				break
			}
			year, last := next/100*100, next/100*100+99
			if next >= 1000000 {
				year, last = next/10000*100, next/10000*10000+9999
			}
			if after = last + 1; !t.done[year] {
				if err := t.compareYear(&reckonedYear{year: year}); err != nil {
					return err
				}
			}
		}
	}
	return errors.Join(t.stakes(r), t.extra("year_line", t.lines))
}

// stakes looks whether the statistics have other house rules, or at another scale, than nights began with. Some may be left
// there of nights that are counted no more.
func (t *comparison) stakes(r *reckoning) error {
	type played struct {
		house string
		scale int64
	}
	began := map[played]bool{}
	for _, f := range r.frozen {
		for scale := range f.scaled {
			began[played{f.text, int64(scale)}] = true
		}
	}
	return t.each(`SELECT id, CAST(house AS TEXT), scale FROM year_stakes`, func(row *rows) {
		if id := row.number(0); !began[played{row.string(1), row.number(2)}] {
			t.say("year_stakes", "year_stakes, id %d has house rules, or a scale, that no night began with", id)
		}
	})
}

// compareYear compares the sums and records of a year, its months and their thirds.
func (t *comparison) compareYear(y *reckonedYear) error {
	delete(t.open, y.year)
	t.done[y.year] = true
	y.sumUp()
	records, sums := y.records(), y.rows()
	for _, stretch := range [...][]any{{y.year, y.year + 99}, {y.year * 100, y.year*100 + 9999}} {
		within := func(period int64) bool { return period >= stretch[0].(int64) && period <= stretch[1].(int64) }
		err := t.compare(yearRecordTable, stretch, func(row func(...any) bool) {
			for _, r := range records {
				if within(r[0].(int64)) && !row(r...) {
					return
				}
			}
		})
		if err != nil {
			return err
		}
		for i, table := range [...]projection{yearPlayerTable, yearCallTable, yearSeatTable, yearPairTable} {
			first := sort.Search(len(sums[i]), func(j int) bool { return sums[i][j].period >= stretch[0].(int64) })
			last := sort.Search(len(sums[i]), func(j int) bool { return sums[i][j].period > stretch[1].(int64) })
			if err := compareMany(t, table, stretch, sums[i][first:last]); err != nil {
				return err
			}
		}
	}
	return nil
}

// sumUp makes months and the year of the thirds of months.
func (y *reckonedYear) sumUp() {
	thirds := make([]int64, 0, len(y.sums))
	for third := range y.sums {
		thirds = append(thirds, third)
	}
	for _, third := range thirds {
		for money, c := range y.sums[third] {
			y.of(y.year, money).plus(c, 1)
			y.of(third/100, money).plus(c, 1)
		}
	}
}

// recordKey names a row of year_record.
type recordKey struct {
	period int64
	money  rules.Money
	player PlayerID
}

// records are the rows of year_record.
func (y *reckonedYear) records() (out [][]any) {
	slices.SortFunc(y.lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.date, b.date), cmp.Compare(a.night, b.night), cmp.Compare(a.player, b.player))
	})
	best := map[recordKey]*record{}
	for i := range y.lines {
		l := &y.lines[i]
		one := l.record()
		for _, period := range periods(l.date) {
			r := cell(best, recordKey{period, l.money, l.player})
			*r = r.then(one)
		}
	}
	for k, r := range best {
		if *r == (record{}) {
			continue
		}
		row := append([]any{k.period, string(k.money), int64(k.player)}, r.row()...)
		for i, v := range row {
			if text, ok := v.([]byte); ok {
				row[i] = blob(text)
			}
		}
		out = append(out, row)
	}
	slices.SortFunc(out, func(a, b []any) int { return compareRows(a[:3], b[:3]) })
	return out
}

// sumRow is a row of one of the four tables of sums.
type sumRow struct {
	period  int64
	money   rules.Money
	numbers [14]int64 // the other keys, of which there are up to three, and the sums: so many
	n       int
}

func (s *sumRow) all() []any {
	return append([]any{s.period, string(s.money)}, wholes(s.numbers[:s.n]).all()...)
}

func (s *sumRow) is(row *rows) bool {
	return row.isNumber(0, s.period) && row.isString(1, string(s.money)) && wholes(s.numbers[:s.n]).from(row, 2)
}

// rows are those of year_player, year_call, year_seat and year_pair.
func (y *reckonedYear) rows() (out [4][]*sumRow) {
	var free []sumRow // made many at a time
	for _, period := range slices.Sorted(maps.Keys(y.sums)) {
		moneys := y.sums[period]
		for _, money := range slices.Sorted(maps.Keys(moneys)) {
			var from [4]int // where those of this period and money begin
			for i := range out {
				from[i] = len(out[i])
			}
			add := func(i int, sums sumFields, keys ...int64) {
				if len(free) == 0 {
					free = make([]sumRow, 256)
				}
				s := &free[0]
				s.period, s.money, s.n = period, money, len(keys)+sums.n
				copy(s.numbers[:], keys)
				nothing := true
				for i := range sums.n {
					s.numbers[len(keys)+i] = *sums.at[i]
					nothing = nothing && *sums.at[i] == 0
				}
				if !nothing { // whether the book has a row of zeros says nothing
					out[i], free = append(out[i], s), free[1:]
				}
			}
			c := moneys[money]
			for k, s := range c.players {
				add(0, s.fields(), int64(k))
			}
			for k, s := range c.calls {
				add(1, s.fields(), int64(k.player), int64(k.call), int64(k.part))
			}
			for k, s := range c.seats {
				add(2, s.fields(), int64(k.player), int64(k.place))
			}
			for k, s := range c.pairs {
				add(3, s.fields(), int64(k.a), int64(k.b))
			}
			for i := range out {
				slices.SortFunc(out[i][from[i]:], func(a, b *sumRow) int {
					return cmp.Or(cmp.Compare(a.numbers[0], b.numbers[0]), cmp.Compare(a.numbers[1], b.numbers[1]), cmp.Compare(a.numbers[2], b.numbers[2]))
				})
			}
		}
	}
	return out
}

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

// inBrief takes a night from the reckoning, as fold.inBrief takes it from the desk's fold.
func (n *reckonedNight) inBrief(who func(PlayerID) PlayerID) *brief {
	b := &brief{night: n.id, date: n.date, money: n.house.money, stakes: n.stakes, scale: n.scale, deals: make([]briefDeal, 0, n.standing)}
	var at EntryID
	var ats []EntryID
	var before, seated []Chair
	for i := range n.deals {
		d := &n.deals[i]
		if d.version == 0 {
			continue
		}
		if !d.inserted {
			at = max(at, EntryID(d.id))
		}
		ats = append(ats, at)
		if seated == nil || !slices.Equal(before, d.chairs) {
			before, seated = d.chairs, seatedAs(d.chairs, who)
			b.meet(seated)
		}
		b.deals = append(b.deals, briefDeal{id: d.id, changed: d.changed, chairs: seated, deal: d.deal, result: d.result})
	}
	b.meet(seatedAs(n.chairs, who))
	for _, was := range n.penalties {
		if n.undone[was.entry] {
			continue
		}
		var p briefPenalty
		for _, a := range ats {
			if a < was.entry {
				p.after++
			}
		}
		for _, t := range was.transfers {
			p.add(who(t.From), -t.Amount)
			p.add(who(t.To), t.Amount)
		}
		if p.nets = slices.DeleteFunc(p.nets, Net.Settled); len(p.nets) > 0 {
			b.penalties = append(b.penalties, p)
		}
	}
	slices.SortStableFunc(b.penalties, func(x, y briefPenalty) int { return cmp.Compare(x.after, y.after) })
	for _, p := range b.penalties {
		for _, net := range p.nets {
			b.index(net.Player)
		}
	}
	return b
}

// seatedAs gives chairs with the persons as known now.
func seatedAs(chairs []Chair, who func(PlayerID) PlayerID) []Chair {
	out := make([]Chair, len(chairs))
	for i, c := range chairs {
		out[i].Player = who(c.Player)
		if pays := who(c.Pays()); pays != out[i].Player {
			out[i].Account = pays
		}
	}
	return out
}

// all is a line as it is compared.
func (l *line) all() []any {
	return []any{
		l.date, int64(l.night), int64(l.player), string(l.money), flag(l.sat), l.score, l.penalties, l.played, l.deals,
		l.best, int64(l.bestDeal), l.worst, int64(l.worstDeal), l.calls, blob(l.runs.append(nil)),
	}
}

func (l *line) is(row *rows) bool {
	numbers := [...]int64{
		flag(l.sat), l.score, l.penalties, l.played, l.deals, l.best, int64(l.bestDeal), l.worst, int64(l.worstDeal), l.calls,
	}
	var runs [64]byte
	return row.isString(0, l.date) && row.isNumber(1, int64(l.night)) && row.isNumber(2, int64(l.player)) && row.isString(3, string(l.money)) &&
		wholes(numbers[:]).from(row, 4) && row.isBlob(14, l.runs.append(runs[:0]))
}
