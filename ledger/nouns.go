package ledger

import (
	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/settle"
	"ouverte/rules"
)

// What the book is made of, as pages name it. ledger/chain defines it.
type (
	PlayerID = chain.PlayerID
	NightID  = chain.NightID
	EntryID  = chain.EntryID
	DealID   = chain.DealID
	Chair    = chain.Chair
	Share    = chain.Share
	Debt     = chain.Debt
	Kind     = chain.Kind
	Entry    = chain.Entry
	Transfer = chain.Transfer
	Origin   = chain.Origin
	NotFound = chain.NotFound
	Payment  = settle.Payment
	Net      = settle.Net
)

// Who is let in, as pages name it. ledger/door defines it.
type (
	Right    = door.Right
	DeviceID = door.DeviceID
	Device   = door.Device
	Watch    = door.Watch
	Phone    = door.Phone
)

// Way is how a night is settled.
type Way = chain.Way

// Ways are all the ways a night can be settled, as people are asked.
var Ways = chain.Ways

type Movement = chain.Movement

const (
	Nobody  = door.Nobody
	Watcher = door.Watcher
	Scorer  = door.Scorer
	Keeper  = door.Keeper

	ThisMachine = door.ThisMachine
)

// ParseRight reads the name of a right that a device can have.
func ParseRight(name string) (Right, bool) { return door.ParseRight(name) }

// IsLink tells whether a code has the length of a link's secret, good or not.
func IsLink(code string) bool { return door.IsLink(code) }

// Kitty stands in the place of a player where the kitty pays or is paid.
const Kitty = chain.Kitty

// The kinds of entries that pages tell apart.
const (
	KindDeal     = chain.KindDeal
	KindPenalty  = chain.KindPenalty
	KindCost     = chain.KindCost
	KindPayment  = chain.KindPayment
	KindShare    = chain.KindShare
	KindRounding = chain.KindRounding
	KindOpening  = chain.KindOpening
	KindCarry    = chain.KindCarry
	KindBring    = chain.KindBring
)

// MostNote is how many letters a note on a deal may have.
const MostNote = chain.MostNote

// CleanName brings a name into the form the book keeps, or refuses it.
func CleanName(name string) (string, error) { return chain.CleanName(name) }

// Refusal is a no that a person can act on: which field, and a whole plain sentence.
type Refusal = rules.Problem
