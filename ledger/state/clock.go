package state

import (
	"slices"

	"ouverte/ledger/chain"
)

// Clock is a round's, in milliseconds since 1970 as entries have it. It follows from the entries: when the
// round began, when it was stopped and went on, and how much it was given. The zero value is none.
type Clock struct {
	Began, Length int64
	Halts         []Halt // one after the other
}

// Halt is a time at which it stood still. To is zero while it does.
type Halt struct{ From, To int64 }

const minute = int64(60 * 1000)

// On tells whether the round is played by the clock.
func (c Clock) On() bool { return c.Length > 0 }

// Stands tells whether it is stopped.
func (c Clock) Stands() bool { return len(c.Halts) > 0 && c.Halts[len(c.Halts)-1].To == 0 }

// Ran is for how long it had run at a time.
func (c Clock) Ran(at int64) int64 {
	ran := at - c.Began
	for _, h := range c.Halts {
		if h.From >= at {
			break
		}
		to := at
		if h.To != 0 {
			to = min(h.To, at)
		}
		ran -= to - h.From
	}
	return max(0, ran)
}

// Remaining is how much it has to go where it stands.
func (c Clock) Remaining() int64 { return max(0, c.Length-c.Ran(c.Halts[len(c.Halts)-1].From)) }

// Ends is when it runs out, unless it stands or is stopped before.
func (c Clock) Ends() int64 {
	ends := c.Began + c.Length
	for _, h := range c.Halts {
		ends += h.To - h.From
	}
	return ends
}

// called is for how long it runs before no table begins another deal: the round's last five minutes are for
// the deal that is being played, of a short round its last quarter.
func (c Clock) called() int64 { return c.Length - min(5*minute, c.Length/4) }

// LastCall is until when the last deal may begin, as Ends.
func (c Clock) LastCall() int64 { return c.Ends() - c.Length + c.called() }

// IsLast tells whether a deal recorded at a time is its table's last of the round.
func (c Clock) IsLast(at int64) bool { return c.On() && c.Ran(at) >= c.called() }

// set does to the clock what an entry says; ok is false where it can't be done.
func (c Clock) set(b *chain.Round, at int64) (_ Clock, ok bool) {
	stands := c.Stands()
	if !c.On() || stands != (b.Clock == chain.ClockGo) && b.Clock != chain.ClockMore {
		return c, false
	}
	halts := append([]Halt(nil), c.Halts...) // states share what they don't change
	switch b.Clock {
	case chain.ClockStop:
		halts = append(halts, Halt{From: at})
	case chain.ClockGo:
		halts[len(halts)-1].To = max(at, halts[len(halts)-1].From)
	case chain.ClockMore:
		c.Length += int64(b.Minutes) * minute
	}
	c.Halts = halts
	return c, true
}

// ByClock tells whether a round of the evening was played by the clock: its deals don't tell its rounds.
func (s *Several) ByClock() bool {
	return s != nil && slices.ContainsFunc(s.Sittings, func(o Sitting) bool { return o.Clock.On() })
}

// Sat counts the rounds in which somebody sat at a table.
func (s *Several) Sat(p PlayerID, who func(PlayerID) PlayerID) (rounds int64) {
	for _, o := range s.Sittings {
		for _, t := range o.Tables {
			if slices.ContainsFunc(t.Seats, func(q PlayerID) bool { return who(q) == p }) {
				rounds++
			}
		}
	}
	return rounds
}
