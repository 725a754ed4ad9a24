package ledger

// The fold of an evening at several tables. Its own night has costs, payments, the kitty and its closing like
// any other, and no deals: those are in the nights of its tables, whose folds are their own.

import (
	"cmp"
	"fmt"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/years"
)

// hub is what the fold of an evening at several tables has beyond that of a night.
type hub struct {
	deals, rounds int
	people        []PlayerID // everybody who came, in that order
	gone          map[PlayerID]bool
	sittings      []Sitting // of each round, as it was agreed at last
	tables        []NightID // of all rounds, in the order they began
}

// gather begins an evening.
func (n *fold) gather(e *Entry, b *chain.Evening) error {
	stakes, err := b.House.Scaled(b.Scale)
	if err != nil {
		return err
	}
	n.id, n.opened, n.name, n.date = b.Night, e.Seq, b.Name, b.Date
	n.house, n.stakes, n.scale = b.House, stakes, b.Scale
	n.auction, n.agree, n.origin = b.Auction, b.Agree, b.Origin
	n.started = e.At
	n.hub = &hub{deals: b.Deals, rounds: b.Rounds, gone: map[PlayerID]bool{}}
	for _, p := range b.People {
		n.comes(n.who(p))
	}
	return n.useWords(b.Words)
}

// comes enters somebody among the people of the evening.
func (n *fold) comes(p PlayerID) {
	if !slices.Contains(n.hub.people, p) {
		n.hub.people = append(n.hub.people, p)
	}
	n.meet(p, false)
}

// place takes a seating.
func (n *fold) place(e *Entry, b *chain.Round) error {
	if n.hub == nil {
		return fmt.Errorf("entry %d seats several tables in night %d, which is one", e.Seq, n.id)
	}
	now := Sitting{Round: b.Round, Since: e.Seq}
	if last := n.hub.last(); last != nil && last.Round == b.Round {
		now.Since = last.Since
		n.hub.sittings = n.hub.sittings[:len(n.hub.sittings)-1]
	}
	for _, t := range b.Tables {
		at := SatAt{Night: t.Night, Dealer: n.who(t.Dealer)}
		for _, p := range t.Seats {
			at.Seats = append(at.Seats, n.who(p))
			n.comes(n.who(p))
		}
		now.Tables = append(now.Tables, at)
		if !slices.Contains(n.hub.tables, t.Night) {
			n.hub.tables = append(n.hub.tables, t.Night)
		}
	}
	for _, p := range b.Rest {
		now.Rest = append(now.Rest, n.who(p))
		n.comes(n.who(p))
	}
	n.hub.sittings = append(slices.Clip(n.hub.sittings), now) // shown sittings share the array
	return nil
}

// attend takes somebody who comes late or goes home.
func (n *fold) attend(b *chain.Present) error {
	if n.hub == nil {
		return fmt.Errorf("night %d is no evening somebody comes to", n.id)
	}
	p := n.who(b.Player)
	n.comes(p)
	if n.hub.gone[p] = b.Gone; !b.Gone {
		delete(n.hub.gone, p)
	}
	return nil
}

// last is the seating of now; nil before the first.
func (h *hub) last() *Sitting {
	if len(h.sittings) == 0 {
		return nil
	}
	return &h.sittings[len(h.sittings)-1]
}

// here tells whether somebody is at the evening now.
func (h *hub) here(p PlayerID) bool { return slices.Contains(h.people, p) && !h.gone[p] }

// both tells whether two were seated, or rested, in one round.
func (h *hub) both(a, b PlayerID) bool {
	return slices.ContainsFunc(h.sittings, func(s Sitting) bool {
		return slices.Contains(s.people(), a) && slices.Contains(s.people(), b)
	})
}

// inYears is the night that counts for this one in the statistics: a table counts in its evening.
func (n *fold) inYears() NightID {
	if n.evening != 0 {
		return n.evening
	}
	return n.id
}

// showHub completes the snapshot of an evening's own night. What its tables handed over was won and lost at
// cards, so people read it there.
func (n *fold) showHub(s *Night) *Night {
	s.Tables = slices.Clip(n.hub.tables)
	for _, p := range n.people {
		one := Person{ID: p, Name: s.names.Name(p), Face: s.names.Face(p), Sum: n.sum(p).atTables()}
		s.People = append(s.People, one)
	}
	s.Kitty.Sum = s.Kitty.Sum.atTables()
	s.Rows = n.rows(s.names)
	return s
}

// atTables counts what tables handed over as won and lost in deals.
func (s Sums) atTables() Sums {
	s.Deals, s.Handed = s.Deals+s.Handed, 0
	return s
}

// asFell is who owes whom by what passed between each two in the night, and stands: what a table leaves to
// its evening, so that there, too, everybody can settle as it fell.
func (n *fold) asFell() []Debt {
	var owed []Debt
	sums := map[couple]int64{}
	var order []couple
	count := func(transfers []Transfer) {
		for _, t := range n.knownMoves(transfers) {
			c := coupleOf(t.From, t.To)
			if _, seen := sums[c]; !seen {
				order = append(order, c)
			}
			if t.From == c[0] {
				sums[c] += t.Amount
			} else {
				sums[c] -= t.Amount
			}
		}
	}
	for _, d := range n.stand() {
		count(d.standing.entry.Transfers)
	}
	for _, h := range n.others {
		if h.undone == nil {
			count(h.entry.Transfers)
		}
	}
	slices.SortFunc(order, func(x, y couple) int { return slices.Compare(x[:], y[:]) })
	for _, c := range order {
		switch amount := sums[c]; {
		case amount > 0:
			owed = append(owed, Debt{From: c[0], To: c[1], Amount: amount})
		case amount < 0:
			owed = append(owed, Debt{From: c[1], To: c[0], Amount: -amount})
		}
	}
	return owed
}

// sentHome posts that a table leaves what is open there to its evening, and closes.
func (n *fold) sentHome(p *poster, evening *fold) error {
	if debts := n.asFell(); len(debts) > 0 {
		if _, err := p.post(n, chain.KindHand, &chain.Handed{Night: evening.id, Debts: debts}, nil); err != nil {
			return err
		}
		took := &chain.Handed{Night: n.id, Debts: debts}
		if _, err := p.post(evening, chain.KindTake, took, nil); err != nil {
			return err
		}
	}
	_, err := p.post(n, chain.KindClose, &chain.Close{}, nil)
	return err
}

// handed is what a table left to its evening and stands: the entry in the table's night.
func (n *fold) handed(kind Kind, other NightID) *Entry {
	for _, h := range slices.Backward(n.others) {
		if h.entry.Kind == kind && h.undone == nil && h.body.(*chain.Handed).Night == other {
			return h.entry
		}
	}
	return nil
}

// briefDeal is a standing deal with its place among those of all tables.
type briefDeal struct {
	at                EntryID
	id                DealID
	inserted, changed bool
	version           *version
}

// eveningBrief collects what an evening's brief is made of, table by table.
type eveningBrief struct {
	deals     []briefDeal
	chairs    [][]Chair
	penalties []*Entry
}

// add adds a table, or the evening's own night.
func (c *eveningBrief) add(n *fold) {
	var at EntryID
	for _, d := range n.order {
		if d.standing == nil {
			continue
		}
		if !d.inserted {
			at = max(at, EntryID(d.id))
		}
		c.deals = append(c.deals, briefDeal{at, d.id, d.inserted, d.corrected(), d.standing})
	}
	c.chairs = append(c.chairs, n.chairs)
	for _, h := range n.others {
		if h.entry.Kind == chain.KindPenalty && h.undone == nil {
			c.penalties = append(c.penalties, h.entry)
		}
	}
}

// brief makes the brief of the evening whose own night this is, with what was collected of all of it.
func (c *eveningBrief) brief(hub *fold) *years.Brief {
	b := years.NewBrief(hub.id, hub.date, hub.stakes, hub.scale)
	slices.SortStableFunc(c.deals, func(x, y briefDeal) int { return cmp.Compare(x.at, y.at) })
	for _, d := range c.deals {
		v := d.version
		b.AddDeal(d.id, d.inserted, d.changed, v.chairs, &v.deal, &v.result)
	}
	for _, chairs := range c.chairs {
		b.Sit(chairs)
	}
	slices.SortFunc(c.penalties, func(x, y *Entry) int { return cmp.Compare(x.Seq, y.Seq) })
	for _, e := range c.penalties {
		b.AddPenalty(e.Seq, e.Transfers, hub.who)
	}
	b.End()
	return b
}
