package ledger

// Starting a night: what it takes, what is checked of it, and the line-up it is offered with, which is that
// of a former one.

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/rules"
)

type NewNight struct {
	Name    string       // may be empty
	Date    string       // 2026-11-21; empty is today by the book's clock
	House   *rules.House // frozen by content
	Scale   int          // 1 to 1000; 0 is 1
	Seats   []PlayerID   // three to five, clockwise
	Dealer  PlayerID     // the first dealer, one of the seats
	Auction bool         // tap the calls as they fall
	Agree   bool         // an opponent agrees each result
	Words   rules.Words  // the circle's names for the calls; nil is the usual ones
}

// StartNight opens a night; Receipt.ID (and .Night) is its id.
func (b *Book) StartNight(ctx context.Context, s Slip, n NewNight) (Receipt, error) {
	return b.post(ctx, s, "start night", n, func(d *desk) error {
		body, err := d.newNightBody(n)
		if err == nil {
			err = d.meant(body.Date)
		}
		if err != nil {
			return err
		}
		body.Night = d.draft.LastNight() + 1
		d.receipt.ID = int64(body.Night)
		return d.post(body.Night, chain.KindNight, body)
	})
}

func (d *desk) newNightBody(n NewNight) (*chain.Night, error) {
	if n.House == nil {
		return nil, refuse("house", "Choose the house rules to play by.")
	}
	if n.Scale == 0 {
		n.Scale = 1
	}
	if err := n.House.Check(); err != nil {
		return nil, err
	}
	stakes, err := n.House.Scaled(n.Scale)
	if err != nil {
		return nil, err
	}
	if saneStakes(n.House) != nil {
		return nil, refuse("house", "By these rules one call may cost more than %s, which is more than the "+
			"book takes at once.", stakes.Money.Words(mostAtOnce))
	}
	if saneStakes(stakes) != nil {
		return nil, refuse("scale", "At %d times the stakes one call may cost more than %s, which is more "+
			"than the book takes at once.", n.Scale, stakes.Money.Words(mostAtOnce))
	}
	name, err := chain.CleanText("name", n.Name, false)
	if err != nil {
		return nil, err
	}
	if n.Date == "" {
		n.Date = d.b.clock().Format(time.DateOnly)
	}
	if err := chain.CheckDate("date", n.Date); err != nil {
		return nil, err
	}
	chairs, err := seatable(d.names(), chain.ChairsOf(n.Seats))
	if err != nil {
		return nil, err
	}
	body := &chain.Night{
		Name: name, Date: n.Date, House: n.House, Scale: n.Scale, Dealer: d.who(n.Dealer), Auction: n.Auction,
		Agree: n.Agree, Seats: players(chairs),
	}
	if chain.SeatOf(chairs, body.Dealer) == 0 {
		return nil, refuse("dealer", "Choose one of those at the table to deal first.")
	}
	said := map[string]string{}
	for call, word := range n.Words {
		said[call.String()] = word
	}
	if body.Words, err = chain.CleanNightWords(said); err != nil {
		return nil, err
	}
	return body, nil
}

// meant refuses a date nobody can mean for an evening. Kept books may have one.
func (d *desk) meant(date string) error {
	if d.b.canMean(date) {
		return nil
	}
	return refuse("date", "An evening of the year %s can’t be meant: choose a day from 1900 to the end of %d.",
		date[:4], d.b.clock().Year()+1)
}

func (b *Book) canMean(date string) bool {
	year, err := strconv.Atoi(date[:4])
	return err == nil && year >= 1900 && year <= b.clock().Year()+1
}

// OddlyDated are the evenings, newest first, whose year nobody can mean.
func (b *Book) OddlyDated() (out []NightLine) {
	s := b.now()
	for n := range s.Backward() {
		if n.Meeting == 0 && !b.canMean(n.Date) {
			out = append(out, nightLine(s, n))
		}
	}
	return out
}

// LastLineUp is what the latest night was started with, with its seats as they were at its end and its house
// rules in their newest version. ok is false in an empty book. Dealer is who would have dealt next.
func (b *Book) LastLineUp() (n NewNight, ok bool) {
	s := b.now()
	for n := range s.Backward() {
		if n.Meeting == 0 && n.Several == nil {
			return lineUp(s, n.ID), true
		}
	}
	return NewNight{}, false
}

// LineUp is what an evening could be started with again. Of one at several tables Tables are those of its
// last round, the larger first, and Seats is empty.
type LineUp struct {
	NewNight
	Tables        []NewTable
	Rest          []PlayerID
	Left          []PlayerID // who played, and wasn't there at the end
	Deals, Rounds int
}

// FreeLineUp is the line-up of the latest evening that is over and of whose people nobody is playing now: for
// "the same again", also while another table plays. Evenings longer ago than the last dozen aren't looked
// through, and who sits at one left open, before a dozen others, isn't taken to play.
func (b *Book) FreeLineUp() (l LineUp, ok bool) {
	more := aDozen
	for n := range b.now().Backward() {
		if n.Meeting != 0 || n.Closed == 0 {
			continue
		}
		if l, ok = b.LineUpOf(n.ID); ok {
			return l, true
		}
		if more--; more == 0 {
			break
		}
	}
	return LineUp{}, false
}

// AnyOver tells whether an evening is over.
func (b *Book) AnyOver() bool {
	for n := range b.now().Backward() {
		if n.Closed != 0 {
			return true
		}
	}
	return false
}

// LineUpOf is the line-up of an evening that is over, with those who were there at its end. ok is false while
// one of them plays.
func (b *Book) LineUpOf(id NightID) (l LineUp, ok bool) {
	s := b.now()
	v := s.View(id)
	if v == nil || v.Meeting != 0 || v.Closed == 0 {
		return l, false
	}
	l.NewNight = lineUp(s, id)
	all := slices.Clone(l.Seats)
	if v.Several != nil {
		l.Deals, l.Rounds = v.Several.DealsARound, v.Several.Rounds
		sittings := v.Sittings()
		for _, at := range sittings[len(sittings)-1].Tables {
			t := lineUp(s, at.Night)
			l.Tables = append(l.Tables, NewTable{Name: t.Name, Seats: t.Seats, Dealer: t.Dealer})
			all = append(all, t.Seats...)
		}
		slices.SortStableFunc(l.Tables, func(a, b NewTable) int { return cmp.Compare(len(b.Seats), len(a.Seats)) })
		for _, p := range v.Came() {
			if v.Here(p) && !slices.Contains(all, p) {
				l.Rest = append(l.Rest, p)
			}
		}
		all = append(all, l.Rest...)
	}
	for _, p := range v.People() {
		if v.Sat(p) && !slices.Contains(all, p) {
			l.Left = append(l.Left, p)
		}
	}
	return l, !slices.ContainsFunc(all, func(p PlayerID) bool { return sitsNow(s, p) })
}

const aDozen = 12

// sitsNow tells whether somebody sits at a night in progress that is one of the latest dozen they had a part
// in.
func sitsNow(s *state.State, p PlayerID) bool {
	open, more := s.Open(), aDozen
	for n := range s.Backward() {
		if more == 0 || len(open) == 0 || n.ID < open[0] {
			break
		}
		v := s.View(n.ID)
		if !slices.Contains(v.People(), p) {
			continue
		}
		if v.Closed == 0 && chain.SeatOf(v.Chairs(), p) != 0 {
			return true
		}
		more--
	}
	return false
}

func lineUp(s *state.State, id NightID) NewNight {
	v := s.View(id)
	n := NewNight{
		Name: v.Name, House: newestHouse(s, v.House), Scale: v.Scale, Auction: v.Auction, Agree: v.Agree,
		Words: v.Words(),
	}
	if v.Several != nil {
		return n
	}
	n.Dealer, n.Seats = v.Due(), players(v.Chairs())
	return n
}
