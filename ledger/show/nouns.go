package show

import (
	"ouverte/ledger/chain"
	"ouverte/ledger/settle"
)

// What the book is made of, as pages name it. ledger/chain defines it.
type (
	PlayerID = chain.PlayerID
	NightID  = chain.NightID
	EntryID  = chain.EntryID
	DealID   = chain.DealID
	Chair    = chain.Chair
	Debt     = chain.Debt
	Kind     = chain.Kind
	Transfer = chain.Transfer
	Origin   = chain.Origin
	Way      = chain.Way
	NotFound = chain.NotFound
	Payment  = settle.Payment
	Net      = settle.Net
)

// Ways are all the ways a night can be settled, as people are asked.
var Ways = chain.Ways

type Movement = chain.Movement

var Movements = chain.Movements

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
	KindCarry    = chain.KindCarry
	KindBring    = chain.KindBring
)

// The marks of a penalty that is none.
const (
	AsBet        = chain.AsBet
	AsCorrection = chain.AsCorrection
)

// MostNote is how many letters a note on a deal may have.
const MostNote = chain.MostNote
