package state

// Who deals next. The deal goes from the last dealer to the left (§1), through every change of the table that
// was made since. Settings of the table keep their place among the deals when deals are taken back, put back,
// inserted or swapped, so that the turn is always followed from the deals that stand.

import (
	"fmt"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// setting is a setting of the table in its place among the deals: the beginning of the night, a table entry,
// or the beginning of a round of its evening.
type setting struct {
	after  int // how many deals of Night.Deals come before it, removed ones too
	chairs []Chair
	dealer PlayerID // as the entry says; zero: whose turn it is
	then   position // where the night was when the table was set so
	entry  EntryID
	round  int // that begins here; zero: none does
}

// position is where a night is: the deal that stands last and the first setting after it, both by their
// places in Night.Versions and Night.settings. No deal is -1.
type position struct{ deal, next int }

// Turn is who deals next. More than one is a doubt, which the players are asked about; the first is who deals
// until they say.
type Turn [rules.MaxSeats]PlayerID

func (t Turn) Doubtful() bool { return t[1] != 0 }

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

func (n *Night) position() position {
	last := n.lastPlace()
	at := position{-1, len(n.settings)}
	for at.next > 1 && n.settings[at.next-1].after > last {
		at.next--
	}
	if last >= 0 {
		at.deal = int(n.Deals[last].Standing)
	}
	return at
}

// Turn follows the deal from the last one that stands.
func (n *ResolvedNight) Turn() Turn {
	if len(n.settings) == 0 {
		return Turn{} // at an evening of several tables nobody deals
	}
	return n.turnAt(n.position(), len(n.settings), map[int]Turn{})
}

// turnAt follows the deal from a place in the night up to a setting, with the people as they are now.
func (n *ResolvedNight) turnAt(from position, upTo int, instead map[int]Turn) Turn {
	seats := n.resolved(n.settings[from.next-1].chairs)
	t := Turn{n.Who(n.settings[0].dealer)}
	if from.deal >= 0 {
		deal := &n.Versions[from.deal]
		t = left(n.ChairsOf(deal), deal.Dealer, seats)
	}
	for i := from.next; i < upTo; i++ {
		chairs := n.resolved(n.settings[i].chairs)
		t, seats = n.set(i, t.To(seats, chairs), instead), chairs
	}
	return t
}

func (n *ResolvedNight) instead(i int, known map[int]Turn) Turn {
	t, met := known[i]
	if !met {
		s := &n.settings[i]
		t = n.turnAt(s.then, i, known).To(n.resolved(n.settings[i-1].chairs), n.resolved(s.chairs))
		known[i] = t
	}
	return t
}

// set takes the turn to the table as it is set here. A dealer who was chosen, since it wasn't their turn,
// deals as long as it would still be the turn of the one they were chosen instead of. Who deals first in a
// round is agreed with its seats: what is put right in the rounds before doesn't change it.
func (n *ResolvedNight) set(i int, t Turn, known map[int]Turn) Turn {
	s := &n.settings[i]
	if s.dealer == 0 {
		return t
	}
	dealer := Turn{n.Who(s.dealer)}
	if s.round != 0 {
		return dealer
	}
	instead := n.instead(i, known)
	if instead == dealer {
		return t
	}
	if t != instead {
		for _, p := range t {
			if p != 0 {
				dealer = dealer.with(p)
			}
		}
	}
	return dealer
}

func (n *ResolvedNight) Due() PlayerID { return n.Turn()[0] }

// chosen is the player who was chosen to deal and may not be the one, where it is in doubt who deals next.
func (n *ResolvedNight) chosen() PlayerID {
	// A choice that holds leaves no doubt, so one after the last deal is what is in doubt.
	for i := len(n.settings) - 1; i >= n.position().next && n.settings[i].round == 0; i-- {
		if dealer := n.Who(n.settings[i].dealer); n.instead(i, map[int]Turn{}) != (Turn{dealer}) {
			return dealer
		}
	}
	return 0
}

// SeatedBefore is who sat before an entry, and whose turn it was, as if the table hadn't been set since.
func (n *ResolvedNight) SeatedBefore(e EntryID) ([]Chair, Turn) {
	upTo := len(n.settings)
	for upTo > 1 && n.settings[upTo-1].entry >= e {
		upTo--
	}
	from := n.position()
	from.next = min(from.next, upTo)
	return n.resolved(n.settings[upTo-1].chairs), n.turnAt(from, upTo, map[int]Turn{})
}

func (n *Night) ownedSettings() *[]setting {
	if !n.own.settings {
		n.settings, n.own.settings = slices.Clone(n.settings), true
	}
	return &n.settings
}

func (n *Night) set(chairs []Chair, dealer PlayerID, by EntryID) {
	all := n.ownedSettings()
	*all = append(*all, setting{len(n.Deals), chairs, dealer, n.position(), by, 0})
	n.Chairs = chairs
}

// makeRoom moves the settings after a deal that is inserted at this place.
func (n *Night) makeRoom(at int) {
	for i, s := range *n.ownedSettings() {
		if s.after > at {
			n.settings[i].after++
		}
	}
}

// beginRound marks at a table where a round of its evening begins among the deals.
func (n *Night) beginRound(round int, dealer PlayerID, by EntryID) {
	n.set(n.Chairs, dealer, by)
	n.settings[len(n.settings)-1].round = round
}

// endRound inserts a deal as the last of a round that is over.
func (n *Night) endRound(round int, d Deal) error {
	all := *n.ownedSettings()
	next := slices.IndexFunc(all, func(s setting) bool { return s.round > round })
	if next < 0 || round < 1 {
		return fmt.Errorf("it ends round %d, after which none has begun", round)
	}
	n.Deals = slices.Insert(n.deals(), all[next].after, d)
	for i := next; i < len(all); i++ {
		all[i].after++
	}
	return nil
}

// DealtBy counts the deals that stand of all rounds up to one.
func (n *Night) DealtBy(round int) (count int) {
	for i := range n.Deals {
		if n.Deals[i].Standing >= 0 && n.roundAt(i) <= round {
			count++
		}
	}
	return count
}

// takeBackRound leaves the setting, in which the table was as it had been set before.
func (n *Night) takeBackRound(round int) {
	for i, s := range *n.ownedSettings() {
		if s.round == round {
			n.settings[i].round = 0
		}
	}
}

// RoundOf is the round of its evening a deal is of, by its place among the deals; of nil the round the coming
// deal is of. Zero: the night is no table of an evening.
func (n *Night) RoundOf(d *Deal) int {
	switch {
	case n.Meeting == 0:
		return 0
	case d == nil:
		return n.roundAt(len(n.Deals))
	}
	return n.roundAt(n.find(d.ID))
}

func (n *Night) roundAt(place int) int {
	for _, s := range slices.Backward(n.settings) {
		if s.round != 0 && s.after <= place {
			return s.round
		}
	}
	return 0
}

// Doubt is the question who deals next, where a correction left it open.
type Doubt struct {
	Who    []PlayerID // may be meant; the first deals until the players say
	Chosen PlayerID   // was chosen to deal before deals were put right that came before that; zero: nobody was
}

// Asks is the question a turn of this night leaves; nil where it leaves none.
func (n *ResolvedNight) Asks(t Turn) *Doubt {
	if !t.Doubtful() {
		return nil
	}
	d := &Doubt{Chosen: n.chosen()}
	for _, p := range t {
		if p != 0 {
			d.Who = append(d.Who, p)
		}
	}
	return d
}

func (d *Doubt) Words(name func(PlayerID) string) string {
	if d.Chosen != 0 {
		return name(d.Chosen) + " was to deal next, but you put earlier deals right since. Who deals next?"
	}
	return "Other people played the last deal. Who deals next?"
}
