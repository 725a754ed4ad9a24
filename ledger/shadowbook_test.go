package ledger

// The shadow's book: what it keeps of nights, deals and postings, and how everything is added up from that
// anew.

import (
	"cmp"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

type shadowNight struct {
	id     chain.NightID
	money  rules.Money
	stakes *rules.House
	chairs []chain.Chair
	tables []*shadowTable // since the night began, with which it began
	deals  []*shadowDeal
	items  []*shadowItem
	closed bool
	goes   bool // paid as it goes

	// What it comes to, added up when somebody asks first after it changed.
	summed map[chain.PlayerID]map[chain.Kind]int64
}

// shadowTable is who sat from some deal on, and who was to deal. Whether he was chosen is no word of an
// entry: it follows from whose turn it was, with the people as known when somebody asks.
type shadowTable struct {
	after  int // how many deals came before
	seats  []chain.PlayerID
	dealer chain.PlayerID
	before []shadowLine // the evening as it stood then; nothing where it began with this
}

type shadowLine struct {
	table *shadowTable
	told
}

type shadowDeal struct {
	id      chain.DealID
	version chain.EntryID
	chairs  []chain.Chair
	deal    rules.Deal
	gone    bool
	former  [][]chain.Chair // of former versions
	said    chain.Agree     // the last word about it
	noted   chain.EntryID   // the last note on it …
	note    string          // … and its text
}

func (d *shadowDeal) retold(version chain.EntryID, deal rules.Deal, chairs []chain.Chair) {
	d.former = append(d.former, d.chairs)
	d.version, d.deal, d.chairs, d.gone = version, deal, chairs, false
}

// shadowItem is anything with amounts that isn't a deal.
type shadowItem struct {
	entry chain.EntryID
	kind  chain.Kind
	money rules.Money
	moves []chain.Transfer
	gone  bool
	put   *shadowItem // of a penalty, by which it went into the bowl at once
}

// puts is how a penalty is put into the bowl.
func (it *shadowItem) puts(n *shadowNight, entry chain.EntryID) *shadowItem {
	it.put = &shadowItem{entry: entry, kind: chain.KindPayment, money: n.money}
	for _, m := range it.moves {
		it.put.move(n, m.To, m.From, m.Amount)
	}
	return it.put
}

// move adds an amount that goes from one to another in a night; below zero the other way.
func (it *shadowItem) move(n *shadowNight, from, to chain.PlayerID, amount int64) {
	if amount < 0 {
		from, to, amount = to, from, -amount
	}
	if amount > 0 {
		it.moves = append(it.moves, chain.Transfer{Night: n.id, Money: n.money, From: from, To: to, Amount: amount})
	}
}

type shadowJoin struct {
	entry       chain.EntryID
	gone, stays chain.PlayerID
}

// anybody stands between debtors and creditors in the shadow; what goes in comes out.
const anybody chain.PlayerID = -2

func (s *shadow) who(p chain.PlayerID) chain.PlayerID {
	for s.same[p] != 0 {
		p = s.same[p]
	}
	return p
}

func (s *shadow) persons() (out []chain.PlayerID) {
	for p := range s.names {
		if s.same[p] == 0 {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	s.rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func (n *shadowNight) standing() (out []*shadowDeal) {
	for _, d := range n.deals {
		if !d.gone {
			out = append(out, d)
		}
	}
	return out
}

// now gives chairs with the people as known now, as the book writes them down.
func (s *shadow) now(chairs []chain.Chair) []chain.Chair {
	out := make([]chain.Chair, len(chairs))
	for i, c := range chairs {
		out[i].Player = s.who(c.Player)
		if p := s.who(c.Pays()); p != out[i].Player {
			out[i].Account = p
		}
	}
	return out
}

func (s *shadow) due(n *shadowNight) chain.PlayerID { return s.turn(n)[0] }

// turn is who may be meant to deal next: an evening's second reading, with the people as known now.
func (s *shadow) turn(n *shadowNight) []chain.PlayerID {
	turn, _ := s.read(n.lines(), map[*shadowTable]*told{})
	return turn
}

// lines are the deals as they stand, and the tables among them.
func (n *shadowNight) lines() (out []shadowLine) {
	tables := n.tables
	for i := range len(n.deals) + 1 {
		for len(tables) > 0 && tables[0].after == i {
			out, tables = append(out, shadowLine{table: tables[0]}), tables[1:]
		}
		if i < len(n.deals) {
			d := n.deals[i]
			x := told{gone: d.gone}
			for _, c := range d.chairs {
				x.seats = append(x.seats, c.Player)
			}
			x.dealer = x.seats[d.deal.Dealer-1]
			out = append(out, shadowLine{told: x})
		}
	}
	return out
}

// read tells who deals after these and who sits; known has the tables read before.
func (s *shadow) read(lines []shadowLine, known map[*shadowTable]*told) (turn, seats []chain.PlayerID) {
	e := &goneRound{}
	for _, l := range lines {
		x := known[l.table]
		switch {
		case l.table == nil:
			x = s.known(l.told)
		case x == nil:
			x = s.known(told{table: true, seats: l.table.seats, dealer: l.table.dealer})
			if len(l.table.before) > 0 {
				due, sat := s.read(l.table.before, known)
				x.instead = keepTurn(due, sat, x.seats)
				x.chosen = !slices.Equal(x.instead, []chain.PlayerID{x.dealer})
			}
			known[l.table] = x
		}
		e.line = append(e.line, x)
	}
	return e.due()
}

// known gives the entry with the people as known now.
func (s *shadow) known(x told) *told {
	x.seats, x.dealer = slices.Clone(x.seats), s.who(x.dealer)
	for i, p := range x.seats {
		x.seats[i] = s.who(p)
	}
	return &x
}

func (s *shadow) sit(n *shadowNight, chairs []chain.Chair, dealer chain.PlayerID) {
	t := &shadowTable{after: len(n.deals), dealer: dealer, before: n.lines()}
	for _, c := range chairs {
		t.seats = append(t.seats, s.who(c.Player))
	}
	n.tables, n.chairs = append(n.tables, t), chairs
}

func chairSeat(s *shadow, chairs []chain.Chair, p chain.PlayerID) rules.Seat {
	for i, c := range chairs {
		if s.who(c.Player) == s.who(p) {
			return rules.Seat(i + 1)
		}
	}
	return 0
}

func (s *shadow) sums(n *shadowNight) map[chain.PlayerID]map[chain.Kind]int64 {
	out := map[chain.PlayerID]map[chain.Kind]int64{}
	s.passed(n, func(kind chain.Kind, from, to chain.PlayerID, amount int64) {
		for _, side := range []struct {
			p chain.PlayerID
			n int64
		}{{from, -amount}, {to, amount}} {
			if out[side.p] == nil {
				out[side.p] = map[chain.Kind]int64{}
			}
			out[side.p][kind] += side.n
		}
	})
	return out
}

// handOver is what is handed over after a step, where it is paid as it goes: all that is open between
// any two.
func (s *shadow) handOver() {
	for _, n := range s.nights {
		if !n.goes || n.closed {
			continue
		}
		it, open := &shadowItem{kind: chain.KindPayment, money: n.money}, map[[2]chain.PlayerID]int64{}
		s.passed(n, func(_ chain.Kind, from, to chain.PlayerID, amount int64) {
			open[[2]chain.PlayerID{min(from, to), max(from, to)}] += amount * int64(cmp.Compare(to, from))
		})
		for two, amount := range open {
			it.move(n, two[1], two[0], amount)
		}
		if len(it.moves) > 0 {
			n.items, n.summed = append(n.items, it), nil
		}
	}
}

// passed gives all that stands in a night and went from one to another.
func (s *shadow) passed(n *shadowNight, yield func(kind chain.Kind, from, to chain.PlayerID, amount int64)) {
	move := func(kind chain.Kind, from, to chain.PlayerID, amount int64) {
		if from, to = s.who(from), s.who(to); from != to {
			yield(kind, from, to, amount)
		}
	}
	for _, d := range n.standing() {
		r, err := rules.Settle(n.stakes, &d.deal)
		if err != nil {
			s.failf("the shadow holds a deal that can't be: %v", err)
		}
		for _, p := range r.Pays() {
			move(chain.KindDeal, d.chairs[p.From-1].Pays(), d.chairs[p.To-1].Pays(), p.Amount)
		}
	}
	for _, it := range n.items {
		if it.gone {
			continue
		}
		for _, t := range it.moves {
			if t.Night == n.id {
				move(it.kind, t.From, t.To, t.Amount)
			}
		}
	}
}

// summed is sums, added up but once for each night that changed.
func (s *shadow) summed(n *shadowNight) map[chain.PlayerID]map[chain.Kind]int64 {
	if n.summed == nil {
		n.summed = s.sums(n)
	}
	return n.summed
}
