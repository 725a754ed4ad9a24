// Package english makes the small parts of sentences: names in a row, numbers with their nouns, articles,
// capitals. It is pure, and every package uses it, so that the program counts and lists alike everywhere.
//
//   - Names: List.
//   - A number with its noun: Count writes it in digits ("3 deals"), Spelled in words ("three deals"), SoFar
//     for what has just begun ("no deal yet"). Plural is the noun alone, Verb any two forms.
//   - A number alone: Number, None, Times, Nth; Grouped for large ones.
//   - A noun or a sentence: A, Capital, Small, Stop.
//
// Nouns are given in the singular; only their last word is made plural ("more deal", "more deals").
package english

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// List joins names: "Ann", "Ann and Bob", "Ann, Bob and Cat". Of none it makes "".
func List(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// integer is a number of things.
type integer interface{ ~int | ~int32 | ~int64 }

// Verb returns the form for one or for several: Verb(n, "wins", "win").
func Verb[N integer](n N, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

// Plural returns the noun as it stands after the number n: "deal", "deals", "entries".
func Plural[N integer](n N, noun string) string {
	stem, ending := inflect(n, noun)
	return stem + ending
}

// Count writes a number in digits with its noun: "0 deals", "1 deal", "12 deals".
func Count[N integer](n N, noun string) string {
	stem, ending := inflect(n, noun)
	return strconv.FormatInt(int64(n), 10) + " " + stem + ending
}

// Spelled writes a number in words with its noun: "no tricks", "one trick", "three tricks", "14 tricks".
func Spelled[N integer](n N, noun string) string {
	stem, ending := inflect(n, noun)
	return Number(n) + " " + stem + ending
}

// SoFar counts what has begun: "no deal yet", "one deal", "2 deals".
func SoFar[N integer](n N, noun string) string {
	switch n {
	case 0:
		return "no " + noun + " yet"
	case 1:
		return "one " + noun
	}
	return Count(n, noun)
}

var irregular = map[string]string{"person": "people", "penny": "pennies"}

// inflect returns the two parts of the noun's form after the number n.
func inflect[N integer](n N, noun string) (stem, ending string) {
	if n == 1 {
		return noun, ""
	}
	at := strings.LastIndexByte(noun, ' ') + 1
	last := noun[at:]
	if many, ok := irregular[last]; ok {
		return noun[:at], many
	}
	switch stem, y := strings.CutSuffix(noun, "y"); {
	case y && len(last) > 1 && !strings.ContainsRune("aeiou", rune(stem[len(stem)-1])):
		return stem, "ies"
	case strings.HasSuffix(last, "s"), strings.HasSuffix(last, "x"), strings.HasSuffix(last, "ch"),
		strings.HasSuffix(last, "sh"):
		return noun, "es"
	}
	return noun, "s"
}

var numbers = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
	"eleven", "twelve", "thirteen"}

// Number writes a number before a noun, in words up to thirteen: "no", "one", "thirteen", "14".
func Number[N integer](n N) string {
	if n >= 0 && int64(n) < int64(len(numbers)) {
		return numbers[n]
	}
	return strconv.FormatInt(int64(n), 10)
}

// None writes a number that stands alone: "none", "one", "thirteen", "14".
func None[N integer](n N) string {
	if n == 0 {
		return "none"
	}
	return Number(n)
}

// Times is "once", "twice", "three times".
func Times[N integer](n N) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return Number(n) + " times"
}

// Nth is a place in words: "third", "21st".
func Nth(n int) string {
	words := []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
		"tenth", "eleventh", "twelfth"}
	switch {
	case n >= 1 && n <= len(words):
		return words[n-1]
	case n%100/10 == 1 || n%10 == 0 || n%10 > 3:
		return strconv.Itoa(n) + "th"
	}
	return strconv.Itoa(n) + []string{"st", "nd", "rd"}[n%10-1]
}

// Grouped writes a number in digits with a gap between thousands: "1,234,567" where gap is ",". The minus is
// U+2212.
func Grouped[N integer](n N, gap string) string {
	digits := strconv.FormatInt(int64(n), 10)
	digits, negative := strings.CutPrefix(digits, "-")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + gap + digits[i:]
	}
	if negative {
		return "−" + digits
	}
	return digits
}

// A puts the indefinite article before a noun: "a solo", "an abundance".
func A(noun string) string {
	first, _ := utf8.DecodeRuneInString(noun)
	if strings.ContainsRune("aeiouàáâäãåæèéêëìíîïòóôöõøœùúûü", unicode.ToLower(first)) {
		return "an " + noun
	}
	return "a " + noun
}

// Capital begins a sentence with the words: their first letter becomes a capital.
func Capital(words string) string {
	first, size := utf8.DecodeRuneInString(words)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + words[size:]
}

// Small puts the beginning of a sentence into the middle of one: its first letter becomes small, except in
// words such as "BBQ".
func Small(words string) string {
	first, size := utf8.DecodeRuneInString(words)
	if second, _ := utf8.DecodeRuneInString(words[size:]); size == 0 || unicode.IsUpper(second) {
		return words
	}
	return string(unicode.ToLower(first)) + words[size:]
}

// Stop ends a sentence with a full stop; "Dan B." has its point already.
func Stop(sentence string) string {
	if strings.HasSuffix(sentence, ".") {
		return sentence
	}
	return sentence + "."
}
