package ledger

// A night in brief: its standing deals in a few bytes each, with the names of nobody and the money of nothing, since both
// follow from elsewhere. It is what the statistics of a night are counted from, and what is gone through when somebody
// looks for deals or asks what other house rules would have brought: a million deals take less than a second.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// brief is a night in brief.
type brief struct {
	night  NightID
	date   string
	money  rules.Money
	stakes *rules.House // at the amounts really played for …
	scale  int          // … which are so many times those of the set
	people []PlayerID   // whoever sat or lent an account, in the order they came

	deals     []briefDeal
	penalties []briefPenalty // in order
}

// briefDeal is a standing deal.
type briefDeal struct {
	id      DealID
	changed bool    // corrected since it was first recorded
	chairs  []Chair // shared with the deal before where nobody moved
	deal    rules.Deal
	result  rules.Result
}

// briefPenalty is what a penalty moved between players. The kitty's part is left out.
type briefPenalty struct {
	after int // so many deals were played before it
	nets  []Net
}

// inBrief takes a night from its entries.
func (n *fold) inBrief() *brief {
	b := &brief{night: n.id, date: n.date, money: n.money(), stakes: n.stakes, scale: n.scale, deals: make([]briefDeal, 0, n.count)}
	var at EntryID
	var ats []EntryID // where each deal stands among the entries, as the sheet has it
	for _, d := range n.order {
		if d.standing == nil {
			continue
		}
		if !d.inserted {
			at = max(at, EntryID(d.id))
		}
		ats = append(ats, at)
		chairs := d.standing.chairs
		if last := len(b.deals) - 1; last >= 0 && slices.Equal(b.deals[last].chairs, chairs) {
			chairs = b.deals[last].chairs
		}
		changed := slices.ContainsFunc(d.tellings[1:], func(t *telling) bool { return !t.removal })
		b.deals = append(b.deals, briefDeal{id: d.id, changed: changed, chairs: chairs, deal: d.standing.deal, result: d.standing.result})
		b.meet(chairs)
	}
	for _, c := range n.chairs {
		b.meet([]Chair{c})
	}
	for _, h := range n.others {
		if h.entry.Kind != chain.KindPenalty || h.undone != nil {
			continue
		}
		p := briefPenalty{}
		for _, a := range ats {
			if a < h.entry.Seq {
				p.after++
			}
		}
		for _, t := range h.entry.Transfers {
			p.add(n.who(t.From), -t.Amount)
			p.add(n.who(t.To), t.Amount)
		}
		if p.nets = slices.DeleteFunc(p.nets, Net.Settled); len(p.nets) > 0 {
			b.penalties = append(b.penalties, p)
		}
	}
	slices.SortStableFunc(b.penalties, func(x, y briefPenalty) int { return x.after - y.after })
	for _, p := range b.penalties {
		for _, net := range p.nets {
			b.index(net.Player)
		}
	}
	return b
}

func (p *briefPenalty) add(who PlayerID, amount int64) {
	if who == Kitty {
		return
	}
	i := slices.IndexFunc(p.nets, func(n Net) bool { return n.Player == who })
	if i < 0 {
		i = len(p.nets)
		p.nets = append(p.nets, Net{Player: who})
	}
	p.nets[i].Amount += amount
}

func (b *brief) meet(chairs []Chair) {
	for _, c := range chairs {
		b.index(c.Player)
		b.index(c.Pays())
	}
}

// index finds a person among those of the night, entering them if need be.
func (b *brief) index(p PlayerID) int {
	i := slices.Index(b.people, p)
	if i < 0 {
		i = len(b.people)
		b.people = append(b.people, p)
	}
	return i
}

// briefForm is the number of the form the bytes have.
const briefForm = 1

// What a deal has besides the usual, as bits before it.
const (
	otherChairs = 1 << iota
	wasChanged
	hasRevokes
	hasWrongCards
	hasTricksBy
	hasForfeit
	hasLoser
)

// append writes the night as bytes.
func (b *brief) append(to []byte) []byte {
	to = append(to, briefForm)
	to = binary.AppendUvarint(to, uint64(len(b.people)))
	for _, p := range b.people {
		to = binary.AppendUvarint(to, uint64(p))
	}
	to = binary.AppendUvarint(to, uint64(len(b.deals)))
	var id DealID
	var chairs []Chair
	for i := range b.deals {
		d := &b.deals[i]
		to = b.appendDeal(to, d, id, chairs)
		id, chairs = d.id, d.chairs
	}
	to = binary.AppendUvarint(to, uint64(len(b.penalties)))
	for _, p := range b.penalties {
		to = binary.AppendUvarint(to, uint64(p.after))
		to = binary.AppendUvarint(to, uint64(len(p.nets)))
		for _, n := range p.nets {
			to = binary.AppendUvarint(to, uint64(b.index(n.Player)))
			to = binary.AppendVarint(to, n.Amount)
		}
	}
	return to
}

func (b *brief) appendDeal(to []byte, d *briefDeal, before DealID, chairs []Chair) []byte {
	var has byte
	for _, bit := range [...]struct {
		is  bool
		bit byte
	}{
		{!slices.Equal(chairs, d.chairs), otherChairs},
		{d.changed, wasChanged},
		{d.deal.Revokes != [rules.MaxSeats + 1]uint8{}, hasRevokes},
		{d.deal.WrongCards != [rules.MaxSeats + 1]bool{}, hasWrongCards},
		{d.deal.TricksBy != [rules.MaxSeats + 1]int8{}, hasTricksBy},
		{d.deal.Forfeit != 0, hasForfeit},
		{d.deal.Loser != 0, hasLoser},
	} {
		if bit.is {
			has |= bit.bit
		}
	}
	to = append(to, has)
	to = binary.AppendVarint(to, int64(d.id-before))
	if has&otherChairs != 0 {
		to = append(to, byte(len(d.chairs)))
		for _, c := range d.chairs {
			to = binary.AppendUvarint(to, uint64(b.index(c.Player)))
			account := 0
			if c.Account != 0 {
				account = b.index(c.Account) + 1
			}
			to = binary.AppendUvarint(to, uint64(account))
		}
	}
	x := &d.deal
	to = append(to, byte(x.Dealer)|byte(x.Caller)<<4, byte(x.Call), byte(x.Partner)|byte(x.Bid)<<4, byte(x.Trumps)|byte(x.Tricks+1)<<4)
	if has&hasRevokes != 0 {
		to = append(to, x.Revokes[1:]...)
	}
	if has&hasWrongCards != 0 {
		var mask byte
		for s, wrong := range x.WrongCards {
			if wrong {
				mask |= 1 << s
			}
		}
		to = append(to, mask)
	}
	if has&hasTricksBy != 0 {
		for _, t := range x.TricksBy[1:] {
			to = append(to, byte(t))
		}
	}
	if has&hasForfeit != 0 {
		to = append(to, byte(x.Forfeit))
	}
	if has&hasLoser != 0 {
		to = append(to, byte(x.Loser))
	}
	return to
}

var errBrief = errors.New("ledger: a night in brief can't be read")

// briefReader reads the bytes; once they don't fit it says so for ever.
type briefReader struct {
	at  []byte
	bad bool
}

func (r *briefReader) byte() byte {
	if len(r.at) == 0 {
		r.bad = true
		return 0
	}
	c := r.at[0]
	r.at = r.at[1:]
	return c
}

func (r *briefReader) number() int64 {
	n, size := binary.Uvarint(r.at)
	if size <= 0 {
		r.bad = true
		return 0
	}
	r.at = r.at[size:]
	return int64(n)
}

func (r *briefReader) signed() int64 {
	n, size := binary.Varint(r.at)
	if size <= 0 {
		r.bad = true
		return 0
	}
	r.at = r.at[size:]
	return n
}

// count reads how many of something follow, each of at least one byte.
func (r *briefReader) count() int {
	n := r.number()
	if n < 0 || n > int64(len(r.at)) {
		r.bad = true
		return 0
	}
	return int(n)
}

// readBrief reads a night from its bytes and settles its deals anew.
func readBrief(night NightID, date string, stakes *rules.House, scale int, text []byte) (*brief, error) {
	b := &brief{night: night, date: date, money: stakes.Money, stakes: stakes, scale: scale}
	return b, b.read(text)
}

func (b *brief) read(text []byte) error {
	r := &briefReader{at: text}
	if r.byte() != briefForm {
		return fmt.Errorf("%w: night %d has another form", errBrief, b.night)
	}
	b.people = make([]PlayerID, r.count())
	for i := range b.people {
		b.people[i] = PlayerID(r.number())
	}
	b.deals = make([]briefDeal, r.count())
	var before *briefDeal
	for i := range b.deals {
		d := &b.deals[i]
		b.readDeal(r, d, before)
		if r.bad {
			return fmt.Errorf("%w: deal %d of night %d", errBrief, i+1, b.night)
		}
		var err error
		if d.result, err = rules.Settle(b.stakes, &d.deal); err != nil {
			return fmt.Errorf("%w: deal %d of night %d: %w", errBrief, i+1, b.night, err)
		}
		before = d
	}
	if n := r.count(); n > 0 {
		b.penalties = make([]briefPenalty, n)
	}
	for i := range b.penalties {
		p := &b.penalties[i]
		p.after = int(r.number())
		p.nets = make([]Net, r.count())
		for j := range p.nets {
			p.nets[j] = Net{Player: b.person(r, r.number()), Amount: r.signed()}
		}
	}
	if r.bad || len(r.at) > 0 {
		return fmt.Errorf("%w: the end of night %d", errBrief, b.night)
	}
	return nil
}

func (b *brief) person(r *briefReader, i int64) PlayerID {
	if i < 0 || i >= int64(len(b.people)) {
		r.bad = true
		return 0
	}
	return b.people[i]
}

func (b *brief) readDeal(r *briefReader, d, before *briefDeal) {
	has := r.byte()
	d.changed = has&wasChanged != 0
	d.id = DealID(r.signed())
	if before != nil {
		d.id += before.id
		d.chairs = before.chairs
	}
	if has&otherChairs != 0 {
		n := int(r.byte())
		if n < 3 || n > rules.MaxSeats {
			r.bad = true
			return
		}
		d.chairs = make([]Chair, n)
		for i := range d.chairs {
			d.chairs[i].Player = b.person(r, r.number())
			if account := r.number(); account > 0 {
				d.chairs[i].Account = b.person(r, account-1)
			}
		}
	}
	x := &d.deal
	x.Seats = len(d.chairs)
	c := r.byte()
	x.Dealer, x.Caller = rules.Seat(c&15), rules.Seat(c>>4)
	x.Call = rules.Call(r.byte())
	c = r.byte()
	x.Partner, x.Bid = rules.Seat(c&15), int(c>>4)
	c = r.byte()
	x.Trumps, x.Tricks = rules.Suit(c&15), int(c>>4)-1
	if has&hasRevokes != 0 {
		for s := 1; s <= rules.MaxSeats; s++ {
			x.Revokes[s] = r.byte()
		}
	}
	if has&hasWrongCards != 0 {
		mask := r.byte()
		for s := range x.WrongCards {
			x.WrongCards[s] = mask>>s&1 == 1
		}
	}
	if has&hasTricksBy != 0 {
		for s := 1; s <= rules.MaxSeats; s++ {
			x.TricksBy[s] = int8(r.byte())
		}
	}
	if has&hasForfeit != 0 {
		x.Forfeit = rules.Seat(r.byte())
	}
	if has&hasLoser != 0 {
		x.Loser = rules.Seat(r.byte())
	}
}
