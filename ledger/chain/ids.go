package chain

import "ouverte/rules"

// PlayerID names a player for ever. Zero is nobody.
type PlayerID int64

// Kitty stands in the place of a player where the kitty pays or is paid.
const Kitty PlayerID = -1

// NightID names a night: 1, 2, 3 … in the order they were started. Zero is none, or the slate.
type NightID int64

// EntryID is the place of an entry in the chain: 1, 2, 3 …
type EntryID int64

// DealID names a deal for ever: the entry that first recorded it.
type DealID int64

// Chair is one place at the table: who sits there, and whose account plays. Account zero means the player's own; a
// substitute may play on the account of the one they sit in for.
type Chair struct {
	Player  PlayerID `json:"player"`
	Account PlayerID `json:"account,omitempty"`
}

// Pays is whose account wins and loses in this chair.
func (c Chair) Pays() PlayerID {
	if c.Account != 0 {
		return c.Account
	}
	return c.Player
}

// SeatOf finds where a player sits; nobody if they don't.
func SeatOf(chairs []Chair, p PlayerID) rules.Seat {
	for i, c := range chairs {
		if c.Player == p {
			return rules.Seat(i + 1)
		}
	}
	return 0
}

// Share is a part of an amount.
type Share struct {
	Player PlayerID `json:"player"`
	Amount int64    `json:"amount"`
}

// Debt is what one owes another.
type Debt struct {
	From   PlayerID `json:"from"` // who owes; may be the Kitty
	To     PlayerID `json:"to"`   // to whom; may be the Kitty
	Amount int64    `json:"amount"`
}
