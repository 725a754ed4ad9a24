package chain

import "ouverte/rules"

// PlayerID names a player for ever. Zero is nobody.
type PlayerID int64

// Kitty is the account of the kitty, in the place of a player.
const Kitty PlayerID = -1

// NightID numbers the nights in the order they were started, from 1. Zero is no night, or the slate.
type NightID int64

// EntryID is the place of an entry in the chain, from 1.
type EntryID int64

// DealID names a deal for ever: it is the id of the entry that first recorded it.
type DealID int64

// Chair is one place at the table: who sits there, and whose account plays. Account zero is the player's own;
// a substitute may play on the account of the one they sit in for.
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

// ChairsOf is a table at which everybody plays on their own account.
func ChairsOf(seats []PlayerID) []Chair {
	chairs := make([]Chair, len(seats))
	for i, p := range seats {
		chairs[i].Player = p
	}
	return chairs
}

// SeatOf returns zero for who doesn't sit there.
func SeatOf(chairs []Chair, p PlayerID) rules.Seat {
	for i, c := range chairs {
		if c.Player == p {
			return rules.Seat(i + 1)
		}
	}
	return 0
}

func PlayersIn(chairs []Chair) []PlayerID {
	out := make([]PlayerID, len(chairs))
	for i, c := range chairs {
		out[i] = c.Player
	}
	return out
}

type Share struct {
	Player PlayerID `json:"player"`
	Amount int64    `json:"amount"`
}

// Debt is what From owes To. Either may be the Kitty.
type Debt struct {
	From   PlayerID `json:"from"`
	To     PlayerID `json:"to"`
	Amount int64    `json:"amount"`
}
