package ledger

// Writing a posting's rows: its entries with their transfers, and what is derived from them.

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
)

// flush writes the current posting. After an error the transaction must be rolled back.
func (d *desk) flush() error {
	for _, e := range d.entries {
		if err := d.writeEntry(e); err != nil {
			return &unwritten{e.Seq, err}
		}
	}
	for _, row := range d.later {
		if err := row(); err != nil {
			return err
		}
	}
	var changed []NightID // as the statistics take them
	for _, id := range slices.Sorted(maps.Keys(d.touched)) {
		n := d.touched[id]
		if n.house == nil || !n.unwritten() {
			continue
		}
		if err := d.writeSeated(n); err != nil {
			return err
		}
		if err := d.writeNight(n); err != nil {
			return err
		}
		if err := d.writeSums(n); err != nil {
			return err
		}
		if err := d.writeDealt(n); err != nil {
			return err
		}
		if id := n.inYears(); !slices.Contains(changed, id) {
			changed = append(changed, id)
		}
		n.written()
	}
	for _, id := range changed {
		n, err := d.fold(id)
		if err != nil {
			return err
		}
		if err := d.years.Changed(d.forYears(n), d.at, d.nightForYears); err != nil {
			return err
		}
	}
	if err := d.years.Write(); err != nil {
		return err
	}
	if err := d.writeTallies(); err != nil {
		return err
	}
	for _, p := range d.made {
		if n := d.nights[p.entry.Night]; n != nil && n.evening != 0 {
			d.hubs[n.evening] = true
		}
		d.wrote[p.entry.Night] = append(d.wrote[p.entry.Night], p)
	}
	d.anything = d.anything || len(d.entries) > 0 || len(d.later) > 0
	d.letGo()
	clear(d.touched)
	clear(d.changed)
	return nil
}

// unwritten is an entry that couldn't be written.
type unwritten struct {
	seq EntryID
	error
}

func (u *unwritten) Unwrap() error { return u.error }

// project updates what is derived from an entry outside its night.
func (d *desk) project(n *fold, e *Entry, body any, reverses *Entry) error {
	counts := e.Kind
	if reverses != nil {
		counts = reverses.Kind
	}
	if err := d.countEntry(e, counts); err != nil {
		return err
	}
	if e.Night == 0 {
		for _, t := range e.Transfers {
			d.later = append(d.later, func() error { return d.writeSlateLine(e, t, counts) })
		}
	}
	switch b := body.(type) {
	case *chain.Player:
		d.projectName(e.Kind, b)
	case *chain.Away:
		d.person(b.Player).Away = b.Away
		d.later = append(d.later, func() error {
			return d.exec(`UPDATE player SET away = ? WHERE id = ?`, b.Away, int64(b.Player))
		})
	case *chain.Face:
		d.person(b.Player).Face = face.Face{Colour: b.Colour, Emblem: b.Emblem}
	case *chain.Join:
		return d.projectJoin(b.Gone, b.Stays)
	case *chain.Reason:
		if reverses != nil && reverses.Kind == chain.KindJoin {
			return d.projectPart(reverses)
		}
	case *chain.House:
		return d.projectHouse(e, b.House)
	case *chain.Words:
		d.projectWords(b)
	case *chain.Hide:
		d.later = append(d.later, func() error {
			return d.exec(`INSERT INTO house (id, hidden) VALUES (?, ?)
				ON CONFLICT (id) DO UPDATE SET hidden = excluded.hidden`, b.House, b.Hidden)
		})
	case *chain.Night:
		d.projectNight(e, begunNight{b.Night, b.Evening, b.Name, b.Date, b.House, b.Scale})
	case *chain.Evening:
		d.projectNight(e, begunNight{b.Night, 0, b.Name, b.Date, b.House, b.Scale})
	}
	return nil
}

// orNull writes zero, which is no id, as NULL.
func orNull[T ~int64](n T) any {
	if n == 0 {
		return nil
	}
	return int64(n)
}

func (d *desk) writeEntry(e *Entry) error {
	err := d.put(1, `INSERT INTO entry (seq, night, kind, key, part, device, at, ask, body, reverses, prev, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		int64(e.Seq), orNull(e.Night), string(e.Kind), e.Key, e.Part, e.Device, e.At, e.Ask[:], string(e.Body),
		orNull(e.Reverses), e.Prev[:], e.Hash[:])
	if err != nil || len(e.Transfers) == 0 {
		return err
	}
	args := make([]any, 0, 7*len(e.Transfers))
	for i, t := range e.Transfers {
		args = append(args, int64(e.Seq), i+1, orNull(t.Night), string(t.Money), int64(t.From), int64(t.To),
			t.Amount)
	}
	return d.execRows(`INSERT INTO transfer (entry, n, night, money, src, dst, amount) VALUES `, 7, ``, args)
}

// atOnce is how many rows one statement takes at most. Each number of rows is a prepared statement of its
// own.
const atOnce = 8

// execRows writes rows of that many columns each, up to atOnce in one statement.
func (d *desk) execRows(head string, columns int, tail string, args []any) error {
	for len(args) > 0 {
		n := min(len(args)/columns, atOnce)
		row := "(?" + strings.Repeat(", ?", columns-1) + ")"
		key := rowsKey{head, n}
		text, ok := d.rowTexts[key]
		if !ok {
			text = head + row + strings.Repeat(", "+row, n-1) + tail
			d.rowTexts[key] = text
		}
		if err := d.put(int64(n), text, args[:n*columns]...); err != nil {
			return err
		}
		args = args[n*columns:]
	}
	return nil
}

// rowsKey is a statement for that many rows.
type rowsKey struct {
	head string
	rows int
}

func (d *desk) writeNight(n *fold) error {
	if n.rowVersion != 0 && n.name == n.rowName && n.date == n.rowDate && n.closed == n.rowClosed {
		// The usual case, another deal. The other columns have indexes, which SQLite would write again.
		return d.put(1, `UPDATE night SET version = ?, deals = ? WHERE id = ?`, int64(n.version), n.count,
			int64(n.id))
	}
	var closed any
	text := ""
	if n.closed != nil {
		closed, text = int64(n.closed.Seq), n.closed.Hash.Seal()
	}
	if err := d.put(1, `UPDATE night SET name = ?, date = ?, version = ?, closed = ?, seal = ?, deals = ?
		WHERE id = ?`,
		n.name, n.date, int64(n.version), closed, text, n.count, int64(n.id)); err != nil || n.closed == nil {
		return err
	}
	// They stay over if the night is opened again.
	return d.exec(`UPDATE watch SET over = 1 WHERE night = ?`, int64(n.id))
}

func (d *desk) writeSums(n *fold) error {
	args := make([]any, 0, 11*len(n.dirty))
	for p := range n.dirty {
		s := n.sum(p)
		args = append(args, int64(n.id), int64(p), n.sat[p], s.Deals, s.Penalties, s.Costs, s.Kitty, s.Rounding,
			s.Payments, s.Carried, s.Handed)
	}
	return d.execRows(`INSERT INTO night_sum
		(night, player, sat, deals, penalties, costs, kitty, rounding, payments, carried, handed) VALUES `, 11,
		` ON CONFLICT (night, player) DO UPDATE SET sat = excluded.sat, deals = excluded.deals,
			penalties = excluded.penalties, costs = excluded.costs, kitty = excluded.kitty,
			rounding = excluded.rounding, payments = excluded.payments, carried = excluded.carried,
			handed = excluded.handed`, args)
}

func (d *desk) writeTallies() error {
	args := make([]any, 0, 5*len(d.changed))
	for a := range d.changed {
		t := d.tallies[a]
		d.kitty = d.kitty || a.player == Kitty
		args = append(args, a.money, int64(a.player), t.total, t.paid, t.slate)
	}
	return d.execRows(`INSERT INTO balance (money, player, total, paid, slate) VALUES `, 5,
		` ON CONFLICT (money, player)
			DO UPDATE SET total = excluded.total, paid = excluded.paid, slate = excluded.slate`, args)
}

// writeSlateLine writes both sides of a transfer outside the nights.
func (d *desk) writeSlateLine(e *Entry, t Transfer, counts Kind) error {
	return d.execRows(`INSERT INTO slate_line (player, money, entry, other, amount, kind) VALUES `, 6, ``, []any{
		int64(t.From), string(t.Money), int64(e.Seq), int64(t.To), -t.Amount, string(counts),
		int64(t.To), string(t.Money), int64(e.Seq), int64(t.From), t.Amount, string(counts),
	})
}

// replayAll writes imported entries; on an error, at is the index of the refused one. Successive new deals of
// a night are written as one posting. Anything else is written before the next entry is worked out.
func (d *desk) replayAll(entries []*Entry) (at int, err error) {
	last := 0 // index of the latest that was worked out
	write := func() (int, error) {
		err := d.flush()
		d.entries, d.made, d.later, d.fresh = d.entries[:0:0], d.made[:0], d.later[:0], false
		if it := (*unwritten)(nil); errors.As(err, &it) {
			return last - int(entries[last].Seq-it.seq), err
		}
		return last, err
	}
	for i, e := range entries {
		n := len(d.entries)
		if n > 0 && !(e.NewDeal() && d.entries[n-1].NewDeal() && e.Night == d.entries[n-1].Night) {
			if at, err := write(); err != nil {
				return at, err
			}
		}
		if err := d.replay(e); err != nil {
			return i, err
		}
		last = i
	}
	if len(entries) == 0 {
		return 0, nil
	}
	return write()
}

// replay takes an imported entry as it is. It checks its place in the chain, its hash, its canonical form,
// who it names, and the transfers that follow from its body.
func (d *desk) replay(e *Entry) error {
	body, err := d.checkImported(e)
	if err != nil {
		return err
	}
	return d.takeImported(e, body)
}

// checkImported checks an entry by itself and against the roster, and returns its body.
func (d *desk) checkImported(e *Entry) (body any, err error) {
	if e.Seq != d.seq+1 || e.Prev != d.prev {
		return nil, fmt.Errorf("entry %d doesn't follow entry %d", e.Seq, d.seq)
	}
	if e.Digest() != e.Hash {
		return nil, fmt.Errorf("entry %d doesn't have the hash of its content", e.Seq)
	}
	if err := e.CheckSlip(""); err != nil {
		return nil, fmt.Errorf("entry %d: %w", e.Seq, err)
	}
	if body, err = chain.Decode(e.Kind, e.Body); err != nil {
		return nil, fmt.Errorf("entry %d: %w", e.Seq, err)
	}
	if again, err := chain.Encode(body); err != nil || !bytes.Equal(again, e.Body) {
		return nil, fmt.Errorf("entry %d isn't in its canonical form", e.Seq)
	}
	if err := chain.CheckTexts(body); err != nil {
		return nil, fmt.Errorf("entry %d: %w", e.Seq, err)
	}
	for _, p := range chain.Named(body) {
		if d.roster.At(p) == nil {
			return nil, fmt.Errorf("entry %d names player %d, whom nobody entered", e.Seq, p)
		}
	}
	switch b := body.(type) {
	case *chain.Player:
		if b.Player < 1 || (d.roster.At(b.Player) == nil) != (e.Kind == chain.KindPlayer) {
			return nil, fmt.Errorf("entry %d is about player %d, who can't be meant there", e.Seq, b.Player)
		}
	case *chain.Join:
		if e.Kind != chain.KindJoin {
			break
		}
		gone, stays := d.roster.At(b.Gone), d.roster.At(b.Stays)
		err := d.notOne(gone, stays)
		if err == nil {
			err = d.countable(gone, stays)
		}
		if err != nil {
			return nil, fmt.Errorf("entry %d: %w", e.Seq, chain.Clause(err))
		}
	}
	return body, nil
}

// takeImported applies an entry that was checked, if its transfers are those that follow from it.
func (d *desk) takeImported(e *Entry, body any) (err error) {
	d.at = e.At
	begins := begun(body)
	var n *fold
	if begins != 0 {
		n, err = d.newNight(begins)
	} else if e.Night != 0 {
		n, err = d.fold(e.Night)
	}
	if err != nil {
		return fmt.Errorf("entry %d: %w", e.Seq, err)
	}
	var reverses *Entry
	if e.Reverses != 0 {
		if reverses, err = d.standingEntry(n, e.Reverses); err != nil {
			return fmt.Errorf("entry %d: %w", e.Seq, err)
		}
	}
	transfers, result, err := transfersOf(n, e.Kind, body, reverses)
	if begins != 0 && e.Night != begins {
		return fmt.Errorf("entry %d begins night %d as night %d", e.Seq, begins, e.Night)
	}
	if err != nil {
		return fmt.Errorf("entry %d: %w", e.Seq, err)
	}
	if !slices.Equal(transfers, e.Transfers) {
		return fmt.Errorf("the transfers of entry %d don't follow from what it says", e.Seq)
	}
	for _, t := range transfers {
		for _, p := range [...]PlayerID{t.From, t.To} {
			if p != Kitty && d.roster.At(p) == nil {
				return fmt.Errorf("entry %d moves money of player %d, whom nobody entered", e.Seq, p)
			}
		}
	}
	if err := d.take(n, e, body, reverses, result); err != nil {
		return fmt.Errorf("entry %d: %w", e.Seq, err)
	}
	return nil
}
