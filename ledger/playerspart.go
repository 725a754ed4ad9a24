package ledger

// Two players who were joined, and aren't one person after all. Entries made while they were one name the one
// who stays, and stay theirs. A night that was closed meanwhile came out even for the two together, and may
// not for each alone: what one then owes the other is carried onto the slate with the parting, where it can
// be paid like any debt. A table that closed while its evening is open hands over anew instead, so that the
// settlement names who sat there.

import (
	"context"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/ledger/state"
)

// PartPlayers takes a join back. saw is the version its page showed (Parting.Version): if something was
// written about the two since, PartPlayers returns *Stale.
func (b *Book) PartPlayers(ctx context.Context, s Slip, join, saw chain.EntryID) (Receipt, error) {
	return b.post(ctx, s, "part players", []any{join, saw}, func(d *desk) error {
		p, err := d.shown().Parting(join)
		if err != nil {
			return err
		}
		if p.Version > saw {
			return &show.Stale{Sentence: "Something was written in the name of " + p.Stays.Name +
				" meanwhile. Look at it again before you part them."}
		}
		return d.unjoin(d.draft.FindApart(join), "")
	})
}

func (d *desk) unjoin(join *state.Other, reason string) error {
	said := join.Body.(*chain.Join)
	gone := d.names().At(said.Gone)
	if has, taken := d.names().Named(gone.Name); taken {
		return refuse("name", "Another %s is in the book now. Give that one another name first.",
			d.names().Name(has))
	}
	carried := d.draft.LeftApart(said)
	apart := d.names().Clone()
	apart.Part(said.Gone)
	var anew []chain.NightID // tables that left to their evening what isn't the two's together
	for n := range d.draft.Nights() {
		if !d.draft.HandsOver(n) || n.In(apart).Sum(said.Gone).Total() == 0 {
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
		if err := d.post(c.Night, chain.KindCarry, &chain.Debts{Debts: []chain.Debt{c.Debt}}); err != nil {
			return err
		}
	}
	return nil
}
