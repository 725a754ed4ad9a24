package state

// The kinds of entry: which nights take one, and its consequences besides its transfers.

import (
	"errors"
	"fmt"
	"slices"

	"ouverte/ledger/chain"
)

// rule is what the book does with entries of a kind.
type rule struct {
	of     of
	sealed func(*ResolvedNight) bool // tells whether it may be said of a closed night; nil: never
	back   bool                      // another entry can take it back
	kitty  bool                      // it takes money out of the kitty, which must have it
	follow func(d *Draft, m Made, n *Night) error
}

// of is what an entry is about.
type of uint8

const (
	theBook   of = iota // no night
	aNight              // a night, or an evening at several tables
	aTable              // where cards are dealt: no evening at several tables
	theTables           // an evening at several tables
	aReckon             // where people settle: no table of an evening
	anyReckon           // that, or former evenings
)

var (
	errPaidAtTable = errors.New("it settles one table of an evening that settles together")
	errNoNight     = errors.New("it belongs to no night")
)

func (o of) check(n *Night) error {
	switch {
	case o == theBook && n != nil:
		return errors.New("it has no business in a night")
	case o != theBook && o != anyReckon && n == nil:
		return errNoNight
	case o == aTable && n.Several != nil:
		return errors.New("it says of an evening what only one of its tables can have")
	case o == theTables && n.Several == nil:
		return errors.New("it says of a night what only an evening at several tables can have")
	case (o == aReckon || o == anyReckon) && n != nil && n.Meeting != 0:
		return errPaidAtTable
	}
	return nil
}

// kinds has each kind but the reversal and those that begin a night. TestEveryKind names what a new one
// lacks.
var kinds = map[Kind]rule{
	chain.KindPlayer: {follow: saying((*Draft).enter)},
	chain.KindRename: {follow: saying((*Draft).rename)},
	chain.KindAway:   {follow: saying((*Draft).away)},
	chain.KindFace:   {follow: saying((*Draft).face)},
	chain.KindJoin:   {follow: saying((*Draft).join), back: true},

	chain.KindHouse:  {follow: saying((*Draft).keepHouse)},
	chain.KindWords:  {follow: saying((*Draft).words)},
	chain.KindHide:   {follow: saying((*Draft).hide)},
	chain.KindSeason: {follow: saying((*Draft).countSeason)},

	chain.KindEdit:   {of: aNight, sealed: always, follow: saying((*Draft).edit)},
	chain.KindTable:  {of: aTable, follow: saying((*Draft).sit)},
	chain.KindLast:   {of: aTable, follow: saying((*Draft).lastRound)},
	chain.KindClose:  {of: aNight, sealed: always, follow: saying((*Draft).close)},
	chain.KindReopen: {of: aNight, sealed: always, follow: saying((*Draft).reopen)},

	chain.KindDeal:  {of: aTable, back: true, follow: saying((*Draft).placeDeal)},
	chain.KindOrder: {of: aTable, follow: saying((*Draft).order)},
	chain.KindAgree: {of: aTable, follow: saying((*Draft).agree)},
	chain.KindNote:  {of: aTable, sealed: always, follow: saying((*Draft).note)},

	chain.KindPenalty:  {of: aNight, back: true},
	chain.KindCost:     {of: aReckon, back: true},
	chain.KindPayment:  {of: anyReckon, back: true},
	chain.KindShare:    {of: aReckon, back: true, kitty: true},
	chain.KindRounding: {of: aReckon, back: true},
	chain.KindOpening:  {back: true},
	chain.KindCarry:    {of: aNight, sealed: uneven, back: true, follow: saying((*Draft).carry)},
	chain.KindBring:    {of: aReckon, back: true},
	chain.KindHand:     {of: aNight, back: true, follow: saying((*Draft).hand)},
	chain.KindTake:     {of: aNight, back: true, follow: saying((*Draft).hand)},

	chain.KindRound:   {of: theTables, follow: saying((*Draft).round)},
	chain.KindPresent: {of: theTables, follow: saying((*Draft).present)},
}

func always(*ResolvedNight) bool   { return true }
func uneven(n *ResolvedNight) bool { return !n.Even() }

func saying[B chain.Body](do func(*Draft, Made, *Night, B) error) func(*Draft, Made, *Night) error {
	return func(d *Draft, m Made, n *Night) error { return do(d, m, n, m.Said.(B)) }
}

func (d *Draft) enter(_ Made, _ *Night, b *chain.Player) error {
	if b.Player != PlayerID(d.names.Len()+1) {
		return fmt.Errorf("it enters player %d where player %d comes next", b.Player, d.names.Len()+1)
	}
	d.roster().Enter(b.Player, b.Name)
	return nil
}

func (d *Draft) rename(_ Made, _ *Night, b *chain.Player) error {
	if d.names.At(b.Player) == nil {
		return fmt.Errorf("it renames player %d, whom nobody entered", b.Player)
	}
	d.roster().Rename(b.Player, b.Name)
	return nil
}

func (d *Draft) away(_ Made, _ *Night, b *chain.Away) error {
	d.roster().Change(b.Player).Away = b.Away
	return nil
}

func (d *Draft) face(_ Made, _ *Night, b *chain.Face) error {
	p := d.roster().Change(b.Player)
	p.Face.Colour, p.Face.Emblem = b.Colour, b.Emblem
	return nil
}

func (d *Draft) join(_ Made, _ *Night, b *chain.Join) error {
	gone, stays := d.names.At(b.Gone), d.names.At(b.Stays)
	if gone == nil || stays == nil || gone.Same != 0 || d.names.Who(b.Stays) == b.Gone {
		return fmt.Errorf("players %d and %d can't be joined", b.Gone, b.Stays)
	}
	d.roster().Join(b.Gone, b.Stays)
	for m := range d.accounts {
		if err := d.countable(m, b.Stays); err != nil {
			return err
		}
	}
	d.regard(b.Gone)
	return nil
}

func (d *Draft) keepHouse(m Made, _ *Night, b *chain.House) error {
	if b.House == nil {
		return errors.New("it has no house rules")
	}
	if err := b.House.Check(); err != nil {
		return fmt.Errorf("its house rules make no sense: %w", chain.Clause(err))
	}
	h := d.houses[b.House.ID]
	h.Own, h.Version, h.Hidden, h.Recent, h.changed = b.House, h.Version+1, false, m.Seq, m.Seq
	d.setHouse(b.House.ID, h)
	return nil
}

func (d *Draft) words(_ Made, _ *Night, b *chain.Words) error {
	d.roster().Words = chain.CallWords(b.Words)
	return nil
}

func (d *Draft) hide(_ Made, _ *Night, b *chain.Hide) error {
	h := d.houses[b.House]
	h.Hidden = b.Hidden
	d.setHouse(b.House, h)
	return nil
}

func (d *Draft) edit(_ Made, n *Night, b *chain.Edit) error {
	if b.Name != nil {
		n.Name = *b.Name
	}
	if b.Auction != nil {
		n.Auction = *b.Auction
	}
	if b.Agree != nil {
		n.Agree = *b.Agree
	}
	if b.Phones != nil {
		n.Phones = *b.Phones
	}
	if b.Head != nil {
		n.Head = *b.Head
	}
	switch {
	case b.Pay == nil:
	case n.Closed != 0:
		return errors.New("it says how to settle a night that is closed")
	case n.Meeting != 0:
		return errPaidAtTable
	default:
		n.Way = *b.Pay
	}
	if b.Date == nil || *b.Date == n.Date {
		return nil
	}
	if err := chain.CheckDate("date", *b.Date); err != nil {
		return chain.Clause(err)
	}
	n.Date = *b.Date
	d.countAnew(n)
	d.forgetSlates()
	return nil
}

func (d *Draft) sit(m Made, n *Night, b *chain.Table) error {
	n.set(b.Chairs, b.Dealer, m.Seq)
	d.seat(n, b.Chairs)
	return nil
}

func (d *Draft) lastRound(_ Made, n *Night, b *chain.Last) error {
	n.LastOn, n.LastAt = b.More >= 0, n.Count+b.More
	return nil
}

func (d *Draft) order(_ Made, n *Night, b *chain.Order) error {
	i, j := n.find(b.Swap[0]), n.find(b.Swap[1])
	if i < 0 || j < 0 || i == j {
		return fmt.Errorf("deals %d and %d can't change places", b.Swap[0], b.Swap[1])
	}
	deals := n.deals()
	deals[i], deals[j] = deals[j], deals[i]
	return nil
}

func (d *Draft) agree(_ Made, n *Night, b *chain.Agree) error {
	if n.find(b.Deal) < 0 {
		return fmt.Errorf("it is about deal %d, which isn't of this night", b.Deal)
	}
	own(&n.agreed, &n.own.agreed)[b.Deal] = *b
	return nil
}

func (d *Draft) note(m Made, n *Night, b *chain.Note) error {
	if n.find(b.Deal) < 0 {
		return fmt.Errorf("it is about deal %d, which isn't of this night", b.Deal)
	}
	notes := own(&n.notes, &n.own.notes)
	notes[b.Deal] = append(slices.Clip(notes[b.Deal]), Note{m.Seq, m.Time(), m.Device, b.Text})
	return nil
}

func (d *Draft) carry(_ Made, n *Night, _ *chain.Debts) error {
	if n.Meeting != 0 && n.Closed == 0 {
		return errPaidAtTable
	}
	return nil
}

func (d *Draft) close(m Made, n *Night, _ *chain.Close) error {
	if n.Closed != 0 {
		return errors.New("the night is closed already")
	}
	if n.Money().Handed() && !n.In(d.names).Even() {
		return errors.New("it closes a night in which somebody still owes something")
	}
	n.Closed, n.ClosedAt, n.Seal, n.Before, d.turned = m.Seq, m.At, m.Hash, nil, m.Seq
	n.Deals, n.Versions = slices.Clip(slices.Clone(n.Deals)), slices.Clip(slices.Clone(n.Versions))
	n.Members, n.own.members = slices.Clip(slices.Clone(n.Members)), true
	d.setOpen(n.ID, false)
	if err := d.closes(n, m.Seq); err != nil || d.Held(n) {
		return err
	}
	d.countAnew(n)
	return nil
}

func (d *Draft) reopen(m Made, n *Night, _ *chain.Reason) error {
	if n.Closed == 0 {
		return errors.New("the night isn't closed")
	}
	if n.opening {
		n.opening = false
		d.setHalf(n.ID, false)
	}
	counted := d.Held(n)
	n.Closed, n.ClosedAt, n.Seal, d.turned = 0, 0, chain.Hash{}, m.Seq
	d.setOpen(n.ID, true)
	if !counted {
		d.countAnew(n)
	}
	return d.reopens(n, m.Seq)
}
