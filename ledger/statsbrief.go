package ledger

// A brief holds the standing deals of a night in a few bytes each. Names and amounts are left out: both follow from elsewhere.
// All statistics of a night are counted from its brief, and searches and what-ifs go through briefs alone.

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
	dated
	money  rules.Money
	stakes *rules.House // the house rules at the scale played
	scale  int
	people []PlayerID // everybody who sat or lent an account, in the order they came

	deals     []briefDeal
	penalties []briefPenalty // in order

	settled *[settledAtHand]settledDeal // used where very many briefs are read into the same one
}

// settledDeal is a plain deal with its result. Among a million deals there are a few thousand plain ones.
type settledDeal struct {
	stakes *rules.House
	plain  plainDeal
	result rules.Result
}

// settledAtHand is how many are kept, each in the place its bytes say. It saves a fifth of the time of counting.
const settledAtHand = 1 << 12

// plainDeal is the seats and the four bytes every deal has, where there is no more to say of it; else zero.
type plainDeal uint64

func (p plainDeal) place() uint64 { return uint64(p) * 0x9E3779B97F4A7C15 >> (64 - 12) }

// briefDeal is a standing deal.
type briefDeal struct {
	id      DealID
	changed bool    // corrected since it was first recorded
	chairs  []Chair // shared with the deal before where nobody moved
	deal    rules.Deal
	result  rules.Result
}

// briefPenalty is what a penalty moved between players, without the kitty's part.
type briefPenalty struct {
	after int // how many deals were played before it
	nets  []Net
}

// inBrief makes the brief of a night from its fold.
func (n *fold) inBrief() *brief {
	b := &brief{
		dated: dated{n.date, n.id}, money: n.money(), stakes: n.stakes, scale: n.scale,
		deals: make([]briefDeal, 0, n.count),
	}
	var order []EntryID
	for _, d := range n.order {
		if d.standing == nil {
			continue
		}
		changed := slices.ContainsFunc(d.versions[1:], func(t *version) bool { return !t.removal })
		b.addDeal(d.id, changed, d.standing.chairs, &d.standing.deal, &d.standing.result)
		order = append(order, placeOf(d.id, d.inserted, order))
	}
	b.meet(n.chairs)
	for _, h := range n.others {
		if h.entry.Kind == chain.KindPenalty && h.undone == nil {
			b.addPenalty(h.entry.Seq, h.entry.Transfers, n.who, order)
		}
	}
	b.endPenalties()
	return b
}

// placeOf is the entry at which a deal stands on the sheet, after the deals before it: an inserted deal stands where its
// predecessor does.
func placeOf(d DealID, inserted bool, before []EntryID) EntryID {
	var at EntryID
	if len(before) > 0 {
		at = before[len(before)-1]
	}
	if !inserted {
		at = max(at, EntryID(d))
	}
	return at
}

// addDeal adds a deal after those there are.
func (b *brief) addDeal(id DealID, changed bool, chairs []Chair, deal *rules.Deal, result *rules.Result) {
	if last := len(b.deals) - 1; last >= 0 && slices.Equal(b.deals[last].chairs, chairs) {
		chairs = b.deals[last].chairs
	} else {
		b.meet(chairs)
	}
	b.deals = append(b.deals, briefDeal{id: id, changed: changed, chairs: chairs, deal: *deal, result: *result})
}

// addPenalty adds a penalty by its entry; order has the places of the deals.
func (b *brief) addPenalty(entry EntryID, transfers []Transfer, who func(PlayerID) PlayerID, order []EntryID) {
	var p briefPenalty
	for _, at := range order {
		if at < entry {
			p.after++
		}
	}
	for _, t := range transfers {
		p.add(who(t.From), -t.Amount)
		p.add(who(t.To), t.Amount)
	}
	if p.nets = slices.DeleteFunc(p.nets, Net.Settled); len(p.nets) > 0 {
		b.penalties = append(b.penalties, p)
	}
}

// endPenalties puts the penalties in order when all are there.
func (b *brief) endPenalties() {
	slices.SortStableFunc(b.penalties, func(x, y briefPenalty) int { return x.after - y.after })
	for _, p := range b.penalties {
		for _, net := range p.nets {
			b.index(net.Player)
		}
	}
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

// index finds a person among those of the night, and adds them if need be.
func (b *brief) index(p PlayerID) int {
	i := slices.Index(b.people, p)
	if i < 0 {
		i = len(b.people)
		b.people = append(b.people, p)
	}
	return i
}

// briefForm is the version of the byte format below. Stored.
const briefForm = 1

// What follows in the bytes of a deal, as bits of its first byte. Stored.
const (
	otherChairs   = 0x01
	wasChanged    = 0x02
	hasRevokes    = 0x04
	hasWrongCards = 0x08
	hasTricksBy   = 0x10
	hasForfeit    = 0x20
	hasLoser      = 0x40
)

// append writes the night as bytes: the form, the people, the deals and the penalties, numbers as varints.
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
	x := &d.deal
	var has byte
	for _, bit := range [...]struct {
		is  bool
		bit byte
	}{
		{!slices.Equal(chairs, d.chairs), otherChairs},
		{d.changed, wasChanged},
		{x.Revokes != [rules.MaxSeats + 1]uint8{}, hasRevokes},
		{x.WrongCards != [rules.MaxSeats + 1]bool{}, hasWrongCards},
		{x.TricksBy != [rules.MaxSeats + 1]int8{}, hasTricksBy},
		{x.Forfeit != 0, hasForfeit},
		{x.Loser != 0, hasLoser},
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
	to = append(to, byte(x.Dealer)|byte(x.Caller)<<4, byte(x.Call),
		byte(x.Partner)|byte(x.Bid)<<4, byte(x.Trumps)|byte(x.Tricks+1)<<4)
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

var errPacked = errors.New("ledger: the statistics can't be read")

// packed reads numbers from bytes. After the first that doesn't fit, bad stays true.
type packed struct {
	at  []byte
	bad bool
}

func (r *packed) byte() byte {
	if len(r.at) == 0 {
		r.bad = true
		return 0
	}
	c := r.at[0]
	r.at = r.at[1:]
	return c
}

func (r *packed) number() int64 {
	n, size := binary.Uvarint(r.at)
	if size <= 0 {
		r.bad = true
		return 0
	}
	r.at = r.at[size:]
	return int64(n)
}

func (r *packed) signed() int64 {
	n, size := binary.Varint(r.at)
	if size <= 0 {
		r.bad = true
		return 0
	}
	r.at = r.at[size:]
	return n
}

// text reads so many bytes.
func (r *packed) text(size int) string {
	if size > len(r.at) {
		r.bad = true
		return ""
	}
	s := string(r.at[:size])
	r.at = r.at[size:]
	return s
}

// count reads how many of something follow, each of at least one byte.
func (r *packed) count() int {
	n := r.number()
	if n < 0 || n > int64(len(r.at)) {
		r.bad = true
		return 0
	}
	return int(n)
}

// packedNight is a row of year_night: a brief as it is stored.
type packedNight struct {
	dated
	stakes atStakes
	text   []byte
}

// open reads a brief and settles its deals.
func (n *packedNight) open() (*brief, error) {
	b := new(brief)
	return b, b.read(n)
}

// read reads a brief into b, whose slices it uses again.
func (b *brief) read(n *packedNight) error {
	b.dated, b.money, b.stakes, b.scale = n.dated, n.stakes.house.Money, n.stakes.house, n.stakes.scale
	r := &packed{at: n.text}
	if r.byte() != briefForm {
		return fmt.Errorf("%w: night %d has another form", errPacked, b.night)
	}
	b.people = sized(b.people, r.count())
	for i := range b.people {
		b.people[i] = PlayerID(r.number())
	}
	b.deals = sized(b.deals, r.count())
	var before *briefDeal
	for i := range b.deals {
		d := &b.deals[i]
		*d = briefDeal{}
		plain, err := b.readDeal(r, d, before)
		if err == nil {
			err = b.settle(d, plain)
		}
		if err != nil {
			return fmt.Errorf("%w: deal %d of night %d: %w", errPacked, i+1, b.night, err)
		}
		before = d
	}
	b.penalties = nil
	for range r.count() {
		p := briefPenalty{after: int(r.number()), nets: make([]Net, r.count())}
		for j := range p.nets {
			p.nets[j] = Net{Player: b.person(r, r.number()), Amount: r.signed()}
		}
		b.penalties = append(b.penalties, p)
	}
	if r.bad || len(r.at) > 0 {
		return fmt.Errorf("%w: the end of night %d", errPacked, b.night)
	}
	return nil
}

// sized gives a slice of n elements, in the place of one that is used no more.
func sized[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	return make([]T, n)
}

func (b *brief) person(r *packed, i int64) PlayerID {
	if i < 0 || i >= int64(len(b.people)) {
		r.bad = true
		return 0
	}
	return b.people[i]
}

// settle works out the result of a deal that was read.
func (b *brief) settle(d *briefDeal, plain plainDeal) (err error) {
	if b.settled == nil || plain == 0 {
		d.result, err = rules.Settle(b.stakes, &d.deal)
		return err
	}
	known := &b.settled[plain.place()]
	if known.plain != plain || known.stakes != b.stakes {
		known.plain, known.stakes = plain, b.stakes
		if known.result, err = rules.Settle(b.stakes, &d.deal); err != nil {
			known.plain = 0
			return err
		}
	}
	d.result = known.result
	return nil
}

// readDeal reads a deal; if it is plain, it says so.
func (b *brief) readDeal(r *packed, d, before *briefDeal) (plain plainDeal, err error) {
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
			return plain, errPacked
		}
		d.chairs = make([]Chair, n)
		for i := range d.chairs {
			d.chairs[i].Player = b.person(r, r.number())
			if account := r.number(); account > 0 {
				d.chairs[i].Account = b.person(r, account-1)
			}
		}
	}
	var bytes [4]byte
	for i := range bytes {
		bytes[i] = r.byte()
	}
	x := &d.deal
	x.Seats = len(d.chairs)
	x.Dealer, x.Caller = rules.Seat(bytes[0]&15), rules.Seat(bytes[0]>>4)
	x.Call = rules.Call(bytes[1])
	x.Partner, x.Bid = rules.Seat(bytes[2]&15), int(bytes[2]>>4)
	x.Trumps, x.Tricks = rules.Suit(bytes[3]&15), int(bytes[3]>>4)-1
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
	if r.bad {
		return plain, errPacked
	}
	if has&^(otherChairs|wasChanged) == 0 {
		plain = plainDeal(x.Seats)<<32 | plainDeal(binary.LittleEndian.Uint32(bytes[:]))
	}
	return plain, nil
}
