package ledger

// Who owes whom from former evenings. What a night left is two names and an amount, said aloud when it was closed, and must be
// read so until it is paid; a balance alone doesn't know to whom it is owed. So the debts are followed through everything that
// was put on the slate or taken off it, in order:
//
//   - What is owed adds to what the same two owed each other before, or comes off it.
//   - What is paid, or brought into a night, comes off what the payer owes whom he pays.
//   - If he pays more than that, it is for what he owes others, the oldest first, and they get it from those who owe whom he
//     paid, the oldest first: that is how a payment that saves another one works out. What is left over he has to get back.
//   - What was withdrawn, or carried by a night that was opened again, is passed over as if it had never been.
//
// Nothing of this is stored: it follows from the entries. Readers keep how far they have read.

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"ouverte/rules"
)

// OldDebt is what one owes another from former evenings.
type OldDebt struct {
	Debt
	Money            rules.Money
	FromName, ToName string
	Date             string    // of the night it is from …
	At               time.Time // … or when it was entered
	Version          EntryID   // the latest entry about what is between these two: PaySlate names it
}

// slate is all such debts in one money.
type slate struct {
	upTo  EntryID
	debts []*oldDebt         // the oldest first
	seen  map[couple]EntryID // the latest entry about them
	apart []EntryID          // what was written on the slate apart from any night and stands, the oldest first
	who   func(PlayerID) PlayerID
}

type oldDebt struct {
	from, to PlayerID
	amount   int64
	date     string
	at       int64
}

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

// readSlate reads what was written on a slate after an entry; whole is false if something older was taken back by it: then
// the slate must be read from the beginning.
func readSlate(ctx context.Context, prepare preparer, m rules.Money, after EntryID) (moves []slateMove, whole bool, err error) {
	read, err := prepare(`SELECT e.seq, e.kind, coalesce(e.night, 0), t.src, t.dst, t.amount, coalesce(n.date, ''), e.at, e.reverses IS NOT NULL,
	EXISTS (SELECT 1 FROM entry u WHERE u.reverses = e.seq)
FROM transfer t JOIN entry e ON e.seq = t.entry LEFT JOIN night n ON n.id = e.night
WHERE t.night IS NULL AND t.money = ? AND t.entry > ? ORDER BY t.entry, t.n`)
	if err != nil {
		return nil, false, err
	}
	rows, err := read.QueryContext(ctx, string(m), int64(after))
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	for rows.Next() {
		var (
			move           slateMove
			undoes, undone bool
		)
		if err := rows.Scan(&move.entry, &move.kind, &move.night, &move.from, &move.to, &move.amount, &move.date, &move.at, &undoes, &undone); err != nil {
			return nil, false, err
		}
		if undoes && after > 0 {
			return nil, false, nil
		}
		move.gone = undoes || undone
		moves = append(moves, move)
	}
	return moves, true, rows.Err()
}

// linesKept is how many entries apart from any night are remembered to be shown.
const linesKept = 30

func newSlate(who func(PlayerID) PlayerID) *slate {
	return &slate{seen: map[couple]EntryID{}, who: who}
}

// take follows the next transfer.
func (s *slate) take(move *slateMove) {
	s.upTo = move.entry
	move.from, move.to = s.who(move.from), s.who(move.to)
	if move.gone {
		s.seen[coupleOf(move.from, move.to)] = move.entry
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
	if move.kind == KindPayment || move.kind == KindBring {
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
		s.debts = slices.DeleteFunc(s.debts, func(o *oldDebt) bool { return o == d })
	}
}

// owes adds to what one owes another; what the other owes comes off first.
func (s *slate) owes(move *slateMove, from, to PlayerID, amount int64) {
	s.seen[coupleOf(from, to)] = move.entry
	if back := s.find(func(d *oldDebt) bool { return d.from == to && d.to == from }); back != nil {
		off := min(amount, back.amount)
		s.less(move, back, off)
		amount -= off
	}
	if amount == 0 {
		return
	}
	if same := s.find(func(d *oldDebt) bool { return d.from == from && d.to == to }); same != nil {
		same.amount += amount
		return
	}
	s.debts = append(s.debts, &oldDebt{from, to, amount, move.date, move.at})
}

// paid takes a payment off: whoever was paid is now the one who owes.
func (s *slate) paid(move *slateMove) {
	payer, payee, left := move.to, move.from, move.amount
	s.seen[coupleOf(payer, payee)] = move.entry
	if direct := s.find(func(d *oldDebt) bool { return d.from == payer && d.to == payee }); direct != nil {
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
	c := &slate{upTo: s.upTo, seen: maps.Clone(s.seen), apart: slices.Clone(s.apart), who: s.who}
	for _, d := range s.debts {
		one := *d
		c.debts = append(c.debts, &one)
	}
	return c
}

// between is what one owes another.
func (s *slate) between(from, to PlayerID) int64 {
	if d := s.find(func(d *oldDebt) bool { return d.from == from && d.to == to }); d != nil {
		return d.amount
	}
	return 0
}

// show names them.
func (s *slate) show(names *roster, m rules.Money, d *oldDebt) OldDebt {
	return OldDebt{
		Debt: Debt{d.from, d.to, d.amount}, Money: m, FromName: names.name(d.from), ToName: names.name(d.to),
		Date: d.date, At: time.UnixMilli(d.at), Version: s.seen[coupleOf(d.from, d.to)],
	}
}

// slates is where readers keep the slates they looked at.
type slates struct {
	mu    sync.Mutex
	of    map[rules.Money]*slate
	joins int // of the roster they were read with
}

// slateNow is the slate of a money as it is committed; nobody may change it.
func (b *Book) slateNow(ctx context.Context, m rules.Money) (*slate, error) {
	names := b.roster.Load()
	b.slates.mu.Lock()
	defer b.slates.mu.Unlock()
	if b.slates.of == nil || b.slates.joins != names.joins {
		b.slates.of, b.slates.joins = map[rules.Money]*slate{}, names.joins
	}
	kept := b.slates.of[m]
	if kept == nil {
		kept = newSlate(names.who)
	}
	moves, whole, err := readSlate(ctx, b.reader, m, kept.upTo)
	if err == nil && !whole {
		kept = newSlate(names.who)
		moves, _, err = readSlate(ctx, b.reader, m, 0)
	}
	if err != nil {
		return nil, b.trouble(err)
	}
	if len(moves) > 0 { // others may be reading the one that is kept
		kept = kept.clone()
		for i := range moves {
			kept.take(&moves[i])
		}
	}
	b.slates.of[m] = kept
	return kept, nil
}

// slateHere is the slate as it is at this point of the transaction.
func (d *desk) slateHere(m rules.Money) (*slate, error) {
	s := newSlate(d.who)
	d.b.slates.mu.Lock()
	if kept := d.b.slates.of[m]; kept != nil && d.b.slates.joins == d.roster.joins {
		s = kept.clone()
	}
	d.b.slates.mu.Unlock()
	moves, whole, err := readSlate(d.ctx, d.stmt, m, s.upTo)
	if err == nil && !whole {
		s = newSlate(d.who)
		moves, _, err = readSlate(d.ctx, d.stmt, m, 0)
	}
	for i := range moves {
		s.take(&moves[i])
	}
	return s, err
}

// Debts lists who owes whom from former evenings in one money, the oldest first; among is between which people and the
// kitty only, nil between all. version is the latest entry on the slate of that money.
func (b *Book) Debts(ctx context.Context, m rules.Money, among []PlayerID) (debts []OldDebt, version EntryID, err error) {
	s, err := b.slateNow(ctx, m)
	if err != nil {
		return nil, 0, err
	}
	names := b.roster.Load()
	asked := func(p PlayerID) bool {
		return among == nil || p == Kitty || slices.ContainsFunc(among, func(q PlayerID) bool { return names.who(q) == p })
	}
	for _, d := range s.debts {
		if asked(d.from) && asked(d.to) {
			debts = append(debts, s.show(names, m, d))
		}
	}
	return debts, s.upTo, nil
}

// Bringable lists the debts between the people of a night (and the kitty): what BringFromSlate would bring.
func (b *Book) Bringable(ctx context.Context, n NightID) ([]OldDebt, error) {
	night, err := b.Night(ctx, n)
	if err != nil {
		return nil, err
	}
	people := []PlayerID{}
	for _, p := range night.People {
		people = append(people, p.ID)
	}
	debts, _, err := b.Debts(ctx, night.Money, people)
	return debts, err
}

// DebtsBetween lists who of these owes whom of them (or the kitty) from former evenings, in all moneys.
func (b *Book) DebtsBetween(ctx context.Context, people []PlayerID) ([]OldDebt, error) {
	rows, err := b.query(ctx, `SELECT DISTINCT money FROM balance WHERE slate <> 0 ORDER BY money`)
	if err != nil {
		return nil, b.trouble(err)
	}
	defer rows.Close()
	var moneys []rules.Money
	for rows.Next() {
		var m rules.Money
		if err := rows.Scan(&m); err != nil {
			return nil, b.trouble(err)
		}
		moneys = append(moneys, m)
	}
	if err := rows.Err(); err != nil {
		return nil, b.trouble(err)
	}
	var all []OldDebt
	for _, m := range moneys {
		debts, _, err := b.Debts(ctx, m, people)
		if err != nil {
			return nil, err
		}
		all = append(all, debts...)
	}
	return all, nil
}

// SlateLine is a payment or an old balance that was written on the slate apart from any night.
type SlateLine struct {
	Entry        EntryID
	Kind         Kind
	At           time.Time
	Device       string
	Text, Reason string
}

// SlateLines lists the latest of those that stand, newest first.
func (b *Book) SlateLines(ctx context.Context, m rules.Money, limit int) ([]SlateLine, error) {
	s, err := b.slateNow(ctx, m)
	if err != nil {
		return nil, err
	}
	names := b.roster.Load()
	var out []SlateLine
	for _, seq := range slices.Backward(s.apart) {
		if len(out) == limit {
			break
		}
		e, err := readEntry(ctx, b.pool, seq)
		if err != nil {
			return nil, b.trouble(err)
		}
		body, err := decodeBody(e.Kind, e.Body)
		if err != nil {
			return nil, b.trouble(err)
		}
		l := SlateLine{Entry: seq, Kind: e.Kind, At: e.Time(), Device: e.Device}
		l.Text, l.Reason = tell(names, m, e.Kind, body)
		out = append(out, l)
	}
	return out, nil
}
