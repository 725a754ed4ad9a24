package chain

// What an entry says, by its kind. The fields and their order are part of the chain: a type here may gain fields marked
// omitempty at its end and is otherwise never changed again.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"ouverte/rules"
)

// The kinds of entries.
const (
	KindPlayer   Kind = "player"   // a new player
	KindRename   Kind = "rename"   // another name
	KindAway     Kind = "away"     // put away, or brought back
	KindJoin     Kind = "join"     // two are one person
	KindHouse    Kind = "house"    // a version of an own set of house rules
	KindWords    Kind = "words"    // the circle's names for the calls, all of them anew
	KindHide     Kind = "hide"     // a set isn't offered, or is again
	KindNight    Kind = "night"    // a night begins
	KindEdit     Kind = "edit"     // its name, date or options
	KindTable    Kind = "table"    // who sits where from here on, and who deals
	KindLast     Kind = "last"     // the last round
	KindDeal     Kind = "deal"     // a deal, or a new version of one
	KindOrder    Kind = "order"    // two deals change places
	KindAgree    Kind = "agree"    // a result agreed or disputed
	KindPenalty  Kind = "penalty"  //
	KindCost     Kind = "cost"     //
	KindPayment  Kind = "payment"  // of tonight, or on the slate
	KindShare    Kind = "share"    // of the kitty
	KindRounding Kind = "rounding" // to a coin
	KindOpening  Kind = "opening"  // a balance from before the book
	KindCarry    Kind = "carry"    // onto the slate
	KindBring    Kind = "bring"    // from the slate
	KindClose    Kind = "close"    //
	KindReopen   Kind = "reopen"   //
	KindReversal Kind = "reversal" // of an earlier entry, by name
)

type (
	Player struct {
		Player PlayerID `json:"player"`
		Name   string   `json:"name"`
	}
	Away struct {
		Player PlayerID `json:"player"`
		Away   bool     `json:"away"`
	}
	Join struct {
		Gone  PlayerID `json:"gone"`
		Stays PlayerID `json:"stays"`
	}
	House struct {
		House *rules.House `json:"house"`
	}
	// Words has a word by the id of its call; a call left out goes by its usual name.
	Words struct {
		Words map[string]string `json:"words"`
	}
	Hide struct {
		House  string `json:"house"`
		Hidden bool   `json:"hidden"`
	}
	Night struct {
		Night   NightID           `json:"night"`
		Name    string            `json:"name,omitempty"`
		Date    string            `json:"date"`
		House   *rules.House      `json:"house"`
		Scale   int               `json:"scale"`
		Seats   []PlayerID        `json:"seats"`
		Dealer  PlayerID          `json:"dealer"`
		Auction bool              `json:"auction,omitempty"`
		Agree   bool              `json:"agree,omitempty"`
		Words   map[string]string `json:"words,omitempty"` // by the id of the call
	}
	Edit struct {
		Name    *string `json:"name,omitempty"`
		Date    *string `json:"date,omitempty"`
		Auction *bool   `json:"auction,omitempty"`
		Agree   *bool   `json:"agree,omitempty"`
	}
	Table struct {
		Chairs []Chair  `json:"chairs"`
		Dealer PlayerID `json:"dealer"`
	}
	Last struct {
		More int `json:"more"` // below zero: no longer agreed
	}
	Deal struct {
		Deal     DealID       `json:"deal,omitempty"`   // of a later version: which deal
		As       string       `json:"as,omitempty"`     // "corrected", "put back", "dealer moved"
		Before   DealID       `json:"before,omitempty"` // inserted before that one
		Reason   string       `json:"reason,omitempty"`
		Seats    []PlayerID   `json:"seats"`
		Accounts []PlayerID   `json:"accounts,omitempty"` // by seat, where a substitute sits; 0 is the player's own
		Dealer   rules.Seat   `json:"dealer"`
		Call     rules.Call   `json:"call"`
		Caller   rules.Seat   `json:"caller,omitempty"`
		Partner  rules.Seat   `json:"partner,omitempty"`
		Bid      int          `json:"bid,omitempty"`
		Trumps   string       `json:"trumps,omitempty"`  // C D H S NT
		Tricks   *int         `json:"tricks,omitempty"`  // left out where not said
		Revokes  []int        `json:"revokes,omitempty"` // by seat
		Forfeit  rules.Seat   `json:"forfeit,omitempty"`
		Wrong    []rules.Seat `json:"wrong,omitempty"` // who had a wrong number of cards
		Loser    rules.Seat   `json:"loser,omitempty"`
		TricksBy []int        `json:"tricksBy,omitempty"` // by seat
		Auction  string       `json:"auction,omitempty"`  // how it was called, where the table followed that: "pass prop pass cop"
	}
	Order struct {
		Swap   [2]DealID `json:"swap"`
		Reason string    `json:"reason,omitempty"`
	}
	Agree struct {
		Deal    DealID   `json:"deal"`
		Version EntryID  `json:"version"`
		By      PlayerID `json:"by"`
		Agreed  bool     `json:"agreed"`
		Reason  string   `json:"reason,omitempty"`
	}
	Penalty struct {
		By     PlayerID   `json:"by"`
		To     []PlayerID `json:"to"` // each gets the amount; the kitty is -1
		Amount int64      `json:"amount"`
		Reason string     `json:"reason"`
	}
	Cost struct {
		By     PlayerID `json:"by"`
		What   string   `json:"what"`
		Shares []Share  `json:"shares"`
	}
	Payment struct {
		Money  rules.Money `json:"money"`
		From   PlayerID    `json:"from"`
		To     PlayerID    `json:"to"`
		Amount int64       `json:"amount"`
	}
	Sharing struct {
		Shares []Share `json:"shares"`
		Reason string  `json:"reason,omitempty"`
	}
	Rounding struct {
		Coin   int64   `json:"coin"`
		Shares []Share `json:"shares"` // what each gives to the kitty; below zero: gets from it
	}
	Opening struct {
		Money  rules.Money `json:"money"`
		From   PlayerID    `json:"from"`
		To     PlayerID    `json:"to"`
		Amount int64       `json:"amount"`
		Reason string      `json:"reason"`
	}
	Debts struct { // carry and bring
		Debts []Debt `json:"debts"`
	}
	Close  struct{}
	Reason struct { // reopen and reversal
		Reason string `json:"reason,omitempty"`
	}
)

// blank gives an empty body for a kind, to decode into.
func (k Kind) blank() (any, bool) {
	switch k {
	case KindPlayer, KindRename:
		return new(Player), true
	case KindAway:
		return new(Away), true
	case KindJoin:
		return new(Join), true
	case KindHouse:
		return new(House), true
	case KindWords:
		return new(Words), true
	case KindHide:
		return new(Hide), true
	case KindNight:
		return new(Night), true
	case KindEdit:
		return new(Edit), true
	case KindTable:
		return new(Table), true
	case KindLast:
		return new(Last), true
	case KindDeal:
		return new(Deal), true
	case KindOrder:
		return new(Order), true
	case KindAgree:
		return new(Agree), true
	case KindPenalty:
		return new(Penalty), true
	case KindCost:
		return new(Cost), true
	case KindPayment:
		return new(Payment), true
	case KindShare:
		return new(Sharing), true
	case KindRounding:
		return new(Rounding), true
	case KindOpening:
		return new(Opening), true
	case KindCarry, KindBring:
		return new(Debts), true
	case KindClose:
		return new(Close), true
	case KindReopen, KindReversal:
		return new(Reason), true
	}
	return nil, false
}

// Known tells whether there are entries of this kind.
func (k Kind) Known() bool {
	_, known := k.blank()
	return known
}

// Encode writes the canonical JSON of a body.
func Encode(body any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		return nil, fmt.Errorf("ledger: encode body: %w", err)
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// Decode reads the body of an entry: a pointer to the type of its kind. Unknown fields are an error.
func Decode(kind Kind, text []byte) (any, error) {
	if kind == KindDeal {
		if b, ok := readDeal(text); ok {
			return b, nil
		}
	}
	body, ok := kind.blank()
	if !ok {
		return nil, fmt.Errorf("%q is no kind of entry", kind)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(body); err != nil {
		return nil, fmt.Errorf("the body of a %s: %w", kind, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("the body of a %s goes on after its end", kind)
	}
	return body, nil
}

// suitNames are the trumps as entries write them, which is also how players do.
var suitNames = [...]string{rules.Clubs: "C", rules.Diamonds: "D", rules.Hearts: "H", rules.Spades: "S", rules.NoTrumps: "NT"}

// SuitName is how an entry writes a suit: C D H S NT, and nothing where none was said.
func SuitName(s rules.Suit) string { return suitNames[s] }

// DealOf writes what happened in a deal into the body of an entry.
func DealOf(d *rules.Deal, chairs []Chair) Deal {
	b := Deal{
		Dealer: d.Dealer, Call: d.Call, Caller: d.Caller, Partner: d.Partner, Bid: d.Bid,
		Trumps: suitNames[d.Trumps], Forfeit: d.Forfeit, Loser: d.Loser,
	}
	b.Seats = make([]PlayerID, len(chairs))
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
		tricks := d.Tricks
		b.Tricks = &tricks
	}
	if d.Revokes != [rules.MaxSeats + 1]uint8{} {
		b.Revokes = make([]int, d.Seats)
		for i := range b.Revokes {
			b.Revokes[i] = int(d.Revokes[i+1])
		}
	}
	for s, wrong := range d.WrongCards {
		if wrong {
			b.Wrong = append(b.Wrong, rules.Seat(s))
		}
	}
	if d.TricksBy != [rules.MaxSeats + 1]int8{} {
		b.TricksBy = make([]int, d.Seats)
		for i := range b.TricksBy {
			b.TricksBy[i] = int(d.TricksBy[i+1])
		}
	}
	return b
}

// deal reads it back. What can't be a deal at all is an error; whether the deal can have been is for rules.Settle to say.
func (b *Deal) Read() (d rules.Deal, chairs []Chair, err error) {
	n := len(b.Seats)
	if n < 3 || n > rules.MaxSeats {
		return d, nil, fmt.Errorf("a deal with %d seats", n)
	}
	if len(b.Accounts) != 0 && len(b.Accounts) != n || len(b.Revokes) != 0 && len(b.Revokes) != n ||
		len(b.TricksBy) != 0 && len(b.TricksBy) != n {
		return d, nil, fmt.Errorf("a deal with lists of different length")
	}
	d = rules.Deal{
		Seats: n, Dealer: b.Dealer, Call: b.Call, Caller: b.Caller, Partner: b.Partner, Bid: b.Bid,
		Tricks: rules.NotSaid, Forfeit: b.Forfeit, Loser: b.Loser,
	}
	chairs = make([]Chair, n)
	for i, p := range b.Seats {
		chairs[i].Player = p
		if len(b.Accounts) > 0 {
			chairs[i].Account = b.Accounts[i]
		}
	}
	for suit, name := range suitNames {
		if name == b.Trumps {
			d.Trumps = rules.Suit(suit)
		}
	}
	if suitNames[d.Trumps] != b.Trumps {
		return d, nil, fmt.Errorf("%q is no suit", b.Trumps)
	}
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

// Sound refuses what no desk would have written: amounts that are none, money that isn't the night's, a table nobody could sit
// at. The desk refuses it in better words where it can be said at all; this is for entries that were made elsewhere.
func Sound(night NightID, money rules.Money, body any) error {
	above := func(amount int64, m rules.Money) error {
		if amount <= 0 {
			return fmt.Errorf("%d is no amount", amount)
		}
		return m.Check()
	}
	switch b := body.(type) {
	case *Night:
		return sitting(ChairsOf(b.Seats), b.Dealer)
	case *Table:
		return sitting(b.Chairs, b.Dealer)
	case *Penalty:
		return above(b.Amount, money)
	case *Payment:
		if night != 0 && b.Money != money {
			return errors.New("it pays in another money than the night is played for")
		}
		if b.From == b.To {
			return errors.New("nobody pays themselves")
		}
		return above(b.Amount, b.Money)
	case *Opening:
		if b.From == b.To {
			return errors.New("nobody owes themselves")
		}
		return above(b.Amount, b.Money)
	case *Debts:
		for _, d := range b.Debts {
			if err := above(d.Amount, money); err != nil {
				return err
			}
		}
	case *Cost:
		return portions(b.Shares)
	case *Sharing:
		return portions(b.Shares)
	case *Rounding:
		if b.Coin < 2 {
			return fmt.Errorf("nothing is rounded to %d", b.Coin)
		}
	}
	return nil
}

// portions refuses shares of an amount that are none, or two of one person.
func portions(shares []Share) error {
	for i, s := range shares {
		if s.Amount <= 0 {
			return fmt.Errorf("%d is no share", s.Amount)
		}
		if slices.ContainsFunc(shares[:i], func(o Share) bool { return o.Player == s.Player }) {
			return fmt.Errorf("player %d has two shares", s.Player)
		}
	}
	return nil
}

// apart refuses two who sit in one place, or play on one account.
func apart(chairs []Chair) error {
	for i, c := range chairs {
		for _, o := range chairs[:i] {
			if o.Player == c.Player {
				return fmt.Errorf("player %d sits in two places", c.Player)
			}
			if o.Pays() == c.Pays() {
				return fmt.Errorf("two play on the account of player %d", c.Pays())
			}
		}
	}
	return nil
}

// sitting refuses a table nobody could sit at.
func sitting(chairs []Chair, dealer PlayerID) error {
	if len(chairs) < 3 || len(chairs) > rules.MaxSeats {
		return fmt.Errorf("%d sit at the table", len(chairs))
	}
	if err := apart(chairs); err != nil {
		return err
	}
	if SeatOf(chairs, dealer) == 0 {
		return errors.New("who is to deal doesn't sit at the table")
	}
	return nil
}

// plainly is a table at which everybody plays on their own account.
func ChairsOf(seats []PlayerID) []Chair {
	chairs := make([]Chair, len(seats))
	for i, p := range seats {
		chairs[i].Player = p
	}
	return chairs
}

// named are the players an entry names, besides those it moves money between.
func Named(body any) (all []PlayerID) {
	seat := func(chairs []Chair) {
		for _, c := range chairs {
			all = append(all, c.Player, c.Pays())
		}
	}
	switch b := body.(type) {
	case *Away:
		return []PlayerID{b.Player}
	case *Join:
		return []PlayerID{b.Gone, b.Stays}
	case *Night:
		return b.Seats
	case *Table:
		seat(b.Chairs)
	case *Deal:
		if _, chairs, err := b.Read(); err == nil {
			seat(chairs)
		}
	case *Agree:
		return []PlayerID{b.By}
	case *Penalty:
		return []PlayerID{b.By}
	case *Cost:
		return []PlayerID{b.By}
	}
	return all
}

// Paid are the transfers of a deal.
func Paid(night NightID, money rules.Money, chairs []Chair, result *rules.Result) (out []Transfer) {
	for _, p := range result.Pays() {
		from, to := chairs[p.From-1].Pays(), chairs[p.To-1].Pays()
		out = append(out, Transfer{night, money, from, to, p.Amount})
	}
	return out
}

// moves are the transfers an entry makes, from its body and what was frozen when its night began: its money and its
// stakes. A reversal's are those of the entry it takes back, turned round; it isn't asked here. Of a deal the result comes
// too. Nothing else of the book is looked at, so anyone can check them.
func Moves(kind Kind, night NightID, money rules.Money, stakes *rules.House, body any) (out []Transfer, result rules.Result, err error) {
	move := func(n NightID, m rules.Money, from, to PlayerID, amount int64) {
		switch {
		case from == to || amount == 0:
		case amount < 0:
			out = append(out, Transfer{n, m, to, from, -amount})
		default:
			out = append(out, Transfer{n, m, from, to, amount})
		}
	}
	if err := Sound(night, money, body); err != nil {
		return nil, result, err
	}
	switch b := body.(type) {
	case *Deal:
		d, chairs, err := b.Read()
		if err == nil {
			err = apart(chairs)
		}
		if err != nil {
			return nil, result, err
		}
		if result, err = rules.Settle(stakes, &d); err != nil {
			return nil, result, err
		}
		out = Paid(night, money, chairs, &result)
	case *Penalty:
		for _, to := range b.To {
			move(night, money, b.By, to, b.Amount)
		}
	case *Cost:
		for _, s := range b.Shares {
			move(night, money, s.Player, b.By, s.Amount)
		}
	case *Payment:
		move(night, b.Money, b.To, b.From, b.Amount)
	case *Sharing:
		for _, s := range b.Shares {
			move(night, money, Kitty, s.Player, s.Amount)
		}
	case *Rounding:
		for _, s := range b.Shares {
			move(night, money, s.Player, Kitty, s.Amount)
		}
	case *Opening:
		move(0, b.Money, b.From, b.To, b.Amount)
	case *Debts:
		leaves, enters := night, NightID(0) // a carry goes onto the slate, a bring the other way
		if kind == KindBring {
			leaves, enters = 0, night
		}
		for _, d := range b.Debts {
			move(leaves, money, d.To, d.From, d.Amount)
			move(enters, money, d.From, d.To, d.Amount)
		}
	}
	return out, result, nil
}

// CallWords reads names for the calls, by the calls' ids.
func CallWords(said map[string]string) rules.Words {
	out := rules.Words{}
	for id, word := range said {
		if call, ok := rules.ParseCall(id); ok {
			out[call] = word
		}
	}
	return out
}
