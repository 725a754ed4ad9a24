package show

import (
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/people"
	"ouverte/ledger/settle"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// Night is a night as it stands: all that its pages show. It is a snapshot shared by readers: nobody may
// change it.
type Night struct {
	ID             chain.NightID
	Name, Date     string
	Money          rules.Money
	House          *rules.House // as chosen
	Stakes         *rules.House // the same at the night's scale: what Settle and Explain take
	Scale          int
	Words          rules.Words
	Auction, Agree bool
	Way            chain. // how it is settled; of a table, how its evening is
			Way
	Phones  bool // a phone that said whose it is may tick its owner's payments and answer results
	Open    bool
	Seal    string        // of a closed night, as groups to read to each other: "HK3M 7QPW …"
	Origin  *chain.Origin // the book it was brought from; nil for one of this book
	Started time.Time
	Closed  time.Time
	Version chain.EntryID // the night's latest entry

	Table  []chain.Chair // who sits, clockwise: Table[0] is Seat 1
	Dealer rules.Seat    // of the coming deal …
	Doubt  *Doubt        // … and whom else it may be, where that is to be asked; else nil
	Nth    int           // the number of the coming deal, counted from 1: hand it to Record
	Round  int           // of a table of an evening: the round the coming deal is of; else zero
	Duties rules.Duties  // of the coming deal (§8)
	Past   []rules.Past  // the standing deals, oldest first, as rules.DutiesOf wants them
	People []Person      // everybody with a part in the night, in the order they came
	Kitty  KittyTonight  // what of the night went in and out of it
	Deals  []*Dealt      // those that stand, newest first
	// Removed are the deals that can be put back, last removed first; Version is the one that was removed,
	// Nth where it stood.
	Removed []*Dealt
	// versions are those of all its deals, in the order of their entries.
	versions []state.Version
	Rows     []*Row     // everything that happened and stands or was withdrawn, deals included, newest first
	Last     *LastRound // if agreed
	// Fair is after how many more deals everybody at the table has dealt (and at five sat out) alike: the
	// next two such moments. Where the deal hasn't gone round so that it can come out, FairAlike is false,
	// and they are only full rounds from here.
	Fair      []int
	FairAlike bool
	FairSince int // the first deal counted for that; 0 is the whole night

	// Meeting is the one this night is a table of; zero: none. Tables are of an evening at several tables
	// those it has or had, in the order they began; nothing is dealt at the evening's own night. There People
	// have in Sum.Deals what they won and lost at the tables that have closed.
	Meeting chain.NightID
	Tables  []chain.NightID

	head   int64            // table money of each at an evening at several tables
	home   []chain.PlayerID // who went home early from it
	names  *people.Roster
	beside chain.EntryID // the newest entry beside it that its pages show
	paid   []*Row        // of a table of an evening: the evening's, where its payments stand
}

type Person struct {
	ID   chain.PlayerID
	Name string
	Face face.Face      // none for the kitty
	Seat rules.Seat     // where they sit now; nobody if they left, or only lent their account
	Here bool           // sits at the table, or is at the evening at several
	For  chain.PlayerID // whose account they play on, if not their own
	Sum  Sums
}

type Sums = state.Sums

type KittyTonight struct {
	// what moved tonight; Sum.Total() is what is still to be put in (or, below zero, to be taken out)
	Sum   Sums
	Holds int64 // what belongs to it altogether, in this money, over all nights
}

// LastRound is the agreed end: so many deals are still to come. Left goes down to zero and below. Alike: all
// will have dealt (and at five sat out) alike by then.
type LastRound struct {
	ToGo  int
	Alike bool
}

type Dealt struct {
	ID      chain.DealID
	Version chain.EntryID // the entry that says what stands now; corrections name it
	Nth     int           // its number in the night, counted from 1
	Round   int           // at a table of an evening: by its place among the deals; else zero
	state.Played
	At       time.Time // when it was first recorded
	Device   string
	Changed  int  // how many times it was corrected
	Inserted bool // it was recorded later than its place
	Agreed   Agreement
	Note     Noted // without an entry: nobody ever wrote one
	// how it was called, word by word as rules.Auction takes them; empty where nobody followed it
	Auction string

	told rules.Account
}

// Told explains the deal in plain words: one of a night, as Snapshot.Night shows it.
func (d *Dealt) Told() rules.Account { return d.told }

// Lent are those of some chairs in which somebody plays on another's account.
func Lent(chairs []chain.Chair) []chain.Chair {
	return slices.DeleteFunc(slices.Clone(chairs), func(c chain.Chair) bool { return c.Pays() == c.Player })
}

// Substitute is somebody who played some deals of a night, by their numbers, on another's account.
type Substitute struct {
	chain.Chair
	Deals []int
}

// Substitutes lists them, in the order of their first deals.
func (n *Night) Substitutes() (all []Substitute) {
	for _, d := range slices.Backward(n.Deals) {
		for _, c := range Lent(d.Chairs) {
			i := slices.IndexFunc(all, func(s Substitute) bool { return s.Chair == c })
			if i < 0 {
				i, all = len(all), append(all, Substitute{Chair: c})
			}
			all[i].Deals = append(all[i].Deals, d.Nth)
		}
	}
	return all
}

type Agreement struct {
	State  AgreeState
	By     chain.PlayerID
	Name   string
	Reason string
}

type AgreeState uint8

const (
	NotAgreed AgreeState = 0
	Agreed    AgreeState = 1
	Disputed  AgreeState = 2
)

// Row is one thing that happened, with what it moved. A deal is one row as it stands; its versions are its
// History.
type Row struct {
	Entry  chain.EntryID
	Kind   chain.Kind
	At     time.Time
	Device string
	Text   string    // in plain words: "Bob, 1s into the kitty: shuffled"
	Reason string    // the reason given, if so
	Deal   *Dealt    // of a deal
	Nets   []settle. // what it moved, players and kitty, without zeros (for a deal: of the standing version)
		Net
	Moves  []chain.Transfer
	Undone chain.EntryID   // the entry that withdrew it, if any: then it moves nothing any more
	Why    string          // the reason of the withdrawal
	Paid   *settle.Payment // of a payment, also of one that was withdrawn: who gave whom how much
	As     string          // of a penalty, if it isn't one: AsBet, AsCorrection
	Coin   int64           // of a rounding: the coin
	Debts  []chain.Debt    // of a debt left for next time or brought from before, also if it was withdrawn
	Table  chain.NightID   // of what an evening took over from a table: which
	head   chain.PlayerID  // of table money, also if it was withdrawn: whose
	with   chain.EntryID   // of a payment at the door: the table money, or the payment out of the till
	begun  chain.EntryID   // of a payment: the first entry that was written with it
	at     chain.EntryID   // its place: its own, or that of the deal it was inserted after
	since  chain.EntryID   // the version of the night in which it became as it is, or a later one
}

type WhyLine struct {
	Row    *Row
	Amount int64
	After  int64
}

// Doubt is the question who deals next, where a correction left it open.
type Doubt = state.Doubt
