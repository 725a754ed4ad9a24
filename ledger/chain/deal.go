package chain

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"ouverte/rules"
)

const (
	KindDeal  Kind = "deal"
	KindOrder Kind = "order"
	KindAgree Kind = "agree"
	KindNote  Kind = "note"
)

var ofDeals = kinds{
	KindDeal: blank[Deal], KindOrder: blank[Order], KindAgree: blank[Agree], KindNote: blank[Note],
}

// Why there is a later version of a deal.
const (
	AsCorrected = "corrected"
	AsPutBack   = "put back"
	AsMoved     = "dealer moved"
)

// Deal is a deal, or a later version of one.
type Deal struct {
	plain
	Deal   DealID     `json:"deal,omitempty"`   // of a later version: which deal
	As     string     `json:"as,omitempty"`     // of a later version: AsCorrected, …
	Before DealID     `json:"before,omitempty"` // inserted before that one
	Round  int        `json:"round,omitempty"`  // inserted at the end of this round; a later one has begun
	Reason string     `json:"reason,omitempty"`
	Seats  []PlayerID `json:"seats"`
	// by seat, if a substitute sits; 0 is the player's own
	Accounts []PlayerID `json:"accounts,omitempty"`
	Dealer   rules.Seat `json:"dealer"`
	Call     rules.Call `json:"call"`
	Caller   rules.Seat `json:"caller,omitempty"`
	Partner  rules.Seat `json:"partner,omitempty"`
	Bid      int        `json:"bid,omitempty"`
	Trumps   string     `json:"trumps,omitempty"`  // C D H S NT
	Tricks   *int       `json:"tricks,omitempty"`  // nil if not said
	Revokes  []int      `json:"revokes,omitempty"` // by seat
	Forfeit  rules.Seat `json:"forfeit,omitempty"`
	// who had wrong cards; bytes, so JSON has them in base64
	Wrong    []rules.Seat `json:"wrong,omitempty"`
	Loser    rules.Seat   `json:"loser,omitempty"`
	TricksBy []int        `json:"tricksBy,omitempty"` // by seat
	Auction  string       `json:"auction,omitempty"`  // the calls, if the table followed them
}

func (b *Deal) Texts() error {
	switch b.As {
	case "", AsCorrected, AsPutBack, AsMoved:
		return asTaken("reason", b.Reason, false)
	}
	return errors.New("it is a version of a deal as there is none")
}

// Named is who sat and for whom.
func (b *Deal) Named() []PlayerID {
	all := b.Seats
	for _, p := range b.Accounts {
		if p != 0 {
			all = append(slices.Clip(all), p)
		}
	}
	return all
}

func (b *Deal) About(e EntryID) (id int64, deal DealID) { return 0, cmp.Or(b.Deal, DealID(e)) }

// Order swaps two deals.
type Order struct {
	plain
	Swap   [2]DealID `json:"swap"`
	Reason string    `json:"reason,omitempty"`
}

func (b *Order) About(EntryID) (id int64, deal DealID) { return 0, b.Swap[0] }
func (b *Order) Texts() error                          { return asTaken("reason", b.Reason, false) }

// Agree is a result agreed or disputed, in one version.
type Agree struct {
	plain
	Deal    DealID   `json:"deal"`
	Version EntryID  `json:"version"`
	By      PlayerID `json:"by"`
	Agreed  bool     `json:"agreed"`
	Reason  string   `json:"reason,omitempty"`
}

func (b *Agree) About(EntryID) (id int64, deal DealID) { return 0, b.Deal }
func (b *Agree) Texts() error                          { return asTaken("reason", b.Reason, false) }
func (b *Agree) Named() []PlayerID                     { return []PlayerID{b.By} }

// Note is a word about a deal; without a text there is none any more.
type Note struct {
	plain
	Deal DealID `json:"deal"`
	Text string `json:"text,omitempty"`
}

func (b *Note) About(EntryID) (id int64, deal DealID) { return 0, b.Deal }

func (b *Note) Texts() error {
	clean, err := CleanNote(b.Text)
	return taken("note", clean == b.Text, err)
}

var suitNames = [...]string{
	rules.NoSuit: "", rules.Clubs: "C", rules.Diamonds: "D", rules.Hearts: "H", rules.Spades: "S",
	rules.NoTrumps: "NT",
}

// SuitName is how an entry writes a suit: C D H S NT, and nothing if none was said.
func SuitName(s rules.Suit) string { return suitNames[s] }

// DealOf writes what happened in a deal into the body of an entry.
func DealOf(d *rules.Deal, chairs []Chair) Deal {
	b := Deal{
		Dealer: d.Dealer, Call: d.Call, Caller: d.Caller, Partner: d.Partner, Bid: d.Bid,
		Trumps: SuitName(d.Trumps), Forfeit: d.Forfeit, Loser: d.Loser, Seats: make([]PlayerID, len(chairs)),
	}
	for i, c := range chairs {
		b.Seats[i] = c.Player
		if c.Account != 0 && b.Accounts == nil {
			b.Accounts = make([]PlayerID, len(chairs))
		}
		if c.Account != 0 {
			b.Accounts[i] = c.Account
		}
	}
	if d.Tricks != rules.NotSaid {
		b.Tricks = new(d.Tricks)
	}
	for s, wrong := range d.WrongCards {
		if wrong {
			b.Wrong = append(b.Wrong, rules.Seat(s))
		}
	}
	b.Revokes, b.TricksBy = bySeat(d.Revokes[1:], d.Seats), bySeat(d.TricksBy[1:], d.Seats)
	return b
}

// bySeat returns nil if all are zero.
func bySeat[N uint8 | int8](numbers []N, seats int) []int {
	if !slices.ContainsFunc(numbers, func(n N) bool { return n != 0 }) {
		return nil
	}
	out := make([]int, seats)
	for i := range out {
		out[i] = int(numbers[i])
	}
	return out
}

// Read returns the deal and who sat. What can't be a deal at all is an error; whether the deal can have been
// is for rules.Settle to say.
func (b *Deal) Read() (d rules.Deal, chairs []Chair, err error) { return b.readIn(nil) }

func (b *Deal) readIn(room []Chair) (d rules.Deal, chairs []Chair, err error) {
	n := len(b.Seats)
	if n < 3 || n > rules.MaxSeats {
		return d, nil, fmt.Errorf("a deal with %d seats", n)
	}
	for _, list := range [...]int{len(b.Accounts), len(b.Revokes), len(b.TricksBy)} {
		if list != 0 && list != n {
			return d, nil, errors.New("a deal with lists of different length")
		}
	}
	d = rules.Deal{
		Seats: n, Dealer: b.Dealer, Call: b.Call, Caller: b.Caller, Partner: b.Partner, Bid: b.Bid,
		Tricks: rules.NotSaid, Forfeit: b.Forfeit, Loser: b.Loser,
	}
	if chairs = room[:0]; chairs == nil {
		chairs = make([]Chair, 0, n)
	}
	for _, p := range b.Seats {
		chairs = append(chairs, Chair{Player: p})
	}
	for i, p := range b.Accounts {
		chairs[i].Account = p
	}
	suit := slices.Index(suitNames[:], b.Trumps)
	if suit < 0 {
		return d, nil, fmt.Errorf("%q is no suit", b.Trumps)
	}
	d.Trumps = rules.Suit(suit)
	if b.Tricks != nil {
		d.Tricks = *b.Tricks
	}
	for i, r := range b.Revokes {
		if r < 0 || r > 255 {
			return d, nil, fmt.Errorf("%d revokes", r)
		}
		d.Revokes[i+1] = uint8(r)
	}
	for _, s := range b.Wrong {
		if int(s) > n {
			return d, nil, fmt.Errorf("wrong cards in seat %d", s)
		}
		d.WrongCards[s] = true
	}
	for i, t := range b.TricksBy {
		if t < 0 || t > 13 {
			return d, nil, fmt.Errorf("%d tricks", t)
		}
		d.TricksBy[i+1] = int8(t)
	}
	return d, chairs, nil
}

// Settled is a deal with what it comes to. It has room for the next, which overwrites it.
type Settled struct {
	Deal      rules.Deal
	Chairs    []Chair
	Result    rules.Result
	Transfers []Transfer
}

func (s *Settled) Settle(night NightID, money rules.Money, stakes *rules.House, b *Deal) (err error) {
	if s.Deal, s.Chairs, err = b.readIn(s.Chairs); err == nil {
		err = distinct(s.Chairs)
	}
	if err == nil {
		s.Result, err = rules.Settle(stakes, &s.Deal)
	}
	s.Transfers = s.Transfers[:0]
	if err == nil {
		s.Transfers = Paid(s.Transfers, night, money, s.Chairs, &s.Result)
	}
	return err
}

// Paid appends the transfers of a deal.
func Paid(
	out []Transfer, night NightID, money rules.Money, chairs []Chair, result *rules.Result,
) []Transfer {
	for _, p := range result.Pays() {
		from, to := chairs[p.From-1].Pays(), chairs[p.To-1].Pays()
		out = append(out, Transfer{night, money, from, to, p.Amount})
	}
	return out
}
