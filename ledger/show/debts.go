package show

// Who owes whom from former evenings, as pages read it. ledger/state has how it comes to be.

import (
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/settle"
	"ouverte/ledger/state"
	"ouverte/rules"
)

type OldDebt struct {
	chain.Debt
	Money            rules.Money
	FromName, ToName string
	Date             string        // of the night it is from …
	At               time.Time     // … or when it was entered
	Version          chain.EntryID // the latest entry about what is between these two: PaySlate names it
}

type OldDebts struct {
	Shown   []OldDebt        // those that were asked for, the oldest first
	Circle  []settle.Payment // some of all that lead in a circle: struck, nobody has anything less
	Version chain.EntryID    // the latest entry on the slate of that money
}

// Debts lists who owes whom from former evenings in one money. Shown are all, or those of one person or the
// kitty; 0 is everybody.
func (now *Snapshot) Debts(m rules.Money, of chain.PlayerID) OldDebts {
	s := now.state
	open := s.OpenDebts(m)
	out := OldDebts{Version: open.Last}
	for _, d := range open.Debts {
		if of == 0 || of == d.From || of == d.To {
			out.Shown = append(out.Shown, oldDebt(s, m, d))
		}
	}
	out.Circle = open.Circle()
	return out
}

func oldDebt(s *state.State, m rules.Money, d *state.OldDebt) OldDebt {
	return OldDebt{
		Debt: d.Debt, Money: m,
		FromName: s.Names().Name(d.From), ToName: s.Names().Name(d.To), Date: d.Date, At: time.UnixMilli(d.At),
		Version: s.OpenDebts(m).Seen[state.CoupleOf(d.From, d.To)],
	}
}

// ReopenedDebt is a debt the other way round to one that another evening had left: it was paid, and now that
// evening is open again and asks for it once more, until it is counted in there.
type ReopenedDebt struct {
	chain.Debt
	Night chain.NightID
	Date  string
}

// ReopenedDebts finds what is open in a money only because an evening, other than this one, is open again;
// the newest evening first.
func (now *Snapshot) ReopenedDebts(m rules.Money, but chain.NightID) (out []ReopenedDebt) {
	s := now.state
	for _, id := range slices.Backward(s.OpenNights()) {
		if id == but || !s.OpenDebts(m).Reopened[id] {
			continue
		}
		other := show(s, s.Resolve(id))
		for _, l := range now.DebtsLeft(other) {
			if l.Apart > 0 {
				debt := chain.Debt{From: l.To, To: l.From, Amount: l.Apart}
				out = append(out, ReopenedDebt{Debt: debt, Night: other.ID, Date: other.Date})
			}
		}
	}
	return out
}

func openAmong(s *state.State, m rules.Money, people []chain.PlayerID) (debts []OldDebt) {
	for _, d := range s.OpenAmong(m, people) {
		debts = append(debts, oldDebt(s, m, d))
	}
	return debts
}

// Bringable lists the debts between the people of a night (and the kitty): what BringFromSlate would bring.
func (now *Snapshot) Bringable(n chain.NightID) ([]OldDebt, error) {
	s := now.state
	night, err := now.resolved(n)
	if err != nil {
		return nil, err
	}
	return openAmong(s, night.Money(), night.People()), nil
}

func (now *Snapshot) DebtsBetween(people []chain.PlayerID) (all []OldDebt) {
	s := now.state
	for _, m := range moneysOf(s) {
		all = append(all, openAmong(s, m, people)...)
	}
	return all
}

func moneysOf(s *state.State) []rules.Money {
	moneys := slices.DeleteFunc(s.Moneys(), func(m rules.Money) bool { return !m.Handed() })
	slices.Sort(moneys)
	return moneys
}

type SlateLine struct {
	Entry        chain.EntryID
	Kind         chain.Kind
	At           time.Time
	Device       string
	Text, Reason string
}

func (now *Snapshot) SlateLines(m rules.Money, limit int) (out []SlateLine) {
	s := now.state
	for _, seq := range slices.Backward(s.OpenDebts(m).Apart) {
		if len(out) == limit {
			break
		}
		out = append(out, slateLine(s.Names(), m, s.FindApart(seq)))
	}
	return out
}

func slateLine(names *people.Roster, m rules.Money, o *state.Other) SlateLine {
	l := SlateLine{Entry: o.Entry, Kind: o.Kind, At: time.UnixMilli(o.At), Device: o.Device}
	l.Text, l.Reason = o.Body.Tell(chain.At{Kind: o.Kind, Money: m}, names.Name)
	return l
}
