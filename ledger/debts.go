package ledger

// Who owes whom from former evenings, as pages read it. ledger/state has how it comes to be.

import (
	"context"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/state"
	"ouverte/rules"
)

type OldDebt struct {
	Debt
	Money            rules.Money
	FromName, ToName string
	Date             string    // of the night it is from …
	At               time.Time // … or when it was entered
	Version          EntryID   // the latest entry about what is between these two: PaySlate names it
}

type OldDebts struct {
	All     []Debt    // the oldest first
	Shown   []OldDebt // of these, those that were asked for
	Version EntryID   // the latest entry on the slate of that money
}

// Debts lists who owes whom from former evenings in one money. Shown are at most limit of them, 0 is all, or
// those of one person or the kitty; 0 is everybody.
func (b *Book) Debts(m rules.Money, of PlayerID, limit int) OldDebts {
	s := b.now()
	open := s.Slate(m)
	out := OldDebts{All: make([]Debt, 0, len(open.Debts)), Version: open.Last}
	for _, d := range open.Debts {
		out.All = append(out.All, Debt{From: d.From, To: d.To, Amount: d.Amount})
		if (of == 0 || of == d.From || of == d.To) && (limit == 0 || len(out.Shown) < limit) {
			out.Shown = append(out.Shown, oldDebt(s, m, d))
		}
	}
	return out
}

func oldDebt(s *state.State, m rules.Money, d *state.OldDebt) OldDebt {
	return OldDebt{
		Debt: Debt{From: d.From, To: d.To, Amount: d.Amount}, Money: m,
		FromName: s.Names().Name(d.From), ToName: s.Names().Name(d.To), Date: d.Date, At: time.UnixMilli(d.At),
		Version: s.Slate(m).Seen[state.CoupleOf(d.From, d.To)],
	}
}

// OpenedAgain lists the nights of a money that had left something for next time when they were closed, and
// are open again, the newest first.
func (b *Book) OpenedAgain(m rules.Money) (nights []NightID) {
	s := b.now()
	for _, id := range slices.Backward(s.Open()) {
		if s.Slate(m).Again[id] {
			nights = append(nights, id)
		}
	}
	return nights
}

func debtsAmong(s *state.State, m rules.Money, people []PlayerID) (debts []OldDebt) {
	here := map[PlayerID]bool{Kitty: true}
	for _, p := range people {
		here[s.Names().Who(p)] = true
	}
	for _, d := range s.Slate(m).Debts {
		if here[d.From] && here[d.To] {
			debts = append(debts, oldDebt(s, m, d))
		}
	}
	return debts
}

// Bringable lists the debts between the people of a night (and the kitty): what BringFromSlate would bring.
func (b *Book) Bringable(ctx context.Context, n NightID) ([]OldDebt, error) {
	s := b.now()
	night := s.View(n)
	if night == nil {
		return nil, &NotFound{What: "night"}
	}
	return debtsAmong(s, night.Money(), night.People()), nil
}

func (b *Book) DebtsBetween(people []PlayerID) (all []OldDebt) {
	s := b.now()
	for _, m := range moneysOf(s) {
		all = append(all, debtsAmong(s, m, people)...)
	}
	return all
}

func moneysOf(s *state.State) []rules.Money {
	moneys := s.Moneys()
	slices.Sort(moneys)
	return moneys
}

type SlateLine struct {
	Entry        EntryID
	Kind         Kind
	At           time.Time
	Device       string
	Text, Reason string
}

func (b *Book) SlateLines(m rules.Money, limit int) (out []SlateLine) {
	s := b.now()
	for _, seq := range slices.Backward(s.Slate(m).Apart) {
		if len(out) == limit {
			break
		}
		out = append(out, slateLine(s.Names(), m, s.FindApart(seq)))
	}
	return out
}

func slateLine(names *people.Roster, m rules.Money, o *state.Other) SlateLine {
	l := SlateLine{Entry: o.Entry, Kind: o.Kind, At: time.UnixMilli(o.At), Device: o.Device}
	l.Text, l.Reason = names.Tell(m, o.Kind, o.Body)
	return l
}

// slateEntry is an entry that moved something on the slate. Of one that took another back, it has what that
// says, and nothing else.
func slateEntry(s *state.State, seq EntryID, night NightID) *state.Other {
	others := s.Apart()
	if n := s.Night(night); n != nil {
		others = n.Others
	}
	for _, o := range slices.Backward(others) {
		switch seq {
		case o.Entry:
			return o
		case o.Undone:
			return &state.Other{Entry: seq, Kind: chain.KindReversal, Body: &chain.Reason{Reason: o.Why}}
		}
	}
	return nil
}
