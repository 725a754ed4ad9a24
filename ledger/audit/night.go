package audit

// Reckoning a night: its beginning, its house rules, who sits at it, and the order of its deals.

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

func (r *reckoning) begin(f *Entry, b *chain.Night) error {
	n, err := r.opens(f, b.Night, b.House, b.Scale, b.Date)
	if err != nil {
		return err
	}
	n.name, n.evening = b.Name, b.Evening
	if b.Evening != 0 {
		if err := r.beginTable(n, chain.ChairsOf(b.Seats)); err != nil {
			return err
		}
	}
	n.chairs = chain.ChairsOf(b.Seats)
	n.deals = make([]reckonedDeal, 0, 32) // as many as an evening usually has
	return r.seat(n, n.chairs)
}

// opens begins a night, or an evening at several tables. The tables of an evening are played by its house
// rules, which count as used once.
func (r *reckoning) opens(
	f *Entry, id chain.NightID, rules *rules.House, scale int, date string,
) (*reckonedNight, error) {
	if id != chain.NightID(len(r.nights)) || f.Night != id {
		return nil, fmt.Errorf("it begins night %d where night %d comes next", id, len(r.nights))
	}
	house, err := r.freeze(rules)
	if err != nil {
		return nil, err
	}
	stakes := house.scaled[scale]
	if stakes == nil {
		if stakes, err = rules.Scaled(scale); err != nil {
			return nil, fmt.Errorf("its house rules make no sense: %w", chain.Clause(err))
		}
		house.scaled[scale] = stakes
	}
	if len(f.Transfers) != 0 || f.Reverses != 0 {
		return nil, errors.New("it begins a night and moves money")
	}
	if err := chain.CheckDate("date", date); err != nil {
		return nil, chain.Clause(err)
	}
	if err := chain.Sound(id, "", f.Said); err != nil {
		return nil, err
	}
	n := &reckonedNight{
		id: id, opened: f.Seq, version: f.Seq, date: date, house: house, scale: scale, stakes: stakes,
	}
	r.nights = append(r.nights, n)
	if night, ok := f.Said.(*chain.Night); !ok || night.Evening == 0 {
		h := r.house(house.id)
		h.nights, h.last, h.recent = h.nights+1, max(h.last, date), f.Seq
	}
	return n, nil
}

// freeze checks a set of house rules, once: thousands of nights are played by the same few.
func (r *reckoning) freeze(h *rules.House) (*frozenHouse, error) {
	if f := r.frozen[h]; f != nil {
		return f, nil
	}
	if h == nil {
		return nil, errors.New("it has no house rules")
	}
	if err := h.Check(); err != nil {
		return nil, fmt.Errorf("its house rules make no sense: %w", chain.Clause(err))
	}
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	f := &frozenHouse{id: h.ID, text: string(text), money: h.Money, scaled: map[int]*rules.House{}}
	r.frozen[h] = f
	return f, nil
}

func (r *reckoning) house(id string) *reckonedHouse {
	h := r.houses[id]
	if h == nil {
		h = new(reckonedHouse)
		r.houses[id] = h
	}
	return h
}

func (r *reckoning) seat(n *reckonedNight, chairs []chain.Chair) error {
	for _, c := range chairs {
		if r.players[c.Player] == nil || r.players[c.Pays()] == nil {
			return fmt.Errorf("player %d sits at the table, whom nobody entered", c.Player)
		}
		n.person(c.Player).sat = true
		n.person(c.Pays())
	}
	return nil
}

// place puts a deal, or a new version of one, into the order.
func (r *reckoning) place(f *Entry, n *reckonedNight, b *chain.Deal) error {
	deal, chairs, err := b.Read()
	if err != nil {
		return fmt.Errorf("it is no deal: %w", chain.Clause(err))
	}
	if err := r.seat(n, chairs); err != nil {
		return err
	}
	if b.Deal != 0 {
		i := n.find(b.Deal)
		if i < 0 {
			return fmt.Errorf("it is a version of deal %d, which isn't of this night", b.Deal)
		}
		if n.deals[i].version != 0 {
			return fmt.Errorf("it is a version of deal %d, of which another stands", b.Deal)
		}
		d := &n.deals[i]
		d.version, d.deal, d.chairs, d.changed, n.placed = f.Seq, deal, n.seating(i, chairs), true, i
		return nil
	}
	at := len(n.deals)
	if b.Before != 0 {
		if at = n.find(b.Before); at < 0 {
			return fmt.Errorf("it goes before deal %d, which isn't of this night", b.Before)
		}
	}
	n.deals = slices.Insert(n.deals, at, reckonedDeal{
		id: chain.DealID(f.Seq), version: f.Seq, deal: deal, chairs: n.seating(at, chairs), inserted: b.Before != 0,
	})
	n.placed = at
	return nil
}

// seating shares the chairs of the deal before the i-th if they are the same, to save memory.
func (n *reckonedNight) seating(i int, chairs []chain.Chair) []chain.Chair {
	if i > 0 && slices.Equal(n.deals[i-1].chairs, chairs) {
		return n.deals[i-1].chairs
	}
	return chairs
}

func (n *reckonedNight) find(id chain.DealID) int {
	return slices.IndexFunc(n.deals, func(d reckonedDeal) bool { return d.id == id })
}
