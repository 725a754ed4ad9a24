package chain

// What is said of a night: how it begins, what changes in it, how it ends.

import (
	"errors"
	"fmt"
	"maps"

	"ouverte/rules"
	"ouverte/rules/english"
)

const (
	KindNight    Kind = "night"
	KindEdit     Kind = "edit"
	KindTable    Kind = "table"
	KindLast     Kind = "last"
	KindClose    Kind = "close"
	KindReopen   Kind = "reopen"
	KindReversal Kind = "reversal"
)

var ofNights = kinds{
	KindNight: blank[Night], KindEdit: blank[Edit], KindTable: blank[Table], KindLast: blank[Last],
	KindClose: blank[Close], KindReopen: blank[Reason], KindReversal: blank[Reason],
}

// Night begins a night. Its house rules are frozen.
type Night struct {
	plain
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

func (b *Night) Check(At) error    { return sitting(ChairsOf(b.Seats), b.Dealer) }
func (b *Night) Texts() error      { return beginning(b.Name, b.Words, b.Origin) }
func (b *Night) Named() []PlayerID { return b.Seats }

func (b *Night) Tell(At, Names) (text, reason string) { return b.Name, "" }

// Origin says which book an evening was brought from, where its entries are as they were made.
type Origin struct {
	Book  string `json:"book"`  // the name of its file
	Night int64  `json:"night"` // its number there
	Seal  string `json:"seal"`  // its seal there
	At    int64  `json:"at"`    // when it was brought, in milliseconds
}

// beginning refuses what no night or evening begins with.
func beginning(name string, words map[string]string, o *Origin) error {
	clean, err := CleanNightWords(words)
	err = errors.Join(asTaken("name", name, false), taken("names for the calls", maps.Equal(clean, words), err))
	if o == nil {
		return err
	}
	if seal, bad := ReadSeal(o.Seal); bad != nil || seal != o.Seal {
		return errors.Join(err, errors.New("the seal of the book it was brought from is none"))
	}
	if o.Night < 1 || o.At < 1 {
		return errors.Join(err, errors.New("it was brought from a night, or at a time, that can't be"))
	}
	return errors.Join(err, asTaken("origin", o.Book, true))
}

// Edit changes a night's name, date or options; nil leaves as it is.
type Edit struct {
	plain
	Name    *string `json:"name,omitempty"`
	Date    *string `json:"date,omitempty"`
	Auction *bool   `json:"auction,omitempty"`
	Agree   *bool   `json:"agree,omitempty"`
	Phones  *bool   `json:"phones,omitempty"`
	Pay     *Way    `json:"pay,omitempty"`
	Head    *int64  `json:"head,omitempty"` // the table money of each at an evening; zero: none any more
}

func (b *Edit) Check(At) error {
	if b.Head != nil && *b.Head < 0 {
		return fmt.Errorf("%d is no table money", *b.Head)
	}
	if p := b.Pay; p != nil && (p.Kind().By == "" || p.Kind().Banker != (p.Banker > 0)) {
		return errors.New("it settles in a way that there is not")
	}
	return nil
}

func (b *Edit) Texts() error {
	if b.Name == nil {
		return nil
	}
	return asTaken("name", *b.Name, false)
}

func (b *Edit) Named() []PlayerID {
	if b.Pay != nil && b.Pay.Banker != 0 {
		return []PlayerID{b.Pay.Banker}
	}
	return nil
}

func (b *Edit) Tell(at At, _ Names) (text, reason string) {
	switch {
	case b.Head == nil:
	case *b.Head == 0:
		return "No table money any more", ""
	default:
		return "Table money is " + at.Money.Words(*b.Head) + " each", ""
	}
	return "The night's name, date or options were changed", ""
}

// Table says who sits where from here on, and who deals next.
type Table struct {
	plain
	Chairs []Chair  `json:"chairs"`
	Dealer PlayerID `json:"dealer"`
}

func (b *Table) Check(At) error { return sitting(b.Chairs, b.Dealer) }

func (b *Table) Named() (all []PlayerID) {
	for _, c := range b.Chairs {
		all = append(all, c.Player, c.Pays())
	}
	return all
}

func (b *Table) Tell(_ At, name Names) (text, reason string) {
	seats := listOf(b.Chairs, func(c Chair) string {
		if c.Account != 0 {
			return name(c.Player) + " for " + name(c.Account)
		}
		return name(c.Player)
	})
	return fmt.Sprintf("At the table: %s; %s deals", seats, name(b.Dealer)), ""
}

func distinct(chairs []Chair) error {
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

func sitting(chairs []Chair, dealer PlayerID) error {
	if len(chairs) < 3 || len(chairs) > rules.MaxSeats {
		return fmt.Errorf("%d sit at the table", len(chairs))
	}
	if err := distinct(chairs); err != nil {
		return err
	}
	if SeatOf(chairs, dealer) == 0 {
		return errors.New("who is to deal doesn't sit at the table")
	}
	return nil
}

// Last is the last round: so many more deals.
type Last struct {
	plain
	More int `json:"more"` // below zero: no longer agreed
}

func (b *Last) Tell(At, Names) (text, reason string) {
	switch {
	case b.More < 0:
		return "No last round any more", ""
	case b.More == 1:
		return "One more deal was agreed", ""
	}
	return fmt.Sprintf("%d more deals were agreed", b.More), ""
}

// Close ends a night.
type Close struct{ plain }

func (b *Close) Tell(At, Names) (text, reason string) { return "The night was closed", "" }

// Reason is given for opening a night again, or for a reversal.
type Reason struct {
	plain
	Reason string `json:"reason,omitempty"`
}

func (b *Reason) Texts() error { return asTaken("reason", b.Reason, false) }

func (b *Reason) Tell(at At, _ Names) (text, reason string) {
	if at.Kind == KindReopen {
		return "The night was opened again", b.Reason
	}
	return "Withdrawn", b.Reason
}

// listOf lists things in words; "nobody" if there are none.
func listOf[T any](all []T, name func(T) string) string {
	if len(all) == 0 {
		return "nobody"
	}
	names := make([]string, len(all))
	for i, one := range all {
		names[i] = name(one)
	}
	return english.List(names)
}
