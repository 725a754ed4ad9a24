package ledger

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
	after   int // how many deals of fold.order come before it, removed ones too
	chairs  []Chair
	dealer  PlayerID // as the entry says
	chosen  bool     // the dealer was chosen by the players: it wasn't whose turn it was
	instead turn     // where one was chosen: whose turn it was
}

// turn is who deals next. More than one is a doubt, which the players are asked about; the first is who deals
// until they say.
type turn [rules.MaxSeats]PlayerID

func (t turn) doubtful() bool { return t[1] != 0 }

// with adds a player who may be meant as well.
func (t turn) with(p PlayerID) turn {
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

// to takes a turn from some seats to others: it stays with who has it, or goes to the next on the left who
// still sits.
func (t turn) to(from, chairs []Chair) (out turn) {
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

// left is whose turn it is after a deal, among those who sit at the table. Who sits on the dealer's left now
// need not be who sat there at the deal, where a correction says that others sat: then it may be either's,
// unless each of them only sat in somebody's place.
func (t *version) left(seats []Chair) (out turn) {
	if inPlace(t.chairs, seats) {
		return turn{seats[int(t.deal.Dealer)%len(seats)].Player}
	}
	next := stillSits(t.chairs[int(t.deal.Dealer)%len(t.chairs)].Player, t.chairs, seats)
	if at := chain.SeatOf(seats, t.chairs[t.deal.Dealer-1].Player); at != 0 {
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

// turn takes the turn to the table as it is set here. A dealer who was chosen deals, as long as it would
// still be the turn of the one he was chosen instead of.
func (s *setting) turn(t turn, before []Chair) turn {
	t = t.to(before, s.chairs)
	if !s.chosen {
		return t
	}
	out := turn{s.dealer}
	if t != s.instead {
		for _, p := range t {
			if p != 0 {
				out = out.with(p)
			}
		}
	}
	return out
}

// turn follows the deal from the last one that stands.
func (n *fold) turn() turn {
	if len(n.settings) == 0 {
		return turn{} // at an evening of several tables nobody deals
	}
	last := n.lastPlace()
	next := len(n.settings) // the first setting that comes after that deal
	for next > 1 && n.settings[next-1].after > last {
		next--
	}
	seats := n.settings[next-1].chairs
	t := turn{n.settings[0].dealer}
	if last >= 0 {
		t = n.order[last].standing.left(seats)
	}
	for i := range n.settings[next:] {
		s := &n.settings[next+i]
		t, seats = s.turn(t, seats), s.chairs
	}
	return t
}

// lastPlace is the place of the last standing deal in order; -1 if none stands.
func (n *fold) lastPlace() int {
	for i, d := range slices.Backward(n.order) {
		if d.standing != nil {
			return i
		}
	}
	return -1
}

// due is who deals next.
func (n *fold) due() PlayerID { return n.turn()[0] }

// dueIn is who would deal next if these sat at the table.
func (n *fold) dueIn(chairs []Chair) PlayerID { return n.turn().to(n.chairs, chairs)[0] }

// set notes a setting of the table.
func (n *fold) set(chairs []Chair, dealer PlayerID) {
	s := setting{after: len(n.order), chairs: chairs, dealer: dealer}
	if len(n.settings) > 0 {
		if was := n.turn().to(n.chairs, chairs); was != (turn{dealer}) {
			s.chosen, s.instead = true, was
		}
	}
	n.settings = append(n.settings, s)
	n.chairs = chairs
}

// makeRoom moves the settings after a deal that is inserted at this place.
func (n *fold) makeRoom(at int) {
	for i := range n.settings {
		if n.settings[i].after > at {
			n.settings[i].after++
		}
	}
}

// Doubt is the question who deals next, where what was put right has left it open.
type Doubt struct {
	Who    []PlayerID // may be meant; the first is Night.Dealer until the players say
	Chosen PlayerID   // was chosen to deal before deals were put right that came before that; zero: nobody was
}

// doubt is nil where it is clear who deals next.
func (n *fold) doubt() *Doubt {
	t := n.turn()
	if !t.doubtful() {
		return nil
	}
	d := new(Doubt)
	for _, p := range t {
		if p != 0 {
			d.Who = append(d.Who, p)
		}
	}
	// A choice that holds leaves no doubt, so one after the last deal is what is in doubt.
	for _, s := range slices.Backward(n.settings) {
		if s.after <= n.lastPlace() {
			break
		}
		if s.chosen {
			d.Chosen = s.dealer
			break
		}
	}
	return d
}

// Words asks the question, as a refusal and on the table.
func (d *Doubt) Words(name func(PlayerID) string) string {
	if d.Chosen != 0 {
		return name(d.Chosen) + " was chosen to deal, and deals before that were put right since. Who deals next?"
	}
	return "The last deal was played by others than sit here now. Who deals next?"
}
