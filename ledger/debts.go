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
	"cmp"
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/store"
	"ouverte/ledger/years"
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

const moneysOnSlate = `SELECT DISTINCT money FROM balance WHERE slate <> 0 ORDER BY money`

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

// show names them.
func (s *slate) show(names *people.Roster, m rules.Money, d *oldDebt) OldDebt {
	return OldDebt{
		Debt: Debt{From: d.from, To: d.to, Amount: d.amount}, Money: m, FromName: names.Name(
			d.from), ToName: names.Name(d.to),
		Date: d.date, At: time.UnixMilli(d.at), Version: s.seen[coupleOf(d.from, d.to)],
	}
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

// OldDebts are who owes whom from former evenings in one money.
type OldDebts struct {
	All     []Debt    // the oldest first
	Shown   []OldDebt // of these, those that were asked for
	Version EntryID   // the latest entry on the slate of that money
}

// Debts lists who owes whom from former evenings in one money. Shown are at most limit of them, 0 is all, or
// those of one person or the kitty; 0 is everybody.
func (b *Book) Debts(ctx context.Context, m rules.Money, of PlayerID, limit int) (out OldDebts, err error) {
	err = b.read(ctx, func(tx *store.Tx) error {
		s, err := b.slateNow(tx, m)
		if err != nil {
			return err
		}
		names := b.roster.Load()
		out = OldDebts{All: make([]Debt, 0, len(s.debts)), Version: s.upTo}
		for _, d := range s.debts {
			out.All = append(out.All, Debt{From: d.from, To: d.to, Amount: d.amount})
			if (of == 0 || of == d.from || of == d.to) && (limit == 0 || len(out.Shown) < limit) {
				out.Shown = append(out.Shown, s.show(names, m, d))
			}
		}
		return nil
	})
	return out, err
}

// OpenedAgain lists the nights of a money that had left something for next time when they were closed, and
// are open again, the newest first.
func (b *Book) OpenedAgain(ctx context.Context, m rules.Money) (nights []NightID, err error) {
	err = b.read(ctx, func(tx *store.Tx) error {
		s, err := b.slateNow(tx, m)
		if err != nil || len(s.again) == 0 {
			return err
		}
		nights, err = store.Column[NightID](tx, `SELECT id FROM night WHERE closed IS NULL
			AND id IN (SELECT value FROM json_each(?)) ORDER BY id DESC`,
			years.Listed(slices.Collect(maps.Keys(s.again))))
		return err
	})
	return nights, err
}

// debtsAmong lists the debts between these people and the kitty.
func (b *Book) debtsAmong(tx *store.Tx, m rules.Money, people []PlayerID) (debts []OldDebt, err error) {
	s, err := b.slateNow(tx, m)
	if err != nil {
		return nil, err
	}
	names := b.roster.Load()
	here := map[PlayerID]bool{Kitty: true}
	for _, p := range people {
		here[names.Who(p)] = true
	}
	var found []*oldDebt
	for from := range here {
		for to := range here {
			if d := s.of[owing{from, to}]; d != nil {
				found = append(found, d)
			}
		}
	}
	slices.SortFunc(found, func(a, b *oldDebt) int { return cmp.Compare(a.nth, b.nth) })
	for _, d := range found {
		debts = append(debts, s.show(names, m, d))
	}
	return debts, nil
}

// Bringable lists the debts between the people of a night (and the kitty): what BringFromSlate would bring.
func (b *Book) Bringable(ctx context.Context, n NightID) ([]OldDebt, error) {
	night, err := b.Night(ctx, n)
	if err != nil {
		return nil, err
	}
	var people []PlayerID
	for _, p := range night.People {
		people = append(people, p.ID)
	}
	var debts []OldDebt
	err = b.read(ctx, func(tx *store.Tx) error {
		debts, err = b.debtsAmong(tx, night.Money, people)
		return err
	})
	return debts, err
}

// DebtsBetween lists who of these owes whom of them (or the kitty) from former evenings, in all moneys.
func (b *Book) DebtsBetween(ctx context.Context, people []PlayerID) ([]OldDebt, error) {
	var all []OldDebt
	err := b.read(ctx, func(tx *store.Tx) error {
		moneys, err := store.Column[rules.Money](tx, moneysOnSlate)
		if err != nil {
			return err
		}
		for _, m := range moneys {
			debts, err := b.debtsAmong(tx, m, people)
			if err != nil {
				return err
			}
			all = append(all, debts...)
		}
		return nil
	})
	return all, err
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
	var out []SlateLine
	err := b.read(ctx, func(tx *store.Tx) error {
		s, err := b.slateNow(tx, m)
		if err != nil {
			return err
		}
		names := b.roster.Load()
		for _, seq := range slices.Backward(s.apart) {
			if len(out) == limit {
				break
			}
			e, err := readEntry(tx, seq)
			if err != nil {
				return err
			}
			body, err := chain.Decode(e.Kind, e.Body)
			if err != nil {
				return err
			}
			l := SlateLine{Entry: seq, Kind: e.Kind, At: e.Time(), Device: e.Device}
			l.Text, l.Reason = names.Tell(m, e.Kind, body)
			out = append(out, l)
		}
		return nil
	})
	return out, err
}

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
		for i := range n.Rows { // the newest first
			if r := &n.Rows[i]; r.Kind == chain.KindReopen && r.Entry > undone {
				by = r.Entry
			}
		}
		return by
	}
	for i := range n.Rows {
		r := &n.Rows[i]
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
