package ledger

import (
	"cmp"
	"context"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
)

// AddPlayer enters a new player, who is about to sit with others; Receipt.ID is the id. The name is cleaned
// (chain.CleanName) and must be free. The newcomer's face is that of their number (face.Of) unless somebody
// has its colour or its emblem; then an entry gives them another.
func (b *Book) AddPlayer(ctx context.Context, s Slip, name string, with ...chain.PlayerID) (Receipt, error) {
	return b.post(ctx, s, "add player", name, func(d *desk) error {
		clean, err := d.freeName(name, 0)
		if err != nil {
			return err
		}
		id := chain.PlayerID(d.names().Len() + 1)
		given := d.names().Give(id, with)
		err = d.post(0, chain.KindPlayer, &chain.Player{Player: id, Name: clean})
		if err == nil && given != face.Of(int64(id)) {
			err = d.postFace(id, given)
		}
		d.receipt.ID = int64(id)
		return err
	})
}

// ChooseFace gives a player another colour or another emblem, from now on and looking back. What is empty
// stays.
func (b *Book) ChooseFace(ctx context.Context, s Slip, p chain.PlayerID, chosen face.Face) (Receipt, error) {
	return b.post(ctx, s, "choose face", []any{p, chosen}, func(d *desk) error {
		at, err := d.names().Somebody(p)
		if err != nil {
			return err
		}
		chosen := face.Face{
			Colour: cmp.Or(chosen.Colour, at.Face.Colour), Emblem: cmp.Or(chosen.Emblem, at.Face.Emblem),
		}
		switch {
		case !chosen.Known():
			return refuse("face", "We don’t know that colour or emblem. Load the page again and choose.")
		case chosen == at.Face:
			return refuse("face", "%s has that already.", at.Name)
		}
		d.receipt.ID = int64(at.ID)
		return d.postFace(at.ID, chosen)
	})
}

func (d *desk) postFace(p chain.PlayerID, f face.Face) error {
	return d.post(0, chain.KindFace, &chain.Face{Player: p, Colour: f.Colour, Emblem: f.Emblem})
}

// RenamePlayer gives a player another name, from now on and looking back.
func (b *Book) RenamePlayer(ctx context.Context, s Slip, p chain.PlayerID, name string) (Receipt, error) {
	return b.post(ctx, s, "rename player", []any{p, name}, func(d *desk) error {
		at, err := d.names().Somebody(p)
		if err != nil {
			return err
		}
		clean, err := d.freeName(name, at.ID)
		if err != nil {
			return err
		}
		d.receipt.ID = int64(at.ID)
		return d.post(0, chain.KindRename, &chain.Player{Player: at.ID, Name: clean})
	})
}

// PutAwayPlayer takes a player off the list of those offered. Refused while they sit at an open night.
func (b *Book) PutAwayPlayer(ctx context.Context, s Slip, p chain.PlayerID) (Receipt, error) {
	return b.setAway(ctx, s, p, true)
}

func (b *Book) BringBackPlayer(ctx context.Context, s Slip, p chain.PlayerID) (Receipt, error) {
	return b.setAway(ctx, s, p, false)
}

func (b *Book) setAway(ctx context.Context, s Slip, p chain.PlayerID, away bool) (Receipt, error) {
	return b.post(ctx, s, "put away", []any{p, away}, func(d *desk) error {
		at, err := d.names().Somebody(p)
		if err != nil {
			return err
		}
		if at.Away == away {
			if away {
				return refuse("player", "%s is put away already.", at.Name)
			}
			return refuse("player", "%s isn't put away.", at.Name)
		}
		if away {
			for _, id := range d.draft.OpenNights() {
				if chain.SeatOf(d.draft.Resolve(id).Chairs(), at.ID) != 0 {
					return refuse("player", "%s is sitting at a table now.", at.Name)
				}
			}
		}
		d.receipt.ID = int64(at.ID)
		return d.post(0, chain.KindAway, &chain.Away{Player: at.ID, Away: away})
	})
}

func (d *desk) freeName(name string, but chain.PlayerID) (string, error) {
	clean, err := chain.CleanName(name)
	if err != nil {
		return "", err
	}
	if has, taken := d.names().Named(clean); taken && has != but {
		return "", refuse("name", "The name %s is taken. Choose one that tells the two apart.",
			d.names().Name(has))
	}
	return clean, nil
}
