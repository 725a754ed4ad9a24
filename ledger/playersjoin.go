package ledger

// Two players who turn out to be one person. One entry says so, and from then on everything of the one is
// read as the other's.

import (
	"context"
	"errors"

	"ouverte/ledger/chain"
)

// JoinPlayers says that gone is the same person as stays: everything of gone counts as of stays, and the name
// of gone is free. It refuses two who ever sat in the same deal. PartPlayers undoes it.
func (b *Book) JoinPlayers(ctx context.Context, s Slip, gone, stays chain.PlayerID) (Receipt, error) {
	return b.post(ctx, s, "join players", []any{gone, stays}, func(d *desk) error {
		if err := d.shown().MayJoin(gone, stays); err != nil {
			return err
		}
		g, st := d.names().Find(gone), d.names().Find(stays)
		err := d.post(0, chain.KindJoin, &chain.Join{Gone: g.ID, Stays: st.ID})
		if errors.Is(err, errTooMuch) {
			err = refuse("as", "Together %s and %s have more money than the book can count.", g.Name, st.Name)
		}
		d.receipt.ID = int64(st.ID)
		return err
	})
}
