package ledger

// Who owes whom from former evenings, as pages read it. slatefold.go has how it comes to be.

import (
	"cmp"
	"context"
	"maps"
	"slices"
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

const moneysOnSlate = `SELECT DISTINCT money FROM balance WHERE slate <> 0 ORDER BY money`

// show names them.
func (s *slate) show(names *people.Roster, m rules.Money, d *oldDebt) OldDebt {
	return OldDebt{
		Debt: Debt{From: d.from, To: d.to, Amount: d.amount}, Money: m, FromName: names.Name(
			d.from), ToName: names.Name(d.to),
		Date: d.date, At: time.UnixMilli(d.at), Version: s.seen[coupleOf(d.from, d.to)],
	}
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
