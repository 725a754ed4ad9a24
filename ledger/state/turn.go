package state

// Who deals next. The deal goes from the last dealer to the left (§1), through every change of the table that
// was made since. Settings of the table keep their place among the deals when deals are taken back, put back,
// inserted or swapped, so that the turn is always followed from the deals that stand.

import (
	"slices"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// setting is a setting of the table in its place among the deals: the beginning of the night, or a table
// entry.
type setting struct {
	after   int // how many deals of Night.Deals come before it, removed ones too
	chairs  []Chair
	dealer  PlayerID // as the entry says
	chosen  bool     // the dealer was chosen by the players: it wasn't whose turn it was
	instead Turn     // where one was chosen: whose turn it was
}

// Turn is who deals next. More than one is a doubt, which the players are asked about; the first is who deals
// until they say.
type Turn [rules.MaxSeats]PlayerID

// Doubtful tells whether it must be asked.
func (t Turn) Doubtful() bool { return t[1] != 0 }

// with adds a player who may be meant as well.
func (t Turn) with(p PlayerID) Turn {
	for i, has := range t {
		if has == p {
			break
		}
		if has == 0 {
			t[i] = p
			break
		}
	}
	return t
}

// as is the same turn with players resolved.
func (t Turn) as(who func(PlayerID) PlayerID) (out Turn) {
	for _, p := range t {
		if p != 0 {
			out = out.with(who(p))
		}
	}
	return out
}

// To takes a turn from some seats to others: it stays with who has it, or goes to the next on the left who
// still sits.
func (t Turn) To(from, chairs []Chair) (out Turn) {
	for _, p := range t {
		if p == 0 {
			break
		}
		out = out.with(stillSits(p, from, chairs))
	}
	return out
}

// stillSits is the first from p on, going round to the left in their seats, who sits in chairs.
func stillSits(p PlayerID, seats, chairs []Chair) PlayerID {
	at := int(chain.SeatOf(seats, p))
	for range seats {
		if chain.SeatOf(chairs, p) != 0 {
			return p
		}
		p = seats[at%len(seats)].Player
		at++
	}
	return chairs[0].Player
}

// left is whose turn it is after a deal of these chairs, among those who sit at the table. Who sits on the
// dealer's left now need not be who sat there at the deal, where a correction says that others sat: then it
// may be either's, unless each of them only sat in somebody's place.
func left(dealt []Chair, dealer rules.Seat, seats []Chair) (out Turn) {
	if inPlace(dealt, seats) {
		return Turn{seats[int(dealer)%len(seats)].Player}
	}
	next := stillSits(dealt[int(dealer)%len(dealt)].Player, dealt, seats)
	if at := chain.SeatOf(seats, dealt[dealer-1].Player); at != 0 {
		out = out.with(seats[int(at)%len(seats)].Player)
	}
	return out.with(next)
}

// inPlace tells whether a table is another but for some who sit in the places of others.
func inPlace(a, b []Chair) bool {
	return slices.EqualFunc(a, b, func(x, y Chair) bool {
		return x.Player == y.Player || chain.SeatOf(b, x.Player) == 0 && chain.SeatOf(a, y.Player) == 0
	})
}

// Turn follows the deal from the last one that stands.
func (v *View) Turn() Turn {
	n := v.Night
	if len(n.settings) == 0 {
		return Turn{} // at an evening of several tables nobody deals
	}
	last := n.lastPlace()
	next := len(n.settings) // the first setting that comes after that deal
	for next > 1 && n.settings[next-1].after > last {
		next--
	}
	seats := v.resolved(n.settings[next-1].chairs)
	t := Turn{v.Who(n.settings[0].dealer)}
	if last >= 0 {
		deal := n.Stands(&n.Deals[last])
		t = left(v.ChairsOf(deal), deal.Dealer, seats)
	}
	for i := range n.settings[next:] {
		s := &n.settings[next+i]
		chairs := v.resolved(s.chairs)
		t = v.set(s, t.To(seats, chairs))
		seats = chairs
	}
	return t
}

// set takes the turn to the table as it is set here. A dealer who was chosen deals, as long as it would still
// be the turn of the one he was chosen instead of.
func (v *View) set(s *setting, t Turn) Turn {
	if !s.chosen {
		return t
	}
	out := Turn{v.Who(s.dealer)}
	if t != s.instead.as(v.Who) {
		for _, p := range t {
			if p != 0 {
				out = out.with(p)
			}
		}
	}
	return out
}

// Due is who deals next.
func (v *View) Due() PlayerID { return v.Turn()[0] }

// DueIn is who would deal next if these sat at the table.
func (v *View) DueIn(chairs []Chair) PlayerID { return v.Turn().To(v.Chairs(), chairs)[0] }

// Chosen is the player who was chosen to deal and may not be the one, where it is in doubt who deals next.
func (v *View) Chosen() PlayerID {
	n := v.Night
	// A choice that holds leaves no doubt, so one after the last deal is what is in doubt.
	for _, s := range slices.Backward(n.settings) {
		if s.after <= n.lastPlace() {
			break
		}
		if s.chosen {
			return v.Who(s.dealer)
		}
	}
	return 0
}

// set notes a setting of the table.
func (d *Draft) set(n *Night, chairs []Chair, dealer PlayerID) {
	s := setting{after: len(n.Deals), chairs: chairs, dealer: dealer}
	if len(n.settings) > 0 {
		v := n.In(d.names)
		if was := v.Turn().To(v.Chairs(), v.resolved(chairs)); was != (Turn{v.Who(dealer)}) {
			s.chosen, s.instead = true, was
		}
	}
	if !n.ownSettings {
		n.settings, n.ownSettings = slices.Clone(n.settings), true
	}
	n.settings = append(n.settings, s)
	n.Chairs = chairs
}

// makeRoom moves the settings after a deal that is inserted at this place.
func (n *Night) makeRoom(at int) {
	if !n.ownSettings {
		n.settings, n.ownSettings = slices.Clone(n.settings), true
	}
	for i := range n.settings {
		if n.settings[i].after > at {
			n.settings[i].after++
		}
	}
}
