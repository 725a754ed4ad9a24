package chain

// What an entry can say at all, as far as it shows in the entry alone. The desk refuses the same in words for
// people; these checks are for entries made elsewhere. Their errors say why, as the end of a sentence.

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"ouverte/ledger/face"
	"ouverte/rules"
)

// Sound refuses amounts that are none, money that isn't the night's, tables nobody could sit at.
func Sound(night NightID, money rules.Money, body any) error {
	above := func(amount int64, m rules.Money) error {
		if amount <= 0 {
			return fmt.Errorf("%d is no amount", amount)
		}
		return m.Check()
	}
	switch b := body.(type) {
	case *Face:
		if !(face.Face{Colour: b.Colour, Emblem: b.Emblem}).Known() {
			return errors.New("it gives a colour or an emblem that there is not")
		}
	case *Edit:
		if p := b.Pay; p != nil && (p.Kind().By == "" || p.Kind().Banker != (p.Banker > 0)) {
			return errors.New("it settles in a way that there is not")
		}
	case *Season:
		return b.sound()
	case *Night:
		return sitting(ChairsOf(b.Seats), b.Dealer)
	case *Table:
		return sitting(b.Chairs, b.Dealer)
	case *Evening:
		if b.Deals < 1 || b.Deals > MostDeals || b.Rounds < 0 || b.Rounds > MostRounds {
			return fmt.Errorf("%d rounds of %d deals are none", b.Rounds, b.Deals)
		}
		if !b.Moves.Known() {
			return errNoMovement
		}
		return once(b.People)
	case *Round:
		return b.sound()
	case *Penalty:
		switch {
		case b.As != "" && b.As != AsBet && b.As != AsCorrection:
			return errors.New("it is neither a penalty nor a bet nor a correction")
		case b.As != "" && (len(b.To) != 1 || b.To[0] == Kitty || b.To[0] == b.By):
			return errors.New("a bet or a correction goes from one player to one other")
		}
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
	case *Handed:
		if len(b.Debts) == 0 {
			return errors.New("it hands nothing over")
		}
		for i, d := range b.Debts {
			if err := above(d.Amount, money); err != nil {
				return err
			}
			if d.From == d.To {
				return errors.New("nobody owes themselves")
			}
			if slices.ContainsFunc(b.Debts[:i], func(o Debt) bool {
				return o.From == d.From && o.To == d.To || o.From == d.To && o.To == d.From
			}) {
				return fmt.Errorf("it says twice what is between players %d and %d", d.From, d.To)
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

// How many deals a round may have at most, how many rounds an evening, how many tables.
const (
	MostDeals  = 100
	MostRounds = 100
	MostTables = 16
)

var errNoMovement = errors.New("people move in a way that there is not")

func (b *Round) sound() error {
	if !b.Moves.Known() || b.Moves != "" && (!b.Plan || len(b.Tables)+len(b.Rest) > 0) {
		return errNoMovement
	}
	if b.Round < 1 || b.Round > MostRounds {
		return fmt.Errorf("there is no round %d", b.Round)
	}
	if len(b.Tables) < 1 && !b.Plan || len(b.Tables) > MostTables {
		return fmt.Errorf("it is played at %d tables", len(b.Tables))
	}
	all := slices.Clone(b.Rest)
	for i, t := range b.Tables {
		if err := sitting(ChairsOf(t.Seats), t.Dealer); err != nil {
			return err
		}
		twice := func(o Placed) bool { return o.Night == t.Night && (t.Night != 0 || !b.Plan) }
		if slices.ContainsFunc(b.Tables[:i], twice) {
			return fmt.Errorf("night %d is two of its tables", t.Night)
		}
		all = append(all, t.Seats...)
	}
	return once(all)
}

func once(players []PlayerID) error {
	for i, p := range players {
		if slices.Contains(players[:i], p) {
			return fmt.Errorf("player %d is named twice", p)
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

// CheckSlip refuses an entry with a key, a device or a time that no request has. known is a device's name
// that was checked before.
func (e *Entry) CheckSlip(known string) error {
	switch {
	case CheckKey(e.Key) != nil:
		return errors.New("it has a key as no form has")
	case e.Device != known && CleanDevice(e.Device) != e.Device:
		return errors.New("it comes from a device by a name that none can have")
	case e.Time().UTC().Year() < 1 || e.Time().UTC().Year() > 9999:
		return errors.New("it was written at a time that no clock shows")
	}
	return nil
}

// CheckTexts refuses texts that the desk would have refused, or written otherwise.
func CheckTexts(body any) error {
	reason := ""
	switch b := body.(type) {
	case *Player:
		if clean, err := CleanName(b.Name); err != nil || clean != b.Name {
			return errors.New("the name in it is none that a player can have")
		}
	case *Season:
		return errors.Join(asTaken("name", b.Name, true), asTaken("name", b.Evenings, false))
	case *House:
		if b.House != nil {
			return asTaken("name", b.House.Name, true)
		}
	case *Words:
		clean, err := CleanWords(b.Words)
		return taken("names for the calls", maps.Equal(clean, b.Words), err)
	case *Night:
		return beginning(b.Name, b.Words, b.Origin)
	case *Evening:
		return beginning(b.Name, b.Words, b.Origin)
	case *Edit:
		if b.Name != nil {
			return asTaken("name", *b.Name, false)
		}
	case *Deal:
		switch b.As {
		case "", AsCorrected, AsPutBack, AsMoved:
		default:
			return errors.New("it is a version of a deal as there is none")
		}
		reason = b.Reason
	case *Note:
		clean, err := CleanNote(b.Text)
		return taken("note", clean == b.Text, err)
	case *Penalty:
		return asTaken("reason", b.Reason, true)
	case *Cost:
		return asTaken("text", b.What, true)
	case *Opening:
		return asTaken("reason", b.Reason, true)
	case *Order:
		reason = b.Reason
	case *Agree:
		reason = b.Reason
	case *Sharing:
		reason = b.Reason
	case *Reason:
		reason = b.Reason
	}
	if reason == "" {
		return nil
	}
	return asTaken("reason", reason, false)
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

// asTaken refuses a text that CleanText refuses, or would have written otherwise.
func asTaken(what, text string, needed bool) error {
	clean, err := CleanText(what, text, needed)
	return taken(what, clean == text, err)
}

// taken says why a text can't be: it was refused, or would have been written otherwise.
func taken(what string, same bool, err error) error {
	if err == nil && !same {
		err = errors.New("it would have been written otherwise")
	}
	if err != nil {
		err = fmt.Errorf("the %s in it can't be: %w", what, Clause(err))
	}
	return err
}
