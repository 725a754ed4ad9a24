package years

// Keeping the sums of years, at the desk. A night is counted after it has closed, once nobody waits for the
// desk, so neither recording a deal nor closing costs anything here. Before anything about a counted night
// changes it is taken out, exactly as it was put in; until it is counted again it is loose, and readers add
// it from its entries. Where nights are left open for good, the one longest untouched is counted when another
// is written to. Nights being played stay loose however many they are: otherwise each deal would put one in
// and take another out.
//
// The sums are of years as the circle counts them (season.go), of the nights up to the day in year_kept,
// usually all. After a change of the season's day they are made again, a year to a transaction, so that
// recording goes on in between. Readers go by briefs where sums are still missing.

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// mostLoose is how many nights may be loose that nobody writes to any more: each costs every page of the book
// of years a little.
const mostLoose = 8

// mostWaiting is how many closed nights may wait to be counted: where the desk is never idle, the oldest is
// counted when another closes.
const mostWaiting = 32

// asleep is how long a night must have been without an entry to count as left open.
const asleep = 6 * time.Hour

// forever is the day in year_kept when the sums are of all nights there are and will be.
const forever = "9999-12-31"

// Keeper keeps the statistics, at the desk. It writes in the desk's transaction: Begin, any number of
// changes, Write, and Committed once the transaction is.
type Keeper struct {
	w             *store.Writer
	cache         *Cache
	loose         []chain.NightID // nights that are open and not counted, the one touched longest ago first
	waiting       []chain.NightID // nights that are closed and not counted yet, the one closed first in front
	begins, until string          // the sums are of years that begin on that day, and of nights up to this
	changes       map[yearOf]*yearChange
	recounted     []dated // nights counted or taken out since Begin
}

// Night is a night as the desk knows it.
type Night struct {
	ID     chain.NightID
	Closed bool
	At     int64 // of its latest entry, in milliseconds since 1970
	House  *rules.House
	Brief  func() (*Brief, error)
}

// NewKeeper gives a keeper that writes with w; cache is that of the readers of the same book.
func NewKeeper(w *store.Writer, cache *Cache) (*Keeper, error) {
	k := &Keeper{w: w, cache: cache}
	return k, k.Load()
}

// Begin begins a transaction.
func (k *Keeper) Begin() { k.recounted = k.recounted[:0] }

// Committed tells readers what the transaction changed.
func (k *Keeper) Committed() { k.cache.counted(k.recounted) }

// yearOf names a year of the circle, by the number of the one it begins in, in a money.
type yearOf struct {
	year  int64
	money rules.Money
}

// yearChange is what to add to the sums of a year. A night taken out counts below zero in the sums and is
// listed in gone.
type yearChange struct {
	*Sums
	gone []chain.NightID
}

// Load reads what the book has, again after a transaction that failed.
func (k *Keeper) Load() (err error) {
	k.changes = map[yearOf]*yearChange{}
	err = k.w.Row(`SELECT begins, until FROM year_kept WHERE one = 1`).Scan(&k.begins, &k.until)
	if err != nil {
		return err
	}
	k.loose, k.waiting = nil, nil
	return store.Each(k.w, func(rows *sql.Rows) error {
		var id chain.NightID
		var closed bool
		err := rows.Scan(&id, &closed)
		if closed {
			k.waiting = append(k.waiting, id)
		} else {
			k.loose = append(k.loose, id)
		}
		return err
	}, `SELECT l.night, n.closed IS NOT NULL FROM year_loose l LEFT JOIN night n ON n.id = l.night ORDER BY 1`)
}

// Changed brings the statistics up to date with a night that was written to. now is the time in milliseconds;
// find returns another night.
func (k *Keeper) Changed(n Night, now int64, find func(chain.NightID) (Night, error)) error {
	at := slices.Index(k.loose, n.ID)
	if !n.Closed && at >= 0 && at == len(k.loose)-1 {
		return nil // the usual case: one more deal of the night that is going on
	}
	if waits := slices.Index(k.waiting, n.ID); at >= 0 {
		k.loose = slices.Delete(k.loose, at, at+1)
	} else if waits >= 0 {
		k.waiting = slices.Delete(k.waiting, waits, waits+1)
	} else {
		if _, err := k.TakeOut(n.ID); err != nil {
			return err
		}
		if err := k.exec(`INSERT INTO year_loose (night) VALUES (?)`, int64(n.ID)); err != nil {
			return err
		}
	}
	if n.Closed {
		k.waiting = append(k.waiting, n.ID)
		return k.CountWaiting(len(k.waiting)-mostWaiting, find)
	}
	k.loose = append(k.loose, n.ID)
	for len(k.loose) > mostLoose {
		old, err := find(k.loose[0])
		if err != nil {
			return err
		}
		if now-old.At < asleep.Milliseconds() {
			return nil
		}
		k.loose = k.loose[1:]
		if err := k.countLoose(old); err != nil {
			return err
		}
	}
	return nil
}

// Waiting is how many closed nights wait to be counted.
func (k *Keeper) Waiting() int { return len(k.waiting) }

// Waits tells whether a night is one of them.
func (k *Keeper) Waits(id chain.NightID) bool { return slices.Contains(k.waiting, id) }

// CountWaiting counts so many of the closed nights that wait for it, those closed first; find returns a
// night.
func (k *Keeper) CountWaiting(most int, find func(chain.NightID) (Night, error)) error {
	for range min(most, len(k.waiting)) {
		n, err := find(k.waiting[0])
		if err != nil {
			return err
		}
		k.waiting = k.waiting[1:]
		if err := k.countLoose(n); err != nil {
			return err
		}
	}
	return nil
}

func (k *Keeper) countLoose(n Night) error {
	if err := k.exec(`DELETE FROM year_loose WHERE night = ?`, int64(n.ID)); err != nil {
		return err
	}
	return k.Count(n)
}

// Count counts a night that isn't counted.
func (k *Keeper) Count(n Night) error {
	b, err := n.Brief()
	if err != nil {
		return err
	}
	stakes, err := k.stakesRow(n.House, b.scale)
	if err != nil {
		return err
	}
	if c := k.changeOf(b); c != nil {
		c.Count(b)
	}
	k.recounted = append(k.recounted, b.dated)
	return k.put(`INSERT INTO year_night (night, date, money, stakes, deals, brief) VALUES (?, ?, ?, ?, ?, ?)`,
		int64(b.night), b.date, string(b.money), stakes, len(b.deals), b.Append(nil))
}

// TakeOut takes a night out, exactly as it was counted. was is false if it wasn't counted.
func (k *Keeper) TakeOut(id chain.NightID) (was bool, err error) {
	n, err := k.packedNight(id)
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
	if c := k.changeOf(b); c != nil {
		out := NewSums()
		out.Count(b)
		c.minus(out)
		c.gone = append(c.gone, id)
	}
	k.recounted = append(k.recounted, b.dated)
	return true, k.exec(`DELETE FROM year_night WHERE night = ?`, int64(id))
}

func (k *Keeper) packedNight(id chain.NightID) (n packedNight, err error) {
	var house []byte
	err = k.w.Row(`SELECT n.night, n.date, s.house, s.scale, n.brief
		FROM year_night n JOIN year_stakes s ON s.id = n.stakes WHERE n.night = ?`, int64(id)).
		Scan(&n.night, &n.date, &house, &n.stakes.scale, &n.text)
	if err == nil {
		n.stakes.house, err = parseStakes(house, n.stakes.scale)
	}
	return n, err
}

// changeOf is what this transaction changes in the year of a night; nil where the sums don't reach its day
// yet.
func (k *Keeper) changeOf(b *Brief) *yearChange {
	if b.date > k.until {
		return nil
	}
	y := yearOf{YearOf(b.date, k.begins), b.money}
	if k.changes[y] == nil {
		k.changes[y] = &yearChange{Sums: NewSums()}
	}
	return k.changes[y]
}

// Write writes the sums of what was counted and taken out.
func (k *Keeper) Write() error {
	for y, change := range k.changes {
		if err := k.writeYear(y, change); err != nil {
			return err
		}
	}
	clear(k.changes)
	return nil
}

func (k *Keeper) writeYear(y yearOf, change *yearChange) error {
	people := change.People()
	now, err := readYear(k.w, y, people)
	if err != nil {
		return err
	}
	for _, f := range now.figures {
		f.evenings = slices.DeleteFunc(f.evenings, func(e evening) bool {
			return slices.Contains(change.gone, e.night)
		})
	}
	now.plus(change.Sums)
	for _, p := range people {
		s, f := now.standing[p], now.person(p)
		s.best, s.worst, s.gain = mark{}, mark{}, mark{}
		for i := range f.evenings {
			s.mark(f.evenings[i].marks())
		}
		var err error
		if text := f.append(nil); len(text) > 0 {
			err = k.put(`INSERT INTO year_player (player, money, year, figures) VALUES (?, ?, ?, ?)
				ON CONFLICT (player, money, year) DO UPDATE SET figures = excluded.figures`,
				int64(p), string(y.money), y.year, text)
		} else {
			err = k.exec(`DELETE FROM year_player WHERE player = ? AND money = ? AND year = ?`,
				int64(p), string(y.money), y.year)
		}
		if err != nil {
			return err
		}
	}
	if text := now.AppendStanding(nil); len(text) > 0 {
		return k.put(`INSERT INTO year_circle (money, year, standing) VALUES (?, ?, ?)
			ON CONFLICT (money, year) DO UPDATE SET standing = excluded.standing`, string(y.money), y.year, text)
	}
	return k.exec(`DELETE FROM year_circle WHERE money = ? AND year = ?`, string(y.money), y.year)
}

// readYear reads the sums of a year: the standing of all, and the figures of some.
func readYear(q store.Querier, y yearOf, of []chain.PlayerID) (*Sums, error) {
	c := NewSums()
	years := Listed([]int64{y.year})
	return c, cmp.Or(c.readStanding(q, y.money, years, nil), c.readFigures(q, y.money, years, of))
}

// readStanding adds the standing of some people in some years; nil is everybody.
func (c *Sums) readStanding(q store.Querier, money rules.Money, years string, of []chain.PlayerID) error {
	return store.Each(q, func(rows *sql.Rows) error {
		var text sql.RawBytes
		if err := rows.Scan(&text); err != nil {
			return err
		}
		return c.addStanding(text, of)
	}, standingIn, string(money), years)
}

// readFigures adds the figures of some people in some years.
func (c *Sums) readFigures(q store.Querier, money rules.Money, years string, of []chain.PlayerID) error {
	return store.Each(q, func(rows *sql.Rows) error {
		var p chain.PlayerID
		var text sql.RawBytes
		if err := rows.Scan(&p, &text); err != nil {
			return err
		}
		return c.person(p).read(text, c.evenings, c.among)
	}, figuresIn, Listed(of), string(money), years)
}

// Restart drops the sums where they are of years that begin on another day.
func (k *Keeper) Restart(begins string) error {
	if begins == k.begins {
		return nil
	}
	for _, text := range [...]string{`DELETE FROM year_circle`, `DELETE FROM year_player`} {
		if err := k.exec(text); err != nil {
			return err
		}
	}
	if err := k.put(`UPDATE year_kept SET begins = ?, until = ''`, begins); err != nil {
		return err
	}
	k.begins, k.until = begins, ""
	return nil
}

// Sum makes the sums of the next year there are none of; more is false when they are of all nights.
func (k *Keeper) Sum() (more bool, err error) {
	if k.until == forever {
		return false, nil
	}
	var first sql.NullString
	if err := k.w.Row(`SELECT min(date) FROM year_night WHERE date > ?`, k.until).Scan(&first); err != nil {
		return false, err
	}
	until := forever
	if first.Valid {
		until = SeasonOf(first.String, k.begins).Until
		if err := k.sumNights(first.String, until); err != nil {
			return false, err
		}
	}
	if err := k.put(`UPDATE year_kept SET until = ?`, until); err != nil {
		return false, err
	}
	k.until = until
	return until != forever, nil
}

// sumNights makes the sums of the year that some days are in.
func (k *Keeper) sumNights(from, until string) error {
	stakes := new(knownStakes)
	if err := stakes.learn(k.w, math.MaxInt); err != nil {
		return err
	}
	var parts []map[rules.Money]*Sums
	err := throughBriefs(k.w, stakes, func() func(*Brief) error {
		part := map[rules.Money]*Sums{}
		parts = append(parts, part)
		return func(b *Brief) error {
			if part[b.money] == nil {
				part[b.money] = NewSums()
			}
			part[b.money].Count(b)
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
				sums[money] = NewSums()
			}
			sums[money].plus(c)
		}
	}
	for money, c := range sums {
		if err := k.writeYear(yearOf{YearOf(from, k.begins), money}, &yearChange{Sums: c}); err != nil {
			return err
		}
	}
	return nil
}

// SumAll makes the sums again, in a book of an older version or where a change of the season was cut short.
// It makes transactions of its own, one for each year.
func (k *Keeper) SumAll() error {
	begins, err := Begins(k.w)
	for more := k.begins != begins || k.until != forever; more && err == nil; {
		if err = k.w.Begin(); err != nil {
			return err
		}
		if err = k.Restart(begins); err == nil {
			more, err = k.Sum()
		}
		if err == nil {
			err = k.w.Commit()
		}
		if err != nil {
			_ = k.w.Rollback()
		}
	}
	return err
}

func (k *Keeper) exec(text string, args ...any) error {
	_, err := k.w.Exec(text, args...)
	return err
}

// ErrNotKept means that the file didn't take a row as it was written.
var ErrNotKept = errors.New("years: book doesn't keep what is written")

// put writes one row. If another number of rows was written, a trigger in the file works against us.
func (k *Keeper) put(text string, args ...any) error {
	n, err := k.w.Exec(text, args...)
	if err == nil && n != 1 {
		err = fmt.Errorf("%w: %d rows of one with %s", ErrNotKept, n, text)
	}
	return err
}

// stakesRow finds the row of house rules at a scale, making it if there is none.
func (k *Keeper) stakesRow(house *rules.House, scale int) (id int64, err error) {
	text, err := json.Marshal(house)
	if err != nil {
		return 0, fmt.Errorf("years: house rules: %w", err)
	}
	err = k.w.Row(`SELECT id FROM year_stakes WHERE house = ? AND scale = ?`, string(text), scale).Scan(&id)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	err = k.w.Row(`INSERT INTO year_stakes (house, scale) VALUES (?, ?) RETURNING id`,
		string(text), scale).Scan(&id)
	return id, err
}

// parseStakes reads house rules as stakesRow wrote them, at their scale.
func parseStakes(text []byte, scale int) (*rules.House, error) {
	house := new(rules.House)
	if err := json.Unmarshal(text, house); err != nil {
		return nil, fmt.Errorf("years: house rules: %w", err)
	}
	return house.Scaled(scale)
}
