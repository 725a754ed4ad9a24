package templates

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

func Capital(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:n]) + s[n:]
}

var numerals = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"}

func Spelled(n int) string {
	if n >= 0 && n < len(numerals) {
		return numerals[n]
	}
	return strconv.Itoa(n)
}

func SpelledTricks(n int) string {
	if n == 1 {
		return "one trick"
	}
	return Spelled(n) + " tricks"
}

// and joins names as one says them.
func And(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

var Small = [...]string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"}

// stopped ends a sentence; old money brings its own full stop.
func Stopped(s string) string {
	if strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

// countWord is "two".
func CountWord(n int) string {
	if n >= 0 && n < len(smallNumbers) {
		return smallNumbers[n]
	}
	return strconv.Itoa(n)
}

// countWords is "two payments".
func CountWords(n int, one, many string) string {
	if n == 1 {
		return CountWord(n) + " " + one
	}
	return CountWord(n) + " " + many
}

func CountDeals(n int) string {
	switch n {
	case 0:
		return "No deal yet"
	case 1:
		return "One deal"
	}
	return fmt.Sprintf("%d deals", n)
}

// times is a number with its noun: 1 evening, 12 evenings.
func Times(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Thousands(n) + " " + noun + "s"
}

// thousands writes a whole number with thin gaps.
func Thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = "−", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return sign + s
}

var smallNumbers = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
