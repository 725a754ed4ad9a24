package ledger

// The texts in entries that were made elsewhere: each must be one that the desk would have taken, in the form in which it would have
// written it. What that is, the desk's own functions say.

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// checkSlip refuses an entry that nobody can have handed in as it says; known is the name of a device that was looked at before. The
// error says why, as the end of a sentence.
func (e *Entry) checkSlip(known string) error {
	switch {
	case (Slip{Key: e.Key}).check() != nil:
		return errors.New("it has a key as no form has")
	case e.Device != known && cleanDevice(e.Device) != e.Device:
		return errors.New("it comes from a device by a name that none can have")
	case e.Time().UTC().Year() < 1 || e.Time().UTC().Year() > 9999:
		return errors.New("it was written at a time that no clock shows")
	}
	return nil
}

// checkTexts refuses what no form can have said. The error says why, as the end of a sentence.
func checkTexts(body any) error {
	switch b := body.(type) {
	case *playerBody:
		if clean, err := CleanName(b.Name); err != nil || clean != b.Name {
			return errors.New("the name in it is none that a player can have")
		}
	case *houseBody:
		if b.House != nil {
			return asTaken("name", b.House.Name, true)
		}
	case *wordsBody:
		clean, err := cleanCallWords(b.Words)
		return wordsAsTaken(b.Words, clean, err)
	case *nightBody:
		clean, err := cleanNightWords(b.Words)
		return errors.Join(asTaken("name", b.Name, false), wordsAsTaken(b.Words, clean, err))
	case *editBody:
		if b.Name != nil {
			return asTaken("name", *b.Name, false)
		}
	case *dealBody:
		if b.As != "" && !slices.Contains(retold, b.As) {
			return errors.New("it is a version of a deal as there is none")
		}
		return asTaken("reason", b.Reason, false)
	case *orderBody:
		return asTaken("reason", b.Reason, false)
	case *agreeBody:
		return asTaken("reason", b.Reason, false)
	case *penaltyBody:
		return asTaken("reason", b.Reason, true)
	case *costBody:
		return asTaken("text", b.What, true)
	case *shareBody:
		return asTaken("reason", b.Reason, false)
	case *openingBody:
		return asTaken("reason", b.Reason, true)
	case *reasonBody:
		return asTaken("reason", b.Reason, false)
	}
	return nil
}

// asTaken refuses a text that cleanWords refuses, or would have written otherwise.
func asTaken(what, text string, needed bool) error {
	if text == "" && !needed {
		return nil
	}
	clean, err := cleanWords(what, text, needed)
	if err == nil && clean != text {
		err = errOtherwise
	}
	if err != nil {
		return fmt.Errorf("the %s in it can't be: %w", what, clause{err})
	}
	return nil
}

// wordsAsTaken is the same of names for the calls.
func wordsAsTaken(words, clean map[string]string, err error) error {
	if err == nil && !maps.Equal(words, clean) {
		err = errOtherwise
	}
	if err != nil {
		return fmt.Errorf("the names for the calls in it can't be: %w", clause{err})
	}
	return nil
}

var errOtherwise = errors.New("it would have been written otherwise")
