package show

import (
	"time"

	"ouverte/ledger/state"
	"ouverte/rules"
)

// Snapshot is the book as it is after one of its entries, at one moment of the clock.
type Snapshot struct {
	state  *state.State
	at     time.Time
	season string // the day of the year on which seasons begin
	memo   *Memo
}

// Of is a snapshot of a state, with its cached counts.
func Of(s *state.State, at time.Time, season string, memo *Memo) *Snapshot {
	return &Snapshot{s, at, season, memo}
}

// State is what the snapshot shows.
func (now *Snapshot) State() *state.State { return now.state }

// Entries is how many there are.
func (now *Snapshot) Entries() int64 { return int64(now.state.Last()) }

// Words are the circle's own names for the calls. Nobody may change them.
func (now *Snapshot) Words() rules.Words { return now.state.Names().Words }
