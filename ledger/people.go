package ledger

import (
	"context"
	"slices"

	"ouverte/ledger/chain"
)

// Player is one person as the book knows them.
type Player struct {
	ID     PlayerID
	Name   string
	Away   bool   // put away: not offered any more, but everything about them is kept
	Nights int    // evenings they sat at
	Last   string // the date of the latest one; empty if none
}

func (p *person) shown() Player {
	return Player{ID: p.id, Name: p.name, Away: p.away, Nights: p.nights, Last: p.last}
}

// Players lists everybody who isn't joined to somebody else, most recent first, those put away at the end.
func (b *Book) Players(ctx context.Context) ([]Player, error) {
	listed := b.roster.Load().listed()
	out := make([]Player, len(listed))
	for i, p := range listed {
		out[i] = p.shown()
	}
	return out, nil
}

// Player finds one. A player who was joined to another is answered with that other.
func (b *Book) Player(ctx context.Context, id PlayerID) (Player, error) {
	r := b.roster.Load()
	p, ok := r.people[r.who(id)]
	if !ok {
		return Player{}, &NotFound{"player"}
	}
	return p.shown(), nil
}

// AddPlayer enters a new player; Receipt.ID is the id. The name is cleaned (chain.CleanName) and must be free.
func (b *Book) AddPlayer(ctx context.Context, s Slip, name string) (Receipt, error) {
	return b.post(ctx, s, "add player", name, func(d *desk) (Receipt, error) {
		clean, err := d.freeName(name, 0)
		if err != nil {
			return Receipt{}, err
		}
		id := PlayerID(len(d.roster.people) + 1)
		_, err = d.post(nil, chain.KindPlayer, &chain.Player{Player: id, Name: clean}, nil)
		return Receipt{ID: int64(id)}, err
	})
}

// RenamePlayer gives a player another name, from now on and looking back.
func (b *Book) RenamePlayer(ctx context.Context, s Slip, p PlayerID, name string) (Receipt, error) {
	return b.post(ctx, s, "rename player", []any{p, name}, func(d *desk) (Receipt, error) {
		at, err := d.roster.somebody(p)
		if err != nil {
			return Receipt{}, err
		}
		clean, err := d.freeName(name, at.id)
		if err != nil {
			return Receipt{}, err
		}
		_, err = d.post(nil, chain.KindRename, &chain.Player{Player: at.id, Name: clean}, nil)
		return Receipt{ID: int64(at.id)}, err
	})
}

// PutAwayPlayer takes a player off the list of those offered. Refused while they sit at an open night.
func (b *Book) PutAwayPlayer(ctx context.Context, s Slip, p PlayerID) (Receipt, error) {
	return b.setAway(ctx, s, p, true)
}

// BringBackPlayer offers a player again who was put away.
func (b *Book) BringBackPlayer(ctx context.Context, s Slip, p PlayerID) (Receipt, error) {
	return b.setAway(ctx, s, p, false)
}

func (b *Book) setAway(ctx context.Context, s Slip, p PlayerID, away bool) (Receipt, error) {
	return b.post(ctx, s, "put away", []any{p, away}, func(d *desk) (Receipt, error) {
		at, err := d.roster.somebody(p)
		if err != nil {
			return Receipt{}, err
		}
		if at.away == away {
			if away {
				return Receipt{}, refuse("player", "%s is put away already.", at.name)
			}
			return Receipt{}, refuse("player", "%s isn't put away.", at.name)
		}
		if away {
			nights, err := d.openNights()
			if err != nil {
				return Receipt{}, err
			}
			for _, id := range nights {
				n, err := d.fold(id)
				if err != nil {
					return Receipt{}, err
				}
				if chain.SeatOf(n.chairs, at.id) != 0 {
					return Receipt{}, refuse("player", "%s sits at a table at this moment.", at.name)
				}
			}
		}
		_, err = d.post(nil, chain.KindAway, &chain.Away{Player: at.id, Away: away}, nil)
		return Receipt{ID: int64(at.id)}, err
	})
}

// somebody finds one person, under whichever of their ids.
func (r *roster) somebody(p PlayerID) (*person, error) {
	at, ok := r.people[r.who(p)]
	if !ok {
		return nil, &NotFound{"player"}
	}
	return at, nil
}

// freeName cleans a name that nobody has but perhaps this player.
func (d *desk) freeName(name string, but PlayerID) (string, error) {
	clean, err := chain.CleanName(name)
	if err != nil {
		return "", err
	}
	if has, taken := d.roster.names[chain.Fold(clean)]; taken && has != but {
		return "", refuse("name", "The name %s is taken. Choose one that tells the two apart.", d.roster.name(has))
	}
	return clean, nil
}

// person gives one to be changed by this posting.
func (d *desk) person(id PlayerID) *person {
	r := d.changeRoster()
	p := *r.people[id]
	r.people[id] = &p
	return &p
}

func (d *desk) projectName(kind Kind, b *chain.Player) error {
	folded := chain.Fold(b.Name)
	r := d.changeRoster()
	if kind == chain.KindPlayer {
		r.people[b.Player] = &person{id: b.Player, name: b.Name}
		r.names[folded] = b.Player
		d.later = append(d.later, func() error {
			return d.exec(`INSERT INTO player (id, name, folded) VALUES (?, ?, ?)`, int64(b.Player), b.Name, folded)
		})
		return nil
	}
	p := d.person(b.Player)
	delete(r.names, chain.Fold(p.name))
	p.had = append(slices.Clone(p.had), p.name) // others may be reading the roster this one was copied from
	p.name = b.Name
	r.names[folded] = b.Player
	d.later = append(d.later, func() error {
		return d.exec(`UPDATE player SET name = ?, folded = ? WHERE id = ?`, b.Name, folded, int64(b.Player))
	})
	return nil
}
