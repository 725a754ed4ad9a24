package ledger

// A player's account, page by page.

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// StatementRow is one line of a player's account: a night as a whole, an evening at several tables with all
// of them, or something posted on the slate.
type StatementRow struct {
	Cursor EntryID // hand the last one to Statement for the next page
	Night  NightID // of a night
	Name   string  // its name
	Date   string
	At     time.Time // of a slate row
	Entry  EntryID   // of a slate row
	Kind   Kind
	Text   string
	Reason string
	Sum    Sums  // a night's, by what it came from; without what was carried, which only changes pages
	Amount int64 // what it changed
	After  int64 // the balance after it
	Undone bool
}

// Statement is a player's account in one money, newest first: rows older than before (0: from the newest), at
// most limit (0: 100). more tells whether there are older ones.
func (b *Book) Statement(ctx context.Context, p PlayerID, m rules.Money, before EntryID,
	limit int) (rows []StatementRow, more bool, err error) {
	if limit <= 0 {
		limit = 100
	}
	names := b.roster.Load()
	at, err := somebody(names, p)
	if err != nil {
		return nil, false, err
	}
	var balance int64
	err = b.read(ctx, func(tx *store.Tx) (err error) {
		if balance, err = balanceBefore(tx, names, at.ID, m, before); err != nil {
			return err
		}
		if rows, err = statementNights(tx, at.ID, m, before, limit+1); err != nil {
			return err
		}
		lines, err := statementLines(tx, names, at.ID, m, before, limit+1)
		rows = append(rows, lines...)
		return err
	})
	if err != nil {
		return nil, false, err
	}
	slices.SortFunc(rows, func(a, b StatementRow) int { return cmp.Compare(b.Cursor, a.Cursor) })
	if len(rows) > limit {
		rows, more = rows[:limit], true
	}
	for i := range rows {
		rows[i].After = balance
		balance -= rows[i].Amount
	}
	return rows, more, nil
}

// balanceBefore is the balance after the newest row that is older than before: the whole balance without what
// came since.
func balanceBefore(tx *store.Tx, names *people.Roster, p PlayerID, m rules.Money,
	before EntryID) (balance int64, err error) {
	err = tx.Row(`SELECT coalesce(sum(total), 0) FROM balance WHERE money = ?
			AND player = ?`, string(m), int64(p)).
		Scan(&balance)
	if err != nil || before == 0 {
		return balance, err
	}
	var newer int64
	err = tx.Row(`SELECT coalesce(sum(s.deals + s.penalties + s.costs + s.kitty + s.rounding + s.payments), 0)
		FROM night_sum s JOIN night n ON n.id = s.night JOIN night h ON h.id = coalesce(n.evening, n.id)
		WHERE s.player = ? AND n.money = ? AND h.entry >= ?`,
		int64(p), string(m), int64(before)).Scan(&newer)
	if err != nil {
		return 0, err
	}
	balance -= newer
	for _, self := range names.Selves(p) {
		err := store.Each(tx, func(rows *sql.Rows) error {
			var (
				other  PlayerID
				amount int64
			)
			err := rows.Scan(&other, &amount)
			if names.Who(other) != p {
				balance -= amount
			}
			return err
		}, `SELECT other, amount FROM slate_line WHERE player = ? AND money = ? AND entry >= ?`,
			int64(self), string(m), int64(before))
		if err != nil {
			return 0, err
		}
	}
	return balance, nil
}

// statementNights are the newest nights, each table of an evening in its evening's line; the evenings last in
// it may lack tables. The player's nights come from an index alone; of those in another money the sums aren't
// read.
func statementNights(
	tx *store.Tx, p PlayerID, m rules.Money, before EntryID, limit int,
) (lines []StatementRow, err error) {
	rows, err := tx.Query(`SELECT of.night, h.entry, h.id, h.name, h.date,
			s.deals, s.penalties, s.costs, s.kitty, s.rounding, s.payments
		FROM night_sum of CROSS JOIN night n ON n.id = of.night
			CROSS JOIN night h ON h.id = coalesce(n.evening, n.id)
			CROSS JOIN night_sum s ON s.night = of.night AND s.player = of.player
		WHERE of.player = ?1 AND n.money = ?2 AND (?3 = 0 OR h.entry < ?3)
		ORDER BY of.night DESC`, int64(p), string(m), int64(before))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	at := map[NightID]int{} // the place of an evening's line
	begunAfter := func(night NightID) (n int) {
		for _, l := range lines {
			if l.Night > night {
				n++
			}
		}
		return n
	}
	for rows.Next() {
		var night NightID
		r := StatementRow{Kind: chain.KindNight}
		s := &r.Sum
		if err := rows.Scan(&night, &r.Cursor, &r.Night, &r.Name, &r.Date,
			&s.Deals, &s.Penalties, &s.Costs, &s.Kitty, &s.Rounding, &s.Payments); err != nil {
			return nil, err
		}
		// Tables begin after their evening, so what began after this night is complete.
		if len(lines) >= limit && begunAfter(night) >= limit {
			break
		}
		r.Amount = r.Sum.Total()
		if i, ok := at[r.Night]; ok {
			lines[i].Sum.add(r.Sum)
			lines[i].Amount += r.Amount
			continue
		}
		at[r.Night] = len(lines)
		lines = append(lines, r)
	}
	return lines, rows.Err()
}

// add adds sums that were read as a statement has them: nothing carried, nothing handed over.
func (s *Sums) add(t Sums) {
	s.Deals, s.Penalties, s.Costs = s.Deals+t.Deals, s.Penalties+t.Penalties, s.Costs+t.Costs
	s.Kitty, s.Rounding, s.Payments = s.Kitty+t.Kitty, s.Rounding+t.Rounding, s.Payments+t.Payments
}

func statementLines(tx *store.Tx, names *people.Roster, p PlayerID, m rules.Money, before EntryID,
	limit int) (out []StatementRow, err error) {
	for _, self := range names.Selves(p) {
		err := store.Each(tx, func(rows *sql.Rows) error {
			var (
				r     StatementRow
				at    int64
				text  []byte
				other PlayerID
			)
			if err := rows.Scan(&r.Entry, &r.Kind, &at, &text, &other, &r.Amount, &r.Undone); err != nil {
				return err
			}
			if names.Who(other) == p {
				return nil
			}
			r.Cursor, r.At = r.Entry, time.UnixMilli(at)
			r.Date = r.At.Format(time.DateOnly)
			body, err := chain.Decode(r.Kind, text)
			if err != nil {
				return err
			}
			r.Text, r.Reason = names.Tell(m, r.Kind, body)
			out = append(out, r)
			return nil
		}, `SELECT e.seq, e.kind, e.at, e.body, l.other, l.amount, EXISTS (SELECT 1 FROM entry u
				WHERE u.reverses = e.seq)
			FROM slate_line l JOIN entry e ON e.seq = l.entry
			WHERE l.player = ?1 AND l.money = ?2 AND (?3 = 0 OR l.entry < ?3) ORDER BY l.entry DESC LIMIT ?4`,
			int64(self), string(m), int64(before), limit)
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
