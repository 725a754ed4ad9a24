package ledger

// Starting a night: what it takes, what is checked of it, and the line-up it is offered with, which is that
// of a former one.

import (
	"context"
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

// projectNight enters a night that began.
func (d *desk) projectNight(n *fold, e *Entry, b *chain.Night) {
	d.lastNight = b.Night
	d.later = append(d.later, func() error {
		err := d.exec(`INSERT INTO night (id, entry, name, date, money, house, scale, version)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			int64(b.Night), int64(e.Seq), b.Name, b.Date, string(b.House.Money), b.House.ID, b.Scale, int64(
				e.Seq))
		if err != nil {
			return err
		}
		return d.exec(`INSERT INTO house (id, nights, last, recent) VALUES (?, 1, ?, ?)
				ON CONFLICT (id) DO UPDATE
				SET nights = house.nights + 1, last = max(house.last, excluded.last),
				recent = excluded.recent`,
			b.House.ID, b.Date, int64(e.Seq))
	})
}

const (
	lastNight  = `SELECT id FROM night ORDER BY id DESC LIMIT 1`
	nightsOver = `SELECT id FROM night WHERE closed IS NOT NULL ORDER BY id DESC LIMIT 12`

	// The open nights at which some people had a part, the newest first.
	nightsPlaying = `SELECT n.id FROM night n WHERE n.closed IS NULL AND EXISTS (SELECT 1 FROM night_sum s
		WHERE s.night = n.id AND s.player IN (SELECT value FROM json_each(?))) ORDER BY n.id DESC`
)

// LastLineUp is what the latest night was started with, with its seats as they were at its end and its house
// rules in their newest version. ok is false in an empty book. Dealer is who would have dealt next.
func (b *Book) LastLineUp(ctx context.Context) (n NewNight, ok bool, err error) {
	err = b.read(ctx, func(tx *store.Tx) error {
		n, ok, err = b.lineUp(tx, lastNight, nil)
		return err
	})
	return n, ok, err
}

// FreeLineUp is the same of the latest night that is over and of whose people nobody is playing now: for "the
// same again", also while another table plays. Nights longer ago than the last dozen aren't looked through.
func (b *Book) FreeLineUp(ctx context.Context) (n NewNight, ok bool, err error) {
	err = b.read(ctx, func(tx *store.Tx) error {
		n, ok, err = b.lineUp(tx, nightsOver, b.playing)
		return err
	})
	return n, ok, err
}

// playing tells whether one of these people sits at a night in progress. Only nights they had a part in are
// read, however many others are open.
func (b *Book) playing(tx *store.Tx, people []PlayerID) (some bool, err error) {
	nights, err := store.Column[NightID](tx, nightsPlaying, years.Listed(people))
	for _, id := range nights {
		if err != nil || some {
			break
		}
		err = b.foldIn(tx, id, func(k *kept) error {
			some = slices.ContainsFunc(k.fold.chairs, func(c Chair) bool { return slices.Contains(people, c.Player) })
			return nil
		})
	}
	return some, err
}

// lineUp is that of the first of these nights of whose people nobody is busy.
func (b *Book) lineUp(
	tx *store.Tx, nights string, busy func(*store.Tx, []PlayerID) (bool, error),
) (n NewNight, ok bool, err error) {
	ids, err := store.Column[NightID](tx, nights)
	if err != nil {
		return n, false, err
	}
	for _, id := range ids {
		err = b.foldIn(tx, id, func(k *kept) error {
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
		if err != nil {
			return n, false, err
		}
		taken := false
		if busy != nil {
			if taken, err = busy(tx, n.Seats); err != nil {
				return n, false, err
			}
		}
		if ok = !taken; ok {
			break
		}
	}
	if !ok {
		return NewNight{}, false, nil
	}
	lines, err := houses(tx)
	for _, h := range lines {
		if h.House.ID == n.House.ID {
			n.House = h.House
		}
	}
	return n, true, err
}
