package state

// An evening at several tables: who is there, which nights are its tables, and what they hand over.

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"ouverte/ledger/chain"
)

// pending is what the next entry must be, where one can't stand alone.
type pending struct {
	kind     Kind
	night    NightID
	other    NightID // of a take: the table
	debts    []Debt
	reverses EntryID // of a reversal
}

func (p *pending) check(e *Entry, said chain.Body) error {
	switch p.kind {
	case chain.KindTake:
		took, ok := said.(*chain.Handed)
		if !ok || e.Kind != chain.KindTake || e.Night != p.night || took.Night != p.other ||
			!slices.Equal(took.Debts, p.debts) {
			return fmt.Errorf("it isn't what evening %d takes over from night %d", p.night, p.other)
		}
	case chain.KindClose:
		if e.Kind != chain.KindClose || e.Night != p.night {
			return fmt.Errorf("night %d has handed over what it had, and doesn't close", p.night)
		}
	default:
		if e.Kind != chain.KindReversal || e.Reverses != p.reverses {
			return fmt.Errorf("it doesn't take back entry %d, which was taken over", p.reverses)
		}
	}
	return nil
}

// Whole tells, with a *Wrong, that the last entry leaves something undone that can't stand so.
func (s *State) Whole() error {
	for _, id := range s.half {
		if n := s.Night(id); n.opening {
			return &Wrong{Entry: n.Version, Sentence: fmt.Sprintf("Entry %d of night %d (%s) is wrong: it takes back "+
				"what a closed night carried on, and nobody opened that night again.", n.Version, n.ID,
				chain.Printable(n.Date))}
		}
	}
	if s.next == nil && len(s.half) == 0 {
		return nil
	}
	return &Wrong{Entry: s.last + 1, Sentence: fmt.Sprintf("Entry %d is missing at the end of the chain: an "+
		"evening at several tables goes on after it.", s.last+1)}
}

// gather begins an evening at several tables.
func (d *Draft) gather(e *Entry, b *chain.Meeting) error {
	if err := d.checkPlayers(b); err != nil {
		return err
	}
	n, err := d.opens(e, b, b.Night, b.House, b.Scale, b.Date)
	if err != nil {
		return err
	}
	n.Name, n.Auction, n.Agree, n.Origin = b.Name, b.Auction, b.Agree, b.Origin
	n.Words = callWords(b.Words)
	n.Several = &Several{DealsARound: b.Deals, Minutes: b.Minutes, Rounds: b.Rounds, Moves: b.Moves.Kind().By,
		gone: map[PlayerID]bool{}, sat: map[PlayerID]bool{}, seen: map[PlayerID]Seen{}}
	n.own.set = true
	d.playedBy(e, b.House, b.Date)
	d.setHalf(n.ID, true)
	n.come(b.People...)
	return nil
}

func (n *Night) several() *Several {
	if !n.own.set {
		s := *n.Several
		s.People, s.Sittings = slices.Clone(s.People), slices.Clone(s.Sittings)
		s.Seated, s.begun = slices.Clone(s.Seated), slices.Clone(s.begun)
		s.gone, s.sat, s.seen = maps.Clone(s.gone), maps.Clone(s.sat), maps.Clone(s.seen)
		n.Several, n.own.set = &s, true
	}
	return n.Several
}

func (n *Night) come(players ...PlayerID) {
	s := n.several()
	for _, p := range players {
		if !slices.Contains(s.People, p) {
			s.People = append(s.People, p)
		}
		s.gone[p] = false
		n.member(p)
	}
}

func (d *Draft) beginTable(n *Night) error {
	e := d.Night(n.Meeting)
	switch {
	case e == nil || e.Several == nil:
		return fmt.Errorf("it is a table of night %d, which is no evening at several", n.Meeting)
	case e.Closed != 0:
		return fmt.Errorf("it is a table of evening %d, which is closed", n.Meeting)
	case e.House != n.House && !sameHouse(e.House, n.House) || e.Scale != n.Scale:
		return fmt.Errorf("it is played by other house rules than evening %d", n.Meeting)
	}
	s := d.night(n.Meeting).several()
	s.begun = append(s.begun, n.ID)
	d.setHalf(n.Meeting, true)
	return nil
}

func sameHouse(a, b interface{ MarshalJSON() ([]byte, error) }) bool {
	x, err := a.MarshalJSON()
	y, err2 := b.MarshalJSON()
	return err == nil && err2 == nil && string(x) == string(y)
}

func (d *Draft) present(_ Made, n *Night, b *chain.Present) error {
	s := n.several()
	if b.Round != 0 {
		if b.Round != s.round || !slices.Contains(s.People, b.Player) {
			return fmt.Errorf("player %d is at no table in round %d", b.Player, b.Round)
		}
		s.seen[b.Player] = Seen{Round: b.Round, Called: b.Called}
		return nil
	}
	if gone, came := s.gone[b.Player]; b.Gone && (!came || gone) {
		return fmt.Errorf("player %d goes home, who wasn't there", b.Player)
	}
	n.come(b.Player)
	s.gone[b.Player] = b.Gone
	return nil
}

// round follows a Round entry, which is one of five things:
//
//   - something about the clock (b.Clock);
//   - a plan of the next round (b.Plan): it is only kept;
//   - the next round begins (b.Round is one more): the plan is used up;
//   - other seats in the present round (b.Round is the same): the last sitting is replaced;
//   - the present round is taken back (b.Round is the one before): no deal of it may stand, and the sitting
//     and the plan from before it count again.
//
// Seats are only noted: the tables' own entries have seated people before, and must agree with it.
func (d *Draft) round(e Made, n *Night, b *chain.Round) error {
	s := n.several()
	switch {
	case b.Clock != "":
		return s.clock(e, b)
	case b.Plan:
		return s.keepPlan(e, b)
	}
	back := len(s.Sittings) > 1 && b.Round == s.Sittings[len(s.Sittings)-2].Round
	if b.Round != s.round && b.Round != s.round+1 && !back {
		return fmt.Errorf("it seats round %d after round %d", b.Round, s.round)
	}
	now := Sitting{Round: b.Round, Since: e.Seq, Deals: s.DealsARound, plan: s.Plan,
		Clock: Clock{Began: e.At, Length: int64(s.Minutes) * minute}}
	if len(s.Sittings) > 0 && b.Round <= s.round {
		last := s.Sittings[len(s.Sittings)-1]
		now.Since, now.plan, now.Deals = last.Since, last.plan, last.Deals
		now.Clock, now.Break = last.Clock, last.Break
		if back && d.DealtIn(n.ID, s.round, now.Since) {
			return fmt.Errorf("it takes back round %d, in which deals were played", s.round)
		}
		s.Sittings = s.Sittings[:len(s.Sittings)-1]
	}
	switch {
	case back:
		s.Plan = now.plan
	case b.Round > s.round:
		s.Plan = nil
	}
	before := s.round
	s.round = b.Round
	for _, placed := range b.Tables {
		if err := d.agrees(n, placed); err != nil {
			return err
		}
		if !slices.Contains(s.Seated, placed.Night) {
			s.Seated = append(s.Seated, placed.Night)
		}
		now.Tables = append(now.Tables, placed)
		if !back {
			n.come(placed.Seats...)
		}
	}
	if len(s.Seated) != len(s.begun) {
		return errors.New("it leaves a table of the evening out that has just begun")
	}
	d.setHalf(n.ID, false)
	for _, id := range s.Seated {
		switch {
		case back:
			d.night(id).takeBackRound(before)
		case b.Round > before:
			var dealer PlayerID // none at a table the round leaves out: the turn there stays as it is
			if i := slices.IndexFunc(b.Tables, func(p chain.Placed) bool { return p.Night == id }); i >= 0 {
				dealer = b.Tables[i].Dealer
			}
			d.night(id).beginRound(b.Round, dealer, e.Seq)
		}
	}
	if back {
		return nil
	}
	now.Rest = b.Rest
	n.come(b.Rest...)
	s.Sittings = append(s.Sittings, now)
	return nil
}

// keepPlan keeps the seats chosen by hand for the next round, and how people move from then on.
func (s *Several) keepPlan(e Made, b *chain.Round) error {
	if b.Round != s.round+1 || len(s.Sittings) == 0 {
		return fmt.Errorf("it plans round %d after round %d", b.Round, s.round)
	}
	if b.Moves != "" {
		s.Moves = b.Moves
	}
	if s.Plan = nil; len(b.Tables) > 0 {
		s.Plan = &Sitting{Round: b.Round, Tables: b.Tables, Rest: b.Rest, Since: e.Seq}
	}
	return nil
}

// agrees refuses seats that aren't those of an open table of the evening.
func (d *Draft) agrees(n *Night, placed chain.Placed) error {
	t := d.Night(placed.Night)
	if t == nil || t.Meeting != n.ID || t.Closed != 0 {
		return fmt.Errorf("it seats night %d, which is no open table of the evening", placed.Night)
	}
	if !slices.EqualFunc(t.Chairs, placed.Seats, func(c Chair, p PlayerID) bool {
		return d.names.Who(c.Player) == d.names.Who(p)
	}) {
		return fmt.Errorf("it seats other people at night %d than sit there", placed.Night)
	}
	return nil
}

// clock changes the clock of this round or its break, or sets how long the rounds to come are.
func (s *Several) clock(e Made, b *chain.Round) error {
	if b.Clock == chain.ClockSet {
		s.DealsARound, s.Minutes = b.Deals, b.Minutes
		return nil
	}
	if len(s.Sittings) == 0 || b.Round != s.round {
		return fmt.Errorf("there is no clock of round %d", b.Round)
	}
	now, ok := &s.Sittings[len(s.Sittings)-1], false
	if b.Clock == chain.ClockBreak {
		if now.Break = max(e.At, now.Break) + int64(b.Minutes)*minute; b.Minutes == 0 {
			now.Break = 0
		}
		return nil
	}
	if now.Clock, ok = now.Clock.set(b, e.At); !ok {
		return fmt.Errorf("the clock of round %d isn't one to %s", b.Round, b.Clock)
	}
	return nil
}

// DealtIn tells whether deals of a round stand at the tables of an evening that were recorded after an entry.
func (d *Draft) DealtIn(meeting NightID, round int, since EntryID) bool {
	for _, id := range d.Night(meeting).Several.Seated {
		t := d.Night(id)
		for i, deal := range t.Deals {
			if deal.Standing >= 0 && EntryID(deal.ID) > since && t.roundAt(i) == round {
				return true
			}
		}
	}
	return false
}

// hand follows what a table leaves to its evening: the table hands it over, the evening takes it, the table
// closes, in entries that follow each other.
func (d *Draft) hand(e Made, n *Night, b *chain.Handed) error {
	if e.Kind == chain.KindTake {
		if d.due != e.Seq {
			return errors.New("it takes over what no table has handed over")
		}
		d.next = &pending{kind: chain.KindClose, night: b.Night}
		return nil
	}
	if n.Meeting == 0 || n.Meeting != b.Night {
		return errors.New("it hands something over to an evening it is no table of")
	}
	d.next = &pending{kind: chain.KindTake, night: b.Night, other: n.ID, debts: b.Debts}
	return nil
}

// unhand follows the taking back of a handover: the evening's half comes first, then the table's.
func (d *Draft) unhand(e *Entry, kind Kind) error {
	if kind == chain.KindHand {
		if d.due != e.Seq {
			return errors.New("it takes back what its evening has still taken over")
		}
		return nil // the table is closed, and the next entry of it must open it
	}
	d.next = &pending{kind: chain.KindReversal, reverses: e.Reverses - 1}
	return nil
}

func (d *Draft) closes(n *Night, by EntryID) error {
	if n.Meeting != 0 {
		d.night(n.Meeting).several().Plays = by
	}
	if n.Several == nil {
		return nil
	}
	for _, id := range n.Several.Seated {
		if d.Night(id).Closed == 0 {
			return fmt.Errorf("it closes an evening of which night %d is still open", id)
		}
	}
	return nil
}

func (d *Draft) reopens(n *Night, by EntryID) error {
	if n.Meeting == 0 {
		return nil
	}
	if d.Night(n.Meeting).Closed != 0 {
		return errors.New("it opens a table of an evening that is closed")
	}
	d.night(n.Meeting).several().Plays = by
	return nil
}
