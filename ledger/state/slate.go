package state

// The slate of a money: who owes whom from former evenings. A debt is owed by one to another; payments and
// what is brought into a night take it off, first what is between the two, then along the oldest debts of
// each.

import (
	"maps"
	"math"
	"slices"
	"sync/atomic"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// Slate has everything ever put on the slate of a money and taken off it.
type Slate struct {
	Moves []SlateMove // in order; players as named

	owner    *token
	ownMoves bool
	folded   atomic.Pointer[OpenDebts] // what they come to, once somebody asked
}

// SlateMove is a transfer on the slate: from now on From owes To the amount, or To was paid it.
type SlateMove struct {
	Entry    EntryID
	Kind     Kind
	Night    NightID // that it was carried from or brought into; zero: apart from any
	From, To PlayerID
	Amount   int64
	At       int64
	Gone     bool // it was taken back, or takes something back
}

// OpenDebts is who owes whom. It is shared: nobody may change it.
type OpenDebts struct {
	Last     EntryID            // that has to do with it
	Debts    []*OldDebt         // the oldest first
	Seen     map[Couple]EntryID // the latest entry about two
	Apart    []EntryID          // the latest written apart from any night that stand, the oldest first
	Reopened map[NightID]bool   // took back what they had left: they were closed, and opened again

	of   map[owing]*OldDebt
	book *State // while the moves are taken
}

type OldDebt struct {
	Debt
	Date  string // of the night it is from; empty for one entered apart
	At    int64  // when that was entered
	parts []debtPart
}

// debtPart is what is open of what one entry put on the slate.
type debtPart struct {
	entry  EntryID
	amount int64
}

// linesKept is how many entries apart from any night are remembered to be shown.
const linesKept = 30

// Couple is two in either order, the lower first.
type Couple [2]PlayerID

func CoupleOf(a, b PlayerID) Couple { return Couple{min(a, b), max(a, b)} }

type owing [2]PlayerID

// OpenDebts works out who owes whom in a money, once for a state and those after it in which nothing of it
// moved.
func (s *State) OpenDebts(m rules.Money) *OpenDebts {
	sl := s.slates[m]
	if sl == nil {
		sl = new(Slate)
	}
	if o := sl.folded.Load(); o != nil {
		return o
	}
	o := &OpenDebts{of: map[owing]*OldDebt{}, Seen: map[Couple]EntryID{}, Reopened: map[NightID]bool{}, book: s}
	for i := range sl.Moves {
		o.take(&sl.Moves[i])
	}
	o.book = nil // which it would keep from being freed
	sl.folded.Store(o)
	return o
}

// SlateMoves are all that was ever put on the slate of a money or taken off it. Nobody may change them.
func (s *State) SlateMoves(m rules.Money) []SlateMove {
	if sl := s.slates[m]; sl != nil {
		return sl.Moves
	}
	return nil
}

// slate is the slate of a money to be changed: what it comes to is worked out anew.
func (d *Draft) slate(m rules.Money) *Slate {
	if !d.mine.slates {
		d.slates, d.mine.slates = maps.Clone(d.slates), true
	}
	sl := d.slates[m]
	if sl == nil || sl.owner != d.me {
		fresh := &Slate{owner: d.me}
		if sl != nil {
			fresh.Moves = sl.Moves
			if d.whatIf {
				fresh.Moves = slices.Clip(fresh.Moves)
			}
		}
		sl = fresh
		d.slates[m] = sl
	}
	sl.folded.Store(nil)
	return sl
}

// onSlate notes an entry's transfers outside the nights. A reversal counts as the kind it reverses.
func (d *Draft) onSlate(e *Entry, kind Kind) {
	for _, t := range e.Transfers {
		if t.Night != 0 {
			continue
		}
		sl := d.slate(t.Money)
		if e.Reverses != 0 {
			if !sl.ownMoves {
				sl.Moves, sl.ownMoves = slices.Clone(sl.Moves), true
			}
			for i := range sl.Moves {
				if sl.Moves[i].Entry == e.Reverses {
					sl.Moves[i].Gone = true
				}
			}
		}
		sl.Moves = append(sl.Moves, SlateMove{
			Entry: e.Seq, Kind: kind, Night: e.Night, From: t.From, To: t.To, Amount: t.Amount, At: e.At,
			Gone: e.Reverses != 0,
		})
	}
}

// forgetSlates has the slates worked out anew: people were joined or parted, or a night has another date.
func (d *Draft) forgetSlates() {
	for m := range d.slates {
		d.slate(m)
	}
}

func (o *OpenDebts) take(m *SlateMove) {
	o.Last = m.Entry
	move := *m
	move.From, move.To = o.book.names.Who(m.From), o.book.names.Who(m.To)
	if move.Gone {
		o.Seen[CoupleOf(move.From, move.To)] = move.Entry
		if move.Kind == chain.KindCarry {
			o.Reopened[move.Night] = true
		}
		return
	}
	if move.Night == 0 && (len(o.Apart) == 0 || o.Apart[len(o.Apart)-1] != move.Entry) {
		if o.Apart = append(o.Apart, move.Entry); len(o.Apart) > linesKept {
			o.Apart = o.Apart[1:]
		}
	}
	if move.From == move.To {
		return // they turned out to be one person
	}
	if move.Kind == chain.KindPayment || move.Kind == chain.KindBring {
		o.paid(&move)
	} else {
		o.owes(&move, move.From, move.To, move.Amount)
	}
}

// oldest returns nil where there is none.
func (o *OpenDebts) oldest(is func(*OldDebt) bool) *OldDebt {
	if i := slices.IndexFunc(o.Debts, is); i >= 0 {
		return o.Debts[i]
	}
	return nil
}

func (o *OpenDebts) less(move *SlateMove, d *OldDebt, amount int64) {
	o.Seen[CoupleOf(d.From, d.To)] = move.Entry
	if d.Amount -= amount; d.Amount == 0 {
		i := slices.Index(o.Debts, d)
		o.Debts = slices.Delete(o.Debts, i, i+1)
		delete(o.of, owing{d.From, d.To})
	}
	for amount > 0 && len(d.parts) > 0 {
		off := min(amount, d.parts[0].amount)
		amount -= off
		if d.parts[0].amount -= off; d.parts[0].amount == 0 {
			d.parts = d.parts[1:]
		}
	}
}

// owes adds to what one owes another, after what the other owes.
func (o *OpenDebts) owes(move *SlateMove, from, to PlayerID, amount int64) {
	o.Seen[CoupleOf(from, to)] = move.Entry
	if back := o.of[owing{to, from}]; back != nil {
		off := min(amount, back.Amount)
		o.less(move, back, off)
		amount -= off
	}
	if amount == 0 {
		return
	}
	if same := o.of[owing{from, to}]; same != nil {
		amount = min(amount, math.MaxInt64-same.Amount) // only a forged book comes to more
		same.Amount += amount
		same.parts = append(same.parts, debtPart{move.Entry, amount})
		return
	}
	date := ""
	if n := o.book.Night(move.Night); n != nil {
		date = n.Date
	}
	d := &OldDebt{Debt{From: from, To: to, Amount: amount}, date, move.At, []debtPart{{move.Entry, amount}}}
	o.Debts = append(o.Debts, d)
	o.of[owing{from, to}] = d
}

func (o *OpenDebts) paid(move *SlateMove) {
	payer, payee, left := move.To, move.From, move.Amount
	o.Seen[CoupleOf(payer, payee)] = move.Entry
	if direct := o.of[owing{payer, payee}]; direct != nil {
		off := min(left, direct.Amount)
		o.less(move, direct, off)
		left -= off
	}
	for left > 0 {
		his := o.oldest(func(d *OldDebt) bool { return d.From == payer })
		theirs := o.oldest(func(d *OldDebt) bool { return d.To == payee })
		if his == nil || theirs == nil {
			o.owes(move, payee, payer, left)
			return
		}
		off := min(left, his.Amount, theirs.Amount)
		o.less(move, his, off)
		o.less(move, theirs, off)
		left -= off
		if his.To != theirs.From {
			o.owes(move, theirs.From, his.To, off)
		}
	}
}

// debt returns nil where it is nothing.
func (o *OpenDebts) debt(from, to PlayerID) *OldDebt { return o.of[owing{from, to}] }

func (o *OpenDebts) Between(from, to PlayerID) int64 {
	if d := o.debt(from, to); d != nil {
		return d.Amount
	}
	return 0
}

// StillOpen is what is still open of a debt that an entry put on the slate.
func (o *OpenDebts) StillOpen(e EntryID, debt Debt) int64 {
	if d := o.debt(debt.From, debt.To); d != nil {
		for _, part := range d.parts {
			if part.entry == e {
				return min(part.amount, debt.Amount)
			}
		}
	}
	return 0
}
