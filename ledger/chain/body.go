package chain

// What an entry says, by its kind. The fields and their order are hashed: a type here may gain fields marked
// omitempty at its end and is otherwise never changed. pinned_test.go holds the text of each.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"ouverte/ledger/face"
	"ouverte/rules"
)

// Kind is what an entry is.
type Kind string

const (
	KindPlayer   Kind = "player"
	KindRename   Kind = "rename"
	KindAway     Kind = "away"
	KindFace     Kind = "face"
	KindJoin     Kind = "join"
	KindHouse    Kind = "house"
	KindWords    Kind = "words"
	KindHide     Kind = "hide"
	KindNight    Kind = "night"
	KindEdit     Kind = "edit"
	KindTable    Kind = "table"
	KindLast     Kind = "last"
	KindDeal     Kind = "deal"
	KindOrder    Kind = "order"
	KindAgree    Kind = "agree"
	KindNote     Kind = "note"
	KindPenalty  Kind = "penalty"
	KindCost     Kind = "cost"
	KindPayment  Kind = "payment"
	KindShare    Kind = "share"
	KindRounding Kind = "rounding"
	KindOpening  Kind = "opening"
	KindCarry    Kind = "carry"
	KindBring    Kind = "bring"
	KindClose    Kind = "close"
	KindReopen   Kind = "reopen"
	KindReversal Kind = "reversal"
	KindEvening  Kind = "evening"
	KindRound    Kind = "round"
	KindPresent  Kind = "present"
	KindHand     Kind = "hand"
	KindTake     Kind = "take"
	KindSeason   Kind = "season"
)

// blanks has an empty body for each kind, to decode into.
var blanks = map[Kind]func() any{
	KindPlayer: blank[Player], KindRename: blank[Player], KindAway: blank[Away], KindJoin: blank[Join],
	KindFace:  blank[Face],
	KindHouse: blank[House], KindWords: blank[Words], KindHide: blank[Hide],
	KindNight: blank[Night], KindEdit: blank[Edit], KindTable: blank[Table], KindLast: blank[Last],
	KindDeal: blank[Deal], KindOrder: blank[Order], KindAgree: blank[Agree],
	KindNote:    blank[Note],
	KindPenalty: blank[Penalty], KindCost: blank[Cost], KindPayment: blank[Payment], KindShare: blank[Sharing],
	KindRounding: blank[Rounding], KindOpening: blank[Opening], KindCarry: blank[Debts], KindBring: blank[Debts],
	KindClose: blank[Close], KindReopen: blank[Reason], KindReversal: blank[Reason],
	KindEvening: blank[Evening], KindRound: blank[Round], KindPresent: blank[Present],
	KindHand: blank[Handed], KindTake: blank[Handed],
	KindSeason: blank[Season],
}

func blank[T any]() any { return new(T) }

// Known tells whether there are entries of this kind.
func (k Kind) Known() bool { return blanks[k] != nil }

// What a penalty is, where it isn't one: money that goes from one player to one other for another reason.
const (
	AsBet        = "bet"
	AsCorrection = "correction"
)

// Why there is a later version of a deal.
const (
	AsCorrected = "corrected"
	AsPutBack   = "put back"
	AsMoved     = "dealer moved"
)

type (
	// Player is a new player's name, or another name.
	Player struct {
		Player PlayerID `json:"player"`
		Name   string   `json:"name"`
	}
	// Away puts a player away or brings them back.
	Away struct {
		Player PlayerID `json:"player"`
		Away   bool     `json:"away"`
	}
	// Face is a colour and an emblem a player has from here on, in the words of ledger/face. Who has no entry
	// has what face.Of says.
	Face struct {
		Player PlayerID    `json:"player"`
		Colour face.Colour `json:"colour"`
		Emblem face.Emblem `json:"emblem"`
	}
	// Join says that two players are one person.
	Join struct {
		Gone  PlayerID `json:"gone"`
		Stays PlayerID `json:"stays"`
	}
	House struct {
		House *rules.House `json:"house"`
	}
	// Words are the circle's names for the calls, by the call's id. A call left out goes by its usual name.
	Words struct {
		Words map[string]string `json:"words"`
	}
	// Hide takes a set of house rules off the list or puts it back.
	Hide struct {
		House  string `json:"house"`
		Hidden bool   `json:"hidden"`
	}
	// Night begins a night. Its house rules are frozen.
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
		Words   map[string]string `json:"words,omitempty"`   // by the id of the call
		Evening NightID           `json:"evening,omitempty"` // the night is a table of that evening
		Origin  *Origin           `json:"origin,omitempty"`
	}
	// Origin says which book an evening was brought from, where its entries are as they were made.
	Origin struct {
		Book  string `json:"book"`  // the name of its file
		Night int64  `json:"night"` // its number there
		Seal  string `json:"seal"`  // its seal there
		At    int64  `json:"at"`    // when it was brought, in milliseconds
	}
	// Edit changes a night's name, date or options; nil leaves as it is.
	Edit struct {
		Name    *string `json:"name,omitempty"`
		Date    *string `json:"date,omitempty"`
		Auction *bool   `json:"auction,omitempty"`
		Agree   *bool   `json:"agree,omitempty"`
		Phones  *bool   `json:"phones,omitempty"`
		Pay     *Way    `json:"pay,omitempty"`
	}
	// Way is how a night is settled. One that never says settles with the fewest payments.
	Way struct {
		By     string   `json:"by"` // of Ways
		Banker PlayerID `json:"banker,omitempty"`
	}
	// Table says who sits where from here on, and who deals next.
	Table struct {
		Chairs []Chair  `json:"chairs"`
		Dealer PlayerID `json:"dealer"`
	}
	// Last is the last round: so many more deals.
	Last struct {
		More int `json:"more"` // below zero: no longer agreed
	}
	// Deal is a deal, or a later version of one.
	Deal struct {
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
	Order struct {
		Swap   [2]DealID `json:"swap"`
		Reason string    `json:"reason,omitempty"`
	}
	// Agree is a result agreed or disputed, in one version.
	Agree struct {
		Deal    DealID   `json:"deal"`
		Version EntryID  `json:"version"`
		By      PlayerID `json:"by"`
		Agreed  bool     `json:"agreed"`
		Reason  string   `json:"reason,omitempty"`
	}
	// Note is a word about a deal; without a text there is none any more.
	Note struct {
		Deal DealID `json:"deal"`
		Text string `json:"text,omitempty"`
	}
	// Penalty goes from one player to others or the kitty.
	Penalty struct {
		By     PlayerID   `json:"by"`
		To     []PlayerID `json:"to"` // each gets the amount; the kitty is -1
		Amount int64      `json:"amount"`
		Reason string     `json:"reason"`
		As     string     `json:"as,omitempty"` // AsBet, AsCorrection
	}
	// Cost is what one player laid out for several.
	Cost struct {
		By     PlayerID `json:"by"`
		What   string   `json:"what"`
		Shares []Share  `json:"shares"`
	}
	// Payment is money handed over, tonight or on the slate.
	Payment struct {
		Money  rules.Money `json:"money"`
		From   PlayerID    `json:"from"`
		To     PlayerID    `json:"to"`
		Amount int64       `json:"amount"`
	}
	// Sharing takes money out of the kitty.
	Sharing struct {
		Shares []Share `json:"shares"`
		Reason string  `json:"reason,omitempty"`
	}
	// Rounding rounds everybody's total to a coin.
	Rounding struct {
		Coin   int64   `json:"coin"`
		Shares []Share `json:"shares"` // what each gives to the kitty; below zero: gets from it
	}
	// Opening is a balance from before the book.
	Opening struct {
		Money  rules.Money `json:"money"`
		From   PlayerID    `json:"from"`
		To     PlayerID    `json:"to"`
		Amount int64       `json:"amount"`
		Reason string      `json:"reason"`
	}
	// Debts are carried onto the slate or brought from it.
	Debts struct {
		Debts []Debt `json:"debts"`
	}
	Close struct{}
	// Evening begins an evening at several tables. It has a number among the nights and is one at which nothing
	// is dealt: its tables are nights that name it. Its house rules are frozen, and are those of its tables.
	Evening struct {
		Night   NightID           `json:"night"`
		Name    string            `json:"name,omitempty"`
		Date    string            `json:"date"`
		House   *rules.House      `json:"house"`
		Scale   int               `json:"scale"`
		People  []PlayerID        `json:"people"`           // who is there, seated or not
		Deals   int               `json:"deals"`            // a round
		Rounds  int               `json:"rounds,omitempty"` // as agreed; zero: not agreed
		Moves   Movement          `json:"moves,omitempty"`
		Auction bool              `json:"auction,omitempty"`
		Agree   bool              `json:"agree,omitempty"`
		Words   map[string]string `json:"words,omitempty"`
		Origin  *Origin           `json:"origin,omitempty"`
	}
	// Round says who sits at which table of an evening from here on. One of the same number again takes the
	// place of the one before.
	Round struct {
		Round  int        `json:"round"` // from 1
		Tables []Placed   `json:"tables"`
		Rest   []PlayerID `json:"rest,omitempty"`
		// Plan: who is to sit where in the next round, where that was chosen by hand. Nobody moves yet. Without
		// tables it is planned as usual again.
		Plan bool `json:"plan,omitempty"`
		// How people move from here on, in a plan without tables. Empty: as before.
		Moves Movement `json:"moves,omitempty"`
	}
	// Placed is a table of a round.
	Placed struct {
		Night  NightID    `json:"night"` // in a plan zero: one that is to begin
		Seats  []PlayerID `json:"seats"`
		Dealer PlayerID   `json:"dealer"`
	}
	// Present is somebody who comes late to an evening, or goes home.
	Present struct {
		Player PlayerID `json:"player"`
		Gone   bool     `json:"gone,omitempty"`
	}
	// Handed is what a table leaves to its evening when it closes. It is said twice, one entry after the other:
	// by a hand in the table's night, which names the evening, and by a take in the evening's, which names the
	// table.
	Handed struct {
		Night NightID `json:"night"` // the other of the two
		Debts []Debt  `json:"debts"`
	}
	// Season says how a stretch of evenings is counted as the club counts it. A later one that names the first
	// takes its place.
	Season struct {
		Season   EntryID     `json:"season,omitempty"` // of a later one: the first
		Name     string      `json:"name"`
		From     string      `json:"from"`
		Until    string      `json:"until"`
		Money    rules.Money `json:"money"`
		Evenings string      `json:"evenings,omitempty"` // only those of this name
		By       Count       `json:"by"`
		Best     int         `json:"best,omitempty"`   // of ByBest: so many evenings
		Points   []int       `json:"points,omitempty"` // of ByPlaces: for the first, the second, … of an evening
		Least    int         `json:"least,omitempty"`  // of ByDeals and ByRounds: rounds, for a place at all
	}
	// Reason is given for opening a night again, or for a reversal.
	Reason struct {
		Reason string `json:"reason,omitempty"`
	}
)

// Encode writes the canonical JSON of a body.
func Encode(body any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		return nil, fmt.Errorf("chain: encode a body: %w", err)
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// Decode reads the body of an entry: a pointer to the type of its kind. Unknown fields are an error.
func Decode(kind Kind, text []byte) (any, error) {
	if kind == KindDeal {
		if b, ok := readDeal(text, new(dealRoom)); ok {
			return b, nil
		}
	}
	if !kind.Known() {
		return nil, fmt.Errorf("%q is no kind of entry", kind)
	}
	body := blanks[kind]()
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

func CallWords(said map[string]string) rules.Words {
	out := rules.Words{}
	for id, word := range said {
		if call, ok := rules.ParseCall(id); ok {
			out[call] = word
		}
	}
	return out
}
