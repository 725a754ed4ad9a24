package ledger

// What changes about an open night between two deals: its name and options, who sits where, the last round.

import (
	"context"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// seatable checks who is to sit: three to five different people, each account playing once.
func seatable(r *people.Roster, chairs []Chair) ([]Chair, error) {
	if len(chairs) < 3 || len(chairs) > rules.MaxSeats {
		return nil, refuse("seats", "Solo Whist is played by three, four or five at the table; here there "+
			"are %d.", len(chairs))
	}
	out := make([]Chair, len(chairs))
	for i, c := range chairs {
		p, err := somebody(r, c.Player)
		if err != nil {
			return nil, err
		}
		if chain.SeatOf(out[:i], p.ID) != 0 {
			return nil, refuse("seats", "%s can't sit in two places.", p.Name)
		}
		out[i].Player = p.ID
		if c.Account != 0 && r.Who(c.Account) != p.ID {
			lender, err := somebody(r, c.Account)
			if err != nil {
				return nil, err
			}
			out[i].Account = lender.ID
		}
		for _, other := range out[:i] {
			if other.Pays() == out[i].Pays() {
				return nil, refuse("seats", "Two can't play on the account of %s at once.",
					r.Name(other.Pays()))
			}
		}
	}
	return out, nil
}

// writeSeated notes with those who sat down in a night that they did.
func (d *desk) writeSeated(n *fold) error {
	for _, id := range n.seated {
		p, before := d.person(id), false
		if n.evening != 0 { // at an evening of several tables they may have sat at another one
			err := d.Row(`SELECT EXISTS (SELECT 1 FROM night t JOIN night_sum s ON s.night = t.id
				WHERE t.evening = ? AND s.player = ? AND s.sat = 1)`, int64(n.evening), int64(id)).Scan(&before)
			if err != nil {
				return err
			}
		}
		if !before {
			p.Nights++
		}
		p.Last, p.Recent = max(p.Last, n.date), max(p.Recent, n.opened)
		if err := d.exec(`UPDATE player SET nights = ?, last = ?, recent = ?
				WHERE id = ?`, p.Nights, p.Last, int64(p.Recent), int64(id)); err != nil {
			return err
		}
	}
	if n.rowDate == "" || n.rowDate == n.date {
		return nil
	}
	for id, sat := range n.sat {
		if !sat {
			continue
		}
		p := d.person(id)
		err := d.Row(`SELECT max(CASE n.id WHEN ?1 THEN ?2 ELSE n.date END) FROM night_sum s
				JOIN night n ON n.id = s.night WHERE s.player = ?3 AND s.sat = 1`,
			int64(n.id), n.date, int64(id)).Scan(&p.Last)
		if err != nil {
			return err
		}
		if err := d.exec(`UPDATE player SET last = ? WHERE id = ?`, p.Last, int64(id)); err != nil {
			return err
		}
	}
	return nil
}

// openNights lists the nights in progress.
func (d *desk) openNights() ([]NightID, error) {
	return store.Column[NightID](d, `SELECT id FROM night WHERE closed IS NULL ORDER BY id`)
}

// NightEdit changes a night's name, date or options. Nil leaves as it is.
type NightEdit struct {
	Name, Date     *string
	Auction, Agree *bool
	Phones         *bool `json:",omitempty"` // see Night.Phones
}

// EditNight renames or redates a night or switches its options.
func (b *Book) EditNight(ctx context.Context, s Slip, n NightID, e NightEdit) (Receipt, error) {
	return b.post(ctx, s, "edit night", []any{n, e}, func(d *desk) (Receipt, error) {
		night, err := d.fold(n)
		if err != nil {
			return Receipt{}, err
		}
		body := chain.Edit(e)
		if e.Name != nil {
			name, err := chain.CleanText("name", *e.Name, false)
			if err != nil {
				return Receipt{}, err
			}
			body.Name = &name
		}
		if e.Date != nil {
			if err := chain.CheckDate("date", *e.Date); err != nil {
				return Receipt{}, err
			}
		}
		if err := d.dateTables(night, e.Date); err != nil {
			return Receipt{}, err
		}
		_, err = d.post(night, chain.KindEdit, &body, nil)
		return Receipt{}, err
	})
}

// dateTables gives the tables of an evening its new date.
func (d *desk) dateTables(night *fold, date *string) error {
	switch {
	case date == nil:
		return nil
	case night.evening != 0 && *date != night.date:
		return refuse("date", "%s is a table of an evening: change the date of that.", night.name)
	case night.hub == nil:
		return nil
	}
	for _, id := range night.hub.tables {
		table, err := d.fold(id)
		if err != nil {
			return err
		}
		if _, err := d.post(table, chain.KindEdit, &chain.Edit{Date: date}, nil); err != nil {
			return err
		}
	}
	return nil
}

// TableChange says who sits where from the next deal on. Nil Chairs leaves everybody where they are. Dealer
// zero is whose turn it would be, or the next on the left who is still there.
type TableChange struct {
	Chairs []Chair
	Dealer PlayerID
}

// ChangeTable seats the table anew between two deals: somebody joins, leaves, changes seats or is stood in
// for, or the dealer is set.
func (b *Book) ChangeTable(
	ctx context.Context, s Slip, n NightID, saw EntryID, c TableChange,
) (Receipt, error) {
	return b.inNight(ctx, s, n, saw, "change table", []any{n, saw, c},
		func(d *desk, night *fold) (Receipt, error) {
			if err := night.sit(&d.poster, d.roster, c); err != nil || night.evening == 0 {
				return Receipt{}, err
			}
			return Receipt{}, d.joinEvening(night)
		})
}

// sit posts who sits where from here on. Where it is in doubt who deals next, the dealer must be said: the
// entry would else read as a choice nobody made.
func (n *fold) sit(p *poster, names *people.Roster, c TableChange) (err error) {
	if n.hub != nil {
		return errAtTables
	}
	chairs := n.chairs
	if c.Chairs != nil {
		if chairs, err = seatable(names, c.Chairs); err != nil {
			return err
		}
	}
	t := n.turn().to(n.chairs, chairs)
	dealer := t[0]
	switch {
	case c.Dealer != 0:
		if dealer = names.Who(c.Dealer); chain.SeatOf(chairs, dealer) == 0 {
			return refuse("dealer", "Choose one of those at the table to deal.")
		}
	case t.doubtful():
		return refuse("dealer", "%s", n.doubt().Words(names.Name))
	}
	if slices.Equal(chairs, n.chairs) && t == (turn{dealer}) {
		return refuse("seats", "That is how the table is already.")
	}
	_, err = p.post(n, chain.KindTable, &chain.Table{Chairs: chairs, Dealer: dealer}, nil)
	return err
}

// errNoPhones refuses what a phone that looks on wants to write.
var errNoPhones = &Refusal{Sentence: "The table doesn’t let phones do that this evening. Say it there."}

// inNight posts something about an open night. saw is the version of it the page showed; zero doesn't check
// it.
func (b *Book) inNight(
	ctx context.Context, s Slip, n NightID, saw EntryID, what string, content any,
	plan func(*desk, *fold) (Receipt, error),
) (Receipt, error) {
	return b.post(ctx, s, what, content, func(d *desk) (Receipt, error) {
		night, err := d.open(n)
		if err != nil {
			return Receipt{}, err
		}
		if s.ByPhone && !night.phones {
			return Receipt{}, errNoPhones
		}
		if saw != 0 && saw != night.version {
			return Receipt{}, &Stale{
				Sentence: "Somebody changed this night meanwhile. Look at it again before you go on.",
				Rows:     night.rowsSince(d.roster, saw),
			}
		}
		return plan(d, night)
	})
}

// SetLastRound agrees to stop after so many more deals; a negative number takes that back. It locks nothing.
func (b *Book) SetLastRound(ctx context.Context, s Slip, n NightID, more int) (Receipt, error) {
	return b.inNight(ctx, s, n, 0, "last round", []any{n, more}, func(d *desk, night *fold) (Receipt, error) {
		if more > 1000 {
			return Receipt{}, refuse("more", "That is no last round.")
		}
		if night.hub != nil {
			return Receipt{}, errAtTables
		}
		_, err := d.post(night, chain.KindLast, &chain.Last{More: max(more, -1)}, nil)
		return Receipt{}, err
	})
}
