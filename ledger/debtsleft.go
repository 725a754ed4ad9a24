package ledger

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// Left is a debt that a night left for next time when it was closed, and what became of it.
type Left struct {
	Debt
	// Open is what of it is still open on the slate, while the night is closed.
	Open int64
	// Apart is, of a night that was opened again, what was paid of it and stands on the slate instead of in
	// the night. Until it is brought into the night (as a debt the other way round), the night asks for it
	// once more.
	Apart int64
	// Since are the first payments between the two since the close, as many as make up what was paid of it,
	// the oldest first.
	Since []PaidSince
}

// PaidSince is a payment of what a night left: apart from any night, or by being brought into another.
type PaidSince struct {
	Payment
	At    time.Time
	Night NightID // that it was brought into …
	Date  string  // … and when that was played
}

// Left returns what became of the debts a night left when it was last closed, and when two of it were parted.
func (b *Book) Left(ctx context.Context, n *Night) ([]Left, error) {
	carries, since := n.lastCarried()
	if len(carries) == 0 {
		return nil, nil
	}
	var out []Left
	err := b.read(ctx, func(tx *store.Tx) error {
		now, err := b.slateNow(tx, n.Money)
		if err != nil {
			return err
		}
		var paid []int64                             // what of each isn't told yet
		for _, r := range slices.Backward(carries) { // in the order they were written
			for _, d := range r.Debts {
				if d.From == d.To {
					continue // they turned out to be one person
				}
				l := Left{Debt: d}
				if n.Open {
					l.Apart = now.between(d.To, d.From)
				} else {
					l.Open = now.leftOf(r.Entry, d)
				}
				out, paid = append(out, l), append(paid, d.Amount-l.Open)
			}
		}
		return paidSince(tx, n, since, out, paid)
	})
	for i := range out {
		var sum int64
		for _, p := range out[i].Since {
			sum += p.Amount
		}
		out[i].Apart = min(out[i].Apart, sum)
	}
	return out, err
}

// lastCarried lists what the night carried when it was last closed, and since; of an open night, what opening
// it again took back. What was paid since the entry counts for that.
func (n *Night) lastCarried() (carries []*Row, since EntryID) {
	reopened := func(undone EntryID) (by EntryID) {
		for _, r := range n.Rows { // the newest first
			if r.Kind == chain.KindReopen && r.Entry > undone {
				by = r.Entry
			}
		}
		return by
	}
	for _, r := range n.Rows {
		switch {
		case r.Kind == chain.KindCarry && len(carries) == 0 && (n.Open || r.Undone == 0),
			r.Kind == chain.KindCarry && len(carries) > 0 && (r.Undone == 0) == (carries[0].Undone == 0) &&
				reopened(r.Undone) == reopened(carries[0].Undone):
			carries, since = append(carries, r), r.Entry
		case r.Kind == chain.KindCarry && len(carries) > 0:
			since = r.Entry
		case r.Kind == chain.KindBring && r.Undone == 0 && len(carries) > 0 && !n.Open:
			// what was paid before was counted in, and is none of what it left in the end
			return carries, since
		}
	}
	return carries, since
}

// paidSince finds the payments since an entry, as many as make up what was paid of each.
func paidSince(tx *store.Tx, n *Night, after EntryID, left []Left, paid []int64) error {
	for i := range left {
		l := &left[i]
		if paid[i] <= 0 {
			continue
		}
		var since []paidAt
		for _, from := range n.names.Selves(l.From) {
			for _, to := range n.names.Selves(l.To) {
				some, err := paidBetween(tx, n.Money, from, to, after)
				if err != nil {
					return err
				}
				since = append(since, some...)
			}
		}
		slices.SortStableFunc(since, func(a, b paidAt) int { return cmp.Compare(a.entry, b.entry) })
		for _, p := range since {
			if paid[i] <= 0 {
				break
			}
			p.From, p.To = l.From, l.To
			l.Since = append(l.Since, p.PaidSince)
			paid[i] -= p.Amount
		}
	}
	return nil
}

// paidAt is such a payment, and which entry it is.
type paidAt struct {
	PaidSince
	entry EntryID
}

// paidBetween are the payments, and what was brought into a night, of what one owed another on the slate,
// after an entry. Two who are seldom at one table are found among many by the index over couples.
func paidBetween(tx *store.Tx, m rules.Money, from, to PlayerID, after EntryID) ([]paidAt, error) {
	return store.All(tx, func(rows *sql.Rows) (p paidAt, err error) {
		var at int64
		err = rows.Scan(&p.Amount, &p.entry, &at, &p.Night, &p.Date)
		p.At = time.UnixMilli(at)
		return p, err
	}, paidOnSlate, string(m), int64(to), int64(from), int64(after)) // who is paid stands lower by it
}

const paidOnSlate = `SELECT t.amount, e.seq, e.at, coalesce(e.night, 0), coalesce(n.date, '')
FROM transfer t JOIN entry e ON e.seq = t.entry LEFT JOIN night n ON n.id = e.night
WHERE t.night IS NULL AND t.money = ? AND t.src = ? AND t.dst = ? AND t.entry > ?
		AND e.kind IN ('payment', 'bring')
	AND NOT EXISTS (SELECT 1 FROM entry u WHERE u.reverses = e.seq)
ORDER BY t.entry, t.n`
