package ledger

// Who owes whom from former evenings. A night leaves debts between two people each, and they are read so
// until they are paid; a balance alone doesn't know to whom it is owed. The slate follows the debts through
// all entries that put something on it or took something off, in order:
//
//   - A debt adds to what the same two owed each other before, or comes off it.
//   - A payment, or what is brought into a night, comes off what the payer owes whom he pays.
//   - What he pays beyond that is for what he owes others, the oldest first, and they get it from those who
//     owe whom he paid, the oldest first. The rest he has to get back.
//   - What was withdrawn, or carried by a night that was opened again, doesn't count.
//
// Of a debt, the part that has been open longest is paid first; Left says so what of a night is still open.
// Nothing of this is stored. Readers cache the slate and how far they have read.

import (
	"database/sql"
	"errors"
	"maps"
	"slices"
	"sync"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"
	"ouverte/rules"
)

// slate is all such debts in one money.
type slate struct {
	upTo  EntryID
	made  int                // so many debts there ever were
	debts []*oldDebt         // the oldest first …
	of    map[owing]*oldDebt // … and by who owes whom
	seen  map[couple]EntryID // the latest entry about them
	// what was written on the slate apart from any night and stands, the oldest first
	apart []EntryID
	// again are the nights that took back what they had left: they were closed, and opened again
	again map[NightID]bool
	who   func(PlayerID) PlayerID
}

// owing is who owes, and whom.
type owing [2]PlayerID

type oldDebt struct {
	nth      int // of all there ever were
	from, to PlayerID
	amount   int64
	date     string
	at       int64
	parts    []debtPart // what it is made of, the oldest first
	lump     bool       // the first of them is what is left of it and of all before it
}

// debtPart is what is open of what one entry put on the slate.
type debtPart struct {
	entry  EntryID
	amount int64
}

// partsKept is how many are told apart; where two never pay in all those evenings, the oldest are one.
const partsKept = 500

// couple is two in either order, the lower first.
type couple [2]PlayerID

func coupleOf(a, b PlayerID) couple { return couple{min(a, b), max(a, b)} }

// slateMove is a transfer on the slate: from now owes to the amount.
type slateMove struct {
	entry    EntryID
	kind     Kind
	night    NightID
	from, to PlayerID
	amount   int64
	date     string
	at       int64
	gone     bool // it was taken back, or takes something back
}

const slateAfter = `SELECT e.seq, e.kind, coalesce(e.night, 0), t.src, t.dst, t.amount, coalesce(n.date, ''),
		e.at, e.reverses IS NOT NULL,
	EXISTS (SELECT 1 FROM entry u WHERE u.reverses = e.seq)
FROM transfer t JOIN entry e ON e.seq = t.entry LEFT JOIN night n ON n.id = e.night
WHERE t.night IS NULL AND t.money = ? AND t.entry > ? ORDER BY t.entry, t.n`

// linesKept is how many entries apart from any night are remembered to be shown.
const linesKept = 30

func newSlate(who func(PlayerID) PlayerID) *slate {
	return &slate{
		of: map[owing]*oldDebt{}, seen: map[couple]EntryID{}, again: map[NightID]bool{}, who: who,
	}
}

// take follows the next transfer.
func (s *slate) take(move *slateMove) {
	s.upTo = move.entry
	move.from, move.to = s.who(move.from), s.who(move.to)
	if move.gone {
		s.seen[coupleOf(move.from, move.to)] = move.entry
		if move.kind == chain.KindCarry {
			s.again[move.night] = true
		}
		return
	}
	if move.night == 0 && (len(s.apart) == 0 || s.apart[len(s.apart)-1] != move.entry) {
		if s.apart = append(s.apart, move.entry); len(s.apart) > linesKept {
			s.apart = s.apart[1:]
		}
	}
	if move.from == move.to {
		return // they turned out to be one person
	}
	if move.kind == chain.KindPayment || move.kind == chain.KindBring {
		s.paid(move)
	} else {
		s.owes(move, move.from, move.to, move.amount)
	}
}

// find is the oldest debt for which is says so; nil if there is none.
func (s *slate) find(is func(*oldDebt) bool) *oldDebt {
	if i := slices.IndexFunc(s.debts, is); i >= 0 {
		return s.debts[i]
	}
	return nil
}

// less takes so much off a debt.
func (s *slate) less(move *slateMove, d *oldDebt, amount int64) {
	s.seen[coupleOf(d.from, d.to)] = move.entry
	if d.amount -= amount; d.amount == 0 {
		i := slices.Index(s.debts, d)
		s.debts = slices.Delete(s.debts, i, i+1)
		delete(s.of, owing{d.from, d.to})
	}
	for amount > 0 {
		off := min(amount, d.parts[0].amount)
		amount -= off
		if d.parts[0].amount -= off; d.parts[0].amount == 0 {
			d.parts, d.lump = d.parts[1:], false
		}
	}
}

// owes adds to what one owes another, after what the other owes.
func (s *slate) owes(move *slateMove, from, to PlayerID, amount int64) {
	s.seen[coupleOf(from, to)] = move.entry
	if back := s.of[owing{to, from}]; back != nil {
		off := min(amount, back.amount)
		s.less(move, back, off)
		amount -= off
	}
	if amount == 0 {
		return
	}
	if same := s.of[owing{from, to}]; same != nil {
		same.amount += amount
		if len(same.parts) == cap(same.parts) { // there are very many debts, most of few parts: no doubling
			same.parts = append(make([]debtPart, 0, len(same.parts)*5/4+2), same.parts...)
		}
		if same.parts = append(same.parts, debtPart{move.entry, amount}); len(same.parts) > partsKept {
			same.parts[1].amount += same.parts[0].amount
			same.parts, same.lump = same.parts[1:], true
		}
		return
	}
	s.made++
	d := &oldDebt{s.made, from, to, amount, move.date, move.at, []debtPart{{move.entry, amount}}, false}
	s.debts = append(s.debts, d)
	s.of[owing{from, to}] = d
}

// paid takes a payment off.
func (s *slate) paid(move *slateMove) {
	payer, payee, left := move.to, move.from, move.amount
	s.seen[coupleOf(payer, payee)] = move.entry
	if direct := s.of[owing{payer, payee}]; direct != nil {
		off := min(left, direct.amount)
		s.less(move, direct, off)
		left -= off
	}
	for left > 0 {
		his := s.find(func(d *oldDebt) bool { return d.from == payer })
		theirs := s.find(func(d *oldDebt) bool { return d.to == payee })
		if his == nil || theirs == nil {
			s.owes(move, payee, payer, left)
			return
		}
		off := min(left, his.amount, theirs.amount)
		s.less(move, his, off)
		s.less(move, theirs, off)
		left -= off
		if his.to != theirs.from {
			s.owes(move, theirs.from, his.to, off)
		}
	}
}

// clone is a slate to go on with.
func (s *slate) clone() *slate {
	c := &slate{upTo: s.upTo, made: s.made, of: make(map[owing]*oldDebt, len(s.debts)), seen: maps.Clone(s.seen),
		apart: slices.Clone(s.apart), again: maps.Clone(s.again), who: s.who}
	for _, d := range s.debts {
		one := *d
		one.parts = slices.Clone(d.parts)
		c.debts = append(c.debts, &one)
		c.of[owing{d.from, d.to}] = &one
	}
	return c
}

// between is what one owes another.
func (s *slate) between(from, to PlayerID) int64 {
	if d := s.of[owing{from, to}]; d != nil {
		return d.amount
	}
	return 0
}

// leftOf is what is still open of a debt that an entry put on the slate.
func (s *slate) leftOf(e EntryID, debt Debt) int64 {
	if d := s.of[owing{debt.From, debt.To}]; d != nil {
		for i, part := range d.parts {
			if part.entry == e || i == 0 && d.lump && part.entry > e {
				return min(part.amount, debt.Amount)
			}
		}
	}
	return 0
}

// slates is where readers keep the slates they looked at.
type slates struct {
	mu    sync.Mutex
	of    map[rules.Money]*slate
	joins int // of the roster they were read with
}

// at is the one that was kept of a money; nil if there is none of such a roster.
func (s *slates) at(m rules.Money, joins int) *slate {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.joins != joins {
		return nil
	}
	return s.of[m]
}

// keep keeps a slate, unless it keeps a newer one. From then on nobody may change it.
func (s *slates) keep(m rules.Money, joins int, newer *slate) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of == nil || s.joins < joins {
		s.of, s.joins = map[rules.Money]*slate{}, joins
	}
	if has := s.of[m]; s.joins == joins && (has == nil || has.upTo < newer.upTo) {
		s.of[m] = newer
	}
}

// slateNow is the slate of a money as it is committed; nobody may change it.
func (b *Book) slateNow(tx *store.Tx, m rules.Money) (*slate, error) {
	names := b.roster.Load()
	s := b.slates.at(m, names.Joins)
	if s == nil {
		s = newSlate(names.Who)
	}
	s, err := s.readOn(tx, m)
	if err == nil {
		b.slates.keep(m, names.Joins, s)
	}
	return s, err
}

// slateHere is the slate as it is at this point of the transaction; nobody may change it.
func (d *desk) slateHere(m rules.Money) (*slate, error) {
	s := d.b.slates.at(m, d.roster.Joins)
	if s == nil {
		s = newSlate(d.who)
	}
	return s.readOn(d, m)
}

// errTakenBack means that something the slate already follows was taken back since.
var errTakenBack = errors.New("ledger: the slate must be read from the beginning")

// readOn returns the slate with what was written since. It doesn't change s: others may be reading it.
func (s *slate) readOn(q store.Querier, m rules.Money) (*slate, error) {
	next := s
	err := store.Each(q, func(rows *sql.Rows) error {
		var (
			move           slateMove
			undoes, undone bool
		)
		if err := rows.Scan(&move.entry, &move.kind, &move.night, &move.from, &move.to, &move.amount,
			&move.date, &move.at, &undoes, &undone); err != nil {
			return err
		}
		if undoes && s.upTo > 0 {
			return errTakenBack
		}
		move.gone = undoes || undone
		if next == s {
			next = s.clone()
		}
		next.take(&move)
		return nil
	}, slateAfter, string(m), int64(s.upTo))
	if errors.Is(err, errTakenBack) {
		return newSlate(s.who).readOn(q, m)
	}
	return next, err
}
