package ledger

// Starting a night: what it takes, what is checked of it, and the line-up it is offered with, which is that
// of a former one.

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// NewNight is what it takes to start an evening.
type NewNight struct {
	Name    string       // may be empty
	Date    string       // 2026-11-21; empty is today by the book's clock
	House   *rules.House // frozen by content
	Scale   int          // 1 to 1000; 0 is 1
	Seats   []PlayerID   // three to five, clockwise
	Dealer  PlayerID     // the first dealer, one of the seats
	Auction bool         // tap the calls as they fall
	Agree   bool         // an opponent agrees each result
	Words   rules.Words  // the circle's names for the calls; nil is the usual ones
}

// StartNight opens a night; Receipt.ID (and .Night) is its id.
func (b *Book) StartNight(ctx context.Context, s Slip, n NewNight) (Receipt, error) {
	return b.post(ctx, s, "start night", n, func(d *desk) (Receipt, error) {
		body, err := d.newNightBody(n)
		if err != nil {
			return Receipt{}, err
		}
		night, err := d.newNight(d.lastNight + 1)
		if err != nil {
			return Receipt{}, err
		}
		body.Night = d.lastNight + 1
		_, err = d.post(night, chain.KindNight, body, nil)
		return Receipt{ID: int64(body.Night)}, err
	})
}

// newNight gives the empty fold of a night that is about to begin.
func (d *desk) newNight(id NightID) (*fold, error) {
	if id != d.lastNight+1 {
		return nil, fmt.Errorf("night %d begins after night %d", id, d.lastNight)
	}
	n := newFold(d.who)
	d.keep(id, n)
	d.touched[id] = n
	return n, nil
}

// newNightBody checks what a night is to be started with.
func (d *desk) newNightBody(n NewNight) (*chain.Night, error) {
	if n.House == nil {
		return nil, refuse("house", "Choose the house rules to play by.")
	}
	if n.Scale == 0 {
		n.Scale = 1
	}
	if err := n.House.Check(); err != nil {
		return nil, err
	}
	stakes, err := n.House.Scaled(n.Scale)
	if err != nil {
		return nil, err
	}
	if saneStakes(n.House) != nil {
		return nil, refuse("house", "By these rules one call may cost more than %s, which is more than the "+
			"book takes at once.", stakes.Money.Words(mostAtOnce))
	}
	if saneStakes(stakes) != nil {
		return nil, refuse("scale", "At %d times the stakes one call may cost more than %s, which is more "+
			"than the book takes at once.", n.Scale, stakes.Money.Words(mostAtOnce))
	}
	name, err := chain.CleanText("name", n.Name, false)
	if err != nil {
		return nil, err
	}
	if n.Date == "" {
		n.Date = d.b.clock().Format(time.DateOnly)
	}
	if err := chain.CheckDate("date", n.Date); err != nil {
		return nil, err
	}
	chairs, err := seatable(d.roster, chain.ChairsOf(n.Seats))
	if err != nil {
		return nil, err
	}
	body := &chain.Night{
		Name: name, Date: n.Date, House: n.House, Scale: n.Scale, Dealer: d.who(
			n.Dealer), Auction: n.Auction, Agree: n.Agree,
	}
	for _, c := range chairs {
		body.Seats = append(body.Seats, c.Player)
	}
	if chain.SeatOf(chairs, body.Dealer) == 0 {
		return nil, refuse("dealer", "Choose one of those at the table to deal first.")
	}
	said := map[string]string{}
	for call, word := range n.Words {
		said[call.String()] = word
	}
	if body.Words, err = chain.CleanNightWords(said); err != nil {
		return nil, err
	}
	return body, nil
}

// begunNight is what a night or an evening at several tables begins with.
type begunNight struct {
	id, evening NightID
	name, date  string
	house       *rules.House
	scale       int
}

// begun is the number of the night an entry begins; zero if it begins none.
func begun(body any) NightID {
	switch b := body.(type) {
	case *chain.Night:
		return b.Night
	case *chain.Evening:
		return b.Night
	}
	return 0
}

// projectNight enters a night that began. An evening and its tables are played by the house rules once.
func (d *desk) projectNight(e *Entry, b begunNight) {
	d.lastNight = b.id
	d.later = append(d.later, func() error {
		err := d.exec(`INSERT INTO night (id, entry, name, date, money, house, scale, version, evening)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			int64(b.id), int64(e.Seq), b.name, b.date, string(b.house.Money), b.house.ID, b.scale,
			int64(e.Seq), orNull(b.evening))
		if err != nil || b.evening != 0 {
			return err
		}
		return d.exec(`INSERT INTO house (id, nights, last, recent) VALUES (?, 1, ?, ?)
				ON CONFLICT (id) DO UPDATE
				SET nights = house.nights + 1, last = max(house.last, excluded.last),
				recent = excluded.recent`,
			b.house.ID, b.date, int64(e.Seq))
	})
}

const (
	// An evening at several tables and its tables are no line-up.
	lastNight  = `SELECT id FROM night n WHERE ` + oneTable + ` ORDER BY id DESC LIMIT 1`
	nightsOver = `SELECT id FROM night n WHERE closed IS NOT NULL AND ` + oneTable + ` ORDER BY id DESC LIMIT 12`
	oneTable   = `evening IS NULL AND NOT EXISTS (SELECT 1 FROM night t WHERE t.evening = n.id)`

	// The open nights among the latest at which some people had a part. Somebody may have sat at thousands, and
	// thousands may be open; neither is gone through.
	nightsPlaying = `SELECT n.id, p.value FROM json_each(?) p CROSS JOIN night n
		WHERE n.closed IS NULL AND n.id IN (SELECT s.night FROM night_sum s WHERE s.player = p.value
			ORDER BY s.night DESC LIMIT 12)`
)

// LastLineUp is what the latest night was started with, with its seats as they were at its end and its house
// rules in their newest version. ok is false in an empty book. Dealer is who would have dealt next.
func (b *Book) LastLineUp(ctx context.Context) (n NewNight, ok bool, err error) {
	err = b.read(ctx, func(tx *store.Tx) error {
		last, err := store.Column[NightID](tx, lastNight)
		if ok = len(last) > 0; !ok || err != nil {
			return err
		}
		if n, err = b.lineUp(tx, last[0]); err == nil {
			n.House, err = newestHouse(tx, n.House)
		}
		return err
	})
	return n, ok, err
}

// FreeLineUp is the same of the latest night that is over and of whose people nobody is playing now: for "the
// same again", also while another table plays. Nights longer ago than the last dozen aren't looked through,
// and who sits at one left open, before a dozen others, isn't taken to play.
func (b *Book) FreeLineUp(ctx context.Context) (n NewNight, ok bool, err error) {
	err = b.read(ctx, func(tx *store.Tx) error {
		over, err := store.Column[NightID](tx, nightsOver)
		if err != nil {
			return err
		}
		for _, id := range over {
			if n, err = b.lineUp(tx, id); err != nil {
				return err
			}
			busy, err := b.playing(tx, n.Seats)
			if err != nil {
				return err
			}
			if ok = !busy; ok {
				n.House, err = newestHouse(tx, n.House)
				return err
			}
		}
		n = NewNight{}
		return nil
	})
	return n, ok, err
}

// playing tells whether one of these people sits at a night in progress.
func (b *Book) playing(tx *store.Tx, people []PlayerID) (some bool, err error) {
	type part struct {
		night  NightID
		player PlayerID
	}
	parts, err := store.All(tx, func(rows *sql.Rows) (p part, err error) {
		err = rows.Scan(&p.night, &p.player)
		return p, err
	}, nightsPlaying, years.Listed(people))
	for _, p := range parts {
		if some || err != nil {
			return some, err
		}
		err = b.foldIn(tx, p.night, func(k *kept) error {
			some = slices.ContainsFunc(k.fold.chairs, func(c Chair) bool { return c.Player == p.player })
			return nil
		})
	}
	return some, err
}

// lineUp is a night's.
func (b *Book) lineUp(tx *store.Tx, night NightID) (n NewNight, err error) {
	err = b.foldIn(tx, night, func(k *kept) error {
		f := k.fold
		n = NewNight{
			Name: f.name, House: f.house, Scale: f.scale, Auction: f.auction, Agree: f.agree,
			Words: f.wordsIn(b.roster.Load()), Dealer: f.due(),
		}
		for _, c := range f.chairs {
			n.Seats = append(n.Seats, c.Player)
		}
		return nil
	})
	return n, err
}

// newestHouse is a set in its newest version.
func newestHouse(tx *store.Tx, set *rules.House) (*rules.House, error) {
	lines, err := houses(tx)
	for _, h := range lines {
		if h.House.ID == set.ID {
			set = h.House
		}
	}
	return set, err
}
