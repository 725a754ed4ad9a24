package ledger

// Records: the best and the worst evening, the dearest deals, and how long runs were. They can't be added up or taken away
// like sums, but those of two stretches of time put one after the other are told from the two alone. So they are kept for
// thirds of months, months and years too, and when a night is counted or taken out, those it falls into are put together
// anew, for the few people who were there.

import (
	"cmp"
	"database/sql"
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"ouverte/rules"
)

// record is what some evenings in a row were to one person. Without an evening they sat at it is the zero value.
type record struct {
	best, worst mark
	gain, loss  mark
	runs        runs
	turns       turns
}

// mark is an evening or a deal that stands out; night 0 is none.
type mark struct {
	amount int64
	deal   DealID
	night  NightID
	date   string
}

// turns are runs of evenings.
type turns struct{ up, down run }

func (t *turns) all() [2]*run { return [2]*run{&t.up, &t.down} }

// then is this record with that of the evenings after it. Of equal marks the earlier stays.
func (r record) then(o record) record {
	out := record{best: r.best, worst: r.worst, gain: r.gain, loss: r.loss, runs: r.runs.then(o.runs),
		turns: turns{r.turns.up.then(o.turns.up), r.turns.down.then(o.turns.down)}}
	for _, m := range [...]struct {
		to   *mark
		mark mark
		more bool
	}{
		{&out.best, o.best, o.best.amount > r.best.amount}, {&out.worst, o.worst, o.worst.amount < r.worst.amount},
		{&out.gain, o.gain, o.gain.amount > r.gain.amount}, {&out.loss, o.loss, o.loss.amount < r.loss.amount},
	} {
		if m.mark.night != 0 && (m.to.night == 0 || m.more) {
			*m.to = m.mark
		}
	}
	return out
}

// record is that of the one evening.
func (l *line) record() (r record) {
	if !l.sat {
		return r
	}
	r.best = mark{amount: l.score, night: l.night, date: l.date}
	r.worst = r.best
	if l.best > 0 {
		r.gain = mark{l.best, l.bestDeal, l.night, l.date}
	}
	if l.worst < 0 {
		r.loss = mark{l.worst, l.worstDeal, l.night, l.date}
	}
	r.runs = l.runs
	r.turns.up.push(l.score > 0)
	r.turns.down.push(l.score < 0)
	return r
}

// recordOf puts evenings together, the oldest first.
func recordOf(lines []line) (r record) {
	for i := range lines {
		r = r.then(lines[i].record())
	}
	return r
}

func (t turns) append(to []byte) []byte {
	for _, one := range t.all() {
		for _, n := range [...]int{one.n, one.first, one.last, one.best} {
			to = binary.AppendUvarint(to, uint64(n))
		}
	}
	return to
}

func readTurns(text []byte) (t turns, err error) {
	in := briefReader{at: text}
	for _, one := range t.all() {
		one.n, one.first, one.last, one.best = int(in.number()), int(in.number()), int(in.number()), int(in.number())
	}
	if in.bad || len(in.at) > 0 {
		return t, errBrief
	}
	return t, nil
}

// recordColumns are those of year_record after the period, the money and the player.
const recordColumns = `best, best_night, best_date, worst, worst_night, worst_date, gain, gain_deal, gain_night, gain_date, loss, loss_deal, loss_night, loss_date, runs, turns`

// row is the record as the table has it.
func (r *record) row() []any {
	return []any{
		r.best.amount, int64(r.best.night), r.best.date, r.worst.amount, int64(r.worst.night), r.worst.date,
		r.gain.amount, int64(r.gain.deal), int64(r.gain.night), r.gain.date, r.loss.amount, int64(r.loss.deal), int64(r.loss.night), r.loss.date,
		r.runs.append(nil), r.turns.append(nil),
	}
}

// scanRecord reads a row of keys and recordColumns.
func scanRecord(rows *sql.Rows, keys ...any) (r record, err error) {
	var text, turned sql.RawBytes
	err = rows.Scan(append(keys, &r.best.amount, &r.best.night, &r.best.date, &r.worst.amount, &r.worst.night, &r.worst.date,
		&r.gain.amount, &r.gain.deal, &r.gain.night, &r.gain.date, &r.loss.amount, &r.loss.deal, &r.loss.night, &r.loss.date, &text, &turned)...)
	if err != nil {
		return r, err
	}
	if r.runs, err = readRuns(text); err != nil {
		return r, err
	}
	r.turns, err = readTurns(turned)
	return r, err
}

// lineColumns are those of year_line after the player and the money.
const lineColumns = `date, night, sat, score, penalties, played, deals, best, best_deal, worst, worst_deal, calls, runs`

// scanLine reads a row of keys and lineColumns.
func scanLine(rows *sql.Rows, l *line, keys ...any) error {
	var text sql.RawBytes
	err := rows.Scan(append(keys, &l.date, &l.night, &l.sat, &l.score, &l.penalties, &l.played, &l.deals, &l.best, &l.bestDeal, &l.worst, &l.worstDeal, &l.calls, &text)...)
	if err != nil {
		return err
	}
	l.runs, err = readRuns(text)
	return err
}

// partsOf are the periods a period is put together from, in order; none for a third, which is put together from its evenings.
func partsOf(period int64) []int64 {
	switch {
	case period > 1e6:
		return nil
	case period%100 == 0:
		out := make([]int64, 12)
		for i := range out {
			out[i] = period + int64(i) + 1
		}
		return out
	}
	return []int64{period*100 + 1, period*100 + 2, period*100 + 3}
}

// writeRecords puts the records of the periods of a day together anew, for those who have a line in a night of it.
func (d *desk) writeRecords(date string, money rules.Money, lines []line) error {
	who := make([]PlayerID, len(lines))
	for i := range lines {
		who[i] = lines[i].player
	}
	in := periods(date)
	for _, period := range [...]int64{in[2], in[1], in[0]} {
		records, err := d.recordsOf(period, money, who)
		if err != nil {
			return err
		}
		var args []any
		for _, p := range who {
			if r, some := records[p]; some && r != (record{}) {
				args = append(append(args, period, string(money), int64(p)), r.row()...)
			} else if err := d.exec(`DELETE FROM year_record WHERE period = ? AND money = ? AND player = ?`, period, string(money), int64(p)); err != nil {
				return err
			}
		}
		if err := d.writeRecordRows(args); err != nil {
			return err
		}
	}
	return nil
}

func (d *desk) writeRecordRows(args []any) error {
	return d.execRows(`INSERT INTO year_record (period, money, player, `+recordColumns+`) VALUES `, 19, recordsTail, args)
}

// recordsTail puts the new record in the place of the one there was.
var recordsTail = func() string {
	var sets []string
	for column := range strings.SplitSeq(recordColumns, ", ") {
		sets = append(sets, column+" = excluded."+column)
	}
	return ` ON CONFLICT (period, money, player) DO UPDATE SET ` + strings.Join(sets, ", ")
}()

// recordsOf puts the records of some people together: from the evenings of a third, or from the periods within a longer one.
func (d *desk) recordsOf(period int64, money rules.Money, who []PlayerID) (map[PlayerID]record, error) {
	var text string
	args := []any{listed(who), string(money)}
	parts := partsOf(period)
	if parts == nil {
		in := daysOfPeriod(period)
		text = `SELECT player, ` + lineColumns + ` FROM year_line WHERE player IN (SELECT value FROM json_each(?)) AND money = ? AND date BETWEEN ? AND ? ORDER BY date, night`
		args = append(args, in.From, in.Until)
	} else {
		text = `SELECT player, ` + recordColumns + ` FROM year_record WHERE player IN (SELECT value FROM json_each(?)) AND money = ? AND period IN (SELECT value FROM json_each(?)) ORDER BY period`
		args = append(args, listed(parts))
	}
	rows, err := d.Query(text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := make(map[PlayerID]record, len(who))
	for rows.Next() {
		var one record
		var p PlayerID
		if parts == nil {
			l := line{money: money}
			err = scanLine(rows, &l, &p)
			one = l.record()
		} else {
			one, err = scanRecord(rows, &p)
		}
		if err != nil {
			return nil, err
		}
		out[p] = out[p].then(one)
	}
	return out, rows.Err()
}

// fillRecords puts all records together, in a book whose evenings were counted before there were any.
func (d *desk) fillRecords() (err error) {
	var missing bool
	if err := d.Row(`SELECT EXISTS (SELECT 1 FROM year_line) AND NOT EXISTS (SELECT 1 FROM year_record)`).Scan(&missing); err != nil || !missing {
		return err
	}
	if err := d.Begin(); err != nil {
		return err
	}
	if err := d.fillAllRecords(); err != nil {
		_ = d.Rollback()
		return err
	}
	return d.Commit()
}

func (d *desk) fillAllRecords() error {
	type key struct {
		money  rules.Money
		player PlayerID
	}
	var at key
	sums := map[int64]record{}
	flush := func() error {
		var args []any
		for period, r := range sums {
			if r == (record{}) {
				continue
			}
			args = append(append(args, period, string(at.money), int64(at.player)), r.row()...)
		}
		clear(sums)
		return d.writeRecordRows(args)
	}
	rows, err := d.Query(`SELECT player, money, ` + lineColumns + ` FROM year_line ORDER BY player, money, date, night`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var l line
		if err := scanLine(rows, &l, &l.player, &l.money); err != nil {
			return err
		}
		if one := (key{l.money, l.player}); one != at {
			if err := flush(); err != nil {
				return err
			}
			at = one
		}
		for _, period := range periods(l.date) {
			sums[period] = sums[period].then(l.record())
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return flush()
}

// piece is a stretch of a span: a whole period, or days that are looked at evening by evening.
type piece struct {
	period int64 // 0 for days
	Span
}

// pieces parts a span with two ends into pieces in the order of time. A period that holds one of the loose days is broken up: its
// records lack an evening.
func (s Span) pieces(loose []string) (out []piece) {
	if _, err := time.Parse(time.DateOnly, s.From); err != nil || len(s.Until) != len(s.From) {
		return nil
	}
	for year := periods(s.From)[0]; year <= periods(s.Until)[0]; year += 100 {
		out = s.piecesIn(year, loose, out)
	}
	return out
}

func (s Span) piecesIn(period int64, loose []string, out []piece) []piece {
	all := daysOfPeriod(period)
	in := Span{max(s.From, all.From), min(s.Until, all.Until)}
	within := partsOf(period)
	switch {
	case in.From > in.Until:
	case in == all && !slices.ContainsFunc(loose, in.Holds):
		out = append(out, piece{period, in})
	case within == nil:
		out = append(out, piece{0, in})
	default:
		for _, p := range within {
			out = in.piecesIn(p, loose, out)
		}
	}
	return out
}

// recordOf is the record of a span for one person.
func (r *reading) recordOf(p PlayerID, money rules.Money, span Span) (out record, err error) {
	first, last, err := r.ends()
	if err != nil {
		return out, err
	}
	var loose []line
	var days []string
	for _, b := range r.loose {
		if b.money != money || !span.Holds(b.date) || !slices.Contains(b.people, p) {
			continue
		}
		for _, l := range newCounts().count(b) {
			if l.player == p {
				loose, days = append(loose, l), append(days, l.date)
				first, last = min(cmp.Or(first, l.date), l.date), max(last, l.date)
			}
		}
	}
	if first == "" || span.From > last || span.Until != "" && span.Until < first {
		return out, nil
	}
	pieces := span.within(first, last).pieces(days)
	var asked []int64
	for _, one := range pieces {
		if one.period != 0 {
			asked = append(asked, one.period)
		}
	}
	whole := make(map[int64]record, len(asked))
	err = r.each(func(rows *sql.Rows) error {
		var period int64
		one, err := scanRecord(rows, &period)
		whole[period] = one
		return err
	}, `SELECT period, `+recordColumns+` FROM year_record WHERE period IN (SELECT value FROM json_each(?)) AND money = ? AND player = ?`, listed(asked), string(money), int64(p))
	if err != nil {
		return out, err
	}
	for _, one := range pieces {
		if one.period != 0 {
			out = out.then(whole[one.period])
			continue
		}
		lines, err := r.linesOf(p, money, one.Span)
		if err != nil {
			return out, err
		}
		for _, l := range loose {
			if one.Holds(l.date) {
				lines = append(lines, l)
			}
		}
		slices.SortFunc(lines, func(a, b line) int { return cmp.Or(cmp.Compare(a.date, b.date), cmp.Compare(a.night, b.night)) })
		out = out.then(recordOf(lines))
	}
	return out, nil
}
