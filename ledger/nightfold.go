package ledger

// A night is folded from its entries, one after another, and from nothing else. The desk has folds of the
// nights it writes to, readers have their own; both go through apply.

import (
	"fmt"
	"math"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// fold is a night as its entries so far make it. Player ids in it are resolved through who, so players joined
// into one person count as one.
type fold struct {
	who func(PlayerID) PlayerID

	id             NightID
	opened         EntryID
	name, date     string
	house, stakes  *rules.House
	scale          int
	words          rules.Words
	auction, agree bool
	origin         *chain.Origin
	phones         bool
	started        int64
	closed         *Entry // the entry that closed it, while it is closed
	version        EntryID
	at             int64 // of the latest entry

	chairs   []Chair
	settings []setting    // of the table, oldest first
	order    []*dealState // of the night, those removed in their places
	deals    map[DealID]*dealState
	count    int // that stand
	others   []*happening
	byEntry  map[EntryID]*happening
	lastOn   bool
	lastAt   int // standing deals there will have been

	people []PlayerID // accounts and players, in the order they came; the kitty isn't one
	sat    map[PlayerID]bool
	sums   map[PlayerID]*Sums

	evening NightID // that this night is a table of
	hub     *hub    // of an evening at several tables; else nil

	dirty map[PlayerID]bool // whose sums changed since the projections were written
	moved bool              // deals changed places, came back, went, or were put in between

	rowVersion EntryID // what the projections hold
	rowName    string
	rowDate    string
	rowClosed  *Entry
	seated     []PlayerID // who sat down since
}

// dealState is all versions of one deal.
type dealState struct {
	id       DealID
	versions []*version // in the order they were written, removals among them
	standing *version   // nil: removed
	inserted bool
	agreed   chain.Agree // says nothing unless Version is the one that stands
	notes    []Noted     // oldest first

	row    *version // what the projections hold
	rowNth int

	shown *shownDeal
}

// version is one version of a deal, or its removal.
type version struct {
	id      DealID
	entry   *Entry
	as      string
	reason  string
	chairs  []Chair
	deal    rules.Deal
	result  rules.Result
	auction string // how it was called, if that was told
	removal bool   // the deal isn't what this says any more
}

// happening is an entry that isn't a deal.
type happening struct {
	entry  *Entry
	body   any
	undone *Entry
	why    string
}

func newFold(who func(PlayerID) PlayerID) *fold {
	return &fold{
		who: who, deals: map[DealID]*dealState{}, byEntry: map[EntryID]*happening{},
		sat: map[PlayerID]bool{}, sums: map[PlayerID]*Sums{}, dirty: map[PlayerID]bool{},
	}
}

// money is the money of the night.
func (n *fold) money() rules.Money { return n.house.Money }

// apply adds the next entry of the night, which has its transfers.
func (n *fold) apply(p posted) error {
	e := p.entry
	if n.house == nil && e.Kind != chain.KindNight && e.Kind != chain.KindEvening {
		return fmt.Errorf("night %d begins with a %s", e.Night, e.Kind)
	}
	kind := e.Kind
	switch b := p.body.(type) {
	case *chain.Night:
		if err := n.begin(e, b); err != nil {
			return err
		}
	case *chain.Evening:
		if err := n.gather(e, b); err != nil {
			return err
		}
	case *chain.Round:
		if err := n.place(e, b); err != nil {
			return err
		}
	case *chain.Present:
		if err := n.attend(b); err != nil {
			return err
		}
	case *chain.Deal:
		if err := n.addVersion(e, b, p.result); err != nil {
			return err
		}
	case *chain.Order:
		if err := n.swap(b.Swap[0], b.Swap[1]); err != nil {
			return err
		}
	case *chain.Reason:
		if e.Kind == chain.KindReopen {
			n.closed = nil
			break
		}
		reversed, err := n.reverse(e, b.Reason)
		if err != nil {
			return err
		}
		kind = reversed
	case *chain.Agree:
		d, ok := n.deals[b.Deal]
		if !ok {
			return fmt.Errorf("entry %d agrees deal %d, which isn't there", e.Seq, b.Deal)
		}
		said := *b
		said.By = n.who(b.By)
		d.agreed = said
	case *chain.Note:
		if !n.noteDeal(e, b) {
			return fmt.Errorf("entry %d is about deal %d, which isn't there", e.Seq, b.Deal)
		}
	case *chain.Edit:
		n.edit(b)
	case *chain.Table:
		n.seat(b)
	case *chain.Last:
		n.lastOn, n.lastAt = b.More >= 0, n.count+b.More
	case *chain.Close:
		n.closed = e
	}
	switch e.Kind {
	case chain.KindDeal, chain.KindReversal, chain.KindNight, chain.KindEvening:
	default:
		h := &happening{entry: e, body: p.body}
		n.others = append(n.others, h)
		n.byEntry[e.Seq] = h
	}
	n.version, n.at = e.Seq, e.At
	return n.book(kind, e.Transfers)
}

func (n *fold) begin(e *Entry, b *chain.Night) error {
	stakes, err := b.House.Scaled(b.Scale)
	if err != nil {
		return err
	}
	n.id, n.opened, n.name, n.date, n.evening = b.Night, e.Seq, b.Name, b.Date, b.Evening
	n.house, n.stakes, n.scale = b.House, stakes, b.Scale
	n.auction, n.agree, n.origin = b.Auction, b.Agree, b.Origin
	n.started = e.At
	if err := n.useWords(b.Words); err != nil {
		return err
	}
	n.seat(&chain.Table{Chairs: chain.ChairsOf(b.Seats), Dealer: b.Dealer})
	return nil
}

// useWords takes the names for the calls a night began with.
func (n *fold) useWords(said map[string]string) error {
	if len(said) == 0 {
		return nil
	}
	n.words = rules.Words{}
	for id, word := range said {
		call, ok := rules.ParseCall(id)
		if !ok {
			return fmt.Errorf("%q is not a call", id)
		}
		n.words[call] = word
	}
	return nil
}

func (n *fold) edit(b *chain.Edit) {
	if b.Name != nil {
		n.name = *b.Name
	}
	if b.Date != nil {
		n.date = *b.Date
	}
	if b.Auction != nil {
		n.auction = *b.Auction
	}
	if b.Agree != nil {
		n.agree = *b.Agree
	}
	if b.Phones != nil {
		n.phones = *b.Phones
	}
}

// seat sets the table.
func (n *fold) seat(b *chain.Table) {
	n.set(n.known(b.Chairs), n.who(b.Dealer))
	for _, c := range n.chairs {
		n.meet(c.Player, true)
		n.meet(c.Pays(), false)
	}
}

// known resolves the players of chairs.
func (n *fold) known(chairs []Chair) []Chair {
	out := make([]Chair, len(chairs))
	for i, c := range chairs {
		out[i].Player = n.who(c.Player)
		if c.Account != 0 && n.who(c.Account) != out[i].Player {
			out[i].Account = n.who(c.Account)
		}
	}
	return out
}

// meet enters somebody among the people of the night.
func (n *fold) meet(p PlayerID, sits bool) {
	if p == Kitty {
		return
	}
	if _, ok := n.sat[p]; !ok {
		n.people = append(n.people, p)
		n.sat[p] = false
		n.dirty[p] = true
	}
	if sits && !n.sat[p] {
		n.sat[p] = true
		n.dirty[p] = true
		n.seated = append(n.seated, p)
	}
}

// addVersion adds a deal or a version of one. A deal without its result is settled.
func (n *fold) addVersion(e *Entry, b *chain.Deal, result *rules.Result) error {
	deal, chairs, err := b.Read()
	if err != nil {
		return err
	}
	t := &version{id: b.Deal, entry: e, as: b.As, reason: b.Reason, chairs: n.known(chairs), deal: deal,
		auction: b.Auction}
	if result != nil {
		t.result = *result
	} else if t.result, err = rules.Settle(n.stakes, &deal); err != nil {
		return err
	}
	for _, c := range t.chairs {
		n.meet(c.Player, true)
		n.meet(c.Pays(), false)
	}
	if b.Deal == 0 {
		t.id = DealID(e.Seq)
		d := &dealState{id: t.id, versions: []*version{t}, standing: t, inserted: b.Before != 0}
		n.deals[d.id] = d
		n.count++
		if b.Before == 0 {
			if last := n.lastStanding(); last != nil && last.row != last.standing {
				// a second one since the projections were written: then not only the last is new
				n.moved = true
			}
			n.order = append(n.order, d)
			return nil
		}
		at := slices.IndexFunc(n.order, func(o *dealState) bool { return o.id == b.Before })
		if at < 0 {
			return fmt.Errorf("entry %d goes before deal %d, which isn't there", e.Seq, b.Before)
		}
		n.order = slices.Insert(n.order, at, d)
		n.makeRoom(at)
		n.moved = true
		return nil
	}
	d, ok := n.deals[b.Deal]
	if !ok {
		return fmt.Errorf("entry %d corrects deal %d, which isn't there", e.Seq, b.Deal)
	}
	if d.standing != nil {
		return fmt.Errorf("entry %d corrects deal %d, of which a version still stands", e.Seq, b.Deal)
	}
	d.versions = append(d.versions, t)
	d.standing = t
	n.count++
	n.moved = true
	return nil
}

func (n *fold) swap(a, b DealID) error {
	i := slices.IndexFunc(n.order, func(o *dealState) bool { return o.id == a })
	j := slices.IndexFunc(n.order, func(o *dealState) bool { return o.id == b })
	if i < 0 || j < 0 || i == j {
		return fmt.Errorf("deals %d and %d can't change places", a, b)
	}
	n.order[i], n.order[j] = n.order[j], n.order[i]
	n.moved = true
	return nil
}

// reverse takes an earlier entry back and returns its kind.
func (n *fold) reverse(e *Entry, reason string) (Kind, error) {
	if h, ok := n.byEntry[e.Reverses]; ok {
		if h.undone != nil {
			return "", fmt.Errorf("entry %d reverses %d, which is reversed already", e.Seq, e.Reverses)
		}
		h.undone, h.why = e, reason
		return h.entry.Kind, nil
	}
	for _, d := range n.order {
		if t := d.standing; t != nil && t.entry.Seq == e.Reverses {
			gone := *t
			gone.entry, gone.as, gone.reason, gone.removal = e, "removed", reason, true
			d.versions = append(d.versions, &gone)
			d.standing = nil
			n.count--
			n.moved = true
			return chain.KindDeal, nil
		}
	}
	return "", fmt.Errorf("entry %d reverses %d, which doesn't stand in night %d", e.Seq, e.Reverses, n.id)
}

// errTooMuch is the refusal of amounts that 64 bits don't hold.
var errTooMuch = &Refusal{Field: "amount", Sentence: "That is more money than the book can count."}

// add adds, and returns errTooMuch on overflow.
func add(to *int64, n int64) error {
	if n > 0 && *to > math.MaxInt64-n || n < 0 && *to < math.MinInt64-n {
		return errTooMuch
	}
	*to += n
	return nil
}

// countable checks that the total fits as well as its parts.
func (s *Sums) countable() error {
	var total int64
	for _, n := range [...]int64{
		s.Deals, s.Penalties, s.Costs, s.Kitty, s.Rounding, s.Payments, s.Carried, s.Handed,
	} {
		if err := add(&total, n); err != nil {
			return err
		}
	}
	return nil
}

// part is the field that counts transfers of a kind.
func (s *Sums) part(k Kind) *int64 {
	switch k {
	case chain.KindDeal:
		return &s.Deals
	case chain.KindPenalty:
		return &s.Penalties
	case chain.KindCost:
		return &s.Costs
	case chain.KindShare:
		return &s.Kitty
	case chain.KindRounding:
		return &s.Rounding
	case chain.KindPayment:
		return &s.Payments
	case chain.KindCarry, chain.KindBring:
		return &s.Carried
	case chain.KindHand, chain.KindTake:
		return &s.Handed
	}
	return nil
}

// book adds the transfers that fall into the night to the sums.
func (n *fold) book(kind Kind, transfers []Transfer) error {
	for _, t := range transfers {
		if t.Night != n.id {
			continue
		}
		from, to := n.who(t.From), n.who(t.To)
		if from == to {
			// both turned out to be one person; should they part again, the night is found by this
			n.meet(from, false)
			continue
		}
		for _, side := range [2]struct {
			p PlayerID
			n int64
		}{{from, -t.Amount}, {to, t.Amount}} {
			n.meet(side.p, false)
			s := n.sums[side.p]
			if s == nil {
				s = new(Sums)
				n.sums[side.p] = s
			}
			part := s.part(kind)
			if part == nil {
				return fmt.Errorf("a %s moves money in a night", kind)
			}
			if err := add(part, side.n); err != nil {
				return err
			}
			if err := s.countable(); err != nil {
				return err
			}
			n.dirty[side.p] = true
		}
	}
	return nil
}

// sum is what came to one account.
func (n *fold) sum(p PlayerID) Sums {
	if s := n.sums[p]; s != nil {
		return *s
	}
	return Sums{}
}

// totals is what each person of the night is owed, or owes below zero; the kitty isn't among them.
func (n *fold) totals() []Net {
	out := make([]Net, len(n.people))
	for i, p := range n.people {
		sum := n.sum(p)
		out[i] = Net{Player: p, Amount: sum.Total()}
	}
	return out
}

// lastStanding is the last deal of the night that stands.
func (n *fold) lastStanding() *dealState {
	if at := n.lastPlace(); at >= 0 {
		return n.order[at]
	}
	return nil
}

// stand lists the standing deals in their order.
func (n *fold) stand() []*dealState {
	out := make([]*dealState, 0, n.count)
	for _, d := range n.order {
		if d.standing != nil {
			out = append(out, d)
		}
	}
	return out
}
