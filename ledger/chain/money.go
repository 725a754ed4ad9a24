package chain

// What moves money between people and the kitty, deals apart.

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouverte/rules"
	"ouverte/rules/english"
)

const (
	KindPenalty  Kind = "penalty"
	KindCost     Kind = "cost"
	KindPayment  Kind = "payment"
	KindShare    Kind = "share"
	KindRounding Kind = "rounding"
	KindOpening  Kind = "opening"
	KindCarry    Kind = "carry"
	KindBring    Kind = "bring"
	KindHand     Kind = "hand"
	KindTake     Kind = "take"
)

var ofMoney = kinds{
	KindPenalty: blank[Penalty], KindCost: blank[Cost], KindPayment: blank[Payment], KindShare: blank[Sharing],
	KindRounding: blank[Rounding], KindOpening: blank[Opening], KindCarry: blank[Debts], KindBring: blank[Debts],
	KindHand: blank[Handed], KindTake: blank[Handed],
}

// What a penalty is, where it isn't one: money that goes from one player to one other for another reason.
const (
	AsBet        = "bet"
	AsCorrection = "correction"
)

// Transfers are some, in the order they were written.
type Transfers []Transfer

// add moves an amount, below zero the other way round.
func (all *Transfers) add(n NightID, m rules.Money, from, to PlayerID, amount int64) {
	switch {
	case from == to || amount == 0:
	case amount < 0:
		*all = append(*all, Transfer{n, m, to, from, -amount})
	default:
		*all = append(*all, Transfer{n, m, from, to, amount})
	}
}

func above(amount int64, m rules.Money) error {
	if amount <= 0 {
		return fmt.Errorf("%d is no amount", amount)
	}
	return m.Check()
}

// Penalty goes from one player to others or the kitty.
type Penalty struct {
	plain
	By     PlayerID   `json:"by"`
	To     []PlayerID `json:"to"` // each gets the amount; the kitty is -1
	Amount int64      `json:"amount"`
	Reason string     `json:"reason"`
	As     string     `json:"as,omitempty"` // AsBet, AsCorrection
}

func (b *Penalty) Check(at At) error {
	switch {
	case b.As != "" && b.As != AsBet && b.As != AsCorrection:
		return errors.New("it is neither a penalty nor a bet nor a correction")
	case b.As != "" && (len(b.To) != 1 || b.To[0] == Kitty || b.To[0] == b.By):
		return errors.New("a bet or a correction goes from one player to one other")
	}
	return above(b.Amount, at.Money)
}

func (b *Penalty) Texts() error      { return asTaken("reason", b.Reason, true) }
func (b *Penalty) Named() []PlayerID { return []PlayerID{b.By} }

func (b *Penalty) Moved(at At) (all Transfers) {
	for _, to := range b.To {
		all.add(at.Night, at.Money, b.By, to, b.Amount)
	}
	return all
}

func (b *Penalty) Tell(at At, name Names) (text, reason string) {
	amount, to := at.Money.Words(b.Amount), "to "+listOf(b.To, name)
	switch {
	case len(b.To) == 1 && b.To[0] == Kitty:
		to = "into the kitty"
	case len(b.To) > 1:
		amount += " each"
	}
	what := map[string]string{AsBet: "Bet", AsCorrection: "Correction"}[b.As]
	return fmt.Sprintf("%s: %s, %s %s", cmp.Or(what, "Penalty"), name(b.By), amount, to), b.Reason
}

// Cost is what one player laid out for several; the kitty's is table money, of one.
type Cost struct {
	plain
	By     PlayerID `json:"by"`
	What   string   `json:"what"`
	Shares []Share  `json:"shares"`
}

func (b *Cost) Texts() error { return asTaken("text", b.What, true) }

func (b *Cost) Check(At) error {
	if b.By == Kitty && len(b.Shares) != 1 {
		return errors.New("it isn't one player's table money")
	}
	return portions(b.Shares)
}

func (b *Cost) Named() []PlayerID {
	if b.By == Kitty {
		return nil
	}
	return []PlayerID{b.By}
}

func (b *Cost) Moved(at At) (all Transfers) {
	for _, s := range b.Shares {
		all.add(at.Night, at.Money, s.Player, b.By, s.Amount)
	}
	return all
}

func (b *Cost) Tell(at At, name Names) (text, reason string) {
	shared := listOf(b.Shares, func(s Share) string { return name(s.Player) })
	sum := at.Money.Words(sumOf(b.Shares))
	if b.By == Kitty {
		return "Table money: " + sum + " from " + shared, ""
	}
	return fmt.Sprintf("%s laid out %s for %s: %s", name(b.By), sum, shared, b.What), ""
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

func sumOf(shares []Share) (sum int64) {
	for _, s := range shares {
		sum += s.Amount
	}
	return sum
}

// Payment is money handed over, tonight or on the slate.
type Payment struct {
	plain
	Money  rules.Money `json:"money"`
	From   PlayerID    `json:"from"`
	To     PlayerID    `json:"to"`
	Amount int64       `json:"amount"`
}

func (b *Payment) Check(at At) error {
	if at.Night != 0 && b.Money != at.Money {
		return errors.New("it pays in another money than the night is played for")
	}
	if b.From == b.To {
		return errors.New("nobody pays themselves")
	}
	return above(b.Amount, b.Money)
}

func (b *Payment) Moved(at At) (all Transfers) {
	all.add(at.Night, b.Money, b.To, b.From, b.Amount)
	return all
}

func (b *Payment) Tell(_ At, name Names) (text, reason string) {
	from := name(b.From)
	if strings.HasPrefix(from, "the ") {
		from = english.Capital(from)
	}
	return fmt.Sprintf("%s paid %s to %s", from, b.Money.Words(b.Amount), name(b.To)), ""
}

// Sharing takes money out of the kitty.
type Sharing struct {
	plain
	Shares []Share `json:"shares"`
	Reason string  `json:"reason,omitempty"`
}

func (b *Sharing) Check(At) error { return portions(b.Shares) }
func (b *Sharing) Texts() error   { return asTaken("reason", b.Reason, false) }

func (b *Sharing) Moved(at At) (all Transfers) {
	for _, s := range b.Shares {
		all.add(at.Night, at.Money, Kitty, s.Player, s.Amount)
	}
	return all
}

func (b *Sharing) Tell(at At, name Names) (text, reason string) {
	return "From the kitty: " + listOf(b.Shares, func(s Share) string {
		return at.Money.Words(s.Amount) + " to " + name(s.Player)
	}), b.Reason
}

// Rounding rounds everybody's total to a coin.
type Rounding struct {
	plain
	Coin   int64   `json:"coin"`
	Shares []Share `json:"shares"` // what each gives to the kitty; below zero: gets from it
}

func (b *Rounding) Check(At) error {
	if b.Coin < 2 {
		return fmt.Errorf("nothing is rounded to %d", b.Coin)
	}
	return nil
}

func (b *Rounding) Moved(at At) (all Transfers) {
	for _, s := range b.Shares {
		all.add(at.Night, at.Money, s.Player, Kitty, s.Amount)
	}
	return all
}

func (b *Rounding) Tell(at At, _ Names) (text, reason string) {
	over := "nothing was left over"
	if sumOf(b.Shares) != 0 {
		over = "what was left over into the kitty"
	}
	return fmt.Sprintf("Rounded to %s, %s", at.Money.Words(b.Coin), over), ""
}

// Opening is a balance from before the book.
type Opening struct {
	plain
	Money  rules.Money `json:"money"`
	From   PlayerID    `json:"from"`
	To     PlayerID    `json:"to"`
	Amount int64       `json:"amount"`
	Reason string      `json:"reason"`
}

func (b *Opening) Check(At) error {
	if b.From == b.To {
		return errors.New("nobody owes themselves")
	}
	return above(b.Amount, b.Money)
}

func (b *Opening) Texts() error { return asTaken("reason", b.Reason, true) }

func (b *Opening) Moved(At) (all Transfers) {
	all.add(0, b.Money, b.From, b.To, b.Amount)
	return all
}

func (b *Opening) Tell(_ At, name Names) (text, reason string) {
	return "From before: " + Owed([]Debt{{b.From, b.To, b.Amount}}, b.Money, name), b.Reason
}

// Debts are carried onto the slate or brought from it.
type Debts struct {
	plain
	Debts []Debt `json:"debts"`
}

func (b *Debts) Check(at At) error {
	for _, d := range b.Debts {
		if err := above(d.Amount, at.Money); err != nil {
			return err
		}
	}
	return nil
}

func (b *Debts) Moved(at At) (all Transfers) {
	leaves, enters := at.Night, NightID(0) // a carry goes onto the slate, a bring the other way
	if at.Kind == KindBring {
		leaves, enters = 0, at.Night
	}
	for _, d := range b.Debts {
		all.add(leaves, at.Money, d.To, d.From, d.Amount)
		all.add(enters, at.Money, d.From, d.To, d.Amount)
	}
	return all
}

func (b *Debts) Tell(at At, name Names) (text, reason string) {
	if at.Kind == KindCarry {
		return "Left for next time: " + Owed(b.Debts, at.Money, name), ""
	}
	return "Brought from former evenings: " + Owed(b.Debts, at.Money, name), ""
}

// Handed is what a table leaves to its evening when it closes. It is said twice, one entry after the other:
// by a hand in the table's night, which names the evening, and by a take in the evening's, which names the
// table.
type Handed struct {
	plain
	Night NightID `json:"night"` // the other of the two
	Debts []Debt  `json:"debts"`
}

func (b *Handed) Check(at At) error {
	if len(b.Debts) == 0 {
		return errors.New("it hands nothing over")
	}
	for i, d := range b.Debts {
		if err := above(d.Amount, at.Money); err != nil {
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
	return nil
}

func (b *Handed) Moved(at At) (all Transfers) {
	for _, d := range b.Debts {
		if at.Kind == KindHand {
			d.From, d.To = d.To, d.From
		}
		all.add(at.Night, at.Money, d.From, d.To, d.Amount)
	}
	return all
}

func (b *Handed) Tell(at At, name Names) (text, reason string) {
	if at.Kind == KindHand {
		return "Handed to the evening: " + Owed(b.Debts, at.Money, name), ""
	}
	return "Taken over from a table: " + Owed(b.Debts, at.Money, name), ""
}

// Owed says who owes whom.
func Owed(debts []Debt, m rules.Money, name Names) string {
	return listOf(debts, func(d Debt) string {
		return fmt.Sprintf("%s owes %s %s", name(d.From), name(d.To), m.Words(d.Amount))
	})
}
