package chain

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"ouverte/rules"
)

// MaxName is how many letters a name may have.
const MaxName = 40

// CleanName brings a name into the form the book keeps: composed letters, single blanks, none at the ends. It refuses
// names that are empty, longer than 40 letters, or hold invisible or text-turning signs.
func CleanName(name string) (string, error) {
	clean, ok := cleanText(name)
	switch n := len([]rune(clean)); {
	case !ok && len(name) <= mostBytes:
		return "", refuse("name", "The name holds a sign that can't be seen. Type it anew.")
	case n == 0:
		return "", refuse("name", "A name is needed.")
	case n > MaxName:
		return "", refuse("name", "The name has %d letters; at most %d fit on the sheet.", n, MaxName)
	case Fold(clean) == Fold("the kitty"):
		return "", refuse("name", "“%s” is the kitty's name.", clean)
	}
	return clean, nil
}

// mostBytes is how long a text may be to be looked at at all.
const mostBytes = 4096

// cleanText composes letters and squeezes blanks; ok is false if signs are in it that can't be seen or turn the text round.
// The joiners of emoji and of scripts that need them may stay between what they join.
func cleanText(s string) (clean string, ok bool) {
	if len(s) > mostBytes {
		return s, false
	}
	s = strings.Join(strings.FieldsFunc(norm.NFC.String(s), unicode.IsSpace), " ")
	var before rune
	for i, c := range s {
		switch {
		case c == unicode.ReplacementChar, c == '\uFEFF', unicode.In(c, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs):
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

// Fold is a name as names are compared: without regard to case.
func Fold(name string) string { return cases.Fold().String(norm.NFKC.String(name)) }

// Text in reasons and the like.
const maxText = 200

// CleanText cleans a reason or another free text.
func CleanText(field, text string, needed bool) (string, error) {
	clean, ok := cleanText(text)
	switch {
	case !ok && len(text) <= mostBytes:
		return "", refuse(field, "The text holds a sign that can't be seen. Type it anew.")
	case clean == "" && needed:
		return "", refuse(field, "A few words are needed here.")
	case len([]rune(clean)) > maxText:
		return "", refuse(field, "That is too long: %d letters at most.", maxText)
	}
	return clean, nil
}

// CleanDevice makes a device's name fit to be kept, whatever it is.
func CleanDevice(name string) string {
	if clean, ok := cleanText(name); ok && len([]rune(clean)) <= MaxName {
		return clean
	}
	return "a device"
}

// clip shortens what somebody sent to quote it back.
func Clip(s string) string {
	if clean, ok := cleanText(s); ok && len([]rune(clean)) <= 40 {
		return clean
	}
	return "…"
}

// CleanWords cleans names for the calls, by the calls' ids; those that are empty are left out.
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
			return nil, refuse(call.String(), "“%s” is too long for a button: %d letters at most.", word, maxWord)
		}
		if word == "" {
			continue
		}
		for other, taken := range clean {
			if Fold(taken) == Fold(word) {
				return nil, refuse(call.String(), "“%s” is already the name of another call: %s.", word, rules.Words(nil).Name(parseCall(other)))
			}
		}
		clean[call.String()] = word
	}
	for id := range said {
		if _, ok := rules.ParseCall(id); !ok {
			return nil, refuse("words", "There is no call “%s” to be named.", Clip(id))
		}
	}
	return clean, nil
}

// CleanNightWords cleans those that a night takes along.
func CleanNightWords(said map[string]string) (map[string]string, error) {
	clean := map[string]string{}
	for id, word := range said {
		if _, ok := rules.ParseCall(id); !ok {
			return nil, refuse("words", "There is no call “%s” to be named.", Clip(id))
		}
		word, err := CleanText("words", word, true)
		if err != nil {
			return nil, err
		}
		clean[id] = word
	}
	return clean, nil
}

// maxWord is how many letters fit on the button of a call.
const maxWord = 24

func parseCall(id string) rules.Call {
	call, _ := rules.ParseCall(id)
	return call
}

// check refuses keys that no page makes.
func CheckKey(key string) error {
	if key == "" || len(key) > 64 {
		return refuse("key", "The form came without a key of 1 to 64 signs. Load the page again.")
	}
	for _, c := range []byte(key) {
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '.', c == '_', c == '-', c == ':':
		default:
			return refuse("key", "The form came with a key that has other signs than letters and digits. Load the page again.")
		}
	}
	return nil
}

// Printable makes text from a book that nobody vouches for fit for a terminal.
func Printable(s string) string {
	return strings.Map(func(c rune) rune {
		if c == utf8.RuneError || !unicode.IsPrint(c) && c != ' ' {
			return '�'
		}
		return c
	}, s)
}

// Clause makes an error's sentence a part of a longer one: printable, and without its full stop.
func Clause(err error) error { return clause{err} }

type clause struct{ error }

func (c clause) Error() string { return strings.TrimSuffix(Printable(c.error.Error()), ".") }
func (c clause) Unwrap() error { return c.error }

func refuse(field, format string, args ...any) error {
	return &rules.Problem{Field: field, Sentence: fmt.Sprintf(format, args...)}
}
