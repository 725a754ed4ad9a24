package ledger

// Counting nights into months and years, as the desk does it. A night goes in when it is closed, all of it in one stroke of
// some two hundred small rows, and so a deal being recorded costs nothing here. Before anything about a counted night is
// changed it is taken out, exactly as it had been put in; from then on, and until it is closed again, it is loose: readers
// add it from its entries. Not many stay loose for long: where nights are left open for good, the one longest untouched goes
// in when another is written to. Nights that are being played stay loose however many they are, or each deal of each would
// take one in and another out.

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"database/sql"

	"ouverte/rules"
)

// mostLoose is how many nights may be loose at once that nobody writes to any more: each costs every page of the book of
// years a little.
const mostLoose = 8

// asleep is after how long without an entry a night counts as left open.
const asleep = 6 * time.Hour

// loadLoose reads which nights are loose, in no order but their own.
func (d *desk) loadLoose() error {
	rows, err := d.Query(`SELECT night FROM year_loose ORDER BY night`)
	if err != nil {
		return err
	}
	defer rows.Close()
	d.loose = d.loose[:0]
	for rows.Next() {
		var id NightID
		if err := rows.Scan(&id); err != nil {
			return err
		}
		d.loose = append(d.loose, id)
	}
	return rows.Err()
}

// writeYears brings the statistics up to date with a night that was written to.
func (d *desk) writeYears(n *fold) error {
	at := slices.Index(d.loose, n.id)
	if n.closed == nil && at >= 0 && at == len(d.loose)-1 {
		return nil // the usual case: one more deal of the night that is going on
	}
	if at >= 0 {
		d.loose = slices.Delete(d.loose, at, at+1)
	} else if _, err := d.uncount(n.id); err != nil {
		return err
	}
	if n.closed != nil {
		return d.countIn(n, at >= 0)
	}
	d.loose = append(d.loose, n.id)
	if at < 0 {
		if err := d.exec(`INSERT INTO year_loose (night) VALUES (?)`, int64(n.id)); err != nil {
			return err
		}
	}
	for len(d.loose) > mostLoose {
		old, err := d.fold(d.loose[0])
		if err != nil {
			return err
		}
		if d.at-old.at < asleep.Milliseconds() {
			return nil
		}
		d.loose = d.loose[1:]
		if err := d.countIn(old, true); err != nil {
			return err
		}
	}
	return nil
}

// countIn counts a night that isn't counted.
func (d *desk) countIn(n *fold, wasLoose bool) error {
	if wasLoose {
		if err := d.exec(`DELETE FROM year_loose WHERE night = ?`, int64(n.id)); err != nil {
			return err
		}
	}
	return d.countBrief(n.inBrief(), n.house, n.scale)
}

func (d *desk) countBrief(b *brief, house *rules.House, scale int) error {
	stakes, err := d.stakesRow(house, scale)
	if err != nil {
		return err
	}
	err = d.exec(`INSERT INTO year_night (night, date, money, stakes, deals, brief) VALUES (?, ?, ?, ?, ?, ?)`,
		int64(b.night), b.date, string(b.money), stakes, len(b.deals), b.append(nil))
	if err != nil {
		return err
	}
	c := newCounts()
	lines := c.count(b)
	if err := d.addCounts(c, b, 1); err != nil {
		return err
	}
	args := make([]any, 0, 15*len(lines))
	for i := range lines {
		args = append(args, lines[i].row()...)
	}
	d.recounted = append(d.recounted, dated{b.date, b.night})
	if err := d.execRows(`INSERT INTO year_line (player, money, `+lineColumns+`) VALUES `, 15, ``, args); err != nil {
		return err
	}
	return d.writeRecords(b.date, b.money, lines)
}

func (l *line) row() []any {
	return []any{
		int64(l.player), string(l.money), l.date, int64(l.night), l.sat, l.score, l.penalties, l.played, l.deals,
		l.best, int64(l.bestDeal), l.worst, int64(l.worstDeal), l.calls, l.runs.append(nil),
	}
}

// uncount takes a night out, exactly as it is counted; was is false if it isn't.
func (d *desk) uncount(id NightID) (was bool, err error) {
	var (
		date  string
		house []byte
		scale int
		text  []byte
	)
	err = d.Row(`SELECT n.date, s.house, s.scale, n.brief FROM year_night n JOIN year_stakes s ON s.id = n.stakes WHERE n.night = ?`, int64(id)).
		Scan(&date, &house, &scale, &text)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	stakes, err := parseStakes(house, scale)
	if err != nil {
		return false, err
	}
	b, err := readBrief(id, date, stakes, scale, text)
	if err != nil {
		return false, err
	}
	c := newCounts()
	lines := c.count(b)
	if err := d.addCounts(c, b, -1); err != nil {
		return false, err
	}
	for i := range lines {
		l := &lines[i]
		err := d.exec(`DELETE FROM year_line WHERE player = ? AND money = ? AND date = ? AND night = ?`, int64(l.player), string(l.money), l.date, int64(l.night))
		if err != nil {
			return false, err
		}
	}
	if err := d.writeRecords(date, b.money, lines); err != nil {
		return false, err
	}
	d.recounted = append(d.recounted, dated{date, id})
	return true, d.exec(`DELETE FROM year_night WHERE night = ?`, int64(id))
}

// periods are those a day is counted in, as the tables have them: the year 202600, the month 202611, and of the month its first
// ten days, the next ten, or the rest, 20261101 to 20261103.
func periods(date string) [3]int64 {
	y, _ := strconv.ParseInt(date[:4], 10, 64)
	m, _ := strconv.ParseInt(date[5:7], 10, 64)
	d, _ := strconv.ParseInt(date[8:10], 10, 64)
	return [3]int64{y * 100, y*100 + m, (y*100+m)*100 + min((d-1)/10, 2) + 1}
}

// addCounts adds the sums of a night to those of its month and year, or takes them away.
func (d *desk) addCounts(c *counts, b *brief, sign int64) error {
	for _, period := range periods(b.date) {
		r := rower{period: period, money: string(b.money), sign: sign}
		for k, s := range c.players {
			r.row(s.fields(), int64(k))
		}
		if err := r.write(d, "year_player", playerColumns); err != nil {
			return err
		}
		for k, s := range c.calls {
			r.row(s.fields(), int64(k.player), int64(k.call), int64(k.part))
		}
		if err := r.write(d, "year_call", callColumns); err != nil {
			return err
		}
		for k, s := range c.seats {
			r.row(s.fields(), int64(k.player), int64(k.place))
		}
		if err := r.write(d, "year_seat", seatColumns); err != nil {
			return err
		}
		for k, s := range c.pairs {
			r.row(s.fields(), int64(k.a), int64(k.b))
		}
		if err := r.write(d, "year_pair", pairColumns); err != nil {
			return err
		}
	}
	return nil
}

// The columns of the tables of sums: what names a row after the period and the money, and what it holds.
var (
	playerColumns = newYearColumns("player", "nights up down score penalties played deals won out revokes broken")
	callColumns   = newYearColumns("player call part", "n won lost told tricks over under amount squares")
	seatColumns   = newYearColumns("player place", "n amount called won lost gained squares")
	pairColumns   = newYearColumns("a b", "beside won lost amount against a_paid b_paid")
)

type yearColumns struct {
	keys, sums []string
	head, tail string // of the statement that adds to a row
}

func newYearColumns(keys, sums string) yearColumns {
	c := yearColumns{keys: strings.Fields(keys), sums: strings.Fields(sums)}
	c.head = "(period, money, " + strings.Join(slices.Concat(c.keys, c.sums), ", ") + ") VALUES "
	var sets []string
	for _, s := range c.sums {
		sets = append(sets, s+" = "+s+" + excluded."+s)
	}
	c.tail = " ON CONFLICT (period, money, " + strings.Join(c.keys, ", ") + ") DO UPDATE SET " + strings.Join(sets, ", ")
	return c
}

// rower gathers rows of sums.
type rower struct {
	period int64
	money  string
	sign   int64
	args   []any
}

func (r *rower) row(sums sumFields, keys ...int64) {
	r.args = append(r.args, r.period, r.money)
	for _, k := range keys {
		r.args = append(r.args, k)
	}
	for i := range sums.n {
		r.args = append(r.args, r.sign**sums.at[i])
	}
}

func (r *rower) write(d *desk, table string, c yearColumns) error {
	err := d.execRows("INSERT INTO "+table+" "+c.head, 2+len(c.keys)+len(c.sums), c.tail, r.args)
	r.args = r.args[:0]
	return err
}

// stakesRow finds the row of house rules at a scale, making it if there is none.
func (d *desk) stakesRow(house *rules.House, scale int) (id int64, err error) {
	text, err := json.Marshal(house)
	if err != nil {
		return 0, fmt.Errorf("ledger: house rules: %w", err)
	}
	err = d.Row(`SELECT id FROM year_stakes WHERE house = ? AND scale = ?`, string(text), scale).Scan(&id)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	err = d.Row(`INSERT INTO year_stakes (house, scale) VALUES (?, ?) RETURNING id`, string(text), scale).Scan(&id)
	return id, err
}

// parseStakes reads house rules as stakesRow wrote them, at their scale.
func parseStakes(text []byte, scale int) (*rules.House, error) {
	house := new(rules.House)
	if err := json.Unmarshal(text, house); err != nil {
		return nil, fmt.Errorf("ledger: house rules: %w", err)
	}
	return house.Scaled(scale)
}
