package years

// A brief is a night's standing deals in a few bytes each, without names and amounts: both follow from
// elsewhere. All statistics are counted from briefs; searches and what-ifs read nothing else.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
	"ouverte/rules"
)

// Brief is a night in brief. The ledger makes those of nights that aren't stored.
type Brief struct {
	dated
	money  rules.Money
	stakes *rules.House // the house rules at the scale played
	scale  int
	people []chain.PlayerID // everybody who sat or lent an account, in the order they came

	deals     []deal
	penalties []penalty // in order

	order   []chain.EntryID // where each deal stands on the sheet, while the brief is made
	settled *settledDeals   // used where very many briefs are read into the same one
}

// plainDeal is the number of seats and the four bytes every deal has; zero for a deal of which there is more
// to say.
type plainDeal uint64

// settledDeal is a plain deal with its result, which follows from the stakes and the deal alone.
type settledDeal struct {
	stakes *rules.House
	plain  plainDeal
	result rules.Result
}

// settledDeals is a hash table of plain deals with open addressing. A million deals have a few thousand
// different ones. An entry never changes, so deals share its result.
type settledDeals [1 << settledBits]settledDeal

const (
	settledBits   = 12
	settledProbes = 4 // so many slots are tried
)

// slot is the entry of a plain deal, or the free one where it belongs; nil if there is neither.
func (s *settledDeals) slot(stakes *rules.House, p plainDeal) *settledDeal {
	if s == nil || p == 0 {
		return nil
	}
	first := uint64(p) * 0x9E3779B97F4A7C15 >> (64 - settledBits) // Knuth's multiplicative hash
	for i := range uint64(settledProbes) {
		at := &s[(first+i)%uint64(len(s))]
		if at.plain == 0 || at.plain == p && at.stakes == stakes {
			return at
		}
	}
	return nil
}

// deal is a standing deal.
type deal struct {
	id      chain.DealID
	changed bool          // corrected since it was first recorded
	chairs  []chain.Chair // shared with the deal before where nobody moved
	deal    rules.Deal
	result  *rules.Result // may be shared, too
}

// penalty is what a penalty moved between players, without the kitty's part.
type penalty struct {
	after int // how many deals were played before it
	nets  []settle.Net
}

// NewBrief begins the brief of a night. stakes are its house rules at the amounts played for, scale how many
// times their own those are. Deals and penalties are added in the order of the sheet.
func NewBrief(night chain.NightID, date string, stakes *rules.House, scale int) *Brief {
	return &Brief{dated: dated{date, night}, money: stakes.Money, stakes: stakes, scale: scale}
}

// AddDeal adds a deal that stands. An inserted deal stands where the one before it does.
func (b *Brief) AddDeal(
	id chain.DealID, inserted, changed bool, chairs []chain.Chair, d *rules.Deal, r *rules.Result,
) {
	var at chain.EntryID
	last := len(b.deals) - 1
	if last >= 0 {
		at = b.order[last]
	}
	if !inserted {
		at = max(at, chain.EntryID(id))
	}
	b.order = append(b.order, at)
	if last >= 0 && slices.Equal(b.deals[last].chairs, chairs) {
		chairs = b.deals[last].chairs
	} else {
		b.Sit(chairs)
	}
	result := *r
	b.deals = append(b.deals, deal{id: id, changed: changed, chairs: chairs, deal: *d, result: &result})
}

// Sit adds those who sit at the table, whether they played or not.
func (b *Brief) Sit(chairs []chain.Chair) {
	for _, c := range chairs {
		b.index(c.Player)
		b.index(c.Pays())
	}
}

// AddPenalty adds a penalty that stands, given by its entry, after all deals and people.
func (b *Brief) AddPenalty(
	entry chain.EntryID, transfers []chain.Transfer, who func(chain.PlayerID) chain.PlayerID,
) {
	var p penalty
	for _, at := range b.order {
		if at < entry {
			p.after++
		}
	}
	for _, t := range transfers {
		p.add(who(t.From), -t.Amount)
		p.add(who(t.To), t.Amount)
	}
	if p.nets = slices.DeleteFunc(p.nets, settle.Net.Settled); len(p.nets) > 0 {
		b.penalties = append(b.penalties, p)
	}
}

// End completes the brief.
func (b *Brief) End() {
	b.order = nil
	slices.SortStableFunc(b.penalties, func(x, y penalty) int { return x.after - y.after })
	for _, p := range b.penalties {
		for _, net := range p.nets {
			b.index(net.Player)
		}
	}
}

func (p *penalty) add(who chain.PlayerID, amount int64) {
	if who == chain.Kitty {
		return
	}
	i := slices.IndexFunc(p.nets, func(n settle.Net) bool { return n.Player == who })
	if i < 0 {
		i = len(p.nets)
		p.nets = append(p.nets, settle.Net{Player: who})
	}
	p.nets[i].Amount += amount
}

// index finds a person among those of the night, and adds them if need be.
func (b *Brief) index(p chain.PlayerID) int {
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

// Append writes the night as bytes: the form, the people, the deals and the penalties, numbers as varints.
func (b *Brief) Append(to []byte) []byte {
	to = append(to, briefForm)
	to = binary.AppendUvarint(to, uint64(len(b.people)))
	for _, p := range b.people {
		to = binary.AppendUvarint(to, uint64(p))
	}
	to = binary.AppendUvarint(to, uint64(len(b.deals)))
	var id chain.DealID
	var chairs []chain.Chair
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

func (b *Brief) appendDeal(to []byte, d *deal, before chain.DealID, chairs []chain.Chair) []byte {
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

var errPacked = errors.New("years: the statistics can't be read")

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
	if at := r.at; len(at) >= 4 { // most are small, and the largest are dates
		n := int64(at[0])
		if n < 0x80 {
			r.at = at[1:]
			return n>>1 ^ -(n & 1)
		}
		if n = n&0x7F | int64(at[1])<<7; n < 0x80<<7 {
			r.at = at[2:]
			return n>>1 ^ -(n & 1)
		}
		if n = n&0x3FFF | int64(at[2])<<14; n < 0x80<<14 {
			r.at = at[3:]
			return n>>1 ^ -(n & 1)
		}
		if n = n&0x1FFFFF | int64(at[3])<<21; n < 0x80<<21 {
			r.at = at[4:]
			return n>>1 ^ -(n & 1)
		}
	}
	var n uint64
	for i, c := range r.at[:min(len(r.at), binary.MaxVarintLen64)] {
		if n |= uint64(c&0x7F) << (7 * i); c < 0x80 {
			r.at = r.at[i+1:]
			return int64(n>>1) ^ -int64(n&1)
		}
	}
	r.bad = true
	return 0
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
func (n *packedNight) open() (*Brief, error) {
	b := new(Brief)
	return b, b.read(n)
}

// ReadBrief reads a brief from its bytes. stakes and scale are as NewBrief takes them.
func ReadBrief(
	night chain.NightID, date string, stakes *rules.House, scale int, text []byte,
) (*Brief, error) {
	n := packedNight{dated{date, night}, atStakes{stakes, scale}, text}
	return n.open()
}

// read reads a brief into b and reuses its slices.
func (b *Brief) read(n *packedNight) error {
	b.dated, b.money, b.stakes, b.scale = n.dated, n.stakes.house.Money, n.stakes.house, n.stakes.scale
	r := &packed{at: n.text}
	if r.byte() != briefForm {
		return fmt.Errorf("%w: night %d has another form", errPacked, b.night)
	}
	b.people = sized(b.people, r.count())
	for i := range b.people {
		b.people[i] = chain.PlayerID(r.number())
	}
	b.deals = sized(b.deals, r.count())
	var before *deal
	for i := range b.deals {
		d := &b.deals[i]
		*d = deal{}
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
		p := penalty{after: int(r.number()), nets: make([]settle.Net, r.count())}
		for j := range p.nets {
			p.nets[j] = settle.Net{Player: b.person(r, r.number()), Amount: r.signed()}
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

func (b *Brief) person(r *packed, i int64) chain.PlayerID {
	if i < 0 || i >= int64(len(b.people)) {
		r.bad = true
		return 0
	}
	return b.people[i]
}

// settle settles a deal that was read, or takes the result of the same deal read before.
func (b *Brief) settle(d *deal, plain plainDeal) error {
	at := b.settled.slot(b.stakes, plain)
	if at != nil && at.plain != 0 {
		d.result = &at.result
		return nil
	}
	r, err := rules.Settle(b.stakes, &d.deal)
	if err != nil {
		return err
	}
	if d.result = &r; at != nil {
		*at = settledDeal{b.stakes, plain, r}
	}
	return nil
}

// readDeal reads a deal; if it is plain, it says so.
func (b *Brief) readDeal(r *packed, d, before *deal) (plain plainDeal, err error) {
	has := r.byte()
	d.changed = has&wasChanged != 0
	d.id = chain.DealID(r.signed())
	if before != nil {
		d.id += before.id
		d.chairs = before.chairs
	}
	if has&otherChairs != 0 {
		n := int(r.byte())
		if n < 3 || n > rules.MaxSeats {
			return plain, errPacked
		}
		d.chairs = make([]chain.Chair, n)
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
