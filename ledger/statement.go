package ledger

// A player's account, page by page.

import (
	"cmp"
	"context"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
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
	s := b.now()
	at, err := somebody(s.Names(), p)
	if err != nil {
		return nil, false, err
	}
	all, older := statementLines(s, at.ID, m), 0
	for n := range s.Backward() {
		if n.Meeting != 0 || n.Money() != m {
			continue
		}
		row, ok := statementNight(s, n, at.ID)
		if !ok {
			continue
		}
		all = append(all, row)
		if before == 0 || row.Cursor < before {
			older++
		}
		if older > limit {
			break // rows older than this one aren't of the page
		}
	}
	slices.SortFunc(all, func(a, b StatementRow) int { return cmp.Compare(b.Cursor, a.Cursor) })
	balance := s.Account(m, at.ID).Total
	for _, row := range all {
		row.After = balance
		balance -= row.Amount
		if before != 0 && row.Cursor >= before {
			continue
		}
		if len(rows) == limit {
			return rows, true, nil
		}
		if row.Night == 0 {
			row.tell(s, m)
		}
		rows = append(rows, row)
	}
	return rows, false, nil
}

// statementNight is the row of a night, or of an evening with all its tables; ok is false where somebody had
// no part in it.
func statementNight(s *state.State, n *state.Night, p PlayerID) (row StatementRow, ok bool) {
	row = StatementRow{Cursor: n.Opened, Night: n.ID, Name: n.Name, Date: n.Date, Kind: chain.KindNight}
	for v := range withTables(s, n.ID) {
		sum := v.Sum(p)
		sum.Carried, sum.Handed = 0, 0
		row.Sum.Add(&sum)
		ok = ok || slices.Contains(v.People(), p)
	}
	row.Amount = row.Sum.Total()
	return row, ok
}

func statementLines(s *state.State, p PlayerID, m rules.Money) (out []StatementRow) {
	for _, move := range s.SlateMoves(m) {
		from, to := s.Names().Who(move.From), s.Names().Who(move.To)
		if move.Night != 0 || (from == p) == (to == p) {
			continue
		}
		row := StatementRow{Cursor: move.Entry, Entry: move.Entry, Amount: move.Amount, At: time.UnixMilli(move.At)}
		if from == p {
			row.Amount = -move.Amount
		}
		row.Date = row.At.Format(time.DateOnly)
		out = append(out, row)
	}
	return out
}

func (r *StatementRow) tell(s *state.State, m rules.Money) {
	said := slateEntry(s, r.Entry, 0)
	r.Kind, r.Undone = said.Kind, said.Undone != 0
	r.Text, r.Reason = s.Names().Tell(m, said.Kind, said.Body)
}
