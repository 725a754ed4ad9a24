package state

import (
	"slices"
	"sync/atomic"
	"time"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// Night is what one table plays in an evening, or an evening at several tables, with the players as its
// entries name them.
type Night struct {
	night

	// Memo keeps what a reader made of the night, for the next; Before is what it had when the night was as one
	// entry earlier.
	Memo   atomic.Pointer[any]
	Before *any
}

// night is what entries say of a Night.
type night struct {
	ID             NightID
	Meeting        NightID // that it is a table of
	Opened         EntryID
	Started        int64 // milliseconds since 1970
	Name, Date     string
	House, Stakes  *rules.House
	Scale          int
	Words          rules.Words
	Auction, Agree bool
	Phones         bool
	Head           int64     // table money of each at an evening
	Way            chain.Way // how it is settled; never said: with the fewest payments
	Origin         *chain.Origin
	Closed         EntryID // that closed it; zero: it is open
	ClosedAt       int64
	Seal           chain.Hash // of that entry
	Version        EntryID    // the latest entry
	At             int64      // of that

	Chairs   []Chair // the table as it was last set
	Count    int     // deals that stand
	Deals    []Deal  // in the order of the night, those removed in their places
	Versions []Version
	Others   []*Other // the entries that are no deals
	Members  []Member // in the order they came; the kitty isn't one
	Kitty    Sums
	LastOn   bool // the last round is agreed
	LastAt   int  // so many deals there will have been then

	Several *Several // of an evening at several tables

	settings []setting
	texts    map[EntryID]texts // by version
	agreed   map[DealID]chain.Agree
	notes    map[DealID][]Note
	settled  settled // the version that came last
	opening  bool    // its carry was taken back: the next entry must open it

	owner *token
	own   struct{ deals, set, members, settings, texts, agreed, notes bool } // by owner, and may be changed
}

type Member struct {
	ID  PlayerID
	Sat bool // at the table; else only an account
	Sum Sums
}

// Deal is one deal of a night, with places in Night.Versions.
type Deal struct {
	ID       DealID
	first    int32
	latest   int32 // version or removal
	Standing int32 // the version that stands; -1: removed
	Inserted bool
}

// As is why there is a version of a deal. It is no number of the file.
type As uint8

const (
	AsRecorded As = iota
	AsCorrected
	AsPutBack
	AsMoved
	AsRemoved
)

var asNames = [...]string{"", chain.AsCorrected, chain.AsPutBack, chain.AsMoved, "removed"}

func (a As) String() string { return asNames[a] }

// Version is one version of a deal, or its removal, which says what the deal had been.
type Version struct {
	Entry    EntryID
	Deal     DealID
	At       int64
	Net      [rules.MaxSeats]int64
	Players  [rules.MaxSeats]int32
	Accounts [rules.MaxSeats]int32 // zero: the player's own
	Device   int32
	part     int32 // of its posting

	Call                                           rules.Call
	Seats, Dealer, Caller, Partner, Forfeit, Loser rules.Seat
	Bid, Tricks                                    int8
	Trumps                                         rules.Suit
	Outcome                                        rules.Outcome
	Over, Under                                    int8
	As                                             As
	Removal                                        bool
	wrong                                          uint8 // a bit for each seat
	Revokes                                        [rules.MaxSeats]uint8
	TricksBy                                       [rules.MaxSeats]int8
}

// texts are what a version says besides in words.
type texts struct{ reason, auction string }

// Note is a word about a deal, or with an empty text that there is none any more.
type Note struct {
	Entry  EntryID
	At     time.Time
	Device string
	Text   string
}

// Other is an entry that isn't a deal.
type Other struct {
	Entry     EntryID
	Night     NightID
	Kind      Kind
	At        int64
	Key       string
	Part      int // of its posting
	Device    string
	Body      chain.Body // as chain.Decode gives it; nobody may change it
	Transfers []Transfer
	Undone    EntryID // the entry that took it back
	Why       string
}

// Several is what an evening at several tables has beyond a night.
type Several struct {
	DealsARound, Rounds int // of a round from the next one on: at most; zero for as many as fit in …
	Minutes             int // … so many; zero for no clock
	Moves               chain.Movement
	People              []PlayerID // everybody who came, in that order
	Sittings            []Sitting  // of each round, as it was agreed at last
	Seated              []NightID  // the tables that were seated, in the order they were
	Plays               EntryID    // the latest entry that closed one, or opened it again
	Plan                *Sitting   // the next round, where its seats were chosen by hand; else nil

	gone  map[PlayerID]bool
	seen  map[PlayerID]Seen
	sat   map[PlayerID]bool // at any of its tables, as named
	begun []NightID         // tables, in the order they began
	round int
}

// Seen notes of somebody in a round that they are at their table, or are called there.
type Seen struct {
	Round  int
	Called bool
}

// Back tells whether they are at their table.
func (s Seen) Back() bool { return s.Round > 0 && !s.Called }

// Sitting is who sat where in a round.
type Sitting struct {
	Round  int
	Deals  int // at most; zero: as the clock says
	Clock  Clock
	Break  int64          // until when the break after it lasts, in milliseconds since 1970; zero is none
	Tables []chain.Placed // with who was to deal first
	Rest   []PlayerID
	Since  EntryID // when it was first agreed

	plan *Sitting // its seats as chosen by hand before it began; they hold again once it is taken back
}

func (n *Night) Money() rules.Money { return n.House.Money }

func (n *Night) copy(d *Draft) *Night {
	c := &Night{night: n.night}
	c.owner = d.me
	c.own = night{}.own
	if c.Before = n.Memo.Load(); c.Before == nil {
		c.Before = n.Before
	}
	if d.whatIf {
		c.Deals, c.Versions, c.Others = slices.Clip(c.Deals), slices.Clip(c.Versions), slices.Clip(c.Others)
	}
	return c
}

// find returns -1 for a deal that isn't of this night.
func (n *Night) find(id DealID) int {
	for i := len(n.Deals) - 1; i >= 0; i-- { // mostly one of the last
		if n.Deals[i].ID == id {
			return i
		}
	}
	return -1
}

// Find returns nil where there is none.
func (n *Night) Find(id DealID) *Deal {
	if i := n.find(id); i >= 0 {
		return &n.Deals[i]
	}
	return nil
}

// Stands returns nil for a deal that was removed.
func (n *Night) Stands(d *Deal) *Version {
	if d.Standing < 0 {
		return nil
	}
	return &n.Versions[d.Standing]
}

func (n *Night) Latest(d *Deal) *Version { return &n.Versions[d.latest] }

func (n *Night) First(d *Deal) *Version { return &n.Versions[d.first] }

// Removed is the version that a removed deal had last.
func (n *Night) Removed(d *Deal) *Version {
	h := n.History(d)
	return h[len(h)-2]
}

func (n *Night) History(d *Deal) []*Version {
	if d.first == d.latest {
		return []*Version{&n.Versions[d.first]}
	}
	var out []*Version
	for i := d.first; i <= d.latest; i++ {
		if n.Versions[i].Deal == d.ID {
			out = append(out, &n.Versions[i])
		}
	}
	return out
}

// Replaced tells whether a removal and the version after it came with one posting: the one only made place
// for the other.
func (n *Night) Replaced(removal, next *Version) bool {
	return removal.Posted() == next.Posted()
}

// Posted is the first entry of the posting a version came with.
func (v *Version) Posted() EntryID { return v.Entry - EntryID(v.part-1) }

func (n *Night) Reason(v *Version) string { return n.texts[v.Entry].reason }

func (n *Night) Calls(v *Version) string { return n.texts[v.Entry].auction }

func (n *Night) Notes(d DealID) []Note { return n.notes[d] }

// Note is the one on a deal that stands; without an entry if there never was one.
func (n *Night) Note(d DealID) Note {
	if notes := n.notes[d]; len(notes) > 0 {
		return notes[len(notes)-1]
	}
	return Note{}
}

// Agreed is the last word on a deal's result, with the player as named; it counts only if its Version is the
// one that stands.
func (n *Night) Agreed(d DealID) chain.Agree { return n.agreed[d] }

// Other returns nil where no entry of that number is one.
func (n *Night) Other(e EntryID) *Other {
	i, ok := slices.BinarySearchFunc(n.Others, e, func(o *Other, e EntryID) int { return int(o.Entry - e) })
	if !ok {
		return nil
	}
	return n.Others[i]
}

func (n *Night) member(p PlayerID) *Member {
	if !n.own.members {
		n.Members, n.own.members = append(make([]Member, 0, len(n.Members)+4), n.Members...), true
	}
	for i := range n.Members {
		if n.Members[i].ID == p {
			return &n.Members[i]
		}
	}
	n.Members = append(n.Members, Member{ID: p})
	return &n.Members[len(n.Members)-1]
}

// lastPlace returns -1 where no deal stands.
func (n *Night) lastPlace() int {
	for i := len(n.Deals) - 1; i >= 0; i-- {
		if n.Deals[i].Standing >= 0 {
			return i
		}
	}
	return -1
}

func newVersion(deal *rules.Deal, chairs []Chair, r *rules.Result) Version {
	v := Version{
		Call: deal.Call, Seats: rules.Seat(deal.Seats), Dealer: deal.Dealer, Caller: deal.Caller,
		Partner: deal.Partner, Forfeit: deal.Forfeit, Loser: deal.Loser, Bid: int8(deal.Bid),
		Tricks: int8(deal.Tricks), Trumps: deal.Trumps, Outcome: r.Outcome, Over: int8(r.Over),
		Under: int8(r.Under),
	}
	for i := range chairs {
		v.Players[i], v.Accounts[i] = int32(chairs[i].Player), int32(chairs[i].Account)
		v.Net[i] = r.Net[i+1]
	}
	copy(v.Revokes[:], deal.Revokes[1:])
	copy(v.TricksBy[:], deal.TricksBy[1:])
	for s, wrong := range deal.WrongCards {
		if wrong {
			v.wrong |= 1 << s
		}
	}
	return v
}

func (v *Version) Said() rules.Deal {
	d := rules.Deal{
		Seats: int(v.Seats), Dealer: v.Dealer, Call: v.Call, Caller: v.Caller, Partner: v.Partner,
		Bid: int(v.Bid), Trumps: v.Trumps, Tricks: int(v.Tricks), Forfeit: v.Forfeit, Loser: v.Loser,
	}
	copy(d.Revokes[1:], v.Revokes[:])
	copy(d.TricksBy[1:], v.TricksBy[:])
	for s := range d.WrongCards {
		d.WrongCards[s] = v.wrong>>s&1 == 1
	}
	return d
}

func (v *Version) Chairs() []Chair {
	out := make([]Chair, v.Seats)
	for i := range out {
		out[i] = Chair{Player: PlayerID(v.Players[i]), Account: PlayerID(v.Accounts[i])}
	}
	return out
}

// settled is the result of a version, which records don't have whole.
type settled struct {
	version EntryID
	result  rules.Result
}

// Result is what a version comes to. But for the one that came last it is settled again: it was found to
// settle when its entry came.
func (n *Night) Result(v *Version) rules.Result {
	if n.settled.version == v.Entry {
		return n.settled.result
	}
	d := v.Said()
	r, err := rules.Settle(n.Stakes, &d)
	if err != nil {
		panic("state: a deal that stood can't be settled: " + err.Error())
	}
	return r
}

func (n *Night) moves(v *Version) []Transfer {
	r := n.Result(v)
	return chain.Paid(nil, n.ID, n.Money(), v.Chairs(), &r)
}
