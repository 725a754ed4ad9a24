package ledger

// Keeping the sums of years, as the desk does it. A night is counted when it is closed, in one stroke, so a deal being recorded
// costs nothing here. Before anything about a counted night is changed it is taken out, exactly as it was put in; from then on,
// and until it is closed again, it is loose: readers add it from its entries. Not many stay loose for long: where nights are left
// open for good, the one longest untouched is counted when another is written to. Nights being played stay loose however many
// they are, or each deal of each would put one in and take another out.
//
// The sums are of years as the circle counts them (season.go), of the nights up to the day in year_kept: usually all. After a
// change of the season's day they are made again, a year to a transaction, so that recording goes on in between; readers
// go by briefs where sums are still missing.

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"ouverte/ledger/store"
	"ouverte/rules"
)

// mostLoose is how many nights may be loose at once that nobody writes to any more: each costs every page of the book of
// years a little.
const mostLoose = 8

// asleep is after how long without an entry a night counts as left open.
const asleep = 6 * time.Hour

// forever is the day in year_kept when the sums are of all nights there are and will be.
const forever = "9999-12-31"

// keeping is what the desk has of the statistics.
type keeping struct {
	loose         []NightID              // nights that aren't counted, the one touched longest ago first
	begins, until string                 // the sums are of years that begin on that day, and of nights up to this
	changes       map[yearOf]*yearChange // of this posting
}

// yearOf names a year of the circle, by the number of the one it begins in, in a money.
type yearOf struct {
	year  int64
	money rules.Money
}

// yearChange is what to add to the sums of a year. What is taken out is below zero in the sums, and its nights are listed.
type yearChange struct {
	*counts
	gone []NightID
}

// loadYears reads which nights are loose, and of what years the sums are.
func (d *desk) loadYears() error {
	d.changes = map[yearOf]*yearChange{}
	err := d.Row(`SELECT begins, until FROM year_kept WHERE one = 1`).Scan(&d.begins, &d.until)
	if err != nil {
		return err
	}
	d.loose, err = store.Column[NightID](d, `SELECT night FROM year_loose ORDER BY night`)
	return err
}

// changeYears brings the statistics up to date with a night that was written to.
func (d *desk) changeYears(n *fold) error {
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
	b := n.inBrief()
	stakes, err := d.stakesRow(n.house, n.scale)
	if err != nil {
		return err
	}
	if c := d.changeOf(b); c != nil {
		c.count(b)
	}
	d.recounted = append(d.recounted, b.dated)
	return d.exec(`INSERT INTO year_night (night, date, money, stakes, deals, brief) VALUES (?, ?, ?, ?, ?, ?)`,
		int64(b.night), b.date, string(b.money), stakes, len(b.deals), b.append(nil))
}

// uncount takes a night out, exactly as it was counted; was is false if it wasn't.
func (d *desk) uncount(id NightID) (was bool, err error) {
	n, err := d.packedNight(id)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	b, err := n.open()
	if err != nil {
		return false, err
	}
	if c := d.changeOf(b); c != nil {
		out := newCounts()
		out.count(b)
		c.minus(out)
		c.gone = append(c.gone, id)
	}
	d.recounted = append(d.recounted, b.dated)
	return true, d.exec(`DELETE FROM year_night WHERE night = ?`, int64(id))
}

func (d *desk) packedNight(id NightID) (n packedNight, err error) {
	var house []byte
	err = d.Row(`SELECT n.night, n.date, s.house, s.scale, n.brief FROM year_night n JOIN year_stakes s ON s.id = n.stakes
		WHERE n.night = ?`, int64(id)).Scan(&n.night, &n.date, &house, &n.stakes.scale, &n.text)
	if err == nil {
		n.stakes.house, err = parseStakes(house, n.stakes.scale)
	}
	return n, err
}

// changeOf is what this posting changes in the year of a night; nil where the sums aren't of its day yet.
func (d *desk) changeOf(b *brief) *yearChange {
	if b.date > d.until {
		return nil
	}
	y := yearOf{seasonYear(b.date, d.begins), b.money}
	if d.changes[y] == nil {
		d.changes[y] = &yearChange{counts: newCounts()}
	}
	return d.changes[y]
}

// writeYears writes the changes of this posting.
func (d *desk) writeYears() error {
	for y, change := range d.changes {
		if err := d.writeYear(y, change); err != nil {
			return err
		}
	}
	clear(d.changes)
	return nil
}

func (d *desk) writeYear(y yearOf, change *yearChange) error {
	people := change.people()
	now, err := readYear(d, y, people)
	if err != nil {
		return err
	}
	for _, f := range now.figures {
		f.evenings = slices.DeleteFunc(f.evenings, func(e yearEvening) bool { return slices.Contains(change.gone, e.night) })
	}
	now.plus(change.counts)
	var args []any
	for _, p := range people {
		s, f := now.standing[p], now.person(p)
		s.best, s.worst, s.gain = mark{}, mark{}, mark{}
		for i := range f.evenings {
			s.mark(f.evenings[i].marks())
		}
		if text := f.append(nil); len(text) > 0 {
			args = append(args, int64(p), string(y.money), y.year, text)
			continue
		}
		err := d.exec(`DELETE FROM year_player WHERE player = ? AND money = ? AND year = ?`, int64(p), string(y.money), y.year)
		if err != nil {
			return err
		}
	}
	err = d.execRows(`INSERT INTO year_player (player, money, year, figures) VALUES `, 4,
		` ON CONFLICT (player, money, year) DO UPDATE SET figures = excluded.figures`, args)
	if err != nil {
		return err
	}
	if text := now.appendStanding(nil); len(text) > 0 {
		return d.exec(`INSERT INTO year_circle (money, year, standing) VALUES (?, ?, ?)
			ON CONFLICT (money, year) DO UPDATE SET standing = excluded.standing`, string(y.money), y.year, text)
	}
	return d.exec(`DELETE FROM year_circle WHERE money = ? AND year = ?`, string(y.money), y.year)
}

// readYear reads the sums of a year: the standing of all, and the figures of some.
func readYear(q store.Querier, y yearOf, of []PlayerID) (*counts, error) {
	c := newCounts()
	years := listed([]int64{y.year})
	return c, cmp.Or(c.readStanding(q, y.money, years, nil), c.readFigures(q, y.money, years, of))
}

// readStanding adds the standing of some people in some years; nil is everybody.
func (c *counts) readStanding(q store.Querier, money rules.Money, years string, of []PlayerID) error {
	return store.Each(q, func(rows *sql.Rows) error {
		var text sql.RawBytes
		if err := rows.Scan(&text); err != nil {
			return err
		}
		return c.addStanding(text, of)
	}, `SELECT standing FROM year_circle WHERE money = ? AND year IN (SELECT value FROM json_each(?))`, string(money), years)
}

// readFigures adds the figures of some people in some years.
func (c *counts) readFigures(q store.Querier, money rules.Money, years string, of []PlayerID) error {
	return store.Each(q, func(rows *sql.Rows) error {
		var p PlayerID
		var text sql.RawBytes
		if err := rows.Scan(&p, &text); err != nil {
			return err
		}
		return c.person(p).read(text, c.evenings)
	}, `SELECT player, figures FROM year_player WHERE player IN (SELECT value FROM json_each(?))
		AND money = ? AND year IN (SELECT value FROM json_each(?))`, listed(of), string(money), years)
}

// restartYears drops the sums where they are of years that begin on another day.
func (d *desk) restartYears(begins string) error {
	if begins == d.begins {
		return nil
	}
	for _, text := range [...]string{`DELETE FROM year_circle`, `DELETE FROM year_player`} {
		if err := d.exec(text); err != nil {
			return err
		}
	}
	if err := d.put(1, `UPDATE year_kept SET begins = ?, until = ''`, begins); err != nil {
		return err
	}
	d.begins, d.until = begins, ""
	return nil
}

// sumYear makes the sums of the next year there are none of; more is false when they are of all nights.
func (d *desk) sumYear() (more bool, err error) {
	if d.until == forever {
		return false, nil
	}
	var first sql.NullString
	if err := d.Row(`SELECT min(date) FROM year_night WHERE date > ?`, d.until).Scan(&first); err != nil {
		return false, err
	}
	until := forever
	if first.Valid {
		until = seasonOf(first.String, d.begins).Until
		if err := d.sumNights(first.String, until); err != nil {
			return false, err
		}
	}
	if err := d.put(1, `UPDATE year_kept SET until = ?`, until); err != nil {
		return false, err
	}
	d.until = until
	return until != forever, nil
}

// sumNights makes the sums of the year that some days are in.
func (d *desk) sumNights(from, until string) error {
	stakes := new(knownStakes)
	if err := stakes.learn(d, math.MaxInt); err != nil {
		return err
	}
	var parts []map[rules.Money]*counts
	err := throughBriefs(d, stakes, func() func(*brief) error {
		part := map[rules.Money]*counts{}
		parts = append(parts, part)
		return func(b *brief) error {
			if part[b.money] == nil {
				part[b.money] = newCounts()
			}
			part[b.money].count(b)
			return nil
		}
	}, `SELECT night, date, stakes, brief FROM year_night WHERE date BETWEEN ? AND ?`, from, until)
	if err != nil {
		return err
	}
	sums := parts[0]
	for _, part := range parts[1:] {
		for money, c := range part {
			if sums[money] == nil {
				sums[money] = newCounts()
			}
			sums[money].plus(c)
		}
	}
	for money, c := range sums {
		if err := d.writeYear(yearOf{seasonYear(from, d.begins), money}, &yearChange{counts: c}); err != nil {
			return err
		}
	}
	return nil
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
