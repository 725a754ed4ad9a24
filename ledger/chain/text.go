package chain

// What a text in an entry may be.

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"ouverte/rules"
)

const maxName = 40

// CleanName brings a name into the form the book keeps: composed letters, single blanks, none at the ends. It
// refuses names that are empty, longer than maxName letters, or hold invisible or text-turning characters.
func CleanName(name string) (string, error) {
	clean, ok := cleanText(name)
	switch n := len([]rune(clean)); {
	case !ok && len(name) <= mostBytes:
		return "", Refuse("name", "The name has an invisible character. Type it again.")
	case n == 0:
		return "", Refuse("name", "A name is needed.")
	case n > maxName:
		return "", Refuse("name", "The name has %d letters; at most %d fit on the sheet.", n, maxName)
	case Fold(clean) == Fold("the kitty"):
		return "", Refuse("name", "“%s” is the kitty's name.", clean)
	}
	return clean, nil
}

// mostBytes bounds the texts that are looked at at all.
const mostBytes = 4096

// cleanText composes letters and squeezes blanks. ok is false if a character in it is invisible or turns the
// text round. Joiners may stay between the emoji they join.
func cleanText(s string) (clean string, ok bool) {
	if len(s) > mostBytes {
		return s, false
	}
	s = strings.Join(strings.FieldsFunc(norm.NFC.String(s), unicode.IsSpace), " ")
	var before rune
	for i, c := range s {
		switch {
		case c == unicode.ReplacementChar, c == '\uFEFF',
			unicode.In(c, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs):
			return s, false
		case c == '\u200D' && joins(before) && i+len("\u200D") < len(s):
			// a joiner inside a family of emoji
		case unicode.Is(unicode.Cf, c), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, c):
			return s, false
		}
		before = c
	}
	return s, true
}

// joins tells whether a joiner may follow: after a symbol, its variation or its skin.
func joins(c rune) bool {
	return unicode.In(c, unicode.So, unicode.Sk) || c == '\uFE0F'
}

// Fold returns the form in which names are compared, without regard to case.
func Fold(name string) string {
	for i := range len(name) {
		if name[i] >= utf8.RuneSelf {
			return cases.Fold().String(norm.NFKC.String(name))
		}
	}
	return strings.ToLower(name) // in ASCII the same, and a tenth of the time
}

const maxText = 200 // letters

// CleanText cleans a reason or another free text; needed refuses an empty one.
func CleanText(field, text string, needed bool) (string, error) {
	clean, err := upTo(maxText, field, "text", text)
	if err == nil && clean == "" && needed {
		err = Refuse(field, "Type a few words here.")
	}
	return clean, err
}

// MostNote is how many letters a note on a deal may have.
const MostNote = 140

// CleanNote cleans a note on a deal, which may be empty.
func CleanNote(text string) (string, error) { return upTo(MostNote, "note", "note", text) }

func upTo(most int, field, noun, text string) (string, error) {
	clean, ok := cleanText(text)
	switch {
	case !ok && len(text) <= mostBytes:
		return "", Refuse(field, "The %s has an invisible character. Type it again.", noun)
	case len([]rune(clean)) > most:
		return "", Refuse(field, "Too long: %d letters at most.", most)
	}
	return clean, nil
}

// CleanDevice returns a device's name as it can be kept; it never refuses.
func CleanDevice(name string) string {
	if clean, ok := cleanText(name); ok && len([]rune(clean)) <= maxName {
		return clean
	}
	return "a device"
}

// Clip shortens what somebody sent, to quote it back.
func Clip(s string) string {
	if clean, ok := cleanText(s); ok && len([]rune(clean)) <= 40 {
		return clean
	}
	return "…"
}

// CleanWords cleans the circle's names for the calls, by the calls' ids; it leaves out empty ones.
func CleanWords(said map[string]string) (map[string]string, error) {
	clean := map[string]string{}
	for _, call := range rules.Calls() {
		if call == rules.Void {
			continue
		}
		word, err := CleanText(call.String(), said[call.String()], false)
		if err != nil {
			return nil, err
		}
		if len([]rune(word)) > maxWord {
			return nil, Refuse(call.String(), "“%s” is too long for a button: %d letters at most.", word, maxWord)
		}
		if word == "" {
			continue
		}
		for other, taken := range clean {
			if Fold(taken) == Fold(word) {
				same, _ := rules.ParseCall(other)
				return nil, Refuse(call.String(), "“%s” is already the name of another call: %s.",
					word, rules.Words(nil).Name(same))
			}
		}
		clean[call.String()] = word
	}
	for id := range said {
		if _, ok := rules.ParseCall(id); !ok {
			return nil, Refuse("words", "“%s” isn’t a call we know.", Clip(id))
		}
	}
	return clean, nil
}

func CleanNightWords(said map[string]string) (map[string]string, error) {
	clean := map[string]string{}
	for id, word := range said {
		if _, ok := rules.ParseCall(id); !ok {
			return nil, Refuse("words", "“%s” isn’t a call we know.", Clip(id))
		}
		word, err := CleanText("words", word, true)
		if err != nil {
			return nil, err
		}
		clean[id] = word
	}
	return clean, nil
}

const maxWord = 24

func CheckDate(field, day string) error {
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return Refuse(field, "“%s” isn't a date like 2026-11-21.", Clip(day))
	}
	return nil
}

// asTaken refuses a text that CleanText refuses, or would have written otherwise.
func asTaken(what, text string, needed bool) error {
	if text == "" && !needed {
		return nil
	}
	clean, err := CleanText(what, text, needed)
	return taken(what, clean == text, err)
}

// taken says why a text can't be: it was refused, or would have been written otherwise.
func taken(what string, same bool, err error) error {
	if err == nil && !same {
		err = errors.New("it would have been written otherwise")
	}
	if err != nil {
		err = fmt.Errorf("the %s in it can't be: %w", what, Clause(err))
	}
	return err
}

// CheckKey refuses keys that no page makes.
func CheckKey(key string) error {
	if key == "" || len(key) > 64 {
		return Refuse("key", "The form arrived without its key. Load the page again.")
	}
	for _, c := range []byte(key) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') &&
			strings.IndexByte("._-:", c) < 0 {
			return Refuse("key", "The form arrived with a wrong key. Load the page again.")
		}
	}
	return nil
}

// Printable makes text from an unchecked book fit for a terminal.
func Printable(s string) string {
	return strings.Map(func(c rune) rune {
		if c == utf8.RuneError || !unicode.IsPrint(c) && c != ' ' {
			return '�'
		}
		return c
	}, s)
}

// Clause makes an error's sentence part of a longer one: printable, and without its full stop.
func Clause(err error) error { return clause{err} }

type clause struct{ error }

func (c clause) Error() string { return strings.TrimSuffix(Printable(c.error.Error()), ".") }
func (c clause) Unwrap() error { return c.error }

// Refuse makes a no that a person can act on: which field, and a whole plain sentence.
func Refuse(field, format string, args ...any) error {
	return &rules.Problem{Field: field, Sentence: fmt.Sprintf(format, args...)}
}

// NotFound says that there is no such player, night, deal or entry.
type NotFound struct {
	What     string // "night", "player", "deal", "entry", "house", "watch"
	Sentence string // says more of it than Error would
}

func (n *NotFound) Error() string {
	return cmp.Or(n.Sentence, "This book has no such "+n.What+".")
}
