package ledger

// Two players who were joined, and aren't one person after all. What was written while they were one names
// the one who stays, and stays theirs. A night that was closed meanwhile came out even for the two together,
// and may not for each alone: what one then owes the other is carried onto the slate with the parting, where
// it can be paid like any debt. A table that closed while its evening is open hands over anew instead, so
// that the settlement names who sat there.

import (
	"context"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// Parting is what parting two players would do.
type Parting struct {
	Join        EntryID
	Gone, Stays Player
	Since       time.Time // they are one
	Version     EntryID   // the latest entry about them, for PartPlayers
	Carried     []Carried // what one will owe the other
}

type Carried struct {
	Night            NightID
	Name             string
	Date             string
	Money            rules.Money
	Debt             Debt
	FromName, ToName string
}

// Parting tells what parting the two of a join would do.
func (b *Book) Parting(ctx context.Context, join EntryID) (*Parting, error) {
	s := b.now()
	names := s.Names()
	o, err := standingJoin(s, join)
	if err != nil {
		return nil, err
	}
	said := o.Body.(*chain.Join)
	stays := names.Find(said.Stays)
	return &Parting{
		Join: join, Gone: names.At(said.Gone).Player, Stays: stays.Player, Since: time.UnixMilli(o.At),
		Version: aboutPerson(s, stays.ID), Carried: leftApart(s, said),
	}, nil
}

// aboutPerson is the latest entry of the nights a person has a part in, or about them on the slate.
func aboutPerson(s *state.State, p PlayerID) (last EntryID) {
	for n := range s.Nights() {
		if n.Version > last && slices.Contains(s.View(n.ID).People(), p) {
			last = n.Version
		}
	}
	for _, m := range s.Moneys() {
		for _, move := range s.SlateMoves(m) {
			if move.Night == 0 && (s.Names().Who(move.From) == p || s.Names().Who(move.To) == p) {
				last = max(last, move.Entry)
			}
		}
	}
	return last
}

// leftApart finds what parting the two of a join leaves open between them in the closed nights. There they
// came to nothing together, so what the one owes the other gets.
func leftApart(s *state.State, join *chain.Join) (out []Carried) {
	apart := s.Names().Clone()
	apart.Part(join.Gone)
	gone, stays := join.Gone, apart.Who(join.Stays)
	for n := range s.Nights() {
		d := Debt{From: stays, To: gone, Amount: n.In(apart).Sum(gone).Total()}
		if n.Closed == 0 || d.Amount == 0 || !n.Money().Handed() || stillOut(s, n) {
			continue
		}
		if d.Amount < 0 {
			d = Debt{From: gone, To: stays, Amount: -d.Amount}
		}
		out = append(out, Carried{
			Night: n.ID, Name: n.Name, Date: n.Date, Money: n.Money(), Debt: d,
			FromName: apart.Name(d.From), ToName: apart.Name(d.To),
		})
	}
	return out
}

// stillOut tells whether a night is a closed table of an evening that is still open: what it left to that can
// be handed over anew.
func stillOut(s *state.State, n *state.Night) bool {
	evening := s.Night(n.Meeting)
	return n.Closed != 0 && evening != nil && evening.Closed == 0
}

// PartPlayers takes a join back. saw is the version its page showed (Parting.Version): if something was
// written about the two since, PartPlayers returns *Stale. Zero doesn't check.
func (b *Book) PartPlayers(ctx context.Context, s Slip, join, saw EntryID) (Receipt, error) {
	return b.post(ctx, s, "part players", []any{join, saw}, func(d *desk) error {
		o, err := standingJoin(&d.draft.State, join)
		if err != nil {
			return err
		}
		stays := d.names().Find(o.Body.(*chain.Join).Stays)
		if saw != 0 && aboutPerson(&d.draft.State, stays.ID) > saw {
			return &Stale{Sentence: "Something was written in the name of " + stays.Name +
				" meanwhile. Look at it again before you part them."}
		}
		return d.part(o, "")
	})
}

func standingJoin(s *state.State, e EntryID) (*state.Other, error) {
	o := s.FindApart(e)
	switch {
	case o == nil || o.Kind != chain.KindJoin:
		return nil, &NotFound{What: "entry"}
	case o.Undone != 0:
		return nil, errWithdrawn
	}
	return o, nil
}

func (d *desk) part(join *state.Other, reason string) error {
	said := join.Body.(*chain.Join)
	gone := d.names().At(said.Gone)
	if has, taken := d.names().Named(gone.Name); taken {
		return refuse("name", "There is another %s now. Give that one a name of their own first.",
			d.names().Name(has))
	}
	carried := leftApart(&d.draft.State, said)
	apart := d.names().Clone()
	apart.Part(said.Gone)
	var anew []NightID // tables that left to their evening what isn't the two's together
	for n := range d.draft.Nights() {
		if !stillOut(&d.draft.State, n) || n.In(apart).Sum(said.Gone).Total() == 0 {
			continue
		}
		table, err := d.night(n.ID)
		if err == nil {
			err = d.reopenTable(table, reason)
		}
		if err == nil {
			err = d.post(n.ID, chain.KindReopen, &chain.Reason{Reason: reason})
		}
		if err != nil {
			return err
		}
		anew = append(anew, n.ID)
	}
	if err := d.reverse(0, join.Entry, reason); err != nil {
		return err
	}
	for _, id := range anew {
		table, err := d.night(id)
		if err == nil {
			err = d.sendHome(table)
		}
		if err != nil {
			return err
		}
	}
	for _, c := range carried {
		if err := d.post(c.Night, chain.KindCarry, &chain.Debts{Debts: []Debt{c.Debt}}); err != nil {
			return err
		}
	}
	return nil
}
