package show

import (
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// DebtLeft is a debt that a night left for next time when it was closed, and what became of it.
type DebtLeft struct {
	chain.Debt
	// Open is what of it is still open on the slate, while the night is closed.
	Open int64
	// Apart is, in a reopened night, the part that was paid on the slate and not in the night. Until it is
	// brought into the night (as a debt the other way round), the night asks for it once more.
	Apart int64
	// Since are the first payments between the two since the close that make up the paid part, the oldest first.
	Since []PaidSince
}

// StillOpen counts the debts of which something is open.
func StillOpen(all []DebtLeft) (open int) {
	for _, l := range all {
		if l.Open > 0 {
			open++
		}
	}
	return open
}

type PaidSince struct {
	settle.Payment
	At    time.Time
	Night chain.NightID // that it was brought into …
	Date  string        // … and when that was played
}

func (now *Snapshot) DebtsLeft(n *Night) []DebtLeft {
	carries, since := n.lastCarried()
	if len(carries) == 0 || !n.Money.Handed() {
		return nil
	}
	s := now.state
	open := s.OpenDebts(n.Money)
	var out []DebtLeft
	for _, r := range slices.Backward(carries) { // in the order they were written
		for _, d := range r.Debts {
			if d.From == d.To {
				continue // they turned out to be one person
			}
			l := DebtLeft{Debt: d}
			if !n.Open {
				l.Open = open.StillOpen(r.Entry, d)
			}
			paid := l.paidSince(s, n.Money, since)
			if n.Open {
				l.Apart = min(open.Between(d.To, d.From), paid)
			}
			out = append(out, l)
		}
	}
	return out
}

// lastCarried lists what the night carried when it was last closed, and since; of an open night, what opening
// it again took back. Payments since the entry count for that.
func (n *Night) lastCarried() (carries []*Row, since chain.EntryID) {
	reopened := func(undone chain.EntryID) (by chain.EntryID) {
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
			// earlier payments were counted in, and aren't part of what it left in the end
			return carries, since
		}
	}
	return carries, since
}

func (l *DebtLeft) paidSince(s *state.State, m rules.Money, since chain.EntryID) (sum int64) {
	for _, move := range s.SlateMoves(m) {
		// The player to pay stands lower by it.
		payee, payer := s.Names().Who(move.From), s.Names().Who(move.To)
		if sum >= l.Amount-l.Open || move.Entry <= since || move.Gone || payer != l.From || payee != l.To ||
			move.Kind != chain.KindPayment && move.Kind != chain.KindBring {
			continue
		}
		p := PaidSince{At: time.UnixMilli(move.At),
			Payment: settle.Payment{From: payer, To: payee, Amount: move.Amount}}
		if n := s.Night(move.Night); n != nil {
			p.Night, p.Date = n.ID, n.Date
		}
		l.Since = append(l.Since, p)
		sum += p.Amount
	}
	return sum
}
