package ledger

// Two players who turn out to be one person. One entry says so, and from then on everything of the one is
// read as the other's. The derived rows of the nights where either took part are deleted and written again.

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/store"
)

// JoinPlayers says that gone is the same person as stays: everything of gone counts as of stays, and the name
// of gone is free. It refuses two who ever sat in the same deal. PartPlayers undoes it.
func (b *Book) JoinPlayers(ctx context.Context, s Slip, gone, stays PlayerID) (Receipt, error) {
	return b.post(ctx, s, "join players", []any{gone, stays}, func(d *desk) (Receipt, error) {
		g, err := somebody(d.roster, gone)
		if err != nil {
			return Receipt{}, err
		}
		st, err := somebody(d.roster, stays)
		if err != nil {
			return Receipt{}, err
		}
		if g.ID == st.ID {
			return Receipt{}, refuse("player", "That is one person already.")
		}
		if err := d.notOne(g, st); err != nil {
			return Receipt{}, err
		}
		if err := d.countable(g, st); err != nil {
			return Receipt{}, err
		}
		_, err = d.post(nil, chain.KindJoin, &chain.Join{Gone: g.ID, Stays: st.ID}, nil)
		return Receipt{ID: int64(st.ID)}, err
	})
}

// countable refuses a join whose balances together exceed 64 bits.
func (d *desk) countable(a, b *people.Person) error {
	moneys, err := store.Column[string](d, `SELECT DISTINCT money FROM balance WHERE player IN (?, ?)`,
		int64(a.ID), int64(b.ID))
	if err != nil {
		return err
	}
	for _, m := range moneys {
		of, err := d.tally(account{m, a.ID})
		if err != nil {
			return err
		}
		with, err := d.tally(account{m, b.ID})
		if err != nil {
			return err
		}
		both := *of
		for _, sum := range [...]struct {
			to *int64
			n  int64
		}{{&both.total, with.total}, {&both.paid, with.paid}, {&both.slate, with.slate}} {
			if add(sum.to, sum.n) != nil {
				return refuse("player", "Together %s and %s have more money than the book can count.", a.Name,
					b.Name)
			}
		}
	}
	return nil
}

// Joined is a player joined to another, and the entry that did it, for PartPlayers.
type Joined struct {
	Player PlayerID
	Name   string
	Entry  EntryID
	At     time.Time
}

// JoinedTo lists the players joined to this person, in the order they were.
func (b *Book) JoinedTo(ctx context.Context, p PlayerID) ([]Joined, error) {
	r := b.roster.Load()
	selves := r.Selves(p)
	if len(selves) < 2 {
		return nil, nil
	}
	var out []Joined
	err := b.read(ctx, func(tx *store.Tx) error {
		return store.Each(tx, func(rows *sql.Rows) error {
			var j Joined
			var at int64
			if err := rows.Scan(&j.Entry, &at, &j.Player); err != nil {
				return err
			}
			if j.Player != r.Who(p) && slices.Contains(selves, j.Player) {
				j.Name, j.At = r.At(j.Player).Name, time.UnixMilli(at)
				out = append(out, j)
			}
			return nil
		}, `SELECT seq, at, json_extract(body, '$.gone') FROM entry e
			WHERE kind = 'join' AND NOT EXISTS (SELECT 1 FROM entry r WHERE r.reverses = e.seq) ORDER BY seq`)
	})
	return out, err
}

// notOne refuses two who ever sat in the same deal.
func (d *desk) notOne(g, st *people.Person) error {
	if g == st || g.Same != 0 || st.Same != 0 {
		return refuse("player", "That is one person already.")
	}
	nights, err := store.Column[NightID](d, `SELECT a.night FROM night_sum a JOIN night_sum b USING (night)
		WHERE a.player = ? AND b.player = ? ORDER BY a.night`, int64(g.ID), int64(st.ID))
	if err != nil {
		return err
	}
	for _, id := range nights {
		n, err := d.fold(id)
		if err != nil {
			return err
		}
		if n.hub != nil && n.hub.both(g.ID, st.ID) {
			return refuse("player", "%s and %s both played on %s: they can't be one person.", g.Name, st.Name, n.date)
		}
		if n.met(g.ID, st.ID) {
			return refuse("player", "%s and %s sat at one table on %s: they can't be one person.", g.Name,
				st.Name, n.date)
		}
	}
	return nil
}

// met tells whether two had a part in the same deal, in any version, or sit at the table together now.
func (n *fold) met(a, b PlayerID) bool {
	both := func(chairs []Chair) bool {
		seen := map[PlayerID]bool{}
		for _, c := range chairs {
			seen[c.Player], seen[c.Pays()] = true, true
		}
		return seen[a] && seen[b]
	}
	if both(n.chairs) {
		return true
	}
	for _, d := range n.order {
		for _, t := range d.versions {
			if both(t.chairs) {
				return true
			}
		}
	}
	return false
}

// projectJoin makes gone the same as stays.
func (d *desk) projectJoin(gone, stays PlayerID) error {
	return d.regard(gone, stays, func() error {
		d.changeRoster().Join(gone, stays)
		return d.exec(`UPDATE player SET same = ? WHERE id = ?`, int64(stays), int64(gone))
	})
}

// projectPart undoes a join.
func (d *desk) projectPart(join *Entry) error {
	body, err := chain.Decode(chain.KindJoin, join.Body)
	if err != nil {
		return err
	}
	b := body.(*chain.Join)
	g := d.roster.At(b.Gone)
	if g == nil {
		return &NotFound{"player"}
	}
	if has, taken := d.roster.Named(g.Name); taken {
		return refuse("name", "There is another %s now. Give that one a name of their own first.",
			d.roster.Name(has))
	}
	return d.regard(b.Gone, d.who(b.Stays), func() error {
		d.changeRoster().Part(b.Gone)
		return d.exec(`UPDATE player SET same = NULL WHERE id = ?`, int64(g.ID))
	})
}

// regard changes who is who: change is called after the derived rows of the nights where either took part are
// deleted, and before they are written again.
func (d *desk) regard(gone, stays PlayerID, change func() error) error {
	d.changeRoster().Joins++
	d.later = append(d.later, func() error {
		nights, err := store.Column[NightID](d, `SELECT DISTINCT night FROM night_sum WHERE player IN (?, ?)
			ORDER BY night`, int64(gone), int64(stays))
		if err != nil {
			return err
		}
		var counted []NightID // in the statistics, where the tables of an evening are one night
		for _, id := range nights {
			if err := d.takeOut(id); err != nil {
				return err
			}
			one := d.nights[id].inYears()
			was, err := d.years.TakeOut(one)
			if err != nil {
				return err
			}
			if was {
				counted = append(counted, one)
			}
		}
		if err := change(); err != nil {
			return err
		}
		for _, id := range nights {
			if err := d.putIn(id); err != nil {
				return err
			}
		}
		for _, id := range counted {
			n, err := d.fold(id)
			if err != nil {
				return err
			}
			if err := d.years.Count(d.forYears(n)); err != nil {
				return err
			}
		}
		clear(d.tallies)
		clear(d.changed)
		clear(d.touched)
		for _, p := range []PlayerID{gone, stays} {
			if err := d.retally(p); err != nil {
				return err
			}
			if err := d.reseat(p); err != nil {
				return err
			}
		}
		return nil
	})
	return nil
}

// takeOut deletes the derived rows of a night.
func (d *desk) takeOut(id NightID) error {
	n, err := d.fold(id)
	if err != nil {
		return err
	}
	for _, deal := range n.order {
		if deal.row != nil {
			if err := d.dealGoes(n, deal); err != nil {
				return err
			}
		}
	}
	return d.exec(`DELETE FROM night_sum WHERE night = ?`, int64(id))
}

// putIn writes them again, from a night folded with the roster of now.
func (d *desk) putIn(id NightID) error {
	behind := d.nights[id].version != d.nights[id].rowVersion // this posting wrote to it
	delete(d.nights, id)
	n := newFold(d.who)
	if err := readFold(d, n, id); err != nil {
		return err
	}
	if behind {
		if err := d.put(1, `UPDATE night SET version = ? WHERE id = ?`, int64(n.version), int64(id)); err != nil {
			return err
		}
	}
	if err := d.writeSums(n); err != nil {
		return err
	}
	nth := 0
	for _, deal := range n.order {
		if deal.standing == nil {
			continue
		}
		nth++
		if err := d.dealComes(n, deal, nth); err != nil {
			return err
		}
	}
	return nil
}

// retally sums a person's balances from the rows of nights and the transfers on the slate.
func (d *desk) retally(p PlayerID) error {
	if err := d.exec(`DELETE FROM balance WHERE player = ?`, int64(p)); err != nil || d.who(p) != p {
		return err
	}
	sums := map[string]*tally{}
	at := func(money string) *tally {
		if sums[money] == nil {
			sums[money] = new(tally)
		}
		return sums[money]
	}
	err := store.Each(d, func(rows *sql.Rows) error {
		var (
			money                string
			total, paid, carried int64
		)
		if err := rows.Scan(&money, &total, &paid, &carried); err != nil {
			return err
		}
		// What the nights carried is on the slate, the other way round.
		t := at(money)
		t.paid = paid
		if carried == math.MinInt64 {
			return errTooMuch
		}
		t.total, t.slate = total, -carried
		return add(&t.total, -carried)
	}, `SELECT n.money, sum(s.deals + s.penalties + s.costs + s.kitty + s.rounding + s.payments + s.carried),
			sum(s.payments), sum(s.carried)
		FROM night_sum s JOIN night n ON n.id = s.night WHERE s.player = ? GROUP BY n.money`, int64(p))
	if err != nil {
		return err
	}
	for _, self := range d.roster.Selves(p) {
		err := store.Each(d, func(rows *sql.Rows) error {
			var (
				money  string
				other  PlayerID
				amount int64
				kind   Kind
			)
			if err := rows.Scan(&money, &other, &amount, &kind); err != nil {
				return err
			}
			if d.who(other) == p {
				return nil
			}
			t := at(money)
			err := errors.Join(add(&t.total, amount), add(&t.slate, amount))
			if kind == chain.KindPayment {
				err = errors.Join(err, add(&t.paid, amount))
			}
			return err
		}, `SELECT money, other, amount, kind FROM slate_line WHERE player = ?`, int64(self))
		if err != nil {
			return err
		}
	}
	for money, t := range sums {
		if err := d.exec(`INSERT INTO balance (money, player, total, paid, slate)
				VALUES (?, ?, ?, ?, ?)`, money, int64(p), t.total, t.paid, t.slate); err != nil {
			return err
		}
	}
	return nil
}

// reseat counts a person's nights from the rows of nights.
func (d *desk) reseat(p PlayerID) error {
	at := d.person(p)
	err := d.Row(`SELECT count(DISTINCT coalesce(n.evening, n.id)), coalesce(max(n.date), ''),
			coalesce(max(n.entry), 0) FROM night_sum s
			JOIN night n ON n.id = s.night WHERE s.player = ? AND s.sat = 1`, int64(p)).
		Scan(&at.Nights, &at.Last, &at.Recent)
	if err != nil {
		return err
	}
	return d.exec(`UPDATE player SET nights = ?, last = ?, recent = ?
			WHERE id = ?`, at.Nights, at.Last, int64(at.Recent), int64(p))
}

// standingEntry finds the entry a reversal takes back: of the night, or of none.
func (d *desk) standingEntry(n *fold, seq EntryID) (*Entry, error) {
	if n == nil {
		return readEntry(d, seq)
	}
	if h, ok := n.byEntry[seq]; ok && h.undone == nil {
		return h.entry, nil
	}
	for _, deal := range n.order {
		if deal.standing != nil && deal.standing.entry.Seq == seq {
			return deal.standing.entry, nil
		}
	}
	return nil, &NotFound{"entry"}
}
