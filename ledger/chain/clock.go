package chain

import (
	"fmt"

	"ouverte/rules/english"
)

// ClockDo is what is done to the clock of an evening's rounds, as books keep it for ever.
type ClockDo string

const (
	ClockStop ClockDo = "stop"
	ClockGo   ClockDo = "go"   // on, after it was stopped
	ClockMore ClockDo = "more" // this round gets so many minutes more
	ClockSet  ClockDo = "set"  // how long a round is from the next one on
	// The break after this round is so many minutes longer; without minutes it is called off.
	ClockBreak ClockDo = "break"
)

// MostMinutes is how long a round may be.
const MostMinutes = 600

// RoundOf tells whether a round may be so many deals, so many minutes, or the one at most in the other.
func RoundOf(deals, minutes int) bool {
	return deals >= 0 && deals <= MostDeals && minutes >= 0 && minutes <= MostMinutes && deals+minutes > 0
}

func (b *Round) validClock() bool {
	if b.Clock != "" && (!b.Plan || b.Moves != "" || len(b.Tables)+len(b.Rest) > 0) {
		return false
	}
	switch b.Clock {
	case ClockSet:
		return RoundOf(b.Deals, b.Minutes)
	case ClockMore:
		return b.Deals == 0 && b.Minutes > 0 && b.Minutes <= MostMinutes
	case ClockBreak:
		return b.Deals == 0 && b.Minutes >= 0 && b.Minutes <= MostMinutes
	case ClockStop, ClockGo, "":
		return b.Deals == 0 && b.Minutes == 0
	}
	return false
}

func (b *Round) tellClock() string {
	switch b.Clock {
	case ClockStop:
		return "The clock was stopped"
	case ClockGo:
		return "The clock went on"
	case ClockMore:
		return fmt.Sprintf("Round %d got %s more", b.Round, english.Spelled(b.Minutes, "minute"))
	case ClockBreak:
		if b.Minutes == 0 {
			return fmt.Sprintf("The break after round %d was called off", b.Round)
		}
		return fmt.Sprintf("The break after round %d got %s", b.Round, english.Spelled(b.Minutes, "minute"))
	}
	return fmt.Sprintf("From round %d on a round is %s", b.Round, LengthWords(b.Deals, b.Minutes))
}

// LengthWords says how long a round is: "four deals", "40 minutes", "four deals in at most 40 minutes".
func LengthWords(deals, minutes int) string {
	switch {
	case minutes == 0:
		return english.Spelled(deals, "deal")
	case deals == 0:
		return english.Count(minutes, "minute")
	}
	return english.Spelled(deals, "deal") + " in at most " + english.Count(minutes, "minute")
}
