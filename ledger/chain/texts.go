package chain

// The texts in entries that were made elsewhere: each must be one that the desk would have taken, in the form in which it would have
// written it. What that is, the desk's own functions say.

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// CheckSlip refuses an entry that nobody can have handed in as it says; known is the name of a device that was looked at before. The
// error says why, as the end of a sentence.
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

// CheckTexts refuses what no form can have said. The error says why, as the end of a sentence.
func CheckTexts(body any) error {
	switch b := body.(type) {
	case *Player:
		if clean, err := CleanName(b.Name); err != nil || clean != b.Name {
			return errors.New("the name in it is none that a player can have")
		}
	case *House:
		if b.House != nil {
			return asTaken("name", b.House.Name, true)
		}
	case *Words:
		clean, err := CleanWords(b.Words)
		return wordsAsTaken(b.Words, clean, err)
	case *Night:
		clean, err := CleanNightWords(b.Words)
		return errors.Join(asTaken("name", b.Name, false), wordsAsTaken(b.Words, clean, err))
	case *Edit:
		if b.Name != nil {
			return asTaken("name", *b.Name, false)
		}
	case *Deal:
		if b.As != "" && !slices.Contains(retold, b.As) {
			return errors.New("it is a version of a deal as there is none")
		}
		return asTaken("reason", b.Reason, false)
	case *Order:
		return asTaken("reason", b.Reason, false)
	case *Agree:
		return asTaken("reason", b.Reason, false)
	case *Penalty:
		return asTaken("reason", b.Reason, true)
	case *Cost:
		return asTaken("text", b.What, true)
	case *Sharing:
		return asTaken("reason", b.Reason, false)
	case *Opening:
		return asTaken("reason", b.Reason, true)
	case *Reason:
		return asTaken("reason", b.Reason, false)
	}
	return nil
}

// asTaken refuses a text that CleanText refuses, or would have written otherwise.
func asTaken(what, text string, needed bool) error {
	if text == "" && !needed {
		return nil
	}
	clean, err := CleanText(what, text, needed)
	if err == nil && clean != text {
		err = errOtherwise
	}
	if err != nil {
		return fmt.Errorf("the %s in it can't be: %w", what, Clause(err))
	}
	return nil
}

// wordsAsTaken is the same of names for the calls.
func wordsAsTaken(words, clean map[string]string, err error) error {
	if err == nil && !maps.Equal(words, clean) {
		err = errOtherwise
	}
	if err != nil {
		return fmt.Errorf("the names for the calls in it can't be: %w", Clause(err))
	}
	return nil
}

var errOtherwise = errors.New("it would have been written otherwise")

// As what a deal is told anew.
const (
	AsCorrected = "corrected"
	AsPutBack   = "put back"
	AsMoved     = "dealer moved"
)

var retold = []string{AsCorrected, AsPutBack, AsMoved}
