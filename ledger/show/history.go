package show

// One deal: its versions, its notes, and what the coming one is read by.

import (
	"cmp"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// NextDeal is what the coming deal of a night is read by, without anything that was dealt.
type NextDeal struct {
	Chairs  int // how many sit at the table
	Stakes  *rules.House
	Several bool  // it is an evening at several tables, and each deal is one of theirs
	Began   int64 // when the night began, in milliseconds: a copy may have another of its number
}

func (now *Snapshot) NextDeal(n chain.NightID) (NextDeal, error) {
	night := now.state.Night(n)
	if night == nil {
		return NextDeal{}, &chain.NotFound{What: "night"}
	}
	return NextDeal{len(night.Chairs), night.Stakes, night.Several != nil, night.Started}, nil
}

// Noted is one note on a deal, or with an empty text that there is none any more.
type Noted = state.Note

// Notes lists the notes on a deal, oldest first. Nobody may change them.
func (now *Snapshot) Notes(n chain.NightID, d chain.DealID) ([]Noted, error) {
	night := now.state.Night(n)
	switch {
	case night == nil:
		return nil, &chain.NotFound{What: "night"}
	case night.Find(d) == nil:
		return nil, &chain.NotFound{What: "deal"}
	}
	return night.Notes(d), nil
}

// Version is one version of a deal, or its removal.
type Version struct {
	Entry  chain.EntryID
	What   string // "recorded", "corrected", "removed", "put back", "dealer moved"
	At     time.Time
	Device string
	Reason string
	state.Played
	Removed  bool // it says that the deal wasn't played; Played is what it had been
	Standing bool
}

// History lists the versions of a deal, oldest first, also of one that was removed.
func (now *Snapshot) History(n chain.NightID, d chain.DealID) (out []Version, err error) {
	night, err := now.resolved(n)
	if err != nil {
		return nil, err
	}
	deal := night.Find(d)
	if deal == nil {
		return nil, &chain.NotFound{What: "deal"}
	}
	history := night.History(deal)
	for i, t := range history {
		if t.Removal && i+1 < len(history) && night.Replaced(t, history[i+1]) {
			continue // it only made place for the version that follows
		}
		v := Version{
			Entry: t.Entry, What: cmp.Or(t.As.String(), "recorded"), At: time.UnixMilli(t.At),
			Device: night.Device(t), Reason: night.Reason(t), Removed: t.Removal,
			Standing: t == night.Stands(deal), Played: night.Played(t),
		}
		out = append(out, v)
	}
	return out, nil
}
